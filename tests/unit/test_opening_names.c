/* SPDX-License-Identifier: MIT
 *
 * Opening names: every line of data/opening-names.txt replayed, in all orientations and with transpositions.
 */
#include "cmocka_all.h"

#include <flank/flank.h>

#include "core/symmetry.h"
#include "core/error.h"

#include <stdio.h>
#include <string.h>

#define NAMES TEST_DATA "/../data/opening-names.txt"

static flank_record *play(const char *moves)
{
    flank_record *record = flank_record_create(flank_game_find("othello"), NULL, NULL);
    flank_error error = {0};
    assert_non_null(record);
    if (flank_record_play_text(record, moves, &error))
        fail_msg("%s: %s", moves, error_english(&error));
    return record;
}

/* Turn every square of a run of moves. */
static void turn_moves(const char *moves, unsigned symmetry, char *out)
{
    size_t length = strlen(moves);
    for (size_t i = 0; i + 1 < length; i += 2) {
        unsigned square = (unsigned)(moves[i] - 'a') + 8 * (unsigned)(moves[i + 1] - '1');
        memcpy(out + i, flank_square_name(symmetry_square(square, symmetry)), 2);
    }
    out[length] = '\0';
}

static void check_name(const char *moves, const char *name)
{
    flank_record *record = play(moves);
    const char *found = flank_opening_name(record);
    if (!found || strcmp(found, name) != 0)
        fail_msg("%s is %s, not %s", moves, found ? found : "nameless", name);
    flank_record_destroy(record);
}

static void test_every_line_of_the_list_has_its_name(void **state)
{
    (void)state;
    /* The symmetries of the start position: those that leave the four discs of the middle where they are. */
    static const unsigned same_start[] = {0, SYMMETRY_SWAP, SYMMETRY_MIRROR | SYMMETRY_TURN,
                                          SYMMETRY_SWAP | SYMMETRY_MIRROR | SYMMETRY_TURN};
    FILE *file = fopen(NAMES, "r");
    char line[256];
    size_t count = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        char *name = strchr(line, ' '), turned[256];
        if (line[0] == '#')
            continue;
        assert_non_null(name);
        *name++ = '\0';
        for (size_t i = 0; i < sizeof same_start / sizeof *same_start; i++) {
            turn_moves(line, same_start[i], turned);
            check_name(turned, name);
        }
        count++;
    }
    fclose(file);
    assert_true(count >= 100);
}

static void test_the_furthest_name_counts(void **state)
{
    (void)state;
    static const struct {
        const char *moves, *name;
    } cases[] = {
        {"", NULL},
        {"f5", NULL},
        {"f5d6", "Perpendicular Opening"},
        {"f5d6c3", "Perpendicular Opening"},
        {"f5d6c3d3c4", "Tiger"},
        {"f5d6c3d3c4f4", "Tiger"},        /* no name of its own */
        {"f5d6c4d3c3f4f6", "Stephenson"}, /* f5d6c3d3c4f4f6 in another order */
        {"c4e3f6e6f5c5c3", "Stephenson"}, /* and turned half round */
        {"f5d6c3d3c4f4f6f3e6", "Comp'Oth"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        flank_record *record = play(cases[i].moves);
        const char *name = flank_opening_name(record);
        if (cases[i].name)
            assert_string_equal(name, cases[i].name);
        else
            assert_null(name);
        flank_record_destroy(record);
    }
}

static void test_the_name_follows_the_cursor(void **state)
{
    (void)state;
    flank_record *record = play("f5d6c3d3c4");
    flank_record_undo(record);
    assert_string_equal(flank_opening_name(record), "Perpendicular Opening");
    flank_record_redo(record);
    assert_string_equal(flank_opening_name(record), "Tiger");
    flank_record_destroy(record);
}

static void test_other_games_have_no_openings(void **state)
{
    (void)state;
    flank_record *record = flank_record_create(flank_game_find("loa"), NULL, NULL);
    assert_non_null(record);
    assert_null(flank_opening_name(record));
    flank_record_destroy(record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_line_of_the_list_has_its_name),
        cmocka_unit_test(test_the_furthest_name_counts),
        cmocka_unit_test(test_the_name_follows_the_cursor),
        cmocka_unit_test(test_other_games_have_no_openings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
