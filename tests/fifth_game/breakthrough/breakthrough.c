/* SPDX-License-Identifier: MIT
 *
 * Breakthrough on 8x8, by Dan Troyka, 2000.
 *
 * Each side has sixteen men on its two rows; White, on rows 1 and 2, begins. A man goes one square forward, straight or
 * diagonally, to an empty square, and takes diagonally forward alone. A side wins by a man on the far row, or by taking
 * all men of the other. There is no draw: the foremost man of a side always has a move, since its own men are not in
 * front of it and it may take what stands diagonally in front of it.
 *
 * A list of moves holds at most 48 entries: sixteen men, three squares each.
 *
 * Source: chessprogramming.org, "Breakthrough (Game)".
 */
#include "games/breakthrough/breakthrough.h"

static const flank_param params[] = {{NULL, NULL, NULL, false}};

static uint64_t far_row(flank_color color) { return color == FLANK_WHITE ? BITS_RANK_8 : BITS_RANK_1; }

static flank_position start(void)
{
    return (flank_position){.own = UINT64_C(0xffff), .other = UINT64_C(0xffff) << 48, .color = FLANK_WHITE};
}

static const flank_reason all_men_taken = {"ALL_MEN_TAKEN", "all men are taken"};
static const flank_reason far_row_reached = {"FAR_ROW_REACHED", "a man has reached the far row"};

static flank_outcome outcome(const flank_rules *rules, const flank_position *position)
{
    (void)rules;
    const flank_color mover = (flank_color)position->color, waiter = (flank_color)!mover;
    const bool lost = position->other & far_row(waiter) || !position->own;
    if (!lost && !(position->own & far_row(mover)) && position->other)
        return (flank_outcome){.over = false};
    const bool all_taken = !position->own || !position->other;
    return (flank_outcome){
        .over = true, .sign = lost ? -1 : 1, .reason = all_taken ? &all_men_taken : &far_row_reached};
}

/* Moves straight to squares of `straight` and diagonally to squares of `aside`. */
static size_t moves_to(const flank_position *position, uint64_t straight, uint64_t aside, flank_move *list)
{
    const flank_color color = (flank_color)position->color;
    size_t count = 0;
    for (BITS_EACH(from, position->own)) {
        const uint64_t man = bit((unsigned)from);
        const uint64_t targets =
            (breakthrough_forward(man, color) & straight) | (breakthrough_aside(man, color) & aside);
        for (BITS_EACH(to, targets))
            list[count++] =
                (flank_move){.from = (uint8_t)from, .to = (uint8_t)to, .captured = bit((unsigned)to) & position->other};
    }
    return count;
}

static size_t moves(const flank_rules *rules, const flank_position *position, flank_move *list)
{
    if (outcome(rules, position).over)
        return 0;
    return moves_to(position, ~(position->own | position->other), ~position->own, list);
}

static size_t noisy_moves(const flank_rules *rules, const flank_position *position, flank_move *list)
{
    return outcome(rules, position).over ? 0 : moves_to(position, 0, position->other, list);
}

static flank_position play(const flank_rules *rules, const flank_position *position, flank_move move)
{
    (void)rules;
    return (flank_position){.own = position->other & ~move.captured,
                            .other = position->own ^ bit(move.from) ^ bit(move.to),
                            .color = !position->color};
}

static int repetition_limit(const flank_rules *rules)
{
    (void)rules;
    return 0; /* men go forward */
}

/* The worth of a man by the rows that it has gone, in hundredths of a man. */
static int worth(uint64_t men, flank_color color)
{
    static const int by_row[8] = {110, 100, 105, 115, 135, 170, 230, 0};
    int sum = 0;
    for (BITS_EACH(square, men)) {
        const unsigned rank = square_rank((unsigned)square);
        sum += by_row[color == FLANK_WHITE ? rank : 7 - rank];
    }
    return sum;
}

static int evaluate(const flank_rules *rules, const flank_position *position)
{
    (void)rules;
    const flank_color color = (flank_color)position->color;
    return worth(position->own, color) - worth(position->other, (flank_color)!color);
}

/* Captures first, then the foremost men. */
static int order(const flank_rules *rules, const flank_position *position, flank_move move)
{
    (void)rules;
    const unsigned rank = square_rank(move.to);
    return (move.captured ? 100 : 0) + 10 * (int)(position->color == FLANK_WHITE ? rank : 7 - rank);
}

static uint64_t perft_reference(const flank_rules *rules, const flank_position *position, int depth)
{
    flank_move list[FLANK_MOVES_MAX];
    const size_t count = moves(rules, position, list);
    uint64_t leaves = 0;
    for (size_t i = 0; i < count; i++) {
        const flank_position next = play(rules, position, list[i]);
        leaves += depth == 1 ? 1 : perft_reference(rules, &next, depth - 1);
    }
    return leaves;
}

/* The last ply is counted, not listed: the men that may go straight, and those that may go to either side. */
static uint64_t perft_fast(const flank_rules *rules, const flank_position *position, int depth, flank_cpu cpu)
{
    if (outcome(rules, position).over)
        return 0;
    if (depth == 1) {
        const uint64_t row = breakthrough_forward(position->own, (flank_color)position->color);
        const uint64_t free = ~position->own;
        return bit_count(row & free & ~position->other) + bit_count((row & ~BITS_FILE_A) >> 1 & free) +
               bit_count((row & ~BITS_FILE_H) << 1 & free);
    }
    flank_move list[FLANK_MOVES_MAX];
    const size_t count = moves(rules, position, list);
    uint64_t leaves = 0;
    for (size_t i = 0; i < count; i++) {
        const flank_position next = play(rules, position, list[i]);
        leaves += perft_fast(rules, &next, depth - 1, cpu);
    }
    return leaves;
}

static const game_bench bench[] = {
    {"", 6},
    {"a2-a3 a7-a6 b2-b3 b7-b6 c2-c3 c7-c6 d2-d3 d7-d6", 6},
    {NULL, 0},
};

const flank_game breakthrough_game = {
    .name = "breakthrough",
    .title = "Breakthrough",
    .aliases = (const char *const[]){"bt", NULL},
    .color_names = {"black", "white"},
    .row_1_on_top = false,
    .glyphs = {{'X', 'X'}, {'O', 'O'}},
    .scores_discs = false,
    .chance_scale = 150, /* a guess until tools/fit_chances.py has seen games */
    .phase_empties = {36, 46},
    .bench = bench,
    .params = params,
    .position_styles = breakthrough_position_styles,
    .move_styles = breakthrough_move_styles,
    .start = start,
    .moves = moves,
    .noisy_moves = noisy_moves,
    .play = play,
    .outcome = outcome,
    .repetition_limit = repetition_limit,
    .evaluate = evaluate,
    .order = order,
    .parse_position = breakthrough_parse_position,
    .format_position = breakthrough_format_position,
    .parse_move = breakthrough_parse_move,
    .format_move = breakthrough_format_move,
    .moves_run_together = false,
    .symmetries = 0x03, /* left and right only: men go forward */
    .perft_reference = perft_reference,
    .perft_fast = perft_fast,
};
