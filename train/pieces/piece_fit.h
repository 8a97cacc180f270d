/* SPDX-License-Identifier: MIT
 *
 * A network fitted to rows, and how well it foretells results of games that it has not seen.
 *
 * The result depends on the rows and the settings alone, not on the threads, the CPU or where it was interrupted: after
 * each epoch but the last the run is in a file, from which the next run goes on (piece_state.h).
 */
#ifndef FLANK_TRAIN_PIECES_PIECE_FIT_H
#define FLANK_TRAIN_PIECES_PIECE_FIT_H

#include "train/pieces/piece_trainer.h"

#include <flank/game.h>

/* Means of -log of the chance that was given to what happened; all but the first for results of games held out. */
typedef struct piece_losses {
    double training;                     /* in the last epoch, for the labels */
    double held_out, built_in, searched; /* of the network, of the one built in, of the searches that played */
} piece_losses;

typedef struct piece_fitting {
    const flank_game *game;
    piece_settings settings;
    const piece_rows *fit, *held_out; /* the first has a row at least */
    int threads;
    const char *state; /* the file of the run; removed by the caller when the network is kept */
    void (*on_epoch)(void *user, int done, int found, int epochs); /* found: of those done, in `state` */
    void *user;
} piece_fitting;

/* FLANK_OK, FLANK_NO_MEMORY, or FLANK_CANNOT_WRITE (errno) for the state. */
flank_status piece_fit(const piece_fitting *fitting, piece_network *network, piece_losses *losses);

#endif
