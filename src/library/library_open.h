/* SPDX-License-Identifier: MIT
 *
 * A library that is not opened by the name of its file.
 */
#ifndef FLANK_LIBRARY_LIBRARY_OPEN_H
#define FLANK_LIBRARY_LIBRARY_OPEN_H

#include "library/library_store.h"

/* Make a library of an open database, which is closed with it, or at once on failure. Otherwise like library_open. */
game_library *library_adopt(sqlite3 *db, library_access access, flank_status *status, flank_error *error);

#endif
