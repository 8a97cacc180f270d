/* SPDX-License-Identifier: MIT
 *
 * The endgame search: exact values by alpha-beta, compiled once per CPU level.
 *
 * Three zones by empty squares. From DEEP_EMPTIES up: the table, stability and enhanced transposition cutoffs, moves
 * sorted. Below: moves by parity of their region only, since sorting costs more than it saves. The last four:
 * last_empties.h.
 *
 * Nearly all nodes are searched with a null window (does the value exceed alpha?); only nodes on the principal
 * variation have an open one. Values are fail-soft: the bound returned is often sharper than the question, and is
 * stored.
 */
#include "othello/endgame.h"

#include "core/clock.h"
#include "othello/fast_board.h"
#include "othello/last_empties.h"

#define DEEP_EMPTIES 7    /* from here on, table and sorted moves */
#define STOP_EMPTIES 9    /* from here on, look whether to stop: some microseconds a node */
#define CLOCK_INTERVAL 64 /* look at the clock this seldom among those */
#define MOVES_MAX 60      /* more than any position has */

typedef struct sorted_move {
    uint64_t flips;
    int key; /* higher is searched earlier */
    uint8_t square;
} sorted_move;

static int null_window(endgame_search *search, uint64_t own, uint64_t other, int alpha);

/* ---- The shallow zone -------------------------------------------------------------------------------------------- */

static int shallow(endgame_search *search, uint64_t own, uint64_t other, int alpha, int empties, bool passed)
{
    const uint64_t moves = fast_moves(own, other);
    if (!moves)
        return passed ? endgame_final_score(own, other) : -shallow(search, other, own, -alpha - 1, empties, true);
    const uint64_t odd = odd_regions(~(own | other));
    const uint64_t groups[2] = {moves & odd, moves & ~odd};
    int best = NO_VALUE;
    for (int i = 0; i < 2; i++) {
        for (BITS_EACH(square, groups[i])) {
            const uint64_t flips = fast_flips((unsigned)square, own, other);
            const uint64_t mine = own | flips | bit((unsigned)square), theirs = other ^ flips;
            search->nodes++;
            const int value = empties == 5 ? -solve_4(search, theirs, mine, -alpha - 1, false)
                                           : -shallow(search, theirs, mine, -alpha - 1, empties - 1, false);
            if (value > alpha)
                return value;
            if (value > best)
                best = value;
        }
    }
    return best;
}

/* ---- Moves in order ---------------------------------------------------------------------------------------------- */

#define CORNERS UINT64_C(0x8100000000000081)

/* Fastest first: prefer the move that leaves the opponent the fewest moves, corners counting twice. */
static int move_key(uint64_t own, uint64_t other, uint64_t odd, const sorted_move *move)
{
    const uint64_t mine = own | move->flips | bit(move->square), theirs = other ^ move->flips;
    const uint64_t replies = fast_moves(theirs, mine);
    int key = -16 * (int)(bit_count(replies) + bit_count(replies & CORNERS));
    if (odd & bit(move->square))
        key += 8;
    return key;
}

/* The legal moves with their keys; the table's moves come first. */
static int list_moves(uint64_t own, uint64_t other, uint64_t moves, const solve_bounds *known, sorted_move *list)
{
    const uint64_t odd = odd_regions(~(own | other));
    int count = 0;
    for (BITS_EACH(square, moves)) {
        sorted_move *move = &list[count++];
        move->square = (uint8_t)square;
        move->flips = fast_flips((unsigned)square, own, other);
        if (known && square == known->best[0])
            move->key = 1 << 20;
        else if (known && square == known->best[1])
            move->key = 1 << 19;
        else
            move->key = move_key(own, other, odd, move);
    }
    return count;
}

/* Swap the best of list[at..count-1] to list[at]. */
static const sorted_move *next_move(sorted_move *list, int count, int at)
{
    int best = at;
    for (int i = at + 1; i < count; i++)
        if (list[i].key > list[best].key)
            best = i;
    sorted_move chosen = list[best];
    list[best] = list[at];
    list[at] = chosen;
    return &list[at];
}

/* ---- The deep zone ----------------------------------------------------------------------------------------------- */

static bool must_stop(endgame_search *search)
{
    if (search->stop && atomic_load_explicit(search->stop, memory_order_relaxed))
        search->aborted = true;
    else if (search->deadline_s > 0 && ++search->polls % CLOCK_INTERVAL == 0 && clock_now_s() >= search->deadline_s)
        search->aborted = true;
    return search->aborted;
}

static unsigned log2_of(uint64_t nodes) { return nodes ? 64 - (unsigned)__builtin_clzll(nodes) : 0; }

/* Enhanced transposition cutoff: true if the table already knows a reply so bad that a move here exceeds alpha. */
static bool known_cutoff(const endgame_search *search, uint64_t own, uint64_t other, const sorted_move *list, int count,
                         int alpha, int *value)
{
    for (int i = 0; i < count; i++) {
        const uint64_t mine = own | list[i].flips | bit(list[i].square), theirs = other ^ list[i].flips;
        const solve_bounds *known = solve_table_find(search->table, solve_table_hash(theirs, mine), theirs, mine);
        if (known && -known->upper > alpha) {
            *value = -known->upper;
            return true;
        }
    }
    return false;
}

static int deep(endgame_search *search, uint64_t own, uint64_t other, int alpha, int empties)
{
    /* 1. Stop? */
    if (empties >= STOP_EMPTIES && must_stop(search))
        return alpha;

    /* 2. Stability: what the opponent cannot lose, the mover cannot win. */
    if (alpha >= 0) {
        const int ceiling = ENDGAME_SCORE_MAX - 2 * (int)bit_count(stability_of(search->edges, other, own));
        if (ceiling <= alpha)
            return ceiling;
    }

    /* 3. The table. */
    const uint64_t hash = solve_table_hash(own, other);
    const solve_bounds *known = solve_table_find(search->table, hash, own, other);
    if (known) {
        if (known->upper <= alpha)
            return known->upper;
        if (known->lower > alpha)
            return known->lower;
    }

    /* 4. Moves, or a pass, or the end. */
    const uint64_t moves = fast_moves(own, other);
    if (!moves) {
        if (!fast_moves(other, own))
            return endgame_final_score(own, other);
        return -deep(search, other, own, -alpha - 1, empties);
    }
    sorted_move list[MOVES_MAX];
    const int count = list_moves(own, other, moves, known, list);
    int best = NO_VALUE;
    if (known_cutoff(search, own, other, list, count, alpha, &best))
        return best;

    /* 5. Each move, best first. */
    const uint64_t nodes_before = search->nodes;
    unsigned best_square = FLANK_NO_SQUARE;
    for (int i = 0; i < count; i++) {
        const sorted_move *move = next_move(list, count, i);
        search->nodes++;
        const int value = -null_window(search, other ^ move->flips, own | move->flips | bit(move->square), -alpha - 1);
        if (search->aborted)
            return alpha;
        if (value > best) {
            best = value;
            best_square = move->square;
            if (value > alpha)
                break;
        }
    }

    /* 6. Remember. */
    const bool raised = best > alpha;
    solve_table_store(search->table, hash, own, other, raised ? best : -ENDGAME_SCORE_MAX,
                      raised ? ENDGAME_SCORE_MAX : best, best_square, log2_of(search->nodes - nodes_before));
    return best;
}

/* Does the value exceed alpha? Any number of empty squares. */
static int null_window(endgame_search *search, uint64_t own, uint64_t other, int alpha)
{
    const uint64_t empty = ~(own | other);
    const int empties = (int)bit_count(empty);
    if (empties >= DEEP_EMPTIES)
        return deep(search, own, other, alpha, empties);
    if (empties >= 5)
        return shallow(search, own, other, alpha, empties, false);
    if (empties == 4)
        return solve_4(search, own, other, alpha, false);
    const unsigned a = empties ? bit_first(empty) : 0, b = empties > 1 ? bit_first(bit_rest(empty)) : 0;
    if (empties == 3)
        return solve_3(search, own, other, alpha, a, b, bit_first(bit_rest(bit_rest(empty))), false);
    if (empties == 2)
        return solve_2(search, own, other, alpha, a, b);
    return empties == 1 ? solve_1(search, own, a) : endgame_final_score(own, other);
}

/* ---- Open windows ------------------------------------------------------------------------------------------------ */

/* Principal variation search: the first move with the open window, the others must first beat it with a null window. */
static int open_window(endgame_search *search, uint64_t own, uint64_t other, int alpha, int beta)
{
    if (beta - alpha == 1)
        return null_window(search, own, other, alpha);

    const uint64_t hash = solve_table_hash(own, other);
    const solve_bounds *known = solve_table_find(search->table, hash, own, other);
    if (known && (known->lower >= beta || known->lower == known->upper))
        return known->lower;
    if (known && known->upper <= alpha)
        return known->upper;

    const uint64_t moves = fast_moves(own, other);
    if (!moves) {
        if (!fast_moves(other, own))
            return endgame_final_score(own, other);
        return -open_window(search, other, own, -beta, -alpha);
    }
    sorted_move list[MOVES_MAX];
    const int count = list_moves(own, other, moves, known, list);
    const uint64_t nodes_before = search->nodes;
    unsigned best_square = FLANK_NO_SQUARE;
    int best = NO_VALUE;
    for (int i = 0; i < count && best < beta; i++) {
        const sorted_move *move = next_move(list, count, i);
        const uint64_t mine = own | move->flips | bit(move->square), theirs = other ^ move->flips;
        const int floor = best > alpha ? best : alpha;
        search->nodes++;
        int value = best == NO_VALUE ? floor + 1 : -null_window(search, theirs, mine, -floor - 1);
        if (value > floor && value < beta)
            value = -open_window(search, theirs, mine, -beta, -floor);
        if (search->aborted)
            return alpha;
        if (value > best) {
            best = value;
            best_square = move->square;
        }
    }
    solve_table_store(search->table, hash, own, other, best > alpha ? best : -ENDGAME_SCORE_MAX,
                      best < beta ? best : ENDGAME_SCORE_MAX, best_square, log2_of(search->nodes - nodes_before));
    return best;
}

int CPU_NAME(endgame_value)(endgame_search *search, uint64_t own, uint64_t other, int alpha, int beta)
{
    return open_window(search, own, other, alpha, beta);
}
