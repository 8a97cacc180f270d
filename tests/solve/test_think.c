/* SPDX-License-Identifier: MIT
 *
 * The thinker against a plain negamax with the same evaluation; several lines against searches of single moves; stops,
 * node limits, several threads; the table.
 */
#define _DEFAULT_SOURCE /* mincore */
#include "cmocka_all.h"

#include "core/clock.h"
#include "core/cpu.h"
#include "core/random.h"
#include "games/othello/othello_board.h"
#include "othello/eval_board.h"
#include "othello/position_table.h"
#include "othello/solver.h"
#include "othello/weights_default.h"
#include "solve/solve_obf.h"

#include <pthread.h>
#include <string.h>
#include <time.h>
#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

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

static othello_thinker *new_thinker(flank_cpu cpu, int threads)
{
    othello_thinker *thinker =
        thinker_create(&(thinker_options){.table_bytes = 4 << 20, .cpu = cpu, .threads = threads});
    assert_non_null(thinker);
    return thinker;
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

static void check_against_plain_search(flank_cpu cpu, int threads, int positions)
{
    random_state random = {21};
    othello_thinker *thinker = new_thinker(cpu, threads);
    const evaluation *eval = weights_default();
    for (int i = 0; i < positions; i++) {
        const board now = random_board(&random, 6 + i % 50);
        const int depth = 1 + i % 5;
        think_report report;
        thinker_clear(thinker);
        const think_limits limits = {.depth_plies = depth, .selectivity = SELECT_100};
        assert_true(think_run(thinker, now.own, now.other, &limits, NULL, NULL, &report));
        assert_int_equal(report.line_count, 1);
        assert_int_equal(report.depth_plies, depth);
        assert_int_equal(report.lines[0].value, plain_value(eval, now, depth));
        assert_int_equal(report.lines[0].value, -plain_value(eval, play(now, report.lines[0].moves[0]), depth - 1));
    }
    thinker_destroy(thinker);
}

static void test_depths_agree_with_plain_search(void **state)
{
    (void)state;
    for (flank_cpu cpu = FLANK_CPU_PLAIN; cpu <= cpu_best(); cpu++)
        check_against_plain_search(cpu, 1, 100);
}

/* ---- Lines ------------------------------------------------------------------------------------------------------- */

/* Each of the lines has the value that a search of its move alone finds, and no other move is better. */
static void test_lines_agree_with_single_searches(void **state)
{
    (void)state;
    random_state random = {22};
    othello_thinker *thinker = new_thinker(FLANK_CPU_BEST, 1);
    for (int i = 0; i < 40; i++) {
        const board now = random_board(&random, 10 + i);
        const uint64_t moves = othello_moves(now.own, now.other);
        const int lines = i % 2 ? 3 : THINK_LINES_MAX, depth = 6;
        think_line several[THINK_LINES_MAX];
        think_report report;
        thinker_clear(thinker);
        think_limits limits = {.depth_plies = depth, .selectivity = SELECT_100, .lines = lines};
        assert_true(think_run(thinker, now.own, now.other, &limits, NULL, NULL, &report));
        const int count = report.line_count, expected = (int)bit_count(moves) < lines ? (int)bit_count(moves) : lines;
        assert_int_equal(count, expected);
        memcpy(several, report.lines, (size_t)count * sizeof *several);
        uint64_t left = moves;
        for (int k = 0; k < count; k++) {
            assert_true(k == 0 || several[k - 1].value >= several[k].value);
            assert_true(left >> several[k].moves[0] & 1);
            left &= ~bit(several[k].moves[0]);
        }
        for (BITS_EACH(square, moves)) {
            thinker_clear(thinker);
            limits.lines = 1;
            limits.moves = bit((unsigned)square);
            assert_true(think_run(thinker, now.own, now.other, &limits, NULL, NULL, &report));
            assert_int_equal(report.line_count, 1);
            assert_int_equal(report.lines[0].moves[0], square);
            for (int k = 0; k < count; k++)
                if (several[k].moves[0] == square)
                    assert_int_equal(several[k].value, report.lines[0].value);
            if (left >> square & 1)
                assert_true(report.lines[0].value <= several[count - 1].value);
        }
    }
    thinker_destroy(thinker);
}

/* Proved lines go to the end of the game, and are worth there what they say. */
static void check_to_the_end(board now, const think_line *line)
{
    assert_true(line->exact);
    for (int k = 0; k < line->length; k++) {
        const uint64_t moves = othello_moves(now.own, now.other);
        const unsigned square = line->moves[k];
        assert_true(square == FLANK_NO_SQUARE ? !moves && !is_over(now) : (moves >> square & 1) != 0);
        now = play(now, square);
    }
    assert_true(is_over(now));
    const int value = plain_value(NULL, now, 0);
    assert_int_equal(line->length % 2 ? -value : value, line->value);
}

/* Near the end lines are proved and agree with the solver. */
static void test_the_end_is_proved(void **state)
{
    (void)state;
    random_state random = {23};
    othello_thinker *thinker = new_thinker(FLANK_CPU_BEST, 1);
    for (int i = 0; i < 60; i++) {
        const board now = random_board(&random, 1 + i % 14);
        think_report report;
        solver_result result;
        thinker_clear(thinker);
        assert_true(
            think_run(thinker, now.own, now.other, &(think_limits){.selectivity = SELECT_100}, NULL, NULL, &report));
        assert_true(report.lines[0].exact);
        assert_int_equal(report.depth_plies, empties_of(now));
        assert_int_equal(report.selectivity, SELECT_100);
        check_to_the_end(now, &report.lines[0]);
        thinker_clear(thinker);
        assert_true(solver_run(thinker, now.own, now.other, &(solver_options){0}, NULL, NULL, &result));
        assert_int_equal(report.lines[0].value, result.score * EVAL_PER_DISC);
        const think_limits all = {.selectivity = SELECT_100, .lines = THINK_LINES_MAX};
        assert_true(think_run(thinker, now.own, now.other, &all, NULL, NULL, &report));
        for (int k = 0; k < report.line_count; k++)
            check_to_the_end(now, &report.lines[k]);
    }
    thinker_destroy(thinker);
}

/* The solved step's report, and of its line the end as the solver sees it: told before the line is played on. */
static bool check_kept(void *user, const think_report *report)
{
    const board *root = user;
    const think_line *line = &report->lines[0];
    if (!line->exact)
        return true;
    board now = *root;
    for (int k = 0; k < line->length; k++)
        now = play(now, line->moves[k]);
    solver_result result;
    othello_thinker *other = new_thinker(FLANK_CPU_BEST, 1);
    assert_true(solver_run(other, now.own, now.other, &(solver_options){0}, NULL, NULL, &result));
    assert_int_equal((line->length % 2 ? -1 : 1) * result.score * EVAL_PER_DISC, line->value);
    thinker_destroy(other);
    return true;
}

/* Looks at a position with other windows leave other moves in the table, which do not keep its value: with many empty
 * squares some lines meet one (two of 500 did). */
static void test_proved_lines_keep_their_value(void **state)
{
    (void)state;
    random_state random = {29};
    othello_thinker *thinker = new_thinker(FLANK_CPU_BEST, 1);
    for (int i = 0; i < 300; i++) {
        board now = random_board(&random, 14 + i % 4);
        think_report report;
        thinker_clear(thinker);
        assert_true(think_run(thinker, now.own, now.other, &(think_limits){.selectivity = SELECT_100}, check_kept, &now,
                              &report));
        check_to_the_end(now, &report.lines[0]);
    }
    thinker_destroy(thinker);
}

static void test_same_calls_same_answers(void **state)
{
    (void)state;
    random_state random = {24};
    othello_thinker *thinker = new_thinker(FLANK_CPU_BEST, 1);
    for (int i = 0; i < 10; i++) {
        const board now = random_board(&random, 20 + 3 * i);
        const think_limits limits = {.depth_plies = 11, .selectivity = SELECT_73};
        think_report report;
        thinker_clear(thinker);
        think_run(thinker, now.own, now.other, &limits, NULL, NULL, &report);
        const think_line first = report.lines[0];
        const uint64_t nodes = report.nodes;
        thinker_clear(thinker);
        think_run(thinker, now.own, now.other, &limits, NULL, NULL, &report);
        assert_int_equal(first.value, report.lines[0].value);
        assert_int_equal(first.length, report.lines[0].length);
        assert_memory_equal(first.moves, report.lines[0].moves, (size_t)first.length);
        assert_true(nodes == report.nodes);
    }
    thinker_destroy(thinker);
}

/* ---- Limits ------------------------------------------------------------------------------------------------------ */

static const board start_board = {(UINT64_C(1) << 28) | (UINT64_C(1) << 35), (UINT64_C(1) << 27) | (UINT64_C(1) << 36)};

typedef struct stopper {
    flank_stop stop;
    double stopped_s;
} stopper;

static void *stop_later(void *user)
{
    stopper *the = user;
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    the->stopped_s = clock_now_s();
    flank_stop_raise(&the->stop);
    return NULL;
}

static void test_threads_stop_at_once(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 3; threads += 2) {
        othello_thinker *thinker = new_thinker(FLANK_CPU_BEST, threads);
        double fastest = 100;
        for (int i = 0; i < 5; i++) { /* the best of five: the answer to a stop, not the load of the machine */
            stopper the = {.stop = FLANK_STOP_INIT};
            pthread_t thread;
            think_report report;
            assert_int_equal(pthread_create(&thread, NULL, stop_later, &the), 0);
            const think_limits limits = {.selectivity = SELECT_100, .stop = &the.stop};
            assert_false(think_run(thinker, start_board.own, start_board.other, &limits, NULL, NULL, &report));
            const double end_s = clock_now_s();
            pthread_join(thread, NULL);
            assert_int_equal(report.line_count, 1);
            assert_true(report.lines[0].length >= 1);
            fastest = end_s - the.stopped_s < fastest ? end_s - the.stopped_s : fastest;
        }
        assert_true(fastest < 0.05);
        thinker_destroy(thinker);
    }
}

static bool end_at_depth_4(void *user, const think_report *report)
{
    ++*(int *)user;
    return report->depth_plies < 4;
}

static void test_limits(void **state)
{
    (void)state;
    othello_thinker *thinker = new_thinker(FLANK_CPU_BEST, 1);
    think_report report;
    think_limits limits = {.selectivity = SELECT_100, .nodes = 200000};
    assert_false(think_run(thinker, start_board.own, start_board.other, &limits, NULL, NULL, &report));
    assert_in_range(report.nodes, 200000, 210000);

    limits = (think_limits){.selectivity = SELECT_100, .time_ms = 40};
    assert_false(think_run(thinker, start_board.own, start_board.other, &limits, NULL, NULL, &report));
    assert_true(report.time_s >= 0.04 && report.time_s < 5);

    /* What would be cut off on its way to the end of the game looks deeper instead (FFO 46, 24 empty squares). */
    uint64_t own, other;
    assert_true(obf_board("---XXXX-X-XXXO--XXOXOO--XXXOXO--XXOXXO---OXXXOO-O-OOOO------OO-- X;", &own, &other));
    limits = (think_limits){.selectivity = SELECT_100, .nodes = 100000};
    thinker_clear(thinker);
    assert_false(think_run(thinker, own, other, &limits, NULL, NULL, &report));
    assert_in_range(report.depth_plies, 15, 23);
    limits.nodes = 10000000;
    thinker_clear(thinker);
    think_run(thinker, own, other, &limits, NULL, NULL, &report);
    assert_int_equal(report.depth_plies, 24);

    int steps = 0;
    thinker_clear(thinker);
    limits = (think_limits){.selectivity = SELECT_100};
    assert_false(think_run(thinker, start_board.own, start_board.other, &limits, end_at_depth_4, &steps, &report));
    assert_int_equal(report.depth_plies, 4);
    assert_int_equal(steps, 4);

    /* Finished games and passes. */
    assert_true(think_run(thinker, UINT64_MAX, 0, &limits, NULL, NULL, &report));
    assert_int_equal(report.line_count, 0);
    assert_true(think_run(thinker, 6, 1, &limits, NULL, NULL, &report)); /* b1 c1 against a1: a pass, then d1 */
    assert_int_equal(report.lines[0].moves[0], FLANK_NO_SQUARE);
    assert_int_equal(report.lines[0].value, -64 * EVAL_PER_DISC);
    thinker_destroy(thinker);
}

/* ---- Several threads --------------------------------------------------------------------------------------------- */

static void test_threads_agree_with_one(void **state)
{
    (void)state;
    random_state random = {25};
    othello_thinker *one = new_thinker(FLANK_CPU_BEST, 1), *four = new_thinker(FLANK_CPU_BEST, 4);
    for (int i = 0; i < 12; i++) {
        const board now = random_board(&random, 17 + i % 3);
        const solver_options options = {.all_moves = i % 3 == 1, .win_loss_draw = i % 3 == 2};
        solver_result expected, result;
        assert_true(solver_run(one, now.own, now.other, &options, NULL, NULL, &expected));
        assert_true(solver_run(four, now.own, now.other, &options, NULL, NULL, &result));
        assert_int_equal(result.score, expected.score);
        for (int a = 0; options.all_moves && a < result.move_count; a++)
            for (int b = 0; b < result.move_count; b++)
                if (result.moves[a].square == expected.moves[b].square)
                    assert_int_equal(result.moves[a].score, expected.moves[b].score);
    }
    thinker_destroy(one);
    thinker_destroy(four);
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
    position_table table;
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
        position_table table;
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
    position_table table;
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

/* Whether the system has given all pages of the table; true where it does not tell. */
static bool all_pages_are_there(const position_table *table)
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
        position_table table;
        table_entry found, entry = some_entry(1, 2, 3, SELECT_95, 19);
        assert_true(table_create(&table, sizes[i]));
#ifdef __linux__
        assert_false(all_pages_are_there(&table));
#endif
        for (uint64_t k = 0; k < 100; k++)
            table_store(&table, random_mix(k), k, ~k, &entry);
        table_touch(&table, 1 + 2 * (int)i);
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
