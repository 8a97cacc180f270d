/* SPDX-License-Identifier: MIT
 *
 * The methods of the four opponents.
 *
 *   1  any legal move, each as likely as the other
 *   2  the same while more than 12 squares are empty, then perfect play
 *   3  looks one ply ahead while more than 12 squares are empty, then perfect play: it plays the move after which
 *          values of its discs - values of the other's discs - 4 * number of the other's legal moves
 *      is largest, by the table of square values below; among equal ones any
 *   4  the engine on a budget; in its first four moves any of the moves within half a disc of the best, so that games
 * differ
 *
 * The problem describes the opponents in words and leaves the numbers open; these are ours. Corners stay for ever, the
 * squares beside an empty corner give it away, edges are hard to turn, and few replies mean bad replies.
 */
#include "contest/grade/grade_opponent.h"

#include "contest/grade/grade_endgame.h"
#include "games/othello/othello_board.h"

enum { REPLY_VALUE = 4, VARIED_MOVES = 4, VARIED_MARGIN = 50 };

/* Values of the squares a1..d1, a2..d2, …; the other three quarters of the board mirror them. */
static const int square_values[4][4] = {
    {100, -20, 10, 5},
    {-20, -50, -2, -2},
    {10, -2, 3, 1},
    {5, -2, 1, 1},
};

void grade_opponent_start(grade_opponent *opponent, uint64_t seed, int game)
{
    opponent->random.word = random_mix(random_mix(seed) + (uint64_t)(16 * opponent->number + game));
}

static int value_of(uint64_t discs)
{
    int sum = 0;
    for (BITS_EACH(square, discs)) {
        unsigned row = square_rank(square), column = square_file(square);
        sum += square_values[row < 4 ? row : 7 - row][column < 4 ? column : 7 - column];
    }
    return sum;
}

/* Opponent 3's value for playing on `square`. */
static int positional_value(const flank_position *position, unsigned square)
{
    uint64_t flips = othello_flips(square, position->own, position->other);
    uint64_t own = position->own | flips | bit(square), other = position->other ^ flips;
    return value_of(own) - value_of(other) - REPLY_VALUE * (int)bit_count(othello_moves(other, own));
}

static unsigned positional_square(grade_opponent *opponent, const flank_position *position, uint64_t legal)
{
    uint64_t best = 0;
    int best_value = 0;
    for (BITS_EACH(square, legal)) {
        int value = positional_value(position, square);
        if (!best || value > best_value) {
            best = 0;
            best_value = value;
        }
        if (value == best_value)
            best |= bit(square);
    }
    return random_square(&opponent->random, best);
}

static unsigned engine_square(grade_opponent *opponent, const flank_position *position)
{
    flank_move moves[GRADE_CHOICES_MAX];
    int discs = (int)bit_count(position->own | position->other);
    bool varied = discs < 4 + 2 * VARIED_MOVES;
    int count = grade_engine_choose(opponent->engine, position, varied ? GRADE_CHOICES_MAX : 1,
                                    varied ? VARIED_MARGIN : 0, moves);
    return moves[count > 1 ? random_below(&opponent->random, (uint32_t)count) : 0].to;
}

static unsigned choose_square(grade_opponent *opponent, const flank_position *position, uint64_t legal)
{
    bool late = 64 - bit_count(position->own | position->other) <= GRADE_ENDGAME_EMPTIES;
    if (opponent->number == 1)
        return random_square(&opponent->random, legal);
    if (opponent->number == 4)
        return engine_square(opponent, position);
    if (late)
        return grade_endgame_move(position->own, position->other, NULL);
    return opponent->number == 2 ? random_square(&opponent->random, legal)
                                 : positional_square(opponent, position, legal);
}

flank_move grade_opponent_choose(grade_opponent *opponent, const flank_position *position)
{
    uint64_t legal = othello_moves(position->own, position->other);
    unsigned to = legal ? choose_square(opponent, position, legal) : FLANK_NO_SQUARE;
    return (flank_move){.from = FLANK_NO_SQUARE, .to = (uint8_t)to};
}
