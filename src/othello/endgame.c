/* SPDX-License-Identifier: MIT
 *
 * The endgame search: exact values by alpha-beta, compiled once per CPU level.
 *
 * Zones by empty squares, from the root down:
 *
 *   GUESS_EMPTIES and more   moves ordered by a short search (guess.h)
 *   CUTOFF_EMPTIES and more  enhanced transposition cutoffs
 *   TABLE_EMPTIES and more   the table and stability cutoffs
 *   SORT_EMPTIES and more    moves ordered fastest first (endgame_moves.h)
 *   5 and more               moves into odd regions first, no more order than that
 *   4 and fewer              last_empties.h
 *
 * Nearly all nodes are searched with a null window (does the value exceed alpha?); only nodes on the principal
 * variation have an open one. Values are fail-soft: the bound returned is often sharper than the question, and is
 * stored.
 */
#include "othello/endgame.h"

#include "othello/fast_board.h"
#include "othello/guess.h"
#include "othello/last_empties.h"
#include "othello/endgame_moves.h"

enum {
    GUESS_EMPTIES = 12,
    CUTOFF_EMPTIES = 9,
    TABLE_EMPTIES = 8,
    SORT_EMPTIES = 6,
    STOP_EMPTIES = 9, /* from here on, look whether to stop: a node takes some microseconds */
    GUESS_DEPTH_MAX = 7,
    ROOT_EMPTIES = 2, /* the root is ordered as if it had so many more */
};

static int null_window(endgame_search *search, uint64_t own, uint64_t other, int alpha, int empties);

/* ---- Few empty squares ------------------------------------------------------------------------------------------- */

static int by_parity(endgame_search *search, uint64_t own, uint64_t other, int alpha, int empties)
{
    const uint64_t moves = fast_moves(own, other);
    if (!moves) {
        if (!fast_moves(other, own))
            return endgame_final_score(own, other);
        return -by_parity(search, other, own, -alpha - 1, empties);
    }
    const uint64_t odd = odd_regions(~(own | other));
    const uint64_t groups[2] = {moves & odd, moves & ~odd};
    int best = NO_VALUE;
    for (int i = 0; i < 2; i++) {
        for (BITS_EACH(square, groups[i])) {
            const uint64_t flips = fast_flips((unsigned)square, own, other);
            search->nodes++;
            const int value =
                -null_window(search, other ^ flips, own | flips | bit((unsigned)square), -alpha - 1, empties - 1);
            if (value > alpha)
                return value;
            if (value > best)
                best = value;
        }
    }
    return best;
}

static int fastest_first(endgame_search *search, uint64_t own, uint64_t other, int alpha, int empties)
{
    const uint64_t moves = fast_moves(own, other);
    if (!moves) {
        if (!fast_moves(other, own))
            return endgame_final_score(own, other);
        return -fastest_first(search, other, own, -alpha - 1, empties);
    }
    move_list list;
    list_moves(&list, own, other, moves);
    int best = NO_VALUE;
    for (int i = 0; i < list.count; i++) {
        const ordered_move *move = next_move(&list, i);
        search->nodes++;
        const int value = -null_window(search, other & ~move->taken, own | move->taken, -alpha - 1, empties - 1);
        if (value > alpha)
            return value;
        if (value > best)
            best = value;
    }
    return best;
}

/* ---- The table --------------------------------------------------------------------------------------------------- */

static unsigned log2_of(uint64_t nodes) { return nodes ? 64 - (unsigned)__builtin_clzll(nodes) : 0; }

/* Enhanced transposition cutoff: true if the table already knows a reply so bad that a move here exceeds alpha. Each
 * probe is a cache miss, so all are begun before the first is looked at. */
static bool known_cutoff(const endgame_search *search, uint64_t own, uint64_t other, const move_list *list, int alpha,
                         int *value)
{
    uint64_t hashes[MOVES_MAX];
    for (int i = 0; i < list->count; i++) {
        hashes[i] = table_hash(other & ~list->moves[i].taken, own | list->moves[i].taken);
        table_prefetch(search->table, hashes[i]);
    }
    for (int i = 0; i < list->count; i++) {
        const uint64_t taken = list->moves[i].taken;
        proved_bounds known;
        if (table_find_proved(search->table, hashes[i], other & ~taken, own | taken, &known) && -known.upper > alpha) {
            *value = -known.upper;
            return true;
        }
    }
    return false;
}

/* The order of a large tree: the table's moves, then by a short search if the tree is worth it, else fastest first. */
static void order_moves(endgame_search *search, uint64_t own, uint64_t other, const proved_bounds *known, int empties,
                        move_list *list)
{
    const uint8_t first = known ? known->best[0] : FLANK_NO_SQUARE, second = known ? known->best[1] : FLANK_NO_SQUARE;
    const int depth = (empties - GUESS_EMPTIES) / 2 + 1;
    if (empties >= GUESS_EMPTIES)
        guess_keys(search, own, other, list, depth < GUESS_DEPTH_MAX ? depth : GUESS_DEPTH_MAX);
    for (int i = 0; i < list->count; i++) {
        ordered_move *move = &list->moves[i];
        if (move->square == first)
            move->key = 2 * GUESS_LIMIT;
        else if (move->square == second)
            move->key = GUESS_LIMIT;
    }
}

static int with_table(endgame_search *search, uint64_t own, uint64_t other, int alpha, int empties)
{
    /* 1. Stop? */
    if (empties >= STOP_EMPTIES && endgame_must_stop(search))
        return alpha;

    const uint64_t hash = table_hash(own, other);
    table_prefetch(search->table, hash);

    /* 2. Stability: what the opponent cannot lose, the mover cannot win. */
    if (alpha >= 0) {
        const int ceiling = ENDGAME_SCORE_MAX - 2 * (int)bit_count(stability_of(search->edges, other, own));
        if (ceiling <= alpha)
            return ceiling;
    }

    /* 3. The table. */
    proved_bounds known;
    const bool found = table_find_proved(search->table, hash, own, other, &known);
    if (found && known.upper <= alpha)
        return known.upper;
    if (found && known.lower > alpha)
        return known.lower;

    /* 4. Moves, or a pass, or the end. */
    const uint64_t moves = fast_moves(own, other);
    if (!moves) {
        if (!fast_moves(other, own))
            return endgame_final_score(own, other);
        return -with_table(search, other, own, -alpha - 1, empties);
    }
    move_list list;
    list_moves(&list, own, other, moves);
    int best = NO_VALUE;
    if (empties >= CUTOFF_EMPTIES && known_cutoff(search, own, other, &list, alpha, &best))
        return best;
    const uint64_t nodes_before = search->nodes;
    order_moves(search, own, other, found ? &known : NULL, empties, &list);

    /* 5. Each move, best first. */
    unsigned best_square = FLANK_NO_SQUARE;
    for (int i = 0; i < list.count && best <= alpha; i++) {
        const ordered_move *move = next_move(&list, i);
        search->nodes++;
        const int value = -null_window(search, other & ~move->taken, own | move->taken, -alpha - 1, empties - 1);
        if (search->aborted)
            return alpha;
        if (value > best) {
            best = value;
            best_square = move->square;
        }
    }

    /* 6. Remember. */
    const bool raised = best > alpha;
    table_store_proved(search->table, hash, own, other, raised ? best : -ENDGAME_SCORE_MAX,
                       raised ? ENDGAME_SCORE_MAX : best, best_square, log2_of(search->nodes - nodes_before));
    return best;
}

/* Does the value exceed alpha? */
static int null_window(endgame_search *search, uint64_t own, uint64_t other, int alpha, int empties)
{
    if (empties >= TABLE_EMPTIES)
        return with_table(search, own, other, alpha, empties);
    if (empties >= SORT_EMPTIES)
        return fastest_first(search, own, other, alpha, empties);
    return empties >= 5 ? by_parity(search, own, other, alpha, empties)
                        : solve_last(search, own, other, alpha, empties);
}

/* ---- Open windows ------------------------------------------------------------------------------------------------ */

/* Principal variation search: the first move with the open window, the others must first beat it with a null window. */
static int open_window(endgame_search *search, uint64_t own, uint64_t other, int alpha, int beta)
{
    const int empties = (int)bit_count(~(own | other));
    if (beta - alpha == 1)
        return null_window(search, own, other, alpha, empties);

    const uint64_t hash = table_hash(own, other);
    proved_bounds known;
    const bool found = table_find_proved(search->table, hash, own, other, &known);
    if (found && (known.lower >= beta || known.lower == known.upper))
        return known.lower;
    if (found && known.upper <= alpha)
        return known.upper;

    const uint64_t moves = fast_moves(own, other);
    if (!moves) {
        if (!fast_moves(other, own))
            return endgame_final_score(own, other);
        return -open_window(search, other, own, -beta, -alpha);
    }
    const uint64_t nodes_before = search->nodes;
    move_list list;
    list_moves(&list, own, other, moves);
    order_moves(search, own, other, found ? &known : NULL, empties, &list);
    unsigned best_square = FLANK_NO_SQUARE;
    int best = NO_VALUE;
    for (int i = 0; i < list.count && best < beta; i++) {
        const ordered_move *move = next_move(&list, i);
        const uint64_t mine = own | move->taken, theirs = other & ~move->taken;
        const int floor = best > alpha ? best : alpha;
        search->nodes++;
        int value = i == 0 ? floor + 1 : -null_window(search, theirs, mine, -floor - 1, empties - 1);
        if (value > floor && value < beta)
            value = -open_window(search, theirs, mine, -beta, -floor);
        if (search->aborted)
            return alpha;
        if (value > best) {
            best = value;
            best_square = move->square;
        }
    }
    table_store_proved(search->table, hash, own, other, best > alpha ? best : -ENDGAME_SCORE_MAX,
                       best < beta ? best : ENDGAME_SCORE_MAX, best_square, log2_of(search->nodes - nodes_before));
    return best;
}

int CPU_NAME(endgame_value)(endgame_search *search, uint64_t own, uint64_t other, int alpha, int beta)
{
    return open_window(search, own, other, alpha, beta);
}

int CPU_NAME(endgame_order)(endgame_search *search, uint64_t own, uint64_t other, uint8_t *squares)
{
    const uint64_t hash = table_hash(own, other);
    proved_bounds known;
    const bool found = table_find_proved(search->table, hash, own, other, &known);
    move_list list;
    list_moves(&list, own, other, fast_moves(own, other));
    order_moves(search, own, other, found ? &known : NULL, (int)bit_count(~(own | other)) + ROOT_EMPTIES, &list);
    for (int i = 0; i < list.count; i++)
        squares[i] = next_move(&list, i)->square;
    return list.count;
}
