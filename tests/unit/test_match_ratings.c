/* SPDX-License-Identifier: MIT
 *
 * Tournaments: the pairings, and the ratings that come of them.
 */
#include "cmocka_all.h"

#include "match/match_ratings.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* ---- Pairings ---- */

static void test_plan(void **state)
{
    (void)state;
    static const int of_four[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
    const match_plan all = {MATCH_ROUND_ROBIN, 4}, first = {MATCH_GAUNTLET, 4}, two = {MATCH_GAUNTLET, 2};
    assert_int_equal(match_plan_pairings(&all), 6);
    assert_int_equal(match_plan_pairings(&first), 3);
    assert_int_equal(match_plan_pairings(&two), 1);
    for (int i = 0; i < 6; i++) {
        const match_pairing pairing = match_plan_pairing(&all, i);
        assert_true(pairing.engines[0] == of_four[i][0] && pairing.engines[1] == of_four[i][1]);
    }
    for (int i = 0; i < 3; i++) {
        const match_pairing pairing = match_plan_pairing(&first, i);
        assert_true(pairing.engines[0] == 0 && pairing.engines[1] == i + 1);
    }
    /* A match of two is as it always was: games 2k and 2k + 1 are opening k. */
    for (size_t number = 0; number < 9; number++) {
        assert_int_equal(match_plan_pairing_of(&two, number), 0);
        assert_int_equal(match_plan_opening_of(&two, number), number / 2);
    }
    assert_int_equal(match_plan_pairing_of(&all, 11), 5);
    assert_int_equal(match_plan_opening_of(&all, 11), 0);
    assert_int_equal(match_plan_pairing_of(&all, 12), 0);
    assert_int_equal(match_plan_opening_of(&all, 12), 1);
}

/* Of any number of engines each pair meets once an opening, with both colours, and nobody meets himself. */
static void test_plan_is_complete(void **state)
{
    (void)state;
    enum { OPENINGS = 3 };
    for (int engines = 2; engines <= MATCH_ENGINES_MAX; engines++) {
        const match_plan plan = {MATCH_ROUND_ROBIN, engines};
        const size_t games = 2 * OPENINGS * (size_t)match_plan_pairings(&plan);
        int met[MATCH_ENGINES_MAX][MATCH_ENGINES_MAX][OPENINGS] = {{{0}}}; /* by who begins */
        for (size_t number = 0; number < games; number++) {
            const match_pairing pairing = match_plan_pairing(&plan, match_plan_pairing_of(&plan, number));
            const int beginner = pairing.engines[number & 1], other = pairing.engines[!(number & 1)];
            met[beginner][other][match_plan_opening_of(&plan, number)]++;
        }
        for (int i = 0; i < engines; i++)
            for (int j = 0; j < engines; j++)
                for (int opening = 0; opening < OPENINGS; opening++)
                    assert_int_equal(met[i][j][opening], i != j);
    }
}

/* ---- Ratings ---- */

static bool near_to(double a, double b) { return fabs(a - b) < 1e-4 * fmax(1, fabs(b)); }

/* Expected values: a separate program, by Hunter's iteration for the ratings and by an inverse with the last rating
 * held at 0 for the errors. */
static void test_ratings(void **state)
{
    (void)state;
    static const struct {
        match_plan plan;
        match_tally tallies[3];
        double elo[4], error[4], superiority[2]; /* of engine 0 over 1, and of 1 over 2 */
    } cases[] = {
        {{MATCH_ROUND_ROBIN, 3},
         {{.pairs = {3, 5, 20, 12, 10}}, {.pairs = {1, 2, 10, 9, 28}}, {.pairs = {4, 6, 15, 12, 13}}},
         {103.32833, 3.80319, -107.13152},
         {30.00553, 29.05268, 31.99277},
         {0.999957, 0.999978}},
        {{MATCH_GAUNTLET, 4},
         {{.pairs = {10, 40, 100, 55, 15}}, {.pairs = {0, 1, 6, 1, 7}}, {.pairs = {2, 2, 2, 2, 2}}},
         {48.87376, 29.11181, -126.85932, 48.87376},
         {48.67462, 50.99844, 97.46098, 118.16059},
         {0.964037, 0.994123}},
        {{MATCH_ROUND_ROBIN, 2},
         {{.pairs = {3, 5, 20, 12, 10}}},
         {37.03166, -37.03166},
         {27.6316, 27.6316},
         {0.995689}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        match_ratings ratings;
        double superiority;
        match_rate(&cases[i].plan, cases[i].tallies, &ratings);
        for (int engine = 0; engine < cases[i].plan.engines; engine++) {
            const match_rating *rating = &ratings.of[engine];
            assert_true(rating->rated && rating->has_error);
            assert_true(near_to(rating->elo, cases[i].elo[engine]));
            assert_true(near_to(rating->elo_error, cases[i].error[engine]));
        }
        for (int engine = 0; engine < cases[i].plan.engines - 1 && engine < 2; engine++) {
            assert_true(match_superiority(&ratings, engine, engine + 1, &superiority));
            assert_true(near_to(superiority, cases[i].superiority[engine]));
            assert_true(match_superiority(&ratings, engine + 1, engine, &superiority));
            assert_true(near_to(superiority, 1 - cases[i].superiority[engine]));
        }
    }
}

/* By hand: scores that ratings 400 apart expect are explained without a rest, 10/11 and 100/101; and two engines have
 * the difference that the match of two has. */
static void test_ratings_by_hand(void **state)
{
    (void)state;
    const match_plan three = {MATCH_ROUND_ROBIN, 3}, two = {MATCH_ROUND_ROBIN, 2};
    const match_tally exact[3] = {
        {.pairs = {1, 0, 0, 0, 10}}, {.pairs = {1, 0, 0, 0, 100}}, {.pairs = {1, 0, 0, 0, 10}}};
    const match_tally single = {.pairs = {3, 5, 20, 12, 10}};
    match_ratings ratings;
    match_rate(&three, exact, &ratings);
    assert_true(near_to(ratings.of[0].elo, 400) && fabs(ratings.of[1].elo) < 1e-6 && near_to(ratings.of[2].elo, -400));
    match_rate(&two, &single, &ratings);
    assert_true(near_to(ratings.of[0].elo - ratings.of[1].elo, match_judge(&single).elo));
}

/* Who has won or lost everything has no rating, and the others have those of their own games. */
static void test_ratings_unbounded(void **state)
{
    (void)state;
    const match_plan plan = {MATCH_ROUND_ROBIN, 4}, three = {MATCH_ROUND_ROBIN, 3};
    enum { AB, AC, AD, BC, BD, CD };
    match_tally tallies[6] = {
        [AB] = {.pairs = {0, 0, 0, 0, 5}}, [AC] = {.pairs = {0, 0, 0, 0, 5}}, [AD] = {.pairs = {0, 0, 0, 0, 5}},
        [BC] = {.pairs = {1, 0, 2, 0, 3}}, [BD] = {.pairs = {1, 0, 1, 0, 3}}, [CD] = {.pairs = {0, 2, 1, 0, 2}}};
    const match_tally rest[3] = {tallies[BC], tallies[BD], tallies[CD]};
    match_ratings ratings, of_rest;
    double superiority;
    match_rate(&plan, tallies, &ratings);
    match_rate(&three, rest, &of_rest);
    assert_false(ratings.of[0].rated);
    for (int engine = 1; engine < 4; engine++) /* but its place is known */
        assert_true(ratings.of[0].strength > ratings.of[engine].strength);
    assert_false(match_superiority(&ratings, 0, 1, &superiority));
    for (int engine = 1; engine < 4; engine++)
        assert_true(ratings.of[engine].rated && near_to(ratings.of[engine].elo, of_rest.of[engine - 1].elo));
    assert_true(match_superiority(&ratings, 1, 3, &superiority) && superiority > 0.5);
    tallies[AB] = (match_tally){.pairs = {0, 0, 0, 1, 4}}; /* half a point bounds it */
    match_rate(&plan, tallies, &ratings);
    assert_true(ratings.of[0].rated && ratings.of[0].elo > 300);
    /* A circle, each beating the next, is one group, and nobody is better. */
    const match_tally circle[3] = {{.pairs = {0, 0, 0, 0, 4}}, {.pairs = {4}}, {.pairs = {0, 0, 0, 0, 4}}};
    match_rate(&three, circle, &ratings);
    for (int engine = 0; engine < 3; engine++)
        assert_true(ratings.of[engine].rated && fabs(ratings.of[engine].elo) < 1e-6);
    /* All pairs alike: there is an Elo, and no error. */
    const match_tally even[3] = {{.pairs = {0, 0, 7}}, {.pairs = {0, 0, 7}}, {.pairs = {0, 0, 7}}};
    match_rate(&three, even, &ratings);
    assert_true(ratings.of[0].rated && !ratings.of[0].has_error && !match_superiority(&ratings, 0, 1, &superiority));
    /* A gauntlet of which the first engine loses everything to the second, and half to the third. */
    const match_plan gauntlet = {MATCH_GAUNTLET, 3};
    const match_tally lost[2] = {{.pairs = {4}}, {.pairs = {1, 0, 2, 0, 2}}};
    match_rate(&gauntlet, lost, &ratings);
    assert_true(ratings.of[1].strength > ratings.of[0].strength && ratings.of[0].strength > ratings.of[2].strength);
    assert_true(ratings.of[0].elo > 0 && !ratings.of[1].rated && ratings.of[2].elo < 0);
    /* The second has beaten the first, and nothing else was played yet. */
    const match_tally begun[3] = {{.pairs = {1}}};
    match_rate(&three, begun, &ratings);
    assert_true(ratings.of[1].strength > ratings.of[2].strength && ratings.of[2].strength > ratings.of[0].strength);
    memset(tallies, 0, sizeof tallies);
    match_rate(&plan, tallies, &ratings);
    assert_true(ratings.of[0].strength == 0 && ratings.of[3].strength == 0);
    assert_false(ratings.of[0].rated || ratings.of[3].rated);
}

/* Far ratings and many engines: the fit ends, and expects the scores that were. */
static void test_ratings_far_apart(void **state)
{
    (void)state;
    const match_plan plan = {MATCH_ROUND_ROBIN, MATCH_ENGINES_MAX};
    match_tally tallies[MATCH_PAIRINGS_MAX] = {{0}};
    match_ratings ratings;
    double points[MATCH_ENGINES_MAX] = {0}, expected[MATCH_ENGINES_MAX] = {0};
    for (int p = 0; p < match_plan_pairings(&plan); p++) {
        const match_pairing pairing = match_plan_pairing(&plan, p);
        tallies[p].pairs[4] = 1000;
        tallies[p].pairs[3] = pairing.engines[1] == pairing.engines[0] + 1;
        const double count = 1000 + (double)tallies[p].pairs[3], sum = 1000 + 0.75 * (double)tallies[p].pairs[3];
        points[pairing.engines[0]] += sum;
        points[pairing.engines[1]] += count - sum;
    }
    match_rate(&plan, tallies, &ratings);
    for (int p = 0; p < match_plan_pairings(&plan); p++) {
        const match_pairing pairing = match_plan_pairing(&plan, p);
        const double count = 1000 + (double)tallies[p].pairs[3];
        const double score =
            match_score_of_elo(ratings.of[pairing.engines[0]].elo - ratings.of[pairing.engines[1]].elo);
        expected[pairing.engines[0]] += count * score;
        expected[pairing.engines[1]] += count * (1 - score);
    }
    for (int engine = 0; engine < MATCH_ENGINES_MAX; engine++) {
        assert_true(ratings.of[engine].rated && fabs(expected[engine] - points[engine]) < 1e-3);
        assert_true(engine == 0 || ratings.of[engine].elo < ratings.of[engine - 1].elo);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plan),
        cmocka_unit_test(test_plan_is_complete),
        cmocka_unit_test(test_ratings),
        cmocka_unit_test(test_ratings_by_hand),
        cmocka_unit_test(test_ratings_unbounded),
        cmocka_unit_test(test_ratings_far_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
