/* SPDX-License-Identifier: MIT
 *
 * Repetition in the shared search, on a game made for it: the players move one token in turn over a small graph, and
 * each end of the graph says who has won. A draw by repetition can be seen by hand.
 *
 *   CYCLE (black) --> CHECK (white) --> CYCLE       WINNING (black) --> STEP (white) --> WON (black has won)
 *     |                                                |
 *     v                                                v
 *   GIVEN_UP (white has won)                        GIVEN_UP
 */
#include "cmocka_all.h"

#include "games/game_table.h"
#include "search/search.h"

enum { CYCLE, CHECK, WINNING, STEP, WON, GIVEN_UP, NONE };

static const int edges[][2] = {
    [CYCLE] = {CHECK, GIVEN_UP}, [CHECK] = {CYCLE, NONE}, [WINNING] = {STEP, GIVEN_UP},
    [STEP] = {WON, NONE},        [WON] = {NONE, NONE},    [GIVEN_UP] = {NONE, NONE},
};

/* The place is kept in `kings`: a token that is always there keeps the number of pieces the same. */
static flank_position place(int node)
{
    flank_color color = node == CHECK || node == STEP || node == GIVEN_UP ? FLANK_WHITE : FLANK_BLACK;
    return (flank_position){.own = 1, .kings = (flank_squares)node, .color = (uint8_t)color};
}

static flank_position start(void) { return place(CYCLE); }

static size_t moves(const flank_rules *rules, const flank_position *position, flank_move *list)
{
    (void)rules;
    size_t count = 0;
    for (int i = 0; i < 2 && edges[position->kings][i] != NONE; i++)
        list[count++] = (flank_move){.to = (uint8_t)edges[position->kings][i]};
    return count;
}

static flank_position play(const flank_rules *rules, const flank_position *position, flank_move move)
{
    (void)rules, (void)position;
    return place(move.to);
}

static flank_outcome outcome(const flank_rules *rules, const flank_position *position)
{
    (void)rules;
    bool over = position->kings == WON || position->kings == GIVEN_UP;
    return (flank_outcome){.over = over, .sign = over};
}

static int repetition_limit(const flank_rules *rules) { return rules->value[0]; }

static int evaluate(const flank_rules *rules, const flank_position *position)
{
    (void)rules;
    return position->color == FLANK_BLACK ? -70 : 70;
}

static int order(const flank_rules *rules, const flank_position *position, flank_move move)
{
    (void)rules, (void)position, (void)move;
    return 0;
}

static const flank_game token_game = {
    .name = "token",
    .start = start,
    .moves = moves,
    .play = play,
    .outcome = outcome,
    .repetition_limit = repetition_limit,
    .evaluate = evaluate,
    .order = order,
};

typedef struct repetition_case {
    const char *what;
    int root, limit;
    int before; /* the position on the board `times` times before */
    int times;
    int move, score;
    bool exact;
} repetition_case;

static const repetition_case cases[] = {
    {"a second time on the path is a draw", CYCLE, 3, NONE, 0, CHECK, 0, false},
    {"where repetition has no effect the guess stands", CYCLE, 0, NONE, 0, CHECK, -70, false},
    {"a win", WINNING, 3, NONE, 0, STEP, FLANK_SCORE_WIN - 2, true},
    {"once before is not yet a draw", WINNING, 3, STEP, 1, STEP, FLANK_SCORE_WIN - 2, true},
    {"twice before makes it one", WINNING, 3, STEP, 2, STEP, 0, false},
    {"with a limit of two, once is enough", WINNING, 2, STEP, 1, STEP, 0, false},
    {"without the rule it does not matter", WINNING, 0, STEP, 2, STEP, FLANK_SCORE_WIN - 2, true},
};

/* All cases share one search and its table, so that entries of one must not spoil another. */
static void test_draws_by_repetition(void **state)
{
    (void)state;
    searcher *search = search_create((size_t)1 << 20, 1);
    assert_non_null(search);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const repetition_case *row = &cases[i];
        flank_rules rules = {.value = {(uint8_t)row->limit}};
        flank_position before = place(row->before);
        uint64_t history[2] = {flank_position_hash(&before), flank_position_hash(&before)};
        search_task task = {.game = &token_game,
                            .rules = &rules,
                            .root = place(row->root),
                            .history = history,
                            .history_count = (size_t)row->times};
        search_request request = {.limits.depth_plies = 6};
        flank_report report;
        assert_int_equal(search_run(search, &task, &request, &report), FLANK_OK);
        if (report.lines[0].score != row->score || report.lines[0].moves[0].to != row->move ||
            report.lines[0].exact != row->exact)
            fail_msg("%s: score %d, move %d, exact %d", row->what, report.lines[0].score, report.lines[0].moves[0].to,
                     report.lines[0].exact);
    }
    search_destroy(search);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_draws_by_repetition)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
