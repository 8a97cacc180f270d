/* SPDX-License-Identifier: MIT
 *
 * Taking away what a failure to open a library has left: SQLite keeps the files beside a database, and an empty one of
 * the database itself, when it meets a full disk half way.
 */
#ifndef FLANK_LIBRARY_LIBRARY_TIDY_H
#define FLANK_LIBRARY_LIBRARY_TIDY_H

#include <stdbool.h>

/* The files that are there before opening. */
typedef struct tidy_before {
    bool library, log, index;
} tidy_before;

tidy_before tidy_look(const char *path);

/* Once everything is closed: remove those files that were not there before, unless something has come into them or
 * another process has the library open. Only where no other library of this process is open: the end of a look at a
 * file is the end of all the process's locks on it. */
void tidy_away(const char *path, const tidy_before *before);

/* The same for a library that was made, that no game has come into, and that a full disk has left in its log. */
void tidy_unwritten(const char *path);

#endif
