/* SPDX-License-Identifier: MIT
 *
 * "sheets": the games and positions in what somebody has pasted or dropped, in any notation. "write": a game in another
 * format. Sheets are the JSON of docs/users/formats.md.
 */
#include "core/error.h"
#include "api/request.h"

#include <string.h>

enum { SHEETS_MAX = 1000, FAILURES_MAX = 20 };

static bool add_bytes(void *user, const void *bytes, size_t size)
{
    text_add_bytes(user, bytes, size);
    return !((const text_buffer *)user)->failed;
}

flank_status request_add_sheet(text_buffer *out, const char *key, const flank_sheet *sheet, flank_error *error)
{
    flank_status status = FLANK_OK;
    text_buffer line = {NULL};
    flank_writer *writer = flank_writer_open_sink(add_bytes, &line, flank_format_find("json"), &status, error);
    if (writer) {
        status = flank_writer_write(writer, sheet, error);
        const flank_status closed = flank_writer_close(writer, true, error);
        status = status ? status : closed;
    }
    if (!status) { /* what the line says between its brackets */
        json_open_object(out, key);
        text_add_bytes(out, line.bytes + 1, strcspn(line.bytes, "\n") - 2);
        json_close_object(out);
    }
    text_free(&line);
    return status;
}

typedef struct sheet_list {
    text_buffer sheets, failures;
    size_t seen, kept, failed;
    bool more;
} sheet_list;

static void add_failure(sheet_list *list, const flank_reader *reader, const flank_error *error)
{
    if (list->failed++ >= FAILURES_MAX)
        return;
    json_open_object(&list->failures, NULL);
    json_count(&list->failures, "line", flank_reader_error_line(reader));
    json_count(&list->failures, "offset", error->offset);
    json_string(&list->failures, "error", error->text);
    json_close_object(&list->failures);
}

/* Read on until `limit` sheets behind the first `skip` are kept. */
static flank_status read_sheets(flank_reader *reader, size_t skip, size_t limit, sheet_list *list, flank_error *error)
{
    for (;;) {
        flank_sheet *sheet;
        flank_status status = flank_reader_next(reader, &sheet, error);
        if (status == FLANK_NOT_FOUND)
            return FLANK_OK;
        if (status) {
            add_failure(list, reader, error);
            if (status == FLANK_NO_MEMORY)
                return status;
            continue;
        }
        list->more = list->kept == limit;
        status = FLANK_OK;
        if (list->seen++ >= skip && !list->more) {
            status = request_add_sheet(&list->sheets, NULL, sheet, error);
            list->kept++;
        }
        flank_sheet_destroy(sheet);
        if (status || list->more)
            return status;
    }
}

static flank_reader *open_text(api_request *request, flank_status *status)
{
    size_t size = 0;
    const char *text = request_text(request, "text", &size), *name = request_text(request, "from", NULL);
    const char *game = request_text(request, "game", NULL);
    const flank_reader_options options = {.format = name ? flank_format_find(name) : NULL,
                                          .game = game ? flank_game_find(game) : NULL,
                                          .path = request_text(request, "file", NULL)};
    if (!text || (name && !options.format) || (game && !options.game)) {
        *status = error_set(&request->error, FLANK_BAD_ARGUMENT, 0, "%s",
                            !text  ? "\"text\" is missing"
                            : game ? "no such game or format"
                                   : "no such format");
        return NULL;
    }
    return flank_reader_open_bytes(text, size, &options, status, &request->error);
}

/* What is no file of games may still be a position, or a game with words around it. */
static flank_status recognise_one(api_request *request, sheet_list *list)
{
    size_t size = 0;
    const char *text = request_text(request, "text", &size), *game = request_text(request, "game", NULL);
    flank_sheet *sheet;
    flank_status status =
        flank_sheet_recognise(text, size, game ? flank_game_find(game) : NULL, &sheet, &request->error);
    if (status)
        return status;
    list->kept = 1;
    status = request_add_sheet(&list->sheets, NULL, sheet, &request->error);
    flank_sheet_destroy(sheet);
    return status;
}

flank_status handle_sheets(api_request *request, text_buffer *answer)
{
    int64_t skip, limit;
    flank_status status = request_number(request, "skip", 0, INT32_MAX, 0, &skip);
    if (!status)
        status = request_number(request, "limit", 1, SHEETS_MAX, 100, &limit);
    if (status)
        return status;
    sheet_list list = {.seen = 0};
    flank_reader *reader = open_text(request, &status);
    if (reader) {
        status = read_sheets(reader, (size_t)skip, (size_t)limit, &list, &request->error);
        if (!status && list.seen)
            json_string(answer, "format", flank_format_name(flank_reader_format(reader)));
        flank_reader_close(reader);
    }
    if (list.seen == 0 && status != FLANK_BAD_ARGUMENT)
        status = recognise_one(request, &list);
    if (!status) {
        text_addf(answer, ",\"sheets\":[%s],\"failures\":[%s]", list.sheets.bytes ? list.sheets.bytes : "",
                  list.failures.bytes ? list.failures.bytes : "");
        json_count(answer, "failed", list.failed);
        json_bool(answer, "more", list.more);
    }
    text_free(&list.sheets);
    text_free(&list.failures);
    return status;
}

static void add_losses(text_buffer *answer, const flank_writer *writer)
{
    json_open_array(answer, "losses");
    for (flank_loss loss = 0; loss < FLANK_LOSS_COUNT; loss++) {
        if (!flank_writer_lost(writer, loss))
            continue;
        json_open_object(answer, NULL);
        json_string(answer, "what", flank_loss_name(loss));
        json_string(answer, "fate", flank_loss_fate(loss));
        json_count(answer, "count", flank_writer_lost(writer, loss));
        json_close_object(answer);
    }
    json_close_array(answer);
}

/* Bytes as base64 (RFC 4648). */
static void add_base64(text_buffer *out, const char *key, const text_buffer *bytes)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    text_buffer text = {NULL};
    for (size_t i = 0; i < bytes->length; i += 3) {
        const size_t left = bytes->length - i;
        uint32_t group = 0;
        for (size_t k = 0; k < 3; k++)
            group = group << 8 | (k < left ? (uint8_t)bytes->bytes[i + k] : 0);
        const char four[4] = {digits[group >> 18], digits[group >> 12 & 63], left > 1 ? digits[group >> 6 & 63] : '=',
                              left > 2 ? digits[group & 63] : '='};
        text_add_bytes(&text, four, 4);
    }
    json_string(out, key, text.bytes ? text.bytes : "");
    text_free(&text);
}

static flank_status write_all(api_request *request, flank_reader *reader, const flank_format *format,
                              text_buffer *answer)
{
    flank_status status = FLANK_OK;
    text_buffer bytes = {NULL};
    flank_sheet *sheet;
    flank_writer *writer = flank_writer_open_sink(add_bytes, &bytes, format, &status, &request->error);
    while (!status && (status = flank_reader_next(reader, &sheet, &request->error)) == FLANK_OK) {
        status = flank_writer_write(writer, sheet, &request->error);
        flank_sheet_destroy(sheet);
    }
    if (writer) {
        add_losses(answer, writer);
        const flank_status closed = flank_writer_close(writer, true, &request->error);
        status = status == FLANK_NOT_FOUND ? closed : status;
    }
    if (!status && memchr(bytes.bytes ? bytes.bytes : "", 0, bytes.length))
        add_base64(answer, "base64", &bytes);
    else if (!status)
        json_string(answer, "text", bytes.bytes ? bytes.bytes : "");
    text_free(&bytes);
    return status;
}

flank_status handle_write(api_request *request, text_buffer *answer)
{
    flank_status status = FLANK_OK;
    const char *name = request_text(request, "to", NULL);
    const flank_format *format = name ? flank_format_find(name) : NULL;
    if (!format || !flank_format_writes(format))
        return error_set(&request->error, FLANK_BAD_ARGUMENT, 0, "\"to\" names no format that is written");
    flank_reader *reader = open_text(request, &status);
    if (!reader)
        return status;
    status = write_all(request, reader, format, answer);
    flank_reader_close(reader);
    return status;
}
