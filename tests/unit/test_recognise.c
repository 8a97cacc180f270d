/* SPDX-License-Identifier: MIT
 *
 * Text that people paste: boards from terminals and pages, notations, games; and what is nearly one of them.
 */
#include "cmocka_all.h"

#include "core/error.h"

#include <flank/flank.h>

#include <stdio.h>
#include <string.h>

#define AFTER_F5 "---------------------------OX------XXX-------------------------- O"
#define START "---------------------------OX------XO--------------------------- X"

static void assert_position(const char *text, const char *game, const char *expected, const char *note)
{
    flank_sheet *sheet = NULL;
    flank_error error = {0};
    if (flank_sheet_recognise(text, strlen(text), NULL, &sheet, &error))
        fail_msg("%s\n%s", text, error_english(&error));
    assert_string_equal(flank_game_name(flank_sheet_game(sheet)), game);
    assert_int_equal(flank_sheet_kind_of(sheet), FLANK_SHEET_POSITION);
    char position[FLANK_POSITION_TEXT_SIZE];
    flank_position_format(flank_sheet_game(sheet), &flank_sheet_root(sheet)->position, NULL, position);
    assert_string_equal(position, expected);
    const char *told = flank_node_tag(flank_sheet_root(sheet), "flank.note");
    assert_string_equal(told ? told : "", note);
    flank_sheet_destroy(sheet);
}

#define GUESSED(side) "the side to move is not told: taken as " side ", by the number of discs"

static void test_notations(void **state)
{
    (void)state;
    assert_position(AFTER_F5, "othello", AFTER_F5, "");
    assert_position("........ ........ ........ ...ox... ...xxx.. ........ ........ ........ o", "othello", AFTER_F5,
                    "");
    assert_position("8/8/8/3ppp2/3Pp3/8/8/8 w - - 0 1", "othello", AFTER_F5, "");
    assert_position("0x0000000008000000 0x0000003810000000 O", "othello", AFTER_F5, "");
    assert_position(AFTER_F5 "; F6:-2; % comment", "othello", AFTER_F5, "");
    assert_position("W:Wa2,Kd4:Bb7", "draughts", "W:Wa2,Kd4:Bb7", "");
    assert_position("1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x", "loa", "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x",
                    "");
    assert_position("0000000000000000000000000001011100000001110000000000000000000000", "othello",
                    "XXXXXXXXXXXXXXXXXXXXXXXXXXXOXOOOXXXXXXXOOOXXXXXXXXXXXXXXXXXXXXXX X", GUESSED("black"));
}

static void test_side_that_is_missing(void **state)
{
    (void)state;
    assert_position("---------------------------OX------XXX--------------------------", "othello", AFTER_F5,
                    GUESSED("white"));
    assert_position("........\n........\n........\n...OX...\n...XO...\n........\n........\n........\n", "othello",
                    START, GUESSED("black"));
    /* An odd number of discs, but only black can move. */
    assert_position("XO------\n--------\n--------\n--------\n--------\n--------\n--------\n-------X\n", "othello",
                    "XO-------------------------------------------------------------X X",
                    "the side to move is not told: taken as black, who can move");
}

static void test_drawn_boards(void **state)
{
    (void)state;
    /* flank play */
    assert_position("    a  b  c  d  e  f  g  h\n 1  .  .  .  .  .  .  .  .  1\n 2  .  .  .  .  .  .  .  .  2\n"
                    " 3  .  .  .  .  .  .  .  .  3\n 4  .  .  .  O  X  +  .  .  4\n 5  .  .  .  X  X [X] .  .  5\n"
                    " 6  .  .  .  +  .  +  .  .  6\n 7  .  .  .  .  .  .  .  .  7\n 8  .  .  .  .  .  .  .  .  8\n"
                    "    a  b  c  d  e  f  g  h\n   black (X) 4, white (O) 1; white to move\n",
                    "othello", AFTER_F5, "");
    assert_position("    a  b  c  d  e  f  g  h\n 8  .  X  X  X  X  X  X  .  8\n 7  O  .  .  .  .  .  .  O  7\n"
                    " 6  O  .  .  .  .  .  .  O  6\n 5  O  .  .  .  .  .  .  O  5\n 4  O  .  .  .  .  .  .  O  4\n"
                    " 3  O  .  .  .  .  .  .  O  3\n 2  O  .  .  .  .  .  .  O  2\n 1  . (.) X  X [X] X  X  .  1\n"
                    "   black (X) 12, white (O) 12; white to move\n",
                    "loa", "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/2xxxxx1 o", "");
    assert_position(" 8  .  .  .  .  .  .  .  B  8\n 7  .  b  .  .  .  .  .  .  7\n 6  .  .  .  .  .  .  .  .  6\n"
                    " 5  .  .  .  .  .  .  .  .  5\n 4  .  .  .  W  .  .  .  .  4\n 3  .  .  .  .  .  .  .  .  3\n"
                    " 2 >w  .  .  .  .  .  .  .  2\n 1  .  .  .  .  .  .  .  .  1\nblack to move\n",
                    "draughts", "B:Wa2,Kd4:Bb7,Kh8", "");
    /* the same with colours and letters, which a terminal copies without its colours: two columns a square */
    assert_position("   a b c d e f g h\n 1                  1\n 2                  2\n 3                  3\n"
                    " 4       O X +      4\n 5       X X X      5\n 6       +   +      6\n 7                  7\n"
                    " 8                  8\n   a b c d e f g h\n   black (X) 4, white (O) 1; white to move\n",
                    "othello", AFTER_F5, "");
    /* a console, with words behind the rows */
    assert_position("  A B C D E F G H\n1 - - - - - - - - 1 * to move\n2 - - - - - - - - 2\n"
                    "3 - - - . - - - - 3 *: discs =  2\n4 - - . O * - - - 4 O: discs =  2\n5 - - - * O . - - 5\n"
                    "6 - - - - . - - - 6\n7 - - - - - - - - 7\n8 - - - - - - - - 8\n  A B C D E F G H\n",
                    "othello", START, "");
    /* as a server sends it, each line behind a bar */
    assert_position("|   A B C D E F G H\n| 1 - - - - - - - -  1\n| 2 - - - - - - - -  2\n| 3 - - - - - - - -  3\n"
                    "| 4 - - - O * - - -  4\n| 5 - - - * * * - -  5\n| 6 - - - - - - - -  6\n| 7 - - - - - - - -  7\n"
                    "| 8 - - - - - - - -  8\n|   A B C D E F G H\n|\n|O to move\n",
                    "othello", AFTER_F5, "");
    /* bars and blanks */
    assert_position("+-+-+-+-+-+-+-+-+\n| | | | | | | | |\n| | | | | | | | |\n| | | | | | | | |\n| | | |O|X| | | |\n"
                    "| | | |X|X|X| | |\n| | | | | | | | |\n| | | | | | | | |\n| | | | | | | | |\n+-+-+-+-+-+-+-+-+\n",
                    "othello", AFTER_F5, GUESSED("white"));
    assert_position("|---------|\n|........|\n|........|\n|........|\n|...OX...|\n|...XXX..|\n|........|\n|........|\n"
                    "|........|\n--------\nside to move: White",
                    "othello", AFTER_F5, "");
    /* signs of Unicode, a colour of the terminal, Windows line ends */
    assert_position("  a b c d e f g h\r\n1 · · · · · · · ·\r\n2 · · · · · · · ·\r\n3 · · · · · · · ·\r\n"
                    "4 · · · ○ \033[1m●\033[0m · · ·\r\n5 · · · ● ● ● · ·\r\n6 · · · · · · · ·\r\n7 · · · · · · · ·\r\n"
                    "8 · · · · · · · ·\r\nWhite's turn\r\n",
                    "othello", AFTER_F5, "");
    assert_position("┌─┬─┬─┬─┬─┬─┬─┬─┐\n│ │ │ │ │ │ │ │ │\n│ │ │ │ │ │ │ │ │\n│ │ │ │ │ │ │ │ │\n│ │ │ │○│●│ │ │ │\n"
                    "│ │ │ │●│●│●│ │ │\n│ │ │ │ │ │ │ │ │\n│ │ │ │ │ │ │ │ │\n│ │ │ │ │ │ │ │ │\n└─┴─┴─┴─┴─┴─┴─┴─┘\n",
                    "othello", AFTER_F5, GUESSED("white"));
}

/* Empty squares and digits as Japanese pages draw them. */
static void test_japanese_boards(void **state)
{
    (void)state;
    static const char *const empties[] = {"・", "□", "┼", "＋"};
    for (size_t i = 0; i < sizeof empties / sizeof *empties; i++) {
        static const char *const rows[] = {"########", "########", "########", "###○●###",
                                           "###●●●##", "########", "########", "########"};
        char text[512] = "　ａｂｃｄｅｆｇｈ\n";
        for (int row = 0; row < 8; row++) {
            snprintf(text + strlen(text), sizeof text - strlen(text), "\xEF\xBC%c", 0x91 + row);
            for (const char *at = rows[row]; *at; at++)
                strncat(text, *at == '#' ? empties[i] : at, *at == '#' ? 3 : 1);
            strcat(text, "\n");
        }
        strcat(text, "白番\n");
        assert_position(text, "othello", AFTER_F5, "");
    }
    /* crossings of a frame are none */
    assert_position("┌─┬─┬─┬─┬─┬─┬─┬─┐\n│ │ │ │ │ │ │ │ │\n┼─┼─┼─┼─┼─┼─┼─┼─┼\n│ │ │ │ │ │ │ │ │\n│ │ │ │ │ │ │ │ │\n"
                    "│ │ │ │○│●│ │ │ │\n┼─┼─┼─┼─┼─┼─┼─┼─┼\n│ │ │ │●│●│●│ │ │\n│ │ │ │ │ │ │ │ │\n│ │ │ │ │ │ │ │ │\n"
                    "│ │ │ │ │ │ │ │ │\n└─┴─┴─┴─┴─┴─┴─┴─┘\n",
                    "othello", AFTER_F5, GUESSED("white"));
}

static void assert_guessed(const char *text, const char *game, const char *note)
{
    flank_sheet *sheet = NULL;
    flank_error error = {0};
    if (flank_sheet_recognise(text, strlen(text), NULL, &sheet, &error))
        fail_msg("%s\n%s", text, error_english(&error));
    assert_string_equal(flank_game_name(flank_sheet_game(sheet)), game);
    const char *told = flank_node_tag(flank_sheet_root(sheet), "flank.game");
    assert_string_equal(told ? told : "", note);
    flank_sheet_destroy(sheet);
}

/* A guessed game is named. */
static void test_guessed_games(void **state)
{
    (void)state;
    assert_guessed("8 .bbbbbb.\n7 w......w\n6 w......w\n5 w......w\n4 w......w\n3 w......w\n2 w......w\n1 .bbbbbb.\n",
                   "loa", "taken as Lines of Action, since row 8 is on top");
    assert_guessed("8 .BBBBBB.\n7 W......W\n6 W......W\n5 W......W\n4 W......W\n3 W......W\n2 W......W\n1 .BBBBBB.\n",
                   "loa", "taken as Lines of Action, since row 8 is on top");
    assert_guessed("8 ........\n7 bbbbbbbb\n6 bbbbbbbb\n5 ........\n4 ........\n3 wwwwwwww\n2 wwwwwwww\n1 ........\n",
                   "draughts", "taken as Turkish draughts, since row 8 is on top");
    assert_guessed("8 .......B\n7 ........\n6 ........\n5 ........\n4 ...W....\n3 ........\n2 ........\n1 ........\n",
                   "draughts", "taken as Turkish draughts, since row 8 is on top");
    assert_guessed("a1h8c6", "tothello", "taken as Tothello, since no game of Othello begins so");
    assert_guessed("a1 h8 c6 30-34", "tothello", "taken as Tothello, since no game of Othello begins so");
    assert_guessed("# tothello\nf5a1", "tothello", "");
    assert_guessed("f5d6", "othello", "");
}

/* The game that is asked for decides how the board is read. */
static void test_game_is_known(void **state)
{
    (void)state;
    static const char text[] = "8 --------\n7 --------\n6 --------\n5 ---XXX--\n4 ---OX---\n3 --------\n2 --------\n"
                               "1 --------\nO";
    static const struct {
        const char *game, *position;
    } rows[] = {
        {"othello", "---------------------------OX------XXX-------------------------- O"},
        {"tothello", "---------------------------OX------XXX-------------------------- O"},
        {"loa", "8/8/8/3xxx2/3ox3/8/8/8 o"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        flank_sheet *sheet = NULL;
        char position[FLANK_POSITION_TEXT_SIZE];
        const flank_game *game = flank_game_find(rows[i].game);
        assert_int_equal(flank_sheet_recognise(text, strlen(text), game, &sheet, NULL), FLANK_OK);
        flank_position_format(game, &flank_sheet_root(sheet)->position, NULL, position);
        assert_string_equal(position, rows[i].position);
        flank_sheet_destroy(sheet);
    }
}

static void test_games_in_formats(void **state)
{
    (void)state;
    static const struct {
        const char *text, *game;
        int plies;
    } rows[] = {
        {"(;FF[4]GM[2]AP[edax:4.6]PB[A]PW[B]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]RE[B+12]B[f5];W[d6];B[c3];)", "othello", 3},
        {"Look at this: (;FF[4]GM[2];B[f5];W[d6])", "othello", 2},
        {"(;B[b1-b3])", "loa", 1},
        {"[Event \"x\"]\n[GameType \"30\"]\n\n1. a3-a4 a6-a5 2. a4xa8 *", "draughts", 3},
        {"[Game \"5\"]\n[GameType \"30\"]\n1. a3-a4 *", "draughts", 1},
        {"1. a3-a4 a6-a5", "draughts", 2},
        {"1 f5\n2 d6\n3 c3", "othello", 3},
        {"1\nf5\n2\nd6", "othello", 2},
        {"1: f5 2: d6", "othello", 2},
        {"1)f5 2)d6", "othello", 2},
        {"F5-D6-C3", "othello", 3},
        {"\"f5d6c3\"", "othello", 3},
        {"Black: alice\nWhite: bob\nf5d6c3 (33-31)", "othello", 3},
        {"[Game \"tothello\"]\n[Rules \"\"]\n\n1. c4", "tothello", 1},
        {"[Black \"A\"]\n[Game \"othello\"]\n\n{+0.5} 1. f5 {3.4s} d6 (1... f6)", "othello", 2},
        {"(;GM[Othello]PC[x]BO[8 ---------------------------O*------*O--------------------------- *]B[f5//];)",
         "othello", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        flank_sheet *sheet = NULL;
        flank_error error = {0};
        if (flank_sheet_recognise(rows[i].text, strlen(rows[i].text), NULL, &sheet, &error))
            fail_msg("%s\n%s", rows[i].text, error_english(&error));
        assert_string_equal(flank_game_name(flank_sheet_game(sheet)), rows[i].game);
        assert_int_equal(flank_sheet_end(sheet)->ply, rows[i].plies);
        flank_sheet_destroy(sheet);
    }
}

/* Moves with marks and no tags: what stands in a chat. */
static void test_marked_moves(void **state)
{
    (void)state;
    static const struct {
        const char *text, *game;
        int plies;
    } cases[] = {{"1. f5! d6", "othello", 2},
                 {"f5!?", "othello", 1},
                 {"1. f5 (1. d3) d6 {so}", "othello", 2},
                 {"1. a3-a4! {c} a6-a5", "draughts", 2},
                 {"1. b8-d6 {far} a5-c5", "loa", 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        flank_sheet *sheet;
        flank_error error = {0};
        assert_int_equal(flank_sheet_recognise(cases[i].text, strlen(cases[i].text), NULL, &sheet, &error), FLANK_OK);
        assert_string_equal(flank_game_name(flank_sheet_game(sheet)), cases[i].game);
        assert_int_equal(flank_sheet_end(sheet)->ply, cases[i].plies);
        flank_sheet_destroy(sheet);
    }
}

/* Nothing behind the bytes that are there counts: comments alone are no positions, though a position follows. */
static void test_bytes_behind_the_end(void **state)
{
    (void)state;
    char text[256];
    const size_t comments = 160;
    for (size_t i = 0; i < comments; i += 2)
        memcpy(text + i, "#\n", 2);
    strcpy(text + comments, "8/8/8/3ppp2/3Pp3/8/8/8 w - - 0 1\n");
    assert_non_null(flank_format_detect(text, strlen(text), true));
    assert_null(flank_format_detect(text, comments, true));
}

static void test_nearly(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
        size_t offset;
    } rows[] = {
        {"1 --------\n2 --------\n3 --------\n4 ---OX--\n5 ---XO---\n6 --------\n7 --------\n8 --------\n",
         "row 4 of the board has 7 squares, not 8", 33},
        {"--------\n--------\n--------\n---OX---\n---XO---\n--------\n--------\n",
         "the board has 7 rows of 8 squares, not 8", 54},
        {"1 --------\n2 --------\n4 --------\n4 ---OX---\n5 ---XO---\n6 --------\n7 --------\n8 --------\n",
         "row 4 of the board is not in its place", 22},
        {"1 · · · · · · · ·\n2 · · · · · · · ·\n3 · · · · · · · ·\n4 · · · ● ● · · ·\n5 · · · ● ● · · ·\n"
         "6 · · · · · · · ·\n7 · · · · · · · ·\n8 · · · · · · · ·\n",
         "the discs of both sides look the same without their colours", 89},
        {"8/8/8/3ppp2/3Pp3/8/8/7 w", "expected p, P or a digit from 1 to 8, found ' '", 22},
        {"f5d6c3d3c4f4f4", "f4 is not legal here: it is occupied", 12},
        {"(;GM[Othello]B[f5]W[f5];)", "move 2: f5 is not legal here: it is occupied", 20},
        {"f5d6a1", "a1 is not legal here: it turns no disc", 4},
        {"f5d6x9c3", "'x9' is not a square from a1 to h8 or 'pass'", 4},
        {"1. b1-h7 a3-d6", "b1-h7 has length 6, but the number of pieces on that line is 2", 3},
        {"b1-h7 a3-d6", "b1-h7 has length 6, but the number of pieces on that line is 2", 0},
        {"[Event \"x\"]\n\n1. b1-h7 a3-d6 1-0\n",
         "no tag says which game it is, as [Game \"othello\"] or [GameType \"30\"], nor does its first move", 0},
        {"1. c3-d6", "the piece on c3 cannot move to d6", 3},
        {"b8-d6 a5-a6", "a5-a6 has length 1, but the number of pieces on that line is 6", 6},
        {"Dear John: I have\n3 cats", "neither a game nor a position in any notation that flank knows", 0},
        {"hello", "neither a game nor a position in any notation that flank knows", 0},
        {"", "neither a game nor a position in any notation that flank knows", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        flank_sheet *sheet = NULL;
        flank_error error = {0};
        assert_true(flank_sheet_recognise(rows[i].text, strlen(rows[i].text), NULL, &sheet, &error) != FLANK_OK);
        assert_string_equal(error_english(&error), rows[i].message);
        assert_int_equal(error.offset, rows[i].offset);
        assert_null(sheet);
    }
}

/* A NUL byte in a line of a file that fits otherwise is told with its line. */
static void test_a_nul_byte_in_a_line(void **state)
{
    (void)state;
    static const char text[] = AFTER_F5 ";\n" START "\0;\n";
    for (size_t i = 0; i < 2; i++) {
        const flank_reader_options options = {.format = flank_format_find(i ? "fen" : "obf")};
        flank_reader *reader = flank_reader_open_bytes(text, sizeof text - 1, &options, NULL, NULL);
        flank_sheet *sheet = NULL;
        flank_error error = {0};
        assert_int_equal(flank_reader_next(reader, &sheet, &error), FLANK_OK);
        flank_sheet_destroy(sheet);
        assert_int_equal(flank_reader_next(reader, &sheet, &error), FLANK_BAD_RECORD);
        assert_string_equal(error_english(&error), "a NUL byte");
        flank_reader_close(reader);
    }
}

/* Bytes that are no text are named. */
static void test_no_text(void **state)
{
    (void)state;
    static const char no_text[] = "a NUL byte: this is no text, and no file that flank knows";
    static const char utf_16[] = "text in UTF-16; save it as UTF-8";
    static const struct {
        const char *bytes;
        size_t size;
        const char *message;
    } rows[] = {
        {"hel\0lo", 6, no_text},       {"\0", 1, no_text},      {"\xFF\xFE\x66\0", 4, utf_16},
        {"\xFE\xFF\0\x66", 4, utf_16}, {"\xFE\xFF", 2, utf_16}, {"\xFE\xFF\x30\x42", 4, utf_16},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        flank_sheet *sheet = NULL;
        flank_error error = {0};
        assert_true(flank_sheet_recognise(rows[i].bytes, rows[i].size, NULL, &sheet, &error) != FLANK_OK);
        assert_string_equal(error_english(&error), rows[i].message);
        assert_null(sheet);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_marked_moves),
        cmocka_unit_test(test_notations),
        cmocka_unit_test(test_side_that_is_missing),
        cmocka_unit_test(test_drawn_boards),
        cmocka_unit_test(test_game_is_known),
        cmocka_unit_test(test_games_in_formats),
        cmocka_unit_test(test_bytes_behind_the_end),
        cmocka_unit_test(test_nearly),
        cmocka_unit_test(test_japanese_boards),
        cmocka_unit_test(test_guessed_games),
        cmocka_unit_test(test_no_text),
        cmocka_unit_test(test_a_nul_byte_in_a_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
