/* SPDX-License-Identifier: MIT
 *
 * The rounds of training of a game that a piece network judges: games of the best network so far against itself, a fit,
 * and matches of the new network against the best one and the one built in.
 *
 * The first network is all zeros, so that the search knows results alone, or one that is given. Files of the folder,
 * for a game G: G-start.network; G-games-R-NNNN, chunks of round R (piece_rows.h); G-R.network, fitted to them;
 * G-R.state while it is fitted (piece_state.h); G-R.match, its results; G.network, the best one. A round whose results
 * are there is over. All is the same, bit for bit, whatever the threads and interruptions.
 */
#ifndef FLANK_TRAIN_PIECES_PIECE_ROUNDS_H
#define FLANK_TRAIN_PIECES_PIECE_ROUNDS_H

#include "train/train_chunks.h"

/* The folder is there, and the game of the settings has a network. As train_run. */
flank_status piece_rounds_run(const train_host *host);

#endif
