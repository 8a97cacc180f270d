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

/* The settings of the run in a file: FLANK_OK, FLANK_CANNOT_READ (errno) or FLANK_BAD_FILE. */
flank_status piece_state_settings(const char *path, piece_settings *settings);

/* Go on from the file, with a trainer begun with its settings. Also FLANK_BAD_ARGUMENT if that has other rows. */
flank_status piece_state_read(const char *path, piece_trainer *trainer);

/* 0 or an errno. */
int piece_state_write(const char *path, const piece_trainer *trainer);

#endif
