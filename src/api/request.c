/* SPDX-License-Identifier: MIT
 *
 * Fields and events of a request.
 */
#include "api/request.h"

#include "core/error.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Much more than any game has. Every move of a line is compared with all before it, to find repetitions: so many take
 * some milliseconds, and the 200,000 that a question has room for would take minutes, which nothing could stop. */
enum { LINE_PLIES_MAX = 8192, MOVE_TEXT_MAX = 8 };

/* ---- Fields ---- */

static bool may_hold_zeros(const char *name) { return strcmp(name, "text") == 0 || strcmp(name, "input") == 0; }

flank_status request_check(api_request *request)
{
    for (size_t i = 0; i < request->question->count; i++) {
        const api_field *field = &request->question->fields[i];
        const size_t length = strlen(field->value);
        if (length < field->size && !may_hold_zeros(field->name))
            return error_say(&request->error, FLANK_BAD_ARGUMENT, length, SAY(ZERO_CHARACTER),
                             say_cut(field->name, 40));
    }
    return FLANK_OK;
}

const char *request_text(const api_request *request, const char *name, size_t *size)
{
    for (size_t i = 0; i < request->question->count; i++)
        if (strcmp(request->question->fields[i].name, name) == 0) {
            if (size)
                *size = request->question->fields[i].size;
            return request->question->fields[i].value;
        }
    return NULL;
}

flank_status request_number(api_request *request, const char *name, int64_t least, int64_t most, int64_t usual,
                            int64_t *number)
{
    const char *text = request_text(request, name, NULL);
    *number = usual;
    if (!text)
        return FLANK_OK;
    char *end;
    errno = 0;
    const long long value = strtoll(text, &end, 10);
    if (errno || end == text || *end || value < least || value > most)
        return error_say(&request->error, FLANK_BAD_ARGUMENT, 0, SAY(NOT_IN_RANGE), say_text(name), say_number(least),
                         say_number(most));
    *number = value;
    return FLANK_OK;
}

bool request_flag(const api_request *request, const char *name)
{
    const char *text = request_text(request, name, NULL);
    return text && *text && strcmp(text, "0") != 0 && strcmp(text, "false") != 0;
}

static flank_status begin_anew(api_request *request, flank_record **record)
{
    const char *name = request_text(request, "game", NULL), *rules_text = request_text(request, "rules", NULL);
    const char *start_text = request_text(request, "start", NULL);
    const flank_game *game = name ? flank_game_find(name) : flank_game_at(0);
    flank_rules rules = {{0}};
    flank_position start;
    if (!game)
        return error_say(&request->error, FLANK_BAD_ARGUMENT, 0, SAY(NO_SUCH_GAME), say_cut(name, 40));
    flank_status status = rules_text ? flank_rules_parse(game, rules_text, &rules, &request->error) : FLANK_OK;
    if (!status && start_text && *start_text)
        status = flank_position_parse(game, start_text, &start, &request->error);
    if (!status && start_text && *start_text)
        status = flank_position_check(game, &rules, &start, &request->error);
    if (status)
        return status;
    *record = flank_record_create(game, &rules, start_text && *start_text ? &start : NULL);
    return *record ? FLANK_OK : error_say(&request->error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
}

static flank_status begin_known(api_request *request, flank_record **record)
{
    int64_t slot, plies;
    flank_status status = request_number(request, "line", 0, LINE_SLOTS - 1, 0, &slot);
    if (!status)
        status = request_number(request, "ply", 0, INT32_MAX, 0, &plies);
    if (status)
        return status;
    *record = line_memory_begin(&request->client->lines, (size_t)slot, (size_t)plies);
    return *record ? FLANK_OK : error_say(&request->error, FLANK_BAD_ARGUMENT, 0, SAY(NO_SUCH_LINE));
}

static flank_status keep_line(api_request *request, const flank_record *record)
{
    int64_t slot, length;
    const size_t plies = flank_record_ply(record);
    flank_status status = request_number(request, "keep", 0, LINE_SLOTS - 1, 0, &slot);
    if (!status)
        status = request_number(request, "length", 0, INT32_MAX, (int64_t)plies, &length);
    if (status)
        return status;
    const bool as_counted =
        (size_t)length == plies; /* or passes were put in, and plies mean other moves to the asker */
    if (line_memory_keep(&request->client->lines, (size_t)slot, as_counted ? record : NULL))
        return FLANK_OK;
    return error_say(&request->error, FLANK_NO_MEMORY, 0, say_status(FLANK_NO_MEMORY));
}

flank_status request_record(api_request *request, flank_record **record)
{
    const char *moves = request_text(request, "moves", NULL);
    *record = NULL;
    flank_status status =
        request_text(request, "line", NULL) ? begin_known(request, record) : begin_anew(request, record);
    if (!status && moves &&
        (flank_record_ply(*record) > LINE_PLIES_MAX || strlen(moves) > LINE_PLIES_MAX * MOVE_TEXT_MAX))
        status =
            error_say(&request->error, FLANK_BAD_ARGUMENT, 0, SAY(LINE_OF_PLAY_TOO_LONG), say_number(LINE_PLIES_MAX));
    if (!status && moves)
        status = flank_record_play_text(*record, moves, &request->error);
    if (!status && request_text(request, "keep", NULL))
        status = keep_line(request, *record);
    if (status) {
        flank_record_destroy(*record);
        *record = NULL;
    }
    return status;
}

/* ---- Events ---- */

text_buffer request_event(const api_request *request, const char *event)
{
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    json_string(&out, "id", request_text(request, "id", NULL));
    json_string(&out, "event", event);
    return out;
}

void request_send(const api_request *request, text_buffer *event)
{
    static const char no_memory[] = "{\"id\":null,\"event\":\"error\",\"error\":\"not enough memory\","
                                    "\"code\":\"NO_MEMORY\",\"arguments\":[]}";
    json_close_object(event);
    if (event->failed)
        request->send(request->user, no_memory, sizeof no_memory - 1);
    else
        request->send(request->user, event->bytes, event->length);
    text_free(event);
}

void request_fail(const api_request *request, flank_status status)
{
    text_buffer out = request_event(request, "error");
    const flank_error plain = {.code = (flank_error_code)status};
    error_add_json(&out, request->error.code ? &request->error : &plain);
    json_count(&out, "offset", request->error.offset);
    request_send(request, &out);
}
