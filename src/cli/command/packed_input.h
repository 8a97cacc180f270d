/* SPDX-License-Identifier: MIT
 *
 * Packed files of games: .gz, .bz2, .xz, .zst, .zip, .tar, and .tar in the first four, read through libarchive as one
 * stream.
 *
 * Files in an archive are read one behind the other, in its order. They must be of one format; files whose names say
 * none are left out where others say one. Memory is a block of the archive, whatever comes out of it. Without
 * libarchive (HAVE_ARCHIVE is not defined) packed files are refused.
 */
#ifndef FLANK_CLI_PACKED_INPUT_H
#define FLANK_CLI_PACKED_INPUT_H

#include <flank/formats.h>

#include <stdio.h>

/* True if the first bytes of the file are those of a packed one. */
bool packed_is(const char *path);

/* Open a packed file for reading games, as flank_reader_open_source does; options->path is its name, or NULL. `packed`
 * is open for reading, can be read twice, and is closed with the reader, or at once on failure. */
flank_reader *packed_reader(FILE *packed, const flank_reader_options *options, flank_status *status,
                            flank_error *error);

#endif
