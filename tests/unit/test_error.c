/* SPDX-License-Identifier: MIT
 *
 * The list of errors and its English: every code has one name and one value, its text names its arguments, and an error
 * with arguments of the largest size fits the room that the header promises.
 */
#include "cmocka_all.h"

#include <flank/flank.h>

#include "core/error.h"
#include "core/json_writer.h"

static const struct entry {
    const char *name;
    int value;
    const char *kinds, *text;
} entries[] = {
#define X(name, value, kinds, text) {#name, value, kinds, text},
    FLANK_ERROR_LIST(X)
#undef X
};
enum { ENTRIES = sizeof entries / sizeof *entries };

static void test_codes_are_unique(void **state)
{
    (void)state;
    for (size_t i = 0; i < ENTRIES; i++) {
        assert_true(i == 0 || entries[i].value < 0 || entries[i].value > entries[i - 1].value);
        assert_string_equal(flank_error_name((flank_error_code)entries[i].value), entries[i].name);
        assert_string_equal(flank_error_kinds((flank_error_code)entries[i].value), entries[i].kinds);
        for (size_t k = 0; k < i; k++)
            assert_true(entries[i].value != entries[k].value && strcmp(entries[i].name, entries[k].name) != 0);
    }
    assert_string_equal(flank_error_name(FLANK_ERROR_NO_MEMORY), "NO_MEMORY");
    assert_null(flank_error_name((flank_error_code)99));
}

/* Names and values are stable: programs keep them. One of each group, as they were given out first. */
static void test_values_are_stable(void **state)
{
    (void)state;
    assert_int_equal(FLANK_ERROR_TEXT, 100);
    assert_int_equal(FLANK_ERROR_NO_SUCH_RULE, 200);
    assert_int_equal(FLANK_ERROR_SECOND_GAME_TAG, 250);
    assert_int_equal(FLANK_ERROR_NOT_A_SQUARE, 305);
    assert_int_equal(FLANK_ERROR_WRONG_LENGTH, 355);
    assert_int_equal(FLANK_ERROR_MUST_CAPTURE, 407);
    assert_int_equal(FLANK_ERROR_NOT_RECOGNISED, 510);
    assert_int_equal(FLANK_ERROR_GGF_WRONG_TURN, 570);
    assert_int_equal(FLANK_ERROR_SGF_NO_SQUARE, 600);
    assert_int_equal(FLANK_ERROR_WTHOR_SOLITAIRES, 650);
    assert_int_equal(FLANK_ERROR_NO_SUCH_GAME, 955);
    assert_int_equal(FLANK_ERROR_EXPECTED_IN_CASE, 1020);
}

/* Each argument has its placeholder, and there are no others. */
static void test_texts_name_their_arguments(void **state)
{
    (void)state;
    for (size_t i = 0; i < ENTRIES; i++) {
        const size_t count = strlen(entries[i].kinds);
        assert_int_equal(strspn(entries[i].kinds, "ntwrm"), count);
        unsigned named = 0;
        for (const char *at = entries[i].text; (at = strchr(at, '{')); at++) {
            if (at[1] < '1' || at[1] > '9')
                continue; /* a brace of the text's own */
            named |= 1U << (at[1] - '1');
            const bool is_plural = at[2] == 's';
            assert_int_equal(at[is_plural ? 3 : 2], '}');
            assert_true((size_t)(at[1] - '1') < count);
            assert_true(!is_plural || entries[i].kinds[at[1] - '1'] == 'n');
        }
        assert_int_equal(named, (1U << count) - 1);
    }
}

/* The message without arguments whose text is longest. */
static flank_error_code longest_plain(void)
{
    size_t found = 0;
    for (size_t i = 0; i < ENTRIES; i++)
        if (!*entries[i].kinds && strlen(entries[i].text) > strlen(entries[found].text))
            found = i;
    return (flank_error_code)entries[found].value;
}

static void test_the_largest_arguments_fit(void **state)
{
    (void)state;
    char text[FLANK_ERROR_WORDS_SIZE + 1];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    const flank_reason reason = {"CODE", text};
    for (size_t i = 0; i < ENTRIES; i++) {
        error_part parts[10] = {say_code((flank_error_code)entries[i].value)};
        for (size_t k = 0; entries[i].kinds[k]; k++)
            parts[k + 1] = entries[i].kinds[k] == 'n'   ? say_number(INT64_MIN)
                           : entries[i].kinds[k] == 't' ? say_text(text)
                           : entries[i].kinds[k] == 'w' ? say_name(text)
                           : entries[i].kinds[k] == 'r' ? say_reason(&reason)
                                                        : say_code(longest_plain());
        flank_error error = {0};
        assert_int_equal(error_fill(&error, FLANK_BAD_MOVE, 7, parts), FLANK_BAD_MOVE);
        assert_int_equal(error.offset, 7);
        char out[2 * FLANK_ERROR_TEXT_SIZE];
        assert_true(strlen(flank_error_text(&error, out, sizeof out)) < FLANK_ERROR_TEXT_SIZE);
        assert_null(strchr(out, '\n'));
        char small[10];
        assert_true(strlen(flank_error_text(&error, small, sizeof small)) < sizeof small);
    }
}

static void test_messages_within_messages(void **state)
{
    (void)state;
    flank_error inner, outer;
    error_say(&inner, FLANK_BAD_MOVE, 2, SAY(EXPECTED_LETTER_FOR), say_text("b"), say_text("w"), say_text("-"),
              say_text("a1"), say_byte('\a'));
    assert_string_equal(error_english(&inner), "expected b, w or - for a1, found byte 0x07");
    error_say(&outer, FLANK_BAD_MOVE, 9, SAY(SGF_READ_UP_TO), SAY(AT_MOVE), say_number(12), say_error(&inner),
              say_number(99));
    assert_string_equal(error_english(&outer), "move 12: expected b, w or - for a1, found byte 0x07, at byte 99; it is "
                                               "read as far as it goes");
    error_say(&outer, FLANK_BAD_MOVE, 9, SAY(AT_BYTE), say_number(1), say_error(&outer)); /* a part of its own */
    assert_memory_equal(error_english(&outer), "byte 1: move 12: ", 17);
    error_say(&outer, FLANK_CANNOT_READ, 0, SAY(CONTEST_ROW_ENDS), say_number(1), SAY(A_BOARD), say_number(2),
              say_number(1));
    assert_string_equal(error_english(&outer), "row 1 of board 2 ends after 1 square, expected 8");
    assert_string_equal(error_english(&(flank_error){.code = FLANK_ERROR_NO_MEMORY}), "not enough memory");
}

/* Wrapping an error again and again must end somewhere: it is cut, and nothing is read beyond it. */
static void test_too_many_arguments_are_left_out(void **state)
{
    (void)state;
    flank_error error = {0};
    error_say(&error, FLANK_BAD_MOVE, 0, SAY(EXPECTED_FOUND), SAY(A_SQUARE), say_byte('x'));
    for (int i = 0; i < 3; i++)
        error_say(&error, FLANK_BAD_MOVE, 0, SAY(IN), say_text("name"), say_error(&error));
    assert_string_equal(error_english(&error), "name: name: name: expected a square (a1..h8 or 1..64), found 'x'");
}

static void test_texts_are_cut_between_letters(void **state)
{
    (void)state;
    char text[FLANK_ERROR_WORDS_SIZE + 2];
    for (size_t i = 0; i + 2 < sizeof text; i += 2)
        memcpy(text + i, "\xc3\xa9", 3);
    flank_error error = {0};
    error_say(&error, FLANK_BAD_MOVE, 0, SAY(NOT_A_SQUARE), say_text(text));
    assert_int_equal(strlen(error.words) % 2, 0);
    error_say(&error, FLANK_BAD_MOVE, 0, SAY(NOT_A_SQUARE), say_cut("\xc3\xa9\xc3\xa9", 3));
    assert_string_equal(error.words, "\xc3\xa9");
    error_say(&error, FLANK_BAD_MOVE, 0, SAY(NOT_A_SQUARE), say_text("a\nb\x7f"));
    assert_string_equal(error.words, "a?b?");
    char out[8];
    error_say(&error, FLANK_BAD_MOVE, 0, SAY(GAME_TAG_FIRST), say_text("x"));
    for (size_t size = 1; size < 40; size++) {
        char cut[40];
        flank_error_text(&error, cut, size);
        assert_true(strlen(cut) < size && ((unsigned char)cut[strlen(cut) - (size > 1)] & 0xc0) != 0xc0);
    }
    assert_string_equal(flank_error_text(&error, out, 2), "e");
}

static void test_json(void **state)
{
    (void)state;
    flank_error error = {0};
    text_buffer out = {NULL};
    error_say(&error, FLANK_BAD_MOVE, 0, SAY(CONTEST_MOVER), say_text("B"), say_text("W"), SAY(A_GAME), say_number(3),
              say_byte('"'));
    json_open_object(&out, NULL);
    error_add_json(&out, &error);
    json_close_object(&out);
    assert_string_equal(out.bytes, "{\"error\":\"expected 'B' or 'W', the player to move of game 3, found '\\\"'\","
                                   "\"code\":\"CONTEST_MOVER\",\"arguments\":[\"B\",\"W\","
                                   "{\"code\":\"A_GAME\",\"arguments\":[]},3,"
                                   "{\"code\":\"A_CHARACTER\",\"arguments\":[\"\\\"\"]}]}");
    text_clear(&out);
    error_say(&error, FLANK_GAME_OVER, 0, SAY(GAME_OVER_BECAUSE),
              say_reason(&(const flank_reason){"NO_LEGAL_MOVE", "no legal move"}));
    json_open_object(&out, NULL);
    error_add_json(&out, &error);
    json_close_object(&out);
    assert_string_equal(out.bytes, "{\"error\":\"the game is over: no legal move\",\"code\":\"GAME_OVER_BECAUSE\","
                                   "\"arguments\":[{\"reason_code\":\"NO_LEGAL_MOVE\",\"reason\":\"no legal move\"}]}");
    text_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_codes_are_unique),
        cmocka_unit_test(test_values_are_stable),
        cmocka_unit_test(test_texts_name_their_arguments),
        cmocka_unit_test(test_the_largest_arguments_fit),
        cmocka_unit_test(test_messages_within_messages),
        cmocka_unit_test(test_too_many_arguments_are_left_out),
        cmocka_unit_test(test_texts_are_cut_between_letters),
        cmocka_unit_test(test_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
