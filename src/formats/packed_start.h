/* SPDX-License-Identifier: MIT
 *
 * The first bytes of packed files: .gz, .bz2, .zip, .xz, .zst, .tar. The command unpacks them; whoever does not, tells
 * them from damaged games.
 */
#ifndef FLANK_FORMATS_PACKED_START_H
#define FLANK_FORMATS_PACKED_START_H

#include <stdbool.h>
#include <stddef.h>

enum { PACKED_START_BYTES = 262 }; /* that tell whether a file is packed */

/* True if the bytes are the start of a packed file. */
bool packed_begins(const void *bytes, size_t size);

/* True if the bytes, one at least, are no such start, but may become one when more follow. */
bool packed_may_begin(const void *bytes, size_t size);

#endif
