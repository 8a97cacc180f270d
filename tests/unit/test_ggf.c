/* SPDX-License-Identifier: MIT
 *
 * GGF as GGS and NBoard write it. The samples are made up in the style of their files.
 */
#include "format_fixture.h"

#include <stdio.h>

#define START "BO[8 ---------------------------O*------*O--------------------------- *]"
#define SPACED "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"

static void test_game_of_a_server(void **state)
{
    (void)state;
    flank_sheet *sheet = fixture_read(
        "ggf", "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Ann]PW[Bot]RB[2197.01]RW[2199.72]TI[05:00//02:00]"
               "TY[8]RE[-12.00:t]" SPACED "B[F5//4.09]W[d6/-48.50/0.93]B[C3/1.5/1:02.5]W[d3/-2];)");
    const flank_node *root = flank_sheet_root(sheet), *f5 = root->child, *d6 = f5->child, *c3 = d6->child;
    assert_string_equal(flank_node_tag(root, "Site"), "GGS/os");
    assert_string_equal(flank_node_tag(root, "Date"), "2003.12.15 13:24:03");
    assert_string_equal(flank_node_tag(root, "Black"), "Ann");
    assert_string_equal(flank_node_tag(root, "White"), "Bot");
    assert_string_equal(flank_node_tag(root, "BlackRating"), "2197.01");
    assert_string_equal(flank_node_tag(root, "WhiteRating"), "2199.72");
    assert_string_equal(flank_node_tag(root, "TimeControl"), "05:00//02:00");
    assert_string_equal(flank_node_tag(root, "ggf.DT"), "2003.12.15_13:24:03.MST"); /* the zone */
    assert_null(flank_node_tag(root, "ggf.TY"));
    const flank_sheet_result result = flank_sheet_result_of(sheet);
    assert_true(result.known && result.has_discs);
    assert_int_equal(result.discs, -12);
    assert_int_equal(result.ending, FLANK_ENDING_TIME);
    assert_true(!f5->has_value && f5->has_time && f5->time_ms == 4090);
    assert_true(d6->has_value && d6->value == -4850 && d6->time_ms == 930);
    assert_true(c3->value == 150 && c3->time_ms == 62500);
    assert_true(c3->child->value == -200 && !c3->child->has_time);
    assert_int_equal(flank_sheet_kind_of(sheet), FLANK_SHEET_GAME);
    flank_sheet_destroy(sheet);
}

/* What the sheet has no name for is kept under that of GGF, with a number if there are several. */
static void test_kept_tags(void **state)
{
    (void)state;
    flank_sheet *sheet = fixture_read("ggf", "(;GM[Othello]CO[a]CO[b]ID[x]CO[c]RE[-12.00]" START "B[F5];)");
    const flank_node *root = flank_sheet_root(sheet);
    assert_string_equal(flank_node_tag(root, "ggf.CO"), "a");
    assert_string_equal(flank_node_tag(root, "ggf.CO.2"), "b");
    assert_string_equal(flank_node_tag(root, "ggf.CO.3"), "c");
    assert_string_equal(flank_node_tag(root, "ggf.ID"), "x");
    assert_null(flank_node_tag(root, "ggf.RE")); /* the sheet's own result says it all */
    flank_sheet_destroy(sheet);
    sheet = fixture_read("ggf", "(;GM[Othello]RE[-12.00:x]" START "B[F5];)");
    assert_string_equal(flank_node_tag(flank_sheet_root(sheet), "ggf.RE"), "-12.00:x");
    assert_int_equal(flank_sheet_result_of(sheet).discs, -12);
    flank_sheet_destroy(sheet);
}

/* Of the tags that GGF has names for none is lost, wherever in its list; another one is. */
static void test_lost_tags(void **state)
{
    (void)state;
    text_buffer out = {NULL};
    uint64_t lost[FLANK_LOSS_COUNT];
    fixture_convert("flank",
                    "[Game \"othello\"]\n[Site \"s\"]\n[Event \"e\"]\n[White \"w\"]\n[TimeControl \"05:00\"]\n\n1. f5",
                    "ggf", &out, lost);
    assert_non_null(strstr(out.bytes, "PC[s]"));
    assert_non_null(strstr(out.bytes, "PW[w]"));
    assert_int_equal(lost[FLANK_LOSS_TAGS], 1);
    text_free(&out);
}

/* A written game is read, and written in the same way; nothing is lost on the way. */
static void test_round_trips(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Ann]PW[Bot]RB[2197.01]RW[2199.72]TI[05:00//02:00]TY[8]"
        "RE[-12.00:r]" START "B[F5//4.09]W[D6/-48.50/0.93]B[C3/-0.05];)\n",
        /* NBoard: more digits of the time than two, a zone, no result, other starts */
        "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[x]TI[15:00]TY[8]RE[?]"
        "BO[8 --*O-----------------------O*------*O--------------------------- *]B[F5]W[F6]B[D3//2.991];)\n",
        /* more digits of the value than the sheet has */
        "(;GM[Othello]TY[8]RE[?]" START "B[F5/1.2345/0.0004];)\n",
        /* synchro: two games a line; what nobody knows */
        "2 (;GM[Othello]PB[a]PW[b]TY[s8r18]RE[-10.00]" START "B[F5];)(;GM[Othello]PB[b]PW[a]TY[s8r18]RE[+10.00]" START
        "B[F5]W[D6];)\n1 (;GM[Othello]PB[c]PW[d]TY[8r20]RE[+3.40]" START "KB[F5/3.00]KW[d3/4.00]KM[0.00]B[F5];)\n",
        "(;GM[Othello]TB[5:00]TW[1:00//1:00]TY[s8rand]XY[one]XY[two]RE[+64.00:x]" START ";)\n",
        "(;GM[Othello]TI[0]TY[8]RE[+0.00:s]" START ";)\n",
        /* the fewest discs: the rule says 8a; more of a type is kept */
        "(;GM[Othello]TY[8a]RE[+4.00:t]" START "B[F5];)\n",
        "2 (;GM[Othello]PB[a]TY[s8r20a]RE[-4.00]" START "B[F5];)(;GM[Othello]PW[a]TY[s8r20a]RE[+4.00]" START
        "B[F5];)\n",
        "(;GM[Tothello]PB[a]PW[b]TY[8]RE[?]BO[8 ---------------------------*O------O*--------------------------- *]"
        ";)\n",
        "(;GM[Othello]TY[8]RE[?]BO[8 --*O-----------------------O*------*O--------------------------- O];)\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        text_buffer out = {NULL};
        uint64_t lost[FLANK_LOSS_COUNT];
        fixture_convert("ggf", texts[i], "ggf", &out, lost);
        assert_string_equal(out.bytes, texts[i]);
        for (size_t loss = 0; loss < FLANK_LOSS_COUNT; loss++)
            assert_int_equal(lost[loss], 0);
        text_free(&out);
    }
}

static void test_what_is_allowed(void **state)
{
    (void)state;
    static const char head[] = "(;GM[Othello]TY[8]RE[?]" START;
    static const struct {
        const char *text, *moves;
    } rows[] = {
        {"(;gm[othello]B[f5]w[D6];)", "B[F5]W[D6];)\n"},
        {"  (; GM [ Othello ]\r\n\tB[ f5 ]\nW[d6/]\n;\n)", "B[F5]W[D6];)\n"},
        {"(;GM[Othello]TY[8]RE[]PB[]BO[8 ........ ........\n........ ...ox... ...XO... ........ ........ ........\nx "
         "]B[f5//];)",
         "B[F5];)\n"},
        {"(;B[f5];)", "B[F5];)\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char expected[512];
        snprintf(expected, sizeof expected, "%s%s", head, rows[i].moves);
        assert_converts("ggf", rows[i].text, "ggf", expected);
    }
}

/* Of a date counts what is one: years of four digits, then months and days of one or two. */
static void test_dates(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"2001.5.3", "2001.05.03"},    {"2001-12/31", "2001.12.31"},  {"2001.13.03", "2001.??.??"},
        {"2001.005.03", "2001.??.??"}, {"2001.05.003", "2001.05.??"}, {"2001.05.", "2001.05.??"},
        {"2001.0.3", "2001.??.??"},    {"2001.05.32", "2001.05.??"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[64];
        snprintf(text, sizeof text, "(;GM[Othello]DT[%s]B[f5];)", rows[i][0]);
        flank_sheet *sheet = fixture_read("ggf", text);
        assert_string_equal(flank_node_tag(flank_sheet_root(sheet), "Date"), rows[i][1]);
        flank_sheet_destroy(sheet);
    }
}

/* Passes are written, but a file may leave them out, and write one behind the end. */
static void test_passes(void **state)
{
    (void)state;
#define FULL "BO[8 OOOOOOOO O******* O******* O******* O******* O******* O******O -*****-* O]"
    for (int i = 0; i < 3; i++) {
        static const char *const texts[] = {"(;GM[Othello]PB[a]" FULL "W[A8]B[PA]W[G8];)",
                                            "(;GM[Othello]PB[a]" FULL "W[A8]W[G8];)",
                                            "(;GM[Othello]PB[a]" FULL "W[A8]B[pass//0.1]W[G8]B[PA];)"};
        flank_sheet *sheet = fixture_read("ggf", texts[i]);
        assert_int_equal(flank_sheet_end(sheet)->ply, 3);
        assert_true(flank_move_is_pass(flank_sheet_end(sheet)->parent->move));
        flank_sheet_destroy(sheet);
    }
}

/* The letter "a" of a type is the goal of fewest discs, which only Othello has; results stay those of who has won. */
static void test_types(void **state)
{
    (void)state;
    static const struct {
        const char *type, *rules;
    } rows[] = {{"8", ""},     {"8a", "goal=fewest"},  {"8A", "goal=fewest"},      {"s8r20a", "goal=fewest"},
                {"s8r20", ""}, {"8rand", ""},          {"s8randa", "goal=fewest"}, {"8ra20", "goal=fewest"},
                {"8b", ""},    {"8ab", "goal=fewest"}, {"anti", "goal=fewest"},    {"blitz", ""}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[200], rules[FLANK_RULES_TEXT_SIZE];
        snprintf(text, sizeof text, "(;GM[Othello]TY[%s]RE[%c64.00]B[e6]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5];)",
                 rows[i].type, *rows[i].rules ? '-' : '+');
        flank_sheet *sheet = fixture_read("ggf", text);
        flank_rules_format(flank_sheet_game(sheet), flank_sheet_rules(sheet), rules);
        assert_string_equal(rules, rows[i].rules);
        const flank_sheet_result stated = flank_sheet_result_of(sheet);
        assert_int_equal(stated.discs, *rules ? -64 : 64);
        const flank_sheet_result none = {.known = false};
        flank_sheet_set_result(sheet, &none);
        assert_int_equal(flank_sheet_result_of(sheet).discs, *rules ? -64 : 64); /* black has all discs */
        flank_sheet_destroy(sheet);
    }
    assert_refused("ggf", "(;GM[Tothello]TY[8a];)", 17, "TY[8a] is anti-Othello, of which games are not read");
    assert_refused("ggf", "(;GM[Othello]TY[8ka];)", 16, "TY[8ka] is Othello with komi, of which games are not read");
    assert_refused("ggf", "(;GM[Othello]TY[10a];)", 16, "a board of size 10: only 8 by 8 and 6 by 6 are known");
}

static void test_refusals(void **state)
{
    (void)state;
    assert_refused("ggf", "(;GM[Othello]BO[10 ---- *];)", 16, "a board of size 10: only 8 by 8 and 6 by 6 are known");
    assert_refused("ggf", "(;GM[Amazons]PB[x];)", 5, "a game of Amazons, not of Othello");
    assert_refused("ggf", "(;GM[Othello]B[f5]W[a1];)", 20, "move 2: a1 is not legal here: it turns no disc");
    assert_refused("ggf", "(;GM[Othello]B[f5]B[d3];)", 20,
                   "move 2: 'd3' is a move of black, but it is the turn of white");
    assert_refused("ggf", "(;GM[Othello]PB[x", 17, "the game ends within a tag: ']' is missing");
    assert_refused("ggf", "(;GM[Othello]PB[x]", 18, "the game is cut off: ;) is missing");
    assert_refused("ggf", "(;GM[Othello]PB[a B[f5];)", 19, "a '[' within a tag: the ']' before it is missing");
    assert_refused("ggf", "(;GM[Othello]player;)", 16, "expected a tag such as PB[...], or ;) at the end of the game");
    assert_refused("ggf", "hello", 0, "expected a game, (;...;)");
}

/* A damaged game takes none of its neighbours with it. */
static void test_goes_on(void **state)
{
    (void)state;
    static const char text[] = "(;GM[Othello]B[f5];)\n(;GM[Othello]PB[cut\n2 (;GM[Othello]B[f5];)(;GM[Othello]B[a1];)\n"
                               "(;GM[Othello]PB[x](;GM[Othello]B[f5];)\nnonsense\n(;GM[Othello]B[f5];)";
    flank_reader *reader = flank_reader_open_bytes(text, strlen(text), NULL, NULL, NULL);
    static const int lines[] = {0, 2, 0, 3, 4, 0, 5, 0}; /* of failures */
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        flank_sheet *sheet = NULL;
        const flank_status status = flank_reader_next(reader, &sheet, NULL);
        assert_int_equal(status != FLANK_OK, lines[i] != 0);
        if (lines[i])
            assert_int_equal(flank_reader_error_line(reader), lines[i]);
        flank_sheet_destroy(sheet);
    }
    flank_sheet *sheet;
    assert_int_equal(flank_reader_next(reader, &sheet, NULL), FLANK_NOT_FOUND);
    flank_reader_close(reader);
}

static void test_detected(void **state)
{
    (void)state;
    static const struct {
        const char *text, *format;
    } rows[] = {
        {"2 (;GM[Othello]PB[a]", "ggf"},
        {"\n(;PB[a]PW[b]BO[8 ---", "ggf"},
        {"(;FF[4]GM[2]AP[x]", NULL},
        {"(;FF[4]", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const flank_format *format = flank_format_detect(rows[i].text, strlen(rows[i].text), false);
        if (rows[i].format)
            assert_string_equal(flank_format_name(format), rows[i].format);
        else
            assert_true(!format || strcmp(flank_format_name(format), "ggf") != 0);
    }
}

/* Content that GGF cannot hold is counted, and text that it would not read is changed. */
static void test_losses(void **state)
{
    (void)state;
    flank_sheet *sheet = flank_sheet_create(flank_game_find("othello"), NULL, NULL, FLANK_SHEET_GAME);
    const flank_node *root = flank_sheet_root(sheet), *f5;
    flank_sheet_set_tag(sheet, root, "Black", "a]b\nc");
    flank_sheet_set_tag(sheet, root, "Event", "Open");
    flank_sheet_set_tag(sheet, root, "Date", "1977.??.??");
    flank_sheet_set_tag(sheet, root, "TimeControl", "300");
    flank_sheet_set_result(sheet, &(flank_sheet_result){.known = true, .sign = -1, .ending = FLANK_ENDING_RESIGNED});
    assert_int_equal(flank_sheet_add_text(sheet, root, "f5", &f5, NULL), FLANK_OK);
    assert_int_equal(flank_sheet_add_text(sheet, root, "d3", NULL, NULL), FLANK_OK);
    flank_sheet_set_tag(sheet, f5, "Comment", "best");
    text_buffer out = {NULL};
    flank_writer *writer = flank_writer_open_sink(fixture_sink, &out, flank_format_find("ggf"), NULL, NULL);
    assert_int_equal(flank_writer_write(writer, sheet, NULL), FLANK_OK);
    assert_string_equal(out.bytes, "(;GM[Othello]DT[1977]PB[a)b c]TY[8]RE[-64.00:r]" START "B[F5];)\n");
    assert_int_equal(flank_writer_lost(writer, FLANK_LOSS_TAGS), 2);
    assert_string_equal(flank_writer_lost_tag(writer, 0), "TimeControl");
    assert_string_equal(flank_writer_lost_tag(writer, 1), "Event");
    assert_null(flank_writer_lost_tag(writer, 2));
    assert_int_equal(flank_writer_lost(writer, FLANK_LOSS_TEXTS), 1); /* the bracket in a name */
    assert_int_equal(flank_writer_lost(writer, FLANK_LOSS_COMMENTS), 1);
    assert_int_equal(flank_writer_lost(writer, FLANK_LOSS_VARIATIONS), 1);
    assert_int_equal(flank_writer_lost(writer, FLANK_LOSS_RESULT), 0);
    flank_writer_close(writer, true, NULL);
    text_free(&out);
    flank_sheet_destroy(sheet);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_game_of_a_server), cmocka_unit_test(test_kept_tags),
        cmocka_unit_test(test_lost_tags),        cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_what_is_allowed),  cmocka_unit_test(test_dates),
        cmocka_unit_test(test_passes),           cmocka_unit_test(test_types),
        cmocka_unit_test(test_refusals),         cmocka_unit_test(test_goes_on),
        cmocka_unit_test(test_detected),         cmocka_unit_test(test_losses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
