/* SPDX-License-Identifier: MIT
 *
 * The search of Othello against a plain negamax with the same evaluation; several lines against searches of single
 * moves; stops, node limits, several threads; the table.
 */
#define _DEFAULT_SOURCE /* mincore */
#include "cmocka_all.h"

#include "core/clock.h"
#include "core/cpu.h"
#include "core/random.h"
#include "games/othello/othello_board.h"
#include "othello/eval_board.h"
#include "othello/othello_search.h"
#include "othello/othello_transposition.h"
#include "othello/probcut.h"
#include "othello/weights_default.h"
#include "sanitized.h"
#include "solve/solve_obf.h"

#include <math.h>
#include <pthread.h>
#include <string.h>
#include <time.h>
#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

enum { LINES_MAX = 60 };

typedef struct board {
    uint64_t own, other;
} board;

static board play(board now, unsigned square)
{
    if (square == FLANK_NO_SQUARE)
        return (board){now.other, now.own};
    uint64_t flips = othello_flips(square, now.own, now.other);
    return (board){now.other ^ flips, now.own | flips | bit(square)};
}

static int empties_of(board now) { return (int)bit_count(~(now.own | now.other)); }

static bool is_over(board now) { return !othello_moves(now.own, now.other) && !othello_moves(now.other, now.own); }

/* A position of a random game with `empties` empty squares and a move to make. */
static board random_board(random_state *random, int empties)
{
    for (;;) {
        board now = {bit(28) | bit(35), bit(27) | bit(36)};
        while (!is_over(now)) {
            uint64_t moves = othello_moves(now.own, now.other);
            if (moves && empties_of(now) <= empties)
                return now;
            for (uint32_t skip = moves ? random_below(random, bit_count(moves)) : 0; skip > 0; skip--)
                moves = bit_rest(moves);
            now = play(now, moves ? bit_first(moves) : FLANK_NO_SQUARE);
        }
    }
}

static othello_search *new_search(flank_cpu cpu, int threads)
{
    othello_search *search =
        othello_search_create(&(othello_search_options){.table_bytes = 4 << 20, .cpu = cpu, .threads = threads});
    assert_non_null(search);
    return search;
}

/* ---- The oracle -------------------------------------------------------------------------------------------------- */

/* Negamax without any cutoff. Finished games count 32 a disc, as the evaluation does. */
static int plain_value(const evaluation *eval, board now, int depth)
{
    const uint64_t moves = othello_moves(now.own, now.other);
    if (is_over(now)) {
        const int own = (int)bit_count(now.own), other = (int)bit_count(now.other), empty = 64 - own - other;
        return EVAL_PER_DISC * (own - other + (own > other ? empty : own < other ? -empty : 0));
    }
    if (depth > 0 && !moves)
        return -plain_value(eval, play(now, FLANK_NO_SQUARE), depth);
    if (depth == 0) {
        eval_board indices;
        eval_board_set(eval, &indices, now.own, now.other);
        return eval_board_value(eval, &indices, empties_of(now));
    }
    int best = -100 * EVAL_PER_DISC;
    for (BITS_EACH(square, moves)) {
        const int value = -plain_value(eval, play(now, (unsigned)square), depth - 1);
        best = value > best ? value : best;
    }
    return best;
}

/* A value as a report tells it. */
static int score_of(int value) { return (100 * value + (value < 0 ? -16 : 16)) / EVAL_PER_DISC; }

static void check_against_plain_search(flank_cpu cpu, int threads, int positions)
{
    random_state random = {21};
    othello_search *search = new_search(cpu, threads);
    const evaluation *eval = weights_default();
    for (int i = 0; i < positions; i++) {
        const board now = random_board(&random, 6 + i % 50);
        const int depth = 1 + i % 5;
        flank_report report;
        othello_search_clear(search);
        const search_request request = {.limits.depth_plies = depth, .limits.selectivity = 100};
        assert_true(othello_search_run(search, now.own, now.other, &request, &report));
        assert_int_equal(report.line_count, 1);
        assert_int_equal(report.depth_plies, depth);
        const int value = plain_value(eval, now, depth);
        assert_int_equal(report.lines[0].score, score_of(value));
        assert_int_equal(othello_value_of_score(report.lines[0].score), value);
        assert_int_equal(value, -plain_value(eval, play(now, report.lines[0].moves[0].to), depth - 1));
    }
    othello_search_destroy(search);
}

static void test_depths_agree_with_plain_search(void **state)
{
    (void)state;
    for (flank_cpu cpu = FLANK_CPU_PLAIN; cpu <= cpu_best(); cpu++)
        check_against_plain_search(cpu, 1, 100);
}

/* ---- Lines ------------------------------------------------------------------------------------------------------- */

/* The score of a move by a search of the position after it alone. */
static int single_score(othello_search *search, board after, int depth)
{
    flank_report report;
    if (is_over(after))
        return -score_of(plain_value(NULL, after, 0));
    othello_search_clear(search);
    const search_request request = {.limits.depth_plies = depth - 1, .limits.selectivity = 100};
    assert_true(othello_search_run(search, after.own, after.other, &request, &report));
    return -report.lines[0].score;
}

/* Each of the lines has the value that a search of its move alone finds, and no other move is better. */
static void test_lines_agree_with_single_searches(void **state)
{
    (void)state;
    random_state random = {22};
    othello_search *search = new_search(FLANK_CPU_BEST, 1);
    for (int i = 0; i < 40; i++) {
        const board now = random_board(&random, 10 + i);
        const uint64_t moves = othello_moves(now.own, now.other);
        const int lines = i % 2 ? 3 : LINES_MAX, depth = 6;
        static flank_line several[LINES_MAX];
        flank_report report;
        othello_search_clear(search);
        const search_request request = {.limits.depth_plies = depth, .limits.selectivity = 100, .limits.lines = lines};
        assert_true(othello_search_run(search, now.own, now.other, &request, &report));
        const int count = report.line_count, expected = (int)bit_count(moves) < lines ? (int)bit_count(moves) : lines;
        assert_int_equal(count, expected);
        memcpy(several, report.lines, (size_t)count * sizeof *several);
        uint64_t left = moves;
        for (int k = 0; k < count; k++) {
            assert_true(k == 0 || several[k - 1].score >= several[k].score);
            assert_true(left >> several[k].moves[0].to & 1);
            left &= ~bit(several[k].moves[0].to);
        }
        for (BITS_EACH(square, moves)) {
            const int score = single_score(search, play(now, (unsigned)square), depth);
            for (int k = 0; k < count; k++)
                if (several[k].moves[0].to == square)
                    assert_int_equal(several[k].score, score);
            if (left >> square & 1)
                assert_true(score <= several[count - 1].score);
        }
    }
    othello_search_destroy(search);
}

/* Proved lines go to the end of the game, and are worth there what they say. */
static void check_to_the_end(board now, const flank_line *line)
{
    assert_true(line->exact);
    for (int k = 0; k < line->length; k++) {
        const uint64_t moves = othello_moves(now.own, now.other);
        const unsigned square = line->moves[k].to;
        assert_true(square == FLANK_NO_SQUARE ? !moves && !is_over(now) : (moves >> square & 1) != 0);
        now = play(now, square);
    }
    assert_true(is_over(now));
    const int score = score_of(plain_value(NULL, now, 0));
    assert_int_equal(line->length % 2 ? -score : score, line->score);
}

static const search_request solving = {.mode = SEARCH_SOLVE};

/* Near the end lines are proved and agree with a solve. */
static void test_the_end_is_proved(void **state)
{
    (void)state;
    random_state random = {23};
    othello_search *search = new_search(FLANK_CPU_BEST, 1);
    for (int i = 0; i < (SANITIZED ? 28 : 60); i++) {
        const board now = random_board(&random, 1 + i % 14);
        flank_report report;
        othello_search_clear(search);
        assert_true(
            othello_search_run(search, now.own, now.other, &(search_request){.limits.selectivity = 100}, &report));
        assert_true(report.lines[0].exact);
        assert_int_equal(report.depth_plies, empties_of(now));
        assert_int_equal(report.lines[0].selectivity, 100);
        check_to_the_end(now, &report.lines[0]);
        const int score = report.lines[0].score;
        othello_search_clear(search);
        assert_true(othello_search_run(search, now.own, now.other, &solving, &report));
        assert_int_equal(report.lines[0].score, score);
        const search_request all = {.limits.selectivity = 100, .limits.lines = LINES_MAX};
        assert_true(othello_search_run(search, now.own, now.other, &all, &report));
        for (int k = 0; k < report.line_count; k++)
            check_to_the_end(now, &report.lines[k]);
    }
    othello_search_destroy(search);
}

/* The solved step's report, and of its line the end as a solve sees it: told before the line is played on. */
static flank_reply check_kept(void *user, const flank_report *report)
{
    board now = *(const board *)user;
    const flank_line *line = &report->lines[0];
    if (!line->exact)
        return FLANK_GO_ON;
    for (int k = 0; k < line->length; k++)
        now = play(now, line->moves[k].to);
    flank_report solved;
    othello_search *other = new_search(FLANK_CPU_BEST, 1);
    assert_true(othello_search_run(other, now.own, now.other, &solving, &solved));
    const int score = solved.line_count ? solved.lines[0].score : score_of(plain_value(NULL, now, 0));
    assert_int_equal(line->length % 2 ? -score : score, line->score);
    othello_search_destroy(other);
    return FLANK_GO_ON;
}

/* Looks at a position with other windows leave other moves in the table, which do not keep its value: with many empty
 * squares some lines meet one (two of 500 did). */
static void test_proved_lines_keep_their_value(void **state)
{
    (void)state;
    random_state random = {29};
    othello_search *search = new_search(FLANK_CPU_BEST, 1);
    for (int i = 0; i < (SANITIZED ? 40 : 300); i++) {
        board now = random_board(&random, 14 + i % 4);
        flank_report report;
        othello_search_clear(search);
        const search_request request = {.limits.selectivity = 100, .on_report = check_kept, .user = &now};
        assert_true(othello_search_run(search, now.own, now.other, &request, &report));
        check_to_the_end(now, &report.lines[0]);
    }
    othello_search_destroy(search);
}

static void test_same_calls_same_answers(void **state)
{
    (void)state;
    random_state random = {24};
    othello_search *search = new_search(FLANK_CPU_BEST, 1);
    for (int i = 0; i < 10; i++) {
        const board now = random_board(&random, 20 + 3 * i);
        const search_request request = {.limits.depth_plies = 11, .limits.selectivity = 73};
        flank_report report;
        othello_search_clear(search);
        othello_search_run(search, now.own, now.other, &request, &report);
        const flank_line first = report.lines[0];
        const uint64_t nodes = report.nodes;
        othello_search_clear(search);
        othello_search_run(search, now.own, now.other, &request, &report);
        assert_int_equal(first.score, report.lines[0].score);
        assert_int_equal(first.length, report.lines[0].length);
        assert_memory_equal(first.moves, report.lines[0].moves, (size_t)first.length * sizeof *first.moves);
        assert_true(nodes == report.nodes);
    }
    othello_search_destroy(search);
}

/* ---- Limits ------------------------------------------------------------------------------------------------------ */

static const board start_board = {(UINT64_C(1) << 28) | (UINT64_C(1) << 35), (UINT64_C(1) << 27) | (UINT64_C(1) << 36)};

typedef struct stopper {
    flank_stop stop;
    double used_s; /* the processor time when it is raised */
} stopper;

static void *stop_later(void *user)
{
    stopper *the = user;
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    the->used_s = clock_process_s();
    flank_stop_raise(&the->stop);
    return NULL;
}

static void test_threads_stop_at_once(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 3; threads += 2) {
        othello_search *search = new_search(FLANK_CPU_BEST, threads);
        double fastest = 100;
        for (int i = 0; i < 5; i++) { /* the best of five: the stop may be late behind the reading of the clock */
            stopper the = {.stop = FLANK_STOP_INIT};
            pthread_t thread;
            flank_report report;
            assert_int_equal(pthread_create(&thread, NULL, stop_later, &the), 0);
            const search_request request = {.limits.selectivity = 100, .limits.stop = &the.stop};
            assert_false(othello_search_run(search, start_board.own, start_board.other, &request, &report));
            const double end_s = clock_process_s();
            pthread_join(thread, NULL);
            assert_int_equal(report.line_count, 1);
            assert_true(report.lines[0].length >= 1);
            fastest = end_s - the.used_s < fastest ? end_s - the.used_s : fastest;
        }
        assert_true(fastest < 0.05);
        othello_search_destroy(search);
    }
}

static flank_reply end_at_depth_4(void *user, const flank_report *report)
{
    ++*(int *)user;
    return report->depth_plies < 4 ? FLANK_GO_ON : FLANK_ENOUGH;
}

static void test_limits(void **state)
{
    (void)state;
    othello_search *search = new_search(FLANK_CPU_BEST, 1);
    flank_report report;
    search_request request = {.limits.selectivity = 100, .limits.nodes = 200000};
    assert_false(othello_search_run(search, start_board.own, start_board.other, &request, &report));
    assert_in_range(report.nodes, 200000, 210000);

    request = (search_request){.limits.selectivity = 100, .limits.time_ms = 40};
    assert_false(othello_search_run(search, start_board.own, start_board.other, &request, &report));
    assert_true(report.time_s >= 0.04 && report.time_s < 5);

    /* A search whose way to the end of the game would be cut off looks deeper instead (FFO 46, 24 empty squares). */
    uint64_t own, other;
    assert_true(obf_board("---XXXX-X-XXXO--XXOXOO--XXXOXO--XXOXXO---OXXXOO-O-OOOO------OO-- X;", &own, &other));
    request = (search_request){.limits.selectivity = 100, .limits.nodes = 100000};
    othello_search_clear(search);
    assert_false(othello_search_run(search, own, other, &request, &report));
    assert_in_range(report.depth_plies, 15, 23);
    request.limits.nodes = 10000000;
    othello_search_clear(search);
    othello_search_run(search, own, other, &request, &report);
    assert_int_equal(report.depth_plies, 24);

    int steps = 0;
    othello_search_clear(search);
    request = (search_request){.limits.selectivity = 100, .on_report = end_at_depth_4, .user = &steps};
    assert_false(othello_search_run(search, start_board.own, start_board.other, &request, &report));
    assert_int_equal(report.depth_plies, 4);
    assert_int_equal(steps, 4);

    /* Finished games and passes. */
    request = (search_request){.limits.selectivity = 100};
    assert_true(othello_search_run(search, UINT64_MAX, 0, &request, &report));
    assert_int_equal(report.line_count, 0);
    assert_true(othello_search_run(search, 6, 1, &request, &report)); /* b1 c1 against a1: a pass, then d1 */
    assert_int_equal(report.lines[0].moves[0].to, FLANK_NO_SQUARE);
    assert_int_equal(report.lines[0].score, -6400);
    othello_search_destroy(search);
}

/* ---- Several threads --------------------------------------------------------------------------------------------- */

static void test_threads_agree_with_one(void **state)
{
    (void)state;
    random_state random = {25};
    othello_search *one = new_search(FLANK_CPU_BEST, 1), *four = new_search(FLANK_CPU_BEST, 4);
    for (int i = 0; i < 12; i++) {
        const board now = random_board(&random, 17 + i % 3);
        const search_request request = {
            .mode = SEARCH_SOLVE, .limits.lines = i % 3 == 1 ? LINES_MAX : 1, .limits.win_loss_draw = i % 3 == 2};
        flank_report expected, result;
        assert_true(othello_search_run(one, now.own, now.other, &request, &expected));
        assert_true(othello_search_run(four, now.own, now.other, &request, &result));
        assert_int_equal(result.lines[0].score, expected.lines[0].score);
        for (int a = 0; request.limits.lines > 1 && a < result.line_count; a++)
            for (int b = 0; b < result.line_count; b++)
                if (result.lines[a].moves[0].to == expected.lines[b].moves[0].to)
                    assert_int_equal(result.lines[a].score, expected.lines[b].score);
    }
    othello_search_destroy(one);
    othello_search_destroy(four);
    check_against_plain_search(FLANK_CPU_BEST, 4, 40);
}

/* ---- The table --------------------------------------------------------------------------------------------------- */

static table_entry some_entry(int lower, int upper, int depth, int selectivity, unsigned best)
{
    return (table_entry){.lower = lower,
                         .upper = upper,
                         .depth = depth,
                         .selectivity = selectivity,
                         .best = {(uint8_t)best, FLANK_NO_SQUARE},
                         .cost = 10};
}

static void test_table_keeps_the_better_search(void **state)
{
    (void)state;
    transposition_table table;
    assert_true(table_create(&table, 0));
    const uint64_t own = start_board.own, other = start_board.other, hash = table_hash(own, other);
    table_entry found, entry;
    assert_false(table_find(&table, hash, own, other, &found));

    entry = some_entry(-TABLE_VALUE_MAX, 77, 8, SELECT_95, 19);
    table_store(&table, hash, own, other, &entry);
    assert_true(table_find(&table, hash, own, other, &found));
    assert_int_equal(found.lower, -TABLE_VALUE_MAX);
    assert_int_equal(found.upper, 77);
    assert_int_equal(found.depth, 8);
    assert_int_equal(found.selectivity, SELECT_95);
    assert_int_equal(found.best[0], 19);
    assert_int_equal(found.best[1], FLANK_NO_SQUARE);
    assert_int_equal(found.cost, 10);
    assert_false(table_find(&table, table_hash(other, own), other, own, &found));

    entry = some_entry(-5, TABLE_VALUE_MAX, 8, SELECT_95, 26); /* the same search: both bounds, both moves */
    table_store(&table, hash, own, other, &entry);
    table_find(&table, hash, own, other, &found);
    assert_int_equal(found.lower, -5);
    assert_int_equal(found.upper, 77);
    assert_int_equal(found.best[0], 26);
    assert_int_equal(found.best[1], 19);

    entry = some_entry(100, 100, 4, SELECT_95, FLANK_NO_SQUARE); /* a worse search: the bounds stay */
    table_store(&table, hash, own, other, &entry);
    table_find(&table, hash, own, other, &found);
    assert_int_equal(found.upper, 77);
    assert_int_equal(found.best[0], 26);

    entry = some_entry(100, 101, 8, SELECT_100, 19); /* a better one */
    table_store(&table, hash, own, other, &entry);
    table_find(&table, hash, own, other, &found);
    assert_int_equal(found.lower, 100);
    assert_int_equal(found.selectivity, SELECT_100);
    table_destroy(&table);
}

/* Every single word of an entry replaced by that of another entry, of the same position or not, makes it a miss. */
static void test_torn_entries_are_misses(void **state)
{
    (void)state;
    random_state random = {26};
    for (int i = 0; i < 10000; i++) {
        table_slot slots[2];
        uint64_t own[2], other[2], data[2], found;
        for (int k = 0; k < 2; k++) {
            const board now = {random_next(&random), random_next(&random)};
            own[k] = k && i % 2 ? own[0] : now.own;
            other[k] = k && i % 2 ? other[0] : now.other & ~now.own;
            const table_entry entry = some_entry((int)random_below(&random, 99), 99 + (int)random_below(&random, 99), 8,
                                                 SELECT_95, random_below(&random, 64));
            data[k] = table_pack(&entry, 0);
            slot_write(&slots[k], own[k], other[k], data[k]);
            assert_true(slot_holds(&slots[k], own[k], other[k], &found));
            assert_true(found == data[k]);
        }
        if (data[0] == data[1])
            continue;
        for (int word = 0; word < 3; word++) {
            table_slot torn = {slots[0].own, slots[0].other, slots[0].data};
            *(word == 0   ? &torn.own
              : word == 1 ? &torn.other
                          : &torn.data) = word == 0   ? slots[1].own
                                          : word == 1 ? slots[1].other
                                                      : slots[1].data;
            for (int k = 0; k < 2; k++)
                assert_false(slot_holds(&torn, own[k], other[k], &found));
        }
    }
}

/* Any size, kept exactly: the buckets fill what was asked for, less than one bucket is left over. */
static void test_table_memory(void **state)
{
    (void)state;
    const size_t sizes[] = {1 << 16, 100000, (3 << 20) + 12345, 5 << 20};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        transposition_table table;
        assert_true(table_create(&table, sizes[i]));
        assert_true(table.count * sizeof(table_bucket) <= sizes[i]);
        assert_true((table.count + 1) * sizeof(table_bucket) > sizes[i]);
        uint64_t first = UINT64_MAX, last = 0;
        for (uint64_t k = 0; k < 100000; k++) { /* every hash falls into it */
            const uint64_t at = (uint64_t)(table_bucket_of(&table, random_mix(k)) - table.buckets);
            first = at < first ? at : first;
            last = at > last ? at : last;
        }
        assert_true(last < table.count && last - first > table.count / 2);
        table_destroy(&table);
    }
}

/* A table is as large as the next search wants it while nothing is in it, never smaller once something is, and all of
 * it is empty when it is cleared, whatever its size was meanwhile. */
static void test_table_fits_the_search(void **state)
{
    enum { MIB = 1 << 20, BUCKETS_A_MIB = MIB / (int)sizeof(table_bucket) };
    (void)state;
    transposition_table table;
    table_entry found, entry = some_entry(1, 2, 3, SELECT_95, 19);
    assert_true(table_create(&table, 5 * MIB));
    for (int round = 0; round < 2; round++) {
        table_fit(&table, 2 * MIB);
        assert_int_equal(table.count, 2 * BUCKETS_A_MIB);
        table_fit(&table, 1 * MIB);
        assert_int_equal(table.count, 1 * BUCKETS_A_MIB);
        table_grow_older(&table);
        for (uint64_t k = 0; k < 1000; k++) {
            table_store(&table, random_mix(k), k, ~k, &entry);
            assert_true(table_find(&table, random_mix(k), k, ~k, &found));
        }
        table_fit(&table, 0);
        assert_int_equal(table.count, 1 * BUCKETS_A_MIB);
        table_fit(&table, 3 * MIB);
        assert_int_equal(table.count, 3 * BUCKETS_A_MIB);
        for (uint64_t k = 0; k < 1000; k++)
            table_store(&table, random_mix(k), k, ~k, &entry);
        table_fit(&table, SIZE_MAX);
        assert_int_equal(table.count, 5 * BUCKETS_A_MIB);
        table_clear(&table);
        assert_int_equal(table.count, 5 * BUCKETS_A_MIB);
        for (uint64_t i = 0; i < table.count; i++)
            for (int way = 0; way < TABLE_WAYS; way++)
                assert_int_equal(table.buckets[i].slots[way].data, 0);
    }
    table_destroy(&table);
}

/* True if the system has given all pages of the table; true where it does not tell. */
static bool all_pages_are_there(const transposition_table *table)
{
#ifdef __linux__
    enum { PAGES_MAX = 1 << 16 };
    static unsigned char there[PAGES_MAX];
    const size_t bytes = (size_t)table->count * sizeof(table_bucket), page_bytes = (size_t)sysconf(_SC_PAGESIZE);
    const size_t pages = (bytes + page_bytes - 1) / page_bytes;
    size_t count = 0;
    assert_true(pages <= PAGES_MAX && mincore(table->buckets, bytes, there) == 0);
    for (size_t i = 0; i < pages; i++)
        count += there[i] & 1;
    return count == pages;
#else
    (void)table;
    return true;
#endif
}

/* A table that was touched has all its pages, with what was in them, and keeps them when it is cleared; with one thread
 * and with several. A search with a clock that had to wait for 2 GB of them lost on time. */
static void test_touched_pages_stay(void **state)
{
    (void)state;
    const size_t sizes[] = {(5 << 20) + 12345, 150 << 20};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        transposition_table table;
        table_entry found, entry = some_entry(1, 2, 3, SELECT_95, 19);
        assert_true(table_create(&table, sizes[i]));
#ifdef __linux__
        assert_false(all_pages_are_there(&table));
#endif
        for (uint64_t k = 0; k < 100; k++)
            table_store(&table, random_mix(k), k, ~k, &entry);
        assert_true(table_touch(&table, 1 + 2 * (int)i, NULL));
        assert_true(all_pages_are_there(&table));
        for (uint64_t k = 0; k < 100; k++)
            assert_true(table_find(&table, random_mix(k), k, ~k, &found));
        table_clear(&table);
        assert_true(all_pages_are_there(&table));
        for (uint64_t k = 0; k < 100; k++)
            assert_false(table_find(&table, random_mix(k), k, ~k, &found));
        table_destroy(&table);
    }
}

/* That a normal deviate lies within the margin, on either side, is as likely as the step's name says. */
static void test_margins_fit_the_certainty(void **state)
{
    (void)state;
    for (int i = 0; i < SELECT_100; i++) {
        const double deviations = probcut_certainty[i] / 64.0;
        assert_int_equal(lround(100 * erf(deviations / sqrt(2))), select_percent[i]);
        assert_true(i == 0 || probcut_certainty[i] > probcut_certainty[i - 1]);
    }
    assert_int_equal(select_percent[SELECT_100], 100);
    assert_int_equal(probcut_certainty[SELECT_100], 0);
}

/* With a pattern as argument only the tests that it fits. */
int main(int argc, char **argv)
{
    cmocka_set_test_filter(argc > 1 ? argv[1] : NULL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_depths_agree_with_plain_search),
        cmocka_unit_test(test_lines_agree_with_single_searches),
        cmocka_unit_test(test_the_end_is_proved),
        cmocka_unit_test(test_proved_lines_keep_their_value),
        cmocka_unit_test(test_same_calls_same_answers),
        cmocka_unit_test(test_threads_stop_at_once),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_threads_agree_with_one),
        cmocka_unit_test(test_table_keeps_the_better_search),
        cmocka_unit_test(test_torn_entries_are_misses),
        cmocka_unit_test(test_table_memory),
        cmocka_unit_test(test_table_fits_the_search),
        cmocka_unit_test(test_touched_pages_stay),
        cmocka_unit_test(test_margins_fit_the_certainty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
