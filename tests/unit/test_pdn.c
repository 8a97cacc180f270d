/* SPDX-License-Identifier: MIT
 *
 * PDN 3.0 of Turkish draughts, in the styles of servers (comments with commands), of old programs (numbers, ':',
 * bracketed strengths) and of the grammar.
 */
#include "format_fixture.h"
#include "core/error.h"

#define TYPE "[GameType \"30,W,8,8,A0,0\"]\n"

static void test_server_style(void **state)
{
    (void)state;
    static const char text[] =
        "[Event \"Rated game\"]\r\n[Site \"https://server.example/Ab12\"]\r\n[White \"The \"Lion\"\"]\r\n"
        "[Result \"1-0\"]\r\n[GameType \"30\"]\r\n[Termination \"Normal\"]\r\n\r\n"
        "1. a3-a4 { [%eval 0.25] [%emt 0:00:03.4] } a6-a5 { [%emt 12] quick } "
        "2. a4xa8 $1 h6-h5 $14 $139 { [%clk 0:01:00] } 1-0 { Black left }\r\n";
    flank_sheet *sheet = fixture_read("pdn", text);
    const flank_node *root = flank_sheet_root(sheet), *one = root->child, *two = one->child;
    assert_string_equal(flank_node_tag(root, "White"), "The \"Lion\"");
    assert_string_equal(flank_node_tag(root, "Termination"), "Normal");
    assert_null(flank_node_tag(root, "Result"));
    assert_true(one->has_value && one->value == 25 && one->has_time && one->time_ms == 3400);
    assert_null(flank_node_tag(one, "Comment"));
    assert_true(two->has_time && two->time_ms == 12000);
    assert_string_equal(flank_node_tag(two, "Comment"), "quick");
    assert_string_equal(flank_node_tag(two->child, "Symbol"), "!");
    assert_string_equal(flank_node_tag(two->child->child, "pdn.NAG"), "$14 $139");
    assert_string_equal(flank_node_tag(two->child->child, "Comment"), "[%clk 0:01:00]\nBlack left");
    assert_int_equal(flank_sheet_result_of(sheet).sign, -1); /* White has won */
    flank_sheet_destroy(sheet);
    assert_converts("pdn", text, "pdn",
                    "[Event \"Rated game\"]\n[Site \"https://server.example/Ab12\"]\n[White \"The \\\"Lion\\\"\"]\n"
                    "[Termination \"Normal\"]\n[Result \"1-0\"]\n" TYPE
                    "\n1. a3-a4 {[%eval +0.25] [%emt 0:00:03.4]} a6-a5 {[%emt 0:00:12] quick} 2. a4xa8!\n"
                    "h6-h5 $14 $139 {[%clk 0:01:00]\nBlack left} 1-0\n");
}

/* Values are told in White's view, sheets have that of the mover. */
static void test_values(void **state)
{
    (void)state;
    flank_sheet *sheet = fixture_read("pdn", "1. a3-a4 {[%eval 1]} a6-a5 {[%eval -1.255]} *");
    const flank_node *one = flank_sheet_root(sheet)->child;
    assert_int_equal(one->value, 100);
    assert_int_equal(one->child->value, 126);
    flank_sheet_destroy(sheet);
}

/* Numbers of squares, ':', strengths in brackets, no blanks behind numbers, results of the other kind, line comments.
 */
static void test_old_style(void **state)
{
    (void)state;
    assert_converts("pdn", "1. a3-a4 {one\r\ntwo} *\r\n", "pdn", "[Result \"*\"]\n" TYPE "\n1. a3-a4 {one\ntwo} *\n");
    assert_converts("pdn", "% old\n1.41-33(!) 17-25(?!)\n% between\n2.33:1 24-32 2-0", "pdn",
                    "[Result \"1-0\"]\n" TYPE "\n1. a3-a4! a6-a5?! 2. a4xa8 h6-h5 1-0\n");
}

static void test_positions(void **state)
{
    (void)state;
    static const char expected[] = "[Result \"*\"]\n" TYPE "[SetUp \"1\"]\n[FEN \"W:Wa2,Kd4:Bd7,h7\"]\n\n1. d4xd8 *\n";
    assert_converts("pdn", "[FEN \"W:Wa2,Kd4:Bd7,h7.\"]\n1. d4xd8 *", "pdn", expected);
    assert_converts("pdn", "/W:Wa2,Kd4:Bd7,h7/ d4:d8", "pdn", expected);
    assert_refused("pdn", "1. a3-a4 /W:Wa2,Kd4:Bd7,h7/ *", 9, "a position that is set up after a move");
    assert_refused("pdn", "[FEN \"W:Wa2:Bz9\"]\n*", 0, "expected a square (a1..h8 or 1..64), found 'z'");
}

/* Only the whole path tells this capture from another one with the same ends. */
static void test_ambiguous_captures(void **state)
{
    (void)state;
    static const char text[] = "[FEN \"W:WKb3:Be3,e4,g4,h6,d8\"]\n1. b3xg3xg8xc8 *";
    assert_converts("pdn", text, "pdn",
                    "[Result \"*\"]\n" TYPE "[SetUp \"1\"]\n[FEN \"W:WKb3:Be3,e4,g4,h6,d8\"]\n\n1. b3xg3xg8xc8 *\n");
    assert_refused("pdn", "[FEN \"W:WKb3:Be3,e4,g4,h6,d8\"]\n1. b3xc8 *", 34,
                   "this fits 2 captures; write every landing, as in b3xg3xg8xc8");
}

static void test_variations(void **state)
{
    (void)state;
    static const char text[] =
        "[Result \"*\"]\n" TYPE "\n{first} 1. a3-a4 (1. b3-b4 {x} b6-b5) (1. c3-c4 h6-h5 (1... d6-d5 2. "
        "a3-a4!?)\n2. b3-b4) 1... a6-a5 2. a4xa8 *\n";
    assert_converts("pdn", text, "pdn", text);
    assert_converts("pdn", "1. a3-a4 (1. a3-a4 {x} b6-b5) a6-a5 *", "pdn",
                    "[Result \"*\"]\n" TYPE "\n1. a3-a4 (1. a3-a4 {x} b6-b5) 1... a6-a5 *\n");
    assert_converts("pdn", "1. a3-a4 (1. a3-a4 {x} b6-b5) 1. ... a6-a5 2. ...a4xa8 *", "pdn",
                    "[Result \"*\"]\n" TYPE "\n1. a3-a4 (1. a3-a4 {x} b6-b5) 1... a6-a5 2. a4xa8 *\n");
    assert_refused("pdn", "1. a3-a4 (1. b3-b4 *", 20, "a ( without its )");
    assert_refused("pdn", "1. a3-a4) *", 8, "a ) without its (");
    assert_refused("pdn", "(1. a3-a4) *", 0, "a variation before the first move");
}

/* A position that is asked about stays one; that is a tag of ours beside others of that name. */
static void test_positions_asked_about(void **state)
{
    (void)state;
    static const char text[] =
        "[Result \"*\"]\n" TYPE "[Kind \"position\"]\n[SetUp \"1\"]\n[FEN \"W:Wa2,Kd4:Bd7,h7\"]\n\n"
        "1. d4xd8 {[%eval +2]} (1. d4xd8) *\n";
    assert_converts("pdn", text, "pdn", text);
    flank_sheet *sheet = fixture_read("pdn", text);
    assert_int_equal(flank_sheet_kind_of(sheet), FLANK_SHEET_POSITION);
    assert_null(flank_sheet_root(sheet)->tags);
    flank_sheet_destroy(sheet);
    sheet = fixture_read("pdn", "[Kind \"friendly\"]\n[Kind \"position\"]\n1. a3-a4 *");
    assert_int_equal(flank_sheet_kind_of(sheet), FLANK_SHEET_GAME);
    flank_sheet_destroy(sheet);
    text_buffer out = {NULL};
    uint64_t lost[FLANK_LOSS_COUNT];
    fixture_convert("flank", "[Game \"draughts\"]\n[Kind \"position\"]\n[pdn.Kind \"friendly\"]\n\n", "pdn", &out,
                    lost);
    assert_string_equal(out.bytes, "[Result \"*\"]\n" TYPE "[Kind \"position\"]\n\n*\n");
    assert_int_equal(lost[FLANK_LOSS_TAGS], 1);
    text_free(&out);
}

/* Tags that PDN has a name for are kept; those of other formats are told as lost. */
static void test_lost_tags(void **state)
{
    (void)state;
    text_buffer out = {NULL};
    uint64_t lost[FLANK_LOSS_COUNT];
    fixture_convert("flank", "[Game \"draughts\"]\n[White \"A\"]\n[Round \"2\"]\n[sgf.AP \"x\"]\n\n1. a3-a4", "pdn",
                    &out, lost);
    assert_string_equal(out.bytes, "[White \"A\"]\n[Round \"2\"]\n[Result \"*\"]\n" TYPE "\n1. a3-a4 *\n");
    assert_int_equal(lost[FLANK_LOSS_TAGS], 1);
    text_free(&out);
}

/* A comment that looks like the tags of a game is written so that it is none, and that is told. */
static void test_comments_that_look_like_games(void **state)
{
    (void)state;
    text_buffer out = {NULL};
    uint64_t lost[FLANK_LOSS_COUNT];
    fixture_convert("flank", "[Game \"draughts\"]\n\n1. a3-a4 {see\n\n\\[Event \"x\"]\nthere} a6-a5 {[x\n\\[%y}", "pdn",
                    &out, lost);
    assert_string_equal(out.bytes,
                        "[Result \"*\"]\n" TYPE "\n1. a3-a4 {see\n [Event \"x\"]\nthere} a6-a5 {[x\n[%y} *\n");
    assert_int_equal(lost[FLANK_LOSS_COMMENTS], 1);
    text_free(&out);
    assert_converts("pdn", "1. a3-a4 {see\n[Event\r\"x\"]\nthere} *", "pdn",
                    "[Result \"*\"]\n" TYPE "\n1. a3-a4 {see [Event \"x\"]\nthere} *\n");
    assert_converts("pdn", "1. a3-a4 {a\n [Event \"x\"]\n[b]\n\n[c d]} *", "pdn",
                    "[Result \"*\"]\n" TYPE "\n1. a3-a4 {a\n [Event \"x\"]\n[b]\n\n[c d]} *\n");
}

/* Other games and damaged ones are told, the next one is read. */
static void test_going_on(void **state)
{
    (void)state;
    static const char text[] = "[GameType \"25\"]\n1. c3-d4 d6-c5 (1... e6) *\n[GameType \"20\"]\n\n1. 32-28 2-0\n"
                               "[Event \"x]\n1. a3-a4 *\n[GameType \"30\"]\n1. a3-a9 (a4 *\n1. a3-a4 [Event \"y\"]\n"
                               "[GameType \"30\"]\n\n[Event \"z\"]\n[GameType \"30\"]\n1. a3-a4 {never";
    static const struct {
        uint64_t line;
        const char *message;
    } rows[] = {{1, "GameType 25 is Russian draughts: only GameType 30 is read"},
                {3, "GameType 20 is international draughts: only GameType 30 is read"},
                {6, "expected a tag line like [Event \"...\"]"},
                {9, "expected a square (a1..h8 or 1..64), found 'a'"},
                {0, NULL},
                {0, NULL},
                {15, "a comment without its }"}};
    const flank_reader_options options = {.format = flank_format_find("pdn")};
    flank_reader *reader = flank_reader_open_bytes(text, sizeof text - 1, &options, NULL, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        flank_sheet *sheet = NULL;
        flank_error error = {0};
        const flank_status status = flank_reader_next(reader, &sheet, &error);
        if (rows[i].message) {
            assert_string_equal(error_english(&error), rows[i].message);
            assert_int_equal(flank_reader_error_line(reader), rows[i].line);
        } else {
            assert_int_equal(status, FLANK_OK);
            flank_sheet_destroy(sheet);
        }
    }
    flank_sheet *sheet;
    assert_int_equal(flank_reader_next(reader, &sheet, NULL), FLANK_NOT_FOUND);
    flank_reader_close(reader);
}

/* Rules of play, unknown results and names that mean something to Flank come back. */
static void test_tags(void **state)
{
    (void)state;
    static const char text[] = "[Round \"3\"]\n[Game \"7\"]\n[Kind \"friendly\"]\n[Result \"0-0\"]\n" TYPE
                               "[Rules \"majority=no\"]\n\n1. a3-a4 *\n";
    assert_converts("pdn", text, "pdn", text);
    static const char ended[] = "[Result \"0-1\"]\n[Termination \"time forfeit\"]\n" TYPE "\n1. a3-a4 0-1\n";
    assert_converts("pdn", ended, "pdn", ended);
    flank_sheet *sheet = fixture_read("pdn", ended);
    assert_int_equal(flank_sheet_result_of(sheet).ending, FLANK_ENDING_TIME);
    flank_sheet_destroy(sheet);
}

static void test_losses(void **state)
{
    (void)state;
    text_buffer out = {NULL};
    uint64_t lost[FLANK_LOSS_COUNT];
    fixture_convert("flank", "[Game \"draughts\"]\n[sgf.AP \"[x]\"]\n\n1. a3-a4 {a {b\\} c} {@sgf.N [x]}", "pdn", &out,
                    lost);
    assert_string_equal(out.bytes, "[Result \"*\"]\n" TYPE "\n1. a3-a4 {a (b) c} *\n");
    assert_int_equal(lost[FLANK_LOSS_TAGS], 1);
    assert_int_equal(lost[FLANK_LOSS_COMMENTS], 2); /* the braces, and the note */
    text_free(&out);
}

/* Neither depth of nesting nor a number of notes may cost more than its length. */
static void test_hostile(void **state)
{
    (void)state;
    enum { COUNT = 100000 };
    text_buffer text = {NULL}, notes = {NULL};
    text_add(&text, "1. a3-a4");
    for (int i = 0; i < COUNT; i++)
        text_add(&text, i % 2 ? " (a3-a4" : " (b3-b4");
    for (int i = 0; i < COUNT; i++)
        text_add(&text, ")");
    flank_sheet *sheet = fixture_read("pdn", text.bytes);
    assert_int_equal(flank_sheet_count(sheet), COUNT + 2);
    flank_sheet_destroy(sheet);
    text_add(&notes, "1. a3-a4");
    for (int i = 0; i < COUNT; i++)
        text_add(&notes, "{x}");
    flank_reader *reader = flank_reader_open_bytes(
        notes.bytes, notes.length, &(flank_reader_options){.format = flank_format_find("pdn")}, NULL, NULL);
    flank_error error = {0};
    assert_int_equal(flank_reader_next(reader, &sheet, &error), FLANK_BAD_RECORD);
    assert_string_equal(error_english(&error), "a move has too many notes");
    flank_reader_close(reader);
    text_free(&text);
    text_free(&notes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_server_style),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_old_style),
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_variations),
        cmocka_unit_test(test_going_on),
        cmocka_unit_test(test_ambiguous_captures),
        cmocka_unit_test(test_tags),
        cmocka_unit_test(test_losses),
        cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_comments_that_look_like_games),
        cmocka_unit_test(test_lost_tags),
        cmocka_unit_test(test_positions_asked_about),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
