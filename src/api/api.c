/* SPDX-License-Identifier: MIT
 *
 * The table of questions with their handlers, and the client.
 */
#include "api/api.h"

#include "core/error.h"
#include "api/request.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- Questions ---- */

static const struct {
    const char *name;
    handle_fn *ask;
    bool thinks;
} questions[] = {
    {"about", handle_about, false}, {"line", handle_line, false},     {"think", handle_think, true},
    {"play", handle_play, true},    {"solve", handle_solve, true},    {"review", handle_review, true},
    {"book", handle_book, false},   {"sheets", handle_sheets, false}, {"write", handle_write, false},
};

enum { QUESTIONS = sizeof questions / sizeof *questions };

static size_t find(const char *name)
{
    size_t i = 0;
    while (i < QUESTIONS && !(name && strcmp(questions[i].name, name) == 0))
        i++;
    return i;
}

bool api_thinks(const char *ask)
{
    const size_t which = find(ask);
    return which < QUESTIONS && questions[which].thinks;
}

void api_handle(api_client *client, const api_question *question, const flank_stop *stop, api_send_fn *send, void *user)
{
    client->stop = (flank_stop)FLANK_STOP_UNDER(stop);
    api_request request = {.client = client, .question = question, .stop = &client->stop, .send = send, .user = user};
    const char *name = request_text(&request, "ask", NULL);
    const size_t which = find(name);
    if (which == QUESTIONS) {
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
    assert(client->engine || !questions[which].thinks);
    text_buffer answer = request_event(&request, "answer");
    const flank_status status = questions[which].ask(&request, &answer);
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

void api_client_lend(api_client *client, flank_engine *engine) { client->engine = engine; }
