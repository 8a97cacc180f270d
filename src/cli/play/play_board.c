/* SPDX-License-Identifier: MIT
 *
 * Draws a position from plain state, three columns a square without colours and two with them:
 *
 *      a  b  c  d  e  f  g  h
 *   3  .  .  .  +  .  .  .  .  3     +  a disc may be placed here
 *   4  .  .  + [O] X  .  .  .  4    [ ] the last move ended here, ( ) and began here
 *   5  .  .  .  X  O  +  .  .  5     >  this piece can move, where most pieces cannot
 *
 * With colours the same marks are backgrounds; sides differ in lightness and, where one is called red, in shape, so
 * that no pair of colours has to be told apart by hue (the two greens of the squares carry no meaning).
 */
#include "cli/play/play_board.h"

#include "core/bits.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Colour numbers of the 256-colour table. */
enum {
    SQUARE_A = 29,
    SQUARE_B = 65,
    LAST_MOVE = 31,
    CAN_MOVE = 95,
    DARK_PIECE = 16,
    LIGHT_PIECE = 231,
    RED_PIECE = 217,
    LEGAL_DOT = 227,
};

typedef struct board_marks {
    uint64_t targets; /* squares where a disc may be placed */
    uint64_t movers;  /* pieces that can move, if that tells something */
    unsigned last_from, last_to;
} board_marks;

board_style board_style_choose(void)
{
    const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");
    if (!isatty(STDOUT_FILENO) || !terminal || !*terminal || strcmp(terminal, "dumb") == 0)
        return BOARD_PLAIN;
    const bool discs = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    if (no_color && *no_color)
        return discs ? BOARD_SIGNS : BOARD_PLAIN;
    return discs ? BOARD_DISCS : BOARD_COLOR;
}

static board_marks find_marks(const flank_record *record)
{
    board_marks marks = {.last_from = FLANK_NO_SQUARE, .last_to = FLANK_NO_SQUARE};
    const flank_position *position = flank_record_position(record);
    flank_move moves[FLANK_MOVES_MAX];
    size_t count = flank_record_outcome(record).over
                       ? 0
                       : flank_game_moves(flank_record_game(record), flank_record_rules(record), position, moves);
    for (size_t i = 0; i < count; i++) {
        if (moves[i].from != FLANK_NO_SQUARE)
            marks.movers |= bit(moves[i].from);
        else if (moves[i].to != FLANK_NO_SQUARE)
            marks.targets |= bit(moves[i].to);
    }
    if (2 * bit_count(marks.movers) > bit_count(position->own))
        marks.movers = 0;
    if (flank_record_ply(record) > 0) {
        flank_move last = flank_record_move_at(record, flank_record_ply(record) - 1);
        marks.last_from = last.from;
        marks.last_to = last.to;
    }
    return marks;
}

/* The drawing of a square: false if nothing. */
static bool piece_at(const flank_position *position, unsigned square, flank_color *color, bool *king)
{
    uint64_t here = bit(square);
    if (!((position->own | position->other) & here))
        return false;
    *color = (flank_color)(position->own & here ? position->color : !position->color);
    *king = (position->kings & here) != 0;
    return true;
}

static bool has_colors(board_style style) { return style == BOARD_COLOR || style == BOARD_DISCS; }

/* A piece without colours: a letter, or filled for the dark side and empty for the light one. */
static void add_sign(text_buffer *out, const flank_game *game, flank_color color, bool king, board_style style)
{
    if (style != BOARD_SIGNS)
        text_addf(out, "%c", flank_game_glyph(game, color, king));
    else if (king)
        text_add(out, color == FLANK_BLACK ? "\u265b" : "\u2655");
    else
        text_add(out, color == FLANK_BLACK ? "\u25cf" : "\u25cb");
}

static void add_plain_square(text_buffer *out, const flank_record *record, const board_marks *marks, unsigned square,
                             board_style style)
{
    flank_color color;
    bool king;
    char left = ' ', right = ' ';
    if (marks->movers & bit(square))
        left = '>';
    if (square == marks->last_from) {
        left = '(';
        right = ')';
    } else if (square == marks->last_to) {
        left = '[';
        right = ']';
    }
    text_addf(out, "%c", left);
    if (piece_at(flank_record_position(record), square, &color, &king))
        add_sign(out, flank_record_game(record), color, king, style);
    else
        text_add(out, marks->targets & bit(square) ? "+" : ".");
    text_addf(out, "%c", right);
}

static void add_color_square(text_buffer *out, const flank_record *record, const board_marks *marks, unsigned square,
                             bool discs)
{
    const flank_game *game = flank_record_game(record);
    int background = (square / 8 + square) % 2 ? SQUARE_A : SQUARE_B;
    if (square == marks->last_from || square == marks->last_to)
        background = LAST_MOVE;
    else if (marks->movers & bit(square))
        background = CAN_MOVE;
    flank_color color;
    bool king;
    if (!piece_at(flank_record_position(record), square, &color, &king)) {
        const char *dot = discs ? "\u00b7" : "+";
        text_addf(out, "\033[48;5;%d;38;5;%dm%s ", background, LEGAL_DOT, marks->targets & bit(square) ? dot : " ");
        return;
    }
    bool red = strcmp(flank_game_color_name(game, color), "red") == 0;
    int foreground = red ? RED_PIECE : color == FLANK_BLACK ? DARK_PIECE : LIGHT_PIECE;
    char letter[2] = {flank_game_glyph(game, color, king), '\0'};
    const char *disc = king ? "\u265b" : red ? "\u25c6" : "\u25cf";
    text_addf(out, "\033[48;5;%d;38;5;%d;1m%s \033[22m", background, foreground, discs ? disc : letter);
}

static void add_files(text_buffer *out, board_style style, bool turned)
{
    text_add(out, "  ");
    for (int i = 0; i < 8; i++)
        text_addf(out, has_colors(style) ? " %c" : "  %c", turned ? 'h' - i : 'a' + i);
    text_add(out, "\n");
}

static void add_state(text_buffer *out, const flank_record *record, board_style style)
{
    const flank_game *game = flank_record_game(record);
    const flank_position *position = flank_record_position(record);
    flank_outcome outcome = flank_record_outcome(record);
    const char *mover = flank_game_color_name(game, (flank_color)position->color);
    const char *waiter = flank_game_color_name(game, (flank_color)!position->color);
    for (int color = 0; color < 2; color++) {
        text_addf(out, "%s%s", color ? ", " : "   ", flank_game_color_name(game, (flank_color)color));
        if (style != BOARD_DISCS) {
            text_add(out, " (");
            add_sign(out, game, (flank_color)color, false, style);
            text_add(out, ")");
        }
        text_addf(out, " %u", bit_count(position->color == color ? position->own : position->other));
    }
    if (!outcome.over)
        text_addf(out, "; %s to move\n", mover);
    else if (outcome.sign == 0)
        text_addf(out, "; the game is a draw: %s\n", outcome.reason->words);
    else if (flank_game_scores_discs(game))
        text_addf(out, "; %s wins by %d: %s\n", outcome.sign > 0 ? mover : waiter, abs(outcome.discs),
                  outcome.reason->words);
    else
        text_addf(out, "; %s wins: %s\n", outcome.sign > 0 ? mover : waiter, outcome.reason->words);
    if (!outcome.over && flank_opening_name(record))
        text_addf(out, "   %s\n", flank_opening_name(record));
}

void board_draw(text_buffer *out, const flank_record *record, board_style style, bool turned)
{
    board_marks marks = find_marks(record);
    bool row_1_on_top = flank_game_row_1_on_top(flank_record_game(record)) != turned;
    add_files(out, style, turned);
    for (unsigned line = 0; line < 8; line++) {
        unsigned row = row_1_on_top ? line : 7 - line;
        text_addf(out, " %u ", row + 1);
        for (unsigned column = 0; column < 8; column++) {
            const unsigned square = 8 * row + (turned ? 7 - column : column);
            if (!has_colors(style))
                add_plain_square(out, record, &marks, square, style);
            else
                add_color_square(out, record, &marks, square, style == BOARD_DISCS);
        }
        text_addf(out, "%s %u\n", has_colors(style) ? "\033[0m" : "", row + 1);
    }
    add_files(out, style, turned);
    add_state(out, record, style);
}
