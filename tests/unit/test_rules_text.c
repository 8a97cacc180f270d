/* SPDX-License-Identifier: MIT
 *
 * Rule parameters as text: reading, writing, and the messages for bad ones.
 */
#include "cmocka_all.h"

#include "core/error.h"

#include <flank/flank.h>

static void test_unknown_names_and_values_are_refused(void **state)
{
    (void)state;
    const flank_game *game = flank_game_find("othello");
    static const struct {
        const char *text, *message;
        size_t offset;
    } cases[] = {
        {"pass=never", "pass takes one of ply, free", 0},
        {"pass=free,colour=1", "othello has no rule 'colour' (it has: pass, ended, goal, board)", 10},
        {"pass", "pass takes one of ply, free", 0},
        {"pass=free,", "expected name=value after the comma", 10},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        flank_rules rules = {{0}};
        flank_error error = {0};
        assert_int_equal(flank_rules_parse(game, cases[i].text, &rules, &error), FLANK_BAD_RULES);
        assert_string_equal(error_english(&error), cases[i].message);
        assert_int_equal(error.offset, cases[i].offset);
        assert_int_equal(rules.value[0], 0);
    }
}

static void test_text_comes_back(void **state)
{
    (void)state;
    const flank_game *game = flank_game_find("othello");
    flank_rules rules = {{0}};
    char text[FLANK_RULES_TEXT_SIZE];
    assert_int_equal(flank_rules_parse(game, "ended=one,pass=free", &rules, NULL), FLANK_OK);
    flank_rules_format(game, &rules, text);
    assert_string_equal(text, "pass=free,ended=one");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unknown_names_and_values_are_refused),
        cmocka_unit_test(test_text_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
