/* SPDX-License-Identifier: MIT
 *
 * Lines of Action: the rules of the Mind Sports Olympiad and the points on which authorities differ, as a game table.
 *
 * A position ends the game by itself if a side is connected, or if the side to move has no move and either loses by
 * that or faces an opponent who has none either. The last case is a draw here at once: nobody can ever move again, and
 * passing to and fro would reach the third occurrence of the position, or without a repetition rule go on for ever. It
 * needs boards that play from the start cannot fill, but that a parser accepts (a full board has no move at all, since
 * the pieces on a line are as many as its squares).
 *
 * A list of moves holds at most 512 entries: a square has at most 64 pieces on it, each with two ways along four lines.
 *
 * Source: Winands, "Lines of Action: the rules" (dke.maastrichtuniversity.nl/m.winands/loa/rules.html), rules 1 to 10.
 */
#include "games/loa/loa.h"

#include "games/loa/loa_board.h"
#include "games/loa/loa_evaluate.h"
#include "games/loa/loa_notation.h"
#include "games/loa/loa_perft.h"
#include "games/loa/loa_rules.h"

_Static_assert(64 * 2 * LOA_DIRECTIONS <= FLANK_MOVES_MAX, "every list of moves fits");

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

static flank_outcome over(int sign, const char *reason)
{
    return (flank_outcome){.over = true, .sign = sign, .reason = reason};
}

static flank_outcome outcome(const flank_rules *rules, const flank_position *position)
{
    bool own = loa_connected(position->own), other = loa_connected(position->other);
    if (own && other) /* the waiting side made the move that did it */
        return over(rules->value[LOA_SIMULTANEOUS] == LOA_SIMULTANEOUS_MOVER ? -1 : 0, "both sides are connected");
    if (own || other)
        return over(own ? 1 : -1, "all pieces are connected");
    if (loa_can_move(position->own, position->other))
        return (flank_outcome){.over = false};
    if (rules->value[LOA_NO_MOVE] == LOA_NO_MOVE_LOSE)
        return over(-1, "no legal move");
    if (!loa_can_move(position->other, position->own))
        return over(0, "neither side can ever move");
    return (flank_outcome){.over = false};
}

/* The moves of pieces; whether the game is over is not asked. */
static size_t piece_moves(const flank_position *position, flank_move *list)
{
    size_t count = 0;
    for (BITS_EACH(from, position->own))
        for (BITS_EACH(to, loa_targets((unsigned)from, position->own, position->other)))
            list[count++] =
                (flank_move){.from = (uint8_t)from, .to = (uint8_t)to, .captured = bit((unsigned)to) & position->other};
    return count;
}

static size_t moves(const flank_rules *rules, const flank_position *position, flank_move *list)
{
    if (loa_connected(position->own) || loa_connected(position->other))
        return 0;
    size_t count = piece_moves(position, list);
    if (count || outcome(rules, position).over)
        return count;
    list[0] = (flank_move){.from = FLANK_NO_SQUARE, .to = FLANK_NO_SQUARE};
    return 1;
}

static flank_position play(const flank_rules *rules, const flank_position *position, flank_move move)
{
    (void)rules;
    uint64_t step = flank_move_is_pass(move) ? 0 : bit(move.from) | bit(move.to);
    return (flank_position){
        .own = position->other & ~move.captured, .other = position->own ^ step, .color = !position->color};
}

static int repetition_limit(const flank_rules *rules)
{
    static const int limits[] = {[LOA_REPETITION_3] = 3, [LOA_REPETITION_2] = 2, [LOA_REPETITION_NONE] = 0};
    return limits[rules->value[LOA_REPETITION]];
}

static uint64_t perft_reference(const flank_rules *rules, const flank_position *position, int depth)
{
    flank_move list[FLANK_MOVES_MAX];
    size_t count = moves(rules, position, list);
    uint64_t leaves = 0;
    for (size_t i = 0; i < count; i++) {
        flank_position next = play(rules, position, list[i]);
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

const flank_game loa_game = {
    .name = "loa",
    .title = "Lines of Action",
    .aliases = (const char *const[]){"lines", "linesofaction", NULL},
    .color_names = {"black", "white"},
    .row_1_on_top = false,
    .glyphs = {{'X', 'X'}, {'O', 'O'}},
    .scores_discs = false,
    .chance_scale = 400,
    .phase_empties = {43, 48},
    .bench = bench,
    .sgf_number = 9,
    .params = params,
    .position_styles = loa_position_styles,
    .move_styles = loa_move_styles,
    .start = start,
    .moves = moves,
    .play = play,
    .outcome = outcome,
    .repetition_limit = repetition_limit,
    .noisy_moves = loa_noisy_moves,
    .evaluate = loa_evaluate,
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
