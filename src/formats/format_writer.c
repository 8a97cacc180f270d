/* SPDX-License-Identifier: MIT
 *
 * Writers: put one game after the other into a file. format_writing.c has what the formats call.
 *
 * A file at a path takes its place when it is complete (whole_file.h).
 */
#include "core/error.h"
#include "formats/format_table.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static flank_status no_memory(flank_error *error) { return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY)); }

static flank_status cannot_write(flank_error *error, int number)
{
    return error_say(error, FLANK_CANNOT_WRITE, 0, SAY(CANNOT_WRITE_BECAUSE),
                     number ? say_system(number) : SAY(A_WRITE_FAILED));
}

static void destroy(flank_writer *writer)
{
    whole_file_drop(&writer->file);
    text_free(&writer->text);
    text_free(&writer->lost_tags.names);
    free(writer->state);
    free(writer->path);
    free(writer);
}

static flank_writer *refuse(flank_writer *writer, flank_status *status, flank_status value)
{
    if (writer)
        destroy(writer);
    if (status)
        *status = value;
    return NULL;
}

static flank_writer *create(const flank_format *format, flank_status *status, flank_error *error)
{
    if (!format->write)
        return refuse(NULL, status, error_say(error, FLANK_NOT_SUPPORTED, 0, SAY(ONLY_READ), say_text(format->name)));
    flank_writer *writer = calloc(1, sizeof *writer);
    if (writer) {
        writer->format = format;
        writer->state = calloc(1, format->write_state_bytes + 1);
    }
    if (!writer || !writer->state)
        return refuse(writer, status, no_memory(error));
    if (status)
        *status = FLANK_OK;
    return writer;
}

flank_writer *flank_writer_open_sink(flank_write_fn *write, void *user, const flank_format *format,
                                     flank_status *status, flank_error *error)
{
    flank_writer *writer = create(format, status, error);
    if (writer) {
        writer->write = write;
        writer->user = user;
    }
    return writer;
}

static bool write_stream(void *user, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, ((flank_writer *)user)->file.stream) == size;
}

flank_writer *flank_writer_open(const char *path, const flank_format *format, flank_status *status, flank_error *error)
{
    flank_writer *writer = create(format, status, error);
    if (!writer)
        return NULL;
    writer->path = strdup(path);
    if (!writer->path)
        return refuse(writer, status, no_memory(error));
    const int number = whole_file_open(&writer->file, path);
    if (number)
        return refuse(writer, status, cannot_write(error, number));
    writer->write = write_stream;
    writer->user = writer;
    return writer;
}

/* Hand on what was collected. */
static flank_status flush(flank_writer *writer, flank_error *error)
{
    if (writer->text.failed)
        return no_memory(error);
    errno = 0;
    const bool written =
        writer->text.length == 0 || writer->write(writer->user, writer->text.bytes, writer->text.length);
    text_clear(&writer->text);
    return written ? FLANK_OK : cannot_write(error, errno);
}

void flank_writer_listen(flank_writer *writer, const flank_stop *stop) { writer->stop = stop; }

flank_status flank_writer_write(flank_writer *writer, const flank_sheet *sheet, flank_error *error)
{
    if (writer->failed)
        return cannot_write(error, 0);
    flank_status status = FLANK_OK;
    if (!flank_format_holds(writer->format, flank_sheet_game(sheet)))
        return error_say(error, FLANK_NOT_SUPPORTED, 0, SAY(CANNOT_HOLD), say_text(writer->format->name),
                         say_text(flank_game_name(flank_sheet_game(sheet))));
    status = writer->format->write(writer, sheet, error);
    if (status == FLANK_NOT_SUPPORTED) {
        text_clear(&writer->text);
        return status;
    }
    if (status == FLANK_OK && !writer_goes_on(writer))
        status = error_say(error, FLANK_STOPPED, 0, SAY(STOPPED));
    writer->games += status == FLANK_OK;
    if (status == FLANK_OK)
        status = flush(writer, error);
    writer->failed = status != FLANK_OK;
    return status;
}

flank_status writer_finish(flank_writer *writer, flank_error *error)
{
    const flank_status status = flush(writer, error);
    const int number = status == FLANK_OK && writer->file.stream ? whole_file_finish(&writer->file) : 0;
    return number ? cannot_write(error, number) : status;
}

flank_status flank_writer_close(flank_writer *writer, bool keep, flank_error *error)
{
    if (!writer)
        return FLANK_OK;
    keep = keep && !writer->failed;
    flank_status status = FLANK_OK;
    if (writer->format->write_end)
        status = writer->format->write_end(writer, keep, error);
    if (status == FLANK_OK && keep)
        status = flush(writer, error);
    const int number = status == FLANK_OK && keep && writer->file.stream ? whole_file_keep(&writer->file) : 0;
    if (number)
        status = cannot_write(error, number);
    destroy(writer);
    return status;
}

uint64_t flank_writer_lost(const flank_writer *writer, flank_loss loss) { return writer->lost[loss]; }
