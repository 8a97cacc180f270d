/* SPDX-License-Identifier: MIT
 *
 * The engine through its public face: stopping, limits, errors, solving. The strength of the levels: test_levels.c;
 * stops and pondering with other threads at work: test_engine_threads.c.
 */
#include "cmocka_all.h"

#include "core/clock.h"
#include "core/random.h"
#include "engine/engine_search.h"
#include "engine/levels.h"
#include "unit/engine_fixture.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Random moves until few enough squares are empty, and not over. */
static flank_record *random_ending(const char *game, unsigned empties, random_state *random)
{
    for (;;) {
        flank_record *record = new_record(game, "");
        for (;;) {
            const flank_position *position = flank_record_position(record);
            if (flank_record_outcome(record).over)
                break;
            if (64 - (unsigned)__builtin_popcountll(position->own | position->other) <= empties)
                return record;
            flank_move moves[FLANK_MOVES_MAX];
            size_t count = flank_game_moves(flank_record_game(record), flank_record_rules(record), position, moves);
            assert_int_equal(flank_record_play(record, moves[random_below(random, (uint32_t)count)]), FLANK_OK);
        }
        flank_record_destroy(record);
    }
}

/* ---- Stopping ---- */

static flank_reply stop_from_callback(void *user, const flank_report *report)
{
    (void)user;
    return report->depth_plies == 3 ? FLANK_ENOUGH : FLANK_GO_ON;
}

static void test_stop_from_the_callback(void **state)
{
    flank_record *record = new_record("othello", "f5d6");
    flank_report report;
    flank_limits limits = {0};
    assert_int_equal(flank_engine_search(*state, record, &limits, stop_from_callback, *state, &report), FLANK_OK);
    assert_int_equal(report.depth_plies, 3);
    flank_record_destroy(record);
}

/* A stop counts until its owner clears it. */
static void test_only_the_owner_clears_a_stop(void **state)
{
    flank_record *record = new_record("othello", "f5d6");
    flank_stop all = FLANK_STOP_INIT, one = FLANK_STOP_UNDER(&all);
    const flank_limits limits = {.depth_plies = 12, .stop = &one};
    flank_report report;
    flank_stop_raise(&all);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(flank_engine_search(*state, record, &limits, NULL, NULL, &report), FLANK_OK);
        assert_true(report.depth_plies < 12);
        assert_true(flank_stop_is_raised(&one));
    }
    flank_stop_clear(&all);
    assert_int_equal(flank_engine_search(*state, record, &limits, NULL, NULL, &report), FLANK_OK);
    assert_int_equal(report.depth_plies, 12);
    flank_record_destroy(record);
}

/* ---- Clocks ---- */

/* Whole games at a very short clock, thinking time measured from outside. The measure is the time for which the engine
 * has the processor: the clock of a busy machine runs on while others have it. */
static void test_no_game_is_lost_on_time(void **state)
{
    enum { CLOCK_MS = 600 };
    for (size_t game = 0; game < flank_game_count(); game++) {
        flank_record *record = new_record(flank_game_name(flank_game_at(game)), "");
        double left_s[2] = {CLOCK_MS / 1000.0, CLOCK_MS / 1000.0};
        assert_int_equal(flank_engine_prepare(*state, flank_record_game(record), NULL), FLANK_OK);
        for (int ply = 0; ply < 80; ply++) {
            flank_limits limits = {.clock = {.running = true, .left_ms = (int64_t)(1000 * left_s[ply & 1])}};
            flank_report report;
            const clock_t start = clock();
            const flank_status status = flank_engine_search(*state, record, &limits, NULL, NULL, &report);
            left_s[ply & 1] -= (double)(clock() - start) / CLOCKS_PER_SEC;
            if (status == FLANK_GAME_OVER)
                break;
            assert_int_equal(status, FLANK_OK);
            assert_true(left_s[ply & 1] > 0);
            assert_int_equal(flank_record_play(record, report.lines[0].moves[0]), FLANK_OK);
        }
        flank_record_destroy(record);
    }
}

static void test_a_forced_move_takes_no_time(void **state)
{
    /* Black has one legal move. */
    flank_record *record = new_record("othello", "f5d6c3d3c4f4c5b3c2e3");
    flank_move moves[FLANK_MOVES_MAX];
    while (flank_game_moves(flank_record_game(record), flank_record_rules(record), flank_record_position(record),
                            moves) != 1)
        assert_int_equal(flank_record_play(record, moves[0]), FLANK_OK);
    flank_limits limits = {.clock = {.running = true, .left_ms = 600000}};
    flank_report report;
    assert_int_equal(flank_engine_search(*state, record, &limits, NULL, NULL, &report), FLANK_OK);
    assert_true(report.time_s < 1);
    flank_record_destroy(record);
}

/* The processor time of this thread, which searches. */
static double own_s(void)
{
    struct timespec used;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
}

/* A clock lets the engine look at the second best move first: within the caller's limits, and it tells of it. */
static void test_a_look_keeps_to_the_limits(void **state)
{
    const flank_clock hour = {.running = true, .left_ms = 3600000};
    const flank_limits times = {.clock = hour, .time_ms = 100}, nodes = {.clock = hour, .nodes = 400000};
    flank_record *record = new_record("othello", "f5d6c3");
    flank_report report;
    assert_int_equal(flank_engine_reserve(*state, flank_record_game(record), NULL), FLANK_OK);
    const double start_s = own_s();
    assert_int_equal(flank_engine_search(*state, record, &times, NULL, NULL, &report), FLANK_OK);
    const double used_s = own_s() - start_s;
    assert_true(report.time_s >= 0.5 * used_s);
    assert_true(used_s < 1);
    assert_int_equal(flank_engine_search(*state, record, &nodes, NULL, NULL, &report), FLANK_OK);
    assert_true(report.nodes < 440000);
    flank_record_destroy(record);
}

static flank_reply note_nodes(void *user, const flank_report *report)
{
    *(uint64_t *)user = report->nodes;
    return FLANK_GO_ON;
}

static void test_a_look_is_counted(void **state)
{
    const flank_limits alone = {.depth_plies = 8}, clocked = {.depth_plies = 8, .clock = {true, 3600000, 0, 0}};
    flank_record *record = new_record("othello", "f5d6c3");
    flank_report first, second;
    uint64_t told = 0;
    assert_int_equal(flank_engine_search(*state, record, &alone, NULL, NULL, &first), FLANK_OK);
    flank_engine_clear(*state);
    assert_int_equal(flank_engine_search(*state, record, &clocked, note_nodes, &told, &second), FLANK_OK);
    assert_int_equal(second.depth_plies, 8);
    assert_true(second.nodes > first.nodes && told > first.nodes);
    flank_record_destroy(record);
}

/* ---- Limits and errors ---- */

static void test_time_limit_ends_the_search(void **state)
{
    flank_record *record = new_record("othello", "f5d6c3");
    flank_report report;
    flank_limits limits = {.time_ms = 30};
    assert_int_equal(flank_engine_search(*state, record, &limits, NULL, NULL, &report), FLANK_OK);
    assert_true(report.time_s >= 0.03);
    assert_true(report.time_s < 5.0);
    flank_record_destroy(record);
}

static uint64_t nodes_to_depth(flank_engine *engine, const flank_record *record)
{
    flank_report report;
    const flank_limits limits = {.depth_plies = 16};
    flank_engine_clear(engine);
    assert_int_equal(flank_engine_search(engine, record, &limits, NULL, NULL, &report), FLANK_OK);
    assert_int_equal(report.depth_plies, 16);
    return report.nodes;
}

/* A narrowed engine is as one that was created so, and has at most what it was created with. */
static void test_a_narrowed_engine(void **state)
{
    (void)state;
    const size_t mib = (size_t)1 << 20;
    flank_record *record = new_record("othello", "f5d6c3d3c4f4f6f3e6e7d7");
    flank_engine *wide = flank_engine_create(&(flank_engine_options){.hash_bytes = 16 * mib});
    flank_engine *small = flank_engine_create(&(flank_engine_options){.hash_bytes = mib});
    const uint64_t wide_nodes = nodes_to_depth(wide, record), small_nodes = nodes_to_depth(small, record);
    assert_true(wide_nodes != small_nodes);
    flank_engine_narrow(wide, 1, mib);
    assert_true(nodes_to_depth(wide, record) == small_nodes);
    flank_engine_narrow(wide, 0, 0);
    assert_true(nodes_to_depth(wide, record) == wide_nodes);
    flank_engine_narrow(small, 8, 16 * mib);
    assert_true(nodes_to_depth(small, record) == small_nodes);
    flank_engine_destroy(wide);
    flank_engine_destroy(small);
    flank_record_destroy(record);
}

static void assert_best_first(const flank_report *report)
{
    for (int i = 1; i < report->line_count; i++)
        assert_true(report->lines[i - 1].score >= report->lines[i].score);
}

/* Wherever the limit falls, the list has an order: all its values are of the last depth that was completed. */
static void test_a_list_cut_short_is_best_first(void **state)
{
    static const int lines[] = {3, 60};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        for (uint64_t nodes = 3000; nodes < 300000; nodes += nodes / 4) {
            flank_record *record = new_record("othello", "f5d6c3d3c4");
            const flank_limits limits = {.lines = lines[i], .nodes = nodes};
            flank_report report;
            flank_engine_clear(*state);
            assert_int_equal(flank_engine_search(*state, record, &limits, NULL, NULL, &report), FLANK_OK);
            assert_int_equal(report.line_count, lines[i] == 3 ? 3 : 6);
            assert_best_first(&report);
            for (int line = 0; line < report.line_count; line++)
                assert_int_equal(report.lines[line].depth_plies, report.depth_plies);
            flank_record_destroy(record);
        }
}

/* The Othello engine may go a thousand or so beyond a node limit; one line may be of a depth that was not completed. */
static void test_one_line_cut_short(void **state)
{
    enum { BEYOND = 2000 };
    for (uint64_t nodes = 1; nodes < 300000; nodes += nodes / 3 + 1) {
        flank_record *record = new_record("othello", "f5d6c3d3c4");
        const flank_limits limits = {.nodes = nodes};
        flank_report report;
        flank_engine_clear(*state);
        assert_int_equal(flank_engine_search(*state, record, &limits, NULL, NULL, &report), FLANK_OK);
        assert_true(report.nodes <= nodes + BEYOND);
        assert_int_equal(report.line_count, 1);
        assert_true(report.lines[0].depth_plies >= report.depth_plies);
        flank_record_destroy(record);
    }
}

static void test_bad_calls_are_refused(void **state)
{
    static const flank_limits bad[] = {
        {.depth_plies = -1},
        {.time_ms = -1},
        {.lines = -1},
        {.level = -1},
        {.level = FLANK_LEVEL_MAX + 1},
        {.clock = {true, 1000, -1, 0}},
        {.clock = {true, 1000, 0, -1}},
    };
    flank_record *record = new_record("othello", "");
    flank_report report;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(flank_engine_search(*state, record, &bad[i], NULL, NULL, &report), FLANK_BAD_ARGUMENT);
    const flank_limits no_clock = {.depth_plies = 1, .clock = {false, -1, -1, -1}}; /* nothing in it counts */
    assert_int_equal(flank_engine_search(*state, record, &no_clock, NULL, NULL, &report), FLANK_OK);
    flank_record_destroy(record);
    record = new_record("othello", "e6f4e3f6g5d6e7f5c5"); /* white has lost all discs after nine plies */
    flank_limits limits = {.depth_plies = 1};
    flank_limits solving = {0};
    assert_int_equal(flank_engine_search(*state, record, &limits, NULL, NULL, &report), FLANK_GAME_OVER);
    assert_int_equal(flank_engine_solve(*state, record, &solving, NULL, NULL, &report), FLANK_GAME_OVER);
    flank_record_destroy(record);
}

/* A solve is bounded by nodes, time and lines; what bounds playing alone is refused, and the other way round. */
static void test_limits_of_a_solve(void **state)
{
    static const flank_limits bad[] = {{.one_sided = true, .win_loss_draw = true},
                                       {.one_sided = true, .lines = 2},
                                       {.one_sided = true, .at_least_discs = -64},
                                       {.one_sided = true, .at_least_discs = 65},
                                       {.depth_plies = 4},
                                       {.level = 3},
                                       {.selectivity = 95},
                                       {.clock = {.running = true}},
                                       {.time_ms = -1}};
    static const flank_limits sign = {.win_loss_draw = true}, side = {.one_sided = true}, few_nodes = {.nodes = 20000};
    flank_record *record = new_record("othello", "");
    flank_report report;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(flank_engine_solve(*state, record, &bad[i], NULL, NULL, &report), FLANK_BAD_ARGUMENT);
    assert_int_equal(flank_engine_search(*state, record, &sign, NULL, NULL, &report), FLANK_BAD_ARGUMENT);
    assert_int_equal(flank_engine_search(*state, record, &side, NULL, NULL, &report), FLANK_BAD_ARGUMENT);
    assert_int_equal(flank_engine_solve(*state, record, &few_nodes, NULL, NULL, &report), FLANK_STOPPED);
    assert_true(report.line_count == 1 && report.nodes < 40000);
    flank_record_destroy(record);
}

/* The start is not solved with some nodes; discs are no question of these games. */
static void test_games_without_discs_are_won_or_lost(void **state)
{
    for (size_t game = 0; game < flank_game_count(); game++) {
        if (flank_game_scores_discs(flank_game_at(game)))
            continue;
        flank_record *record = new_record(flank_game_name(flank_game_at(game)), "");
        flank_limits solving = {.nodes = 100000}, bad[] = {{.win_loss_draw = true}, {.one_sided = true}};
        flank_report report;
        assert_int_equal(flank_engine_solve(*state, record, &solving, NULL, NULL, &report), FLANK_STOPPED);
        assert_true(report.line_count == 1 && report.lines[0].length > 0 && !report.lines[0].exact);
        assert_in_range(report.nodes, 90000, 110000);
        for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
            assert_int_equal(flank_engine_solve(*state, record, &bad[i], NULL, NULL, &report), FLANK_BAD_ARGUMENT);
        flank_record_destroy(record);
    }
}

static flank_record *record_of_draughts(const char *text)
{
    const flank_game *draughts = flank_game_find("draughts");
    flank_position position;
    assert_int_equal(flank_position_parse(draughts, text, &position, NULL), FLANK_OK);
    flank_record *record = flank_record_create(draughts, NULL, &position);
    assert_non_null(record);
    return record;
}

/* A win of some 21 plies that alpha-beta does not find with as many nodes; and with it, it plays as it did before. */
static void test_a_long_win_is_proved(void **state)
{
    flank_record *record = record_of_draughts("W:Wa2,e2,h2,a3,b3,c3,d3,f3,h3,f4,h4,Kg8:Bb5,c5,e5,h5,h6,b7,h7");
    const flank_limits solving = {.nodes = 300000}, searching = {.nodes = 300000};
    flank_report report;
    assert_int_equal(flank_engine_search(*state, record, &searching, NULL, NULL, &report), FLANK_OK);
    assert_false(report.lines[0].exact);
    const int score = report.lines[0].score;
    const uint64_t nodes = report.nodes;
    assert_int_equal(flank_engine_solve(*state, record, &solving, NULL, NULL, &report), FLANK_OK);
    assert_true(report.lines[0].exact && report.lines[0].score >= FLANK_SCORE_MATE);
    assert_int_equal(report.lines[0].length, FLANK_SCORE_WIN - report.lines[0].score);
    flank_engine_clear(*state);
    assert_int_equal(flank_engine_search(*state, record, &searching, NULL, NULL, &report), FLANK_OK);
    assert_int_equal(report.lines[0].score, score);
    assert_int_equal(report.nodes, nodes);
    flank_record_destroy(record);
}

static void test_no_memory_is_an_answer(void **state)
{
    (void)state;
    flank_engine_options options = {.hash_bytes = SIZE_MAX};
    assert_null(flank_engine_create(&options));
}

/* ---- Levels ---- */

static void test_levels_depend_on_seed_and_position_only(void **state)
{
    random_state random = {3};
    for (int i = 0; i < 20; i++) {
        flank_record *record = random_ending("othello", 40, &random);
        flank_limits limits = {.level = 1 + i % 5, .seed = (uint64_t)i};
        flank_report report;
        flank_engine_clear(*state);
        assert_int_equal(flank_engine_search(*state, record, &limits, NULL, NULL, &report), FLANK_OK);
        assert_int_equal(report.line_count, 1);
        flank_move first = report.lines[0].moves[0];
        flank_engine_clear(*state);
        assert_int_equal(flank_engine_search(*state, record, &limits, NULL, NULL, &report), FLANK_OK);
        assert_true(flank_move_equal(first, report.lines[0].moves[0]));
        flank_record_destroy(record);
    }
}

/* Level 1 must lose interest in the best move now and then, or no child could beat it. */
static void test_level_1_slips_and_level_10_does_not(void **state)
{
    flank_record *record = new_record("othello", "f5d6c3d3c4");
    int different[2] = {0, 0}, slipped[2] = {0, 0};
    for (int strong = 0; strong < 2; strong++) {
        flank_limits limits = {.level = strong ? 10 : 1, .nodes = 20};
        flank_report report;
        flank_move first = {0};
        for (uint64_t seed = 0; seed < 40; seed++) {
            limits.seed = seed;
            flank_engine_clear(*state);
            assert_int_equal(flank_engine_search(*state, record, &limits, NULL, NULL, &report), FLANK_OK);
            if (seed == 0)
                first = report.lines[0].moves[0];
            different[strong] += !flank_move_equal(first, report.lines[0].moves[0]);
            slipped[strong] += report.slipped;
        }
    }
    assert_in_range(slipped[0], 30, 39);
    assert_int_equal(slipped[1], 0);
    assert_true(different[0] >= 5);
    assert_int_equal(different[1], 0);
    flank_record_destroy(record);
}

/* Each level looks at least as far as the one before it, with at least as much confidence, and nearer the end both only
 * grow; from level 6 on the end is perfect, and far from it each level looks one ply further than the one before. */
static void test_levels_rise(void **state)
{
    (void)state;
    for (int level = 2; level <= FLANK_LEVEL_MAX; level++)
        for (int empties = 1; empties <= 60; empties++) {
            const level_othello before = level_for_othello(level - 1, empties), now = level_for_othello(level, empties);
            assert_in_range(now.depth_plies, 1, empties);
            if (now.depth_plies < before.depth_plies ||
                (now.depth_plies == before.depth_plies && now.depth_plies == empties &&
                 now.selectivity_percent < before.selectivity_percent))
                fail_msg("level %d at %d empties: %d plies, %d %%", level, empties, now.depth_plies,
                         now.selectivity_percent);
            if (level > LEVEL_BEGINNERS && empties <= 8)
                assert_true(now.depth_plies == empties && now.selectivity_percent == 100);
            if (level <= LEVEL_BEGINNERS)
                assert_true(now.depth_plies <= 4);
            else if (empties == 60)
                assert_int_equal(now.depth_plies, level);
        }
}

/* In the other games two and a half times the nodes at each level for as long as people wait for it, in draughts three
 * and a half times at the last of these, then an eighth more; parts of a node do not count. */
static void assert_levels_grow(const flank_game *game)
{
    enum { LAST_STEEP = 12 };
    const uint64_t last_halves = strcmp(flank_game_name(game), "draughts") == 0 ? 7 : 5;
    assert_int_equal(level_find(game, LEVEL_BEGINNERS + 1).nodes, 10000);
    for (int level = LEVEL_BEGINNERS + 2; level <= FLANK_LEVEL_MAX; level++) {
        const uint64_t before = level_find(game, level - 1).nodes, now = level_find(game, level).nodes;
        const uint64_t halves = level == LAST_STEEP ? last_halves : 5;
        const uint64_t expected = level <= LAST_STEEP ? before * halves / 2 : before * 9 / 8;
        if (now != expected)
            fail_msg("%s, level %d: %llu nodes, not %llu", flank_game_name(game), level, (unsigned long long)now,
                     (unsigned long long)expected);
    }
    assert_in_range(level_find(game, FLANK_LEVEL_MAX).nodes, 300000000, 1000000000); /* minutes a move */
}

static void test_levels_grow_by_nodes(void **state)
{
    (void)state;
    for (size_t index = 0; index < flank_game_count(); index++)
        assert_levels_grow(flank_game_at(index));
}

/* The shared search ends with the nodes of its level. */
static void test_levels_spend_their_nodes(void **state)
{
    for (size_t index = 0; index < flank_game_count(); index++) {
        flank_record *record = flank_record_create(flank_game_at(index), NULL, NULL);
        assert_non_null(record);
        for (int level = LEVEL_BEGINNERS + 1; level <= LEVEL_BEGINNERS + 3; level++) {
            const flank_limits limits = {.level = level};
            flank_report report;
            flank_engine_clear(*state);
            assert_int_equal(flank_engine_search(*state, record, &limits, NULL, NULL, &report), FLANK_OK);
            assert_int_equal(report.nodes, level_find(flank_game_at(index), level).nodes);
        }
        flank_record_destroy(record);
    }
}

/* ---- Solving ---- */

/* Plain minimax to the end, in discs. */
static int brute_force(const flank_game *game, const flank_rules *rules, const flank_position *position, int alpha,
                       int beta)
{
    flank_move moves[FLANK_MOVES_MAX];
    size_t count = flank_game_moves(game, rules, position, moves);
    if (count == 0)
        return flank_game_outcome(game, rules, position).discs;
    for (size_t i = 0; i < count && alpha < beta; i++) {
        flank_position next = flank_game_play(game, rules, position, moves[i]);
        int value = -brute_force(game, rules, &next, -beta, -alpha);
        alpha = value > alpha ? value : alpha;
    }
    return alpha;
}

/* The line of best play leads to the end of the game, and to its score; in win/loss/draw to its sign. */
static void check_best_play(const flank_record *record, const flank_line *line)
{
    const flank_game *game = flank_record_game(record);
    const flank_rules *rules = flank_record_rules(record);
    flank_position position = *flank_record_position(record);
    const uint8_t color = position.color;
    for (int ply = 0; ply < line->length; ply++) {
        flank_move moves[FLANK_MOVES_MAX];
        size_t at = 0, count = flank_game_moves(game, rules, &position, moves);
        while (at < count && !flank_move_equal(moves[at], line->moves[ply]))
            at++;
        assert_true(at < count);
        position = flank_game_play(game, rules, &position, line->moves[ply]);
    }
    const flank_outcome outcome = flank_game_outcome(game, rules, &position);
    const int score = position.color == color ? 100 * outcome.discs : -100 * outcome.discs;
    assert_true(outcome.over);
    if (abs(line->score) == 100)
        assert_true(score * line->score > 0);
    else
        assert_int_equal(score, line->score);
}

static void check_solution(flank_engine *engine, const flank_record *record)
{
    const flank_game *game = flank_record_game(record);
    const flank_rules *rules = flank_record_rules(record);
    const flank_position *position = flank_record_position(record);
    int score = brute_force(game, rules, position, -64, 64);
    flank_report report;
    flank_limits solving = {0};
    assert_int_equal(flank_engine_solve(engine, record, &solving, NULL, NULL, &report), FLANK_OK);
    assert_true(report.lines[0].exact);
    assert_int_equal(report.lines[0].score, 100 * score);
    const bool whole_line = game == flank_game_find("othello");
    if (whole_line)
        check_best_play(record, &report.lines[0]);
    solving.win_loss_draw = true;
    assert_int_equal(flank_engine_solve(engine, record, &solving, NULL, NULL, &report), FLANK_OK);
    assert_int_equal(report.lines[0].score, 100 * ((score > 0) - (score < 0)));
    if (whole_line)
        check_best_play(record, &report.lines[0]);
    for (int asked = score - 1; asked <= score + 1; asked++) {
        if (asked < -63 || asked > 64)
            continue;
        solving = (flank_limits){.one_sided = true, .at_least_discs = asked};
        assert_int_equal(flank_engine_solve(engine, record, &solving, NULL, NULL, &report), FLANK_OK);
        const flank_line *line = &report.lines[0];
        assert_true(line->exact);
        assert_int_equal(line->length, 1);
        assert_int_equal(line->bound, score >= asked ? FLANK_BOUND_LOWER : FLANK_BOUND_UPPER);
        assert_true(score >= asked ? line->score >= 100 * asked && line->score <= 100 * score
                                   : line->score < 100 * asked && line->score >= 100 * score);
    }
    solving = (flank_limits){.lines = FLANK_MOVES_MAX};
    assert_int_equal(flank_engine_solve(engine, record, &solving, NULL, NULL, &report), FLANK_OK);
    flank_move moves[FLANK_MOVES_MAX];
    assert_int_equal(report.line_count, flank_game_moves(game, rules, position, moves));
    if (whole_line)
        check_best_play(record, &report.lines[0]);
    for (int i = 0; i < report.line_count; i++) {
        flank_position next = flank_game_play(game, rules, position, report.lines[i].moves[0]);
        assert_true(report.lines[i].exact);
        assert_int_equal(report.lines[i].score, -100 * brute_force(game, rules, &next, -64, 64));
    }
}

static void test_solutions_equal_brute_force(void **state)
{
    random_state random = {99};
    for (unsigned i = 0; i < 24; i++) {
        flank_record *record = random_ending("othello", 4 + i % 6, &random);
        check_solution(*state, record);
        flank_record_destroy(record);
    }
    for (unsigned i = 0; i < 8; i++) {
        flank_record *record = random_ending("tothello", 2 + i % 3, &random);
        check_solution(*state, record);
        flank_record_destroy(record);
    }
}

/* The shared search knows Othello only through the game table, the Othello engine not at all through it. */
static void test_the_search_and_the_solver_agree(void **state)
{
    random_state random = {2310};
    flank_engine *small =
        flank_engine_create(&(flank_engine_options){.hash_bytes = (size_t)2 << 20, .shared_search = true});
    assert_non_null(small);
    for (unsigned i = 0; i < 12; i++) {
        flank_record *record = random_ending("othello", 8 + i % 5, &random);
        flank_limits limits = {.lines = FLANK_MOVES_MAX};
        flank_limits solving = {.lines = FLANK_MOVES_MAX};
        flank_report shared, searched, solved;
        assert_int_equal(flank_engine_search(small, record, &limits, NULL, NULL, &shared), FLANK_OK);
        assert_int_equal(flank_engine_search(*state, record, &limits, NULL, NULL, &searched), FLANK_OK);
        assert_int_equal(shared.line_count, searched.line_count);
        for (int line = 0; line < shared.line_count; line++) {
            assert_true(shared.lines[line].exact && searched.lines[line].exact);
            assert_int_equal(shared.lines[line].score, searched.lines[line].score);
        }
        assert_int_equal(flank_engine_solve(*state, record, &solving, NULL, NULL, &solved), FLANK_OK);
        assert_int_equal(shared.line_count, solved.line_count);
        for (int line = 0; line < solved.line_count; line++) {
            assert_true(solved.lines[line].exact && solved.lines[line].selectivity == 100);
            assert_int_equal(shared.lines[line].score, solved.lines[line].score);
        }
        flank_record_destroy(record);
    }
    flank_engine_destroy(small);
}

/* Claims of exact values on the way. */
typedef struct claims {
    int count, score;
} claims;

static flank_reply note_claim(void *user, const flank_report *report)
{
    claims *made = user;
    if (!report->lines[0].exact)
        return FLANK_GO_ON;
    if (made->count++)
        assert_int_equal(report->lines[0].score, made->score);
    made->score = report->lines[0].score;
    return FLANK_GO_ON;
}

/* The best move so far is proved only when no other can be better, whichever search solves. */
static void test_what_is_called_exact_stays(void **state)
{
    random_state random = {77};
    flank_engine *small =
        flank_engine_create(&(flank_engine_options){.hash_bytes = (size_t)2 << 20, .shared_search = true});
    flank_engine *const engines[] = {*state, small};
    assert_non_null(small);
    for (unsigned i = 0; i < 24; i++) {
        flank_record *record = random_ending("othello", 10, &random);
        const flank_limits solving = {.win_loss_draw = false};
        flank_report report;
        claims made = {0};
        assert_int_equal(flank_engine_solve(engines[i % 2], record, &solving, note_claim, &made, &report), FLANK_OK);
        assert_true(report.lines[0].exact);
        if (made.count)
            assert_int_equal(made.score, report.lines[0].score);
        flank_record_destroy(record);
    }
    flank_engine_destroy(small);
}

static void test_solving_can_run_out_of_time(void **state)
{
    flank_record *record = new_record("othello", "");
    flank_limits solving = {.time_ms = 20};
    flank_report report;
    assert_int_equal(flank_engine_solve(*state, record, &solving, NULL, NULL, &report), FLANK_STOPPED);
    assert_true(report.line_count >= 1);
    assert_false(report.lines[0].exact);
    assert_in_range(report.lines[0].score + 6400, 0, 12800);
    assert_true(report.lines[0].depth_plies < 60 || report.lines[0].selectivity < 100);
    assert_true(report.time_s < 1);
    flank_record_destroy(record);
}

static void test_values_of_all_moves_are_best_first(void **state)
{
    random_state random = {9};
    for (int time_ms = 10; time_ms <= 320; time_ms *= 2) {
        flank_record *record = random_ending("othello", 22, &random);
        flank_limits solving = {.lines = FLANK_MOVES_MAX, .time_ms = time_ms};
        flank_report report;
        const flank_status status = flank_engine_solve(*state, record, &solving, NULL, NULL, &report);
        assert_true(status == FLANK_OK || status == FLANK_STOPPED);
        assert_best_first(&report);
        flank_record_destroy(record);
    }
}

/* A stop is obeyed within 50 ms, whatever the engine does; the answer is a legal move. The time is that between the
 * stop and the return, less what the searching thread, the program's first, stood in line for a processor (Linux tells;
 * elsewhere nothing is taken off). Its helpers may stand in line, too, so a late one gets two more chances. */
typedef struct late_stop {
    flank_stop stop;
    long after_ms;
    double stopped_s;
} late_stop;

static double served_s(void)
{
    unsigned long long worked_ns, queued_ns = 0;
    FILE *file = fopen("/proc/self/schedstat", "r");
    if (file && fscanf(file, "%llu %llu", &worked_ns, &queued_ns) != 2)
        queued_ns = 0;
    if (file)
        fclose(file);
    return clock_now_s() - 1e-9 * (double)queued_ns;
}

static void *stop_later(void *user)
{
    late_stop *self = user;
    sleep_ms(self->after_ms);
    self->stopped_s = served_s();
    flank_stop_raise(&self->stop);
    return NULL;
}

static double seconds_until_stopped(flank_engine *engine, flank_record *record, const flank_limits *limits,
                                    long after_ms)
{
    late_stop stop = {.after_ms = after_ms};
    flank_limits stoppable = *limits;
    stoppable.stop = &stop.stop;
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, stop_later, &stop), 0);
    flank_report report;
    assert_int_equal(flank_engine_search(engine, record, &stoppable, NULL, NULL, &report), FLANK_OK);
    const double returned_s = served_s();
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_true(report.line_count >= 1 && report.lines[0].length >= 1);
    assert_int_equal(flank_record_play(record, report.lines[0].moves[0]), FLANK_OK);
    flank_record_undo(record);
    return returned_s - stop.stopped_s;
}

static void test_a_stop_is_obeyed_at_once(void **state)
{
    static const struct {
        const char *moves;
        flank_limits limits;
    } cases[] = {
        {"", {.level = 60}},
        {"f5d6c3d3c4", {.level = 40}},
        {"f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5", {.level = 60}},
        {"f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2", {.lines = 60}},
        {"f5d6c3d3c4f4f6f3", {.lines = 3}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        flank_record *record = new_record("othello", cases[i].moves);
        for (long after_ms = 1; after_ms <= 101; after_ms += 50) {
            double late_s = 1;
            for (int chance = 0; chance < 3 && late_s > 0.05; chance++)
                late_s = seconds_until_stopped(*state, record, &cases[i].limits, after_ms);
            if (late_s > 0.05)
                fail_msg("case %zu, stopped after %ld ms: returned %.1f ms later", i, after_ms, 1000 * late_s);
        }
        flank_record_destroy(record);
    }
}

/* A stop that is raised while the engine ponders ends the search that follows, too: only its owner clears it. */
static void test_a_stop_outlives_the_end_of_pondering(void **state)
{
    flank_engine *engine = *state;
    flank_record *record = new_record("othello", "f5d6c3d3c4f4f6f3");
    flank_stop stop = FLANK_STOP_INIT;
    flank_report report;
    const flank_limits endless = {.stop = &stop};
    assert_int_equal(flank_engine_ponder(engine, record, &stop), FLANK_OK);
    sleep_ms(5);
    flank_stop_raise(&stop);
    assert_int_equal(flank_engine_search(engine, record, &endless, NULL, NULL, &report), FLANK_OK);
    assert_int_equal(report.line_count, 1);
    assert_true(flank_stop_is_raised(&stop));
    flank_record_destroy(record);
}

/* Not even the first search of a program has to unpack the evaluation to its end before it stops. In a process of its
 * own, as nobody has unpacked it there: its exit status is how many times the stop came late, which a busy machine may
 * excuse once, or from WRONG on which answer was wrong. The answer then is a legal move, and the next search is
 * as any other. */
enum { WRONG = 100 };

static int first_stops(void)
{
    flank_record *record = new_record("othello", "f5d6c3d3c4f4f6f3");
    late_stop stop = {.after_ms = 10};
    const flank_limits all = {.lines = FLANK_MOVES_MAX, .stop = &stop.stop};
    const flank_limits seven_plies = {.depth_plies = 7};
    flank_report report;
    void *engine = NULL, *other = NULL;
    if (create_large(&engine) || create_large(&other))
        return WRONG;
    int late = seconds_until_stopped(engine, record, &(flank_limits){0}, 10) > 0.05;
    late += seconds_until_stopped(engine, record, &(flank_limits){.lines = 3}, 10) > 0.05;
    pthread_t thread;
    if (pthread_create(&thread, NULL, stop_later, &stop))
        return WRONG + 1;
    const flank_status solved = flank_engine_solve(engine, record, &all, NULL, NULL, &report);
    late += served_s() - stop.stopped_s > 0.05;
    if (pthread_join(thread, NULL) || solved != FLANK_STOPPED || report.line_count < 2 || report.lines[0].exact)
        return WRONG + 2;

    flank_engine_clear(engine); /* should a stop have come so late that there was something to learn */
    if (flank_engine_search(engine, record, &seven_plies, NULL, NULL, &report) || report.depth_plies != 7)
        return WRONG + 3;
    const flank_report first = report;
    if (flank_engine_search(other, record, &seven_plies, NULL, NULL, &report))
        return WRONG + 4;
    if (report.lines[0].score != first.lines[0].score || report.nodes != first.nodes)
        return WRONG + 5;
    flank_engine_destroy(engine);
    flank_engine_destroy(other);
    flank_record_destroy(record);
    return late;
}

static void test_a_stop_while_the_evaluation_is_unpacked(void **state)
{
    (void)state;
    int late = 1;
    for (int chance = 0; chance < 3 && late; chance++) {
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0)
            _exit(first_stops());
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status));
        late = WEXITSTATUS(status);
        assert_in_range(late, 0, WRONG - 1);
    }
    assert_int_equal(late, 0);
}

/* The confidence that was asked for is that of the last line; levels and depths have theirs without being asked. */
static void test_selectivity(void **state)
{
    flank_record *record = new_record("othello", "f5d6c3d3c4");
    static const int asked[] = {73, 87, 95, 98, 99, 100};
    flank_report report;
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        const flank_limits limits = {.depth_plies = 6, .selectivity = asked[i]};
        assert_int_equal(flank_engine_search(*state, record, &limits, NULL, NULL, &report), FLANK_OK);
        assert_int_equal(report.lines[0].selectivity, asked[i]);
        assert_int_equal(report.lines[0].depth_plies, 6);
        flank_engine_clear(*state);
    }
    const flank_limits too_sure = {.depth_plies = 6, .selectivity = 101};
    assert_int_equal(flank_engine_search(*state, record, &too_sure, NULL, NULL, &report), FLANK_BAD_ARGUMENT);
    flank_record_destroy(record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            test_a_stop_while_the_evaluation_is_unpacked), /* first: while there is one thread and no evaluation */
        WITH_EACH_ENGINE(test_stop_from_the_callback),
        WITH_EACH_ENGINE(test_only_the_owner_clears_a_stop),
        WITH_EACH_ENGINE(test_no_game_is_lost_on_time),
        WITH_EACH_ENGINE(test_a_forced_move_takes_no_time),
        WITH_EACH_ENGINE(test_a_look_keeps_to_the_limits),
        cmocka_unit_test_setup_teardown(test_a_look_is_counted, create_shared, destroy),
        cmocka_unit_test_setup_teardown(test_a_look_is_counted, create_large, destroy),
        WITH_EACH_ENGINE(test_time_limit_ends_the_search),
        cmocka_unit_test(test_a_narrowed_engine),
        WITH_EACH_ENGINE(test_a_list_cut_short_is_best_first),
        WITH_EACH_ENGINE(test_one_line_cut_short),
        WITH_EACH_ENGINE(test_bad_calls_are_refused),
        WITH_EACH_ENGINE(test_limits_of_a_solve),
        WITH_EACH_ENGINE(test_games_without_discs_are_won_or_lost),
        WITH_EACH_ENGINE(test_a_long_win_is_proved),
        WITH_EACH_ENGINE(test_no_memory_is_an_answer),
        WITH_EACH_ENGINE(test_levels_depend_on_seed_and_position_only),
        WITH_EACH_ENGINE(test_level_1_slips_and_level_10_does_not),
        cmocka_unit_test(test_levels_rise),
        cmocka_unit_test(test_levels_grow_by_nodes),
        cmocka_unit_test_setup_teardown(test_levels_spend_their_nodes, create_shared, destroy),
        cmocka_unit_test_setup_teardown(test_selectivity, create_large, destroy),
        WITH_EACH_ENGINE(test_solutions_equal_brute_force),
        WITH_EACH_ENGINE(test_the_search_and_the_solver_agree),
        WITH_EACH_ENGINE(test_solving_can_run_out_of_time),
        WITH_EACH_ENGINE(test_what_is_called_exact_stays),
        WITH_EACH_ENGINE(test_values_of_all_moves_are_best_first),
        WITH_EACH_ENGINE(test_a_stop_is_obeyed_at_once),
        WITH_EACH_ENGINE(test_a_stop_outlives_the_end_of_pondering),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
