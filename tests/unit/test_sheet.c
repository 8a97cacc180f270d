/* SPDX-License-Identifier: MIT
 *
 * Score sheets: nodes, variations, passes, notes, results; and what people paste.
 */
#include "cmocka_all.h"

#include "core/error.h"
#include "formats/decimal.h"
#include "formats/format_table.h"
#include "unit/format_fixture.h"

#include <flank/flank.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static flank_sheet *new_sheet(const char *game)
{
    return flank_sheet_create(flank_game_find(game), NULL, NULL, FLANK_SHEET_GAME);
}

static const flank_node *add(flank_sheet *sheet, const flank_node *at, const char *move)
{
    const flank_node *node = NULL;
    assert_int_equal(flank_sheet_add_text(sheet, at, move, &node, NULL), FLANK_OK);
    return node;
}

static void test_variations(void **state)
{
    (void)state;
    flank_sheet *sheet = new_sheet("othello");
    const flank_node *root = flank_sheet_root(sheet), *f5 = add(sheet, root, "f5"), *d6 = add(sheet, f5, "d6");
    const flank_node *f6 = add(sheet, f5, "F6"), *f4 = add(sheet, f5, "f4");
    assert_ptr_equal(add(sheet, f5, "f6"), f6);
    assert_ptr_equal(f5->child, d6);
    assert_ptr_equal(d6->sibling, f6);
    assert_ptr_equal(f6->sibling, f4);
    assert_null(f4->sibling);
    assert_int_equal(flank_sheet_count(sheet), 5);
    assert_ptr_equal(flank_sheet_end(sheet), d6);
    assert_int_equal(f6->ply, 2);
    flank_error error = {0};
    assert_int_equal(flank_sheet_add_text(sheet, f5, "a1", NULL, &error), FLANK_ILLEGAL_MOVE);
    assert_int_equal(flank_sheet_count(sheet), 5);
    flank_record *record = flank_sheet_record(sheet, f4);
    assert_int_equal(flank_record_ply(record), 2);
    assert_true(flank_position_equal(*flank_record_position(record), f4->position));
    flank_record_destroy(record);
    flank_sheet_destroy(sheet);
}

/* White must pass after the fourth move of this line; the list leaves the pass out. */
static void test_forced_pass_is_put_in(void **state)
{
    (void)state;
    static const char board[] = "OOOOOOOO OXXXXXXX OXXXXXXX OXXXXXXX OXXXXXXX OXXXXXXX OXXXXXXO -XXXXX-X O";
    flank_position position;
    assert_int_equal(flank_position_parse(flank_game_find("othello"), board, &position, NULL), FLANK_OK);
    flank_sheet *sheet = flank_sheet_create(flank_game_find("othello"), NULL, &position, FLANK_SHEET_GAME);
    const flank_node *a8 = add(sheet, flank_sheet_root(sheet), "a8");
    flank_move moves[FLANK_MOVES_MAX];
    assert_int_equal(flank_game_moves(flank_game_find("othello"), flank_sheet_rules(sheet), &a8->position, moves), 1);
    assert_true(flank_move_is_pass(moves[0]));
    const flank_node *pass, *g8;
    assert_int_equal(flank_sheet_append(sheet, a8, moves[0], &pass), FLANK_OK);
    assert_int_equal(flank_sheet_append_text(sheet, a8, "g8", &g8, NULL), FLANK_OK);
    assert_ptr_not_equal(g8->parent, pass); /* a line that ends with a pass does not grow */
    g8 = add(sheet, a8, "g8");
    assert_ptr_equal(g8->parent, pass);
    assert_int_equal(flank_sheet_append_text(sheet, a8, "g8", &g8, NULL), FLANK_OK);
    assert_ptr_equal(g8->parent, pass);
    assert_int_equal(g8->ply, 3);
    assert_true(flank_move_is_pass(g8->parent->move));
    flank_error error = {0};
    assert_int_equal(flank_sheet_add_text(sheet, g8, "a1", NULL, &error), FLANK_GAME_OVER);
    flank_sheet_destroy(sheet);
}

/* Lines of a file stay apart: an equal move is a sibling, and never first. */
static void test_appended_lines_stay_apart(void **state)
{
    (void)state;
    flank_sheet *sheet = new_sheet("othello");
    const flank_node *f5 = add(sheet, flank_sheet_root(sheet), "f5"), *d6 = add(sheet, f5, "d6"), *again, *c4, *c3;
    assert_int_equal(flank_sheet_append_text(sheet, f5, "d6", &again, NULL), FLANK_OK);
    assert_ptr_not_equal(again, d6);
    assert_int_equal(flank_sheet_append_text(sheet, again, "c4", &c4, NULL), FLANK_OK);
    assert_ptr_equal(flank_sheet_end(sheet), d6);
    assert_int_equal(flank_sheet_append_text(sheet, d6, "c3", &c3, NULL), FLANK_OK);
    assert_ptr_equal(flank_sheet_end(sheet), c3);
    assert_true(f5->child == d6 && d6->sibling == again && again->child == c4 && !again->sibling);
    assert_ptr_equal(add(sheet, f5, "d6"), d6);
    const size_t count = flank_sheet_count(sheet);
    assert_int_equal(flank_sheet_append(sheet, f5, c3->move, NULL), FLANK_ILLEGAL_MOVE);
    assert_int_equal(flank_sheet_count(sheet), count);
    flank_sheet_destroy(sheet);
}

static void test_tags(void **state)
{
    (void)state;
    flank_sheet *sheet = new_sheet("loa");
    const flank_node *root = flank_sheet_root(sheet);
    assert_null(flank_node_tag(root, "Black"));
    assert_int_equal(flank_sheet_set_tag(sheet, root, "Black", "A"), FLANK_OK);
    assert_int_equal(flank_sheet_set_tag(sheet, root, "White", "B"), FLANK_OK);
    assert_int_equal(flank_sheet_set_tag(sheet, root, "Event", "C"), FLANK_OK);
    assert_int_equal(flank_sheet_set_tag(sheet, root, "White", "D\nE"), FLANK_OK);
    assert_string_equal(flank_node_tag(root, "White"), "D\nE");
    assert_string_equal(root->tags->next->name, "White"); /* it kept its place */
    assert_string_equal(root->tags->next->next->value, "C");
    assert_int_equal(flank_sheet_set_tag(sheet, root, "Black", ""), FLANK_OK);
    assert_null(flank_node_tag(root, "Black"));
    assert_string_equal(root->tags->name, "White");
    char longer[20000];
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    assert_int_equal(flank_sheet_set_tag(sheet, root, "Comment", longer), FLANK_OK);
    assert_string_equal(flank_node_tag(root, "Comment"), longer);
    flank_sheet_destroy(sheet);
}

/* Bytes that are no UTF-8 are those of windows-1252, whatever stands beside them. */
static void test_tags_are_utf8(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"J\xe9r\xf4me", "Jérôme"},
        {"Jérôme", "Jérôme"},
        {"é \xe9", "é é"},
        {"\x80 \x93x\x94 \x8a", "€ “x” Š"},
        {"\x81", "\xc2\x81"},
        {"\xed\xa0\x80", "\xc3\xad\xc2\xa0€"}, /* a surrogate is no letter */
        {"\xc3", "Ã"},
        {"為\xff", "為ÿ"},
    };
    flank_sheet *sheet = new_sheet("othello");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(flank_sheet_set_tag(sheet, flank_sheet_root(sheet), "Black", rows[i][0]), FLANK_OK);
        assert_string_equal(flank_node_tag(flank_sheet_root(sheet), "Black"), rows[i][1]);
    }
    flank_sheet_destroy(sheet);
}

static void test_results(void **state)
{
    (void)state;
    flank_record *record = flank_record_create(flank_game_find("othello"), NULL, NULL);
    /* The shortest wipe-out: black has 13 discs, white none, 51 empty squares. */
    assert_int_equal(flank_record_play_text(record, "e6f4e3f6g5d6e7f5c5", NULL), FLANK_OK);
    flank_sheet *sheet = flank_sheet_of_record(record);
    flank_sheet_result result = flank_sheet_result_of(sheet);
    assert_true(result.known && result.has_discs && !flank_sheet_states_result(sheet));
    assert_int_equal(result.discs, 64);
    assert_int_equal(result.sign, 1);
    flank_sheet_set_result(sheet, &(flank_sheet_result){.known = true, .sign = -1, .ending = FLANK_ENDING_TIME});
    result = flank_sheet_result_of(sheet);
    assert_int_equal(result.sign, -1);
    assert_int_equal(result.ending, FLANK_ENDING_TIME);
    flank_sheet_destroy(sheet);
    flank_record_destroy(record);
}

static void test_what_people_paste(void **state)
{
    (void)state;
    static const struct {
        const char *text, *game;
        flank_sheet_kind kind;
        int plies;
    } rows[] = {
        {"f5d6c3", "othello", FLANK_SHEET_GAME, 3},
        {"  1. F5 D6\n2. C3 d3\r\n", "othello", FLANK_SHEET_GAME, 4},
        {"---------------------------OX------XXX-------------------------- O", "othello", FLANK_SHEET_POSITION, 0},
        {"8/8/8/3ppp2/3Pp3/8/8/8 w - - 0 1", "othello", FLANK_SHEET_POSITION, 0},
        {"W:Wa2,Kd4:Bb7", "draughts", FLANK_SHEET_POSITION, 0},
        {"b8-d6 a5-c5", "loa", FLANK_SHEET_GAME, 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        flank_sheet *sheet = NULL;
        flank_error error = {0};
        assert_int_equal(flank_sheet_recognise(rows[i].text, strlen(rows[i].text), NULL, &sheet, &error), FLANK_OK);
        assert_string_equal(flank_game_name(flank_sheet_game(sheet)), rows[i].game);
        assert_int_equal(flank_sheet_kind_of(sheet), rows[i].kind);
        assert_int_equal(flank_sheet_end(sheet)->ply, rows[i].plies);
        flank_sheet_destroy(sheet);
    }
    flank_sheet *sheet = NULL;
    flank_error error = {0};
    assert_int_equal(flank_sheet_recognise("hello", 5, NULL, &sheet, &error), FLANK_BAD_RECORD);
    assert_string_equal(error_english(&error), "neither a game nor a position in any notation that flank knows");
    assert_int_equal(flank_sheet_recognise("f5d6a1", 6, NULL, &sheet, &error), FLANK_ILLEGAL_MOVE);
    assert_int_equal(error.offset, 4);
    assert_null(sheet);
}

/* A game with many variations: of draughts where the format holds no Othello. */
static flank_sheet *read_long_game(const flank_format *format)
{
    enum { PARTS = 20000 };
    const bool othello = flank_format_holds(format, flank_game_find("othello"));
    static const char head[] = "[GameType \"30\"]\n[FEN \"W:WKa1,Ka2:BKh8,Kh7\"]\n\n";
    text_buffer text = {NULL};
    text_add(&text, othello ? "" : head);
    text_add(&text, othello ? "1. f5 " : "1. a1-b1 ");
    for (int i = 0; i < PARTS; i++)
        text_add(&text, othello ? "(1. f5 d6) " : "(1. a1-b1 h8-g8) ");
    flank_sheet *sheet = fixture_read(othello ? "flank" : "pdn", text.bytes);
    text_free(&text);
    return sheet;
}

/* A file that is handed over as a whole; at its end somebody raises the stop. */
typedef struct stopping_file {
    const char *text;
    flank_stop stop;
} stopping_file;

static int64_t read_and_stop(void *user, void *buffer, size_t size)
{
    stopping_file *file = user;
    const size_t length = strlen(file->text) < size ? strlen(file->text) : size;
    memcpy(buffer, file->text, length);
    file->text += length;
    if (length == 0)
        flank_stop_raise(&file->stop);
    return (int64_t)length;
}

/* Making moves of a text that is read is stopped too: that takes most of the time. */
static void test_readers_hear_stop_behind_the_text(void **state)
{
    static const struct {
        const char *format, *text;
    } files[] = {
        {"sgf", "(;GM[2];B[f5];W[d6];B[c3](;W[d3])(;W[f4]))"},
        {"transcript", "f5d6c3d3"},
        {"csv", "black,moves\nA,f5d6c3d3"},
        {"json", "{\"game\":\"othello\",\"moves\":[{\"move\":\"f5\"},{\"move\":\"d6\"}]}"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        stopping_file file = {files[i].text, FLANK_STOP_INIT};
        flank_error error = {0};
        flank_sheet *sheet;
        const flank_reader_options options = {.format = flank_format_find(files[i].format), .stop = &file.stop};
        flank_reader *reader = flank_reader_open_source(read_and_stop, &file, &options, NULL, &error);
        assert_non_null(reader);
        assert_int_equal(flank_reader_next(reader, &sheet, &error), FLANK_STOPPED);
        flank_reader_close(reader);
    }
}

/* A writer that is stopped looks at a few moves of a long game, and hands on nothing of it. */
static void test_writers_hear_stop(void **state)
{
    (void)state;
    enum { LITTLE = 4000, MUCH = 100000 };
    static const char *const formats[] = {"flank", "json", "sgf", "pdn"};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        const flank_format *format = flank_format_find(formats[i]);
        flank_sheet *sheet = read_long_game(format);
        flank_stop stop = FLANK_STOP_INIT;
        flank_error error = {0};
        text_buffer out = {NULL};
        flank_writer *writer = flank_writer_open_sink(fixture_sink, &out, format, NULL, &error);
        flank_writer_listen(writer, &stop);
        assert_int_equal(flank_writer_write(writer, sheet, &error), FLANK_OK);
        const size_t whole = out.length;
        assert_true(whole > MUCH);
        flank_stop_raise(&stop);
        assert_int_equal(flank_writer_write(writer, sheet, &error), FLANK_STOPPED);
        assert_int_equal(error.code, FLANK_ERROR_STOPPED);
        assert_true(out.length == whole && writer->text.length < LITTLE);
        flank_writer_close(writer, false, NULL);
        flank_sheet_destroy(sheet);
        text_free(&out);
    }
}

/* The list of formats has an end, all of it is found by name, and what one reads or writes is told. */
static void test_formats_are_listed(void **state)
{
    (void)state;
    const size_t count = flank_format_count();
    for (size_t i = 0; i < count; i++) {
        const flank_format *format = flank_format_at(i);
        assert_non_null(format);
        assert_ptr_equal(flank_format_find(flank_format_name(format)), format);
        assert_true(flank_format_reads(format) || flank_format_writes(format));
    }
    assert_null(flank_format_at(count));
    assert_true(flank_format_reads(flank_format_find("pdn")) && flank_format_writes(flank_format_find("pdn")));
    assert_true(flank_format_reads(flank_format_find("csv")) && !flank_format_writes(flank_format_find("csv")));
}

/* A number ends where its length says, whatever digits stand behind it. */
static void test_decimal_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t length;
        bool is_number, is_exact;
        int64_t value;
    } rows[] = {
        {"1234", 2, true, true, 1200},    {"1234", 4, true, true, 123400}, {"12.345", 4, true, true, 1230},
        {"12.345", 6, true, false, 1235}, {"-.25", 4, true, true, -25},    {"-12", 1, false, false, 0},
        {"1x", 2, false, false, 0},       {"1x", 1, true, true, 100},      {"1000000001", 10, false, false, 0},
        {"", 0, false, false, 0},         {"5", 0, false, false, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int64_t value = 0;
        bool exact = false;
        assert_int_equal(decimal_read(rows[i].text, rows[i].length, 2, &value, &exact), rows[i].is_number);
        assert_int_equal(value, rows[i].value);
        assert_int_equal(exact, rows[i].is_exact);
    }
}

/* A file appears when its writer is closed and it is to be kept, not otherwise. */
static void test_a_file_is_kept_or_not(void **state)
{
    (void)state;
    char folder[] = "/tmp/flank_sheet_XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.pdn", folder);
    flank_sheet *sheet = fixture_read("pdn", "1. a3-a4 *");
    for (int keep = 0; keep < 2; keep++) {
        flank_writer *writer = flank_writer_open(path, flank_format_find("pdn"), NULL, NULL);
        assert_non_null(writer);
        assert_int_equal(flank_writer_write(writer, sheet, NULL), FLANK_OK);
        assert_int_equal(access(path, F_OK), -1);
        assert_int_equal(flank_writer_close(writer, keep, NULL), FLANK_OK);
        assert_int_equal(access(path, F_OK), keep - 1);
    }
    flank_sheet_destroy(sheet);
    assert_int_equal(remove(path), 0);
    assert_int_equal(rmdir(folder), 0); /* nothing else is left there */
}

/* Rules of another kind fit a game, its variations too, or change nothing. */
static void test_rules_fit_or_change_nothing(void **state)
{
    (void)state;
    const flank_game *othello = flank_game_find("othello");
    flank_rules fewest = {{0}}, small = {{0}};
    flank_error error = {0};
    char text[FLANK_ERROR_TEXT_SIZE];
    assert_int_equal(flank_rules_parse(othello, "goal=fewest", &fewest, NULL), FLANK_OK);
    assert_int_equal(flank_rules_parse(othello, "board=6", &small, NULL), FLANK_OK);
    flank_sheet *sheet = flank_sheet_create(othello, NULL, NULL, FLANK_SHEET_GAME);
    const flank_node *c4 = add(sheet, flank_sheet_root(sheet), "c4"), *c5 = add(sheet, c4, "c5");
    assert_int_equal(flank_sheet_set_rules(sheet, &small, &error), FLANK_OK);
    assert_memory_equal(flank_sheet_rules(sheet), &small, sizeof small);
    assert_int_equal(flank_sheet_set_rules(sheet, &fewest, &error), FLANK_OK);
    add(sheet, add(sheet, add(sheet, c5, "b6"), "b5"), "a6");
    add(sheet, c4, "c3");
    assert_int_equal(flank_sheet_set_rules(sheet, &small, &error), FLANK_ILLEGAL_MOVE);
    assert_string_equal(flank_error_text(&error, text, sizeof text), "move 5: the move is not legal here");
    assert_memory_equal(flank_sheet_rules(sheet), &fewest, sizeof fewest);
    flank_sheet_destroy(sheet);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_variations),
        cmocka_unit_test(test_forced_pass_is_put_in),
        cmocka_unit_test(test_tags),
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_what_people_paste),
        cmocka_unit_test(test_appended_lines_stay_apart),
        cmocka_unit_test(test_tags_are_utf8),
        cmocka_unit_test(test_readers_hear_stop_behind_the_text),
        cmocka_unit_test(test_writers_hear_stop),
        cmocka_unit_test(test_formats_are_listed),
        cmocka_unit_test(test_decimal_numbers),
        cmocka_unit_test(test_a_file_is_kept_or_not),
        cmocka_unit_test(test_rules_fit_or_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
