/* SPDX-License-Identifier: MIT
 *
 * OBF, the Othello position files of endgame test suites: one position a line, with the exact score of its moves.
 *
 *   --XXXXX--OOOXX-O… X; G8:+18; H1:+12; …     a comment starts with %
 *
 * Scores are in discs for the side to move.
 */
#ifndef FLANK_FORMATS_OBF_H
#define FLANK_FORMATS_OBF_H

#include <flank/game.h>

enum { OBF_MOVES_MAX = 64, OBF_LINE_SIZE = 1024 };

typedef struct obf_move {
    flank_move move;
    int score_discs; /* -64..64 */
} obf_move;

/* One line. */
typedef struct obf_line {
    bool has_position; /* false: an empty line or a comment, and nothing else is set */
    flank_position position;
    bool has_score;  /* the line tells the value of the position: */
    int score_discs; /* "+N" if it stands there, else the best of the moves */
    size_t move_count;
    obf_move moves[OBF_MOVES_MAX]; /* as they stand in the line, legal and different */
} obf_line;

/* Read a line (without its newline). FLANK_BAD_POSITION, FLANK_BAD_MOVE or FLANK_ILLEGAL_MOVE, `line` untouched and
 * `error` (may be NULL) filled, if it is wrong. */
flank_status obf_parse(const char *text, obf_line *line, flank_error *error);

bool obf_has_move(const obf_line *line, flank_move move);

/* Write a line in the form of the test suites, without a newline, to `out` of OBF_LINE_SIZE bytes. */
void obf_format(const obf_line *line, char *out);

#endif
