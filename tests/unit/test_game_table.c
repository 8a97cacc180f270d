/* SPDX-License-Identifier: MIT
 *
 * The promises of every game's table (games/game_table.h), beside its rules: names that no other game has, a drawing of
 * the board that it reads itself, borders of phases and scales that mean something, bench positions that can be played.
 */
#include "cmocka_all.h"

#include "games/game_table.h"

#include <ctype.h>
#include <flank/flank.h>
#include <string.h>

enum { NAME_SIZE = 64 };

static void assert_is_called(const flank_game *game, const char *name)
{
    char upper[NAME_SIZE] = {0};
    assert_true(strlen(name) < sizeof upper);
    for (size_t i = 0; name[i]; i++)
        upper[i] = (char)toupper((unsigned char)name[i]);
    assert_ptr_equal(flank_game_find(name), game);
    assert_ptr_equal(flank_game_find(upper), game);
}

static void test_every_name_finds_its_game(void **state)
{
    (void)state;
    const flank_game *game;
    for (size_t i = 0; (game = flank_game_at(i)); i++) {
        assert_is_called(game, game->name);
        assert_is_called(game, game->title);
        for (size_t a = 0; game->aliases && game->aliases[a]; a++)
            assert_is_called(game, game->aliases[a]);
    }
    assert_ptr_equal(flank_game_find("Reversi"), flank_game_find("othello"));
    assert_ptr_equal(flank_game_find("lines"), flank_game_find("loa"));
    assert_ptr_equal(flank_game_find("dama"), flank_game_find("draughts"));
    assert_null(flank_game_find("chess"));
    assert_null(flank_game_find(""));
}

/* Draw a position as game_table.h says. */
static void draw(const flank_game *game, const flank_position *position, char out[67])
{
    for (unsigned i = 0; i < 64; i++) {
        const uint64_t square = UINT64_C(1) << (game->row_1_on_top ? i : i ^ 56);
        const int color = position->own & square ? position->color : !position->color;
        const bool taken = (position->own | position->other) & square;
        out[i] = taken ? game->glyphs[color][(position->kings & square) != 0] : '-';
    }
    out[64] = ' ';
    out[65] = game->glyphs[position->color][true];
    out[66] = '\0';
}

static void test_a_drawing_in_its_letters_is_read(void **state)
{
    (void)state;
    const flank_game *game;
    for (size_t i = 0; (game = flank_game_at(i)); i++) {
        const flank_rules rules = {{0}};
        flank_position position = game->start();
        for (int ply = 0; ply < 20; ply++) {
            char text[67];
            flank_position read;
            flank_move moves[FLANK_MOVES_MAX];
            draw(game, &position, text);
            assert_int_equal(flank_position_parse(game, text, &read, NULL), FLANK_OK);
            assert_true(flank_position_equal(read, position));
            const size_t count = game->moves(&rules, &position, moves);
            if (count == 0 || flank_move_is_pass(moves[count / 2]))
                break;
            position = game->play(&rules, &position, moves[count / 2]);
        }
    }
}

static void test_phases_follow_one_another_and_chances_have_a_scale(void **state)
{
    (void)state;
    const flank_game *game;
    for (size_t i = 0; (game = flank_game_at(i)); i++) {
        const flank_position start = game->start();
        const int empties = 64 - __builtin_popcountll(start.own | start.other);
        const int middle = game->phase_empties[0], end = game->phase_empties[1];
        assert_true((empties > middle && middle > end && end > 0) || (empties < middle && middle < end && end < 64));
        assert_true(game->chance_scale > 0 && game->chance_scale + 64 * game->chance_scale_per_empty > 0);
    }
}

static void test_bench_positions_can_be_played(void **state)
{
    (void)state;
    const flank_game *game;
    for (size_t i = 0; (game = flank_game_at(i)); i++) {
        assert_non_null(game->bench[0].moves);
        for (const game_bench *bench = game->bench; bench->moves; bench++) {
            flank_record *record = flank_record_create(game, NULL, NULL);
            assert_int_equal(flank_record_play_text(record, bench->moves, NULL), FLANK_OK);
            assert_false(flank_record_outcome(record).over);
            assert_true(bench->depth_plies > 0);
            flank_record_destroy(record);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_name_finds_its_game),
        cmocka_unit_test(test_a_drawing_in_its_letters_is_read),
        cmocka_unit_test(test_phases_follow_one_another_and_chances_have_a_scale),
        cmocka_unit_test(test_bench_positions_can_be_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
