/* SPDX-License-Identifier: MIT
 *
 * One recorded random game per game, compared byte for byte: every position, legal move and notation on the way.
 *
 * After an intended change of the rules or of a notation, `test_playthrough --write` records the games anew; the
 * difference that git shows is then the review of the change. The habit is OpenSpiel's.
 */
#include "cmocka_all.h"

#include "core/random.h"

#include <flank/flank.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES_MAX = 120, SEED = 20261121 };

static void describe_position(FILE *out, const flank_game *game, const flank_position *position)
{
    char text[FLANK_POSITION_TEXT_SIZE];
    for (const char *const *style = flank_game_position_styles(game); *style; style++) {
        flank_position_format(game, position, *style, text);
        fprintf(out, "  %s: %s\n", *style, text);
    }
    fprintf(out, "  hash: %016llx\n", (unsigned long long)flank_position_hash(position));
}

static void describe_move(FILE *out, const flank_record *record, flank_move move)
{
    const flank_game *game = flank_record_game(record);
    char text[FLANK_MOVE_TEXT_SIZE];
    for (const char *const *style = flank_game_move_styles(game); *style; style++) {
        flank_move_format(game, flank_record_rules(record), flank_record_position(record), move, *style, text);
        fprintf(out, "  plays %s: %s\n", *style, text);
    }
}

static void describe_moves(FILE *out, const flank_record *record, const flank_move *moves, size_t count)
{
    char text[FLANK_MOVE_TEXT_SIZE];
    fprintf(out, "  %zu moves:", count);
    for (size_t i = 0; i < count; i++) {
        flank_move_format(flank_record_game(record), flank_record_rules(record), flank_record_position(record),
                          moves[i], NULL, text);
        fprintf(out, " %s", text);
    }
    fprintf(out, "\n");
}

/* Play a seeded random game of `game` and describe it to `out`. */
static void play_through(FILE *out, const flank_game *game)
{
    random_state random = {SEED};
    flank_record *record = flank_record_create(game, NULL, NULL);
    flank_move moves[FLANK_MOVES_MAX];
    fprintf(out, "%s\n", flank_game_title(game));
    while (!flank_record_outcome(record).over && flank_record_ply(record) < PLIES_MAX) {
        const flank_position *position = flank_record_position(record);
        size_t count = flank_game_moves(game, flank_record_rules(record), position, moves);
        flank_move move = moves[random_below(&random, (uint32_t)count)];
        fprintf(out, "\nply %zu, %s to move\n", flank_record_ply(record),
                flank_game_color_name(game, (flank_color)position->color));
        describe_position(out, game, position);
        describe_moves(out, record, moves, count);
        describe_move(out, record, move);
        assert_int_equal(flank_record_play(record, move), FLANK_OK);
    }
    flank_outcome outcome = flank_record_outcome(record);
    fprintf(out, "\nafter ply %zu: ", flank_record_ply(record));
    if (outcome.over)
        fprintf(out, "over, %s, sign %d, discs %d\n", outcome.reason->words, outcome.sign, outcome.discs);
    else
        fprintf(out, "going on\n");
    describe_position(out, game, flank_record_position(record));
    flank_record_destroy(record);
}

static FILE *open_recorded(const flank_game *game, const char *mode)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/playthrough/%s.txt", TEST_DATA, flank_game_name(game));
    FILE *file = fopen(path, mode);
    if (!file)
        fail_msg("%s has no recorded game: run test_playthrough --write", flank_game_name(game));
    return file;
}

static void test_games_go_as_recorded(void **state)
{
    (void)state;
    for (size_t g = 0; g < flank_game_count(); g++) {
        FILE *recorded = open_recorded(flank_game_at(g), "r");
        FILE *now = tmpfile();
        assert_non_null(now);
        play_through(now, flank_game_at(g));
        rewind(now);
        char want[20000], have[20000];
        for (int line = 1;; line++) {
            char *want_line = fgets(want, sizeof want, recorded), *have_line = fgets(have, sizeof have, now);
            if (!want_line && !have_line)
                break;
            if (!want_line || !have_line || strcmp(want, have) != 0)
                fail_msg("%s.txt:%d: recorded %s, now %s", flank_game_name(flank_game_at(g)), line,
                         want_line ? want : "the end", have_line ? have : "the end");
        }
        fclose(now);
        fclose(recorded);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--write") == 0) {
        for (size_t g = 0; g < flank_game_count(); g++) {
            FILE *file = open_recorded(flank_game_at(g), "w");
            play_through(file, flank_game_at(g));
            fclose(file);
        }
        return 0;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_games_go_as_recorded)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
