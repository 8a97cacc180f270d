/* SPDX-License-Identifier: MIT
 *
 * A run of training in a file, from which it goes on as if it had not been interrupted.
 *
 * The file is for the machine that wrote it: numbers are as they are in memory. A header, the layers, then which rows
 * there are and what is known of these, and a sum over all.
 */
#ifndef FLANK_TRAIN_NETWORK_STATE_H
#define FLANK_TRAIN_NETWORK_STATE_H

#include "train/network/network_trainer.h"

/* The settings of the run in a file: FLANK_OK, FLANK_CANNOT_READ (errno) or FLANK_BAD_FILE. */
flank_status network_state_settings(const char *path, network_settings *settings);

/* Go on from the file, with a trainer begun with its settings. Also FLANK_BAD_ARGUMENT if that has other positions. */
flank_status network_state_read(const char *path, network_trainer *trainer);

/* 0 or an errno. */
int network_state_write(const char *path, const network_trainer *trainer);

#endif
