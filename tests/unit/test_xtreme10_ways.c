/* SPDX-License-Identifier: MIT
 *
 * Counting the ways to win of xtreme10: boards counted by hand, random boards against plain search, and the limits.
 */
#include "cmocka_all.h"

#include "contest/contest_filters.h"
#include "contest/xtreme10_ways.h"
#include "contest_generate.h"
#include "contest_harness.h"
#include "contest_reference.h"
#include "core/error.h"

static contest_ways_board read_board(const char *text)
{
    contest_ways_board board = {0, 0};
    unsigned square = 0;
    for (; *text; text++) {
        if (*text == 'o')
            board.square = square;
        if (*text == 'x')
            board.pieces |= UINT64_C(1) << square;
        square += *text != ' ';
    }
    assert_int_equal(square, 64);
    return board;
}

static uint64_t count(ways_counter *counter, contest_ways_board board)
{
    uint64_t ways = 12345;
    assert_int_equal(ways_count(counter, board.square, board.pieces, &ways), WAYS_COUNTED);
    return ways;
}

#define E "........ "

static void test_boards_counted_by_hand(void **state)
{
    (void)state;
    static const struct {
        const char *board;
        uint64_t ways;
        const char *why;
    } cases[] = {
        {".......o .x.x.x.. xxxx.xx. " E E ".x.xx..x x....... ..x...x.", 12, "the problem's first sample"},
        {E E "....o... " E "....x... " E E E, 0, "the second: a man does not capture downwards"},
        {"...o.... " E "...x.... " E E E E E, 5, "the third: a king lands anywhere behind"},
        {E E E "..xo.... " E E E E, 1, "a man to the left"},
        {E E E "...ox... " E E E E, 1, "a man to the right"},
        {E E "...x.... ...o.... " E E E E, 1, "a man upwards"},
        {E E E "...o.x.. " E E E E, 0, "a man captures only its neighbour"},
        {E E E "......ox " E E E E, 0, "no square behind the piece"},
        {E E E "...oxx.. " E E E E, 0, "a piece behind the piece"},
        {E E E "...ox.x. " E E E E, 1, "a man twice, up to the edge"},
        {E E E "..ox.x.. " E E E E, 1, "a man twice in one direction"},
        {"...x.... x....... o....... " E E E E E, 4, "a man becomes a king in the move and goes on as one"},
        {E "x....... o....... " E "x....... " E E E, 0, "a new king, too, does not turn by 180 degrees"},
        {".x.o..x. " E E E E E E E, 0, "no turn by 180 degrees"},
        {"o.x..x.. " E E E E E E E, 4, "straight on from either landing square"},
        {"o.xx.... " E E E E E E E, 0, "two pieces in a row along the edge never go"},
        {"o....... .......x " E E E E E E, 0, "a king does not move without capturing"},
        {"o.x....x " E E E E E E E, 0, "nothing captures in a corner"},
        {"...o.... " E "...x.... " E ".x...... " E E E, 1, "only one landing square is in the row of the second piece"},
        {"oxxxxxxx xxxxxxxx xxxxxxxx xxxxxxxx xxxxxxxx xxxxxxxx xxxxxxxx xxxxxxxx", 0, "63 pieces"},
    };
    ways_counter counter;
    ways_counter_init(&counter, WAYS_LIMITS);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        contest_ways_board board = read_board(cases[i].board);
        uint64_t ways = count(&counter, board);
        if (ways != cases[i].ways)
            fail_msg("%s: expected %llu, found %llu", cases[i].why, (unsigned long long)cases[i].ways,
                     (unsigned long long)ways);
    }
    ways_counter_free(&counter);
}

/* The ways that keep no state, that keep every state, and that keep some of them must all be those of plain search. */
static void check_boards(ways_limits limits, uint64_t seed, unsigned boards)
{
    random_state random = {seed};
    ways_counter counter;
    ways_counter_init(&counter, limits);
    for (unsigned i = 0; i < boards; i++) {
        contest_ways_board board = i % 4 ? contest_won_board(&random, 12) : contest_draw_board(&random, 12);
        assert_int_equal(count(&counter, board), reference_ways(board.square, board.pieces));
    }
    for (unsigned i = 0; i < CONTEST_HARD_BOARDS; i++) {
        contest_ways_board board = contest_hard_board(i);
        assert_int_equal(count(&counter, board), reference_ways(board.square, board.pieces));
    }
    ways_counter_free(&counter);
}

static void test_random_boards_against_plain_search(void **state)
{
    (void)state;
    ways_limits limits = WAYS_LIMITS;
    check_boards(limits, 1, 20000);
    limits.unkept_leaps = 0;
    check_boards(limits, 2, 20000);
    limits.states = 100;
    check_boards(limits, 3, 5000);
    limits.states = 0;
    check_boards(limits, 4, 2000);
}

/* Men: boards on which white starts low and the black pieces stand near it. */
static void test_men_against_plain_search(void **state)
{
    (void)state;
    random_state random = {7};
    ways_counter counter;
    ways_limits limits = WAYS_LIMITS;
    limits.unkept_leaps = 5;
    ways_counter_init(&counter, limits);
    uint64_t won = 0;
    for (int i = 0; i < 200000; i++) {
        unsigned square = 8 + random_below(&random, 40);
        uint64_t pieces = 0;
        for (unsigned n = 1 + random_below(&random, 5), at = square; n > 0; n--) {
            int step = (int[]){-1, 1, -8}[random_below(&random, 3)], victim = (int)at + step, behind = victim + step;
            if (behind < 0 || victim == (int)square || (step != -8 && victim / 8 != behind / 8))
                break;
            pieces |= UINT64_C(1) << victim;
            at = (unsigned)behind;
        }
        if (!pieces)
            continue;
        uint64_t ways = count(&counter, (contest_ways_board){square, pieces});
        assert_int_equal(ways, reference_ways(square, pieces));
        won += ways > 0;
    }
    assert_true(won > 10000);
    ways_counter_free(&counter);
}

static void test_numbers_of_epochs_come_round(void **state)
{
    (void)state;
    random_state random = {5};
    ways_counter counter;
    ways_limits limits = WAYS_LIMITS;
    limits.unkept_leaps = 0;
    ways_counter_init(&counter, limits);
    count(&counter, contest_hard_board(2)); /* leaves entries in both tables */
    counter.memo.epoch = UINT32_MAX - 80;
    for (int i = 0; i < 200; i++) {
        contest_ways_board board = contest_won_board(&random, 10);
        assert_int_equal(count(&counter, board), reference_ways(board.square, board.pieces));
    }
    assert_true(counter.memo.epoch < 300);
    ways_counter_free(&counter);
}

/* 16 pieces: as many steps as states, where plain search makes millions. */
static void test_hard_boards_take_few_leaps(void **state)
{
    (void)state;
    ways_counter counter;
    ways_counter_init(&counter, WAYS_LIMITS);
    for (unsigned i = 0; i < CONTEST_HARD_BOARDS; i++) {
        count(&counter, contest_hard_board(i));
        assert_in_range(counter.leaps, 1, 100000);
    }
    ways_counter_free(&counter);
}

/* Run the filter with limits over a board whose first row is on line 2; its failure and output. */
static harness_output run_within(ways_limits limits, const char *text)
{
    harness_output result;
    contest_stream *stream = malloc(sizeof *stream);
    FILE *in = tmpfile(), *out = tmpfile();
    if (!stream || !in || !out || fputs(text, in) < 0 || fflush(in) != 0)
        harness_stop("a temporary file");
    rewind(in);
    contest_stream_open(stream, fileno(in), fileno(out), &result.failure);
    xtreme10_filter_within(stream, limits);
    contest_stream_close(stream);
    result.text = harness_slurp(out, &result.size);
    fclose(in);
    fclose(out);
    free(stream);
    return result;
}

static void test_limits_are_exact_and_named(void **state)
{
    (void)state;
    static const char text[] = "2\n" /* 5 ways, and 3 times 4 */
                               "...o....\n........\n...x....\n........\n........\n........\n........\n........\n\n"
                               ".......o\n.x.x.x..\nxxxx.xx.\n........\n........\n.x.xx..x\nx.......\n..x...x.\n";
    ways_limits limits = WAYS_LIMITS;
    limits.ways = 12;
    harness_output output = run_within(limits, text);
    assert_int_equal(output.failure.reason.code, 0);
    assert_string_equal(output.text, "5\n12\n");
    free(output.text);

    limits.ways = 11;
    output = run_within(limits, text);
    assert_string_equal(error_english(&output.failure.reason),
                        "board 2 has more ways to win than the 11 expected at most");
    assert_int_equal(output.failure.line, 11);
    assert_string_equal(output.text, "5\n");
    free(output.text);

    limits = WAYS_LIMITS;
    limits.leaps = 10;
    output = run_within(limits, text);
    assert_string_equal(
        error_english(&output.failure.reason),
        "board 2 is too entangled: counting its 16 pieces takes more than the 10 steps expected at most");
    assert_int_equal(output.failure.line, 11);
    assert_string_equal(output.text, "5\n");
    free(output.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boards_counted_by_hand),     cmocka_unit_test(test_random_boards_against_plain_search),
        cmocka_unit_test(test_men_against_plain_search),   cmocka_unit_test(test_numbers_of_epochs_come_round),
        cmocka_unit_test(test_hard_boards_take_few_leaps), cmocka_unit_test(test_limits_are_exact_and_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
