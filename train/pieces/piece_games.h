/* SPDX-License-Identifier: MIT
 *
 * Games that the engine plays against itself, as positions to learn from (piece_rows.h).
 *
 * A game begins with random moves, 4 to 15 of them, and ends where the rules end it, where the search has proved who
 * wins, or as a draw after so many plies that nobody makes progress. It depends on its number, the seed, the nodes, the
 * network and the engine alone.
 */
#ifndef FLANK_TRAIN_PIECES_PIECE_GAMES_H
#define FLANK_TRAIN_PIECES_PIECE_GAMES_H

#include <flank/flank.h>

enum { PIECE_PLIES_MAX = 300 }; /* a game that lasts longer is drawn */

typedef struct piece_play {
    const flank_game *game;
    uint64_t nodes, seed; /* nodes: of a move */
    bool at_random;       /* any move is played, and the search only sees who has won: it knows nothing else yet */
} piece_play;

/* An engine for such games and for matches; `network` as in flank_engine_options. NULL without memory. */
flank_engine *piece_engine(const flank_evaluation *network);

/* Write games first, first + 1, … of a chunk. FLANK_NO_MEMORY or FLANK_CANNOT_WRITE (errno). */
flank_status piece_games_write(const piece_play *play, flank_engine *engine, uint64_t first, const char *path);

#endif
