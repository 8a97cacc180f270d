/* SPDX-License-Identifier: MIT
 *
 * Broken input for the contest problems: for each error the output before it, its line and its message. Every case is
 * also run one byte at a time and with CR LF.
 */
#include "cmocka_all.h"

#include "contest_harness.h"
#include "core/error.h"

typedef struct broken_input {
    const char *in, *out; /* out: what is written before the fault */
    uint64_t line;
    const char *message;
} broken_input;

#define ROWS_3 "--------\n--------\n--------\n"
#define START ROWS_3 "---WB---\n---BW---\n" ROWS_3

static const broken_input uva220_cases[] = {
    {"", "", 1, "expected the number of games, found the end of the input"},
    {"\n1\n", "", 1, "expected the number of games, found the end of the line"},
    {"-1\n", "", 1, "expected the number of games, found '-'"},
    {"two\n", "", 1, "expected the number of games, found 't'"},
    {"2 3\n", "", 1, "expected the end of the line after the number of games, found '3'"},
    {"2x\n", "", 1, "expected the end of the line after the number of games, found 'x'"},
    {"18446744073709551616\n", "", 1, "the number of games is too large, expected at most 18446744073709551615"},
    {"1\n", "", 2, "the input ends, expected row 1 of game 1"},
    {"1", "", 2, "the input ends, expected row 1 of game 1"},
    {"1\n" ROWS_3, "", 5, "the input ends, expected row 4 of game 1"},
    {"1\n-------\n", "", 2, "row 1 of game 1 ends after 7 squares, expected 8"},
    {"1\n-", "", 2, "row 1 of game 1 ends after 1 square, expected 8"},
    {"1\n---------\n", "", 2, "row 1 of game 1 is longer than 8 squares: expected the end of the line, found '-'"},
    {"1\n-------- -\n", "", 2, "row 1 of game 1 is longer than 8 squares: expected the end of the line, found '-'"},
    {"1\n--------\n--X-----\n", "", 3, "row 2 of game 1, column 3: expected '-', 'B' or 'W', found 'X'"},
    {"1\n--------\n-- -----\n", "", 3, "row 2 of game 1, column 3: expected '-', 'B' or 'W', found a blank"},
    {"1\n--------\n\n", "", 3, "the line is blank, expected row 2 of game 1"},
    {"1\n" START, "", 10, "expected 'B' or 'W', the player to move of game 1, found the end of the input"},
    {"1\n" START "-\n", "", 10, "expected 'B' or 'W', the player to move of game 1, found '-'"},
    {"1\n" START "\nW\n", "", 10, "expected 'B' or 'W', the player to move of game 1, found the end of the line"},
    {"1\n" START "WW\n", "", 10, "expected the end of the line after the player to move of game 1, found 'W'"},
    {"1\n" START "W\n", "", 11, "expected a command of game 1, L, Mrc or Q, found the end of the input"},
    {"1\n" START "W\nl\n", "", 11, "expected a command of game 1, L, Mrc or Q, found 'l'"},
    {"1\n" START "W\n\nQ\n", "", 11, "expected a command of game 1, L, Mrc or Q, found the end of the line"},
    {"1\n" START "W\nLL\n", "", 11, "expected the end of the line after L, found 'L'"},
    {"1\n" START "W\nQ1\n", "", 11, "expected the end of the line after Q, found '1'"},
    {"1\n" START "W\nM\n", "", 11, "expected Mrc with a row from 1 to 8, found the end of the line"},
    {"1\n" START "W\nM05\n", "", 11, "expected Mrc with a row from 1 to 8, found '0'"},
    {"1\n" START "W\nM3\n", "", 11, "expected Mrc with a column from 1 to 8, found the end of the line"},
    {"1\n" START "W\nM39\n", "", 11, "expected Mrc with a column from 1 to 8, found '9'"},
    {"1\n" START "W\nM355\n", "", 11, "expected the end of the line after a move, found '5'"},
    {"1\n" START "W\nM33\n", "", 11,
     "M33 in game 1: not a legal move of White, expected one of (3,5) (4,6) (5,3) (6,4)"},
    {"1\n" START "W\nM44\n", "", 11,
     "M44 in game 1: not a legal move of White, expected one of (3,5) (4,6) (5,3) (6,4)"},
    {"1\n" START "W\nL\nM35\nM35\nL\n", "(3,5) (4,6) (5,3) (6,4)\nBlack -  1 White -  4\n", 13,
     "M35 in game 1: not a legal move of Black, expected one of (3,4) (3,6) (5,6)"},
    {"1\nWWWWB---\nWWWB----\nWWB-----\nWB------\n--------\n" ROWS_3 "B\nL\nM11\n", "No legal move.\n", 12,
     "M11 in game 1: Black passes and White has no such move, expected one of (1,6) (2,5) (3,4) (3,5) (4,3) "
     "(4,4) (5,2) (5,3)"},
    {"1\nBBBBBBBB\nBBBBBBBB\nBBBBBBBB\nBBBBBBBB\nBBBBBBBB\nBBBBBBBB\nBBBBBBBB\nBBBBBBB-\nW\nM88\n", "", 11,
     "M88 in game 1: neither player has a legal move, expected L or Q"},
    {"1\n" START "W\nQ\nW\n", START, 12, "expected the end of the input after the last game, found 'W'"},
    {"2\n" START "W\nQ\n", START, 12, "the input ends, expected row 1 of game 2"},
    {"2\n" START "W\nQ\n" START "W\nX\n", START, 21, "expected a command of game 2, L, Mrc or Q, found 'X'"},
    {"2\n" START "W\nQ\n\n" START "W\nL\nX\n", START "\n(3,5) (4,6) (5,3) (6,4)\n", 23,
     "expected a command of game 2, L, Mrc or Q, found 'X'"},
    {"0\nx\n", "", 2, "expected the end of the input after the last game, found 'x'"},
    {"1\n\xff\n", "", 2, "row 1 of game 1, column 1: expected '-', 'B' or 'W', found byte 0xff"},
};

#define EMPTY_4 "........\n........\n........\n........\n"

static const broken_input uva395_cases[] = {
    {"x\n", "", 1, "row 1 of case 1, column 1: expected '.', 'X' or 'O', found 'x'"},
    {"........\n", "", 2, "the input ends, expected row 2 of case 1"},
    {EMPTY_4 EMPTY_4, "", 9, "expected 'X' or 'O', the player to move of case 1, found the end of the input"},
    {EMPTY_4 EMPTY_4 "\nX\n", "", 9, "expected 'X' or 'O', the player to move of case 1, found the end of the line"},
    {EMPTY_4 EMPTY_4 "XO\n", "", 9, "expected the end of the line after the player to move of case 1, found 'O'"},
    {EMPTY_4 "\n" EMPTY_4 "X\n", "", 5, "the line is blank, expected row 5 of case 1"},
    {EMPTY_4 EMPTY_4 "O\n\n  \n" EMPTY_4 EMPTY_4 ".\n", "No moves are possible\n\n", 20,
     "expected 'X' or 'O', the player to move of case 2, found '.'"},
    {EMPTY_4 EMPTY_4 "........\nX\n", "", 9, "expected 'X' or 'O', the player to move of case 1, found '.'"},
};

#define RED "redPieces = [A1]\n"
#define BLACK "blackPieces = [B2]\n"
#define TURN "whoseTurn = \"Red\"\n"

static const broken_input tothello_cases[] = {
    {RED BLACK, "", 3, "the input ends, expected whoseTurn of case 1"},
    {TURN, "", 2, "the input ends, expected redPieces, blackPieces of case 1"},
    {RED BLACK TURN RED, "3\n", 5, "the input ends, expected blackPieces, whoseTurn of case 2"},
    {RED RED, "", 2, "redPieces is given twice in case 1, expected blackPieces, whoseTurn"},
    {"greenPieces = []\n", "", 1, "expected redPieces, blackPieces, whoseTurn in case 1, found 'greenPieces'"},
    {"blackPiecesAndManyMore = []\n", "", 1,
     "expected redPieces, blackPieces, whoseTurn in case 1, found 'blackPiecesAndM'"},
    {"[A1]\n", "", 1, "expected redPieces, blackPieces, whoseTurn in case 1, found '['"},
    {RED "]\n", "", 2, "expected blackPieces, whoseTurn in case 1, found ']'"},
    {"redPieces [A1]\n", "", 1, "expected '=' in case 1, found '['"},
    {"redPieces =\n[A1]\n", "", 1, "expected '[' in case 1, found the end of the line"},
    {"redPieces = A1\n", "", 1, "expected '[' in case 1, found 'A'"},
    {"redPieces = [A1\n", "", 1, "expected ',' or ']' after a square in case 1, found the end of the line"},
    {"redPieces = [A1,\nB1]\n", "", 1, "expected a square from A1 to H8 in case 1, found the end of the line"},
    {"redPieces = [A1,]\n", "", 1, "expected a square from A1 to H8 in case 1, found ']'"},
    {"redPieces = [A1 B1]\n", "", 1, "expected ',' or ']' after a square in case 1, found 'B'"},
    {"redPieces = [I1]\n", "", 1, "expected a square from A1 to H8 in case 1, found 'I'"},
    {"redPieces = [a1]\n", "", 1, "expected a square from A1 to H8 in case 1, found 'a'"},
    {"redPieces = [A9]\n", "", 1, "expected a row from 1 to 8 after the column of a square in case 1, found '9'"},
    {"redPieces = [A12]\n", "", 1, "expected ',' or ']' after a square in case 1, found '2'"},
    {"redPieces = [\"A1]\n", "", 1, "expected the closing '\"' in case 1, found ']'"},
    {"redPieces = [A1\"]\n", "", 1, "expected ',' or ']' after a square in case 1, found '\"'"},
    {"redPieces = [A1,B1,A1]\n", "", 1, "A1 is given twice in redPieces of case 1, expected each square once"},
    {RED "blackPieces = [C3,A1]\n", "", 2,
     "A1 is both in redPieces and in blackPieces of case 1, expected each square once"},
    {"whoseTurn = \n", "", 1, "expected \"Red\" or \"Black\" in case 1, found the end of the line"},
    {"whoseTurn = \"White\"\n", "", 1, "expected \"Red\" or \"Black\" in case 1, found 'White'"},
    {"whoseTurn = red\n", "", 1, "expected \"Red\" or \"Black\" in case 1, found 'red'"},
    {"whoseTurn = \"Red\n", "", 1, "expected the closing '\"' in case 1, found the end of the line"},
    {"redPieces = [A1,A2,A3,A4,A5,A6,A7,A8,B1,B2,B3,B4,B5,B6,B7,B8,C1,C2,C3,C4,C5,C6,C7,C8,D1,D2,D3,D4,D5,D6,D7,D8,"
     "E1,E2,E3,E4,E5,E6,E7,E8,F1,F2,F3,F4,F5,F6,F7,F8,G1,G2,G3]\n",
     "", 1, "redPieces of case 1 is too long, expected at most 50 squares"},
    {RED BLACK TURN "\n\nredPieces = [C3]\nwhoseTurn = Red\nblackPieces = [B3,D3]\n", "3\n", 6,
     "Red C3 of case 2 is already bracketed, expected a board with nothing to turn"},
    {"redPieces = [A1,D4]\nblackPieces = [B2,C3]\nwhoseTurn = Red\n", "", 1,
     "Black B2 of case 1 is already bracketed, expected a board with nothing to turn"},
};

#define BOARD_1 "o.......\n........\n........\n.x......\n........\n........\n........\n........\n"
#define BOARD_2 "...o....\n........\n...x....\n........\n........\n........\n........\n........\n"

static const broken_input xtreme10_cases[] = {
    {"", "", 1, "expected the number of boards, found the end of the input"},
    {"1 x\n", "", 1, "expected the end of the line after the number of boards, found 'x'"},
    {"1\n", "", 2, "the input ends, expected row 1 of board 1"},
    {"2\n" BOARD_2 "\n" EMPTY_4 "...ox...\n........\n........\n", "5\n", 18,
     "the input ends, expected row 8 of board 2"},
    {"3\n" BOARD_2 "\n" EMPTY_4 "...ox...\n........\n........\n\n" BOARD_2, "5\n", 18,
     "the line is blank, expected row 8 of board 2"},
    {"2\n" BOARD_2 "........\n\n" BOARD_2, "5\n", 11, "the line is blank, expected row 2 of board 2"},
    {"2\n" BOARD_2 BOARD_2 "........\n", "5\n5\n", 18, "expected the end of the input after the last board, found '.'"},
    {"1\n" BOARD_2 "........\n", "5\n", 10, "expected the end of the input after the last board, found '.'"},
    {"1\n" BOARD_2 "\n2\n", "5\n", 11, "expected the end of the input after the last board, found '2'"},
    {"1\n........\n...O....\n", "", 3, "row 2 of board 1, column 4: expected '.', 'o' or 'x', found 'O'"},
    {"1\n...o....\n........\n.x.o....\n........\n" EMPTY_4, "", 4,
     "row 3 of board 1 holds a second 'o', expected only one"},
    {"1\n...o.o..\n........\n........\n........\n" EMPTY_4, "", 2,
     "row 1 of board 1 holds a second 'o', expected only one"},
    {"2\n" BOARD_2 "\n\n" EMPTY_4 "....x...\n........\n........\n........\n", "5\n", 12,
     "board 2 holds no 'o', expected one"},
    {"1\n" EMPTY_4 "....o...\n........\n........\n........\n", "", 2, "board 1 holds no 'x', expected at least one"},
};

static void assert_refused(const char *name, const broken_input *c, const char *in, size_t size, size_t chunk)
{
    harness_output output = harness_run(name, in, size, chunk);
    assert_string_equal(error_english(&output.failure.reason), c->message);
    assert_int_equal(output.failure.line, c->line);
    assert_int_equal(output.failure.result, CONTEST_BAD_DATA);
    assert_string_equal(output.text, c->out);
    free(output.text);
}

static char *with_crlf(const char *text)
{
    char *copy = malloc(2 * strlen(text) + 1), *to = copy;
    assert_non_null(copy);
    for (; *text; text++) {
        if (*text == '\n')
            *to++ = '\r';
        *to++ = *text;
    }
    *to = '\0';
    return copy;
}

static void check_all(const char *name, const broken_input *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *crlf = with_crlf(cases[i].in);
        assert_refused(name, &cases[i], cases[i].in, strlen(cases[i].in), 0);
        assert_refused(name, &cases[i], cases[i].in, strlen(cases[i].in), 1);
        assert_refused(name, &cases[i], crlf, strlen(crlf), 0);
        free(crlf);
    }
}

static void test_uva220(void **state)
{
    (void)state;
    check_all("uva220", uva220_cases, sizeof uva220_cases / sizeof *uva220_cases);
}

static void test_uva395(void **state)
{
    (void)state;
    check_all("uva395", uva395_cases, sizeof uva395_cases / sizeof *uva395_cases);
}

static void test_tothello(void **state)
{
    (void)state;
    check_all("tothello", tothello_cases, sizeof tothello_cases / sizeof *tothello_cases);
}

static void test_xtreme10(void **state)
{
    (void)state;
    check_all("xtreme10", xtreme10_cases, sizeof xtreme10_cases / sizeof *xtreme10_cases);
}

static void test_nul_bytes(void **state)
{
    (void)state;
    static const broken_input cases[] = {
        {"1\0\n", "", 1, "expected the end of the line after the number of games, found byte 0x00"},
        {"\0\0\0", "", 1, "row 1 of case 1, column 1: expected '.', 'X' or 'O', found byte 0x00"},
        {"\n\n\0", "", 3, "expected redPieces, blackPieces, whoseTurn in case 1, found byte 0x00"},
        {"\0\0\0", "", 1, "expected the number of boards, found byte 0x00"},
    };
    static const char *const names[] = {"uva220", "uva395", "tothello", "xtreme10"};
    for (size_t i = 0; i < 4; i++)
        assert_refused(names[i], &cases[i], cases[i].in, 3, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_uva220),   cmocka_unit_test(test_uva395),    cmocka_unit_test(test_tothello),
        cmocka_unit_test(test_xtreme10), cmocka_unit_test(test_nul_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
