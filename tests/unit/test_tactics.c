/* SPDX-License-Identifier: MIT
 *
 * Forced wins: the search finds them, says in how many plies, and calls them proved. Each is checked by trying
 * everything: the move wins in so many plies against every defence, no other move does, and nothing wins faster.
 *
 * The positions come from games of the low levels against each other (tools/selfplay.c plays such games).
 */
#include "cmocka_all.h"

#include <flank/flank.h>

typedef struct tactic {
    const char *game, *position, *move;
    int plies;
} tactic;

static const tactic tactics[] = {
    {"loa", "o1oxx1xo/2xox1xo/oo1xox2/6o1/4x3/3xo3/x1o1x2o/8 x", "a2-d5", 1},
    {"loa", "o3xxxx/oo2x2o/o4x1o/4o1x1/3oxoox/6ox/6x1/2o3x1 x", "e4-g6", 1},
    {"loa", "1xx1xxx1/1x1o1o1o/ooo1ox2/o1o3o1/2x1x1o1/xx6/8/3o1x2 o", "h7-f5", 3},
    {"loa", "o2x2x1/o6o/1ooxxoo1/xxxxooxx/3o4/8/x3o3/3x4 o", "a8xd5", 3},
    {"loa", "xxoxx1xo/oxx1x1xo/1o1xoo1o/oo1o1o2/8/8/7x/8 x", "h2xh6", 3},
    {"loa", "o1xxxxox/4oxx1/xx4xx/1oo1o1x1/2oo4/8/2o2o1o/8 x", "a6-e6", 3},
    {"loa", "ooxxo1xo/o4xo1/o1xxx3/4x3/4o1x1/2xx2x1/1o6/6oo x", "g4xe4", 5},
    {"loa", "1x1xoxxo/oxoox3/xo1xx2o/ox2xo2/o7/6o1/8/4o3 x", "a6-c8", 5},
    {"draughts", "W:WKc5,f5,a6,Ka8:Bg2,h5", "f5-g5", 3},
    {"draughts", "B:WKc2,h6:Bb5,g7,Kf8", "g7-g6", 3},
    {"draughts", "W:Wg4,h4,f5,g5,Kh5:Be4", "g4-f4", 3},
    {"draughts", "W:Wf4,d5,a6,c6,Ka8:Bg3,e6,h6", "c6-d6", 5},
    {"draughts", "W:Wh3,c4,d4,h4,a5,b7,Ka8:BKc2,h5,f6,h6,e7", "h3-g3", 5},
    {"draughts", "B:WKe8:BKc4,g6,b7,c7,e7,f7,g7,h7", "b7-b6", 5},
    {"draughts", "W:Wg3,a4,b4,d4,e4,g4,h4,Kg5:Bg6,h6,h7", "g5xg8", 7},
};

static const flank_rules default_rules;

/* True if the side to move loses within `plies` whatever it does (or has lost already). */
static bool loses_in(const flank_game *game, const flank_position *position, int plies);

static bool wins_with(const flank_game *game, const flank_position *position, flank_move move, int plies)
{
    flank_position next = flank_game_play(game, &default_rules, position, move);
    return loses_in(game, &next, plies - 1);
}

static bool wins_in(const flank_game *game, const flank_position *position, int plies)
{
    flank_move moves[FLANK_MOVES_MAX];
    size_t count = flank_game_moves(game, &default_rules, position, moves);
    if (count == 0)
        return flank_game_outcome(game, &default_rules, position).sign > 0;
    for (size_t i = 0; plies > 0 && i < count; i++)
        if (wins_with(game, position, moves[i], plies))
            return true;
    return false;
}

static bool loses_in(const flank_game *game, const flank_position *position, int plies)
{
    flank_move moves[FLANK_MOVES_MAX];
    size_t count = flank_game_moves(game, &default_rules, position, moves);
    if (count == 0)
        return flank_game_outcome(game, &default_rules, position).sign < 0;
    if (plies <= 0)
        return false;
    for (size_t i = 0; i < count; i++) {
        flank_position next = flank_game_play(game, &default_rules, position, moves[i]);
        if (!wins_in(game, &next, plies - 1))
            return false;
    }
    return true;
}

static flank_record *set_up(const tactic *row, flank_move *move)
{
    const flank_game *game = flank_game_find(row->game);
    flank_position position;
    assert_int_equal(flank_position_parse(game, row->position, &position, NULL), FLANK_OK);
    assert_int_equal(flank_move_parse(game, &default_rules, &position, row->move, move, NULL), FLANK_OK);
    flank_record *record = flank_record_create(game, NULL, &position);
    assert_non_null(record);
    return record;
}

static void test_the_wins_are_what_the_table_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof tactics / sizeof *tactics; i++) {
        flank_move winning, moves[FLANK_MOVES_MAX];
        flank_record *record = set_up(&tactics[i], &winning);
        const flank_game *game = flank_record_game(record);
        const flank_position *position = flank_record_position(record);
        size_t count = flank_game_moves(game, &default_rules, position, moves);
        assert_false(wins_in(game, position, tactics[i].plies - 1));
        for (size_t at = 0; at < count; at++)
            assert_int_equal(wins_with(game, position, moves[at], tactics[i].plies),
                             flank_move_equal(moves[at], winning));
        flank_record_destroy(record);
    }
}

static void test_the_search_finds_and_proves_them(void **state)
{
    (void)state;
    flank_engine_options options = {.hash_bytes = (size_t)4 << 20};
    flank_engine *engine = flank_engine_create(&options);
    assert_non_null(engine);
    for (size_t i = 0; i < sizeof tactics / sizeof *tactics; i++) {
        flank_move winning;
        flank_record *record = set_up(&tactics[i], &winning);
        flank_limits limits = {.depth_plies = tactics[i].plies + 4};
        flank_report report;
        assert_int_equal(flank_engine_search(engine, record, &limits, NULL, NULL, &report), FLANK_OK);
        const flank_line *line = &report.lines[0];
        assert_true(flank_move_equal(line->moves[0], winning));
        assert_int_equal(line->score, FLANK_SCORE_WIN - tactics[i].plies);
        assert_true(line->exact);
        /* The line leads to the end that it promises. */
        for (int ply = 0; ply < line->length; ply++)
            assert_int_equal(flank_record_play(record, line->moves[ply]), FLANK_OK);
        assert_int_equal(line->length, tactics[i].plies);
        assert_int_equal(flank_record_outcome(record).sign, -1);
        flank_record_destroy(record);
    }
    flank_engine_destroy(engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_wins_are_what_the_table_says),
        cmocka_unit_test(test_the_search_finds_and_proves_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
