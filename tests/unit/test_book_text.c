/* SPDX-License-Identifier: MIT
 *
 * Lines of a book as text.
 */
#include "cmocka_all.h"

#include "formats/books/book_text.h"
#include "core/error.h"

#include <string.h>

#define START "---------------------------OX------XO--------------------------- X"

static void test_values(void **state)
{
    (void)state;
    static const struct {
        int score;
        const char *text;
    } cases[] = {
        {0, "0"}, {25, "+0.25"}, {-5, "-0.05"}, {-300, "-3"}, {1250, "+12.5"}, {6400, "+64"}, {-6390, "-63.9"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[BOOK_VALUE_SIZE];
        book_value_format(cases[i].score, text);
        assert_string_equal(text, cases[i].text);
    }
}

static void test_lines_come_back(void **state)
{
    (void)state;
    static const struct {
        const char *text, *written; /* NULL: the same */
    } cases[] = {
        {START "; value +0.25; depth 14; level 21; sure 73; lines 9; leaf f5 -3; root", NULL},
        {START "; value 0; depth 0; sure 0; lines 4294967295; leaf unknown", NULL},
        {START "; value +12.5; depth 3; sure 73; lines 2; leaf f5 -0.5", NULL},
        {START "; value -64; depth 60; sure 100; lines 1; leaf none", NULL},
        {" " START " ;root;;leaf  F5\t1.5 ; value 2 ;",
         START "; value +2; depth 0; sure 0; lines 1; leaf f5 +1.5; root"},
        {"", ""},
        {"  % value", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        book_text_line line;
        flank_error error = {0};
        char written[BOOK_TEXT_SIZE] = "";
        if (book_text_parse(cases[i].text, &line, &error))
            fail_msg("%s: %s", cases[i].text, error_english(&error));
        if (line.has_position)
            book_text_format(&line.position, &line.entry, written);
        assert_string_equal(written, cases[i].written ? cases[i].written : cases[i].text);
    }
}

static void test_a_pass_is_written_out(void **state)
{
    (void)state;
    static const char text[] = "XO"
                               "--------------------------------------------------------------"
                               " O; value +3; "
                               "depth 1; sure 100; lines 1; leaf pass +3";
    book_text_line line;
    flank_error error = {0};
    char written[BOOK_TEXT_SIZE];
    if (book_text_parse(text, &line, &error))
        fail_msg("%s", error_english(&error));
    assert_true(flank_move_is_pass(line.entry.leaf));
    book_text_format(&line.position, &line.entry, written);
    assert_string_equal(written, text);
}

static void test_faults_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
        flank_status status;
        size_t offset;
    } cases[] = {
        {START, "the value is missing", FLANK_BAD_FILE, 66},
        {START "; depth 3", "the value is missing", FLANK_BAD_FILE, 75},
        {START "; value .5", "value takes a value in discs such as +0.25", FLANK_BAD_FILE, 68},
        {START "; value 64.01", "value takes a value in discs such as +0.25", FLANK_BAD_FILE, 68},
        {START "; value 0.255", "value takes a value in discs such as +0.25", FLANK_BAD_FILE, 68},
        {START "; value 1.", "value takes a value in discs such as +0.25", FLANK_BAD_FILE, 68},
        {START "; value", "value takes a value in discs such as +0.25", FLANK_BAD_FILE, 68},
        {START "; value 1 2", "value takes a value in discs such as +0.25", FLANK_BAD_FILE, 68},
        {START "; value 1; value 1", "a second 'value'", FLANK_BAD_FILE, 77},
        {START "; value 1; depth 61", "depth takes a number from 0 to 60", FLANK_BAD_FILE, 77},
        {START "; value 1; level x", "level takes a number from 0 to 60", FLANK_BAD_FILE, 77},
        {START "; value 1; sure 101", "sure takes a number from 0 to 100", FLANK_BAD_FILE, 77},
        {START "; value 1; lines 0", "lines takes a number from 1 to 4294967295", FLANK_BAD_FILE, 77},
        {START "; value 1; lines 4294967296", "lines takes a number from 1 to 4294967295", FLANK_BAD_FILE, 77},
        {START "; value 1; root 1", "root takes nothing", FLANK_BAD_FILE, 77},
        {START "; value 1; leaf f5", "leaf takes a move and its value, 'none' or 'unknown'", FLANK_BAD_FILE, 77},
        {START "; value 1; leaf none 1", "'none' is not a square from a1 to h8 or 'pass'", FLANK_BAD_MOVE, 77},
        {START "; value 1; leaf f5 1 1", "leaf takes a move and its value, 'none' or 'unknown'", FLANK_BAD_FILE, 77},
        {START "; value 1; leaf f6 1", "f6 is not legal here: it turns no disc", FLANK_ILLEGAL_MOVE, 77},
        {START "; value 1; leaf z9 1", "'z9' is not a square from a1 to h8 or 'pass'", FLANK_BAD_MOVE, 77},
        {START "; value 1; worth 2", "expected value, depth, level, sure, lines, leaf or root, found 'worth'",
         FLANK_BAD_FILE, 77},
        {"------; value 1", "expected X, O or - for g1, found the end", FLANK_BAD_POSITION, 6},
        {"XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X; value 1",
         "the game is over in this position", FLANK_GAME_OVER, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        book_text_line line = {.entry = {.score = 77}};
        flank_error error = {0};
        assert_int_equal(book_text_parse(cases[i].text, &line, &error), cases[i].status);
        assert_string_equal(error_english(&error), cases[i].message);
        if (error.offset != cases[i].offset)
            fail_msg("%s: offset %zu", cases[i].text, error.offset);
        assert_int_equal(line.entry.score, 77);
    }
    char text[FLANK_POSITION_TEXT_SIZE + 16];
    book_text_line line;
    flank_error error = {0};
    memset(text, '-', sizeof text);
    text[sizeof text - 1] = '\0';
    assert_int_equal(book_text_parse(text, &line, &error), FLANK_BAD_POSITION);
    assert_string_equal(error_english(&error), "expected a board and a side to move before the first ';'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_lines_come_back),
        cmocka_unit_test(test_a_pass_is_written_out),
        cmocka_unit_test(test_faults_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
