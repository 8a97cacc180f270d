/* SPDX-License-Identifier: MIT
 *
 * The columns of a table of games, by the names above them or by what stands in the first row.
 */
#ifndef FLANK_FORMATS_CSV_COLUMNS_H
#define FLANK_FORMATS_CSV_COLUMNS_H

#include "core/error.h"
#include "formats/csv/csv_rows.h"
#include "formats/other_rules.h"

/* Columns that are no tags. */
typedef enum csv_column {
    CSV_MOVES,
    CSV_GAME,
    CSV_RULES,
    CSV_START,
    CSV_FEN,
    CSV_RESULT,
    CSV_WINNER,
    CSV_LOSER,
    CSV_MARGIN,
    CSV_BLACK_SCORE,
    CSV_WHITE_SCORE,
    CSV_TERMINATION,
    CSV_YEAR,
    CSV_COLUMNS
} csv_column;

enum { CSV_TAGS_MAX = 16, CSV_FACTS_MAX = 32, CSV_NONE = CSV_FIELDS_MAX };

typedef struct csv_columns {
    size_t at[CSV_COLUMNS]; /* CSV_NONE: there is no such column */
    size_t tag_count;
    struct {
        const char *name; /* static storage */
        size_t at;
    } tags[CSV_TAGS_MAX];
    size_t fact_count;
    struct {
        other_fact fact;
        const char *flag; /* told_rules.flag */
        size_t at;
    } facts[CSV_FACTS_MAX]; /* of the rules: besides the columns above, or the same as a tag's */
    bool white_first;       /* the names above name White before Black */
    bool has_header;        /* the first row has names, no game */
    bool unsure;            /* texts are not read, since it is not clear what they are */
} csv_columns;

/* True if some field of a row is the name of a column of moves. */
bool csv_is_header(const csv_row *row);

/* The columns by their names. FLANK_BAD_FILE if two have the same meaning. */
flank_status csv_columns_of_header(const csv_row *row, csv_columns *columns, flank_error *error);

/* True if some column tells such a fact. */
bool csv_columns_have(const csv_columns *columns, other_fact fact);

/* Make the columns of FACT_LENGTH in which a row has a number that is the length of no board such of FACT_BOARD, where
 * only "10x10" counts. */
void csv_columns_drop_counts(csv_columns *columns, const csv_row *row);

/* The columns of a row without names above it; false if not exactly one field is moves that can be played. */
bool csv_columns_of_game(const csv_row *row, csv_columns *columns);

#endif
