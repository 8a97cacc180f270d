/* SPDX-License-Identifier: MIT
 *
 * True if a game went through a position, up to the symmetries of the game, and how it went on.
 *
 * In games that only add pieces the squares taken by then must be those of the position, or of an image of it: that is
 * told from the moves alone, and few games are replayed in vain. In others every position on the way is compared.
 */
#ifndef FLANK_LIBRARY_LIBRARY_MATCH_H
#define FLANK_LIBRARY_LIBRARY_MATCH_H

#include "library/library_code.h"

#include <flank/game.h>
#include <flank/stop.h>

typedef struct sought_place {
    const flank_game *game;
    flank_position position;
    flank_position images[8];
    unsigned symmetry[8];   /* the one that leads to the image */
    unsigned count;         /* of images, without those that are equal to one before */
    unsigned stabiliser;    /* bit s: symmetry s leaves the position as it is */
    const flank_stop *stop; /* ends sought_find inside a long game; NULL: nothing does */
    int placed;             /* pieces on the board more than at the start; only in games that add pieces */
} sought_place;

void sought_start(sought_place *sought, const flank_game *game, const flank_position *position);

/* A move of the position that stands for itself and its mirror images, if the position has any. */
flank_move sought_choose(const sought_place *sought, flank_move move);

/* The move that `symmetry` makes of a move. */
flank_move sought_turn(flank_move move, unsigned symmetry);

/* A game as the library keeps it. */
typedef struct sought_game {
    code_bytes moves;
    const flank_position *start; /* NULL: the usual one */
    const flank_rules *rules;
} sought_game;

/* Play the next move, if there is one and it is legal. */
bool sought_play(const flank_game *game, const flank_rules *rules, code_bytes *moves, flank_position *position);

typedef enum sought_result {
    SOUGHT_NOT, /* too where the stop was raised */
    SOUGHT_FOUND,
    SOUGHT_DAMAGED, /* the moves cannot be played as far as they were looked at */
} sought_result;

/* The continuation from a position: the next move, as seen from there, or that it ended. */
typedef struct sought_answer {
    flank_move next;
    bool ended;
} sought_answer;

/* Look for the position in a game, and for how it went on. */
sought_result sought_find(const sought_place *sought, const sought_game *stored, sought_answer *answer);

#endif
