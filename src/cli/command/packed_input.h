/* SPDX-License-Identifier: MIT
 *
 * Packed files of games: .gz, .bz2, .xz, .zst, .zip, .tar, and .tar in the first four, read through libarchive as one
 * stream.
 *
 * Files in an archive are read one behind the other, in its order. They must be of one format; files whose names say
 * none are left out where others say one. Lists of names of WTHOR, wherever in the archive, are read before the games
 * beside them. Memory is a block of the archive, the names of its files and 16 such lists, whatever comes out of it.
 * Without libarchive (HAVE_ARCHIVE is not defined) packed files are refused.
 */
#ifndef FLANK_CLI_PACKED_INPUT_H
#define FLANK_CLI_PACKED_INPUT_H

#include "cli/command/interrupt.h"

#include <flank/formats.h>

#include <stdio.h>

/* True if the first bytes of the file are those of a packed one. */
bool packed_is(const char *path);

/* The bytes of a packed file. */
typedef struct packed_file packed_file;

/* Open it for reading; `packed` is open for that, can be read twice, and is closed by packed_close, or at once on
 * failure: NULL with `error`. */
packed_file *packed_open(FILE *packed, flank_status *status, flank_error *error);

/* Read up to `size` bytes, of a packed_file, as a flank_read_fn: 0 at the end, -1 with errno (EBADMSG: it is damaged).
 */
int64_t packed_read(void *file, void *buffer, size_t size);
void packed_close(void *file); /* NULL is fine */

/* The name of the file in an archive that a place of the bytes is in; NULL if it is no archive. Line (from 1; 0: only
 * the offset is known) and offset are counted within that file then. */
const char *packed_member(const packed_file *file, uint64_t *line, uint64_t *offset);

/* The packed file that a reader reads, or NULL. */
const packed_file *packed_of_reader(const flank_reader *reader);

/* Open a file, packed or not, for reading its bytes; NULL with `error`, and errno (EBADMSG: it is packed and cannot be
 * read). */
FILE *packed_fopen(const char *path, flank_error *error);

/* Open a packed file for reading games, as flank_reader_open_source does; options->path is its name, or NULL. `packed`
 * is open for reading, can be read twice, and is closed with the reader, or at once on failure. Ctrl-C, if `watch` is
 * not NULL, ends what is read: a small file may hold terabytes. */
flank_reader *packed_reader(FILE *packed, const flank_reader_options *options, const interrupt_watch *watch,
                            flank_status *status, flank_error *error);

#endif
