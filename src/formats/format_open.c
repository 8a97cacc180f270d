/* SPDX-License-Identifier: MIT
 *
 * Opens files for reading.
 *
 * A file that fits no format may still hold a position or a drawn board, which flank_sheet_recognise (recognise.c)
 * understands. That function uses the readers of format_reader.c, so these cannot call it: this file, which includes
 * both, gives it to them as the last resort. Bytes in memory are opened by format_reader.c alone.
 */
#include "core/error.h"
#include "formats/format_table.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* The last resort for bytes that fit no format: a position or a board, as people paste them, or a list of moves whose
 * first is not legal; or one of them of a kind of Othello that is not read. NULL: not that either. */
static const flank_format *choose_pasted(const char *bytes, size_t size, const flank_game *game)
{
    flank_sheet *sheet;
    const flank_status status = flank_sheet_recognise(bytes, size, game, &sheet, NULL);
    if (status && status != FLANK_NOT_SUPPORTED)
        return status == FLANK_ILLEGAL_MOVE ? flank_format_find("transcript") : NULL;
    if (!status)
        flank_sheet_destroy(sheet);
    return &format_pasted;
}

static int64_t read_stream(void *user, void *buffer, size_t size)
{
    flank_reader *reader = user;
    const size_t count = fread(buffer, 1, size, reader->stream);
    return count == 0 && ferror((FILE *)reader->stream) ? -1 : (int64_t)count;
}

flank_reader *flank_reader_open_source(flank_read_fn *read, void *user, const flank_reader_options *options,
                                       flank_status *status, flank_error *error)
{
    flank_reader *reader = reader_create(status, error);
    if (!reader)
        return NULL;
    reader->last_resort = choose_pasted;
    return reader_open(reader, read, user, options, status, error);
}

flank_reader *flank_reader_open(const char *path, const flank_reader_options *options, flank_status *status,
                                flank_error *error)
{
    flank_reader *reader = reader_create(status, error);
    if (!reader)
        return NULL;
    reader->last_resort = choose_pasted;
    reader->stream = fopen(path, "rb");
    if (!reader->stream)
        return reader_refuse_opening(
            reader, status, error_say(error, FLANK_CANNOT_READ, 0, SAY(CANNOT_READ_BECAUSE), say_system(errno)));
    reader->is_file = true;
    flank_reader_options named = options ? *options : (flank_reader_options){0};
    named.path = path;
    return reader_open(reader, read_stream, reader, &named, status, error);
}
