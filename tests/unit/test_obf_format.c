/* SPDX-License-Identifier: MIT
 *
 * OBF as a format of sheets; test_obf.c has the lines. The first line of the suite is FFO position 1 (tests/solve).
 */
#include "format_fixture.h"

#define START "---------------------------OX------XO--------------------------- X;"
#define FFO_1 "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; A4:-22;"

static void test_what_a_line_means(void **state)
{
    (void)state;
    flank_sheet *sheet = fixture_read("obf", "% two\n%lines\n" FFO_1 " +20; % easy\n");
    const flank_node *root = flank_sheet_root(sheet);
    assert_int_equal(flank_sheet_kind_of(sheet), FLANK_SHEET_POSITION);
    assert_int_equal(flank_sheet_count(sheet), 4);
    assert_true(root->has_value && root->value == 2000);
    assert_int_equal(root->child->value, 1800);
    assert_string_equal(flank_square_name(root->child->sibling->move.to), "h1");
    assert_int_equal(root->child->sibling->sibling->value, -2200);
    assert_string_equal(flank_node_tag(root, "Comment"), "easy");
    assert_string_equal(flank_node_tag(root, "obf.above"), " two\nlines");
    flank_sheet_destroy(sheet);
    sheet = fixture_read("obf", "% one\r\r\r\n" FFO_1);
    assert_string_equal(flank_node_tag(flank_sheet_root(sheet), "obf.above"), " one");
    flank_sheet_destroy(sheet);
    sheet = fixture_read("obf", FFO_1);
    assert_false(flank_sheet_root(sheet)->has_value); /* it is that of the best move */
    flank_sheet_destroy(sheet);
}

static void test_round_trips(void **state)
{
    (void)state;
    static const char *const texts[] = {
        FFO_1 "\n",
        "% two\n%lines\n" FFO_1 " +20; % easy\n" START " +0;\n% more\n" START "\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_converts("obf", texts[i], "obf", texts[i]);
}

/* Forced moves and passes are left out, the move of the last line is not known. */
static void test_games(void **state)
{
    (void)state;
    static const char game[] =
        "(;GM[Othello]BO[8 OOOOOOOO O******* O******* O******* O******* O******* O******O -*****-* O]W[A8/4.6]W[G8];)";
    text_buffer out = {NULL};
    uint64_t lost[FLANK_LOSS_COUNT];
    fixture_convert("ggf", game, "obf", &out, lost);
    assert_string_equal(out.bytes, "OOOOOOOOOXXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXOXXXXXXO-XXXXX-X O; A8:+5;\n");
    assert_int_equal(lost[FLANK_LOSS_MOVES], 1);
    assert_int_equal(lost[FLANK_LOSS_VALUES], 1); /* a digit of it */
    text_free(&out);
    assert_converts("transcript", "f5", "obf",
                    START "\n---------------------------OX------XXX-------------------------- O;\n");
}

static void test_losses(void **state)
{
    (void)state;
    flank_sheet *sheet = flank_sheet_create(flank_game_find("othello"), NULL, NULL, FLANK_SHEET_POSITION);
    const flank_node *root = flank_sheet_root(sheet), *f5, *d3, *f4;
    assert_int_equal(flank_sheet_add_text(sheet, root, "f5", &f5, NULL), FLANK_OK);
    assert_int_equal(flank_sheet_add_text(sheet, root, "d3", &d3, NULL), FLANK_OK);
    assert_int_equal(flank_sheet_add_text(sheet, f5, "f4", &f4, NULL), FLANK_OK);
    flank_sheet_set_value(sheet, d3, -149);
    flank_sheet_set_value(sheet, root, 6500);
    flank_sheet_set_tag(sheet, root, "Comment", "two\nlines");
    flank_sheet_set_tag(sheet, root, "Event", "x");
    text_buffer out = {NULL};
    flank_writer *writer = flank_writer_open_sink(fixture_sink, &out, flank_format_find("obf"), NULL, NULL);
    assert_int_equal(flank_writer_write(writer, sheet, NULL), FLANK_OK);
    assert_string_equal(out.bytes, START " D3:-1; % two lines\n");
    assert_int_equal(flank_writer_lost(writer, FLANK_LOSS_CANDIDATES), 1);
    assert_int_equal(flank_writer_lost(writer, FLANK_LOSS_VARIATIONS), 1);
    assert_int_equal(flank_writer_lost(writer, FLANK_LOSS_VALUES), 2);
    assert_int_equal(flank_writer_lost(writer, FLANK_LOSS_TAGS), 1);
    flank_writer_close(writer, true, NULL);
    text_free(&out);
    flank_sheet_destroy(sheet);
}

static void test_faults_and_detection(void **state)
{
    (void)state;
    assert_refused("obf", START " F9:+2;", 68, "'F9' is not a square from a1 to h8 or 'pass'");
    assert_refused("obf", "\n% x\nhello", 5, "expected X, O or - for a1, found 'h'");
    static const struct {
        const char *text;
        bool is_obf;
    } rows[] = {{"% x\n\n" START, true}, {"XO-\n" START "\n", true}, {"f5d6\n", false}, {"% x\n", false}, {"", false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(flank_format_detect(rows[i].text, strlen(rows[i].text), true) == flank_format_find("obf"),
                         rows[i].is_obf);
}

/* Formats of lines refuse a NUL in a short line, and a line that is too long. */
static void test_lines_that_cannot_be(void **state)
{
    (void)state;
    const flank_reader_options options = {.format = flank_format_find("obf")};
    static const char with_nul[] = START " F5:+2;\0 F6:+1;\n";
    static char too_long[1 << 20];
    memset(too_long, 'X', sizeof too_long);
    const struct {
        const char *bytes;
        size_t size;
        const char *message;
    } rows[] = {{with_nul, sizeof with_nul - 1, "a NUL byte"}, {too_long, sizeof too_long, "the line is too long"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        flank_error error = {0};
        flank_sheet *sheet = NULL;
        flank_reader *reader = flank_reader_open_bytes(rows[i].bytes, rows[i].size, &options, NULL, NULL);
        assert_int_equal(flank_reader_next(reader, &sheet, &error), FLANK_BAD_RECORD);
        assert_string_equal(error_english(&error), rows[i].message);
        flank_reader_close(reader);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_a_line_means),
        cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_losses),
        cmocka_unit_test(test_faults_and_detection),
        cmocka_unit_test(test_lines_that_cannot_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
