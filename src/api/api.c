/* SPDX-License-Identifier: MIT
 *
 * A question finds its handler, and the client what it keeps.
 */
#include "api/api.h"

#include "core/error.h"
#include "api/request.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- Questions ---- */

static const api_kind *find(const char *name)
{
    const api_kind *kind = api_kinds;
    while (kind->name && !(name && strcmp(kind->name, name) == 0))
        kind++;
    return kind->name ? kind : NULL;
}

bool api_thinks(const char *ask)
{
    const api_kind *kind = find(ask);
    return kind && kind->thinks;
}

void api_handle(api_client *client, const api_question *question, const flank_stop *stop, api_send_fn *send, void *user)
{
    client->stop = (flank_stop)FLANK_STOP_UNDER(stop);
    api_request request = {.client = client, .question = question, .stop = &client->stop, .send = send, .user = user};
    const char *name = request_text(&request, "ask", NULL);
    const api_kind *kind = find(name);
    if (!kind) {
        if (name)
            error_say(&request.error, FLANK_BAD_ARGUMENT, 0, SAY(NO_SUCH_QUESTION), say_cut(name, 40));
        else
            error_say(&request.error, FLANK_BAD_ARGUMENT, 0, SAY(ASK_MISSING));
        request_fail(&request, FLANK_BAD_ARGUMENT);
        return;
    }
    if (request_check(&request)) {
        request_fail(&request, FLANK_BAD_ARGUMENT);
        return;
    }
    assert(client->engine || !kind->thinks);
    text_buffer answer = request_event(&request, "answer");
    const flank_status status = kind->ask(&request, &answer);
    if (!status) {
        request_send(&request, &answer);
        return;
    }
    text_free(&answer);
    if (status == FLANK_STOPPED) /* whatever was tried before that failed */
        request.error = (flank_error){.code = FLANK_ERROR_STOPPED};
    request_fail(&request, status);
}

/* ---- A client ---- */

api_client *api_client_create(const api_options *options)
{
    api_client *client = calloc(1, sizeof *client);
    if (!client)
        return NULL;
    client->options = *options;
    return client;
}

void api_client_destroy(api_client *client)
{
    if (!client)
        return;
    line_memory_clear(&client->lines);
    sheet_sources_clear(&client->sources);
    free(client);
}

/* ---- Its memory ---- */

/* Bytes of work for each byte of a text, or each move of a line, at most: a tree of its moves, their JSON, a copy of
 * that. Measured with texts of nothing but short variations. */
enum { WORK_BASE = 32 << 10, WORK_FIELD = 4, WORK_BRIEF = 30, WORK_SHEET = 60, WORK_PLIES = 120, WORK_PLY = 800 };

enum { PLY_BYTES = 80, READER_BYTES = 80 << 10, MOVE_BYTES = 5 /* of the games without a bound on their moves */ };

static int64_t number_of(const api_request *request, const char *name)
{
    const char *text = request_text(request, name, NULL);
    return text ? strtoll(text, NULL, 10) : -1;
}

size_t api_question_memory(const api_client *client, const api_question *question)
{
    const api_request request = {.question = question};
    const size_t per_byte = request_flag(&request, "brief")   ? WORK_BRIEF
                            : request_flag(&request, "plies") ? WORK_PLIES
                                                              : WORK_SHEET;
    const int64_t source = number_of(&request, "source"), line = number_of(&request, "line");
    size_t work = WORK_BASE, size = 0;
    for (size_t i = 0; i < question->count; i++)
        work += WORK_FIELD * question->fields[i].size;
    if (request_text(&request, "text", &size))
        work += per_byte * size;
    if (request_text(&request, "moves", &size))
        work += WORK_PLY * (size / MOVE_BYTES);
    for (size_t i = 0; i < SHEET_SOURCES_MAX; i++)
        if (source > 0 && client->sources.kept[i].number == source)
            work += per_byte * client->sources.kept[i].size;
    if (line >= 0 && line < LINE_SLOTS && client->lines.lines[line])
        work += WORK_PLY * flank_record_length(client->lines.lines[line]);
    return work;
}

size_t api_client_kept(const api_client *client)
{
    size_t kept = 0;
    for (size_t i = 0; i < SHEET_SOURCES_MAX; i++) {
        const sheet_source *source = &client->sources.kept[i];
        kept += source->size;
        for (size_t k = 0; k < SHEET_CURSORS; k++)
            kept += source->cursors[k].reader ? READER_BYTES : 0;
    }
    for (size_t i = 0; i < LINE_SLOTS; i++)
        if (client->lines.lines[i])
            kept += PLY_BYTES * (flank_record_length(client->lines.lines[i]) + 1);
    return kept;
}

void api_client_forget(api_client *client)
{
    line_memory_clear(&client->lines);
    sheet_sources_clear(&client->sources);
}

void api_client_lend(api_client *client, flank_engine *engine) { client->engine = engine; }
