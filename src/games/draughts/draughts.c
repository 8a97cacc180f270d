/* SPDX-License-Identifier: MIT
 *
 * Turkish draughts as a game table: start, end, parameters, and the plain counter.
 *
 * Source: the rule book of the Turkish Draughts Federation (TUDAF), as digested in docs/rules/draughts.md. Sixteen men
 * each on ranks 2-3 and 6-7, White starts. A side without a piece or without a move has lost; one piece each is a draw.
 */
#include "games/draughts/draughts.h"

#include "games/draughts/draughts_eval.h"
#include "games/draughts/draughts_hot.h"
#include "games/draughts/draughts_move_text.h"
#include "games/draughts/draughts_moves.h"
#include "games/draughts/draughts_notation.h"
#include "games/draughts/draughts_perft.h"

#include <string.h>

static const char *const promotion_values[] = {"end", "at_once", NULL};
static const char *const majority_values[] = {"yes", "no", NULL};
static const char *const count_values[] = {"move", "seq", NULL};
enum { NO_PROGRESS_NONE, NO_PROGRESS_100, NO_PROGRESS_150 };
static const char *const no_progress_values[] = {"none", "100", "150", NULL};
static const flank_param params[] = {
    {"promotion", promotion_values,
     "a man that captures on to the last rank: end: goes on as a man, king when the move ends (TUDAF R5); "
     "at_once: goes on as a king (IEEEXtreme)",
     false},
    {"majority", majority_values,
     "yes: a capture must take as many pieces as possible (TUDAF R2); no: any capture will do", false},
    {"count", count_values,
     "move: captures with the same origin, target and victims are one (TUDAF); seq: each path of jumps counts (kish)",
     true},
    {"no_progress", no_progress_values,
     "without progress: none: the game goes on until an arbiter ends it (TUDAF); 100: it is a draw after 100 plies "
     "without a capture or a man's move (ardacagankeser/turkish-draughts); 150: 150 without a capture (kish)",
     false},
    {NULL, NULL, NULL, false},
};

static flank_position start(void)
{
    return (flank_position){
        .own = UINT64_C(0x0000000000ffff00), .other = UINT64_C(0x00ffff0000000000), .color = FLANK_WHITE};
}

static int repetition_limit(const flank_rules *rules)
{
    (void)rules;
    return 3;
}

static int no_progress_limit(const flank_rules *rules)
{
    static const int limits[] = {[NO_PROGRESS_NONE] = 0, [NO_PROGRESS_100] = 100, [NO_PROGRESS_150] = 150};
    return limits[rules->value[DRAUGHTS_NO_PROGRESS]];
}

/* A man that goes sideways may go back. */
static game_progress progress(const flank_rules *rules, const flank_position *position, flank_move move)
{
    if (move.captured)
        return PROGRESS_FOR_GOOD;
    if (rules->value[DRAUGHTS_NO_PROGRESS] != NO_PROGRESS_100 || position->kings & bit(move.from))
        return PROGRESS_NONE;
    return move.from / 8 == move.to / 8 ? PROGRESS_FOR_NOW : PROGRESS_FOR_GOOD;
}

/* ---- Ways of a capture ---- */

typedef struct way_visitor {
    flank_way_fn *visit;
    void *user;
} way_visitor;

static void visit_way(void *user, const draughts_path *path)
{
    const way_visitor *visitor = user;
    uint8_t squares[1 + sizeof path->landings] = {path->move.from};
    if (path->length < 2)
        return;
    memcpy(squares + 1, path->landings, path->length);
    visitor->visit(visitor->user, path->move, squares, 1 + path->length);
}

static void each_way(const flank_rules *rules, const flank_position *position, flank_way_fn *visit, void *user)
{
    if (position->other)
        draughts_each_path(rules, position, visit_way, &(way_visitor){visit, user});
}

/* ---- Counting ---- */

/* The published counts play on after a draw by one piece each, and so do we. `count=seq` counts a capture once a path.
 */

typedef struct path_list {
    size_t count;
    flank_move *moves;
} path_list;

static void add_path(void *user, const draughts_path *path)
{
    path_list *list = user;
    if (list->count < FLANK_MOVES_MAX)
        list->moves[list->count] = path->move;
    list->count++;
}

/* A capture is listed once a path. Paths beyond all measure are not listed at all, so that whoever shares out the tree
 * by this list counts such a position as a whole. */
static size_t perft_moves(const flank_rules *rules, const flank_position *position, flank_move *list)
{
    path_list paths = {.moves = list};
    if (rules->value[DRAUGHTS_COUNT] != 0)
        draughts_each_path(rules, position, add_path, &paths);
    if (paths.count)
        return paths.count <= FLANK_MOVES_MAX ? paths.count : 0;
    return draughts_moves(rules, position, list);
}

typedef struct path_counter {
    const flank_rules *rules;
    const flank_position *position;
    int depth;
    uint64_t leaves;
} path_counter;

static uint64_t perft_reference(const flank_rules *rules, const flank_position *position, int depth);

static void count_path(void *user, const draughts_path *path)
{
    path_counter *counter = user;
    flank_position next = draughts_play(counter->position, path->move);
    counter->leaves += counter->depth == 1 ? 1 : perft_reference(counter->rules, &next, counter->depth - 1);
}

static uint64_t perft_reference(const flank_rules *rules, const flank_position *position, int depth)
{
    flank_move list[FLANK_MOVES_MAX];
    size_t count = draughts_moves(rules, position, list);
    path_counter counter = {.rules = rules, .position = position, .depth = depth};
    if (count && list[0].captured && rules->value[DRAUGHTS_COUNT] != 0)
        draughts_each_path(rules, position, count_path, &counter);
    else
        for (size_t i = 0; i < count; i++)
            count_path(&counter, &(draughts_path){.move = list[i]});
    return counter.leaves;
}

/* The fast counter knows the official rules of play; variants are counted plainly. */
static uint64_t perft_fast(const flank_rules *rules, const flank_position *position, int depth, flank_cpu cpu)
{
    static uint64_t (*const levels[])(const flank_rules *, const flank_position *, int) = CPU_SELECT(draughts_perft);
    if (rules->value[DRAUGHTS_PROMOTION] != 0 || rules->value[DRAUGHTS_MAJORITY] != 0)
        return perft_reference(rules, position, depth);
    return levels[cpu](rules, position, depth);
}

static const game_bench bench[] = {
    {"", 9},
    {"b3-b4 c6-c5 d3-d4 g6-g5 f3-f4 e6-e5 e3-d3 e5-d5", 8},
    {"b3-b4 c6-c5 d3-d4 g6-g5 f3-f4 e6-e5 e3-d3 e5-d5 d4-c4 c7-c6 h3-h4 a6-a5 c4-d4 g5-h5 f4-g4 h5xf1 g2-g3 b6-a6 "
     "b4-a4 f1-e1 e2-f2 e1-e3",
     12},
    {NULL, 0},
};

/* Source of the countries: the GameTypes of PDN, wiegerw.github.io/pdn. Sizes and games for the loss are refused of
 * every game (formats/other_rules.c). */
static const char *const other_kinds[] = {"american", "brazilian",  "canadian",      "chess",   "czech",    "english",
                                          "frisian",  "german",     "international", "italian", "italiana", "polish",
                                          "pool",     "portuguese", "russian",       "spanish", "thai",     "armenian",
                                          "gothic",   "altdeutsch", "tanzanian",     NULL};

static const game_hot *const levels[] = CPU_SELECT(&draughts_hot);

const flank_game draughts_game = {
    .name = "draughts",
    .title = "Turkish draughts",
    .aliases = (const char *const[]){"dama", "turkish", "turkish dama", NULL},
    .color_names = {"black", "white"},
    .row_1_on_top = false,
    .glyphs = {{'b', 'B'}, {'w', 'W'}},
    .scores_discs = false,
    .has_book = true,
    .chance_scale = 95,
    .phase_empties = {41, 52},
    .king_worth = 3,
    .draws_often = true,
    .probcut = {.from_plies = 4, .less = 3, .margin = 20, .near = 20},
    .bench = bench,
    .pdn_number = 30,
    .other_kinds = other_kinds,
    .params = params,
    .position_styles = draughts_position_styles,
    .move_styles = draughts_move_styles,
    .start = start,
    .moves = draughts_legal_moves,
    .noisy_moves = draughts_noisy_moves,
    .noisy_is_forced = true,
    .play = draughts_after,
    .outcome = draughts_outcome,
    .repetition_limit = repetition_limit,
    .levels = levels,
    .no_progress_limit = no_progress_limit,
    .progress = progress,
    .evaluate = draughts_evaluate,
    .network = &draughts_network,
    .order = draughts_order,
    .parse_position = draughts_parse_position,
    .format_position = draughts_format_position,
    .parse_move = draughts_parse_move,
    .format_move = draughts_format_move,
    .moves_run_together = false,
    .symmetries = 0x03, /* left and right only: men go forward */
    .each_way = each_way,
    .perft_moves = perft_moves,
    .perft_reference = perft_reference,
    .perft_fast = perft_fast,
};
