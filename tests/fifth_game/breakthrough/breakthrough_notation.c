/* SPDX-License-Identifier: MIT
 *
 * Breakthrough in text.
 *
 * Positions: the rows from row 8 down, as the board is drawn, then the side to move. A row is complete after eight
 * squares, so that one reader takes every form: digits are runs of empty squares (FEN), '-' and '.' single ones; a '/'
 * may stand between rows. Black is x or b, White o or w, in either case.
 *
 * Moves: origin and target with '-', 'x' or nothing between them.
 */
#include "core/error.h"
#include "games/breakthrough/breakthrough.h"

#include <stdio.h>
#include <string.h>

const char *const breakthrough_position_styles[] = {"fen", "board", NULL};
const char *const breakthrough_move_styles[] = {"dash", "plain", NULL};

/* ---- Positions ---- */

/* A flank_color, or -1 if the letter is no man. */
static int read_man(char letter)
{
    return !letter ? -1 : strchr("xXbB", letter) ? FLANK_BLACK : strchr("oOwW", letter) ? FLANK_WHITE : -1;
}

static unsigned read_empties(char letter)
{
    return letter == '-' || letter == '.' ? 1 : letter >= '1' && letter <= '8' ? (unsigned)(letter - '0') : 0;
}

static size_t skip_blanks(const char *text, size_t at) { return at + strspn(text + at, " \t\r\n"); }

/* Read the eight squares of the row at `*at` into `men`, indexed by color, and move `*at` behind them. */
static flank_status read_row(const char *text, size_t *at, unsigned rank, uint64_t men[2], flank_error *error)
{
    for (unsigned file = 0; file < 8; ++*at) {
        const int color = read_man(text[*at]);
        const unsigned empties = read_empties(text[*at]);
        if (color < 0 && !empties)
            return error_say(error, FLANK_BAD_POSITION, *at, SAY(EXPECTED_LOA_LETTER),
                             say_text(flank_square_name(rank * 8 + file)), say_byte(text[*at]));
        if (file + empties > 8)
            return error_say(error, FLANK_BAD_POSITION, *at, SAY(ROW_TOO_LONG), say_number(rank + 1));
        if (color >= 0)
            men[color] |= bit(rank * 8 + file);
        file += color >= 0 ? 1 : empties;
    }
    return FLANK_OK;
}

flank_status breakthrough_parse_position(const char *text, flank_position *position, flank_error *error)
{
    uint64_t men[2] = {0};
    size_t at = 0;
    for (unsigned rank = 8; rank-- > 0;) {
        const flank_status status = read_row(text, &at, rank, men, error);
        if (status)
            return status;
        at = skip_blanks(text, at);
        if (rank > 0 && text[at] == '/')
            at = skip_blanks(text, at + 1);
    }
    const int color = read_man(text[at]);
    if (color < 0)
        return error_say(error, FLANK_BAD_POSITION, at, SAY(EXPECTED_LOA_SIDE), say_byte(text[at]));
    if (text[at + 1])
        return error_say(error, FLANK_BAD_POSITION, at + 1, SAY(EXPECTED_NOTHING_AFTER_SIDE), say_byte(text[at + 1]));
    *position = (flank_position){.own = men[color], .other = men[!color], .color = (uint8_t)color};
    return FLANK_OK;
}

void breakthrough_format_position(const flank_position *position, const char *style, char *out)
{
    const bool fen = strcmp(style, "fen") == 0;
    const char *letters = fen ? "xo" : "XO";
    for (unsigned i = 0; i < 64; i++) {
        const uint64_t square = bit(i ^ 56); /* row 8 first */
        if (fen && i && i % 8 == 0)
            *out++ = '/';
        if ((position->own | position->other) & square)
            *out++ = letters[position->own & square ? position->color : !position->color];
        else if (fen && i % 8 && out[-1] >= '1' && out[-1] <= '7')
            out[-1]++;
        else
            *out++ = fen ? '1' : '-';
    }
    *out++ = ' ';
    *out++ = letters[position->color];
    *out = '\0';
}

/* ---- Moves ---- */

/* Read a square at text[*at] and move `*at` behind it; FLANK_NO_SQUARE if there is none. */
static unsigned read_square(const char *text, size_t *at)
{
    const unsigned file = (unsigned)((text[*at] | 32) - 'a');
    if (file > 7 || text[*at + 1] < '1' || text[*at + 1] > '8')
        return FLANK_NO_SQUARE;
    *at += 2;
    return 8 * (unsigned)(text[*at - 1] - '1') + file;
}

static flank_status refuse(const flank_rules *rules, const flank_position *position, unsigned from, unsigned to,
                           flank_error *error)
{
    const flank_outcome outcome = breakthrough_game.outcome(rules, position);
    if (outcome.over)
        return error_say(error, FLANK_ILLEGAL_MOVE, 0, SAY(GAME_OVER_BECAUSE), say_reason(outcome.reason));
    if (!(position->own & bit(from)))
        return error_say(error, FLANK_ILLEGAL_MOVE, 0, SAY(NO_PIECE_OF_COLOR),
                         say_name(breakthrough_game.color_names[position->color]), say_text(flank_square_name(from)));
    return error_say(error, FLANK_ILLEGAL_MOVE, 0, SAY(CANNOT_MOVE_TO), say_text(flank_square_name(from)),
                     say_text(flank_square_name(to)));
}

flank_status breakthrough_parse_move(const flank_rules *rules, const flank_position *position, const char *text,
                                     flank_move *move, flank_error *error)
{
    size_t at = 0;
    const unsigned from = read_square(text, &at);
    const char mark = text[at];
    at += from != FLANK_NO_SQUARE && mark && strchr("-xX", mark) ? 1 : 0;
    const unsigned to = from == FLANK_NO_SQUARE ? FLANK_NO_SQUARE : read_square(text, &at);
    if (to == FLANK_NO_SQUARE || text[at])
        return error_say(error, FLANK_BAD_MOVE, 0, SAY(QUOTED), say_cut(text, 20), say_status(FLANK_BAD_MOVE));
    flank_move list[FLANK_MOVES_MAX];
    const size_t count = breakthrough_game.moves(rules, position, list);
    for (size_t i = 0; i < count; i++)
        if (list[i].from == from && list[i].to == to) {
            if ((mark | 32) == 'x' && !list[i].captured)
                return error_say(error, FLANK_ILLEGAL_MOVE, 0, SAY(NOTHING_TO_CAPTURE));
            *move = list[i];
            return FLANK_OK;
        }
    return refuse(rules, position, from, to, error);
}

void breakthrough_format_move(const flank_rules *rules, const flank_position *position, flank_move move,
                              const char *style, char *out)
{
    (void)rules, (void)position;
    const char *mark = strcmp(style, "dash") != 0 ? "" : move.captured ? "x" : "-";
    snprintf(out, FLANK_MOVE_TEXT_SIZE, "%s%s%s", flank_square_name(move.from), mark, flank_square_name(move.to));
}
