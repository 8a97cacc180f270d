/* SPDX-License-Identifier: MIT
 *
 * Files that are plain, not folders, pipes or devices: databases, of which SQLite would tell only that something
 * failed, and files that are read beside others, where a pipe would wait for a writer and hear no Ctrl-C.
 */
#ifndef FLANK_CORE_PLAIN_FILE_H
#define FLANK_CORE_PLAIN_FILE_H

#include <flank/status.h>

#include <stdio.h>

/* FLANK_OK if a plain file is at `path`, or nothing. Else `failure`, with the reason in `error` why what is there
 * cannot be a database: a folder, a pipe, a link that leads to itself; or why a file to be written, which
 * `failure` FLANK_CANNOT_WRITE means, cannot be made there. */
flank_status plain_file_check(const char *path, flank_status failure, flank_error *error);

/* Open a plain file for reading; NULL with the reason in `error`. */
FILE *plain_file_open(const char *path, flank_error *error);

#endif
