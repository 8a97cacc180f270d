/* SPDX-License-Identifier: MIT
 *
 * Flank's own files hold everything; JSON tells it.
 */
#include "format_fixture.h"

#define OTHELLO                                                                                                        \
    "[Game \"othello\"]\n[Rules \"\"]\n"                                                                               \
    "[Position \"---------------------------OX------XO--------------------------- X\"]\n"

static flank_sheet *sheet_of(const char *game)
{
    return flank_sheet_create(flank_game_find(game), NULL, NULL, FLANK_SHEET_GAME);
}

static char *written(const flank_sheet *sheet, const char *format, text_buffer *out)
{
    flank_writer *writer = flank_writer_open_sink(fixture_sink, out, flank_format_find(format), NULL, NULL);
    assert_int_equal(flank_writer_write(writer, sheet, NULL), FLANK_OK);
    for (flank_loss loss = 0; loss < FLANK_LOSS_COUNT; loss++)
        assert_int_equal(flank_writer_lost(writer, loss), 0);
    assert_int_equal(flank_writer_close(writer, true, NULL), FLANK_OK);
    return out->bytes;
}

/* A game of moves alone is what flank_record_format writes, and what it reads. */
static void test_records(void **state)
{
    (void)state;
    static const struct {
        const char *game, *moves;
    } rows[] = {
        {"othello", "f5d6c3d3c4f4f6f3e6e7d7c6d8"},
        {"othello", ""},
        {"othello", "e6f4e3f6g5d6e7f5c5"},
        {"tothello", "c4"},
        {"loa", "b8-d6 a5-c5 d1-d4"},
        {"loa", "b1-b3 a2-c2 b3-b1 c2-a2 b1-b3 a2-c2 b3-b1 c2-a2"}, /* a draw by repetition */
        {"draughts", "a3-a4 a6-a5 a4xa8 h6-h5 b3-b4"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        flank_record *record = flank_record_create(flank_game_find(rows[i].game), NULL, NULL);
        flank_error error = {0};
        flank_record_play_text(record, rows[i].moves, &error);
        assert_int_equal(error.code, 0);
        char expected[2000];
        flank_record_format(record, expected, sizeof expected);
        flank_sheet *sheet = flank_sheet_of_record(record);
        text_buffer out = {NULL};
        assert_string_equal(written(sheet, "flank", &out), expected);
        assert_converts("flank", expected, "flank", expected);
        flank_record *again = flank_record_parse(out.bytes, NULL, NULL);
        assert_int_equal(flank_record_length(again), flank_record_length(record));
        flank_record_destroy(again);
        flank_record_destroy(record);
        flank_sheet_destroy(sheet);
        text_free(&out);
    }
}

/* Texts that look like marks of the format are texts again. */
static void test_everything(void **state)
{
    (void)state;
    static const char *const comments[] = {
        "a} b\\c {", "+1.25",           "-3 0.5s",     "12s", "@name text",
        "\\",        "  two\nlines \n", "Win\r\ndows", "@",   "see\n\n[Event \"x\"]\n[Game \"loa\"]"};
    flank_sheet *sheet = sheet_of("othello");
    const flank_node *root = flank_sheet_root(sheet), *f5, *d6, *f6;
    flank_sheet_add_text(sheet, root, "f5", &f5, NULL);
    flank_sheet_add_text(sheet, f5, "d6", &d6, NULL);
    flank_sheet_add_text(sheet, f5, "f6", &f6, NULL);
    flank_sheet_set_tag(sheet, root, "Black", "A \"B\" \\ C\nD");
    flank_sheet_set_tag(sheet, root, "wthor.tournament", "12");
    flank_sheet_set_value(sheet, root, -50);
    flank_sheet_set_value(sheet, f5, 125);
    flank_sheet_set_time(sheet, f5, 3400);
    flank_sheet_set_value(sheet, d6, -200);
    flank_sheet_set_time(sheet, f6, 15);
    flank_sheet_set_tag(sheet, f5, "Symbol", "!?");
    flank_sheet_set_tag(sheet, f5, "sgf.LB", "[a1:}][b2:\\]]");
    flank_sheet_set_result(
        sheet, &(flank_sheet_result){
                   .known = true, .sign = -1, .has_discs = true, .discs = -12, .ending = FLANK_ENDING_AGREED});
    for (size_t i = 0; i < sizeof comments / sizeof *comments; i++) {
        flank_sheet_set_tag(sheet, root, "Comment", comments[i]);
        flank_sheet_set_tag(sheet, f6, "Comment", comments[i]);
        text_buffer out = {NULL};
        flank_sheet *again = fixture_read("flank", written(sheet, "flank", &out));
        const flank_node *node = flank_sheet_root(again);
        assert_string_equal(flank_node_tag(node, "Comment"), comments[i]);
        assert_string_equal(flank_node_tag(node, "Black"), "A \"B\" \\ C\nD");
        assert_string_equal(flank_node_tag(node, "wthor.tournament"), "12");
        assert_int_equal(node->value, -50);
        node = node->child;
        assert_true(node->value == 125 && node->time_ms == 3400);
        assert_string_equal(flank_node_tag(node, "Symbol"), "!?");
        assert_string_equal(flank_node_tag(node, "sgf.LB"), "[a1:}][b2:\\]]");
        node = node->child->sibling;
        assert_true(node->has_time && node->time_ms == 15 && !node->has_value);
        assert_string_equal(flank_node_tag(node, "Comment"), comments[i]);
        const flank_sheet_result result = flank_sheet_result_of(again);
        assert_true(result.sign == -1 && result.discs == -12 && result.ending == FLANK_ENDING_AGREED);
        flank_sheet_destroy(again);
        assert_converts("flank", out.bytes, "flank", out.bytes);
        text_free(&out);
    }
    flank_sheet_destroy(sheet);
}

static void test_form(void **state)
{
    (void)state;
    static const char text[] =
        OTHELLO "[Result \"1-0\"]\n[Discs \"+12\"]\n[Termination \"resigned\"]\n[Black \"A\"]\n\n"
                "{+0.5} {the game} 1. f5! {+1.25 3.4s} d6 (1... f6 {-2} {bad} {@sgf.N [x]}) (1... f4) 2. c3 "
                "{0.1s}\n\n" OTHELLO "[Kind \"position\"]\n[Result \"*\"]\n\n1. f5 {+1} (1. d3 {+2})\n";
    text_buffer out = {NULL};
    assert_int_equal(fixture_convert("flank", text, "flank", &out, NULL), 2);
    assert_string_equal(out.bytes,
                        OTHELLO "[Result \"1-0\"]\n[Discs \"+12\"]\n[Termination \"resigned\"]\n[Black \"A\"]\n\n"
                                "{+0.5} {the game} 1. f5! {+1.25 3.4s} d6 (1... f6 {-2} {bad} {@sgf.N [x]})\n"
                                "(1... f4) 2. c3 {0.1s}\n\n" OTHELLO
                                "[Kind \"position\"]\n[Result \"*\"]\n\n1. f5 {+1} (1. d3 {+2})\n");
    text_free(&out);
}

/* A variation may begin with the move that was played, at any depth, and a variation may stand twice. */
static void test_equal_variations(void **state)
{
    (void)state;
    static const char text[] =
        OTHELLO "[Result \"*\"]\n\n1. f5 (1. f5 {x} d6 (1... d6)) d6 (1... d6 2. c4 (2. c4)) (1... f6) (1... f6) 2.\n"
                "c3 (2. c3) d3\n";
    flank_sheet *sheet = fixture_read("flank", text);
    assert_int_equal(flank_sheet_end(sheet)->ply, 4);
    assert_int_equal(flank_sheet_count(sheet), 14);
    flank_sheet_destroy(sheet);
    text_buffer once = {NULL};
    fixture_convert("flank", text, "flank", &once, NULL);
    assert_converts("flank", once.bytes, "flank", once.bytes);
    assert_converts("flank", text, "transcript", "f5d6c3d3\n");
    text_free(&once);
    /* Equal candidates: OBF has a place for one. */
    uint64_t lost[FLANK_LOSS_COUNT];
    text_buffer obf = {NULL};
    fixture_convert("flank", OTHELLO "[Kind \"position\"]\n\n1. f5 {+3} (1. d3 {+1}) (1. f5 {+2})", "obf", &obf, lost);
    assert_string_equal(obf.bytes,
                        "---------------------------OX------XO--------------------------- X; F5:+3; D3:+1;\n");
    assert_int_equal(lost[FLANK_LOSS_VALUES], 1);
    text_free(&obf);
}

static void test_refusals(void **state)
{
    (void)state;
    assert_refused("flank", "[Event \"x\"]\n\n1. e4", 0,
                   "neither a tag line [Game \"...\"] nor the moves say which game it is");
    assert_refused("flank", "[Game \"go\"]\n\n1. f5", 0, "unknown game 'go'");
    assert_refused("flank", "[Game \"loa\"]\n[Rules \"x=1\"]\n\n", 0,
                   "loa has no rule 'x' (it has: simultaneous, no_move, repetition)");
    assert_refused("flank", "[Game \"othello\"]\n\n1. f5 f6 2. a1", 30, "a1 is not legal here: it turns no disc");
}

/* Games in the manner of PGN: tags of other names tell which game it is, or the first move does. */
static void test_manner_of_pgn(void **state)
{
    (void)state;
    static const struct {
        const char *text, *game, *result; /* "1-0" for who begins */
        int plies;
    } rows[] = {
        {"[Event \"x\"]\n\n1. f5 d6 2. c3 1-0\n", "othello", "1-0", 3},
        {"[Event \"x\"]\n[Variant \"Othello\"]\n\nd3 c3 1/2-1/2\n", "othello", "1/2-1/2", 2},
        {"[Variant \"tothello\"]\n\n1. f5 d6\n", "tothello", "*", 2},
        {"[GameType \"50\"]\n\n{hi} 1. d3 c3\n", "othello", "*", 2},
        {"[Game \"Reversi\"]\n\n1.d3 1...c3\n", "othello", "*", 2},
        {"[White \"a\"]\n\n{x} 1. b8-d6 a5-c5\n", "loa", "*", 2},
        {"[Variant \"Lines of Action\"]\n\n1. b8d6 a5c5 0-1\n", "loa", "0-1", 2},
        {"[White \"a\"]\n\n1. a3-a4 a6-a5\n", "draughts", "*", 2},
        {"[Variant \"Turkish\"]\n\n1. a3-a4 a6-a5\n", "draughts", "*", 2},
        {"[White \"a\"]\n[Result \"33-31\"]\n\n1. f5 d6\n", "othello", "1-0", 2},
        {"[White \"a\"]\n\n1. f5 d6 2. c3 d3 31-33\n", "othello", "0-1", 4},
        {"[White \"a\"]\n\n1. f5 d6 32-32\n\n[White \"b\"]\n", "othello", "1/2-1/2", 2},
        {"[White \"a\"]\n\n1. f5 d6 0-0\n", "othello", "*", 2},
        /* a result that is not that of the moves */
        {"[White \"a\"]\n[Result \"0-1\"]\n\n1. e6 f4 e3 f6 g5 d6 e7 f5 c5 0-1\n", "othello", "1-0", 9},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        flank_reader *reader = flank_reader_open_bytes(rows[i].text, strlen(rows[i].text), NULL, NULL, NULL);
        flank_sheet *sheet = NULL;
        assert_non_null(reader);
        assert_int_equal(flank_reader_next(reader, &sheet, NULL), FLANK_OK);
        const flank_sheet_result result = flank_sheet_result_of(sheet);
        const bool black_begins = strcmp(rows[i].game, "draughts") != 0;
        const int sign = black_begins ? result.sign : -result.sign;
        assert_string_equal(flank_game_name(flank_sheet_game(sheet)), rows[i].game);
        assert_int_equal(flank_sheet_end(sheet)->ply, rows[i].plies);
        assert_string_equal(!result.known ? "*" : sign > 0 ? "1-0" : sign < 0 ? "0-1" : "1/2-1/2", rows[i].result);
        flank_sheet_destroy(sheet);
        flank_reader_close(reader);
    }
}

/* What is written as JSON is read again and written as the same; nothing of a game is lost. */
static void assert_json_holds(const char *text)
{
    text_buffer json = {NULL}, again = {NULL}, as_it_was = {NULL}, back = {NULL};
    fixture_convert("flank", text, "json", &json, NULL);
    fixture_convert("json", json.bytes, "json", &again, NULL);
    fixture_convert("flank", text, "flank", &as_it_was, NULL);
    fixture_convert("json", json.bytes, "flank", &back, NULL);
    assert_string_equal(again.bytes, json.bytes);
    assert_string_equal(back.bytes, as_it_was.bytes);
    text_free(&json);
    text_free(&again);
    text_free(&as_it_was);
    text_free(&back);
}

static void test_json_holds(void **state)
{
    (void)state;
    static const char *const texts[] = {
        OTHELLO "[Result \"0-1\"]\n[Discs \"-12\"]\n[Termination \"time forfeit\"]\n[Black \"A\"]\n\n{\"x\"} 1. f5! "
                "{+1.25 3.4s} d6 (1... f6 2. f7 (2. e6)) (1... f4) 2. c3 {@sgf.N [x]}",
        "[Game \"othello\"]\n[Kind \"position\"]\n\n{+2.5} 1. f5 {+2.5} (1. d3 {-1}) (1. f5 {again\\nand again})",
        "[Game \"loa\"]\n[Rules \"repetition=none\"]\n\n1. b1-b3 a2-c2 2. b3-b1 c2-a2 3. b1-b3 a2-c2 4. b3-b1 c2-a2",
        "[Game \"draughts\"]\n[Result \"0-1\"]\n\n{-299.96} 1. a3-a4 {+299.95} h6-h5 {-299.94} 2. b3-b4 {+2.5}",
        "[Game \"tothello\"]\n\n1. c3 d3",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_json_holds(texts[i]);
}

static void test_json(void **state)
{
    (void)state;
    assert_converts(
        "flank",
        OTHELLO "[Result \"0-1\"]\n[Discs \"-12\"]\n[Termination \"time forfeit\"]\n[Black \"A\"]\n\n{\"x\"} 1. f5! "
                "{+1.25 3.4s} d6 (1... f6 2. f7 (2. e6)) (1... f4) 2. c3 {@sgf.N [x]}",
        "json",
        "{\"game\":\"othello\",\"kind\":\"game\",\"rules\":\"\",\"position\":"
        "\"---------------------------OX------XO--------------------------- X\",\"to_move\":\"black\","
        "\"comment\":\"\\\"x\\\"\",\"tags\":{\"Black\":\"A\"},"
        "\"result\":{\"text\":\"0-1\",\"sign\":-1,\"discs\":-12,\"ending\":\"time forfeit\"},\"moves\":["
        "{\"move\":\"f5\",\"color\":\"black\",\"value\":1.25,\"time\":3.400,\"symbol\":\"!\"},"
        "{\"move\":\"d6\",\"color\":\"white\"},"
        "{\"move\":\"c3\",\"color\":\"black\",\"tags\":{\"sgf.N\":\"[x]\"}}],\"variations\":["
        "{\"line\":0,\"ply\":2,\"moves\":[{\"move\":\"f6\",\"color\":\"white\"},"
        "{\"move\":\"f7\",\"color\":\"black\"}]},"
        "{\"line\":0,\"ply\":2,\"moves\":[{\"move\":\"f4\",\"color\":\"white\"}]},"
        "{\"line\":1,\"ply\":3,\"moves\":[{\"move\":\"e6\",\"color\":\"black\"}]}]}\n");
}

/* A game that was adjudicated is told as such, and what a format cannot say of it is counted as lost. */
static void test_adjudicated(void **state)
{
    (void)state;
    static const char text[] = OTHELLO "[Result \"1-0\"]\n[Termination \"adjudication\"]\n\n1. f5\n";
    flank_sheet *sheet = fixture_read("flank", text);
    const flank_sheet_result result = flank_sheet_result_of(sheet);
    assert_true(result.known && result.sign == 1 && result.ending == FLANK_ENDING_ADJUDICATED);
    assert_null(flank_node_tag(flank_sheet_root(sheet), "Termination"));
    flank_sheet_destroy(sheet);
    assert_converts("flank", text, "flank", text);
    static const struct {
        const char *format, *part;
    } rows[] = {{"sgf", "RE[B+]"}, {"ggf", "RE[?]"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint64_t lost[FLANK_LOSS_COUNT];
        text_buffer out = {NULL};
        fixture_convert("flank", text, rows[i].format, &out, lost);
        assert_non_null(strstr(out.bytes, rows[i].part));
        assert_int_equal(lost[FLANK_LOSS_RESULT], 1);
        text_free(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_records),       cmocka_unit_test(test_everything),
        cmocka_unit_test(test_form),          cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_json),          cmocka_unit_test(test_equal_variations),
        cmocka_unit_test(test_manner_of_pgn), cmocka_unit_test(test_adjudicated),
        cmocka_unit_test(test_json_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
