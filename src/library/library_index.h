/* SPDX-License-Identifier: MIT
 *
 * The opening positions of the library: how often each move was played in them, and with what results.
 *
 * Kept for the games in which every move adds a piece, up to INDEX_PIECES pieces, since in these the pieces on the
 * board tell whether a position is covered. The key is the position itself, turned to its canonical form, so that no
 * two positions are ever taken for one another. While games are added the sums are collected in memory and then added
 * to the table in the order of its keys, which is ten times quicker than one by one.
 */
#ifndef FLANK_LIBRARY_LIBRARY_INDEX_H
#define FLANK_LIBRARY_LIBRARY_INDEX_H

#include "library/library_match.h"
#include "library/library_store.h"

enum { INDEX_PIECES = 20, INDEX_MOVE_END = 65 };

typedef struct place_index place_index;

place_index *index_create(void); /* NULL without memory */
void index_destroy(place_index *index);

bool index_covers(const flank_game *game, const flank_position *position);

/* Count the positions of a game's main line; `game_id` is the number of the game, `one` its result as a tally of one
 * game. */
flank_status index_add(game_library *library, const flank_sheet *sheet, int64_t game_id, const library_tally *one,
                       flank_error *error);

/* Put what was collected into the table. */
flank_status index_flush(game_library *library, flank_error *error);

/* The moves of a filter's position, which is covered: fills in place->moves and their tallies, not place->tally. */
flank_status index_explore(game_library *library, const library_filter *filter, library_place *place,
                           flank_error *error);

/* Add one tally to another. */
void tally_add(library_tally *sum, const library_tally *one);

/* The move of the row that a game is counted in which went through a position that the table covers. */
int index_move(const flank_game *game, const flank_position *position, const sought_answer *answer);

#endif
