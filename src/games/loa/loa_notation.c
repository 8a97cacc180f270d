/* SPDX-License-Identifier: MIT
 *
 * Lines of Action in text.
 *
 * Positions: eight rows from row 8 down to row 1, as the board is drawn, then the side to move. One reader takes every
 * form because a row is complete after exactly eight squares, however they are written: digits are runs of empty
 * squares (FEN), '-' and '.' single ones; between rows there may be a '/', blanks, a line end, or nothing. Black is x,
 * b or *, white o or w, in either case: the letters of OpenSpiel and of the literature, of CodinGame, and of Othello
 * programs.
 *
 * Every arrangement of pieces is a position, those that play cannot reach too: a side with no piece counts as
 * connected, so such a game is merely over. Text that does not name 64 squares and a side is refused.
 *
 * Moves: origin and target with '-', 'x' or ':' or nothing between them, in either case, then any of the marks + ! ? #,
 * which SGF allows and asks readers to skip (red-bean.com/sgf/loa.html). '-' is read for a capture too, as SGF does not
 * insist on ':'; but 'x' and ':' with nothing to capture are refused, for such a record has gone wrong somewhere.
 *
 * A refused move is told why: a rule of this game is easily miscounted by people.
 */
#include "games/loa/loa_notation.h"

#include "core/bits.h"
#include "core/error.h"
#include "games/loa/loa_board.h"
#include "games/loa/loa_rules.h"

#include <stdio.h>
#include <string.h>

const char *const loa_position_styles[] = {"fen", "board", NULL};
const char *const loa_move_styles[] = {"dash", "sgf", "plain", NULL};

static const char *const color_names[] = {"black", "white"};

/* ---- Positions ---- */

/* A flank_color, or -1 if the letter is no piece. */
static int read_piece(char letter)
{
    if (letter && strchr("xXbB*", letter))
        return FLANK_BLACK;
    return letter && strchr("oOwW", letter) ? FLANK_WHITE : -1;
}

/* The number of empty squares that a letter stands for; 0 if for none. */
static unsigned read_empties(char letter)
{
    if (letter == '-' || letter == '.')
        return 1;
    return letter >= '1' && letter <= '8' ? (unsigned)(letter - '0') : 0;
}

static size_t skip_blanks(const char *text, size_t at) { return at + strspn(text + at, " \t\r\n"); }

/* Read the eight squares of the row at `*at` into `pieces`, indexed by colour, and move `*at` behind them. */
static flank_status read_row(const char *text, size_t *at, unsigned rank, uint64_t pieces[2], flank_error *error)
{
    for (unsigned file = 0; file < 8; ++*at) {
        int color = read_piece(text[*at]);
        unsigned empties = read_empties(text[*at]);
        if (color < 0 && !empties)
            return error_say(error, FLANK_BAD_POSITION, *at, SAY(EXPECTED_LOA_LETTER),
                             say_text(flank_square_name(rank * 8 + file)), say_byte(text[*at]));
        if (file + empties > 8)
            return error_say(error, FLANK_BAD_POSITION, *at, SAY(ROW_TOO_LONG), say_number(rank + 1));
        if (color >= 0)
            pieces[color] |= bit(rank * 8 + file);
        file += color >= 0 ? 1 : empties;
    }
    return FLANK_OK;
}

flank_status loa_parse_position(const char *text, flank_position *position, flank_error *error)
{
    uint64_t pieces[2] = {0};
    size_t at = 0;
    for (unsigned rank = 8; rank-- > 0;) {
        flank_status status = read_row(text, &at, rank, pieces, error);
        if (status)
            return status;
        at = skip_blanks(text, at);
        if (rank > 0 && text[at] == '/')
            at = skip_blanks(text, at + 1);
    }
    int color = read_piece(text[at]);
    if (color < 0)
        return error_say(error, FLANK_BAD_POSITION, at, SAY(EXPECTED_LOA_SIDE), say_byte(text[at]));
    if (text[at + 1])
        return error_say(error, FLANK_BAD_POSITION, at + 1, SAY(EXPECTED_NOTHING_AFTER_SIDE), say_byte(text[at + 1]));
    *position = (flank_position){.own = pieces[color], .other = pieces[!color], .color = (uint8_t)color};
    return FLANK_OK;
}

/* The glyph of what stands on `square`, '-' for nothing. `glyphs` is those of the side to move and of the other. */
static char square_glyph(const flank_position *position, unsigned square, const char *glyphs)
{
    return position->own & bit(square) ? glyphs[0] : position->other & bit(square) ? glyphs[1] : '-';
}

static void format_board(const flank_position *position, char *out)
{
    const char *glyphs = position->color == FLANK_BLACK ? "XO" : "OX";
    for (unsigned i = 0; i < 64; i++)
        *out++ = square_glyph(position, i ^ 56, glyphs); /* row 8 first */
    *out++ = ' ';
    *out++ = glyphs[0];
    *out = '\0';
}

static void format_fen(const flank_position *position, char *out)
{
    const char *glyphs = position->color == FLANK_BLACK ? "xo" : "ox";
    for (unsigned i = 0; i < 64; i++) {
        char glyph = square_glyph(position, i ^ 56, glyphs);
        if (i && i % 8 == 0)
            *out++ = '/';
        if (glyph != '-')
            *out++ = glyph;
        else if (i % 8 && out[-1] >= '1' && out[-1] <= '7')
            out[-1]++;
        else
            *out++ = '1';
    }
    *out++ = ' ';
    *out++ = glyphs[0];
    *out = '\0';
}

void loa_format_position(const flank_position *position, const char *style, char *out)
{
    if (strcmp(style, "board") == 0)
        format_board(position, out);
    else
        format_fen(position, out);
}

/* ---- Moves ---- */

/* Read a square at text[*at] and move `*at` behind it; FLANK_NO_SQUARE, and nothing moved, if there is none. */
static unsigned read_square(const char *text, size_t *at)
{
    unsigned file = (unsigned)((text[*at] | 32) - 'a');
    if (file > 7 || text[*at + 1] < '1' || text[*at + 1] > '8')
        return FLANK_NO_SQUARE;
    unsigned rank = (unsigned)(text[*at + 1] - '1');
    *at += 2;
    return rank * 8 + file;
}

static bool is_pass(const char *text)
{
    static const char word[] = "pass";
    size_t i = 0;
    while (word[i] && (text[i] | 32) == word[i])
        i++;
    return (word[i] == '\0' && text[i] == '\0') || strcmp(text, "--") == 0;
}

static flank_status illegal_pass(const flank_rules *rules, const flank_position *position, flank_error *error)
{
    flank_outcome outcome = loa_outcome(rules, position);
    if (outcome.over)
        return error_say(error, FLANK_ILLEGAL_MOVE, 0, SAY(GAME_OVER_BECAUSE), say_reason(outcome.reason));
    return error_say(error, FLANK_ILLEGAL_MOVE, 0, SAY(PASS_WITH_MOVES));
}

/* The direction of the line through both squares, or LOA_DIRECTIONS if there is none. */
static unsigned common_direction(unsigned from, unsigned to)
{
    for (unsigned direction = 0; direction < LOA_DIRECTIONS; direction++)
        if (from != to && loa_line(from, direction) & bit(to))
            return direction;
    return LOA_DIRECTIONS;
}

/* Say which rule forbids going from `from` to `to`. */
static flank_status illegal_move(const flank_rules *rules, const flank_position *position, unsigned from, unsigned to,
                                 flank_error *error)
{
    const char *origin = flank_square_name(from), *target = flank_square_name(to);
    const char *color = color_names[position->color], *opponent = color_names[!position->color];
    flank_outcome outcome = loa_outcome(rules, position);
    if (outcome.over)
        return error_say(error, FLANK_ILLEGAL_MOVE, 0, SAY(GAME_OVER_BECAUSE), say_reason(outcome.reason));
    if (!(position->own & bit(from)))
        return error_say(error, FLANK_ILLEGAL_MOVE, 0, SAY(NO_PIECE_OF_COLOR), say_name(color), say_text(origin));
    unsigned direction = common_direction(from, to);
    if (direction == LOA_DIRECTIONS)
        return error_say(error, FLANK_ILLEGAL_MOVE, 0, SAY(NOT_ON_ONE_LINE), say_text(origin), say_text(target));
    uint64_t line = loa_line(from, direction);
    unsigned pieces = bit_count(line & (position->own | position->other));
    unsigned squares = bit_count(loa_between(line, from, to)) + 1;
    if (pieces != squares)
        return error_say(error, FLANK_ILLEGAL_MOVE, 0, SAY(WRONG_LENGTH), say_text(origin), say_text(target),
                         say_number(squares), say_number(pieces));
    if (position->own & bit(to))
        return error_say(error, FLANK_ILLEGAL_MOVE, 0, SAY(OWN_PIECE_ON_TARGET), say_name(color), say_text(target));
    unsigned block = bit_first(loa_between(line, from, to) & position->other);
    return error_say(error, FLANK_ILLEGAL_MOVE, 0, SAY(PIECE_IN_THE_WAY), say_name(opponent),
                     say_text(flank_square_name(block)));
}

/* Find the legal move `wanted` (its captured field is ignored). */
static bool find_move(const flank_rules *rules, const flank_position *position, unsigned from, unsigned to,
                      flank_move *move)
{
    flank_move list[FLANK_MOVES_MAX];
    size_t count = loa_moves(rules, position, list);
    for (size_t i = 0; i < count; i++)
        if (list[i].from == from && list[i].to == to) {
            *move = list[i];
            return true;
        }
    return false;
}

flank_status loa_parse_move(const flank_rules *rules, const flank_position *position, const char *text,
                            flank_move *move, flank_error *error)
{
    flank_move found;
    if (is_pass(text)) {
        if (!find_move(rules, position, FLANK_NO_SQUARE, FLANK_NO_SQUARE, &found))
            return illegal_pass(rules, position, error);
        *move = found;
        return FLANK_OK;
    }
    size_t at = 0;
    unsigned from = read_square(text, &at);
    char mark = text[at];
    if (from != FLANK_NO_SQUARE && mark && strchr("-xX:", mark))
        at++;
    unsigned to = from == FLANK_NO_SQUARE ? FLANK_NO_SQUARE : read_square(text, &at);
    if (to == FLANK_NO_SQUARE || text[at + strspn(text + at, "+!?#")])
        return error_say(error, FLANK_BAD_MOVE, 0, SAY(NOT_A_LOA_MOVE), say_cut(text, 20));
    if (!find_move(rules, position, from, to, &found))
        return illegal_move(rules, position, from, to, error);
    if (mark && strchr("xX:", mark) && !found.captured)
        return error_say(error, FLANK_ILLEGAL_MOVE, 0, SAY(NOTHING_TO_CAPTURE_ON), say_text(flank_square_name(to)));
    *move = found;
    return FLANK_OK;
}

void loa_format_move(const flank_rules *rules, const flank_position *position, flank_move move, const char *style,
                     char *out)
{
    (void)rules, (void)position;
    if (flank_move_is_pass(move)) {
        strcpy(out, "pass");
        return;
    }
    const char *mark = "";
    if (strcmp(style, "dash") == 0)
        mark = move.captured ? "x" : "-";
    else if (strcmp(style, "sgf") == 0)
        mark = move.captured ? ":" : "-";
    snprintf(out, FLANK_MOVE_TEXT_SIZE, "%s%s%s", flank_square_name(move.from), mark, flank_square_name(move.to));
}
