/* SPDX-License-Identifier: MIT
 *
 * Plain alpha-beta to the end of the game, with the moves that leave the opponent the fewest replies first.
 *
 * The engine's solver is faster by far, and yet not used here: opponents 2 and 3 are a yardstick, and a yardstick must
 * not change its choice among equal moves whenever the engine does. 12 empties take 10 to 100 ms, see
 * docs/users/grader.md.
 */
#include "contest/grade/grade_endgame.h"

#include "games/othello/othello_board.h"

#include <assert.h>
#include <stdbool.h>

enum { SCORE_LIMIT = 65, ORDER_EMPTIES = 5 }; /* with fewer empties ordering costs more than it saves */

typedef struct branch {
    uint64_t own, other; /* after the move, for the side to move then */
    unsigned square;
    int replies;
} branch;

/* Make every move of `moves`, and sort. Returns how many. */
static int expand(uint64_t own, uint64_t other, uint64_t moves, branch *list)
{
    int count = 0;
    bool ordered = 64 - bit_count(own | other) >= ORDER_EMPTIES;
    for (BITS_EACH(square, moves)) {
        uint64_t flips = othello_flips(square, own, other);
        branch made = {.own = other ^ flips, .other = own | flips | bit(square), .square = square};
        made.replies = ordered ? (int)bit_count(othello_moves(made.own, made.other)) : 0;
        int place = count++;
        for (; place > 0 && list[place - 1].replies > made.replies; place--)
            list[place] = list[place - 1];
        list[place] = made;
    }
    return count;
}

/* The best difference of discs, as far as it lies within alpha..beta. */
static int search(uint64_t own, uint64_t other, int alpha, int beta)
{
    uint64_t moves = othello_moves(own, other);
    if (!moves) {
        if (!othello_moves(other, own))
            return (int)bit_count(own) - (int)bit_count(other);
        return -search(other, own, -beta, -alpha);
    }
    branch list[64];
    int count = expand(own, other, moves, list);
    for (int i = 0; i < count && alpha < beta; i++) {
        int score = -search(list[i].own, list[i].other, -beta, -alpha);
        alpha = score > alpha ? score : alpha;
    }
    return alpha;
}

unsigned grade_endgame_move(uint64_t own, uint64_t other, int *score)
{
    branch list[64];
    int count = expand(own, other, othello_moves(own, other), list), alpha = -SCORE_LIMIT;
    assert(count > 0);
    unsigned best = list[0].square;
    for (int i = 0; i < count; i++) {
        int value = -search(list[i].own, list[i].other, -SCORE_LIMIT, -alpha);
        if (value > alpha) {
            alpha = value;
            best = list[i].square;
        }
    }
    if (score)
        *score = alpha;
    return best;
}
