/* SPDX-License-Identifier: MIT
 *
 * Othello on the 36 squares in the middle (board=6), against rules of its own that walk an array of six rows: moves,
 * ends, counts of leaves, exact answers of every kind, discs that are called stable; and what stays outside.
 */
#include "engine_fixture.h"

#include "core/bits.h"
#include "core/random.h"
#include "games/othello/othello_board.h"
#include "othello/stability.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static flank_rules rules_of(const char *text)
{
    flank_rules rules = {{0}};
    assert_int_equal(flank_rules_parse(flank_game_find("othello"), text, &rules, NULL), FLANK_OK);
    return rules;
}

static flank_record *new_game(const char *rules_text, const flank_position *start)
{
    const flank_rules rules = rules_of(rules_text);
    flank_record *record = flank_record_create(flank_game_find("othello"), &rules, start);
    assert_non_null(record);
    return record;
}

/* ---- The plain rules ---- */

enum { SIDE = 6, PASS = -1 };

typedef struct plain_board {
    int8_t at[SIDE * SIDE]; /* row after row; 1: of the side to move, -1: of the other one, 0: empty */
} plain_board;

static plain_board plain_of(const flank_position *position)
{
    plain_board board;
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++) {
            const int square = 8 * (row + 1) + column + 1;
            board.at[SIDE * row + column] = (int8_t)((position->own >> square & 1) - (position->other >> square & 1));
        }
    return board;
}

static bool is_inside(int row, int column) { return row >= 0 && row < SIDE && column >= 0 && column < SIDE; }

/* Place a disc if that turns any, and see the board from the other side: how many it turns. */
static int plain_place(plain_board *board, int row, int column)
{
    int turned = 0;
    if (board->at[SIDE * row + column])
        return 0;
    for (int down = -1; down <= 1; down++)
        for (int right = -1; right <= 1; right++) {
            int run = 0, y = row + down, x = column + right;
            for (; is_inside(y, x) && board->at[SIDE * y + x] == -1; y += down, x += right)
                run++;
            if (run == 0 || !is_inside(y, x) || board->at[SIDE * y + x] != 1)
                continue;
            for (int i = 1; i <= run; i++)
                board->at[SIDE * (row + i * down) + column + i * right] = 1;
            turned += run;
        }
    if (turned)
        board->at[SIDE * row + column] = 1;
    return turned;
}

static void plain_turn_round(plain_board *board)
{
    for (int i = 0; i < SIDE * SIDE; i++)
        board->at[i] = (int8_t)-board->at[i];
}

/* The boards after each move, and the squares of 64; one with PASS if there is only that; none at the end. */
static int plain_moves(const plain_board *board, plain_board *next, int *squares)
{
    int count = 0;
    for (int pass = 0; pass < 2 && count == 0; pass++) {
        for (int i = 0; i < SIDE * SIDE; i++) {
            plain_board after = *board;
            if (pass)
                plain_turn_round(&after);
            if (!plain_place(&after, i / SIDE, i % SIDE))
                continue;
            plain_turn_round(&after);
            next[count] = after;
            squares[count++] = 8 * (i / SIDE + 1) + i % SIDE + 1;
        }
        if (pass && count) {
            next[0] = *board;
            plain_turn_round(&next[0]);
            squares[0] = PASS;
            return 1;
        }
    }
    return count;
}

static int plain_result(const plain_board *board)
{
    int own = 0, other = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        own += board->at[i] == 1;
        other += board->at[i] == -1;
    }
    return own > other ? 36 - 2 * other : own < other ? 2 * own - 36 : 0;
}

static int plain_value(const plain_board *board, int sign, int alpha, int beta)
{
    plain_board next[SIDE * SIDE];
    int squares[SIDE * SIDE], best = -37;
    const int count = plain_moves(board, next, squares);
    if (count == 0)
        return sign * plain_result(board);
    for (int i = 0; i < count && best < beta; i++) {
        const int value = -plain_value(&next[i], sign, -beta, best > alpha ? -best : -alpha);
        best = value > best ? value : best;
    }
    return best;
}

/* The value for the side to move; `sign` -1: fewest discs win. */
static int value_of(const flank_position *position, int sign)
{
    const plain_board board = plain_of(position);
    return plain_value(&board, sign, -37, 37);
}

static uint64_t plain_leaves(const plain_board *board, int depth)
{
    plain_board next[SIDE * SIDE];
    int squares[SIDE * SIDE];
    const int count = depth ? plain_moves(board, next, squares) : 0;
    uint64_t leaves = depth == 0;
    for (int i = 0; i < count; i++)
        leaves += plain_leaves(&next[i], depth - 1);
    return leaves;
}

/* A position with so many empty squares that is not over, after random moves by the plain rules. */
static flank_position random_ending(int empties, random_state *random)
{
    for (;;) {
        flank_position position = flank_game_start(flank_game_find("othello"));
        for (;;) {
            plain_board board = plain_of(&position), next[SIDE * SIDE];
            int squares[SIDE * SIDE];
            const int count = plain_moves(&board, next, squares);
            if (count == 0)
                break;
            if (36 - (int)bit_count(position.own | position.other) <= empties)
                return position;
            board = next[random_below(random, (uint32_t)count)];
            flank_position after = {.color = !position.color};
            for (int i = 0; i < SIDE * SIDE; i++) {
                const uint64_t square = bit((unsigned)(8 * (i / SIDE + 1) + i % SIDE + 1));
                after.own |= board.at[i] == 1 ? square : 0;
                after.other |= board.at[i] == -1 ? square : 0;
            }
            position = after;
        }
    }
}

/* ---- Rules ---- */

static void check_position(const flank_record *record)
{
    const flank_position *position = flank_record_position(record);
    const plain_board board = plain_of(position);
    plain_board next[SIDE * SIDE];
    int squares[SIDE * SIDE];
    flank_move moves[FLANK_MOVES_MAX];
    const int count = plain_moves(&board, next, squares);
    assert_int_equal(flank_game_moves(flank_record_game(record), flank_record_rules(record), position, moves), count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(moves[i].to, squares[i] == PASS ? FLANK_NO_SQUARE : squares[i]);
        const flank_position after =
            flank_game_play(flank_record_game(record), flank_record_rules(record), position, moves[i]);
        const plain_board reached = plain_of(&after);
        assert_memory_equal(&reached, &next[i], sizeof reached);
        assert_int_equal(flank_position_check(flank_record_game(record), flank_record_rules(record), &after, NULL),
                         FLANK_OK);
    }
    const flank_outcome outcome = flank_record_outcome(record);
    assert_int_equal(outcome.over, count == 0);
    if (outcome.over)
        assert_int_equal(outcome.discs, plain_result(&board));
}

static void test_games_equal_plain_rules(void **state)
{
    (void)state;
    random_state random = {6};
    int early = 0;
    for (int game = 0; game < 300; game++) {
        flank_record *record = new_game("board=6", NULL);
        for (;;) {
            flank_move moves[FLANK_MOVES_MAX];
            const flank_position *position = flank_record_position(record);
            check_position(record);
            const size_t count =
                flank_game_moves(flank_record_game(record), flank_record_rules(record), position, moves);
            if (count == 0)
                break;
            assert_int_equal(flank_record_play(record, moves[random_below(&random, (uint32_t)count)]), FLANK_OK);
        }
        const flank_position *end = flank_record_position(record);
        early += bit_count(end->own | end->other) < 36;
        flank_record_destroy(record);
    }
    assert_true(early > 0); /* games that end with empty squares were among them */
}

static void test_counts_equal_plain_rules(void **state)
{
    (void)state;
    const flank_game *game = flank_game_find("othello");
    const flank_rules rules = rules_of("board=6");
    random_state random = {7};
    for (int round = 0; round < 40; round++) {
        const flank_position position = round ? random_ending(2 + round % 12, &random) : flank_game_start(game);
        const plain_board board = plain_of(&position);
        for (int depth = 1; depth <= (round ? 5 : 8); depth++) {
            const uint64_t expected = plain_leaves(&board, depth);
            for (int cpu = FLANK_CPU_BEST; cpu <= FLANK_CPU_ICELAKE + 1; cpu++) {
                const flank_perft_options options = {.cpu = cpu <= FLANK_CPU_ICELAKE ? (flank_cpu)cpu : FLANK_CPU_BEST,
                                                     .reference = cpu > FLANK_CPU_ICELAKE && depth < 7};
                uint64_t leaves = 0;
                assert_int_equal(flank_perft(game, &rules, &position, depth, &options, &leaves), FLANK_OK);
                assert_int_equal(leaves, expected);
            }
        }
    }
}

static void test_stays_inside(void **state)
{
    (void)state;
    const flank_game *game = flank_game_find("othello");
    const flank_rules rules = rules_of("board=6"), usual = {{0}};
    flank_record *record = new_game("board=6", NULL);
    flank_position position;
    flank_move move;
    flank_error error = {0};
    char text[FLANK_ERROR_TEXT_SIZE];
    assert_int_equal(flank_move_parse(game, &rules, flank_record_position(record), "a1", &move, &error),
                     FLANK_ILLEGAL_MOVE);
    assert_string_equal(flank_error_text(&error, text, sizeof text), "a1 is not legal here: it is outside the board");
    assert_int_equal(flank_position_parse(game, "0x0000000810000000 0x8000001008000000 X", &position, NULL), FLANK_OK);
    assert_int_equal(flank_position_check(game, &usual, &position, NULL), FLANK_OK);
    assert_int_equal(flank_position_check(game, &rules, &position, NULL), FLANK_BAD_POSITION);
    assert_int_equal(flank_position_check(game, &rules, &position, &error), FLANK_BAD_POSITION);
    assert_string_equal(flank_error_text(&error, text, sizeof text), "the disc on h8 is outside the board");
    flank_record_destroy(record);

    /* A record all the same: the disc is as if it were not there. */
    const flank_position start = flank_game_start(game);
    flank_move moves[FLANK_MOVES_MAX], first_moves[FLANK_MOVES_MAX];
    record = new_game("board=6", &position);
    assert_int_equal(flank_game_moves(game, &rules, &position, moves), 4);
    assert_int_equal(flank_game_moves(game, &rules, &start, first_moves), 4);
    for (int i = 0; i < 4; i++)
        assert_true(flank_move_equal(moves[i], first_moves[i]));
    flank_engine *engine = flank_engine_create(&(flank_engine_options){.hash_bytes = (size_t)1 << 20});
    const flank_limits limits = {.level = 8};
    flank_report report;
    assert_non_null(engine);
    assert_int_equal(flank_engine_search(engine, record, &limits, NULL, NULL, &report), FLANK_OK);
    assert_true(OTHELLO_MIDDLE_36 >> report.lines[0].moves[0].to & 1);
    flank_engine_destroy(engine);
    flank_record_destroy(record);
}

static void test_text_of_a_game(void **state)
{
    (void)state;
    char text[1024];
    flank_status status;
    flank_error error = {0};
    flank_record *record = new_game("board=6,goal=fewest", NULL);
    assert_int_equal(flank_record_play_text(record, "c4c5", NULL), FLANK_OK);
    assert_true(flank_record_format(record, text, sizeof text) < sizeof text);
    flank_record *again = flank_record_parse(text, &status, &error);
    assert_non_null(again);
    assert_memory_equal(flank_record_rules(again), flank_record_rules(record), sizeof(flank_rules));
    assert_true(flank_rules_stand_apart(flank_record_game(again), flank_record_rules(again)));
    assert_false(flank_book_covers(again));
    assert_null(flank_opening_name(again));
    flank_record_destroy(again);
    flank_record_destroy(record);
    assert_null(flank_record_parse("[Game \"othello\"]\n[Position \"0x0000000810000000 0x8000001008000000 X\"]\n"
                                   "[Rules \"board=6\"]\n\n*\n",
                                   &status, &error));
    assert_int_equal(status, FLANK_BAD_POSITION);
    assert_string_equal(flank_error_text(&error, text, sizeof text), "the disc on h8 is outside the board");
}

/* ---- Stable discs ---- */

/* The discs of the side to move that keep their color in every continuation; both sides may place anywhere they turn
 * something, whoever's turn it is. */
static uint64_t never_turned(uint64_t own, uint64_t other, uint64_t discs)
{
    const uint64_t board = OTHELLO_MIDDLE_36;
    for (BITS_EACH(square, othello_moves(own, other) & board)) {
        const uint64_t flips = othello_flips((unsigned)square, own, other);
        discs = never_turned(own | flips | bit((unsigned)square), other & ~flips, discs);
    }
    for (BITS_EACH(square, othello_moves(other, own) & board)) {
        const uint64_t flips = othello_flips((unsigned)square, other, own);
        discs = never_turned(own & ~flips, other | flips | bit((unsigned)square), discs & ~flips);
    }
    return discs;
}

static void test_stable_discs_stay(void **state)
{
    (void)state;
    random_state random = {8};
    unsigned found = 0;
    for (int round = 0; round < 400; round++) {
        const flank_position position = random_ending(1 + round % 6, &random);
        const uint64_t own = position.own, other = position.other, frame = ~OTHELLO_MIDDLE_36;
        const uint64_t stays = never_turned(own, other, own);
        const uint64_t stable = othello_stable(OTHELLO_MIDDLE_36, own, other);
        const uint64_t framed =
            stability_of_middle(own | (frame & 0xff000000000000ff), other | (frame & ~0xff000000000000ff));
        assert_int_equal(stable & ~stays, 0);
        assert_int_equal(framed, stable | (frame & 0xff000000000000ff));
        found += bit_count(stable);
    }
    assert_true(found > 400);
}

/* ---- Exact answers ---- */

static int sign_of(int value) { return (value > 0) - (value < 0); }

static flank_report solve(flank_engine *engine, const flank_record *record, const flank_limits *limits)
{
    flank_report report;
    assert_int_equal(flank_engine_solve(engine, record, limits, NULL, NULL, &report), FLANK_OK);
    return report;
}

/* Every move's value and sign. */
static void check_all_moves(flank_engine *engine, flank_record *record, int sign)
{
    const flank_game *game = flank_record_game(record);
    for (int wld = 0; wld < 2; wld++) {
        const flank_limits limits = {.lines = FLANK_MOVES_MAX, .win_loss_draw = wld};
        flank_move moves[FLANK_MOVES_MAX];
        const flank_position *position = flank_record_position(record);
        const flank_report report = solve(engine, record, &limits);
        assert_int_equal(report.line_count, flank_game_moves(game, flank_record_rules(record), position, moves));
        for (int i = 0; i < report.line_count; i++) {
            const flank_line *line = &report.lines[i];
            const flank_position next = flank_game_play(game, flank_record_rules(record), position, line->moves[0]);
            const int value = -value_of(&next, sign);
            assert_int_equal(line->score, 100 * (wld ? sign_of(value) : value));
        }
    }
}

/* Is the value at least N, for N on both sides of it and beyond all values? */
static void check_one_side(flank_engine *engine, const flank_record *record, int value)
{
    const int asked[] = {value - 2, value - 1, value, value + 1, value + 2, -36, -37, 36, 37, 64, -63};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        const flank_limits limits = {.one_sided = true, .at_least_discs = asked[i]};
        const flank_report report = solve(engine, record, &limits);
        const bool reached = report.lines[0].bound == FLANK_BOUND_LOWER;
        assert_int_equal(reached, value >= asked[i]);
        if (reached)
            assert_in_range(report.lines[0].score + 6400, 100 * asked[i] + 6400, 100 * value + 6400);
        else
            assert_in_range(report.lines[0].score + 6400, 100 * value + 6400, 100 * (asked[i] - 1) + 6400);
    }
}

/* The reported line keeps the value to the end. */
static void check_line(const flank_record *record, const flank_line *line, int value)
{
    flank_record *played =
        flank_record_create(flank_record_game(record), flank_record_rules(record), flank_record_position(record));
    assert_non_null(played);
    for (int i = 0; i < line->length; i++)
        assert_int_equal(flank_record_play(played, line->moves[i]), FLANK_OK);
    const flank_outcome outcome = flank_record_outcome(played);
    assert_true(outcome.over);
    assert_int_equal(line->length % 2 ? -outcome.discs : outcome.discs, value);
    flank_record_destroy(played);
}

/* Values that were met, from -36 on, two apart; and early ends. */
typedef struct met_values {
    bool value[37];
    int early;
} met_values;

static void check_solving(flank_engine *engine, int empties, random_state *random, met_values *met)
{
    const flank_position position = random_ending(empties, random);
    flank_record *record = new_game("board=6", &position);
    const int value = value_of(&position, 1);
    const flank_report report = solve(engine, record, NULL);
    const flank_line *line = &report.lines[0];
    assert_true(line->exact);
    assert_int_equal(line->score, 100 * value);
    assert_true(report.depth_plies <= empties);
    check_line(record, line, value);
    int placed = 0;
    for (int i = 0; i < line->length; i++)
        placed += line->moves[i].to != FLANK_NO_SQUARE;
    met->early += placed < empties;
    met->value[(value + 36) / 2] = true;
    const int wld = solve(engine, record, &(flank_limits){.win_loss_draw = true}).lines[0].score;
    assert_int_equal(wld, 100 * sign_of(value));
    check_one_side(engine, record, value);
    if (empties < 8)
        check_all_moves(engine, record, 1);
    flank_record_destroy(record);
}

static void test_solving_equals_plain_search(void **state)
{
    random_state random = {20};
    met_values met = {0};
    for (int empties = 1; empties <= 12; empties++)
        for (int round = 0; round < (empties < 8 ? 80 : empties < 10 ? 20 : 4); round++)
            check_solving(*state, empties, &random, &met);
    int values = 0;
    for (int i = 0; i < 37; i++)
        values += met.value[i];
    assert_true(values > 30);
    assert_true(met.early > 10);
    assert_true(met.value[0] || met.value[36]); /* everything turned */
}

/* With several threads, by every instruction set, and by the shared search. */
static void test_all_searches_agree(void **state)
{
    (void)state;
    random_state random = {21};
    flank_position positions[6];
    int expected[6];
    for (int i = 0; i < 6; i++) {
        positions[i] = random_ending(i < 3 ? 9 : 17, &random);
        expected[i] = i < 3 ? 100 * value_of(&positions[i], 1) : 0;
    }
    for (int kind = 0; kind <= FLANK_CPU_ICELAKE + 2; kind++) {
        const bool shared = kind == FLANK_CPU_ICELAKE + 2;
        flank_engine *engine = flank_engine_create(
            &(flank_engine_options){.hash_bytes = (size_t)16 << 20,
                                    .threads = kind == FLANK_CPU_ICELAKE + 1 ? 3 : 1,
                                    .shared_search = shared,
                                    .cpu = kind <= FLANK_CPU_ICELAKE ? (flank_cpu)kind : FLANK_CPU_BEST});
        assert_non_null(engine);
        for (int i = 0; i < (shared ? 3 : 6); i++) {
            flank_record *record = new_game("board=6", &positions[i]);
            const int score = solve(engine, record, NULL).lines[0].score;
            if (kind == 0 && i >= 3)
                expected[i] = score;
            assert_int_equal(score, expected[i]);
            flank_record_destroy(record);
        }
        flank_engine_destroy(engine);
    }
}

static void test_fewest_discs(void **state)
{
    random_state random = {22};
    for (int empties = 1; empties <= 9; empties++)
        for (int round = 0; round < 6; round++) {
            const flank_position position = random_ending(empties, &random);
            flank_record *record = new_game("goal=fewest,board=6", &position);
            const int value = value_of(&position, -1);
            assert_int_equal(solve(*state, record, NULL).lines[0].score, 100 * value);
            if (empties < 7)
                check_all_moves(*state, record, -1);
            flank_record_destroy(record);
        }
}

/* An engine that has just thought about one board gives right answers about the other. */
static void test_boards_are_not_mixed(void **state)
{
    random_state random = {23};
    for (int round = 0; round < 10; round++) {
        const flank_position position = random_ending(6, &random);
        flank_record *plain = new_game("", &position), *record = new_game("board=6", &position);
        const flank_limits limits = {.level = 8};
        flank_report report;
        assert_int_equal(flank_engine_search(*state, plain, &limits, NULL, NULL, &report), FLANK_OK);
        const flank_line usual = report.lines[0];
        assert_int_equal(solve(*state, record, NULL).lines[0].score, 100 * value_of(&position, 1));
        flank_engine_clear(*state);
        assert_int_equal(flank_engine_search(*state, plain, &limits, NULL, NULL, &report), FLANK_OK);
        assert_int_equal(report.lines[0].score, usual.score);
        flank_record_destroy(record);
        flank_record_destroy(plain);
    }
}

/* ---- Play ---- */

/* The sign of a game of a level against random moves, for the level. */
static int play_random_mover(flank_engine *engine, int level, flank_color side, random_state *random)
{
    flank_record *record = new_game("board=6", NULL);
    while (!flank_record_outcome(record).over) {
        flank_move moves[FLANK_MOVES_MAX];
        const flank_position *position = flank_record_position(record);
        const size_t count = flank_game_moves(flank_record_game(record), flank_record_rules(record), position, moves);
        flank_move move = moves[random_below(random, (uint32_t)count)];
        if (position->color == side) {
            const flank_limits limits = {.level = level, .seed = random_next(random)};
            flank_report report;
            assert_int_equal(flank_engine_search(engine, record, &limits, NULL, NULL, &report), FLANK_OK);
            move = report.lines[0].moves[0];
        }
        assert_int_equal(flank_record_play(record, move), FLANK_OK);
    }
    const flank_outcome outcome = flank_record_outcome(record);
    const int sign = flank_record_position(record)->color == side ? outcome.sign : -outcome.sign;
    flank_record_destroy(record);
    return sign;
}

static void test_levels_beat_random_moves(void **state)
{
    static const struct {
        int level, games, least; /* wins less losses */
    } rows[] = {{4, 40, 20}, {8, 20, 17}, {14, 10, 9}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        random_state random = {31};
        int sum = 0;
        for (int game = 0; game < rows[i].games; game++)
            sum += play_random_mover(*state, rows[i].level, (flank_color)(game & 1), &random);
        if (sum < rows[i].least)
            fail_msg("level %d: %d of %d games", rows[i].level, sum, rows[i].games);
    }
}

/* A level knows how many squares are empty: one that solves does so, and says so. */
static void test_levels_solve_at_the_end(void **state)
{
    random_state random = {24};
    for (int round = 0; round < 10; round++) {
        const flank_position position = random_ending(10, &random);
        flank_record *record = new_game("board=6", &position);
        const flank_limits limits = {.level = 16};
        flank_report report;
        assert_int_equal(flank_engine_search(*state, record, &limits, NULL, NULL, &report), FLANK_OK);
        assert_true(report.lines[0].exact);
        assert_int_equal(report.depth_plies, 10);
        assert_int_equal(report.lines[0].score, 100 * value_of(&position, 1));
        flank_record_destroy(record);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_equal_plain_rules),
        cmocka_unit_test(test_counts_equal_plain_rules),
        cmocka_unit_test(test_stays_inside),
        cmocka_unit_test(test_text_of_a_game),
        cmocka_unit_test(test_stable_discs_stay),
        cmocka_unit_test_setup_teardown(test_solving_equals_plain_search, create_large, destroy),
        cmocka_unit_test(test_all_searches_agree),
        WITH_EACH_ENGINE(test_fewest_discs),
        cmocka_unit_test_setup_teardown(test_boards_are_not_mixed, create_large, destroy),
        cmocka_unit_test_setup_teardown(test_levels_beat_random_moves, create_large, destroy),
        cmocka_unit_test_setup_teardown(test_levels_solve_at_the_end, create_large, destroy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
