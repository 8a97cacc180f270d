/* SPDX-License-Identifier: MIT
 *
 * Files that flank keeps for its user, where the XDG base directory specification has them.
 */
#ifndef FLANK_CLI_USER_FILE_H
#define FLANK_CLI_USER_FILE_H

#include <stddef.h>

/* $VARIABLE/flank/NAME, by default ~FALLBACK/flank/NAME ("XDG_DATA_HOME", "/.local/share", "library.sqlite"). NULL
 * without a home or memory. The caller frees it. */
char *user_file(const char *variable, const char *fallback, const char *name);

/* Make the folders that `path` goes through, for their owner only. 0, or the system's number of the reason why the
 * folder of the first `length` bytes of `path` cannot be made. */
int user_file_make_folders(char *path, size_t *length);

/* The same for a file that is to be written. An exit status; why a folder cannot be made is told. */
int user_file_prepare(char *path);

#endif
