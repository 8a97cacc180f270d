/* SPDX-License-Identifier: MIT
 *
 * Files that come with flank.
 */
#ifndef FLANK_CLI_OWN_FILE_H
#define FLANK_CLI_OWN_FILE_H

/* The first of `places` (as seen from the folder of the program; ends with NULL) where there is a file; NULL if there
 * is none, or no memory. The caller frees it. */
char *own_file_find(const char *const *places);

#endif
