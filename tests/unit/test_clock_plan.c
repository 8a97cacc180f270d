/* SPDX-License-Identifier: MIT
 *
 * Time management: limits as tables, the decision to go on, and thousands of simulated games in which nobody may lose
 * on time.
 */
#include "cmocka_all.h"

#include "core/random.h"
#include "engine/clock_plan.h"

#include <math.h>
#include <stdio.h>

/* ---- Limits ---- */

static void test_limits(void **state)
{
    (void)state;
    static const struct {
        flank_clock clock;
        int empties;
        double least_soft_s, most_soft_s, most_hard_s;
    } cases[] = {
        {{true, 300000, 0, 0}, 60, 4, 14, 40},   /* five minutes at the start: some seconds */
        {{true, 300000, 0, 0}, 40, 20, 45, 120}, /* more in the middle */
        {{true, 120000, 0, 0}, 26, 20, 84, 84},  /* the move that solves the rest */
        {{true, 1000, 0, 0}, 60, 0.005, 0.05, 0.15},
        {{true, 100, 0, 0}, 60, 0.0001, 0.01, 0.03},
        {{true, 1, 0, 0}, 60, 0, 0.001, 0.001},
        {{true, 0, 0, 0}, 30, 0, 0.001, 0.001},
        {{true, -5000, 0, 0}, 30, 0, 0.001, 0.001},
        {{true, 60000, 3000, 0}, 60, 3, 9, 25},    /* the increment counts */
        {{true, 100, 3000, 0}, 60, 0, 0.06, 0.06}, /* but cannot be spent before it is there */
        {{true, 0, 0, 10000}, 40, 9.9, 9.99, 9.99},
        {{true, 0, 0, 20}, 40, 0.01, 0.014, 0.014},
        {{true, 20000, 0, 1000}, 44, 0.2, 0.99, 0.99}, /* both hold */
        {{true, 10000, 0, 0}, 1, 0.1, 9, 9},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const clock_outlook outlook = clock_outlook_othello(&cases[i].clock, cases[i].empties);
        const clock_plan plan = clock_plan_make(&cases[i].clock, &outlook);
        if (plan.soft_s < cases[i].least_soft_s || plan.soft_s > cases[i].most_soft_s ||
            plan.hard_s > cases[i].most_hard_s || plan.hard_s < plan.soft_s || plan.hard_s <= 0)
            fail_msg("case %zu: soft %g s, hard %g s", i, plan.soft_s, plan.hard_s);
    }
}

static void test_games_of_unknown_length(void **state)
{
    (void)state;
    const clock_outlook unknown = {0};
    const clock_plan plan = clock_plan_make(&(flank_clock){.running = true, .left_ms = 100000}, &unknown);
    assert_true(plan.soft_s > 3.5 && plan.soft_s < 4.1 && plan.hard_s > 9 && plan.hard_s < 13);
}

static void test_outlook(void **state)
{
    (void)state;
    static const struct {
        int64_t left_ms;
        int empties, moves_left, thinking_moves;
    } cases[] = {
        {300000, 60, 30, 15}, {300000, 34, 17, 2}, {300000, 28, 14, 0}, {1000, 60, 30, 19},
        {1000, 20, 10, 0},    {1000, 1, 1, 0},     {0, 10, 5, 5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const flank_clock clock = {.running = true, .left_ms = cases[i].left_ms};
        const clock_outlook outlook = clock_outlook_othello(&clock, cases[i].empties);
        if (outlook.moves_left != cases[i].moves_left || outlook.thinking_moves != cases[i].thinking_moves)
            fail_msg("case %zu: %d moves left, %d to think about", i, outlook.moves_left, outlook.thinking_moves);
    }
}

/* ---- Going on ---- */

/* One search: depths with a best move and a score, each taking twice as long as the one before; a row ends at a zero
 * time. */
typedef struct story {
    const char *name;
    double clear_lead;
    unsigned best[12];
    int score[12];
    bool settled_at_once;
    double least_s, most_s; /* when it should end, under a plan of 1 s, at most 3 */
} story;

static double end_of(const story *told)
{
    const clock_plan plan = {.soft_s = 1, .hard_s = 3, .saves = true};
    clock_watch watch = clock_watch_start(&plan);
    watch.clear_lead = told->clear_lead;
    double elapsed_s = 0.002;
    for (int i = 0; i < 12; i++, elapsed_s *= 2) {
        const clock_depth depth = {
            .elapsed_s = elapsed_s, .best = told->best[i], .score = told->score[i], .settled = told->settled_at_once};
        if (clock_watch_note(&watch, &depth))
            return elapsed_s;
    }
    return elapsed_s;
}

static void test_time_goes_where_the_choice_is_hard(void **state)
{
    (void)state;
    static const story stories[] = {
        {"nothing happens", 0, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, {0}, false, 0.3, 0.8},
        {"one legal move", 0, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, {0}, true, 0.001, 0.003},
        {"one clearly best", 12, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, {0}, false, 0.15, 0.3},
        {"the best move changes late", 0, {1, 1, 1, 1, 1, 1, 2, 2, 3, 3, 4, 5}, {0}, false, 0.9, 3},
        {"it changes early only", 0, {1, 2, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4}, {0}, false, 0.3, 0.8},
        {"the score falls",
         0,
         {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
         {0, 0, 0, 0, 0, 0, 0, -100, -400, -900, -900, -900},
         false,
         0.9,
         3},
        {"the score rises",
         0,
         {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
         {0, 0, 0, 0, 0, 0, 0, 100, 400, 900, 900, 900},
         false,
         0.3,
         0.8},
    };
    for (size_t i = 0; i < sizeof stories / sizeof *stories; i++) {
        const double ended_s = end_of(&stories[i]);
        if (ended_s < stories[i].least_s || ended_s > stories[i].most_s)
            fail_msg("%s: ended after %g s", stories[i].name, ended_s);
    }
}

static void test_time_that_cannot_be_saved_is_used(void **state)
{
    (void)state;
    const clock_plan plan = {.soft_s = 1, .hard_s = 1, .saves = false};
    clock_watch watch = clock_watch_start(&plan);
    assert_false(clock_watch_note(&watch, &(clock_depth){.elapsed_s = 0.8, .best = 1}));
    assert_true(clock_watch_note(&watch, &(clock_depth){.elapsed_s = 0.95, .best = 1}));
}

/* ---- Simulated games ---- */

static double uniform(random_state *random) { return random_below(random, 1 << 20) / (double)(1 << 20); }

/* The delay between the hard limit and the clock: usually a millisecond or so, seldom a long one. */
static double delay_s(random_state *random)
{
    const double usual = 0.0015 * -log(1 - uniform(random) * 0.999);
    return random_below(random, 100) == 0 ? usual + 0.03 * uniform(random) : usual;
}

/* Seconds that one noisy search takes under the plan: depths that grow by a random factor, best moves and scores that
 * jump, an end in the middle of a depth at the hard limit. */
static double search_s(const clock_plan *plan, int empties, random_state *random)
{
    clock_watch watch = clock_watch_start(plan);
    const unsigned moves = 1 + random_below(random, 12);
    watch.clear_lead = random_below(random, 3) == 0 ? 10 * uniform(random) : 0;
    double elapsed_s = 0.0001 * uniform(random), grows = 1.3 + 2 * uniform(random);
    for (int depth = 1; elapsed_s < plan->hard_s; depth++) {
        const clock_depth done = {.elapsed_s = elapsed_s,
                                  .best = random_below(random, moves),
                                  .score = (int)random_below(random, 1000) - 500,
                                  .settled = moves == 1 || depth >= empties};
        if (clock_watch_note(&watch, &done))
            return elapsed_s + delay_s(random);
        elapsed_s *= grows * (0.5 + uniform(random));
        elapsed_s += 0.0001;
    }
    return plan->hard_s + delay_s(random);
}

typedef struct tally {
    double least_left_s, sum_left_s;
    int games, lost;
} tally;

static void play_game(const flank_clock *start, random_state *random, tally *sum)
{
    flank_clock clock = *start;
    bool lost = false;
    double left_s = (double)clock.left_ms / 1000;
    for (int empties = 60 - (int)random_below(random, 2); empties > 0 && !lost; empties -= 2) {
        clock.left_ms = (int64_t)(left_s * 1000);
        const clock_outlook outlook = clock_outlook_othello(&clock, empties);
        const clock_plan plan = clock_plan_make(&clock, &outlook);
        const double used_s = search_s(&plan, empties, random);
        if (start->left_ms > 0) {
            left_s -= used_s;
            lost = left_s < 0;
            left_s += (double)clock.increment_ms / 1000;
        } else {
            lost = used_s > (double)clock.move_ms / 1000;
        }
    }
    sum->games++;
    sum->lost += lost;
    sum->sum_left_s += left_s;
    if (left_s < sum->least_left_s)
        sum->least_left_s = left_s;
}

static void test_no_simulated_game_is_lost_on_time(void **state)
{
    (void)state;
    static const flank_clock clocks[] = {
        {true, 1000, 0, 0},    {true, 2000, 0, 0},   {true, 10000, 0, 0},   {true, 60000, 0, 0},
        {true, 300000, 0, 0},  {true, 1000, 100, 0}, {true, 10000, 100, 0}, {true, 300000, 3000, 0},
        {true, 3600000, 0, 0}, {true, 0, 0, 200},    {true, 0, 0, 10000},
    };
    random_state random = {20261121};
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        tally sum = {.least_left_s = INFINITY};
        for (int game = 0; game < 1000; game++)
            play_game(&clocks[i], &random, &sum);
        print_message("# %lld ms + %lld ms, %lld ms/move: least left %.3f s, mean %.3f s\n",
                      (long long)clocks[i].left_ms, (long long)clocks[i].increment_ms, (long long)clocks[i].move_ms,
                      sum.least_left_s, sum.sum_left_s / sum.games);
        assert_int_equal(sum.lost, 0);
        /* Time is there to be used: without an increment at most a third is left over in the mean. */
        if (clocks[i].left_ms >= 2000 && clocks[i].increment_ms == 0)
            assert_true(sum.sum_left_s / sum.games < 0.4 * (double)clocks[i].left_ms / 1000);
    }
}

/* Every move runs to its hard limit and is then delayed, one of them by far more: nobody loses on time. */
static void test_the_reserve_covers_delays(void **state)
{
    (void)state;
    static const int64_t starts_ms[] = {1000, 3000, 60000};
    const double usual_s = 0.003, long_s = 0.035;
    for (size_t i = 0; i < sizeof starts_ms / sizeof *starts_ms; i++)
        for (int late = 60; late > 0; late -= 2) {
            double left_s = (double)starts_ms[i] / 1000;
            for (int empties = 60; empties > 0; empties -= 2) {
                const flank_clock clock = {.running = true, .left_ms = (int64_t)(left_s * 1000)};
                const clock_outlook outlook = clock_outlook_othello(&clock, empties);
                left_s -= clock_plan_make(&clock, &outlook).hard_s + (empties == late ? long_s : usual_s);
                if (left_s < 0)
                    fail_msg("%lld ms, delayed at %d empties: lost at %d", (long long)starts_ms[i], late, empties);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_games_of_unknown_length),
        cmocka_unit_test(test_outlook),
        cmocka_unit_test(test_time_goes_where_the_choice_is_hard),
        cmocka_unit_test(test_time_that_cannot_be_saved_is_used),
        cmocka_unit_test(test_no_simulated_game_is_lost_on_time),
        cmocka_unit_test(test_the_reserve_covers_delays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
