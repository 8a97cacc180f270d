/* SPDX-License-Identifier: MIT
 *
 * Reading the columns of a row of which nothing is believed: a value of another type, NULL where none may be, or a
 * number out of its range is damage, and the first such column is told with its table and row.
 *
 * A reader goes on after damage, with 0, "" and no bytes; column_check tells in the end.
 */
#ifndef FLANK_LIBRARY_LIBRARY_COLUMN_H
#define FLANK_LIBRARY_LIBRARY_COLUMN_H

#include "library/library_code.h"

#include <flank/flank.h>
#include <sqlite3.h>

typedef struct column_reader {
    sqlite3_stmt *statement; /* that stands on a row */
    const char *table;
    int64_t row;         /* its number */
    const char *damaged; /* the name of the first column that is; NULL: none so far */
    bool no_memory;
} column_reader;

/* A whole number from `least` to `most`. */
int64_t column_number(column_reader *reader, int column, int64_t least, int64_t most);

/* The number of a name, 0 for none. */
int64_t column_name_id(column_reader *reader, int column);

bool column_is_null(const column_reader *reader, int column);

/* A text of UTF-8; valid until the statement steps on. */
const char *column_text(column_reader *reader, int column);

/* Bytes; valid until the statement steps on. */
code_bytes column_bytes(column_reader *reader, int column);

/* The result of a game in the columns sign, discs and, if `ending` is one, ending. */
flank_sheet_result column_result(column_reader *reader, int sign, int discs, int ending);

/* The position that a game started from; false where the column is NULL: the usual one. */
bool column_start(column_reader *reader, int column, flank_position *start);

/* The rules of a game, which stay as they are where the column is NULL. */
void column_rules(column_reader *reader, int column, const flank_game *game, flank_rules *rules);

/* What a column holds is found to be damaged. */
void column_damaged(column_reader *reader, int column);

/* FLANK_BAD_FILE if a column was damaged. */
flank_status column_check(const column_reader *reader, flank_error *error);

/* FLANK_BAD_FILE: the moves of a row are more than a game may have. */
flank_status column_say_too_long(const char *table, int64_t row, const char *column, int64_t most, flank_error *error);

/* FLANK_BAD_FILE: the moves in a column cannot be played. */
flank_status column_say_unplayable(const char *table, int64_t row, const char *column, flank_error *error);

/* FLANK_BAD_FILE: a row that is not what it must be, or not there. */
flank_status column_say_damaged(const char *table, int64_t row, const char *column, flank_error *error);

#endif
