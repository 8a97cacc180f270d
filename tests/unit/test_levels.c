/* SPDX-License-Identifier: MIT
 *
 * Higher levels win: seeded matches in every game of the registry, from random openings, each played with both colours.
 * The matches depend on their seeds only, so they fail because something has changed and never by chance.
 */
#include "cmocka_all.h"

#include <flank/flank.h>

#include "core/bits.h"
#include "core/random.h"

enum { OPENING_PLIES = 6, GAME_PLIES_MAX = 120, HASH_BYTES = 16 << 20 };

typedef struct match {
    flank_limits strong, weak;
    int pairs; /* games: two for each pair */
} match;

static const match matches[] = {
    {{.level = 3}, {.level = 1}, 8},
    {{.level = 4}, {.level = 2}, 5},
    {{.level = 5}, {.level = 3}, 5},
    {{.nodes = 1500}, {.nodes = 100}, 4},
};

static void play_random(flank_record *record, int plies, random_state *random)
{
    for (int ply = 0; ply < plies; ply++) {
        flank_move moves[FLANK_MOVES_MAX];
        size_t count = flank_game_moves(flank_record_game(record), flank_record_rules(record),
                                        flank_record_position(record), moves);
        assert_int_equal(flank_record_play(record, moves[random_below(random, (uint32_t)count)]), FLANK_OK);
    }
}

/* Two points for the side that moves first if it wins, one for a draw or an endless game. */
static int points_of_first(flank_engine *engine, flank_record *record, const flank_limits *sides[2], uint64_t seed)
{
    for (int ply = 0; ply < GAME_PLIES_MAX; ply++) {
        flank_limits limits = *sides[ply & 1];
        limits.seed = seed;
        flank_report report;
        flank_status status = flank_engine_search(engine, record, &limits, NULL, NULL, &report);
        if (status == FLANK_GAME_OVER) {
            int sign = flank_record_outcome(record).sign;
            return 1 + (ply & 1 ? -sign : sign);
        }
        assert_int_equal(status, FLANK_OK);
        assert_int_equal(flank_record_play(record, report.lines[0].moves[0]), FLANK_OK);
    }
    return 1;
}

/* The share of the points of the strong side, in percent. */
static int play_match(const flank_game *game, bool shared, const match *played)
{
    flank_engine_options options = {.hash_bytes = HASH_BYTES, .shared_search = shared};
    flank_engine *engine = flank_engine_create(&options);
    assert_non_null(engine);
    int points = 0;
    for (int i = 0; i < 2 * played->pairs; i++) {
        random_state random = {(uint64_t)(i / 2)};
        flank_record *record = flank_record_create(game, NULL, NULL);
        assert_non_null(record);
        play_random(record, OPENING_PLIES, &random);
        flank_engine_clear(engine);
        const flank_limits *sides[2] = {i & 1 ? &played->weak : &played->strong,
                                        i & 1 ? &played->strong : &played->weak};
        int first = points_of_first(engine, record, sides, (uint64_t)(1000 + i));
        points += i & 1 ? 2 - first : first;
        flank_record_destroy(record);
    }
    flank_engine_destroy(engine);
    return 100 * points / (4 * played->pairs);
}

static void test_higher_levels_win(void **state)
{
    (void)state;
    enum { COUNT = sizeof matches / sizeof *matches };
    for (size_t index = 0; index < flank_game_count(); index++) {
        const flank_game *game = flank_game_at(index);
        int sum = 0;
        for (int i = 0; i < COUNT; i++) {
            int percent = play_match(game, true, &matches[i]);
            print_message("# %s, match %d: %d %%\n", flank_game_name(game), i + 1, percent);
            assert_true(percent >= 40); /* few games: the sum is the test */
            sum += percent;
        }
        assert_true(sum >= 60 * COUNT);
    }
}

/* A player without a plan: any move, or (greedy) one of those that leave it the most pieces. */
static flank_move plain_move(const flank_record *record, bool greedy, random_state *random)
{
    const flank_game *game = flank_record_game(record);
    flank_move moves[FLANK_MOVES_MAX], best = {0};
    const size_t count = flank_game_moves(game, flank_record_rules(record), flank_record_position(record), moves);
    uint32_t most = 0, ties = 0;
    for (size_t i = 0; i < count; i++) {
        const flank_position after =
            flank_game_play(game, flank_record_rules(record), flank_record_position(record), moves[i]);
        const uint32_t worth = greedy ? (uint32_t)bit_count(after.other) : 0;
        ties = worth > most ? 1 : worth == most ? ties + 1 : ties;
        if (worth > most || (worth == most && random_below(random, ties) == 0)) {
            most = worth;
            best = moves[i];
        }
    }
    return best;
}

/* Two points for level 1 if it wins, one for a draw or an endless game. */
static int points_against_plain(flank_engine *engine, const flank_game *game, int number, bool greedy)
{
    enum { LONG_GAME_PLIES = 400 };
    flank_record *record = flank_record_create(game, NULL, NULL);
    assert_non_null(record);
    random_state random = {(uint64_t)number};
    const flank_limits limits = {.level = 1, .seed = (uint64_t)(2000 + number)};
    int points = 1;
    for (int ply = 0; ply < LONG_GAME_PLIES; ply++) {
        const bool ours = (ply & 1) == (number & 1);
        flank_report report;
        const flank_status status = flank_engine_search(engine, record, &limits, NULL, NULL, &report);
        if (status == FLANK_GAME_OVER) {
            const int sign = flank_record_outcome(record).sign;
            points = 1 + (ours ? sign : -sign);
            break;
        }
        assert_int_equal(status, FLANK_OK);
        const flank_move move = ours ? report.lines[0].moves[0] : plain_move(record, greedy, &random);
        assert_int_equal(flank_record_play(record, move), FLANK_OK);
    }
    flank_record_destroy(record);
    return points;
}

/* A child wins against level 1: by taking the most discs in half of the games and more, and without any plan in a
 * quarter of those that are not about discs. */
static void test_level_one_is_for_children(void **state)
{
    (void)state;
    enum { GAMES = 400 };
    const flank_engine_options options = {.hash_bytes = HASH_BYTES};
    flank_engine *engine = flank_engine_create(&options);
    assert_non_null(engine);
    for (size_t index = 0; index < flank_game_count(); index++) {
        const flank_game *game = flank_game_at(index);
        const bool about_discs = flank_game_scores_discs(game);
        int points = 0;
        for (int number = 0; number < GAMES; number++)
            points += points_against_plain(engine, game, number, about_discs);
        print_message("# %s, level 1 against %s: %d %%\n", flank_game_name(game),
                      about_discs ? "the most discs" : "any move", 100 * points / (2 * GAMES));
        assert_true(100 * points / (2 * GAMES) <= (about_discs ? 50 : 75));
    }
    flank_engine_destroy(engine);
}

/* Othello has a search of its own, and levels by depth. */
static void test_higher_levels_of_the_othello_engine_win(void **state)
{
    (void)state;
    static const match steps[] = {
        {{.level = 3}, {.level = 1}, 6},
        {{.level = 5}, {.level = 3}, 6},
        {{.level = 6}, {.level = 4}, 6},
        {{.level = 8}, {.level = 6}, 5},
    };
    enum { COUNT = sizeof steps / sizeof *steps };
    int sum = 0;
    for (int i = 0; i < COUNT; i++) {
        const int percent = play_match(flank_game_find("othello"), false, &steps[i]);
        print_message("# Othello engine, level %d against %d: %d %%\n", steps[i].strong.level, steps[i].weak.level,
                      percent);
        assert_true(percent >= 40);
        sum += percent;
    }
    assert_true(sum >= 65 * COUNT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_level_one_is_for_children),
                                       cmocka_unit_test(test_higher_levels_win),
                                       cmocka_unit_test(test_higher_levels_of_the_othello_engine_win)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
