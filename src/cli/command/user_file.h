/* SPDX-License-Identifier: MIT
 *
 * Files that flank keeps for its user, where the XDG base directory specification has them.
 */
#ifndef FLANK_CLI_USER_FILE_H
#define FLANK_CLI_USER_FILE_H

/* $VARIABLE/flank/NAME, by default ~FALLBACK/flank/NAME ("XDG_DATA_HOME", "/.local/share", "library.sqlite"). NULL
 * without a home or memory. The caller frees it. */
char *user_file(const char *variable, const char *fallback, const char *name);

/* Make the folders that `path` goes through, for their owner only. That one is missing is seen when a file is made. */
void user_file_make_folders(char *path);

#endif
