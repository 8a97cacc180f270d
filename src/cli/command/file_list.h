/* SPDX-License-Identifier: MIT
 *
 * Lists of files of games: those that are named, and those in folders.
 *
 * Folders are gone through with the folders in them, in the order of the names. A file is taken if its name is of a
 * format of games, packed or not, or if its first bytes are. All others are passed over, and told in a line for each
 * reason: hidden ones, links to folders (which may lead back), pipes, lists of names of WTHOR, what is in no format.
 */
#ifndef FLANK_CLI_FILE_LIST_H
#define FLANK_CLI_FILE_LIST_H

#include <stddef.h>

/* Paths of files of games. */
typedef struct file_list {
    char **paths;
    size_t count;
} file_list;

/* Copy the paths; in place of a folder those of the files of games in it. What is passed over is complained about. An
 * exit status, after a complaint if it is not CLI_DONE; a folder without such files is one. */
int file_list_make(char *const *operands, size_t count, file_list *list);
void file_list_free(file_list *list);

#endif
