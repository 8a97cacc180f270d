/* SPDX-License-Identifier: MIT
 *
 * Lines of Action: the rules of the Mind Sports Olympiad and the points on which authorities differ, as a game table.
 *
 * Source: Winands, "Lines of Action: the rules" (dke.maastrichtuniversity.nl/m.winands/loa/rules.html), rules 1 to 10.
 */
#include "games/loa/loa.h"

#include "games/loa/loa_board.h"
#include "games/loa/loa_evaluate.h"
#include "games/loa/loa_notation.h"
#include "games/loa/loa_perft.h"
#include "games/loa/loa_rules.h"

#include <assert.h>

static const char *const simultaneous_values[] = {"draw", "mover", NULL};
static const char *const no_move_values[] = {"pass", "lose", NULL};
static const char *const repetition_values[] = {"3", "2", "none", NULL};
static const flank_param params[] = {
    [LOA_SIMULTANEOUS] = {"simultaneous", simultaneous_values,
                          "a move that connects both sides: draw (Mind Sports Olympiad), mover wins (Sackson 1982)",
                          false},
    [LOA_NO_MOVE] = {"no_move", no_move_values, "without a legal move: pass (Mind Sports Olympiad), lose (OpenSpiel)",
                     false},
    [LOA_REPETITION] = {"repetition", repetition_values,
                        "a draw when a position occurs for the 3rd time (Mind Sports Olympiad), the 2nd, or never",
                        false},
    {NULL, NULL, NULL, false},
};

static flank_position start(void)
{
    uint64_t inner = UINT64_C(0x7e); /* files b to g of row 1 */
    uint64_t sides = BITS_FILE_A | BITS_FILE_H;
    return (flank_position){.own = inner | inner << 56, .other = sides & ~(BITS_RANK_1 | BITS_RANK_8)};
}

/* Joined over sides and corners. */
static int groups(uint64_t pieces)
{
    int count = 0;
    for (; pieces; count++)
        pieces ^= loa_first_group(pieces);
    return count;
}

static int repetition_limit(const flank_rules *rules)
{
    static const int limits[] = {[LOA_REPETITION_3] = 3, [LOA_REPETITION_2] = 2, [LOA_REPETITION_NONE] = 0};
    return limits[rules->value[LOA_REPETITION]];
}

static uint64_t perft_reference(const flank_rules *rules, const flank_position *position, int depth)
{
    flank_move list[FLANK_MOVES_MAX];
    size_t count = loa_moves(rules, position, list);
    uint64_t leaves = 0;
    for (size_t i = 0; i < count; i++) {
        flank_position next = loa_play(rules, position, list[i]);
        leaves += depth == 1 ? 1 : perft_reference(rules, &next, depth - 1);
    }
    return leaves;
}

static uint64_t perft_fast(const flank_rules *rules, const flank_position *position, int depth, flank_cpu cpu)
{
    static uint64_t (*const variants[])(const flank_position *, int, bool) = CPU_SELECT(loa_perft);
    return variants[cpu](position, depth, rules->value[LOA_NO_MOVE] == LOA_NO_MOVE_PASS);
}

static const game_bench bench[] = {
    {"", 6},
    {"f1-f3 h7-f7 e1-g3 h6xf8 d1-g4 a2-d5 g1-g5 d5xf3", 6},
    {"f1-f3 h7-f7 e1-g3 h6xf8 d1-g4 a2-d5 g1-g5 d5xf3 c1xa3 h5xe8 b1-b3 a7-b6 a3xf3 a4-c6 c8-f5 c6-f6 d8-d7 h4-h7 "
     "b3xb6 a6-b7 b6-d6 h3-h6",
     7},
    {NULL, 0},
};

static const game_hot *const levels[] = CPU_SELECT(&loa_hot);

const flank_game loa_game = {
    .name = "loa",
    .title = "Lines of Action",
    .aliases = (const char *const[]){"lines", "linesofaction", NULL},
    .color_names = {"black", "white"},
    .row_1_on_top = false,
    .glyphs = {{'X', 'X'}, {'O', 'O'}},
    .scores_discs = false,
    .has_book = true,
    .chance_scale = 770,
    .chance_scale_per_empty = -10,
    .phase_empties = {43, 48},
    .late_reduction = 40,
    .late_moves = 2,
    .probcut = {.from_plies = 4, .less = 3, .margin = 100, .near = 50},
    .groups = groups,
    .bench = bench,
    .sgf_number = 9,
    .sgf_setups = (const char *const[]){"Standard", "LOA", "LOAP", NULL},
    .params = params,
    .position_styles = loa_position_styles,
    .move_styles = loa_move_styles,
    .start = start,
    .moves = loa_moves,
    .play = loa_play,
    .outcome = loa_outcome,
    .repetition_limit = repetition_limit,
    .levels = levels,
    .noisy_moves = loa_noisy_moves,
    .evaluate = loa_evaluate,
    .network = &loa_network,
    .order = loa_order,
    .parse_position = loa_parse_position,
    .format_position = loa_format_position,
    .parse_move = loa_parse_move,
    .format_move = loa_format_move,
    .moves_run_together = false,
    .symmetries = 0xFF,
    .perft_reference = perft_reference,
    .perft_fast = perft_fast,
};
