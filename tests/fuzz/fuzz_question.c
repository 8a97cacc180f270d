/* SPDX-License-Identifier: MIT
 *
 * Questions over the WebSocket: a question that is read has sound fields, and what is none gets a reason. A question
 * without search is answered too.
 */
#include "fuzz_target.h"
#include "api/api.h"
#include "server/question_text.h"
#include "core/error.h"

#include <stdlib.h>
#include <string.h>

static void hear(void *user, const char *json, size_t length)
{
    if (length < 2 || json[0] != '{' || json[length - 1] != '}' || strlen(json) != length)
        abort();
    ++*(int *)user;
}

static void check(const question_text *question)
{
    const char *end = question->texts + question->size;
    for (size_t i = 0; i < question->question.count; i++) {
        const api_field *field = &question->fields[i];
        if (field->value < question->texts || field->value + field->size >= end || field->value[field->size] != '\0' ||
            !question_field(question, field->name))
            abort();
    }
}

static bool is_quick(const question_text *question) { return !api_thinks(question_field(question, "ask")); }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static api_client *client;
    const api_options options = {.book = NULL};
    if (!client && !(client = api_client_create(&options)))
        abort();
    flank_error error = {0};
    question_text *question = question_parse((const char *)data, size, &error);
    int events = 0;
    if (!question && !error.code)
        abort();
    if (question) {
        check(question);
        if (is_quick(question))
            api_handle(client, &question->question, NULL, hear, &events);
        if (is_quick(question) && events != 1)
            abort();
    }
    question_free(question);
    return 0;
}
