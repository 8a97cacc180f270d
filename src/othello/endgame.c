/* SPDX-License-Identifier: MIT
 *
 * The endgame search: exact values by alpha-beta, compiled once per CPU level.
 *
 * Zones by empty squares, from the root down:
 *
 *   15 and more              midgame.c
 *   LOCAL_MAX + 1 and more    the shared table (othello_transposition.h)
 *   ORDER_MIN and more       moves ordered by replies and what moves cost (late_order.h)
 *   FEW_ETC_MIN and more     enhanced transposition cutoffs, stability cutoffs
 *   FEW_MAX + 1 and more     moves fastest first (endgame_moves.h)
 *   5 to FEW_MAX             the same order in vectors (few_moves.h), a table of this thread's own (local_table.h)
 *   4 and fewer              last_empties.h
 *
 * Nearly all nodes are searched with a null window (does the value exceed alpha?); only nodes on the principal
 * variation have an open one. Values are fail-soft: the bound returned is often sharper than the question, and is
 * stored.
 *
 * A move's list entry holds the replies to it, so a child knows its legal moves. Stability cutoffs need many stable
 * discs, so they are tried only where alpha is so high that one is likely.
 */
#include "othello/endgame.h"

#include "othello/few_moves.h"
#include "othello/last_empties.h"
#include "othello/late_order.h"

#include <assert.h>

enum {
    FEW_ETC_MIN = 7, /* up to FEW_MAX, from here on enhanced transposition cutoffs, too: 2 % fewer nodes */
    LOCAL_MAX = 10,  /* positions with so many empty squares or fewer are in the local table */
    FEW_MAX = 8,     /* as many as a list of few_moves.h holds */
    STABLE_MIN = 7,  /* no stability cutoffs below */
    ORDER_MIN = 10,  /* from here on moves are ordered by evaluation.order */
    KEY_TABLE = 1 << 23,
};

/* A position with more than FEW_MAX empty squares, or the one after it. */
typedef struct endgame_node {
    uint64_t own, other;
    uint64_t moves; /* the legal ones */
    int empties;
    order_board board; /* with ORDER_MIN empty squares or more: orders its moves */
} endgame_node;

static int null_window(endgame_search *search, const endgame_node *now, int alpha);

/* Discs that the opponent cannot lose, the mover cannot win: true, and a bound in `ceiling`, if that settles the
 * question. */
static bool stable_cutoff(const endgame_search *search, uint64_t own, uint64_t other, int alpha, int empties,
                          int *ceiling)
{
    /* By empty squares from 7 on: the least alpha at which the look pays. */
    static const int8_t worth_it[] = {12, 14, 16, 16, 20};
    const int last = (int)sizeof worth_it - 1, at = empties - STABLE_MIN;
    if (alpha < worth_it[at < last ? at : last])
        return false;
    *ceiling = ENDGAME_SCORE_MAX - 2 * (int)bit_count(search_stable(search->edges, other, own));
    return *ceiling <= alpha;
}

/* ---- Few empty squares ------------------------------------------------------------------------------------------- */

/* Does what is known of the position behind one of the first `count` moves settle the question? Inlined, as find_known
 * is: 2.4 % less time. */
OTHELLO_INLINE bool few_known_cutoff(const endgame_search *search, uint64_t own, uint64_t other, const few_moves *list,
                                     int count, int alpha, int empties, int *value)
{
    const local_entry *entries[FEW_MOVES_MAX];
    for (int i = 0; i < count; i++)
        entries[i] =
            local_table_place(search->local, table_hash(other & ~list->taken[i], own | list->taken[i]), empties);
    for (int i = 0; i < count; i++)
        if (local_entry_holds(entries[i], other & ~list->taken[i], own | list->taken[i]) &&
            -entries[i]->upper > alpha) {
            *value = -entries[i]->upper;
            return true;
        }
    return false;
}

/* Five to FEW_MAX empty squares; `moves` are the legal ones. */
static int few_empties(endgame_search *search, uint64_t own, uint64_t other, uint64_t moves, int alpha, int empties)
{
    assert(empties >= 5 && empties <= FEW_MAX);

    /* 1. A pass, or the end. */
    if (!moves) {
        const uint64_t replies = fast_moves(other, own);
        return replies ? -few_empties(search, other, own, replies, -alpha - 1, empties)
                       : endgame_final_score(own, other);
    }

    /* 2. The table, and stability. */
    local_entry *entry = local_table_place(search->local, table_hash(own, other), empties);
    if (local_entry_holds(entry, own, other)) {
        if (entry->upper <= alpha)
            return entry->upper;
        if (entry->lower > alpha)
            return entry->lower;
    }
    int best = NO_VALUE;
    if (empties >= STABLE_MIN && stable_cutoff(search, own, other, alpha, empties, &best))
        return best;

    /* 3. Each move, best first. */
    few_moves list;
    few_keys keys = few_moves_list(&list, own, other, moves, odd_regions(~(own | other)));
    const int count = (int)bit_count(moves);
    if (empties >= FEW_ETC_MIN && few_known_cutoff(search, own, other, &list, count, alpha, empties - 1, &best))
        return best;
    best = NO_VALUE;
    for (int left = count; left > 0 && best <= alpha; left--) {
        const int at = few_moves_next(&keys);
        const uint64_t taken = list.taken[at], mine = own | taken, theirs = other & ~taken;
        search->nodes++;
        const uint64_t replies = list.replies[at];
        const int value = empties == 5 ? -solve_4(search, fast_set_of(theirs), fast_set_of(mine), replies, -alpha - 1)
                                       : -few_empties(search, theirs, mine, replies, -alpha - 1, empties - 1);
        if (value > best)
            best = value;
    }
    local_entry_store(entry, own, other, best > alpha ? best : -ENDGAME_SCORE_MAX,
                      best > alpha ? ENDGAME_SCORE_MAX : best, FLANK_NO_SQUARE);
    return best;
}

/* ---- The tables -------------------------------------------------------------------------------------------------- */

/* Proved bounds of a position, and moves worth trying first. */
OTHELLO_INLINE bool find_known(endgame_search *search, uint64_t hash, uint64_t own, uint64_t other, int empties,
                               proved_bounds *known)
{
    if (empties > LOCAL_MAX)
        return table_find_proved(search->table, hash, own, other, known);
    const local_entry *entry = local_table_place(search->local, hash, empties);
    if (!local_entry_holds(entry, own, other))
        return false;
    *known = (proved_bounds){entry->lower, entry->upper, {entry->best[0], entry->best[1]}};
    return true;
}

static void remember(endgame_search *search, uint64_t hash, uint64_t own, uint64_t other, const proved_bounds *found,
                     uint64_t nodes_before)
{
    const int empties = (int)bit_count(~(own | other));
    if (empties > LOCAL_MAX)
        table_store_proved(search->table, hash, own, other, found, table_cost_of(search->nodes - nodes_before));
    else
        local_entry_store(local_table_place(search->local, hash, empties), own, other, found->lower, found->upper,
                          found->best[0]);
}

/* Enhanced transposition cutoff: true if a table already knows a reply so bad that a move here exceeds alpha. Each
 * probe of the shared table is a cache miss, so all are begun before the first is looked at. */
static bool known_cutoff(endgame_search *search, uint64_t own, uint64_t other, const move_list *list, int alpha,
                         int *value)
{
    const int empties = (int)bit_count(~(own | other)) - 1;
    uint64_t hashes[MOVE_LIST_MAX];
    for (int i = 0; i < list->count; i++) {
        hashes[i] = table_hash(other & ~list->moves[i].taken, own | list->moves[i].taken);
        if (empties > LOCAL_MAX)
            table_prefetch(search->table, hashes[i]);
    }
    for (int i = 0; i < list->count; i++) {
        const uint64_t taken = list->moves[i].taken;
        proved_bounds known;
        if (find_known(search, hashes[i], other & ~taken, own | taken, empties, &known) && -known.upper > alpha) {
            *value = -known.upper;
            return true;
        }
    }
    return false;
}

/* ---- Many empty squares ------------------------------------------------------------------------------------------ */

static void node_set(const evaluation *eval, endgame_node *node, uint64_t own, uint64_t other)
{
    node->own = own;
    node->other = other;
    node->moves = fast_moves(own, other);
    node->empties = (int)bit_count(~(own | other));
    if (node->empties >= ORDER_MIN)
        order_board_set(eval, &node->board, ON_BOARD(own), ON_BOARD(other));
}

/* The position after a move. */
static inline void node_after(const evaluation *eval, const endgame_node *now, const listed_move *move,
                              endgame_node *next)
{
    next->own = now->other & ~move->taken;
    next->other = now->own | move->taken;
    next->moves = move->moves;
    next->empties = now->empties - 1;
    if (next->empties >= ORDER_MIN)
        order_board_play(eval, &now->board, &next->board, move->square, move->taken & ~bit(move->square));
}

/* The position after a pass; false if the other side cannot move either. */
static bool node_pass(const evaluation *eval, const endgame_node *now, endgame_node *next)
{
    next->own = now->other;
    next->other = now->own;
    next->moves = fast_moves(next->own, next->other);
    next->empties = now->empties;
    if (next->moves && next->empties >= ORDER_MIN)
        order_board_pass(eval, &now->board, &next->board);
    return next->moves != 0;
}

/* List the moves with keys: the table's first, then by late_order.h, with few empty squares fastest first. */
static void order_moves(endgame_search *search, const endgame_node *now, const proved_bounds *known, move_list *list)
{
    const uint8_t first = known ? known->best[0] : FLANK_NO_SQUARE, second = known ? known->best[1] : FLANK_NO_SQUARE;
    if (now->empties >= ORDER_MIN)
        search->nodes += late_order(search->eval, &now->board, now->empties, list);
    for (int i = 0; i < list->count; i++) {
        listed_move *move = &list->moves[i];
        if (move->square == first)
            move->key = 2 * KEY_TABLE;
        else if (move->square == second)
            move->key = KEY_TABLE;
    }
}

/* More than FEW_MAX empty squares. */
static int many_empties(endgame_search *search, const endgame_node *now, int alpha)
{
    assert(now->empties > FEW_MAX && now->empties == (int)bit_count(~(now->own | now->other)));

    /* 1. Stop? A node takes some microseconds. */
    if (endgame_must_stop(search))
        return alpha;
    const uint64_t own = now->own, other = now->other, hash = table_hash(own, other);
    if (now->empties > LOCAL_MAX)
        table_prefetch(search->table, hash);

    /* 2. Stability. */
    int best = NO_VALUE;
    if (stable_cutoff(search, own, other, alpha, now->empties, &best))
        return best;

    /* 3. The table. */
    proved_bounds known;
    const bool found = find_known(search, hash, own, other, now->empties, &known);
    if (found && known.upper <= alpha)
        return known.upper;
    if (found && known.lower > alpha)
        return known.lower;

    /* 4. A pass, or the end. */
    endgame_node next;
    if (!now->moves)
        return node_pass(search->eval, now, &next) ? -many_empties(search, &next, -alpha - 1)
                                                   : endgame_final_score(own, other);
    move_list list;
    list_moves(&list, own, other, now->moves);
    if (known_cutoff(search, own, other, &list, alpha, &best))
        return best;
    if (search->watch)
        search->watch->on_question(search->watch, search, own, other, alpha);
    const uint64_t nodes_before = search->nodes;
    order_moves(search, now, found ? &known : NULL, &list);

    /* 5. Each move, best first. */
    unsigned best_square = FLANK_NO_SQUARE;
    best = NO_VALUE;
    for (int i = 0; i < list.count && best <= alpha; i++) {
        const listed_move *move = move_list_next(&list, i);
        node_after(search->eval, now, move, &next);
        search->nodes++;
        const int value = -null_window(search, &next, -alpha - 1);
        if (search->aborted)
            return alpha;
        if (value > best) {
            best = value;
            best_square = move->square;
        }
    }

    /* 6. Remember. */
    const bool raised = best > alpha;
    remember(search, hash, own, other,
             &(proved_bounds){raised ? best : -ENDGAME_SCORE_MAX,
                              raised ? ENDGAME_SCORE_MAX : best,
                              {(uint8_t)best_square, FLANK_NO_SQUARE}},
             nodes_before);
    return best;
}

/* Does the value exceed alpha? */
static int null_window(endgame_search *search, const endgame_node *now, int alpha)
{
    if (now->empties > FEW_MAX)
        return many_empties(search, now, alpha);
    return now->empties >= 5 ? few_empties(search, now->own, now->other, now->moves, alpha, now->empties)
                             : solve_last(search, now->own, now->other, now->moves, alpha, now->empties);
}

/* ---- Open windows ------------------------------------------------------------------------------------------------ */

/* Principal variation search: the first move with the open window, the others must first beat it with a null window. */
static int open_window(endgame_search *search, const endgame_node *now, int alpha, int beta)
{
    const uint64_t own = now->own, other = now->other;
    assert(alpha < beta);
    if (beta - alpha == 1)
        return null_window(search, now, alpha);

    const uint64_t hash = table_hash(own, other);
    proved_bounds known;
    const bool found = find_known(search, hash, own, other, now->empties, &known);
    if (found && (known.lower >= beta || known.lower == known.upper))
        return known.lower;
    if (found && known.upper <= alpha)
        return known.upper;

    endgame_node next;
    if (!now->moves)
        return node_pass(search->eval, now, &next) ? -open_window(search, &next, -beta, -alpha)
                                                   : endgame_final_score(own, other);
    const uint64_t nodes_before = search->nodes;
    move_list list;
    list_moves(&list, own, other, now->moves);
    order_moves(search, now, found ? &known : NULL, &list);
    unsigned best_square = FLANK_NO_SQUARE;
    int best = NO_VALUE;
    for (int i = 0; i < list.count && best < beta; i++) {
        const listed_move *move = move_list_next(&list, i);
        const int floor = best > alpha ? best : alpha;
        node_after(search->eval, now, move, &next);
        search->nodes++;
        int value = i == 0 ? floor + 1 : -null_window(search, &next, -floor - 1);
        if (value > floor && value < beta)
            value = -open_window(search, &next, -beta, -floor);
        if (search->aborted)
            return alpha;
        if (value > best) {
            best = value;
            best_square = move->square;
        }
    }
    remember(search, hash, own, other,
             &(proved_bounds){best > alpha ? best : -ENDGAME_SCORE_MAX,
                              best < beta ? best : ENDGAME_SCORE_MAX,
                              {(uint8_t)best_square, FLANK_NO_SQUARE}},
             nodes_before);
    return best;
}

int BOARD_NAME(endgame_value)(endgame_search *search, uint64_t own, uint64_t other, int alpha, int beta)
{
    assert((own & other) == 0 && alpha < beta);
    endgame_node root;
    node_set(search->eval, &root, own, other);
    return open_window(search, &root, alpha, beta);
}
