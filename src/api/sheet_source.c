/* SPDX-License-Identifier: MIT
 *
 * Sources are in a ring; a number is never used twice in a session, so that an old one is not taken for a new one.
 */
#include "api/sheet_source.h"

#include "core/error.h"
#include "core/json_writer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FAILURES_MAX = 20 };

/* ---- Cursors ---- */

flank_status sheet_cursor_open(sheet_cursor *cursor, const void *bytes, size_t size,
                               const flank_reader_options *options, flank_error *error)
{
    flank_status status = FLANK_OK;
    *cursor = (sheet_cursor){.reader = flank_reader_open_bytes(bytes, size, options, &status, error)};
    return status;
}

void sheet_cursor_close(sheet_cursor *cursor)
{
    flank_sheet_destroy(cursor->ahead);
    flank_reader_close(cursor->reader);
    text_free(&cursor->failures);
    *cursor = (sheet_cursor){.reader = NULL};
}

static void add_failure(sheet_cursor *cursor, const flank_error *error)
{
    if (cursor->failed++ >= FAILURES_MAX)
        return;
    json_open_object(&cursor->failures, NULL);
    json_count(&cursor->failures, "line", flank_reader_error_line(cursor->reader));
    json_count(&cursor->failures, "offset", error->offset);
    error_add_json(&cursor->failures, error);
    json_close_object(&cursor->failures);
}

static flank_status read_on(sheet_cursor *cursor, flank_sheet **sheet, flank_error *error)
{
    for (;;) {
        const flank_status status = flank_reader_next(cursor->reader, sheet, error);
        if (status == FLANK_OK || status == FLANK_NOT_FOUND || status == FLANK_STOPPED)
            return status;
        add_failure(cursor, error);
        if (status == FLANK_NO_MEMORY)
            return status;
    }
}

flank_status sheet_cursor_next(sheet_cursor *cursor, flank_sheet **sheet, flank_error *error)
{
    *sheet = cursor->ahead;
    cursor->ahead = NULL;
    const flank_status status = *sheet ? FLANK_OK : read_on(cursor, sheet, error);
    if (status == FLANK_OK)
        cursor->seen++;
    return status;
}

bool sheet_cursor_has_more(sheet_cursor *cursor, flank_error *error)
{
    if (!cursor->ahead && read_on(cursor, &cursor->ahead, error) != FLANK_OK)
        cursor->ahead = NULL;
    return cursor->ahead;
}

/* ---- Sources ---- */

static void drop(sheet_source *source)
{
    for (size_t i = 0; i < SHEET_CURSORS; i++)
        sheet_cursor_close(&source->cursors[i]);
    free(source->bytes);
    free(source->path);
    *source = (sheet_source){.number = 0};
}

sheet_source *sheet_sources_add(sheet_sources *all, const void *bytes, size_t size, const flank_reader_options *options)
{
    sheet_source *source = &all->kept[(all->last_number + 1) % SHEET_SOURCES_MAX];
    drop(source);
    source->bytes = malloc(size + 1);
    source->path = options->path ? strdup(options->path) : NULL;
    if (!source->bytes || (options->path && !source->path)) {
        drop(source);
        return NULL;
    }
    memcpy(source->bytes, bytes, size);
    source->size = size;
    source->options = *options;
    source->options.path = source->path;
    source->number = ++all->last_number;
    return source;
}

sheet_source *sheet_sources_find(sheet_sources *all, int64_t number)
{
    for (size_t i = 0; i < SHEET_SOURCES_MAX; i++)
        if (number > 0 && all->kept[i].number == number)
            return &all->kept[i];
    return NULL;
}

sheet_cursor *sheet_source_at(sheet_source *source, size_t skip, flank_status *status, flank_error *error)
{
    sheet_cursor *nearest = NULL;
    for (size_t i = 0; i < SHEET_CURSORS; i++) {
        sheet_cursor *cursor = &source->cursors[i];
        if (cursor->reader && cursor->seen <= skip && (!nearest || cursor->seen > nearest->seen))
            nearest = cursor;
    }
    *status = FLANK_OK;
    if (nearest)
        return nearest;
    sheet_cursor *anew = source->cursors[0].reader ? &source->cursors[1] : &source->cursors[0];
    sheet_cursor_close(anew);
    *status = sheet_cursor_open(anew, source->bytes, source->size, &source->options, error);
    return *status ? NULL : anew;
}

void sheet_sources_clear(sheet_sources *all)
{
    for (size_t i = 0; i < SHEET_SOURCES_MAX; i++)
        drop(&all->kept[i]);
}
