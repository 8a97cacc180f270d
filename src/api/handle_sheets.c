/* SPDX-License-Identifier: MIT
 *
 * "sheets": the games and positions in what somebody has pasted or dropped, in any notation. "write": a game in another
 * format. Sheets are the JSON of docs/users/formats.md.
 */
#include "core/error.h"
#include "api/request.h"

#include <string.h>

enum { SHEETS_MAX = 1000 };

void request_add_sheet(const api_request *request, text_buffer *out, const char *key, const flank_sheet *sheet)
{
    const sheet_json_options options = {.brief = request_flag(request, "brief"),
                                        .add_move = request_flag(request, "plies") ? request_add_squares : NULL,
                                        .stop = request->stop};
    json_open_object(out, key);
    sheet_add_json(out, sheet, &options);
    sheet_add_notes_json(out, sheet);
    json_close_object(out);
}

/* A part of the sheets of a text. */
typedef struct sheet_list {
    size_t skip, limit, kept;
    bool more;
} sheet_list;

/* Read on until `limit` sheets behind the first `skip` are kept. */
static flank_status read_sheets(api_request *request, sheet_cursor *cursor, sheet_list *list, text_buffer *answer)
{
    while (list->kept < list->limit && !flank_stop_is_raised(request->stop)) {
        flank_sheet *sheet;
        const flank_status status = sheet_cursor_next(cursor, &sheet, &request->error);
        if (status)
            return status == FLANK_NOT_FOUND ? FLANK_OK : status;
        if (cursor->seen > list->skip) {
            request_add_sheet(request, answer, NULL, sheet);
            list->kept++;
        }
        flank_sheet_destroy(sheet);
    }
    list->more = sheet_cursor_has_more(cursor, &request->error);
    return flank_stop_is_raised(request->stop) ? FLANK_STOPPED : FLANK_OK;
}

static void add_list(text_buffer *answer, const sheet_cursor *cursor, const sheet_list *list)
{
    json_close_array(answer);
    if (cursor->seen)
        json_string(answer, "format", flank_format_name(flank_reader_format(cursor->reader)));
    text_addf(answer, ",\"failures\":[%s]", cursor->failures.bytes ? cursor->failures.bytes : "");
    json_count(answer, "failed", cursor->failed);
    json_bool(answer, "more", list->more);
    answer->failed = answer->failed || cursor->failures.failed;
}

/* A text of a question and what is said of it. */
typedef struct given_text {
    const char *bytes;
    size_t size;
    flank_reader_options options;
} given_text;

static flank_status read_given(api_request *request, given_text *given)
{
    const char *name = request_text(request, "from", NULL), *game = request_text(request, "game", NULL);
    *given = (given_text){.options = {.format = name ? flank_format_find(name) : NULL,
                                      .game = game ? flank_game_find(game) : NULL,
                                      .path = request_text(request, "file", NULL),
                                      .stop = request->stop}};
    given->bytes = request_text(request, "text", &given->size);
    if (given->bytes && (!name || given->options.format) && (!game || given->options.game))
        return FLANK_OK;
    return error_say(&request->error, FLANK_BAD_ARGUMENT, 0,
                     !given->bytes ? SAY(TEXT_MISSING)
                     : game        ? SAY(NO_SUCH_GAME_OR_FORMAT)
                                   : SAY(NO_SUCH_FORMAT));
}

/* Text that is no file of games may still be a position, or a game with words around it. */
static flank_status recognise_one(api_request *request, const given_text *given, sheet_list *list, text_buffer *answer)
{
    flank_sheet *sheet;
    const flank_status status = flank_sheet_recognise_until(given->bytes, given->size, given->options.game,
                                                            request->stop, &sheet, &request->error);
    if (status)
        return status;
    list->kept = 1;
    request_add_sheet(request, answer, NULL, sheet);
    flank_sheet_destroy(sheet);
    return flank_stop_is_raised(request->stop) ? FLANK_STOPPED : FLANK_OK;
}

/* Keep a text of which there is more, so that later parts need not bring it again. */
static void keep_source(api_request *request, const given_text *given, text_buffer *answer)
{
    const sheet_source *source =
        sheet_sources_add(&request->client->sources, given->bytes, given->size, &given->options);
    if (source)
        json_integer(answer, "source", source->number);
}

static flank_status read_text(api_request *request, sheet_list *list, text_buffer *answer)
{
    given_text given;
    sheet_cursor cursor = {.reader = NULL};
    flank_status status = read_given(request, &given);
    if (status)
        return status;
    status = sheet_cursor_open(&cursor, given.bytes, given.size, &given.options, &request->error);
    if (!status)
        status = read_sheets(request, &cursor, list, answer);
    if (!cursor.seen && status != FLANK_BAD_ARGUMENT && status != FLANK_STOPPED)
        status = recognise_one(request, &given, list, answer);
    if (!status)
        add_list(answer, &cursor, list);
    if (!status && list->more && request_flag(request, "keep"))
        keep_source(request, &given, answer);
    sheet_cursor_close(&cursor);
    return status;
}

static flank_status read_source(api_request *request, sheet_list *list, text_buffer *answer)
{
    int64_t number;
    flank_status status = request_number(request, "source", 1, INT64_MAX, 0, &number);
    if (status)
        return status;
    sheet_source *source = sheet_sources_find(&request->client->sources, number);
    if (!source)
        return error_say(&request->error, FLANK_BAD_ARGUMENT, 0, SAY(NO_SUCH_SOURCE));
    sheet_cursor *cursor = sheet_source_at(source, list->skip, &status, &request->error);
    if (cursor)
        status = read_sheets(request, cursor, list, answer);
    if (!status)
        add_list(answer, cursor, list);
    else if (cursor)
        sheet_cursor_close(cursor); /* the next question begins it anew */
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
    sheet_list list = {.skip = (size_t)skip, .limit = (size_t)limit};
    json_open_array(answer, "sheets");
    return request_text(request, "source", NULL) ? read_source(request, &list, answer)
                                                 : read_text(request, &list, answer);
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
    flank_writer *writer = flank_writer_open_sink(text_write, &bytes, format, &status, &request->error);
    if (writer)
        flank_writer_listen(writer, request->stop);
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
    return !status && flank_stop_is_raised(request->stop) ? FLANK_STOPPED : status;
}

flank_status handle_write(api_request *request, text_buffer *answer)
{
    const char *name = request_text(request, "to", NULL);
    const flank_format *format = name ? flank_format_find(name) : NULL;
    if (!format || !flank_format_writes(format))
        return error_say(&request->error, FLANK_BAD_ARGUMENT, 0, SAY(NO_FORMAT_WRITTEN));
    given_text given;
    flank_status status = read_given(request, &given);
    if (status)
        return status;
    flank_reader *reader = flank_reader_open_bytes(given.bytes, given.size, &given.options, &status, &request->error);
    if (!reader)
        return status;
    status = write_all(request, reader, format, answer);
    flank_reader_close(reader);
    return status;
}
