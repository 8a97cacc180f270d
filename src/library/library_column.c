/* SPDX-License-Identifier: MIT
 *
 * Columns as they must be, or damage.
 */
#include "library/library_column.h"

#include "core/error.h"
#include "core/utf8.h"

#include <string.h>

enum { DISCS_MAX = 64 };

void column_damaged(column_reader *reader, int column)
{
    const char *name = sqlite3_column_name(reader->statement, column);
    if (!reader->damaged)
        reader->damaged = name ? name : "";
}

static bool has_type(column_reader *reader, int column, int type)
{
    if (sqlite3_column_type(reader->statement, column) == type)
        return true;
    column_damaged(reader, column);
    return false;
}

bool column_is_null(const column_reader *reader, int column)
{
    return sqlite3_column_type(reader->statement, column) == SQLITE_NULL;
}

int64_t column_number(column_reader *reader, int column, int64_t least, int64_t most)
{
    if (!has_type(reader, column, SQLITE_INTEGER))
        return 0;
    const int64_t number = sqlite3_column_int64(reader->statement, column);
    if (number >= least && number <= most)
        return number;
    column_damaged(reader, column);
    return 0;
}

int64_t column_name_id(column_reader *reader, int column) { return column_number(reader, column, 0, INT64_MAX); }

const char *column_text(column_reader *reader, int column)
{
    if (!has_type(reader, column, SQLITE_TEXT))
        return "";
    const char *text = (const char *)sqlite3_column_text(reader->statement, column);
    reader->no_memory = reader->no_memory || !text;
    if (!text)
        return "";
    if (strlen(text) == (size_t)sqlite3_column_bytes(reader->statement, column) && utf8_is_valid(text))
        return text;
    column_damaged(reader, column);
    return "";
}

code_bytes column_bytes(column_reader *reader, int column)
{
    if (!has_type(reader, column, SQLITE_BLOB))
        return (code_bytes){NULL, NULL, false};
    const uint8_t *bytes = sqlite3_column_blob(reader->statement, column);
    const int size = sqlite3_column_bytes(reader->statement, column);
    reader->no_memory = reader->no_memory || (!bytes && size > 0);
    return (code_bytes){bytes, bytes ? bytes + size : NULL, false};
}

flank_sheet_result column_result(column_reader *reader, int sign, int discs, int ending)
{
    flank_sheet_result result = {.known = !column_is_null(reader, sign), .has_discs = !column_is_null(reader, discs)};
    if (result.known)
        result.sign = (int)column_number(reader, sign, -1, 1);
    if (result.has_discs)
        result.discs = (int)column_number(reader, discs, -DISCS_MAX, DISCS_MAX);
    if (ending >= 0 && !column_is_null(reader, ending))
        result.ending = (flank_ending)column_number(reader, ending, FLANK_ENDING_PLAYED, FLANK_ENDING_ADJUDICATED);
    return result;
}

bool column_start(column_reader *reader, int column, flank_position *start)
{
    if (column_is_null(reader, column))
        return false;
    code_bytes bytes = column_bytes(reader, column);
    *start = code_get_position(&bytes);
    if (bytes.failed || bytes.at != bytes.end)
        column_damaged(reader, column);
    return true;
}

void column_rules(column_reader *reader, int column, const flank_game *game, flank_rules *rules)
{
    if (!column_is_null(reader, column) && flank_rules_parse(game, column_text(reader, column), rules, NULL))
        column_damaged(reader, column);
}

flank_status column_say_damaged(const char *table, int64_t row, const char *column, flank_error *error)
{
    return error_say(error, FLANK_BAD_FILE, 0, SAY(LIBRARY_ROW_DAMAGED), say_text(table), say_number(row),
                     say_text(column));
}

flank_status column_say_too_long(const char *table, int64_t row, const char *column, int64_t most, flank_error *error)
{
    return error_say(error, FLANK_BAD_FILE, 0, SAY(LIBRARY_ROW_TOO_LONG), say_text(table), say_number(row),
                     say_text(column), say_number(most));
}

flank_status column_say_unplayable(const char *table, int64_t row, const char *column, flank_error *error)
{
    return error_say(error, FLANK_BAD_FILE, 0, SAY(LIBRARY_GAME_DAMAGED), say_text(table), say_number(row),
                     say_text(column));
}

flank_status column_check(const column_reader *reader, flank_error *error)
{
    if (reader->no_memory)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    return reader->damaged ? column_say_damaged(reader->table, reader->row, reader->damaged, error) : FLANK_OK;
}
