/* SPDX-License-Identifier: MIT
 *
 * The search of the midgame and of the upper part of the endgame, compiled once per CPU level.
 *
 * Principal variation search: nearly all nodes are asked with a null window whether their value exceeds alpha; only
 * nodes on the principal variation have an open one. Zones by depth left, from the root down:
 *
 *   SORT_DEPTH and more   the table, multi-ProbCut, cutoffs by replies' entries; moves ordered by the replies that they
 *                         leave, and from VALUE_DEPTH on by shallow searches
 *   1 .. SORT_DEPTH - 1   alpha-beta, left at once where the evaluation is far outside the window; moves ordered by
 *                         replies, on the last ply by their squares
 *   0                     the evaluation
 *
 * A search whose depth is the number of empty squares ends at the end of the game. With few empty squares its moves are
 * ordered by late_order.h; from LAST_EMPTIES_EXACT on, or LAST_EMPTIES if moves may be skipped, the endgame search
 * (endgame.c) takes over, which is exact at every selectivity.
 *
 * Passes do not count as depth. So within a search every position has one depth, which makes searches at SELECT_100
 * independent of what the table holds from the same search.
 */
#include "othello/midgame.h"

#include "othello/fast_board.h"
#include "othello/late_order.h"
#include "othello/midgame_node.h"
#include "othello/probcut.h"
#ifndef __wasm__
#include "othello/network_value.h"
#endif
#include "othello/split.h"
#include "othello/stability.h"

#include <assert.h>

_Static_assert((int)TABLE_PROVED == (int)SELECT_100 && (int)TABLE_DISC == (int)EVAL_PER_DISC,
               "what is stored here is read as proofs");

enum {
    LAST_EMPTIES = 11,       /* to skip moves saves nothing from here on */
    LAST_EMPTIES_EXACT = 14, /* an exact search needs no evaluation from here on; threads share what is above */
    SORT_DEPTH = 3,
    VALUE_DEPTH = 8,  /* moves are ordered by values: below, these cost more than they save */
    CUTOFF_DEPTH = 5, /* enhanced transposition cutoffs */
    PROBCUT_ALPHA = EVAL_LIMIT - EVAL_PER_DISC,
    NO_MID_VALUE = -100 * EVAL_PER_DISC,
    KEY_FIRST = 1 << 24, /* keys of the table's moves */
    KEY_SECOND = 1 << 23,
};

static int null_window(midgame_search *search, const midgame_node *now, int alpha, int depth, int selectivity);

static int final_value(const midgame_node *now) { return endgame_final_score(now->own, now->other) * EVAL_PER_DISC; }

static int sum_guess(const midgame_search *search, const midgame_node *now)
{
    /* Boards with more than 60 empty squares can be set up, too. */
    return eval_board_value(search->end.eval, &now->eval, now->empties < 60 ? now->empties : 60);
}

#ifdef __wasm__ /* the page has no network: its code would only be loaded */
static bool is_networks(const midgame_search *search, const midgame_node *now)
{
    (void)search, (void)now;
    return false;
}
static int network_guess(midgame_search *search, const midgame_node *now) { return sum_guess(search, now); }
#else
static bool is_networks(const midgame_search *search, const midgame_node *now)
{
    return search->end.eval->network && now->empties >= NETWORK_EMPTIES_MIN && now->empties < NETWORK_EMPTIES;
}

/* A network has seen no side that must pass, so it judges the position after that. */
static int ask_network(const evaluation *eval, const midgame_node *now)
{
    const unsigned moves = bit_count(fast_moves(now->own, now->other)); /* a leaf's are not listed */
    const unsigned replies = bit_count(fast_moves(now->other, now->own));
    if (moves > 0 || replies == 0)
        return network_value(eval->network, &now->eval, now->empties, moves, replies);
    eval_board turned;
    eval_board_pass(eval, &now->eval, &turned);
    return -network_value(eval->network, &turned, now->empties, replies, moves);
}

static int network_guess(midgame_search *search, const midgame_node *now)
{
    const uint64_t hash = table_hash(now->own, now->other);
    uint64_t *word = network_cache_word(search->guesses, hash);
    if (!network_cache_holds(*word, hash))
        *word = network_cache_entry(hash, ask_network(search->end.eval, now));
    return network_cache_value(*word);
}
#endif

static int guess(midgame_search *search, const midgame_node *now)
{
    return is_networks(search, now) ? network_guess(search, now) : sum_guess(search, now);
}

/* The same where a null window is asked about: a network need not be where the sum is far outside the window. At 15
 * plies it is asked at 47 of 100 nodes then; of 188 best moves in hard-30.obf a margin of three discs loses one, of two
 * four, of one seven. */
static int guess_outside(midgame_search *search, const midgame_node *now, int alpha, int margin)
{
    enum { FAR = 4 * EVAL_PER_DISC };
    if (!is_networks(search, now))
        return sum_guess(search, now);
    const int sum = sum_guess(search, now);
    return sum > alpha + margin + FAR || sum <= alpha - margin - FAR ? sum : network_guess(search, now);
}

/* True if the endgame search takes over. */
static bool is_last(const midgame_node *now, int depth, int selectivity)
{
    return depth >= now->empties && now->empties <= (selectivity == SELECT_100 ? LAST_EMPTIES_EXACT : LAST_EMPTIES);
}

static int floor_discs(int value)
{
    return value >= 0 ? value / EVAL_PER_DISC : -((EVAL_PER_DISC - 1 - value) / EVAL_PER_DISC);
}

/* ---- Near the leaves --------------------------------------------------------------------------------------------- */

/* The value of a square beside REPLY_KEY for each reply. */
static int square_key(unsigned square)
{
    enum { CORNER = 10, C_SQUARE = -3, X_SQUARE = -8 };
    if (!(bit(square) & (CORNERS | X_AND_C_SQUARES)))
        return 0;
    return bit(square) & CORNERS ? CORNER : bit(square) & X_SQUARES ? X_SQUARE : C_SQUARE;
}

static void fewest_replies_first(move_list *list)
{
    enum { REPLY_KEY = 4 };
    for (int i = 0; i < list->count; i++)
        list->moves[i].key = square_key(list->moves[i].square) - REPLY_KEY * list->moves[i].replies;
}

/* The value of a leaf; `rough`: any will do. */
static int leaf_value(midgame_search *search, const midgame_node *now, int alpha, int beta, bool rough)
{
    if (rough)
        return sum_guess(search, now);
    return beta - alpha == 1 ? guess_outside(search, now, alpha, 0) : guess(search, now);
}

/* The last ply: moves in the order of their squares alone, the one that refuted a position like this first. */
static int last_ply_value(midgame_search *search, const midgame_node *now, const midgame_question *question)
{
    const uint64_t order[] = {search->refutation, CORNERS, ~X_AND_C_SQUARES, ~UINT64_C(0)};
    uint64_t moves = now->moves;
    int best = NO_MID_VALUE;
    for (size_t i = 0; i < sizeof order / sizeof *order; moves &= ~order[i++])
        for (BITS_EACH(square, moves & order[i])) {
            const uint64_t flips = fast_flips((unsigned)square, now->own, now->other);
            const listed_move move = {.taken = flips | bit((unsigned)square), .square = (uint8_t)square};
            midgame_node next;
            midgame_node_after(search->end.eval, now, &move, &next);
            search->end.nodes++;
            const int value = -leaf_value(search, &next, -question->beta, -question->alpha, question->rough);
            if (value > best)
                best = value;
            if (value >= question->beta) {
                search->refutation = bit((unsigned)square);
                return value;
            }
        }
    return best;
}

/* ProbCut near the leaves: whether the evaluation is so far outside a null window that one or two plies would hardly
 * change that. It takes 58 % of the nodes away, and gave 34 ± 15 Elo at equal time (docs/decisions, record 10). */
static bool evidently_outside(midgame_search *search, const midgame_node *now, int alpha, int depth, int selectivity,
                              int *value)
{
    const int sigma = probcut_sigma(search->end.eval, depth, now->empties);
    const int margin = probcut_certainty[selectivity] * sigma / 64;
    const int first = guess_outside(search, now, alpha, margin);
    *value = first > alpha ? alpha + 1 : alpha;
    return first >= alpha + margin || first <= alpha - margin;
}

/* Alpha-beta without the table. */
static int shallow_value(midgame_search *search, const midgame_node *now, const midgame_question *question)
{
    const int alpha = question->alpha, beta = question->beta, depth = question->depth;
    const int selectivity = question->selectivity;
    assert(alpha < beta && depth >= 0);
    if (depth == 0)
        return leaf_value(search, now, alpha, beta, question->rough);
    midgame_node next;
    if (!now->moves) {
        if (!midgame_node_pass(search->end.eval, now, &next))
            return final_value(now);
        return -shallow_value(search, &next, &(midgame_question){-beta, -alpha, depth, selectivity, question->rough});
    }
    int best = NO_MID_VALUE;
    if (selectivity < SELECT_100 && beta - alpha == 1 && depth < now->empties &&
        evidently_outside(search, now, alpha, depth, selectivity, &best))
        return best;
    if (depth == 1)
        return last_ply_value(search, now, question);
    move_list list;
    move_list_fill(&list, now->own, now->other, now->moves);
    fewest_replies_first(&list);
    for (int i = 0; i < list.count && best < beta; i++) {
        const listed_move *move = move_list_next(&list, i);
        const int floor = best > alpha ? best : alpha;
        midgame_node_after(search->end.eval, now, move, &next);
        search->end.nodes++;
        const midgame_question reply = {-beta, -floor, depth - 1, selectivity, question->rough};
        const int value = -shallow_value(search, &next, &reply);
        if (value > best)
            best = value;
    }
    return best;
}

/* ---- The order of moves ------------------------------------------------------------------------------------------ */

/* Plies of the searches that order the moves of a node. */
static int order_depth(const midgame_node *now, int depth)
{
    if (depth >= now->empties)
        return late_search_plies(depth);
    return depth < 17 ? 0 : depth < 21 ? 1 : depth < 25 ? 2 : 3;
}

static void order_moves(midgame_search *search, const midgame_node *now, move_list *list, const table_entry *known,
                        int depth, int plies)
{
    enum { REPLY = 12 };
    const bool to_the_end = depth >= now->empties, late = to_the_end && plies == 0;
    const int margin = (to_the_end ? 12 : 5) * EVAL_PER_DISC; /* worse moves are only bounded */
    const int replies_max = to_the_end ? replies_worth_a_value(list, now->empties) : MOVE_LIST_MAX;
    int best = NO_MID_VALUE;
    if (to_the_end)
        for (int i = 0; i < list->count; i++)
            list->moves[i].key = -list->moves[i].replies;
    else
        fewest_replies_first(list);
    if (late)
        search->end.nodes += late_order(search->end.eval, &now->eval.order, now->empties, list);
    for (int i = 0; i < list->count; i++) {
        listed_move *move = &list->moves[i];
        if (known && move->square == known->best[0]) {
            move->key = KEY_FIRST;
            continue;
        }
        if (known && move->square == known->best[1]) {
            move->key = KEY_SECOND;
            continue;
        }
        if (late || depth < VALUE_DEPTH)
            continue;
        if (move->replies > replies_max) {
            move->key += LATE_LATER;
            continue;
        }
        midgame_node next;
        midgame_node_after(search->end.eval, now, move, &next);
        search->end.nodes++;
        const midgame_question question = {-MIDGAME_VALUE_MAX, margin - best, plies, SELECT_100, .rough = true};
        const int value = -shallow_value(search, &next, &question);
        if (value > best)
            best = value;
        move->key = value + (to_the_end ? late_key(search->end.eval, &next.eval.order, now->empties, move->replies)
                                        : -REPLY * move->replies);
    }
}

/* ---- Cutoffs ----------------------------------------------------------------------------------------------------- */

/* Enhanced transposition cutoff: true if the table already knows a reply so bad that a move here exceeds alpha. Each
 * probe is a cache miss, so all are begun before the first is looked at. */
static bool known_cutoff(const midgame_search *search, const midgame_node *now, const move_list *list,
                         const midgame_question *question, int *value)
{
    uint64_t hashes[MOVE_LIST_MAX];
    for (int i = 0; i < list->count; i++) {
        hashes[i] = table_hash(now->other & ~list->moves[i].taken, now->own | list->moves[i].taken);
        table_prefetch(search->end.table, hashes[i]);
    }
    for (int i = 0; i < list->count; i++) {
        const uint64_t taken = list->moves[i].taken;
        table_entry known;
        if (table_find(search->end.table, hashes[i], now->other & ~taken, now->own | taken, &known) &&
            known.depth >= question->depth - 1 && known.selectivity >= question->selectivity &&
            -known.upper > question->alpha) {
            *value = -known.upper;
            return true;
        }
    }
    return false;
}

/* Multi-ProbCut: true if a shallower search is far enough outside the window. */
static bool probably_outside(midgame_search *search, const midgame_node *now, int alpha, int depth, int selectivity,
                             int *value)
{
    const int sigma = probcut_sigma(search->end.eval, depth, now->empties), plies = probcut_shallow_depth(depth);
    assert(plies < depth);
    const int margin = probcut_certainty[selectivity] * sigma / 64;
    /* Results of whole games are two discs apart: what is asked is whether the value is above the odd number between.
     */
    const int middle = depth >= now->empties ? (floor_discs(alpha) | 1) * EVAL_PER_DISC : alpha;
    const int high = middle + margin, low = middle - margin;
    const int first = sum_guess(search, now);
    if (high <= PROBCUT_ALPHA && first >= middle) {
        if (null_window(search, now, high - 1, plies, selectivity) >= high) {
            *value = alpha + 1;
            return true;
        }
    }
    if (low >= -PROBCUT_ALPHA && first < middle) {
        if (null_window(search, now, low, plies, selectivity) <= low) {
            *value = alpha;
            return true;
        }
    }
    return false;
}

/* ---- Several threads --------------------------------------------------------------------------------------------- */

/* A node whose moves are searched by several threads; what changes is guarded by the pool's lock. */
typedef struct split_node {
    const midgame_node *now;
    move_list *list;
    int next; /* the first move that nobody has taken */
    int alpha, depth, selectivity;
    int best;
    unsigned best_square;
} split_node;

/* Search moves of the node until there is none left, or a cutoff or a stop makes them needless. */
static void work_on_split(midgame_search *search, split_point *split)
{
    split_node *node = split->node;
    split_pool_lock(search->pool);
    while (node->next < node->list->count && !atomic_load_explicit(&split->cancelled, memory_order_relaxed)) {
        const listed_move move = *move_list_next(node->list, node->next++);
        split->out_of_moves = node->next == node->list->count;
        split_pool_unlock(search->pool);
        midgame_node next;
        midgame_node_after(search->end.eval, node->now, &move, &next);
        search->end.nodes++;
        const int value = -null_window(search, &next, -node->alpha - 1, node->depth - 1, node->selectivity);
        split_pool_lock(search->pool);
        if (search->end.aborted) {
            split_cancel(search->pool, split); /* a stop concerns all */
            break;
        }
        if (value > node->best) {
            node->best = value;
            node->best_square = move.square;
        }
        if (value > node->alpha)
            split_cancel(search->pool, split);
    }
    split_pool_unlock(search->pool);
}

/* True if the rest of a node's moves is worth sharing, now. */
static bool worth_splitting(const midgame_search *search, const midgame_node *now, int depth)
{
    enum { SPLIT_EMPTIES = 15, SPLIT_DEPTH = 8 };
    return search->pool && depth >= (depth >= now->empties ? SPLIT_EMPTIES : SPLIT_DEPTH) &&
           split_pool_is_idle(search->pool);
}

/* Search the moves that are left together with idle threads. */
static void search_split(midgame_search *search, split_node *node)
{
    split_point split = {.node = node, .work = work_on_split};
    split_run(search->pool, search, &split);
    const bool cutoff = node->best > node->alpha;
    search->end.aborted = !cutoff && atomic_load_explicit(&split.cancelled, memory_order_relaxed);
}

/* ---- Null windows ------------------------------------------------------------------------------------------------ */

static void remember(midgame_search *search, const midgame_node *now, uint64_t hash, const table_entry *found)
{
    table_store(search->end.table, hash, now->own, now->other, found);
}

/* True if a bound answers whether the value exceeds alpha: what the opponent cannot lose, the mover cannot win; or what
 * the table knows, `known` (NULL: nothing). */
static bool is_settled(const midgame_search *search, const midgame_node *now, const midgame_question *question,
                       const table_entry *known, int *value)
{
    const int alpha = question->alpha;
    if (question->depth >= now->empties && alpha >= 0) {
        const int stable = (int)bit_count(search_stable(search->end.edges, now->other, now->own));
        *value = MIDGAME_VALUE_MAX - 2 * stable * EVAL_PER_DISC;
        if (*value <= alpha)
            return true;
    }
    if (!known || known->depth < question->depth || known->selectivity < question->selectivity)
        return false;
    *value = known->upper <= alpha ? known->upper : known->lower;
    return known->upper <= alpha || known->lower > alpha;
}

/* Search the ordered moves of a node until one exceeds alpha, alone or with idle threads. */
static void search_moves(midgame_search *search, split_node *node)
{
    for (int i = 0; i < node->list->count && node->best <= node->alpha && !search->end.aborted; i++) {
        if (i > 0 && worth_splitting(search, node->now, node->depth)) {
            node->next = i;
            search_split(search, node);
            return;
        }
        const listed_move *move = move_list_next(node->list, i);
        midgame_node next;
        midgame_node_after(search->end.eval, node->now, move, &next);
        search->end.nodes++;
        const int value = -null_window(search, &next, -node->alpha - 1, node->depth - 1, node->selectivity);
        if (value > node->best) {
            node->best = value;
            node->best_square = move->square;
        }
    }
}

/* Does the value exceed alpha? */
static int null_window(midgame_search *search, const midgame_node *now, int alpha, int depth, int selectivity)
{
    assert(depth >= 0 && now->empties == (int)bit_count(~(now->own | now->other)));
    if (is_last(now, depth, selectivity)) {
        const int discs = floor_discs(alpha);
        return EVAL_PER_DISC * BOARD_NAME(endgame_value)(&search->end, now->own, now->other, discs, discs + 1);
    }
    const midgame_question question = {alpha, alpha + 1, depth, selectivity};
    if (depth < SORT_DEPTH)
        return shallow_value(search, now, &question);

    /* 1. Stop? Known already? */
    if (endgame_must_stop(&search->end))
        return alpha;
    const uint64_t hash = table_hash(now->own, now->other);
    table_prefetch(search->end.table, hash);
    table_entry entry;
    const table_entry *known = table_find(search->end.table, hash, now->own, now->other, &entry) ? &entry : NULL;
    int best = NO_MID_VALUE;
    if (is_settled(search, now, &question, known, &best))
        return best;

    /* 2. A pass, or the end. */
    if (!now->moves) {
        midgame_node next;
        if (!midgame_node_pass(search->end.eval, now, &next))
            return final_value(now);
        return -null_window(search, &next, -alpha - 1, depth, selectivity);
    }

    /* 3. ProbCut; what the replies' entries say. */
    if (selectivity < SELECT_100 && depth >= PROBCUT_DEPTH_MIN &&
        probably_outside(search, now, alpha, depth, selectivity, &best))
        return best;
    const uint64_t nodes_before = search->end.nodes;
    move_list list;
    move_list_fill(&list, now->own, now->other, now->moves);
    if (depth >= CUTOFF_DEPTH && known_cutoff(search, now, &list, &question, &best))
        return best;

    if (search->end.watch && depth >= now->empties && selectivity == SELECT_100)
        search->end.watch->on_question(search->end.watch, &search->end, now->own, now->other, floor_discs(alpha));

    /* 4. Each move, best first. */
    order_moves(search, now, &list, known, depth, order_depth(now, depth));
    split_node node = {now, &list, 0, alpha, depth, selectivity, NO_MID_VALUE, FLANK_NO_SQUARE};
    search_moves(search, &node);
    if (search->end.aborted)
        return alpha;
    best = node.best;
    remember(search, now, hash,
             &(table_entry){.lower = best > alpha ? best : -MIDGAME_VALUE_MAX,
                            .upper = best > alpha ? MIDGAME_VALUE_MAX : best,
                            .depth = depth < now->empties ? depth : now->empties,
                            .selectivity = selectivity,
                            .best = {(uint8_t)node.best_square, FLANK_NO_SQUARE},
                            .cost = table_cost_of(search->end.nodes - nodes_before)});
    return best;
}

/* ---- Open windows ------------------------------------------------------------------------------------------------ */

/* The end of the game with few empty squares, within a window that need not be whole discs. */
static int last_value(midgame_search *search, const midgame_node *now, int alpha, int beta)
{
    const int low = floor_discs(alpha), high = -floor_discs(-beta);
    return EVAL_PER_DISC *
           BOARD_NAME(endgame_value)(&search->end, now->own, now->other, low, high > low ? high : low + 1);
}

/* Principal variation search: the first move with the open window, the others must first beat it with a null window. */
static int open_window(midgame_search *search, const midgame_node *now, const midgame_question *question)
{
    const int alpha = question->alpha, beta = question->beta, depth = question->depth;
    const int selectivity = question->selectivity;
    assert(alpha < beta && depth >= 0);
    if (beta - alpha == 1)
        return null_window(search, now, alpha, depth, selectivity);
    if (is_last(now, depth, selectivity))
        return last_value(search, now, alpha, beta);
    if (depth < SORT_DEPTH)
        return shallow_value(search, now, question);

    const uint64_t hash = table_hash(now->own, now->other);
    table_entry known;
    const bool found = table_find(search->end.table, hash, now->own, now->other, &known);
    if (found && known.depth >= depth && known.selectivity >= selectivity) {
        if (known.lower >= beta || known.lower == known.upper)
            return known.lower;
        if (known.upper <= alpha)
            return known.upper;
    }

    midgame_node next;
    if (!now->moves) {
        if (!midgame_node_pass(search->end.eval, now, &next))
            return final_value(now);
        return -open_window(search, &next, &(midgame_question){-beta, -alpha, depth, selectivity});
    }
    const uint64_t nodes_before = search->end.nodes;
    move_list list;
    move_list_fill(&list, now->own, now->other, now->moves);
    order_moves(search, now, &list, found ? &known : NULL, depth, order_depth(now, depth) + 1);
    unsigned best_square = FLANK_NO_SQUARE;
    int best = NO_MID_VALUE;
    for (int i = 0; i < list.count && best < beta; i++) {
        const listed_move *move = move_list_next(&list, i);
        const int floor = best > alpha ? best : alpha;
        midgame_node_after(search->end.eval, now, move, &next);
        search->end.nodes++;
        int value = i == 0 ? floor + 1 : -null_window(search, &next, -floor - 1, depth - 1, selectivity);
        if (i == 0 || (value > floor && value < beta && !search->end.aborted))
            value = -open_window(search, &next, &(midgame_question){-beta, -floor, depth - 1, selectivity});
        if (search->end.aborted)
            return alpha;
        if (value > best) {
            best = value;
            best_square = move->square;
        }
    }
    remember(search, now, hash,
             &(table_entry){.lower = best > alpha ? best : -MIDGAME_VALUE_MAX,
                            .upper = best < beta ? best : MIDGAME_VALUE_MAX,
                            .depth = depth < now->empties ? depth : now->empties,
                            .selectivity = selectivity,
                            .best = {(uint8_t)best_square, FLANK_NO_SQUARE},
                            .cost = table_cost_of(search->end.nodes - nodes_before)});
    return best;
}

int BOARD_NAME(midgame_value)(midgame_search *search, uint64_t own, uint64_t other, const midgame_question *question)
{
    midgame_node root = {
        .own = own, .other = other, .moves = fast_moves(own, other), .empties = (int)bit_count(~(own | other))};
    eval_board_set(search->end.eval, &root.eval, ON_BOARD(own), ON_BOARD(other));
    assert((own & other) == 0 && question->selectivity < SELECTIVITIES);
    search->refutation = 0; /* the same question, the same answer */
    return open_window(search, &root, question);
}
