/* SPDX-License-Identifier: MIT
 *
 * SGF: files in the style of Edax, of tools for Go, of the Lines of Action page of the standard, of old versions.
 */
#include "core/charset.h"
#include "format_fixture.h"
#include "core/error.h"

#include <stdio.h>

#define HEAD "(;FF[4]GM[2]CA[UTF-8]SZ[8]\n"
#define START "AB[e4][d5]AW[d4][e5]PL[B]\n"
#define LOA_START                                                                                                      \
    "AB[b1][c1][d1][e1][f1][g1][b8][c8][d8][e8][f8][g8]AW[a2][h2][a3][h3][a4][h4][a5][h5][a6][h6][a7][h7]PL[B]\n"

/* The first move stands in the root, a ';' behind every move. */
static void test_edax(void **state)
{
    (void)state;
    static const char text[] =
        "(;FF[4]GM[2]AP[edax:4.6]PC[Edax]DT[2024-05-01]PB[Edax]PW[Human]SZ[8]AB[e4][d5]AW[d4][e5]"
        "PL[B]RE[B+12]B[f5];W[d6];B[c3];)";
    flank_sheet *sheet = fixture_read("sgf", text);
    const flank_node *root = flank_sheet_root(sheet);
    assert_string_equal(flank_node_tag(root, "Black"), "Edax");
    assert_string_equal(flank_node_tag(root, "Site"), "Edax");
    assert_string_equal(flank_node_tag(root, "Date"), "2024.05.01");
    assert_string_equal(flank_node_tag(root, "sgf.AP"), "[edax:4.6]");
    assert_int_equal(flank_sheet_end(sheet)->ply, 3);
    const flank_sheet_result result = flank_sheet_result_of(sheet);
    assert_true(result.known && result.sign == 1 && result.has_discs && result.discs == 12);
    flank_sheet_destroy(sheet);
    assert_converts("sgf", text, "sgf",
                    HEAD "PB[Edax]PW[Human]PC[Edax]DT[2024-05-01]RE[B+12]\n" START
                         "AP[edax:4.6]\n;B[f5];W[d6];B[c3])\n");
    assert_converts("sgf", text, "transcript", "f5d6c3\n");
}

/* Letters for rows, blanks everywhere, variations, escapes, times left, what only SGF knows. */
static void test_go_tools(void **state)
{
    (void)state;
    static const char text[] =
        "From: someone (see below;)\n\n( ; GM [2] FF[4] CA[utf-8]\n SZ[8] TM[60] GN[x\\]y] GC[a [good\\] game]\n"
        ";B[fe]BL[58.5]TE[1]C[one \\\ntwo\\\\\nthree]\n(;W[df]WL[50]V[-1.25]N[main]\n;B[cc] BL [50.25])\n"
        "(;W[ff]BM[2]LB[aa:A][bb:B])(;W[fd]DO[]))";
    flank_sheet *sheet = fixture_read("sgf", text);
    const flank_node *root = flank_sheet_root(sheet), *f5 = root->child, *d6 = f5->child;
    assert_string_equal(flank_node_tag(root, "Comment"), "a [good] game");
    assert_string_equal(flank_node_tag(root, "sgf.GN"), "[x\\]y]");
    assert_string_equal(flank_node_tag(f5, "Comment"), "one two\\\nthree");
    assert_string_equal(flank_node_tag(f5, "Symbol"), "!");
    assert_true(f5->has_time && f5->time_ms == 1500);
    assert_true(d6->has_time && d6->time_ms == 10000);
    assert_true(d6->has_value && d6->value == 125); /* Black's view is turned */
    assert_true(d6->child->has_time && d6->child->time_ms == 8250);
    assert_string_equal(flank_node_tag(d6->sibling, "Symbol"), "??");
    assert_string_equal(flank_node_tag(d6->sibling, "sgf.LB"), "[aa:A][bb:B]");
    assert_string_equal(flank_node_tag(d6->sibling->sibling, "Symbol"), "?!");
    flank_sheet_destroy(sheet);
    assert_converts("sgf", text, "sgf",
                    HEAD "TM[60]\n" START
                         "C[a [good\\] game]GN[x\\]y]\n;B[f5]ET[1.5]TE[1]C[one two\\\\\nthree]BL[58.5]\n"
                         "(;W[d6]ET[10]V[-1.25]WL[50]N[main];B[c3]ET[8.25]BL[50.25])\n"
                         "(;W[f6]BM[2]LB[aa:A][bb:B])\n(;W[f4]DO[]))\n");
}

/* Small letters of FF[1] to FF[3]; rectangles of points; who begins. */
static void test_setup(void **state)
{
    (void)state;
    flank_sheet *sheet = fixture_read("sgf", "(;GaMe[2]FF[3]AddBlack[a1:b2][fe]AW[h8]PLayer[White]Comment[a problem])");
    const flank_position *start = &flank_sheet_root(sheet)->position;
    assert_int_equal(flank_sheet_kind_of(sheet), FLANK_SHEET_POSITION);
    assert_int_equal(start->color, FLANK_WHITE);
    assert_true(start->own == UINT64_C(1) << 63 && start->other == UINT64_C(0x0000002000000303));
    flank_sheet_destroy(sheet);
    sheet = fixture_read("sgf", "(;GM[2];AE[e5]C[a disc less];W[f4])"); /* White begins, since White moves */
    start = &flank_sheet_root(sheet)->position;
    assert_true(start->color == FLANK_WHITE && start->own == UINT64_C(1) << 27);
    flank_sheet_destroy(sheet);
    assert_refused("sgf", "(;GM[2];B[f5];AB[a1])", 14, "AB changes the position after a move");
    assert_refused("sgf", "(;GM[2]AB[a9])", 7, "AB[a9] is no square of the board");
}

/* Passes may be written or not; a pass after the end is nothing; a wrong color is told. */
static void test_passes(void **state)
{
    (void)state;
#define NEAR_END "(;GM[2]AB[b2:h6][b7:g7][b8:f8][h8]AW[a1:h1][a2:a7][h7]PL[W];W[a8]"
    static const char *const ends[] = {";W[g8])", ";B[PA];W[g8];B[pass];W[tt])", ";B[];W[gh])"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char text[200];
        snprintf(text, sizeof text, "%s%s", NEAR_END, ends[i]);
        flank_sheet *sheet = fixture_read("sgf", text);
        assert_int_equal(flank_sheet_end(sheet)->ply, 3);
        assert_true(flank_move_is_pass(flank_sheet_root(sheet)->child->child->move));
        flank_sheet_destroy(sheet);
    }
    assert_refused("sgf", "(;GM[2];B[f5];B[d6])", 14, "B[d6], but it is white's turn");
    assert_refused("sgf", "(;GM[2];B[f5]\n;W[a1])", 15, "a1 is not legal here: it turns no disc");
}

/* Digits that a sheet does not hold are written again, unless the value was changed. */
static void test_values(void **state)
{
    (void)state;
    static const char text[] = HEAD START ";B[f5]V[-1.2549];W[d6]V[0.1];B[c3]V[1.5][2]P1[x])\n";
    flank_sheet *sheet = fixture_read("sgf", text);
    const flank_node *f5 = flank_sheet_root(sheet)->child;
    assert_int_equal(f5->value, -125);
    assert_int_equal(f5->child->value, -10);
    assert_false(f5->child->child->has_value);
    flank_sheet_destroy(sheet);
    assert_converts("sgf", text, "sgf", text);
    assert_converts("flank", "[Game \"othello\"]\n\n1. f5 {+2} {@sgf.V [1.2549]}", "sgf", HEAD START ";B[f5]V[2])\n");
}

static void test_results(void **state)
{
    (void)state;
    static const struct {
        const char *text, *written;
        int sign, discs;
        flank_ending ending;
    } rows[] = {
        {"B+12", "B+12", 1, 12, FLANK_ENDING_PLAYED},
        {"W+R", "W+R", -1, 0, FLANK_ENDING_RESIGNED},
        {"b+resign", "B+R", 1, 0, FLANK_ENDING_RESIGNED},
        {"W+Time", "W+T", -1, 0, FLANK_ENDING_TIME},
        {"B+Forfeit", "B+F", 1, 0, FLANK_ENDING_FORFEIT},
        {"W+64.0", "W+64", -1, -64, FLANK_ENDING_PLAYED},
        {"B", "B+", 1, 0, FLANK_ENDING_PLAYED},
        {"0", "0", 0, 0, FLANK_ENDING_PLAYED},
        {"Draw", "Draw", 0, 0, FLANK_ENDING_AGREED},
        {"W+0.5", "W+0.5", -1, 0, FLANK_ENDING_PLAYED},
        {"B+three", "B+three", 1, 0, FLANK_ENDING_PLAYED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[80], written[200];
        snprintf(text, sizeof text, "(;GM[2]RE[%s];B[f5])", rows[i].text);
        flank_sheet *sheet = fixture_read("sgf", text);
        const flank_sheet_result result = flank_sheet_result_of(sheet);
        assert_true(result.known);
        assert_int_equal(result.sign, rows[i].sign);
        assert_int_equal(result.discs, rows[i].discs);
        assert_int_equal(result.ending, rows[i].ending);
        flank_sheet_destroy(sheet);
        const bool kept = strlen(rows[i].text) > 2 && strcmp(rows[i].text, rows[i].written) == 0 &&
                          rows[i].text[1] == '+' && rows[i].discs == 0 && rows[i].ending == FLANK_ENDING_PLAYED;
        snprintf(written, sizeof written, kept ? HEAD START "RE[%s]\n;B[f5])\n" : HEAD "RE[%s]\n" START ";B[f5])\n",
                 rows[i].written);
        assert_converts("sgf", text, "sgf", written);
    }
    static const char *const unknown[] = {"Void", "?", "Black wins"};
    for (size_t i = 0; i < 3; i++) {
        char text[80], written[200];
        snprintf(text, sizeof text, "(;GM[2]RE[%s];B[f5])", unknown[i]);
        snprintf(written, sizeof written, HEAD START "RE[%s]\n;B[f5])\n", unknown[i]);
        assert_converts("sgf", text, "sgf", written);
    }
}

static void test_lines_of_action(void **state)
{
    (void)state;
    static const char text[] = "(;GM[9]FF[4]SU[Standard]IP[End]IY[True];B[B1-b3];W[H2:f4];B[resign])";
    assert_refused("sgf", text, 49, "there is nothing to capture on f4");
    static const char good[] = "(;FF[4]SU[Standard]IP[End]IY[True];B[B1-b3];W[H2-f4++];B[resign])"; /* no GM */
    flank_sheet *sheet = fixture_read("sgf", good);
    assert_string_equal(flank_game_name(flank_sheet_game(sheet)), "loa");
    const flank_sheet_result result = flank_sheet_result_of(sheet);
    assert_true(result.known && result.sign == -1 && result.ending == FLANK_ENDING_RESIGNED);
    flank_sheet_destroy(sheet);
    assert_converts("sgf", good, "sgf",
                    "(;FF[4]GM[9]CA[UTF-8]SZ[8]\nRE[W+R]\n" LOA_START
                    "SU[Standard]IP[End]IY[True]\n;B[b1-b3];W[h2-f4];B[resign])\n");
    assert_converts("sgf", "(;GM[9]RU[repetition=2,simultaneous=mover];B[b1-b3])", "sgf",
                    "(;FF[4]GM[9]CA[UTF-8]SZ[8]\nRU[simultaneous=mover,repetition=2]\n" LOA_START ";B[b1-b3])\n");
}

static void assert_note(const char *text, const char *expected)
{
    flank_sheet *sheet = fixture_read("sgf", text);
    const char *note = flank_node_tag(flank_sheet_root(sheet), "flank.note");
    assert_string_equal(note ? note : "", expected);
    flank_sheet_destroy(sheet);
}

/* Every charset becomes UTF-8, also where the file does not say which it is; one that nobody knows is told. */
static void test_charsets(void **state)
{
    (void)state;
    assert_converts("sgf", "(;GM[2]CA[ISO-8859-1]PB[Andr\xe9])", "sgf", HEAD "PB[Andr\xc3\xa9]\n" START ")\n");
    assert_converts("sgf", "(;GM[2]PB[Andr\xe9])", "sgf", HEAD "PB[Andr\xc3\xa9]\n" START ")\n");
    assert_converts("sgf", "(;GM[2]PB[Andr\xc3\xa9])", "sgf", HEAD "PB[Andr\xc3\xa9]\n" START ")\n");
    assert_converts("sgf", "(;GM[2]CA[windows-1252]PB[\x8akoda])", "sgf", HEAD "PB[Škoda]\n" START ")\n");
    assert_converts("sgf", "(;GM[2]CA[UTF-8]PB[Andr\xe9])", "sgf", HEAD "PB[André]\n" START ")\n");
    assert_converts("sgf", "(;GM[2]CA[x-none]PB[Andr\xe9])", "sgf", HEAD "PB[André]\n" START ")\n");
    assert_note("(;GM[2]CA[x-none]PB[Andr\xe9])", "CA[x-none] is no character set known here: read as windows-1252");
    assert_note("(;GM[2]CA[x-none]PB[Andre])", "");
    assert_note("(;GM[2]CA[UTF-16]PB[Andr\xe9])", "CA[UTF-16] is no character set known here: read as windows-1252");
    assert_note("(;GM[2]CA[../UTF-8]PB[\xe9])", "CA[../UTF-8] is no character set known here: read as windows-1252");
    /* the offset of a failure is that in the file */
    assert_refused("sgf", "(;GM[2]CA[ISO-8859-1]PB[Andr\xe9];B[a1])", 31, "a1 is not legal here: it turns no disc");
    assert_refused("sgf", "(;GM[2]CA[cp1252]PB[\x80\x80];B[a1])", 24, "a1 is not legal here: it turns no disc");
}

/* Those of the C library; its tables may not be installed. In Shift_JIS the second byte of a letter may be a bracket or
 * a backslash of ASCII. */
static void test_charsets_of_libc(void **state)
{
    (void)state;
    if (!charset_is_known("GB2312") || !charset_is_known("Shift_JIS") || !charset_is_known("CP1255"))
        return; /* cmocka's skip() writes "not ok", which counts as failed */
    assert_converts("sgf", "(;GM[2]CA[GB2312]PB[\xcf\xeb])", "sgf", HEAD "PB[想]\n" START ")\n");
    assert_converts("sgf", "(;GM[2]CA[Shift_JIS]PB[\x88\xd7\x91\xa5])", "sgf", HEAD "PB[為則]\n" START ")\n");
    assert_converts("sgf", "(;GM[2]PB[\x83\x5c.]CA[Shift_JIS];B[f5])", "sgf", HEAD "PB[ソ.]\n" START ";B[f5])\n");
    assert_converts("sgf", "(;GM[2]CA[cp1255]C[\xe0])", "sgf", HEAD START "C[א])\n");
    assert_converts("sgf", "(;GM[2]CA[GB2312]PB[\xcf\xffx])", "sgf",
                    HEAD "PB[\xef\xbf\xbd\xef\xbf\xbdx]\n" START ")\n");
    assert_note("(;GM[2]CA[GB2312]PB[\xcf\xffx])", "bytes that are no letters of CA[GB2312] became U+FFFD");
    assert_refused("sgf", "(;GM[2]CA[GB2312]PB[\xcf\xeb\xcf\xeb];B[a1])", 26, "a1 is not legal here: it turns no disc");
}

/* A position that is asked about stays one, with candidates too; a game without moves stays a game. */
static void test_kinds(void **state)
{
    (void)state;
#define F5_PLAYED "AB[e4][d5][e5][f5]AW[d4]PL[W]"
    static const struct {
        const char *text;
        flank_sheet_kind kind;
        bool same; /* it is written like that */
    } rows[] = {
        {HEAD "KIND[position]\n" START "\n(;B[f5]V[3])\n(;B[d3]V[1]))\n", FLANK_SHEET_POSITION, false},
        {"(;GM[2]KIND[position]" F5_PLAYED ";W[d6])", FLANK_SHEET_POSITION, false},
        {"(;GM[2]" F5_PLAYED ")", FLANK_SHEET_POSITION, false},
        {"(;GM[2]KIND[game]" F5_PLAYED ")", FLANK_SHEET_GAME, false},
        {"(;GM[2]KIND[other]KIND[position];B[f5])", FLANK_SHEET_POSITION, false},
        {HEAD START ")\n", FLANK_SHEET_GAME, true},
        {HEAD START ";B[f5])\n", FLANK_SHEET_GAME, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        flank_sheet *sheet = fixture_read("sgf", rows[i].text);
        assert_int_equal(flank_sheet_kind_of(sheet), rows[i].kind);
        flank_sheet_destroy(sheet);
        text_buffer out = {NULL};
        fixture_convert("sgf", rows[i].text, "sgf", &out, NULL);
        if (rows[i].same)
            assert_string_equal(out.bytes, rows[i].text);
        sheet = fixture_read("sgf", out.bytes);
        assert_int_equal(flank_sheet_kind_of(sheet), rows[i].kind);
        flank_sheet_destroy(sheet);
        text_free(&out);
    }
}

/* That the first game of `text` is read as `moves`, and then refused with `message` at `offset`. */
static void assert_cut(const char *text, const char *moves, size_t offset, const char *message)
{
    const flank_reader_options options = {.format = flank_format_find("sgf")};
    flank_reader *reader = flank_reader_open_bytes(text, strlen(text), &options, NULL, NULL);
    flank_sheet *sheet = NULL;
    flank_error error = {0};
    text_buffer out = {NULL};
    flank_writer *writer = flank_writer_open_sink(fixture_sink, &out, flank_format_find("transcript"), NULL, NULL);
    assert_int_equal(flank_reader_next(reader, &sheet, &error), FLANK_OK);
    assert_int_equal(flank_writer_write(writer, sheet, NULL), FLANK_OK);
    assert_string_equal(out.bytes, moves);
    flank_sheet_destroy(sheet);
    assert_int_equal(flank_reader_next(reader, &sheet, &error), FLANK_BAD_RECORD);
    assert_string_equal(error_english(&error), message);
    assert_int_equal(error.offset, offset);
    flank_writer_close(writer, true, NULL);
    flank_reader_close(reader);
    text_free(&out);
}

/* A game whose end is missing is read up to its last whole value, and what is missing is told. */
static void test_cut_off(void **state)
{
    (void)state;
    static const char ends[] = "the file ends within a game, at byte %zu; it is read as far as it goes";
    static const char *const games[] = {"(;GM[2];B[f5];W[d6]", "(;GM[2];B[f5];W[d6];", "(;GM[2];B[f5];W[d6];B",
                                        "(;GM[2];B[f5](;W[d6]", "(;GM[2];B[f5](;W[d6];B[c3])(;W[f6"};
    char message[128];
    for (size_t i = 0; i < 4; i++) {
        snprintf(message, sizeof message, ends, strlen(games[i]));
        assert_cut(games[i], "f5d6\n", 0, message);
    }
    assert_cut(games[4], "f5d6c3\n", 30, "a value without its ], at byte 33; it is read as far as it goes");
    assert_cut("(;GM[2];B[f5]\n(;GM[2]FF[4];B[c4])", "f5\n", 0,
               "another game begins before this one ends, at byte 14; it is read as far as it goes");
    assert_refused("sgf", "(;GM[2];", 0, "the file ends within a game");
    assert_refused("sgf", "(;GM[2];B[f5];W[f5]", 14, "f5 is not legal here: it is occupied");
}

/* Words in place of moves in Lines of Action, as red-bean's page and BoardSpace have them. */
static void test_words(void **state)
{
    (void)state;
    static const struct {
        const char *word;
        bool known;
        int sign;
        flank_ending ending;
    } rows[] = {
        {"resign", true, -1, FLANK_ENDING_RESIGNED},     {"Resigns", true, -1, FLANK_ENDING_RESIGNED},
        {"forfeit", true, -1, FLANK_ENDING_FORFEIT},     {"WinOnTime", true, 1, FLANK_ENDING_TIME},
        {"Accept Draw", true, 0, FLANK_ENDING_AGREED},   {"acceptdraw", true, 0, FLANK_ENDING_AGREED},
        {"offer draw", false, 0, FLANK_ENDING_PLAYED},   {"OfferDraw", false, 0, FLANK_ENDING_PLAYED},
        {"decline draw", false, 0, FLANK_ENDING_PLAYED}, {"swap", false, 0, FLANK_ENDING_PLAYED},
        {"start black", false, 0, FLANK_ENDING_PLAYED},  {"edit", false, 0, FLANK_ENDING_PLAYED},
        {"select b3", false, 0, FLANK_ENDING_PLAYED},    {"12 resign", true, -1, FLANK_ENDING_RESIGNED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[128], kept[64];
        snprintf(text, sizeof text, "(;GM[9];B[1 b1-b3];W[2 a4-c4];B[%s])", rows[i].word);
        flank_sheet *sheet = fixture_read("sgf", text);
        const flank_sheet_result result = flank_sheet_result_of(sheet);
        assert_int_equal(flank_sheet_end(sheet)->ply, 2);
        assert_int_equal(result.known, rows[i].known);
        if (result.known) {
            assert_int_equal(result.sign, rows[i].sign);
            assert_int_equal(result.ending, rows[i].ending);
        }
        snprintf(kept, sizeof kept, "[%s]", rows[i].word);
        assert_string_equal(flank_node_tag(flank_sheet_end(sheet), "sgf.B"), kept);
        flank_sheet_destroy(sheet);
    }
    static const struct {
        const char *text;
        bool known;
    } ways[] = {{"(;GM[2];B[f5];W[resign])", true},
                {"(;GM[2];B[f5]()(;W[resign]))", true},
                {"(;GM[2];B[f5](;W[resign])(;W[d6]))", true}, /* the resignation is a variation */
                {"(;GM[2];B[f5]()(;W[resign];W[d6]))", false},
                {"(;GM[2];B[f5](;W[d6])(;W[resign]))", false},
                {"(;GM[2];B[f5];W[resign];W[d6])", false},
                {"(;GM[2];B[f5];W[resign];W[d6];B[resign])", true}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        flank_sheet *sheet = fixture_read("sgf", ways[i].text);
        assert_int_equal(flank_sheet_result_of(sheet).known, ways[i].known);
        flank_sheet_destroy(sheet);
    }
    assert_refused("sgf", "(;GM[9]SU[gemma];B[b1-b3])", 7,
                   "SU[gemma] without AB and AW: only the standard set-up is known by its name");
    assert_converts("sgf", "(;GM[9]SU[STANDARD];B[b1-b3])", "transcript", "b1-b3\n");
}

/* A comment that looks like the beginning of a game is none. */
static void test_comments_that_look_like_games(void **state)
{
    (void)state;
    assert_converts("sgf", "(;GM[2];B[f5]C[see\n\\(;GM[2\\])\n(or not)])", "sgf",
                    HEAD START ";B[f5]C[see\n\\(;GM[2\\])\n\\(or not)])\n");
    assert_cut("(;GM[2]\n;B[f5]C[see\n(;GM[2];B[f5])", "f5\n", 15,
               "a value without its ], at byte 20; it is read as far as it goes");
}

/* The first line stays the one that was played, and ends where it ends. */
static void test_equal_variations(void **state)
{
    (void)state;
    static const char text[] = HEAD START ";B[f5]\n(;W[d6]C[one])\n(;W[d6]C[two];B[c3]))\n";
    assert_converts("sgf", text, "sgf", text);
    assert_converts("sgf", text, "transcript", "f5d6\n");
    flank_sheet *sheet = fixture_read("sgf", NEAR_END "(;B[])(;W[g8]))");
    assert_int_equal(flank_sheet_end(sheet)->ply, 2);
    flank_sheet_destroy(sheet);
    sheet = fixture_read("sgf", NEAR_END "(;W[g8])(;W[g8]C[again]))");
    assert_int_equal(flank_sheet_count(sheet), 5); /* one pass */
    flank_sheet_destroy(sheet);
}

/* A damaged game is told, the next one is read. */
static void test_damage(void **state)
{
    (void)state;
    static const char text[] = "(;GM[2];B[f5](;W[d6]\n(;GM[2]FF[4];B[c4];W[c5])\n(;GM[1]SZ[19];B[pd])(;FF[4]B[f5;W[d6])"
                               "(;GM[2]SZ[10])(;GM[2];B[f5]{})(;GM[2];B[d3])(;GM[2]C[";
    static const char *const messages[] = {
        NULL,
        "another game begins before this one ends, at byte 21; it is read as far as it goes",
        NULL,
        "GM[1] is Go: SGF files are read of Othello (2), Lines of Action (9)",
        "'f5;w[d6' is not a square from a1 to h8 or 'pass'",
        "SZ[10]: only boards of 8x8 are read",
        "expected a property such as B[f5], or ; ( )",
        NULL,
        "a value without its ]"};
    const flank_reader_options options = {.format = flank_format_find("sgf")};
    flank_reader *reader = flank_reader_open_bytes(text, sizeof text - 1, &options, NULL, NULL);
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
        flank_sheet *sheet = NULL;
        flank_error error = {0};
        const flank_status status = flank_reader_next(reader, &sheet, &error);
        if (messages[i])
            assert_string_equal(error_english(&error), messages[i]);
        else
            assert_int_equal(status, FLANK_OK);
        if (status == FLANK_OK)
            flank_sheet_destroy(sheet);
    }
    assert_int_equal(flank_reader_error_line(reader), 3);
    flank_sheet *sheet;
    assert_int_equal(flank_reader_next(reader, &sheet, NULL), FLANK_NOT_FOUND);
    flank_reader_close(reader);
}

/* Neither depth of nesting nor a number of notes may cost more than its length. */
static void test_hostile(void **state)
{
    (void)state;
    enum { COUNT = 200000 };
    text_buffer text = {NULL}, notes = {NULL};
    text_add(&text, "(;GM[2];B[f5]");
    for (int i = 0; i < COUNT; i++)
        text_add(&text, "(;");
    for (int i = 0; i < COUNT; i++)
        text_add(&text, ")");
    text_add(&text, ")");
    flank_sheet *sheet = fixture_read("sgf", text.bytes);
    assert_int_equal(flank_sheet_count(sheet), 2);
    flank_sheet_destroy(sheet);
    text_add(&notes, "(;GM[2]");
    for (int i = 0; i < COUNT; i++)
        text_add(&notes, ";C[x]");
    text_add(&notes, ")");
    assert_refused("sgf", notes.bytes, 20493, "a move has too many notes");
    text_free(&text);
    text_free(&notes);
}

static void test_detection(void **state)
{
    (void)state;
    static const struct {
        const char *text, *format;
    } rows[] = {
        {"(;FF[4]GM[2]SZ[8];B[f5])", "sgf"},
        {"\n\n( ;\nGM[9]", "sgf"},
        {"some words (and more;) (;FF[4]GM[2];B[f5])", "sgf"},
        {"(;GM[Othello]PC[GGS/os]BO[8 ---------------------------O*------*O--------------------------- *]B[d3];)",
         "ggf"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const flank_format *format = flank_format_detect(rows[i].text, strlen(rows[i].text), true);
        assert_non_null(format);
        assert_string_equal(flank_format_name(format), rows[i].format);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edax),
        cmocka_unit_test(test_go_tools),
        cmocka_unit_test(test_setup),
        cmocka_unit_test(test_passes),
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_lines_of_action),
        cmocka_unit_test(test_charsets),
        cmocka_unit_test(test_charsets_of_libc),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_detection),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_equal_variations),
        cmocka_unit_test(test_comments_that_look_like_games),
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_cut_off),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
