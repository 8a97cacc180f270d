/* SPDX-License-Identifier: MIT
 *
 * Columns of a game that follow from others, and comparing them where those are read: the number of plies, the hash
 * that finds equal games, the year.
 */
#ifndef FLANK_LIBRARY_LIBRARY_CHECK_H
#define FLANK_LIBRARY_LIBRARY_CHECK_H

#include "library/library_column.h"
#include "library/library_store.h"

/* The parts of a game by which it is found: its columns as they stand in the file. */
typedef struct twin_bytes {
    const void *bytes;
    size_t size;
} twin_bytes;
typedef struct twin_key {
    twin_bytes moves, start, rules; /* size 0 where the column is NULL */
    int64_t game, year;
} twin_key;
uint64_t derive_twin(const twin_key *key);

/* The year of a date: its first number of four digits, or the year of 20010503; 0: none. So "3 May 1998" and
 * "03/05/1998" have one, too. */
int derive_year(const char *date);

/* The places of the columns in a statement. */
typedef struct derived_columns {
    int moves, start, rules, plies, twin;
} derived_columns;

/* Check a row of games, of which `game` and `year` have been read. FLANK_BAD_FILE names the column: that of the moves
 * if they cannot be played. */
flank_status check_derived(game_library *library, column_reader *reader, const derived_columns *columns, int64_t game,
                           int year, flank_error *error);

#endif
