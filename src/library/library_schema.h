/* SPDX-License-Identifier: MIT
 *
 * The tables of the library's file, and the check that a file has these and nothing else.
 *
 * A file may come from a stranger. Views, triggers, virtual tables and computed columns are code that would run inside
 * our statements, so every object must be one of ours, to the letter. Cost: some 20 µs at opening.
 */
#ifndef FLANK_LIBRARY_LIBRARY_SCHEMA_H
#define FLANK_LIBRARY_LIBRARY_SCHEMA_H

#include "library/library_store.h"

/* Let nothing that a file says run as code, and bound what a statement may take. Before anything is read. */
void schema_distrust(sqlite3 *db);

/* Make the tables in an empty file, and mark it as a library. */
flank_status schema_make(const game_library *library, flank_error *error);

/* FLANK_BAD_FILE if a table or an index is missing, changed or not one of ours. */
flank_status schema_check(const game_library *library, flank_error *error);

#endif
