/* SPDX-License-Identifier: MIT
 *
 * Boards with names. In a board of digits 0 is black, since Egaroucid writes it so; beside letters it is a round white
 * disc. A side of such a board is a digit, too: "X-square" is a name there.
 */
#include "formats/named_board.h"

#include <ctype.h>
#include <string.h>

enum { SQUARES = 64 };

static bool is_one_of(char letter, const char *set) { return letter && strchr(set, letter); }

static bool is_blank(char letter) { return letter == ' ' || letter == '\t' || letter == '\r'; }

/* The disc of a letter, 'X' or 'O', '-' for an empty square, NUL for none. */
static char plain_square(char letter, bool digits)
{
    if (is_one_of(letter, "-._"))
        return '-';
    if (digits)
        return letter == '0' ? 'X' : letter == '1' ? 'O' : '\0';
    return is_one_of(letter, "Xx*#@Bb") ? 'X' : is_one_of(letter, "Oo0Ww") ? 'O' : '\0';
}

bool named_board_find(const char *line, named_board *board)
{
    line += strspn(line, " \t");
    if (strlen(line) < SQUARES)
        return false;
    char squares[SQUARES + 1] = {0};
    memcpy(squares, line, SQUARES);
    const bool digits = strspn(squares, "-._01") == SQUARES;
    for (int i = 0; i < SQUARES; i++)
        if (!(board->position[i] = plain_square(squares[i], digits)))
            return false;
    const char *rest = line + SQUARES;
    const bool apart = !*rest || is_blank(*rest);
    rest += strspn(rest, " \t\r");
    const char side = plain_square(*rest, digits);
    board->has_side = side && side != '-' && (!rest[1] || is_blank(rest[1]) || rest[1] == ':' || rest[1] == ',');
    if (!apart && !board->has_side)
        return false;
    board->position[SQUARES] = board->has_side ? ' ' : '\0';
    board->position[SQUARES + 1] = side;
    board->position[SQUARES + 2] = '\0';
    rest += board->has_side;
    board->name = rest + strspn(rest, " \t\r:,");
    return !strchr(rest, ';'); /* that is OBF */
}
