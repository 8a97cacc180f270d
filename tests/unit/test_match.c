/* SPDX-License-Identifier: MIT
 *
 * The parts of a match that need no second process: statistics, ENGINE, openings, the record.
 */
#include "cmocka_all.h"

#include "match/match.h"
#include "core/error.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Statistics ---- */

static bool near_to(double a, double b) { return fabs(a - b) < 1e-5 * fmax(1, fabs(b)); }

/* Expected values: a separate computation (Newton's method in Python); the last by hand: one pair lost, 0 points, is
 * 1000 times as likely as the rest together, so LLR = log((1 - s(5)) / (1 - s(0))) but for the unseen outcomes. */
static void test_statistics(void **state)
{
    (void)state;
    const struct {
        size_t pairs[MATCH_PAIR_SCORES];
        double elo0, elo1, llr, elo, error, superiority;
    } cases[] = {
        {{3, 5, 20, 12, 10}, 0, 10, 0.804531, 74.063312, 55.801441, 0.996606},
        {{10, 40, 100, 55, 15}, 0, 5, 0.707556, 19.761942, 21.550948, 0.964343},
        {{50, 200, 500, 200, 50}, -3, 1, 0.165637, 0, 9.632714, 0.5},
        {{0, 1, 6, 1, 7}, -10, 40, 2.064900, 175.733078, 128.578608, 0.999666},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        match_tally tally = {0};
        memcpy(tally.pairs, cases[i].pairs, sizeof tally.pairs);
        const match_verdict verdict = match_judge(&tally);
        assert_true(verdict.has_elo && verdict.has_error);
        assert_true(near_to(verdict.elo, cases[i].elo) && near_to(verdict.elo_error, cases[i].error));
        assert_true(near_to(verdict.superiority, cases[i].superiority));
        assert_true(near_to(match_log_likelihood_ratio(cases[i].pairs, cases[i].elo0, cases[i].elo1), cases[i].llr));
    }
    const size_t one_lost[MATCH_PAIR_SCORES] = {1};
    const double by_hand = log((1 - match_score_of_elo(5)) / (1 - match_score_of_elo(0)));
    assert_true(fabs(match_log_likelihood_ratio(one_lost, 0, 5) - by_hand) < 2e-3);
}

/* Results that follow from the meaning alone. */
static void test_statistics_symmetry(void **state)
{
    (void)state;
    const size_t pairs[MATCH_PAIR_SCORES] = {2, 9, 14, 5, 3}, mirrored[MATCH_PAIR_SCORES] = {3, 5, 14, 9, 2};
    const size_t none[MATCH_PAIR_SCORES] = {0}, all_won[MATCH_PAIR_SCORES] = {0, 0, 0, 0, 9};
    const size_t all_even[MATCH_PAIR_SCORES] = {0, 0, 9};
    match_tally tally = {0};
    assert_true(near_to(match_log_likelihood_ratio(pairs, 3, 8), match_log_likelihood_ratio(mirrored, -3, -8)));
    assert_true(near_to(match_log_likelihood_ratio(pairs, 3, 8), -match_log_likelihood_ratio(pairs, 8, 3)));
    assert_true(match_log_likelihood_ratio(none, 0, 5) == 0);
    assert_true(match_judge(&tally).score == 0.5 && !match_judge(&tally).has_elo);
    memcpy(tally.pairs, all_won, sizeof tally.pairs);
    assert_false(match_judge(&tally).has_elo);
    memcpy(tally.pairs, all_even, sizeof tally.pairs);
    assert_true(match_judge(&tally).has_elo && match_judge(&tally).elo == 0 && !match_judge(&tally).has_error);
    assert_true(near_to(match_score_of_elo(0), 0.5) && near_to(match_score_of_elo(400), 10 / 11.0));
    assert_true(near_to(match_sprt_bound(), log(19)));
}

/* ---- ENGINE ---- */

static void test_spec(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool good;
        match_kind kind;
        const char *command;
        int level, depth, threads;
        uint64_t nodes;
        double time_s;
    } cases[] = {
        {"flank", true, MATCH_OWN, NULL, 0, 0, 0, 0, 0},
        {"flank:level=12", true, MATCH_OWN, NULL, 12, 0, 0, 0, 0},
        {"flank:depth=4,nodes=1000,threads=2,time=0.5", true, MATCH_OWN, NULL, 0, 4, 2, 1000, 0.5},
        {"gtp:a b", true, MATCH_GTP, "a b", 0, 0, 0, 0, 0},
        {"nboard:x:y", true, MATCH_NBOARD, "x:y", 0, 0, 0, 0, 0},
        {"ugi:u", true, MATCH_UGI, "u", 0, 0, 0, 0, 0},
        {"hub:h", true, MATCH_HUB, "h", 0, 0, 0, 0, 0},
        {"", false},
        {"flan", false},
        {"flanks", false},
        {"flank:", false},
        {"flank:level", false},
        {"flank:level=", false},
        {"flank:level=0", false},
        {"flank:level=61", false},
        {"flank:level=5,level=6", false},
        {"flank:level=5,", false},
        {"flank:,level=5", false},
        {"flank:nodes=1e3", false},
        {"flank:time=0", false},
        {"flank:eval", false},
        {"flank:eval=", false},
        {"gtp", false},
        {"gtp:", false},
        {"gtp:  ", false},
        {"xboard:x", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        match_spec spec = {.level = -1};
        flank_error error = {0};
        const flank_status status = match_spec_parse(cases[i].text, &spec, &error);
        if ((status == FLANK_OK) != cases[i].good)
            fail_msg("'%s': %s", cases[i].text, error_english(&error));
        if (!cases[i].good) {
            assert_true(spec.level == -1 && error.code);
            continue;
        }
        assert_int_equal(spec.kind, cases[i].kind);
        assert_true(spec.level == cases[i].level && spec.depth_plies == cases[i].depth);
        assert_true(spec.threads == cases[i].threads && spec.nodes == cases[i].nodes && spec.time_s == cases[i].time_s);
        assert_int_equal(match_spec_has_limit(&spec), strchr(cases[i].text, '=') != NULL);
        if (cases[i].command)
            assert_string_equal(spec.command, cases[i].command);
    }
    match_spec spec;
    assert_int_equal(match_spec_parse("flank:book,eval=w,hash=7", &spec, NULL), FLANK_OK);
    assert_true(spec.uses_book && !*spec.book_path && spec.hash_bytes == 7 << 20);
    assert_string_equal(spec.eval_path, "w");
    assert_int_equal(match_spec_parse("flank:book=b", &spec, NULL), FLANK_OK);
    assert_string_equal(spec.book_path, "b");
}

/* ---- Openings ---- */

static const flank_rules no_rules;

static void test_opening_lists(void **state)
{
    (void)state;
    const flank_game *game = flank_game_find("othello");
    flank_status status;
    flank_error error = {0};
    size_t line;
    static const char list[] =
        "# list\n\nf5d6c3\r\nF5 F6 ; named\n---------------------------OX------XO--------------------------- O\n";
    match_openings *openings =
        match_openings_parse(game, &no_rules, (match_text){list, sizeof list - 1}, &status, &line, &error);
    assert_non_null(openings);
    assert_int_equal(match_openings_count(openings), 3);
    assert_true(match_openings_set_up(openings));
    static const size_t plies[] = {3, 2, 0, 3, 2};
    for (size_t i = 0; i < 5; i++) {
        flank_record *record = match_openings_get(openings, i);
        assert_int_equal(flank_record_ply(record), plies[i]);
        flank_record_destroy(record);
    }
    match_openings_destroy(openings);
    static const struct {
        const char *text;
        size_t line;
    } bad[] = {{"", 0},
               {"# nothing\n", 0},
               {"f5\nf5d6x\n", 2},
               {"f5\n\na1", 3},
               {"XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X", 1}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const match_text text = {bad[i].text, strlen(bad[i].text)};
        assert_null(match_openings_parse(game, &no_rules, text, &status, &line, &error));
        assert_true(status != FLANK_OK && line == bad[i].line && error.code);
    }
}

/* Random openings: the same whatever the order of asking, all different, even, other with another seed. */
static void test_random_openings(void **state)
{
    (void)state;
    enum { COUNT = 12 };
    for (size_t g = 0; g < flank_game_count(); g++) {
        const flank_game *game = flank_game_at(g);
        match_openings *one = match_openings_random(game, &no_rules, 7),
                       *two = match_openings_random(game, &no_rules, 7);
        match_openings *other = match_openings_random(game, &no_rules, 8);
        flank_record *last = match_openings_get(two, COUNT - 1);
        flank_position seen[COUNT];
        int same_as_other = 0;
        for (size_t i = 0; i < COUNT; i++) {
            flank_record *record = match_openings_get(one, i), *elsewhere = match_openings_get(other, i);
            seen[i] = *flank_record_position(record);
            assert_int_equal(flank_record_ply(record), 8);
            assert_false(flank_record_outcome(record).over);
            for (size_t k = 0; k < i; k++)
                assert_false(flank_position_equal(seen[i], seen[k]));
            same_as_other += flank_position_equal(seen[i], *flank_record_position(elsewhere));
            flank_record_destroy(record);
            flank_record_destroy(elsewhere);
        }
        assert_true(flank_position_equal(seen[COUNT - 1], *flank_record_position(last)));
        assert_true(same_as_other < COUNT / 2);
        flank_record_destroy(last);
        match_openings_destroy(one);
        match_openings_destroy(two);
        match_openings_destroy(other);
    }
}

/* ---- Answers of programs ---- */

static void test_replies(void **state)
{
    (void)state;
    static const struct {
        const char *line, *move;
    } nboard[] = {{"=== d6", "d6"}, {"=== D6/-1.00/0.5", "D6"}, {"=== d6 -1.00 0.0", "d6"}, {"===PA//", "PA"},
                  {"===", NULL},    {"===   ", NULL},           {"=== /1/2", NULL},         {"search d6", NULL}};
    static const struct {
        const char *line, *name, *value;
    } hub[] = {{"move=a3-a4", "move", "a3-a4"},
               {"move=\"32-28 x\" ponder=1-2", "move", "32-28 x"},
               {"ponder=1-2 move=3x4x5", "move", "3x4x5"},
               {"name=\"move=1-2\" move=2-3", "move", "2-3"},
               {"remove=1-2", "move", NULL},
               {"move", "move", NULL},
               {"move=", "move", ""},
               {"move=\"1-2", "move", "1-2"}};
    char move[MATCH_REPLY_SIZE];
    for (size_t i = 0; i < sizeof nboard / sizeof *nboard; i++) {
        assert_int_equal(match_nboard_reply(nboard[i].line, move), nboard[i].move != NULL);
        if (nboard[i].move)
            assert_string_equal(move, nboard[i].move);
    }
    for (size_t i = 0; i < sizeof hub / sizeof *hub; i++) {
        assert_int_equal(match_hub_value(hub[i].line, hub[i].name, move, sizeof move), hub[i].value != NULL);
        if (hub[i].value)
            assert_string_equal(move, hub[i].value);
    }
    char small[4];
    assert_false(match_hub_value("move=12345", "move", small, sizeof small));
}

/* ---- The record ---- */

enum { LOGGED = 4 };

typedef struct taken_games {
    size_t count;
    match_logged games[LOGGED];
} taken_games;

static flank_status take(void *user, match_logged *logged)
{
    taken_games *taken = user;
    assert_true(taken->count < LOGGED);
    taken->games[taken->count++] = *logged;
    return FLANK_OK;
}

static void forget(taken_games *taken)
{
    for (size_t i = 0; i < taken->count; i++)
        match_game_free(&taken->games[i].game);
    taken->count = 0;
}

static const match_terms terms = {.plan = {.engines = 2},
                                  .engines = {"flank:level=3", "gtp:a \"b\" c"},
                                  .game = "loa",
                                  .rules = "simultaneous=mover",
                                  .limits = "level 3, seed 1",
                                  .openings = "random"};

/* Four games: won, drawn with a fault's name, without a move, lost. */
static void make_game(match_game *game, size_t number)
{
    static const char *const moves[LOGGED] = {"d1-b3 h5-g4 b1-b4", "b8-d6", "", "d1-b3 h5-g4 b1-b4 g4xg1 b4-e7"};
    flank_rules rules = {{0}};
    const flank_game *loa = flank_game_find("loa");
    assert_int_equal(flank_rules_parse(loa, terms.rules, &rules, NULL), FLANK_OK);
    *game = (match_game){.number = number, .first = (int)(number & 1), .points2 = (int)(2 - number % 3), .faulty = -1};
    game->record = flank_record_create(loa, &rules, NULL);
    assert_int_equal(flank_record_play_text(game->record, moves[number], NULL), FLANK_OK);
    game->opening_plies = flank_record_ply(game->record) > 2 ? 2 : 0;
    game->times_s = calloc(8, sizeof *game->times_s);
    game->times_s[0] = 0.25F;
    game->used_s[1] = 1.5;
    game->thought[1] = 3;
    strcpy(game->reason, "no \"reason\"");
    game->ending = number == 3 ? MATCH_ENDED_RESIGNED : MATCH_ENDED_RULES;
    if (match_ending_text(game->ending))
        strcpy(game->reason, match_ending_text(game->ending));
    if (number == 1) {
        game->ending = MATCH_ENDED_FORFEIT;
        game->faulty = 1;
        game->fault.kind = MATCH_FAULT_CRASH;
        strcpy(game->fault.text, "it ended with status 3");
    }
}

/* The record of the four games, and where each ends. */
static void make_record(text_buffer *text, size_t ends[LOGGED])
{
    static const char *const names[2] = {"flank:level=3", "A program"};
    for (size_t i = 0; i < LOGGED; i++) {
        match_game game;
        make_game(&game, i);
        match_game_format(&game, &terms, names, text);
        match_game_free(&game);
        ends[i] = text->length;
    }
}

static void test_record(void **state)
{
    (void)state;
    text_buffer text = {NULL};
    size_t ends[LOGGED], whole, line;
    taken_games taken = {0};
    flank_error error = {0};
    make_record(&text, ends);
    assert_int_equal(match_log_parse(text.bytes, &(match_log_taker){&terms, take, &taken}, &whole, &line, &error),
                     FLANK_OK);
    assert_int_equal(taken.count, LOGGED);
    assert_int_equal(whole, text.length);
    for (size_t i = 0; i < LOGGED; i++) {
        match_game expected;
        const match_game *game = &taken.games[i].game;
        make_game(&expected, i);
        assert_true(game->number == i && game->first == expected.first && game->points2 == expected.points2);
        assert_true(game->faulty == expected.faulty && game->fault.kind == expected.fault.kind);
        assert_string_equal(game->fault.text, expected.fault.text);
        assert_string_equal(game->reason, i == 3 ? "resigned" : "no 'reason'");
        assert_int_equal(game->ending, expected.ending);
        assert_true(game->opening_plies == expected.opening_plies && game->used_s[1] == 1.5 && game->thought[1] == 3);
        assert_int_equal(flank_record_length(game->record), flank_record_length(expected.record));
        assert_true(flank_position_equal(*flank_record_position_at(game->record, flank_record_length(game->record)),
                                         *flank_record_position(expected.record)));
        assert_string_equal(taken.games[i].names[1], "A program");
        match_game_free(&expected);
    }
    forget(&taken);
    text_free(&text);
}

/* Killed at any byte: every whole game is read, and nothing of the one cut off. */
static void test_record_cut(void **state)
{
    (void)state;
    text_buffer text = {NULL};
    size_t ends[LOGGED], whole, line;
    taken_games taken = {0};
    flank_error error = {0};
    make_record(&text, ends);
    for (size_t cut = 0; cut <= text.length; cut++) {
        char *part = strndup(text.bytes, cut);
        size_t expected = 0;
        while (expected < LOGGED && ends[expected] <= cut)
            expected++;
        assert_int_equal(match_log_parse(part, &(match_log_taker){&terms, take, &taken}, &whole, &line, &error),
                         FLANK_OK);
        /* A game without moves has two newlines more than it needs to be whole. */
        assert_true(taken.count == expected || (taken.count == 3 && expected == 2 && cut >= ends[2] - 2));
        if (taken.count == expected)
            assert_int_equal(whole, expected ? ends[expected - 1] : 0);
        forget(&taken);
        free(part);
    }
    text_free(&text);
}

/* A line of another match is refused, and told. */
static void test_record_refused(void **state)
{
    (void)state;
    text_buffer text = {NULL};
    size_t ends[LOGGED], whole, line;
    taken_games taken = {0};
    flank_error error = {0};
    make_record(&text, ends);
    match_terms other[6] = {terms, terms, terms, terms, terms, terms};
    strcpy(other[0].engines[0], "flank:level=4");
    strcpy(other[1].engines[1], "gtp:a b c");
    strcpy(other[2].limits, "level 3, seed 2");
    strcpy(other[3].openings, "3 of a file");
    strcpy(other[4].rules, "");
    strcpy(other[5].game, "othello");
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        assert_int_equal(
            match_log_parse(text.bytes, &(match_log_taker){&other[i], take, &taken}, &whole, &line, &error),
            FLANK_BAD_FILE);
        assert_non_null(strstr(error_english(&error), "another match"));
        assert_true(line == 1 && taken.count == 0);
    }
    size_t bad_line = 1;
    char *tag = strstr(text.bytes + ends[0], "[Plies");
    for (const char *at = text.bytes; at < tag; at++)
        bad_line += *at == '\n';
    tag[1] = 'X'; /* damage before the last game: it is not whole, nowhere in particular */
    assert_int_equal(match_log_parse(text.bytes, &(match_log_taker){&terms, take, &taken}, &whole, &line, &error),
                     FLANK_BAD_FILE);
    assert_true(taken.count == 1 && line > 10 && line < bad_line);
    forget(&taken);
    tag[1] = '!'; /* no tag at all: its own line */
    assert_int_equal(match_log_parse(text.bytes, &(match_log_taker){&terms, take, &taken}, &whole, &line, &error),
                     FLANK_BAD_FILE);
    assert_true(taken.count == 1 && line == bad_line);
    forget(&taken);
    assert_int_equal(match_log_parse("hello\n", &(match_log_taker){&terms, take, &taken}, &whole, &line, &error),
                     FLANK_BAD_FILE);
    assert_int_equal(
        match_log_parse("[Game \"loa\"]\n\n", &(match_log_taker){&terms, take, &taken}, &whole, &line, &error),
        FLANK_BAD_FILE);
    text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_statistics),
        cmocka_unit_test(test_statistics_symmetry),
        cmocka_unit_test(test_spec),
        cmocka_unit_test(test_opening_lists),
        cmocka_unit_test(test_random_openings),
        cmocka_unit_test(test_replies),
        cmocka_unit_test(test_record),
        cmocka_unit_test(test_record_cut),
        cmocka_unit_test(test_record_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
