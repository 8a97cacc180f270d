/* SPDX-License-Identifier: MIT
 *
 * Lines with the names of the players, and perhaps the score, before the moves.
 *
 *   A. Player – B. Player 38-26 f5d6c3…     A - B: f5d6c3…     A vs. B (38:26) f5 d6 c3     A 38-26 B f5d6c3
 *
 * The side that begins, and its score, come first, unless signs of the colors say else: "Ann (W) - Bob (B)",
 * "White Ann - Black Bob", "○Ann - ●Bob". Names are apart by a dash, by a hyphen with blanks around, by "vs"
 * or "v", by a hyphen without blanks between two words alone, or by the score. A line where that is not clear has no
 * names. The size of the board, points for a side or a kind with the name of the game behind the names, "A - B 10x10:
 * f5d6c3", "A - B, anti-Othello: …", are of no name, nor is a kind in brackets.
 */
#ifndef FLANK_FORMATS_NAMED_MOVES_H
#define FLANK_FORMATS_NAMED_MOVES_H

#include <stdbool.h>
#include <stddef.h>

/* Parts of a line, by their places. */
typedef struct named_moves {
    size_t first, first_length, second, second_length;
    size_t second_whole;          /* its length with the kind behind it, which in a game that has none is part of it */
    size_t result, result_length; /* length 0: there is none */
    size_t kind, kind_length;     /* of what names the kind of the game; length 0: nothing does */
    size_t moves;                 /* where they begin */
    bool has_colors, white_first; /* signs say which name is whose; the first name, and score, is White's */
} named_moves;

/* The length of a title before the moves that names neither a player nor another kind of Othello, "Reversi 8x8: f5d6",
 * or 0. */
size_t moves_title_length(const char *line);

/* Find the names in a line; false if it has none. */
bool named_moves_find(const char *line, named_moves *names);

#endif
