/* SPDX-License-Identifier: MIT
 *
 * Othello in text: every form of positions and moves that the field's programs write.
 *
 * Positions. `board`: 64 letters and the side to move (OBF files, Edax, Egaroucid, Cassio). `fen`: Edax's FEN for
 * xboard, row 8 first, p black, P white; read too is a board with counts of empty squares, row 1 first, X or B black, O
 * or W white. `hex`: the words of two bitboards, the side to move's first, a1 the lowest bit
 * as in Edax. The three are told apart by what the others cannot contain: a slash, or two words of up to 16 hexadecimal
 * digits. Without 0x these are no numbers of moves, and no squares ("1 e6", "e6f4 d3").
 *
 * Moves. f5, F5; P@f5 (xboard's drops); (5,6), row and column (UVa 220); a pass in any of the field's words.
 *
 * Any two sets of squares without a square in common are a position, also one that no game reaches and one whose side
 * to move has no move: problem collections and test suites contain both.
 */
#include "games/othello/othello_notation.h"

#include "core/bits.h"
#include "core/disc_text.h"
#include "core/error.h"
#include "games/othello/othello_rules.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *const othello_position_styles[] = {"board", "fen", "hex", NULL};
const char *const othello_move_styles[] = {"square", "upper", "drop", "uva", NULL};

static const disc_letters letters = {.color = {"Xx*Bb0", "OoWw1"}, .empty = "-."};

/* Refuse what is at `at`: expected `what`, found something else. */
static flank_status refuse(const char *text, size_t at, flank_error_code what, flank_error *error)
{
    return error_say(error, FLANK_BAD_POSITION, at, SAY(EXPECTED_FOUND), say_code(what), say_byte(text[at]));
}

static flank_position position_of(const uint64_t discs[2], flank_color side)
{
    return (flank_position){.own = discs[side], .other = discs[!side], .color = (uint8_t)side};
}

/* ---- 64 letters ---- */

static flank_status parse_board(const char *text, flank_position *position, flank_error *error)
{
    size_t at = 0;
    uint64_t discs[2];
    flank_color side;
    flank_status status = disc_text_read_board(text, &at, &letters, discs, error);
    status = status ? status : disc_text_read_side(text, &at, &letters, &side, error);
    if (status)
        return status;
    at = disc_text_skip_blanks(text, at);
    if (text[at] == ';') /* the end of the position in an OBF line */
        at = disc_text_skip_blanks(text, at + 1);
    if (text[at])
        return refuse(text, at, FLANK_ERROR_NOTHING_AFTER_SIDE, error);
    *position = position_of(discs, side);
    return FLANK_OK;
}

/* ---- FEN ---- */

/* One row of eight squares: the letters of black and white, and counts of empty squares. */
static flank_status read_fen_row(const char *text, size_t *at, unsigned rank, const char *sides, uint64_t discs[2],
                                 flank_error *error)
{
    for (unsigned file = 0; file < 8; ++*at) {
        char letter = text[*at];
        if (letter && letter == sides[FLANK_BLACK])
            discs[FLANK_BLACK] |= bit(8 * rank + file++);
        else if (letter && letter == sides[FLANK_WHITE])
            discs[FLANK_WHITE] |= bit(8 * rank + file++);
        else if (letter >= '1' && letter <= '8')
            file += (unsigned)(letter - '0');
        else
            return refuse(text, *at, FLANK_ERROR_A_P_OR_DIGIT, error);
        if (file > 8)
            return error_say(error, FLANK_BAD_POSITION, *at, SAY(ROW_TOO_LONG), say_number(rank + 1));
    }
    return FLANK_OK;
}

/* Further fields in a FEN mean nothing here: up to four words of digits or a hyphen, "- - 0 1". */
static flank_status skip_fen_fields(const char *text, size_t at, flank_error *error)
{
    at = disc_text_skip_blanks(text, at);
    for (int field = 0; field < 4 && text[at]; field++) {
        size_t length = disc_text_word_length(text + at);
        if (strspn(text + at, "0123456789") != length && !(length == 1 && text[at] == '-'))
            break;
        at = disc_text_skip_blanks(text, at + length);
    }
    return text[at] ? refuse(text, at, FLANK_ERROR_AT_MOST_CASTLING, error) : FLANK_OK;
}

/* The squares d4, e4, d5 and e5, where discs lie from the start on and never vanish. */
static bool has_full_centre(const uint64_t discs[2])
{
    const uint64_t centre = bit(27) | bit(28) | bit(35) | bit(36);
    return ((discs[FLANK_BLACK] | discs[FLANK_WHITE]) & centre) == centre;
}

/* True if each disc stands beside another, in one group with those of the centre, as in every game. */
static bool is_one_group(const uint64_t discs[2])
{
    const uint64_t all = discs[FLANK_BLACK] | discs[FLANK_WHITE];
    uint64_t group = bit(27) & all, before;
    do {
        before = group;
        group = bits_grow(group) & all;
    } while (group != before);
    return group == all;
}

/* The side to move behind a FEN with discs "XO": B or W, or the letter of the discs, as Lines of Action has it. That
 * board is one of Othello only if all discs are one group. */
static char read_fen_side(char side, const char *sides, const uint64_t discs[2])
{
    const bool is_disc = *sides == 'X' && (side == 'X' || side == 'O') && is_one_group(discs);
    return is_disc ? (char)(side == 'X' ? 'b' : 'w') : *sides == 'B' ? (char)tolower((unsigned char)side) : side;
}

/* Edax's FEN, or the same with the capitals of boards, in the order of boards. Lines of Action has X and O, B and W,
 * too: such a board is one of Othello if its centre is full. */
static flank_status parse_fen(const char *text, flank_position *position, flank_error *error)
{
    size_t at = 0;
    uint64_t discs[2] = {0, 0};
    const char first = text[strspn(text, "12345678/")];
    const bool is_colors = first == 'B' || first == 'W', is_board = is_colors || first == 'X' || first == 'O';
    const char *const sides = is_colors ? "BW" : is_board ? "XO" : "pP";
    for (unsigned row = 0; row < 8; row++) {
        const unsigned rank = is_board ? row : 7 - row;
        flank_status status = read_fen_row(text, &at, rank, sides, discs, error);
        if (status)
            return status;
        if (row < 7 && text[at++] != '/')
            return refuse(text, at - 1, FLANK_ERROR_A_SLASH, error);
    }
    if (is_board && !has_full_centre(discs))
        return refuse(text, strcspn(text, sides), FLANK_ERROR_A_P_OR_DIGIT, error);
    size_t side_at = disc_text_skip_blanks(text, at);
    const char side = read_fen_side(text[side_at], sides, discs);
    if (side_at == at || (side != 'b' && side != 'w'))
        return refuse(text, side_at, FLANK_ERROR_A_BLANK_AND_SIDE, error);
    flank_status status = skip_fen_fields(text, side_at + 1, error);
    if (status == FLANK_OK)
        *position = position_of(discs, side == 'b' ? FLANK_BLACK : FLANK_WHITE);
    return status;
}

static void format_fen(const flank_position *position, char *out)
{
    bool black = position->color == FLANK_BLACK;
    uint64_t men[2] = {black ? position->own : position->other, black ? position->other : position->own};
    for (unsigned rank = 8; rank-- > 0;) {
        char empty = '0';
        for (unsigned square = 8 * rank; square < 8 * rank + 8; square++) {
            bool taken = (men[0] | men[1]) & bit(square);
            empty += !taken;
            if (empty > '0' && (taken || square_file(square) == 7)) {
                *out++ = empty;
                empty = '0';
            }
            if (taken)
                *out++ = men[0] & bit(square) ? 'p' : 'P';
        }
        if (rank)
            *out++ = '/';
    }
    sprintf(out, " %c - - 0 1", black ? 'b' : 'w');
}

/* ---- Two bitboards ---- */

/* True if a word is a number of a move, or squares. */
static bool is_of_moves(const char *word, size_t length)
{
    size_t squares = 0;
    while (squares < length && strchr("abcdefABCDEF", word[squares]) && strchr("12345678", word[squares + 1]))
        squares += 2;
    return length < 4 || squares == length;
}

/* Read a word of 1 to 16 hexadecimal digits, with or without 0x before them; false if there is none at `at`. */
static bool read_hex(const char *text, size_t *at, uint64_t *word)
{
    size_t start = *at = disc_text_skip_blanks(text, *at);
    const bool marked = text[start] == '0' && (text[start + 1] == 'x' || text[start + 1] == 'X');
    if (marked)
        start += 2;
    size_t length = disc_text_word_length(text + start);
    if (length == 0 || length > 16 || (!marked && is_of_moves(text + start, length)) ||
        strspn(text + start, "0123456789abcdefABCDEF") != length)
        return false;
    *word = 0;
    for (size_t i = start; i < start + length; i++) {
        unsigned digit = (unsigned char)text[i];
        *word = *word << 4 | (digit <= '9' ? digit - '0' : (digit | 32) - 'a' + 10);
    }
    *at = start + length;
    return true;
}

/* True if the text begins with two such words, which no board of 64 letters does. */
static bool looks_like_hex(const char *text)
{
    size_t at = 0;
    uint64_t word;
    return read_hex(text, &at, &word) && read_hex(text, &at, &word) && strlen(text) < 64;
}

static flank_status parse_hex(const char *text, flank_position *position, flank_error *error)
{
    size_t at = 0;
    uint64_t own = 0, other = 0;
    flank_color side = FLANK_BLACK;
    read_hex(text, &at, &own);
    read_hex(text, &at, &other);
    if (own & other)
        return error_say(error, FLANK_BAD_POSITION, 0, SAY(TWO_DISCS),
                         say_text(flank_square_name(bit_first(own & other))));
    at = disc_text_skip_blanks(text, at);
    if (text[at]) {
        flank_status status = disc_text_read_side(text, &at, &letters, &side, error);
        if (status)
            return status;
    }
    if (text[at])
        return refuse(text, at, FLANK_ERROR_NOTHING_AFTER_SIDE, error);
    *position = (flank_position){.own = own, .other = other, .color = (uint8_t)side};
    return FLANK_OK;
}

/* ---- Positions in any style ---- */

flank_status othello_parse_position(const char *text, flank_position *position, flank_error *error)
{
    if (strchr(text, '/'))
        return parse_fen(text, position, error);
    if (looks_like_hex(text))
        return parse_hex(text, position, error);
    return parse_board(text, position, error);
}

void othello_format_position(const flank_position *position, const char *style, char *out)
{
    if (strcmp(style, "fen") == 0)
        format_fen(position, out);
    else if (strcmp(style, "hex") == 0)
        snprintf(out, FLANK_POSITION_TEXT_SIZE, "0x%016" PRIx64 " 0x%016" PRIx64 " %c", position->own, position->other,
                 letters.color[position->color][0]);
    else
        disc_text_write_board(position, &letters, out);
}

/* ---- Moves ---- */

/* The square that `text` names in any style, or -1. */
static int read_square(const char *text)
{
    if ((text[0] == 'P' || text[0] == 'p') && text[1] == '@')
        text += 2;
    if (text[0] == '(' && text[1] >= '1' && text[1] <= '8' && text[2] == ',' && text[3] >= '1' && text[3] <= '8' &&
        strcmp(text + 4, ")") == 0)
        return 8 * (text[1] - '1') + text[3] - '1';
    int square = disc_text_square(text);
    return square >= 0 && text[2] == '\0' ? square : -1;
}

flank_status othello_parse_move(const flank_rules *rules, const flank_position *position, const char *text,
                                flank_move *move, flank_error *error)
{
    const uint64_t board = othello_squares(rules);
    char shown[DISC_TEXT_SHOW_SIZE];
    bool pass = disc_text_is_pass(text);
    int square = pass ? FLANK_NO_SQUARE : read_square(text);
    if (square < 0)
        return error_say(error, FLANK_BAD_MOVE, 0, SAY(NOT_A_SQUARE), say_text(disc_text_show(text, shown)));
    uint64_t legal = othello_moves(position->own, position->other) & board;
    bool can_pass = !legal && (othello_moves(position->other, position->own) & board);
    if (!legal && !can_pass)
        return error_say(error, FLANK_ILLEGAL_MOVE, 0, SAY(GAME_OVER));
    if (pass && !can_pass)
        return error_say(error, FLANK_ILLEGAL_MOVE, 0, SAY(PASS_NOT_LEGAL),
                         say_text(flank_square_name(bit_first(legal))));
    if (!pass && can_pass)
        return error_say(error, FLANK_ILLEGAL_MOVE, 0, SAY(ONLY_PASS_LEGAL),
                         say_text(flank_square_name((unsigned)square)));
    if (!pass && !(board & bit((unsigned)square)))
        return error_say(error, FLANK_ILLEGAL_MOVE, 0, SAY(MOVE_OUTSIDE),
                         say_text(flank_square_name((unsigned)square)));
    if (!pass && !(legal & bit((unsigned)square)))
        return error_say(error, FLANK_ILLEGAL_MOVE, 0,
                         (position->own | position->other) & bit((unsigned)square) ? SAY(MOVE_ON_DISC)
                                                                                   : SAY(MOVE_TURNS_NOTHING),
                         say_text(flank_square_name((unsigned)square)));
    *move = (flank_move){.from = FLANK_NO_SQUARE, .to = (uint8_t)square};
    return FLANK_OK;
}

void othello_format_move(const flank_rules *rules, const flank_position *position, flank_move move, const char *style,
                         char *out)
{
    (void)rules, (void)position;
    assert(flank_move_is_pass(move) || move.to < 64);
    bool upper = strcmp(style, "upper") == 0, drop = strcmp(style, "drop") == 0, uva = strcmp(style, "uva") == 0;
    if (flank_move_is_pass(move))
        strcpy(out, upper ? "PA" : drop ? "@@@@" : "pass");
    else if (uva)
        sprintf(out, "(%u,%u)", square_rank(move.to) + 1, square_file(move.to) + 1);
    else
        sprintf(out, "%s%c%u", drop ? "P@" : "", (upper ? 'A' : 'a') + (int)square_file(move.to),
                square_rank(move.to) + 1);
}
