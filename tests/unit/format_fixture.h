/* SPDX-License-Identifier: MIT
 *
 * Formats in tests: texts to sheets and back.
 */
#ifndef FLANK_TESTS_FORMAT_FIXTURE_H
#define FLANK_TESTS_FORMAT_FIXTURE_H

#include "cmocka_all.h"
#include "core/text_buffer.h"
#include "core/error.h"

#include <flank/flank.h>

#include <stdbool.h>
#include <string.h>

static inline bool fixture_sink(void *user, const void *bytes, size_t size)
{
    text_add_bytes(user, bytes, size);
    return true;
}

/* Read all of `text`, write it to `out`, and how much was lost; every game must be fine. Their number. */
static inline size_t fixture_convert(const char *from, const char *text, const char *to, text_buffer *out,
                                     uint64_t lost[FLANK_LOSS_COUNT])
{
    const flank_reader_options options = {.format = flank_format_find(from)};
    flank_error error = {0};
    flank_reader *reader = flank_reader_open_bytes(text, strlen(text), &options, NULL, &error);
    flank_writer *writer = flank_writer_open_sink(fixture_sink, out, flank_format_find(to), NULL, &error);
    assert_non_null(reader);
    assert_non_null(writer);
    flank_sheet *sheet;
    flank_status status;
    size_t games = 0;
    while ((status = flank_reader_next(reader, &sheet, &error)) == FLANK_OK) {
        assert_int_equal(flank_writer_write(writer, sheet, &error), FLANK_OK);
        flank_sheet_destroy(sheet);
        games++;
    }
    assert_int_equal(status, FLANK_NOT_FOUND);
    for (flank_loss loss = 0; lost && loss < FLANK_LOSS_COUNT; loss++)
        lost[loss] = flank_writer_lost(writer, loss);
    assert_int_equal(flank_writer_close(writer, true, NULL), FLANK_OK);
    flank_reader_close(reader);
    return games;
}

/* That `text` in format `from` becomes `expected` in format `to`. */
static inline void assert_converts(const char *from, const char *text, const char *to, const char *expected)
{
    text_buffer out = {NULL};
    fixture_convert(from, text, to, &out, NULL);
    assert_string_equal(out.bytes ? out.bytes : "", expected);
    text_free(&out);
}

/* The first game of `text`, which must be fine; the caller destroys it. */
static inline flank_sheet *fixture_read(const char *format, const char *text)
{
    const flank_reader_options options = {.format = flank_format_find(format)};
    flank_reader *reader = flank_reader_open_bytes(text, strlen(text), &options, NULL, NULL);
    flank_sheet *sheet = NULL;
    flank_error error = {0};
    if (flank_reader_next(reader, &sheet, &error))
        fail_msg("%s", error_english(&error));
    flank_reader_close(reader);
    return sheet;
}

/* That the first game of `text` is refused with `message` at `offset`. */
static inline void assert_refused(const char *format, const char *text, size_t offset, const char *message)
{
    const flank_reader_options options = {.format = flank_format_find(format)};
    flank_reader *reader = flank_reader_open_bytes(text, strlen(text), &options, NULL, NULL);
    flank_sheet *sheet = NULL;
    flank_error error = {0};
    assert_true(flank_reader_next(reader, &sheet, &error) != FLANK_OK);
    assert_string_equal(error_english(&error), message);
    assert_int_equal(error.offset, offset);
    flank_reader_close(reader);
}

#endif
