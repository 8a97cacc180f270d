/* SPDX-License-Identifier: MIT
 *
 * A model written as the file that network.h describes.
 */
#ifndef FLANK_TRAIN_NETWORK_WRITE_H
#define FLANK_TRAIN_NETWORK_WRITE_H

#include "train/network/network_model.h"

/* Rows that games hardly show are mostly noise and make most of the file. -1: none is meant. */
typedef struct network_thrift {
    long dropped; /* rows shown at most so often are zero */
    long coarse;  /* those shown at most so often are multiples of 8 */
} network_thrift;

/* 0 or an errno. `usage` says how often each of the PATTERN_WEIGHTS rows was shown. `*bytes` becomes the file's size.
 */
int network_write(const char *path, const network_model *model, const uint32_t *usage, const network_thrift *thrift,
                  size_t *bytes);

#endif
