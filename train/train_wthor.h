/* SPDX-License-Identifier: MIT
 *
 * Positions of tournament games as training data.
 */
#ifndef FLANK_TRAIN_WTHOR_H
#define FLANK_TRAIN_WTHOR_H

#include "train/train_data.h"

/* Append the positions of every game of a WTHOR file (.wtb) up to the one whose value with perfect play the file gives,
 * all labelled with that value. False if the file cannot be read or is no such file. Games without that value, or that
 * do not replay, are left out. */
bool train_wthor_read(const char *path, train_records *records);

#endif
