/* SPDX-License-Identifier: MIT
 *
 * Positions of tournament games as training data.
 */
#ifndef FLANK_TRAIN_WTHOR_H
#define FLANK_TRAIN_WTHOR_H

#include "othello/othello_search.h"
#include "train/train_data.h"

#include <flank/status.h>

#include <stdio.h>

/* Append positions of every game of a WTHOR file (.wtb): up to the one whose value with perfect play the file gives,
 * all labelled with that value; and some nearer the end, solved by `search`, labelled with their own. Games without a
 * value have only the latter; damaged ones are left out. FLANK_CANNOT_READ, FLANK_BAD_FILE (it is cut, or not such a
 * file), FLANK_NO_MEMORY. */
flank_status train_wthor_read(const char *path, othello_search *search, train_records *records);

/* The same of a file that is open for reading, and stays so. */
flank_status train_wthor_take(FILE *file, othello_search *search, train_records *records);

#endif
