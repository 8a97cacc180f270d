/* SPDX-License-Identifier: MIT
 *
 * Transcripts: lines as people and programs write them. The openings are of the house's list (XOT).
 */
#include "format_fixture.h"

#include <stdio.h>

static void test_lines(void **state)
{
    (void)state;
    static const struct {
        const char *text, *written;
    } rows[] = {
        {"f5d6c3d3c4\n", "f5d6c3d3c4\n"},
        {"F5D6C3\r\nf5 d6 C3\r\n", "f5d6c3\nf5d6c3\n"},
        {"F5d6C3d3C4", "f5d6c3d3c4\n"}, /* capitals for black */
        {"1. f5 d6 2. c3 d3 3. c4\n", "f5d6c3d3c4\n"},
        {"1.f5 2.d6 3.c3\n", "f5d6c3\n"},
        {"f5,d6,c3\n# Tiger\n\n% the end\n", "f5d6c3\n"},
        {"f5d6c4d3c2b3b4b5\nf5f6d3c5d6c7b5e3\n", "f5d6c4d3c2b3b4b5\nf5f6d3c5d6c7b5e3\n"},
        /* a move or a pair in every line */
        {"f5\nd6\nc3\n", "f5d6c3\n"},
        {"f5\r\nd6\r\nc3\r\n\r\nf5\r\nf6\r\n", "f5d6c3\nf5f6\n"},
        {"f5 d6\nc3 d3\nc4\n", "f5d6c3d3c4\n"},
        {"Black: A\nf5\nf6\ne6\nf4\nBlack: B\nf5\nd6", "f5f6e6f4\nf5d6\n"},
        {"f5d6\nf5f6\nf5f4\n", "f5d6\nf5f6\nf5f4\n"}, /* no one follows another */
        {"f5\nd3\nc4\n", "f5\nd3\nc4\n"},
        {"f5f6\ne6f4\nd3c5\nf5d6\n", "f5f6\ne6f4\nd3c5\nf5d6\n"}, /* only the first two do */
        /* full-width */
        {"\uff46\uff15\uff44\uff16\uff43\uff13\n", "f5d6c3\n"},
        {"\uff26\uff15\u3000\uff24\uff16\n\uff23\uff13\n", "f5d6c3\n"},
        /* numbers go on over lines */
        {"1. F5 D6\n2. C3 D3\n3. C4\n", "f5d6c3d3c4\n"},
        {"1. F5\n2. D6\n 3. C3\n1. f5 f6\n", "f5d6c3\nf5f6\n"},
        /* numbers without dots, and on lines of their own */
        {"1 f5 2 d6 3 c3\n", "f5d6c3\n"},
        {"1: f5 2: d6 3: c3\n1)f5 2)d6\n", "f5d6c3\nf5d6\n"},
        {"1 f5\n2 d6\n3 c3\n", "f5d6c3\n"},
        {"1\nf5\n2\nd6\n3\nc3\n", "f5d6c3\n"},
        {"1 f5 d6\n2 c3 d3\n\n1 f5 f6\n", "f5d6c3d3\nf5f6\n"},
        {"1 f5d6\n2 f5f6\n", "f5d6\nf5f6\n"},
        /* dashes, quotes, passes in a run */
        {"F5-D6-C3\n", "f5d6c3\n"},
        {"\"f5d6c3\"\n'f5' 'd6'\n\u201Cf5 d6\u201D\n", "f5d6c3\nf5d6\nf5d6\n"},
        {"c4c3f5b4a4a5c2a3passd2\nC4-C3-F5-B4-A4-A5-C2-A3-PA-D2\n", "c4c3f5b4a4a5c2a3d2\nc4c3f5b4a4a5c2a3d2\n"},
        /* numbers of games, not of moves */
        {"1. f5d6\n2. f5f6\n3. f5f4\n", "f5d6\nf5f6\nf5f4\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_converts("transcript", rows[i].text, "transcript", rows[i].written);
}

/* Black must pass before d2; written in any way or left out, it is the same game. */
static void test_passes(void **state)
{
    (void)state;
    static const char *const words[] = {"", "--", "pa", "PS", "pass"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char text[128];
        snprintf(text, sizeof text, "c4c3f5b4a4a5c2a3 %s d2", words[i]);
        flank_sheet *sheet = fixture_read("transcript", text);
        assert_int_equal(flank_sheet_end(sheet)->ply, 10);
        assert_true(flank_move_is_pass(flank_sheet_end(sheet)->parent->move));
        flank_sheet_destroy(sheet);
    }
}

static void test_results(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool known;
        int sign;
        bool has_discs;
        int discs;
    } rows[] = {
        {"f5d6 33-31", true, 1, true, 2},
        {"f5d6 13-40", true, -1, false, 0}, /* whose empty squares are not known */
        {"f5d6 24-40", true, -1, true, -16},
        {"f5d6 32-32", true, 0, true, 0},
        {"f5d6 +12", true, 1, true, 12},
        {"f5d6 -4", true, -1, true, -4},
        {"f5d6 1-0", true, 1, false, 0},
        {"f5d6 0-1", true, -1, false, 0},
        {"f5d6 1/2-1/2", true, 0, false, 0},
        {"f5d6 (33-31)", true, 1, true, 2},
        {"f5d6 (0-1) ", true, -1, false, 0},
        {"f5d6 33 - 31", true, 1, true, 2},
        {"f5d6 (31 : 33)", true, -1, true, -2},
        {"f5d6 B+12", true, 1, true, 12},
        {"f5d6 (W+4)", true, -1, true, -4},
        {"Result: 30-34\nf5d6", true, -1, true, -4},
        {"Result: 33 - 31\nf5d6", true, 1, true, 2},
        {"Result: B+12\nf5d6", true, 1, true, 12},
        {"Result: (31:33)\nf5d6", true, -1, true, -2},
        {"Result: 1/2-1/2\nf5d6", true, 0, false, 0},
        {"Result: *\nf5d6", false, 0, false, 0},
        {"f5d6 *", false, 0, false, 0},
        {"1. f5 d6\n2. c3 20-44", true, -1, true, -24},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        flank_sheet *sheet = fixture_read("transcript", rows[i].text);
        const flank_sheet_result result = flank_sheet_result_of(sheet);
        assert_int_equal(result.known, rows[i].known);
        assert_int_equal(result.sign, rows[i].sign);
        assert_int_equal(result.has_discs, rows[i].has_discs);
        assert_int_equal(result.discs, rows[i].discs);
        flank_sheet_destroy(sheet);
    }
    flank_sheet *unread = fixture_read("transcript", "Result: black, I think\nf5d6");
    assert_false(flank_sheet_result_of(unread).known);
    assert_string_equal(flank_node_tag(flank_sheet_root(unread), "flank.note"),
                        "its tag Result holds no result that flank knows; it is left out");
    flank_sheet_destroy(unread);
    assert_refused("transcript", "f5d6 60-20", 5, "'60-20' is not a square from a1 to h8 or 'pass'");
    assert_refused("transcript", "1. \n", 3, "there is no move in the line");
    assert_refused("transcript", "33-31", 0, "there is no white piece on a4"); /* a move of draughts */
}

/* The game: the first line tells; what is of no game is read as Othello, to say what is wrong. */
static void test_game_is_found(void **state)
{
    (void)state;
    static const struct {
        const char *text, *game;
        int plies;
    } rows[] = {{"f5d6\n", "othello", 2},
                {"% lines\nb8-d6 a5-c5\n", "loa", 2},
                {"a3-a4 a6-a5\n", "draughts", 2},
                {"1. b1-b3\n", "loa", 1},
                {"a1h8c6\n", "tothello", 3}, /* no game of Othello begins so */
                {"# tothello\nf5d6a1\n", "tothello", 3},
                {"% games\n% Othello\nf5d6\n", "othello", 2}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_string_equal(flank_format_name(flank_format_detect(rows[i].text, strlen(rows[i].text), true)),
                            "transcript");
        flank_sheet *sheet = fixture_read("transcript", rows[i].text);
        assert_string_equal(flank_game_name(flank_sheet_game(sheet)), rows[i].game);
        assert_int_equal(flank_sheet_end(sheet)->ply, rows[i].plies);
        flank_sheet_destroy(sheet);
    }
    /* a text of no game gets the error of the game that gets furthest; Tothello would take all of these */
    assert_refused("transcript", "b8-d6 a5-a6", 6, "a5-a6 has length 1, but the number of pieces on that line is 6");
    assert_refused("transcript", "f5d6a1", 4, "a1 is not legal here: it turns no disc");
    assert_refused("transcript", "d6f5", 0, "d6 is not legal here: it turns no disc");
    assert_refused("transcript", "1 f5 6 c3", 5, "'6' is not a square from a1 to h8 or 'pass'");
    assert_refused("transcript", "f5d6x9c3d3", 4, "'x9' is not a square from a1 to h8 or 'pass'");
}

/* The head of a game is kept where formats agree on its name, and belongs to the next game only. */
static void test_heading(void **state)
{
    (void)state;
    static const char text[] = "Black: alice\nwhite:  Bob B.\r\nDate: 2001.02.03\nRoom: 5\nf5d6c3\nf5f6\n";
    assert_converts("transcript", text, "flank",
                    "[Game \"othello\"]\n[Rules \"\"]\n"
                    "[Position \"---------------------------OX------XO--------------------------- X\"]\n"
                    "[Result \"*\"]\n[Black \"alice\"]\n[White \"Bob B.\"]\n[Date \"2001.02.03\"]\n\n"
                    "1. f5 d6 2. c3\n\n[Game \"othello\"]\n[Rules \"\"]\n"
                    "[Position \"---------------------------OX------XO--------------------------- X\"]\n"
                    "[Result \"*\"]\n\n1. f5 f6\n");
    assert_string_equal(flank_format_name(flank_format_detect(text, strlen(text), true)), "transcript");
    static const char prose[] = "Note: this is\na letter of no game\n";
    assert_null(flank_format_detect(prose, strlen(prose), true));
}

/* The game that its moves do not tell is named, so that flank reads what it wrote. */
static void test_names(void **state)
{
    (void)state;
    static const char games[] = "[Game \"tothello\"]\n\n1. f5 a1\n\n[Game \"tothello\"]\n\n1. c4\n\n"
                                "[Game \"othello\"]\n\n1. f5 d6\n";
    static const char written[] = "# tothello\nf5a1\nc4\n# othello\nf5d6\n";
    assert_converts("flank", games, "transcript", written);
    assert_converts("transcript", written, "transcript", written);
}

/* A heading is read, and on the sheet; it is not written, since a game is a line, and that is told. */
static void test_heading_is_not_written(void **state)
{
    (void)state;
    text_buffer out = {NULL};
    uint64_t lost[FLANK_LOSS_COUNT];
    const char *text = "Event: x: y\nBlack: A. Player\nResult: +2\nTermination: resigned\nf5d6\n";
    assert_int_equal(fixture_convert("transcript", text, "transcript", &out, lost), 1);
    assert_string_equal(out.bytes, "f5d6\n");
    assert_int_equal(lost[FLANK_LOSS_TAGS], 2);
    assert_int_equal(lost[FLANK_LOSS_RESULT], 1);
    text_free(&out);
}

/* A fault is told where it is, also behind a first line; what follows is read. */
static void test_faults(void **state)
{
    (void)state;
    static const char text[] = "1. f5 d6\n2. c3 a1\n3. f5f6\n";
    flank_reader *reader = flank_reader_open_bytes(
        text, strlen(text), &(flank_reader_options){flank_format_find("transcript"), NULL, NULL}, NULL, NULL);
    flank_sheet *sheet;
    flank_error error = {0};
    assert_int_equal(flank_reader_next(reader, &sheet, &error), FLANK_ILLEGAL_MOVE);
    assert_int_equal(error.offset, 15);
    assert_int_equal(flank_reader_error_line(reader), 2);
    assert_int_equal(flank_reader_next(reader, &sheet, &error), FLANK_OK);
    assert_int_equal(flank_sheet_end(sheet)->ply, 2);
    flank_sheet_destroy(sheet);
    flank_reader_close(reader);
    assert_refused("transcript", "f5\nd6\nq3\nd3\n", 6, "'q3' is not a square from a1 to h8 or 'pass'");
    assert_refused("transcript", "\uff46\uff15\uff44\uff16\uff51\uff13", 12,
                   "'q3' is not a square from a1 to h8 or 'pass'");
}

/* The lines whose numbers go on belong to the game with the fault, and those begin no other one. */
static void test_the_rest_of_a_fault_is_passed_over(void **state)
{
    (void)state;
    static const char text[] = "1. f5 d6\n2. c3 a1\n3. d3 c4\n4. f4 c5\n5. b4 b5\nf5f6e6\n";
    flank_reader *reader = flank_reader_open_bytes(
        text, strlen(text), &(flank_reader_options){flank_format_find("transcript"), NULL, NULL}, NULL, NULL);
    flank_sheet *sheet;
    flank_error error = {0};
    assert_int_equal(flank_reader_next(reader, &sheet, &error), FLANK_ILLEGAL_MOVE);
    assert_int_equal(flank_reader_next(reader, &sheet, &error), FLANK_OK);
    assert_int_equal(flank_sheet_end(sheet)->ply, 3);
    flank_sheet_destroy(sheet);
    assert_int_equal(flank_reader_next(reader, &sheet, &error), FLANK_NOT_FOUND);
    flank_reader_close(reader);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_passes),
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_game_is_found),
        cmocka_unit_test(test_heading),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_heading_is_not_written),
        cmocka_unit_test(test_the_rest_of_a_fault_is_passed_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
