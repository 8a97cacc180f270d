/* SPDX-License-Identifier: MIT
 *
 * OBF lines: what each form means, and the message for each fault.
 */
#include "cmocka_all.h"

#include "formats/obf/obf.h"
#include "core/error.h"

#include <string.h>

#define START "---------------------------OX------XO--------------------------- X"
#define MUST_PASS "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- O"

static void test_forms_that_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *text, *written;
        bool has_score;
        int score;
    } cases[] = {
        {"", "", false, 0},
        {"  \t ", "", false, 0},
        {"% a comment", "", false, 0},
        {START, START ";", false, 0},
        {START ";", START ";", false, 0},
        {START "; % +4", START ";", false, 0},
        {START "; F5:+0; d3:-2; C4:+4;", START "; F5:+0; D3:-2; C4:+4;", true, 4},
        {"  " START ";F5:4", START "; F5:+4;", true, 4},
        {START "; f5 : -4 ; --:-127;", START "; F5:-4;", true, -4},
        {START "; +6;", START "; +6;", true, 6},
        {START "; F5:+2; +2;", START "; F5:+2;", true, 2},
        {START "; F5:+2; +8;", START "; F5:+2; +8;", true, 8},
        {MUST_PASS "; --:-62", MUST_PASS "; --:-62;", true, -62},
        {MUST_PASS "; pass:-62", MUST_PASS "; --:-62;", true, -62},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        obf_line line;
        flank_error error = {0};
        char written[OBF_LINE_SIZE];
        if (obf_parse(cases[i].text, &line, &error))
            fail_msg("%s: %s", cases[i].text, error_english(&error));
        obf_format(&line, written);
        assert_string_equal(written, cases[i].written);
        assert_int_equal(line.has_score, cases[i].has_score);
        assert_int_equal(line.score_discs, cases[i].score);
        assert_int_equal(line.has_position, cases[i].written[0] != '\0');
    }
}

static void test_faults_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
        size_t offset;
    } cases[] = {
        {";", "expected X, O or - for a1, found the end", 0},
        {START " F5:+2", "expected nothing after the side to move, found 'F'", 67},
        {START "; F5", "expected MOVE:SCORE or SCORE, found 'F5'", 68},
        {START "; F5:+x", "expected MOVE:SCORE or SCORE, found 'F5:+x'", 68},
        {START "; F5:", "expected MOVE:SCORE or SCORE, found 'F5:'", 68},
        {START "; F5:+66", "the score of 'F5:+66' is not within -64 and +64", 68},
        {START "; F5:+2; D6:+2", "d6 is not legal here: it turns no disc", 75},
        {START "; F9:+2", "'F9' is not a square from a1 to h8 or 'pass'", 68},
        {START "; F5:+2; f5:+4", "the move of 'f5:+4' stands twice in the line", 75},
        {START "; +2; +4", "a second score for the position, '+4'", 72},
        {START "; +2; this entry is longer than any that means something",
         "expected MOVE:SCORE or SCORE, found something longer", 72},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        obf_line line = {.score_discs = 99};
        flank_error error = {0};
        assert_int_not_equal(obf_parse(cases[i].text, &line, &error), FLANK_OK);
        assert_string_equal(error_english(&error), cases[i].message);
        assert_int_equal(error.offset, cases[i].offset);
        assert_int_equal(line.score_discs, 99);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forms_that_are_read),
        cmocka_unit_test(test_faults_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
