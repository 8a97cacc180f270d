/* SPDX-License-Identifier: MIT
 *
 * A run of training in a file, from which it goes on as if it had not been interrupted.
 *
 * The file is for the machine that wrote it: numbers are as they are in memory. A header, the model with what Adam
 * keeps, and a sum over both.
 */
#ifndef FLANK_TRAIN_PIECES_PIECE_STATE_H
#define FLANK_TRAIN_PIECES_PIECE_STATE_H

#include "train/pieces/piece_trainer.h"

/* Go on from the file. FLANK_OK, FLANK_CANNOT_READ (errno), FLANK_BAD_FILE, FLANK_NO_MEMORY, or FLANK_BAD_ARGUMENT if
 * it is of other settings or rows than the trainer. */
flank_status piece_state_read(const char *path, piece_trainer *trainer);

/* 0 or an errno. */
int piece_state_write(const char *path, const piece_trainer *trainer);

#endif
