/* SPDX-License-Identifier: MIT
 *
 * Rules that hold for every format: whatever the bytes, reading ends, failures say where, and what was read, written in
 * the same format and read again is the same, as far as the format holds it: writing a second time gives the same
 * bytes.
 */
#ifndef FLANK_TESTS_FUZZ_FORMAT_H
#define FLANK_TESTS_FUZZ_FORMAT_H

#include "core/text_buffer.h"
#include "fuzz_target.h"
#include "core/error.h"

#include <flank/formats.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool fuzz_sink(void *user, const void *bytes, size_t size)
{
    text_add_bytes(user, bytes, size);
    return true;
}

/* Read all games and write them to `out`; how many were written. With `sound` no failure is allowed. */
static size_t fuzz_copy(const flank_format *format, const void *bytes, size_t size, bool sound, text_buffer *out)
{
    const flank_reader_options options = {.format = format};
    flank_reader *reader = flank_reader_open_bytes(bytes, size, &options, NULL, NULL);
    flank_writer *writer =
        flank_format_writes(format) ? flank_writer_open_sink(fuzz_sink, out, format, NULL, NULL) : NULL;
    size_t games = 0;
    for (size_t i = 0; reader && i <= size + 1; i++) {
        flank_sheet *sheet = NULL;
        flank_error error = {0};
        const flank_status status = flank_reader_next(reader, &sheet, &error);
        if (status == FLANK_NOT_FOUND)
            break;
        if (i > size || (status && (sound || !error.code || error.offset > size)))
            abort();
        if (status == FLANK_OK && writer)
            games += flank_writer_write(writer, sheet, NULL) == FLANK_OK;
        if (status == FLANK_OK)
            flank_sheet_destroy(sheet);
    }
    flank_writer_close(writer, true, NULL);
    flank_reader_close(reader);
    return games;
}

static void fuzz_format(const char *name, const uint8_t *data, size_t size)
{
    const flank_format *format = flank_format_find(name);
    flank_format_detect(data, size, true);
    text_buffer once = {NULL}, twice = {NULL};
    const size_t games = fuzz_copy(format, data, size, false, &once);
    if (games > 0 && (fuzz_copy(format, once.bytes, once.length, true, &twice) != games ||
                      once.length != twice.length || memcmp(once.bytes, twice.bytes, once.length) != 0))
        abort();
    text_free(&once);
    text_free(&twice);
}

#endif
