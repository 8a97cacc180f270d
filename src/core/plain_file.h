/* SPDX-License-Identifier: MIT
 *
 * A database is a plain file: of a folder, a pipe or a device SQLite tells only that something failed.
 */
#ifndef FLANK_CORE_PLAIN_FILE_H
#define FLANK_CORE_PLAIN_FILE_H

/* The reason why what is at `path` cannot be a database, "it is a folder"; NULL: it is a plain file, or not there. */
const char *plain_file_reason(const char *path);

#endif
