/* SPDX-License-Identifier: MIT
 *
 * Texts and files that a session reads part by part: each is read once, however many parts there are.
 *
 * A source has two cursors, so that a list can be read on while single games of it are looked at. The cursor that is
 * nearest before the wanted game reads on; without one, the second cursor begins anew.
 */
#ifndef FLANK_API_SHEET_SOURCE_H
#define FLANK_API_SHEET_SOURCE_H

#include "core/text_buffer.h"

#include <flank/formats.h>

enum { SHEET_SOURCES_MAX = 2, SHEET_CURSORS = 2 };

/* A place in a source. */
typedef struct sheet_cursor {
    flank_reader *reader; /* NULL: not begun */
    flank_sheet *ahead;   /* read already, to know that there is more; or NULL */
    size_t seen;          /* sheets before this place */
    text_buffer failures; /* the first of them, JSON objects with commas between */
    size_t failed;
} sheet_cursor;

typedef struct sheet_source {
    int64_t number; /* 0: no source is here */
    char *bytes, *path;
    size_t size;
    flank_reader_options options; /* its path is the one above */
    sheet_cursor cursors[SHEET_CURSORS];
} sheet_source;

/* The sources of a session; all zero: none. */
typedef struct sheet_sources {
    sheet_source kept[SHEET_SOURCES_MAX];
    int64_t last_number;
} sheet_sources;

/* Begin at the start of `bytes`, which must stay. A status and `error` on failure, as flank_reader_open_bytes. */
flank_status sheet_cursor_open(sheet_cursor *cursor, const void *bytes, size_t size,
                               const flank_reader_options *options, flank_error *error);

/* The next sheet, for the caller to destroy; damaged games before it are counted. FLANK_NOT_FOUND at the end. */
flank_status sheet_cursor_next(sheet_cursor *cursor, flank_sheet **sheet, flank_error *error);

/* Returns true if there is another sheet. */
bool sheet_cursor_has_more(sheet_cursor *cursor, flank_error *error);

void sheet_cursor_close(sheet_cursor *cursor); /* all zero afterwards */

/* Keep a copy of the bytes as a source; the oldest one gives way. NULL without memory. */
sheet_source *sheet_sources_add(sheet_sources *all, const void *bytes, size_t size,
                                const flank_reader_options *options);

/* The source of that number; NULL if it has given way or never was. */
sheet_source *sheet_sources_find(sheet_sources *all, int64_t number);

/* The cursor of a source that comes first to sheet `skip` (from 0), opened. NULL with `status` and `error`. */
sheet_cursor *sheet_source_at(sheet_source *source, size_t skip, flank_status *status, flank_error *error);

void sheet_sources_clear(sheet_sources *all);

#endif
