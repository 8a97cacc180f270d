/* SPDX-License-Identifier: MIT
 *
 * The losses by bad moves, in words, and the lines that refute them. Lines and values are given, so that no search has
 * a say in it.
 */
#include "analysis/analysis_text.h"
#include "analysis/judge.h"
#include "analysis/lost.h"
#include "games/game_table.h"
#include "unit/engine_fixture.h"

#include <stdio.h>
#include <string.h>

enum { WIN = FLANK_SCORE_WIN };

typedef struct lost_case {
    const char *game, *start; /* a position, or moves from the start of the game */
    const char *best, *played;
    int best_score, played_score;
    bool exact; /* where a score is none of a win */
    const char *text;
} lost_case;

static flank_record *record_at(const flank_game *game, const char *start)
{
    flank_position position;
    if (flank_position_parse(game, start, &position, NULL) != FLANK_OK)
        return new_record(flank_game_name(game), start);
    return flank_record_create(game, NULL, &position);
}

static flank_line line_of(const flank_record *record, const char *moves, int score, bool exact)
{
    const flank_game *game = flank_record_game(record);
    const flank_rules *rules = flank_record_rules(record);
    flank_position position = *flank_record_position(record);
    flank_line line = {.score = score, .exact = exact};
    char text[200], *rest = text;
    snprintf(text, sizeof text, "%s", moves);
    for (char *move = strtok_r(text, " ", &rest); move; move = strtok_r(NULL, " ", &rest)) {
        if (flank_move_parse(game, rules, &position, move, &line.moves[line.length], NULL) != FLANK_OK)
            fail_msg("%s in %s", move, moves);
        position = flank_game_play(game, rules, &position, line.moves[line.length++]);
    }
    return line;
}

static void check(const lost_case *given)
{
    const flank_game *game = flank_game_find(given->game);
    flank_record *record = record_at(game, given->start);
    const size_t index = flank_record_ply(record);
    flank_review reviews[100] = {{0}};
    reviews[index] = (flank_review){
        .known = true,
        .has_move = true,
        .best = line_of(record, given->best, given->best_score, given->exact),
        .played = line_of(record, given->played, given->played_score, given->exact),
    };
    judge_move(game, judge_empties(record, flank_record_position(record)), &reviews[index]);
    assert_int_equal(flank_record_play(record, reviews[index].played.moves[0]), FLANK_OK);
    const flank_analysis analysis = {.record = record, .reviews = reviews, .count = index + 2};
    text_buffer text = {NULL};
    const lost_things lost = lost_by_move(&analysis, index);
    analysis_add_refutation(&text, &analysis, index, &lost, 3);
    assert_string_equal(text.length ? text.bytes : "", given->text);
    text_free(&text);
    flank_record_destroy(record);
}

static void test_results(void **state)
{
    /* White's king wins, draws or loses as the scores say; nothing is played out for it. */
#define KINGS                                                                                                          \
    "---W----"                                                                                                         \
    "--------"                                                                                                         \
    "--------"                                                                                                         \
    "--------"                                                                                                         \
    "--------"                                                                                                         \
    "--b-----"                                                                                                         \
    "--------"                                                                                                         \
    "----B--- W"
    static const lost_case cases[] = {
        {"draughts", KINGS, "d8-a8", "d8-h8 e1-e2", WIN - 5, 0, true, "loses a win in 5, now a draw: e1-e2"},
        {"draughts", KINGS, "d8-a8", "d8-h8 e1-e2", WIN - 5, 4 - WIN, false,
         "loses a win in 5, now a loss in 4: e1-e2"},
        {"draughts", KINGS, "d8-a8", "d8-h8 e1-e2", WIN - 5, 10, false, "loses a win in 5: e1-e2"},
        {"draughts", KINGS, "d8-a8", "d8-h8 e1-e2", 0, 4 - WIN, true, "loses a draw, now a loss in 4: e1-e2"},
        {"draughts", KINGS, "d8-a8", "d8-h8 e1-e2", 30, 4 - WIN, false, "loses the game in 4: e1-e2"},
        /* as good, or hardly worse */
        {"draughts", KINGS, "d8-a8", "d8-h8 e1-e2", WIN - 5, WIN - 9, false, ""},
        {"draughts", KINGS, "d8-a8", "d8-h8 e1-e2", 10, 5, false, ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check(&cases[i]);
}

static void test_pieces(void **state)
{
#define THREE_MEN                                                                                                      \
    "--------"                                                                                                         \
    "---b---b"                                                                                                         \
    "--------"                                                                                                         \
    "---b----"                                                                                                         \
    "--------"                                                                                                         \
    "---b----"                                                                                                         \
    "--------"                                                                                                         \
    "--W----- W"
#define PROMOTION                                                                                                      \
    "--------"                                                                                                         \
    "-w-----b"                                                                                                         \
    "--------"                                                                                                         \
    "--------"                                                                                                         \
    "--------"                                                                                                         \
    "--------"                                                                                                         \
    "-------w"                                                                                                         \
    "-------- W"
    static const lost_case cases[] = {
        /* d4-d5 is taken, by either of two men */
        {"draughts", "d3-d4 e6-e5", "c3-c4 f6-f5 g3-g4 e7-e6", "d4-d5 e5xc5 g3-g4 a6-a5", 10, -110, false,
         "loses a man: e5xc5 g3-g4 a6-a5"},
        /* the line ends before it is taken */
        {"draughts", "d3-d4 e6-e5", "c3-c4 f6-f5 g3-g4 e7-e6", "d4-d5", 10, -110, false, "loses a man"},
        /* before the ends of the lines, at which both show a capture that the search did not look through */
        {"draughts", "d3-d4 e6-e5", "b3-b4 g6-g5 a3-a4 f6-f5 h3-h4 c6-c5 f3-f4",
         "d4-d5 e5xc5 g3-g4 h6-h5 a3-a4 e7-e6 g2-g3 e6-e5 a2-a3", 10, -108, false,
         "loses a man: e5xc5 g3-g4 h6-h5"},
        /* the king of d1 takes three men; whether it gets there is all that both lines show */
        {"draughts", THREE_MEN, "c1-d1 h7-h6", "c1-b1 h7-h6", 300, 100, false, "loses 3 men: h7-h6"},
        /* but not where the values know of nothing like it: then the lines end amid an exchange */
        {"draughts", THREE_MEN, "c1-d1 h7-h6", "c1-b1 h7-h6", 60, 0, false, "refuted by h7-h6"},
        {"draughts", THREE_MEN, "c1-d1 h7-h6", "c1-b1 h7-h6", 60, -10, false, "loses the initiative: h7-h6"},
        /* a man becomes a king */
        {"draughts", PROMOTION, "b7-b8 h7-h6", "h2-h3 h7-h6", 300, 100, false, "loses a king: h7-h6"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check(&cases[i]);
}

static void test_groups(void **state)
{
#define FAR                                                                                                            \
    "--------"                                                                                                         \
    "--------"                                                                                                         \
    "-----X--"                                                                                                         \
    "O------O"                                                                                                         \
    "--X-----"                                                                                                         \
    "--X-----"                                                                                                         \
    "O-------"                                                                                                         \
    "-------- X"
    static const lost_case cases[] = {
        /* f6-d4 would stand beside c4, f6-f7 does not */
        {"loa", FAR, "c4-d4", "c4-b5", 100, -200, false, "loses connection (3 groups, not 2)"},
        {"loa", FAR, "c4-d4 h5-h6", "c4-b4 a2-a4", 100, -200, false,
         "loses the hold on white (2 groups, not 3): a2-a4"},
        {"loa", FAR, "c4-d4", "c4-a2", 100, -200, false,
         "loses connection (3 groups, not 2)"}, /* and as much of the hold */
        {"loa", FAR, "c4-d4", "c4-b4", 100, -200, false, "loses the initiative"},
        {"loa", FAR, "c4-d4 h5-h6", "c4-b4 h5-h6", -100, -300, false, "refuted by h5-h6"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check(&cases[i]);
}

/* Kings that need not take most have millions of ways to take: a review looks at thousands, and goes by the pieces as
 * they stand. */
static int plays;

static flank_position counting_play(const flank_rules *rules, const flank_position *position, flank_move move)
{
    if (++plays > 10000)
        fail_msg("%d positions looked at", plays);
    return flank_game_find("draughts")->play(rules, position, move);
}

static void test_many_captures(void **state)
{
    static const char start[] = "W:WKc4,Kd2,Kf2,Ka4,Ka5,Kg5,Ke3,Ka7,Kc8:BKe6,Kh5,Ke1,Kb6,Ka3,Ka6,Kd4,Kd3,Kh4";
    flank_game game = *flank_game_find("draughts");
    flank_rules rules;
    flank_position position;
    (void)state;
    game.play = counting_play;
    assert_int_equal(flank_rules_parse(&game, "majority=no", &rules, NULL), FLANK_OK);
    assert_int_equal(flank_position_parse(&game, start, &position, NULL), FLANK_OK);
    flank_record *record = flank_record_create(&game, &rules, &position);
    flank_move moves[FLANK_MOVES_MAX];
    assert_true(flank_game_moves(&game, &rules, &position, moves) > 1);
    flank_review reviews[2] = {{.known = true,
                                .has_move = true,
                                .verdict = FLANK_VERDICT_BLUNDER,
                                .best = {.score = 500, .length = 0},
                                .played = {.score = -500, .length = 1, .moves = {moves[0]}}}};
    const flank_analysis analysis = {.record = record, .reviews = reviews, .count = 2};
    plays = 0;
    const lost_things lost = lost_by_move(&analysis, 0);
    assert_true(plays > 1000);
    assert_int_equal(lost.count, 0); /* the line of the best move ends here; the one played takes */
    flank_record_destroy(record);
}

/* Discs say both how much and what. */
static void test_discs(void **state)
{
    static const lost_case none = {"othello", "f5d6c3", "d3 c4", "f3", 800, -800, false, ""};
    (void)state;
    check(&none);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_results), cmocka_unit_test(test_pieces),
                                       cmocka_unit_test(test_groups), cmocka_unit_test(test_many_captures),
                                       cmocka_unit_test(test_discs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
