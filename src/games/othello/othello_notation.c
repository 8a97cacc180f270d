/* SPDX-License-Identifier: MIT
 *
 * Othello in text: the 64-square board of OBF files, and squares as moves.
 */
#include "games/othello/othello_notation.h"

#include "core/bits.h"
#include "core/error.h"
#include "games/othello/othello_board.h"

#include <stdio.h>
#include <string.h>

const char *const othello_position_styles[] = {"board", NULL};
const char *const othello_move_styles[] = {"square", NULL};

/* 0 black, 1 white, 2 empty, -1 none of these. */
static int read_disc(char letter)
{
    if (letter && strchr("Xx*Bb", letter))
        return FLANK_BLACK;
    if (letter && strchr("OoWw", letter))
        return FLANK_WHITE;
    return letter == '-' || letter == '.' ? 2 : -1;
}

flank_status othello_parse_position(const char *text, flank_position *position, flank_error *error)
{
    uint64_t discs[3] = {0};
    char shown[ERROR_SHOW_SIZE];
    for (unsigned square = 0; square < 64; square++) {
        int disc = read_disc(text[square]);
        if (disc < 0)
            return error_set(error, FLANK_BAD_POSITION, square, "expected X, O or - for %s, found %s",
                             flank_square_name(square), error_show_char(text[square], shown));
        discs[disc] |= bit(square);
    }
    size_t at = 64;
    while (text[at] == ' ')
        at++;
    int color = read_disc(text[at]);
    if (color != FLANK_BLACK && color != FLANK_WHITE)
        return error_set(error, FLANK_BAD_POSITION, at, "expected X or O for the side to move, found %s",
                         error_show_char(text[at], shown));
    if (text[at + 1])
        return error_set(error, FLANK_BAD_POSITION, at + 1, "expected nothing after the side to move, found %s",
                         error_show_char(text[at + 1], shown));
    *position = (flank_position){.own = discs[color], .other = discs[!color], .color = (uint8_t)color};
    return FLANK_OK;
}

void othello_format_position(const flank_position *position, const char *style, char *out)
{
    (void)style;
    const char *glyphs = position->color == FLANK_BLACK ? "XO" : "OX";
    for (unsigned square = 0; square < 64; square++)
        out[square] = position->own & bit(square) ? glyphs[0] : position->other & bit(square) ? glyphs[1] : '-';
    out[64] = ' ';
    out[65] = glyphs[0];
    out[66] = '\0';
}

flank_status othello_parse_move(const flank_rules *rules, const flank_position *position, const char *text,
                                flank_move *move, flank_error *error)
{
    (void)rules;
    uint64_t legal = othello_moves(position->own, position->other);
    if (strcmp(text, "pass") == 0 || strcmp(text, "PASS") == 0 || strcmp(text, "--") == 0) {
        if (legal || !othello_moves(position->other, position->own))
            return error_set(error, FLANK_ILLEGAL_MOVE, 0, "a pass is only legal without a move to make");
        *move = (flank_move){.from = FLANK_NO_SQUARE, .to = FLANK_NO_SQUARE};
        return FLANK_OK;
    }
    unsigned file = (unsigned)((text[0] | 32) - 'a');
    unsigned rank = text[0] ? (unsigned)(text[1] - '1') : 8;
    if (file > 7 || rank > 7 || text[2])
        return error_set(error, FLANK_BAD_MOVE, 0, "'%.20s' is not a square from a1 to h8 or 'pass'", text);
    unsigned square = rank * 8 + file;
    if (!(legal & bit(square)))
        return error_set(error, FLANK_ILLEGAL_MOVE, 0, "%s is not legal here", flank_square_name(square));
    *move = (flank_move){.from = FLANK_NO_SQUARE, .to = (uint8_t)square};
    return FLANK_OK;
}

void othello_format_move(const flank_rules *rules, const flank_position *position, flank_move move, const char *style,
                         char *out)
{
    (void)rules, (void)position, (void)style;
    snprintf(out, FLANK_MOVE_TEXT_SIZE, "%s", flank_move_is_pass(move) ? "pass" : flank_square_name(move.to));
}
