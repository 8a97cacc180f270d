/* SPDX-License-Identifier: MIT
 *
 * Games that end early: the grounds, the scores that engines tell, what the record says of it.
 */
#include "cmocka_all.h"

#include "match/match.h"
#include "core/error.h"

#include <math.h>
#include <string.h>

/* ---- Adjudication ---- */

#define NONE                                                                                                           \
    {                                                                                                                  \
        .has_score = false                                                                                             \
    }
#define SCORE(x)                                                                                                       \
    {                                                                                                                  \
        .has_score = true, .score = (x)                                                                                \
    }
#define PROOF(x)                                                                                                       \
    {                                                                                                                  \
        .has_score = true, .score = 20 * (x), .proved = true, .sign = (x)                                              \
    }

/* The opinions of the engines in turns, engine 0 first, and the move after which the game ends; 0: it does not. */
static void test_grounds(void **state)
{
    (void)state;
    enum { MOST = 8 };
    static const match_adjudication won = {.resign_moves = 2, .resign_score = 10};
    static const match_adjudication even = {.draw_moves = 2, .draw_score = 1};
    static const match_adjudication late = {.draw_moves = 1, .draw_score = 1, .draw_from = 3};
    static const match_adjudication proved = {.proved = true};
    static const struct {
        const match_adjudication *rules;
        match_opinion opinions[MOST];
        size_t moves, ends_after;
        match_ending ending;
        int winner;
    } cases[] = {
        {&won, {SCORE(12), SCORE(-11), SCORE(10), SCORE(-10)}, 4, 4, MATCH_ENDED_WON, 0},
        {&won, {SCORE(-12), SCORE(11), SCORE(-10), SCORE(10)}, 4, 4, MATCH_ENDED_WON, 1},
        {&won, {SCORE(0), SCORE(-11), SCORE(10), SCORE(-10), SCORE(10)}, 5, 5, MATCH_ENDED_WON, 0},
        {&won, {SCORE(12), SCORE(-11), SCORE(9.9), SCORE(-30), SCORE(30), SCORE(-30)}, 6, 0, 0, 0}, /* a row is broken
                                                                                                     */
        {&won, {SCORE(12), SCORE(12), SCORE(12), SCORE(12), SCORE(12)}, 5, 0, 0, 0},                /* no agreement */
        {&won, {SCORE(12), NONE, SCORE(12), NONE, SCORE(12), NONE, SCORE(12), NONE}, 8, 0, 0, 0},
        {&won, {SCORE(12), SCORE(-12), SCORE(12), NONE, SCORE(12), SCORE(-12)}, 6, 0, 0, 0},
        {&won, {SCORE(0), SCORE(0), SCORE(0), SCORE(0)}, 4, 0, 0, 0},
        {&won, {PROOF(1), PROOF(-1), SCORE(0)}, 3, 0, 0, 0},
        {&even, {SCORE(1), SCORE(-1), SCORE(0), SCORE(0.5)}, 4, 4, MATCH_ENDED_DRAWN, -1},
        {&even, {SCORE(1), SCORE(-1), SCORE(1.1), SCORE(0.5), SCORE(0)}, 5, 0, 0, 0},
        {&even, {NONE, SCORE(0), NONE, SCORE(0), NONE, SCORE(0)}, 6, 0, 0, 0},
        {&even, {SCORE(12), SCORE(-12), SCORE(12), SCORE(-12)}, 4, 0, 0, 0},
        {&late, {SCORE(0), SCORE(0), SCORE(0), SCORE(0), SCORE(0), SCORE(0)}, 6, 6, MATCH_ENDED_DRAWN, -1},
        {&proved, {PROOF(1), PROOF(-1)}, 2, 2, MATCH_ENDED_PROVED, 0},
        {&proved, {PROOF(-1), PROOF(1)}, 2, 2, MATCH_ENDED_PROVED, 1},
        {&proved, {SCORE(3), PROOF(0), PROOF(0)}, 3, 3, MATCH_ENDED_PROVED, -1},
        {&proved, {PROOF(1), PROOF(0), PROOF(1), PROOF(1)}, 4, 0, 0, 0},
        {&proved, {PROOF(1), SCORE(-20), SCORE(20), PROOF(-1)}, 4, 0, 0, 0}, /* the first proof is not of this position
                                                                              */
        {&proved, {SCORE(60), SCORE(-60), SCORE(60), SCORE(-60)}, 4, 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        match_watch watch = {.last = {{.has_score = false}}};
        match_ending ending = MATCH_ENDED_RULES;
        int winner = 7;
        size_t plies = 0;
        while (plies < cases[i].moves && ending == MATCH_ENDED_RULES) {
            match_watch_take(&watch, cases[i].rules, plies & 1, &cases[i].opinions[plies]);
            plies++;
            ending = match_watch_judge(&watch, cases[i].rules, plies, &winner);
        }
        assert_int_equal(ending, cases[i].ending);
        if (ending == MATCH_ENDED_RULES)
            continue;
        assert_int_equal(plies, cases[i].ends_after);
        assert_int_equal(winner, cases[i].winner);
    }
}

static void test_endings(void **state)
{
    (void)state;
    size_t adjudicated = 0;
    for (int i = 0; i < MATCH_ENDINGS; i++) {
        const char *text = match_ending_text((match_ending)i);
        const bool says = text && strncmp(text, "adjudicated: ", 13) == 0;
        assert_int_equal(match_ending_is_adjudicated((match_ending)i), says);
        assert_true(!text || strlen(text) < sizeof((match_game *)NULL)->reason);
        adjudicated += says;
    }
    assert_int_equal(adjudicated, 4);
}

/* Positions with their results by play from there: solved from so many empties on, for the side to move. */
static void test_solving(void **state)
{
    (void)state;
    static const struct {
        const char *position;
        int empties, sign;
    } cases[] = {
        /* One empty square, at the end of a row: who has 64, 8, 46 and 8 discs after it has won or lost. */
        {"XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOOOO- X", 1, 1},
        {"OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXXXXXXO- X", 1, -1},
        {"OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXXXXXXXXXXXXXXXXXXXXXXXXOXXXXXX- O", 1, 1},
        {"XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOOOOX- O", 1, -1},
    };
    const flank_game *game = flank_game_find("othello");
    const flank_engine_options options = {.hash_bytes = 1 << 20};
    flank_engine *engine = flank_engine_create(&options);
    const flank_stop stop = FLANK_STOP_UNDER(NULL);
    assert_non_null(engine);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        flank_position position;
        assert_int_equal(flank_position_parse(game, cases[i].position, &position, NULL), FLANK_OK);
        flank_record *record = flank_record_create(game, NULL, &position);
        for (int empties = cases[i].empties - 1; empties <= cases[i].empties + 1; empties++) {
            const match_adjudication rules = {.solve_empties = empties};
            bool solved;
            int sign = 7;
            assert_false(flank_record_outcome(record).over);
            assert_int_equal(match_solve(engine, record, &rules, &stop, &solved, &sign), FLANK_OK);
            assert_int_equal(solved, empties >= cases[i].empties);
            assert_int_equal(sign, solved ? cases[i].sign : 7);
        }
        flank_record_destroy(record);
    }
    flank_engine_destroy(engine);
}

/* ---- Scores that engines tell ---- */

typedef void opinion_reader(const char *line, match_opinion *opinion);

static void test_opinions(void **state)
{
    (void)state;
    static const struct {
        opinion_reader *read;
        const char *line;
        match_opinion opinion;
    } cases[] = {
        {match_nboard_opinion, "=== d6/1.25/0.5", SCORE(1.25)},
        {match_nboard_opinion, "===D6/-12.00/0.5", SCORE(-12)},
        {match_nboard_opinion, "=== d6 -1.00 0.0", SCORE(-1)},
        {match_nboard_opinion, "=== d6 +3", SCORE(3)},
        {match_nboard_opinion, "=== d6", NONE},
        {match_nboard_opinion, "=== d6//0.5", NONE},
        {match_nboard_opinion, "=== d6/nan/0.5", NONE},
        {match_nboard_opinion, "=== d6/1x/0.5", NONE},
        {match_nboard_opinion, "===", NONE},
        {match_ugi_opinion, "info depth 3 score cp 120 pv d6", SCORE(1.2)},
        {match_ugi_opinion, "info score cp -1250", SCORE(-12.5)},
        {match_ugi_opinion, "info multipv 1 score cp 5", SCORE(0.05)},
        {match_ugi_opinion, "info depth 3 multipv 2 score cp 5", NONE},
        {match_ugi_opinion, "info score cp 120 lowerbound", NONE},
        {match_ugi_opinion, "info score cp 120 upperbound nodes 3", NONE},
        {match_ugi_opinion, "info score cp", NONE},
        {match_ugi_opinion, "info score cp high", NONE},
        {match_ugi_opinion, "info string score cp 5", NONE},
        {match_ugi_opinion, "score cp 5", NONE},
        {match_ugi_opinion, "info score mate 3", {true, INFINITY, true, 1}},
        {match_ugi_opinion, "info score mate -2", {true, -INFINITY, true, -1}},
        {match_ugi_opinion, "info score mate 0", {true, -INFINITY, true, -1}},
        {match_ugi_opinion, "info score mate", NONE},
        {match_hub_opinion, "info depth=3 score=-1.25 nodes=7", SCORE(-1.25)},
        {match_hub_opinion, "info depth=3", NONE},
        {match_hub_opinion, "done move=1-2 score=3", NONE},
        {match_hub_opinion, "info score=\"2\"", SCORE(2)},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const match_opinion *expected = &cases[i].opinion, before = {true, 77, false, 0};
        match_opinion read = before;
        cases[i].read(cases[i].line, &read);
        if (!expected->has_score)
            expected = &before; /* nothing is told: it stays as it was */
        assert_true(read.has_score == expected->has_score && read.proved == expected->proved);
        assert_true(read.sign == expected->sign);
        assert_true(read.score == expected->score || fabs(read.score - expected->score) < 1e-9);
    }
}

/* ---- The record ---- */

static const match_terms three_engines = {.plan = {MATCH_ROUND_ROBIN, 3},
                                          .engines = {"flank:level=1", "flank:level=2", "flank:level=3"},
                                          .game = "othello",
                                          .limits = "limits of their own, seed 1",
                                          .openings = "random",
                                          .adjudication = "proved"};

typedef struct read_back {
    size_t count;
    int engines[2];
    match_ending ending;
} read_back;

static flank_status take(void *user, match_logged *logged)
{
    read_back *read = user;
    read->count++;
    memcpy(read->engines, logged->game.engines, sizeof read->engines);
    read->ending = logged->game.ending;
    match_game_free(&logged->game);
    return FLANK_OK;
}

static void write_game(size_t number, match_ending ending, text_buffer *text)
{
    static const char *const names[2] = {"one", "other"};
    match_game game = {.number = number, .first = (int)(number & 1), .points2 = 2, .faulty = -1, .ending = ending};
    game.record = flank_record_create(flank_game_find("othello"), NULL, NULL);
    assert_int_equal(flank_record_play_text(game.record, "f5d6", NULL), FLANK_OK);
    game.opening_plies = 2;
    strcpy(game.reason, match_ending_text(ending));
    match_game_format(&game, &three_engines, names, text);
    match_game_free(&game);
}

static flank_status parse(const char *text, const match_terms *terms, read_back *read, flank_error *error)
{
    size_t whole, line;
    return match_log_parse(text, &(match_log_taker){terms, take, read}, &whole, &line, error);
}

/* A game knows its pairing and how it ended; one that another pairing has played is no game of the tournament. */
static void test_record(void **state)
{
    (void)state;
    static const int pairings[3][2] = {{0, 1}, {0, 2}, {1, 2}};
    for (int ending = MATCH_ENDED_TOO_LONG; ending < MATCH_ENDINGS; ending++)
        for (size_t number = 0; number < 8; number++) {
            text_buffer text = {NULL};
            read_back read = {0};
            flank_error error = {0};
            write_game(number, (match_ending)ending, &text);
            assert_non_null(strstr(text.bytes, "[Termination \"adjudication\"]\n"));
            assert_non_null(strstr(text.bytes, "[Tournament \"round-robin of 3\"]\n"));
            assert_non_null(strstr(text.bytes, "[Adjudication \"proved\"]\n"));
            assert_int_equal(parse(text.bytes, &three_engines, &read, &error), FLANK_OK);
            assert_true(read.count == 1 && (int)read.ending == ending);
            assert_memory_equal(read.engines, pairings[number / 2 % 3], sizeof read.engines);
            char *round = strstr(text.bytes, "[Round \"") + strlen("[Round \"");
            *round = *round < '7' ? (char)(*round + 2) : '1'; /* the next pairing */
            assert_int_equal(parse(text.bytes, &three_engines, &read, &error), number < 6 ? FLANK_BAD_FILE : FLANK_OK);
            text_free(&text);
        }
    static const struct {
        const char *from, *to, *words;
    } changes[] = {
        {"[Reason \"adjudicated: both engines have p", "[Reason \"adjudicated: both engines have q", "not whole"},
        {"[Tournament \"round-robin of 3\"]", "[Tournament \"gauntlet of 3\"]", "its tournament"},
        {"[Adjudication \"proved\"]\n", "", "its adjudication: '', here 'proved'"},
        {"[Adjudication \"proved\"]", "[Adjudication \"solve 3\"]", "its adjudication"}};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        text_buffer text = {NULL}, changed = {NULL};
        read_back read = {0};
        flank_error error = {0};
        write_game(0, MATCH_ENDED_PROVED, &text);
        const char *at = strstr(text.bytes, changes[i].from);
        assert_non_null(at);
        text_add_bytes(&changed, text.bytes, (size_t)(at - text.bytes));
        text_add(&changed, changes[i].to);
        text_add(&changed, at + strlen(changes[i].from));
        assert_int_equal(parse(changed.bytes, &three_engines, &read, &error), FLANK_BAD_FILE);
        assert_non_null(strstr(error_english(&error), changes[i].words));
        text_free(&text);
        text_free(&changed);
    }
    char words[MATCH_PLAN_SIZE];
    match_plan_format(&(match_plan){MATCH_GAUNTLET, 5}, words);
    assert_string_equal(words, "gauntlet of 5");
    match_plan_format(&(match_plan){MATCH_GAUNTLET, 2}, words);
    assert_string_equal(words, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grounds),  cmocka_unit_test(test_endings), cmocka_unit_test(test_solving),
        cmocka_unit_test(test_opinions), cmocka_unit_test(test_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
