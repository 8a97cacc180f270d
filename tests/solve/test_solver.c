/* SPDX-License-Identifier: MIT
 *
 * The endgame solver against published scores, against plain search, and against itself at every CPU level.
 */
#include "cmocka_all.h"

#include "core/clock.h"
#include "core/cpu.h"
#include "core/random.h"
#include "core/symmetry.h"
#include "games/othello/othello_board.h"
#include "othello/othello_search.h"
#include "search/search.h"
#include "solve/solve_obf.h"

#include <pthread.h>
#include <time.h>

enum { MOVES_MAX = 60 };

typedef struct board {
    uint64_t own, other;
} board;

static int final_score(board now)
{
    int own = (int)bit_count(now.own), other = (int)bit_count(now.other), empty = 64 - own - other;
    return own - other + (own > other ? empty : own < other ? -empty : 0);
}

static board play(board now, unsigned square)
{
    if (square == FLANK_NO_SQUARE)
        return (board){now.other, now.own};
    uint64_t flips = othello_flips(square, now.own, now.other);
    return (board){now.other ^ flips, now.own | flips | bit(square)};
}

static bool is_over(board now) { return !othello_moves(now.own, now.other) && !othello_moves(now.other, now.own); }

/* The oracle: negamax without any cutoff. */
static int plain_value(board now)
{
    uint64_t moves = othello_moves(now.own, now.other);
    if (!moves)
        return is_over(now) ? final_score(now) : -plain_value(play(now, FLANK_NO_SQUARE));
    int best = -64;
    for (BITS_EACH(square, moves)) {
        int value = -plain_value(play(now, (unsigned)square));
        best = value > best ? value : best;
    }
    return best;
}

/* A position of a random game with `empties` empty squares, or a finished one with more. */
static board random_board(random_state *random, unsigned empties)
{
    board now = {bit(28) | bit(35), bit(27) | bit(36)};
    while (bit_count(~(now.own | now.other)) > empties && !is_over(now)) {
        uint64_t moves = othello_moves(now.own, now.other);
        unsigned square = FLANK_NO_SQUARE;
        if (moves) {
            for (uint32_t skip = random_below(random, bit_count(moves)); skip > 0; skip--)
                moves = bit_rest(moves);
            square = bit_first(moves);
        }
        now = play(now, square);
    }
    return now;
}

/* A solve; the lines are copied, so that they last. */
typedef struct solution {
    bool complete;
    int score; /* of the best move or the finished game: discs, or the sign */
    int move_count;
    flank_line moves[MOVES_MAX]; /* those asked for */
    uint64_t nodes;
    double time_s;
} solution;

static const search_request best_move = {.mode = SEARCH_SOLVE},
                            every_move = {.mode = SEARCH_SOLVE, .limits.lines = MOVES_MAX},
                            sign = {.mode = SEARCH_SOLVE, .limits.win_loss_draw = true},
                            every_sign = {
                                .mode = SEARCH_SOLVE, .limits.lines = MOVES_MAX, .limits.win_loss_draw = true};

static solution solve(othello_search *search, board now, const search_request *request)
{
    flank_report report;
    solution found = {.complete = othello_search_run(search, now.own, now.other, request, &report)};
    found.move_count = report.line_count;
    found.nodes = report.nodes;
    found.time_s = report.time_s;
    memcpy(found.moves, report.lines, (size_t)report.line_count * sizeof *found.moves);
    const int over = final_score(now);
    found.score = report.line_count               ? report.lines[0].score / 100
                  : request->limits.win_loss_draw ? (over > 0) - (over < 0)
                                                  : over;
    return found;
}

/* The line is legal to the end of the game and leads to the score, or to its sign. */
static void check_line(board now, const solution *result, bool win_loss_draw)
{
    int side = 1;
    const int length = result->move_count ? result->moves[0].length : 0;
    for (int i = 0; i < length; i++, side = -side) {
        unsigned square = result->moves[0].moves[i].to;
        if (square == FLANK_NO_SQUARE)
            assert_true(!othello_moves(now.own, now.other) && !is_over(now));
        else
            assert_true(othello_moves(now.own, now.other) & bit(square));
        now = play(now, square);
    }
    assert_true(is_over(now));
    int score = side * final_score(now);
    assert_int_equal(win_loss_draw ? (score > 0) - (score < 0) : score, result->score);
}

typedef struct published_file {
    const char *path;
    bool all_moves;
    int positions;
} published_file;

static void test_published_scores(void **state)
{
    (void)state;
    static const published_file files[] = {{TEST_DATA "/solve/fforum-1-19.obf", true, 19},
                                           {TEST_DATA "/solve/fforum-20-39.obf", false, 20}};
    othello_search *solver = othello_search_create(&(othello_search_options){.table_bytes = 64 << 20});
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        FILE *file = fopen(files[i].path, "r");
        assert_non_null(file);
        char line[1024];
        int positions = 0;
        for (; fgets(line, sizeof line, file); positions++) {
            board now;
            assert_true(obf_board(line, &now.own, &now.other));
            const solution result = solve(solver, now, files[i].all_moves ? &every_move : &best_move);
            assert_true(result.complete);
            assert_int_equal(result.score, obf_best_score(line));
            check_line(now, &result, false);
            for (int m = 0; m < result.move_count; m++) {
                assert_true(result.moves[m].exact);
                assert_int_equal(100 * obf_score(line, result.moves[m].moves[0].to), result.moves[m].score);
            }
        }
        assert_int_equal(positions, files[i].positions);
        fclose(file);
    }
    othello_search_destroy(solver);
}

/* Every legal move is there once, in order, with its true value. */
static void check_all_moves(board now, const solution *result)
{
    uint64_t moves = othello_moves(now.own, now.other), seen = 0;
    if (!moves) {
        assert_int_equal(result->move_count, is_over(now) ? 0 : 1);
        return;
    }
    assert_int_equal(result->move_count, bit_count(moves));
    for (int i = 0; i < result->move_count; i++) {
        assert_true(result->moves[i].exact);
        assert_int_equal(result->moves[i].score, -100 * plain_value(play(now, result->moves[i].moves[0].to)));
        assert_true(i == 0 || result->moves[i - 1].score >= result->moves[i].score);
        seen |= bit(result->moves[i].moves[0].to);
    }
    assert_int_equal(seen, moves);
}

static void test_agrees_with_plain_search(void **state)
{
    (void)state;
    random_state random = {11};
    othello_search *solver = othello_search_create(&(othello_search_options){.table_bytes = 1 << 20});
    int passes = 0, finished = 0;
    for (int i = 0; i < 3000; i++) {
        board now = random_board(&random, (unsigned)i % 9);
        int value = plain_value(now);
        passes += !othello_moves(now.own, now.other) && !is_over(now);
        finished += is_over(now);
        const solution best = solve(solver, now, &best_move), all = solve(solver, now, &every_move);
        const solution result = solve(solver, now, &sign);
        assert_true(best.complete && all.complete && result.complete);
        assert_int_equal(best.score, value);
        check_line(now, &best, false);
        assert_int_equal(all.score, value);
        check_line(now, &all, false);
        check_all_moves(now, &all);
        assert_int_equal(result.score, (value > 0) - (value < 0));
        check_line(now, &result, true);
    }
    assert_true(passes > 20 && finished > 20);
    othello_search_destroy(solver);
}

/* ---- Against the shared search ----------------------------------------------------------------------------------- */

enum { LATE_POSITIONS = 4000, LATE_EMPTIES_FROM = 5, LATE_EMPTIES_TO = 9 };

/* The shared search's proved value in discs; by plain alpha-beta, without cutoffs from its table. */
static int shared_value(searcher *search, board now)
{
    static const flank_rules rules = {{0}};
    const search_task task = {
        .game = flank_game_find("othello"), .rules = &rules, .root = {.own = now.own, .other = now.other}};
    const search_request request = {.mode = SEARCH_PLAIN};
    flank_report report;
    assert_int_equal(search_run(search, &task, &request, &report), FLANK_OK);
    assert_true(report.lines[0].exact);
    assert_int_equal(report.lines[0].score % 100, 0);
    return report.lines[0].score / 100;
}

/* Score and sign from a cleared table each, so that neither can be taken from the other. */
static void check_level(othello_search *solver, board now, int value)
{
    othello_search_clear(solver);
    solution result = solve(solver, now, &best_move);
    assert_true(result.complete);
    assert_int_equal(result.score, value);
    check_line(now, &result, false);
    othello_search_clear(solver);
    result = solve(solver, now, &sign);
    assert_true(result.complete);
    assert_int_equal(result.score, (value > 0) - (value < 0));
    check_line(now, &result, true);
}

/* Two searches that share nothing but the rules, on thousands of late positions, at every CPU level of this machine. */
static void test_every_level_agrees_with_the_shared_search(void **state)
{
    (void)state;
    random_state random = {15};
    othello_search *solvers[FLANK_CPU_ICELAKE + 1] = {NULL};
    for (flank_cpu cpu = FLANK_CPU_PLAIN; cpu <= cpu_best(); cpu++)
        assert_non_null(solvers[cpu] =
                            othello_search_create(&(othello_search_options){.table_bytes = 1 << 16, .cpu = cpu}));
    searcher *search = search_create(1 << 16, 1);
    assert_non_null(search);
    for (int compared = 0; compared < LATE_POSITIONS;) {
        const unsigned range = LATE_EMPTIES_TO - LATE_EMPTIES_FROM + 1;
        const board now = random_board(&random, LATE_EMPTIES_FROM + (unsigned)compared % range);
        if (is_over(now))
            continue;
        const int value = shared_value(search, now);
        for (flank_cpu cpu = FLANK_CPU_PLAIN; cpu <= cpu_best(); cpu++)
            check_level(solvers[cpu], now, value);
        compared++;
    }
    search_destroy(search);
    for (flank_cpu cpu = FLANK_CPU_PLAIN; cpu <= cpu_best(); cpu++)
        othello_search_destroy(solvers[cpu]);
}

static void test_all_levels_search_the_same_tree(void **state)
{
    (void)state;
    othello_search *plain =
        othello_search_create(&(othello_search_options){.table_bytes = 1 << 20, .cpu = FLANK_CPU_PLAIN});
    for (flank_cpu cpu = FLANK_CPU_V2; cpu <= cpu_best(); cpu++) {
        random_state random = {12};
        othello_search *solver = othello_search_create(&(othello_search_options){.table_bytes = 1 << 20, .cpu = cpu});
        for (int i = 0; i < 60; i++) {
            board now = random_board(&random, 12 + (unsigned)i % 4);
            othello_search_clear(plain);
            othello_search_clear(solver);
            const solution expected = solve(plain, now, &best_move), result = solve(solver, now, &best_move);
            assert_int_equal(result.score, expected.score);
            assert_true(result.nodes == expected.nodes);
            assert_memory_equal(result.moves, expected.moves, sizeof expected.moves);
        }
        othello_search_destroy(solver);
    }
    othello_search_destroy(plain);
}

static void test_win_loss_draw_and_all_moves_agree_with_the_score(void **state)
{
    (void)state;
    random_state random = {13};
    othello_search *solver = othello_search_create(&(othello_search_options){.table_bytes = 4 << 20});
    for (int i = 0; i < 40; i++) {
        board now = random_board(&random, 14);
        const solution exact = solve(solver, now, &best_move);
        othello_search_clear(solver);
        const solution result = solve(solver, now, &sign);
        assert_int_equal(result.score, (exact.score > 0) - (exact.score < 0));
        check_line(now, &result, true);
        const solution all = solve(solver, now, &every_move);
        othello_search_clear(solver);
        const solution all_signs = solve(solver, now, &every_sign);
        for (int a = 0; a < all.move_count; a++)
            for (int b = 0; b < all.move_count; b++)
                if (all.moves[a].moves[0].to == all_signs.moves[b].moves[0].to)
                    assert_int_equal(100 * ((all.moves[a].score > 0) - (all.moves[a].score < 0)),
                                     all_signs.moves[b].score);
    }
    othello_search_destroy(solver);
}

/* Ask whether the value, which is `score`, is at least `asked`; returns the nodes it took. */
static uint64_t check_one_side(othello_search *solver, board now, int score, int asked)
{
    othello_search_clear(solver);
    const search_request request = {.mode = SEARCH_SOLVE, .limits.one_sided = true, .limits.at_least_discs = asked};
    const solution result = solve(solver, now, &request);
    const flank_line *line = &result.moves[0];
    assert_true(result.complete && line->exact && line->length == 1);
    assert_int_equal(line->bound, score >= asked ? FLANK_BOUND_LOWER : FLANK_BOUND_UPPER);
    assert_int_equal(line->score % 200, 0);
    if (line->bound == FLANK_BOUND_LOWER)
        assert_in_range(64 + result.score, 64 + asked, 64 + score);
    else
        assert_in_range(64 + result.score, 64 + score, 64 + asked - 1);
    if (line->bound == FLANK_BOUND_LOWER) { /* the move keeps what is proved */
        const solution reply = solve(solver, play(now, line->moves[0].to), &best_move);
        assert_true(-reply.score >= result.score);
    }
    return result.nodes;
}

static void test_one_sided_answers_agree_with_the_score(void **state)
{
    (void)state;
    random_state random = {17};
    uint64_t nodes = 0, sign_nodes = 0;
    othello_search *solver = othello_search_create(&(othello_search_options){.table_bytes = 4 << 20});
    for (int i = 0; i < 60; i++) {
        const board now = random_board(&random, 14);
        const solution exact = solve(solver, now, &best_move);
        othello_search_clear(solver);
        sign_nodes += solve(solver, now, &sign).nodes;
        const int asked[] = {0,   exact.score, exact.score + 1, exact.score + 2, exact.score - 9, exact.score + 9,
                             -63, 64};
        for (size_t k = 0; k < sizeof asked / sizeof *asked; k++) {
            if (asked[k] < -63 || asked[k] > 64 || exact.move_count == 0)
                continue;
            const uint64_t taken = check_one_side(solver, now, exact.score, asked[k]);
            nodes += k == 0 ? taken : 0;
        }
    }
    assert_true(nodes < sign_nodes);
    othello_search_destroy(solver);
}

/* With steps that skip moves before the last, on all sides of the value, by one thread and by four, on the board and
 * its symmetric ones. */
static void test_one_sided_answers_of_threads_and_symmetric_boards(void **state)
{
    (void)state;
    random_state random = {18};
    othello_search *one = othello_search_create(&(othello_search_options){.table_bytes = 4 << 20});
    othello_search *four = othello_search_create(&(othello_search_options){.table_bytes = 4 << 20, .threads = 4});
    for (unsigned i = 0; i < 16; i++) {
        const board now = random_board(&random, 16 + i % 3);
        const board turned = {symmetry_apply(now.own, i % SYMMETRY_COUNT),
                              symmetry_apply(now.other, i % SYMMETRY_COUNT)};
        const solution exact = solve(one, now, &best_move);
        for (int more = -4; more <= 4; more += 2) {
            const int asked = exact.score + more;
            if (asked < -63 || asked > 64 || exact.move_count == 0)
                continue;
            check_one_side(one, turned, exact.score, asked);
            check_one_side(four, turned, exact.score, asked);
            check_one_side(four, now, exact.score, asked);
        }
    }
    othello_search_destroy(one);
    othello_search_destroy(four);
}

/* FFO 42: c6 passes for a draw where moves may be skipped, and loses by 2; g2 wins. A proof that begins with c6 needs
 * seven times the nodes of win, draw or loss. */
static void test_one_sided_question_begins_with_a_sure_move(void **state)
{
    (void)state;
    static const char ffo_42[] = "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X";
    board now;
    assert_true(obf_board(ffo_42, &now.own, &now.other));
    othello_search *solver = othello_search_create(&(othello_search_options){.table_bytes = 4 << 20});
    const uint64_t sign_nodes = solve(solver, now, &sign).nodes;
    assert_true(2 * check_one_side(solver, now, 6, 0) <= 3 * sign_nodes);
    assert_true(2 * check_one_side(solver, now, 6, 2) <= 3 * sign_nodes);
    othello_search_destroy(solver);
}

static void test_finished_games_and_passes(void **state)
{
    (void)state;
    static const struct {
        uint64_t own, other;
        int score, moves, line;
    } cases[] = {
        {UINT64_MAX, 0, 64, 0, 0},
        {0, UINT64_MAX, -64, 0, 0},
        {UINT64_C(0xffffffff), UINT64_C(0xffffffff00000000), 0, 0, 0},
        {1, 0, 64, 0, 0}, /* nobody can move: 63 empty squares to the winner */
        {0, 1, -64, 0, 0},
        {1, UINT64_C(1) << 63, 0, 0, 0}, /* a draw with empty squares */
        {2, 4, 64, 1, 1},                /* b1, c1: d1 takes all */
        {6, 1, -64, 1, 2},               /* b1 c1 against a1: a pass, then d1 */
    };
    othello_search *solver = othello_search_create(&(othello_search_options){.table_bytes = 0});
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const solution result = solve(solver, (board){cases[i].own, cases[i].other}, &best_move);
        assert_true(result.complete);
        assert_int_equal(result.score, cases[i].score);
        assert_int_equal(result.move_count, cases[i].moves);
        assert_int_equal(result.move_count ? result.moves[0].length : 0, cases[i].line);
    }
    othello_search_destroy(solver);
}

/* Solving the game itself is hopeless, so a search from here ends only by being stopped. */
static board start_board(void) { return (board){bit(28) | bit(35), bit(27) | bit(36)}; }

static void check_stopped(board now, const solution *result)
{
    assert_false(result->complete);
    assert_int_equal(result->move_count, 1);
    assert_true(result->moves[0].length > 0);
    assert_true(othello_moves(now.own, now.other) & bit(result->moves[0].moves[0].to));
}

static void test_time_limit(void **state)
{
    (void)state;
    othello_search *solver = othello_search_create(&(othello_search_options){.table_bytes = 1 << 20});
    board now = start_board();
    double start = clock_now_s();
    const solution result = solve(solver, now, &(search_request){.mode = SEARCH_SOLVE, .limits.time_ms = 30});
    check_stopped(now, &result);
    assert_true(clock_now_s() - start < 5); /* loose: the machine may be busy */
    assert_true(result.time_s >= 0.03);
    othello_search_destroy(solver);
}

typedef struct stopper {
    flank_stop stop;
    double used_s; /* the processor time when it is raised */
} stopper;

static void *stop_later(void *user)
{
    stopper *the = user;
    nanosleep(&(struct timespec){.tv_nsec = 30000000}, NULL);
    the->used_s = clock_process_s();
    flank_stop_raise(&the->stop);
    return NULL;
}

static void test_stop_from_another_thread(void **state)
{
    (void)state;
    othello_search *solver = othello_search_create(&(othello_search_options){.table_bytes = 1 << 20});
    board now = start_board();
    double fastest = 100;
    for (int i = 0; i < 5; i++) { /* the best of five: the stop may be late behind the reading of the clock */
        stopper the = {.stop = FLANK_STOP_INIT};
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, stop_later, &the), 0);
        const solution result = solve(solver, now, &(search_request){.mode = SEARCH_SOLVE, .limits.stop = &the.stop});
        const double end_s = clock_process_s();
        pthread_join(thread, NULL);
        check_stopped(now, &result);
        fastest = end_s - the.used_s < fastest ? end_s - the.used_s : fastest;
    }
    assert_true(fastest < 0.05);
    othello_search_destroy(solver);
}

static flank_reply count_report(void *user, const flank_report *report)
{
    assert_int_equal(report->line_count, 1);
    ++*(int *)user;
    return FLANK_GO_ON;
}

static void test_same_calls_same_answers(void **state)
{
    (void)state;
    random_state random = {14};
    othello_search *solver = othello_search_create(&(othello_search_options){.table_bytes = 1 << 20});
    for (int i = 0; i < 20; i++) {
        board now = random_board(&random, 15);
        int reports = 0;
        const search_request told = {.mode = SEARCH_SOLVE, .on_report = count_report, .user = &reports};
        othello_search_clear(solver);
        const solution first = solve(solver, now, &told);
        assert_true(reports >= 1 || first.move_count == 0);
        othello_search_clear(solver);
        solution second = solve(solver, now, &best_move);
        assert_true(first.nodes == second.nodes);
        assert_int_equal(first.score, second.score);
        assert_memory_equal(first.moves, second.moves, sizeof first.moves);
        second = solve(solver, now, &best_move);
        assert_true(second.nodes <= first.nodes); /* the table is kept until cleared */
        assert_int_equal(first.score, second.score);
    }
    othello_search_destroy(solver);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_scores),
        cmocka_unit_test(test_agrees_with_plain_search),
        cmocka_unit_test(test_every_level_agrees_with_the_shared_search),
        cmocka_unit_test(test_all_levels_search_the_same_tree),
        cmocka_unit_test(test_win_loss_draw_and_all_moves_agree_with_the_score),
        cmocka_unit_test(test_one_sided_answers_agree_with_the_score),
        cmocka_unit_test(test_one_sided_answers_of_threads_and_symmetric_boards),
        cmocka_unit_test(test_one_sided_question_begins_with_a_sure_move),
        cmocka_unit_test(test_finished_games_and_passes),
        cmocka_unit_test(test_time_limit),
        cmocka_unit_test(test_stop_from_another_thread),
        cmocka_unit_test(test_same_calls_same_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
