/* SPDX-License-Identifier: MIT
 *
 * Pictures of the board for the terminal.
 */
#ifndef FLANK_CLI_PLAY_BOARD_H
#define FLANK_CLI_PLAY_BOARD_H

#include "core/text_buffer.h"

#include <flank/flank.h>

typedef enum board_style {
    BOARD_PLAIN, /* ASCII: works everywhere, in files, and for screen readers */
    BOARD_SIGNS, /* the same with Unicode discs */
    BOARD_COLOR, /* 256 colours, ASCII pieces */
    BOARD_DISCS, /* 256 colours and Unicode discs */
} board_style;

/* The style for standard output: plain if it is no terminal, discs in a UTF-8 locale, colours unless NO_COLOR is set.
 */
board_style board_style_choose(void);

/* The position at the record's cursor, seen from the other side if it is turned, with coordinates, the last move and
 * the legal moves marked, and a line below it that says who is to move, how many pieces each side has, or how the game
 * ended; then, while it goes on, the name of the opening, if it has one. */
void board_draw(text_buffer *out, const flank_record *record, board_style style, bool turned);

#endif
