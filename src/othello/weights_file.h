/* SPDX-License-Identifier: MIT
 *
 * The file of trained weights.
 *
 * A header of 32 bytes, little-endian words of 32 bits unless said otherwise:
 *
 *    0  "FLKEVAL" and a zero byte      8  version of the format, WEIGHTS_VERSION
 *   12  WEIGHTS_SHAPES: which shapes   16  bytes of the text unpacked
 *   20  its CRC-32                     24  bytes of the text packed
 *   28  CRC-32 of the bytes before
 *
 * then the text, packed by zlib: numbers of 7 bits a byte, lowest first, the high bit set on all but the last byte,
 * with the sign folded into the lowest bit (0, -1, 1, -2, ...). First parity[0..60], then the phases from the last to
 * the first, of each table only the contents that are not the mirror image of contents before, each less the same
 * weight two phases later: rare contents hardly change from phase to phase, so nearly all of these are zero and pack to
 * nothing. Last the tables for the order of moves, without mirror images too, but not as differences.
 */
#ifndef FLANK_OTHELLO_WEIGHTS_FILE_H
#define FLANK_OTHELLO_WEIGHTS_FILE_H

#include "core/error.h"
#include "othello/evaluation.h"

#include <flank/stop.h>

#define WEIGHTS_VERSION 3
#define WEIGHTS_SHAPES 2 /* changes with pattern_shapes, ORDER_SHAPES, ORDER_TABLES, EVAL_PHASES or EVAL_PER_DISC */

/* Bytes of a file as an evaluation. `*eval` is untouched unless FLANK_OK is returned; FLANK_BAD_FILE with `error`
 * saying what is wrong, FLANK_NO_MEMORY, FLANK_STOPPED soon after `stop` (may be NULL) is set. */
flank_status weights_parse(const void *bytes, size_t size, const flank_stop *stop, evaluation **eval,
                           flank_error *error);

/* The same from a file: also FLANK_CANNOT_READ. */
flank_status weights_read(const char *path, evaluation **eval, flank_error *error);

/* Write beside `path`, then rename: a file is there whole or not at all. FLANK_CANNOT_WRITE, FLANK_NO_MEMORY. */
flank_status weights_write(const char *path, const evaluation *eval);

#endif
