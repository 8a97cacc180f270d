/* SPDX-License-Identifier: MIT
 *
 * The openings of the games: a list from a file, or random openings that look even. May be shared by threads.
 */
#ifndef FLANK_MATCH_OPENINGS_H
#define FLANK_MATCH_OPENINGS_H

#include <flank/flank.h>

typedef struct match_openings match_openings;

/* The contents of a file; bytes[size] is NUL. */
typedef struct match_text {
    const char *bytes;
    size_t size;
} match_text;

/* Read the games of a file format, or a text of one opening a line: a list of moves from the start ("f5d6c3"), or a
 * position; what follows a ; or % or # is left out, and lines without anything are skipped. NULL with `status`, `line`
 * (the number of the line that is wrong, from 1; 0: none is) and `error` set; a game that is over is no opening. */
match_openings *match_openings_parse(const flank_game *game, const flank_rules *rules, match_text text,
                                     flank_status *status, size_t *line, flank_error *error);

/* Random openings without end, the same for the same seed. NULL without memory. */
match_openings *match_openings_random(const flank_game *game, const flank_rules *rules, uint64_t seed);

void match_openings_destroy(match_openings *openings); /* NULL is fine */

/* The number of them; 0: without end. */
size_t match_openings_count(const match_openings *openings);

/* True if one of them does not begin at the start position of the game. */
bool match_openings_set_up(const match_openings *openings);

/* A number that tells lists apart. */
uint64_t match_openings_hash(const match_openings *openings);

/* A new record of opening `index` (a list begins again at its end), the cursor at its end; free it. NULL without
 * memory. */
flank_record *match_openings_get(match_openings *openings, size_t index);

#endif
