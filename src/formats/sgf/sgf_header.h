/* SPDX-License-Identifier: MIT
 *
 * The head of an SGF game before its first move: which game, from which position, under which rules.
 */
#ifndef FLANK_FORMATS_SGF_HEADER_H
#define FLANK_FORMATS_SGF_HEADER_H

#include "formats/sgf/sgf_text.h"

typedef struct sgf_header {
    const flank_game *game;
    flank_rules rules;
    flank_error note; /* of an RU that was left out; or without a code */
    flank_position start;
    flank_sheet_kind kind;
    bool has_moves, has_setup;
    bool has_comment; /* a property C that is not empty is about the start */
    size_t rules_at;  /* the place of the RU that `rules` was read from, or 0 */
    size_t kind_at;   /* the place of the KIND that `kind` was read from, or 0 */
    size_t setup_end; /* the end of setting up: behind the node of the first move */
} sgf_header;

/* Read it; `asked` is the game that the caller wants, or NULL. On failure `error` has an offset in the text. */
flank_status sgf_read_header(const char *text, size_t length, const flank_game *asked, sgf_header *header,
                             flank_error *error);

/* The color that PL names, a flank_color, or -1. */
int sgf_read_color(const char *value, size_t length);

/* A point of the game's board, "f5" or, in Othello, also "fe"; FLANK_NO_SQUARE if it is none. */
unsigned sgf_read_point(const flank_game *game, const char *value, size_t length);

#endif
