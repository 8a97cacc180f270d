/* SPDX-License-Identifier: MIT
 *
 * Clocks of GTP: every reading of time_settings, and the time running.
 */
#include "cmocka_all.h"

#include "protocols/gtp_time.h"

static flank_clock clock_after(const char *main_s, const char *period_s, const char *stones)
{
    gtp_time time = {.running = false};
    assert_true(gtp_time_set(&time, main_s, period_s, stones));
    return gtp_time_clock(&time, FLANK_WHITE);
}

static void test_readings(void **state)
{
    (void)state;
    static const struct {
        const char *text[3];
        bool running;
        int64_t left_ms, increment_ms, move_ms;
    } rows[] = {
        {{"600", "60", "10"}, true, 600000, 0, 0}, /* Canadian: the main time first */
        {{"0", "60", "10"}, true, 0, 0, 6000},     /* its share of the period at once */
        {{"0", "5", "1"}, true, 0, 0, 5000},       /* so much for each move */
        {{"600", "0", "0"}, true, 600000, 0, 0},   /* sudden death */
        {{"600", "5", "0"}, true, 600000, 5000, 0}, {{"0", "5", "0"}, false, 1, 0, 0}, /* no limits */
        {{"0", "0", "0"}, true, 1, 0, 0},                                              /* no time at all */
        {{"2", "10", "2"}, true, 0, 0, 5080}, /* its share of the period, which is not to be lost, and a bit more */
        {{"5", "3", "1"}, true, 0, 0, 3200},        {{"0.5", "0", "0"}, true, 500, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const flank_clock clock = clock_after(rows[i].text[0], rows[i].text[1], rows[i].text[2]);
        assert_int_equal(clock.running, rows[i].running);
        if (!clock.running)
            continue;
        assert_int_equal(clock.left_ms, rows[i].left_ms);
        assert_int_equal(clock.increment_ms, rows[i].increment_ms);
        assert_int_equal(clock.move_ms, rows[i].move_ms);
    }
}

static void test_refused(void **state)
{
    (void)state;
    gtp_time time = {.running = true, .stones = 7};
    assert_false(gtp_time_set(&time, "", "1", "1"));
    assert_false(gtp_time_set(&time, "1", "x", "1"));
    assert_false(gtp_time_set(&time, "1", "1", "1.5"));
    assert_false(gtp_time_set(&time, "-1", "0", "0"));
    assert_false(gtp_time_set(&time, "1", "0", "-1"));
    assert_false(gtp_time_set_left(&time, FLANK_BLACK, "1", ""));
    assert_false(gtp_time_set_left(&time, FLANK_BLACK, "-1", "0"));
    assert_false(gtp_time_set_left(&time, FLANK_BLACK, "1", "-1"));
    assert_int_equal(time.stones, 7);
}

static void test_time_runs(void **state)
{
    (void)state;
    gtp_time time;
    assert_true(gtp_time_set(&time, "10", "6", "3"));
    gtp_time_use(&time, FLANK_BLACK, 4000);
    assert_int_equal(gtp_time_clock(&time, FLANK_BLACK).move_ms, 2000 + 6000 / 25);
    assert_int_equal(gtp_time_clock(&time, FLANK_WHITE).move_ms, 2000 + 10000 / 25);
    gtp_time_use(&time, FLANK_BLACK, 7000); /* into the first period */
    assert_int_equal(gtp_time_clock(&time, FLANK_BLACK).move_ms, 2000);
    gtp_time_use(&time, FLANK_BLACK, 1000);
    assert_int_equal(gtp_time_clock(&time, FLANK_BLACK).move_ms, 2500); /* 5 s for two */
    gtp_time_use(&time, FLANK_BLACK, 1000);
    gtp_time_use(&time, FLANK_BLACK, 1000); /* and a new period */
    assert_int_equal(gtp_time_clock(&time, FLANK_BLACK).move_ms, 2000);
    assert_true(gtp_time_set_left(&time, FLANK_BLACK, "8", "2"));
    assert_int_equal(gtp_time_clock(&time, FLANK_BLACK).move_ms, 4000);
}

static void test_increment(void **state)
{
    (void)state;
    gtp_time time;
    assert_true(gtp_time_set(&time, "10", "2", "0"));
    gtp_time_use(&time, FLANK_WHITE, 5000);
    assert_int_equal(gtp_time_clock(&time, FLANK_WHITE).left_ms, 7000);
    assert_true(gtp_time_set(&time, "10", "2", "0"));
    gtp_time_use(&time, FLANK_WHITE, 11000); /* a second too late: the increment comes all the same */
    assert_int_equal(gtp_time_clock(&time, FLANK_WHITE).left_ms, 1000);
    gtp_time_use(&time, FLANK_WHITE, 20000); /* lost on time, but a move is still wanted */
    assert_true(gtp_time_clock(&time, FLANK_WHITE).left_ms > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_readings),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_time_runs),
        cmocka_unit_test(test_increment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
