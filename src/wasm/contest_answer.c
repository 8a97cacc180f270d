/* SPDX-License-Identifier: MIT
 *
 * The filters of src/contest read and write file descriptors; in the browser these are texts: descriptor 0 is the input
 * of the question, 1 the output of the answer, and there are no others.
 */
#include "wasm/contest_answer.h"

#include "contest/contest.h"
#include "core/error.h"
#include "core/json_writer.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static struct {
    const char *input;
    size_t left;
    text_buffer output;
} texts;

ssize_t read(int descriptor, void *buffer, size_t size)
{
    if (descriptor != 0) {
        errno = EBADF;
        return -1;
    }
    const size_t take = size < texts.left ? size : texts.left;
    memcpy(buffer, texts.input, take);
    texts.input += take;
    texts.left -= take;
    return (ssize_t)take;
}

ssize_t write(int descriptor, const void *bytes, size_t size)
{
    if (descriptor != 1) {
        errno = EBADF;
        return -1;
    }
    text_add_bytes(&texts.output, bytes, size);
    return (ssize_t)size;
}

static const api_field *field(const api_question *question, const char *name)
{
    static const api_field none = {"", "", 0};
    for (size_t i = 0; i < question->count; i++)
        if (strcmp(question->fields[i].name, name) == 0)
            return &question->fields[i];
    return &none;
}

bool contest_answer(const api_question *question, api_send_fn *send, void *user)
{
    contest_failure failure = {.result = CONTEST_OK};
    text_buffer out = {NULL};
    if (strcmp(field(question, "ask")->value, "contest") != 0)
        return false;
    const contest_problem *problem = contest_problem_find(field(question, "problem")->value);
    json_open_object(&out, NULL);
    json_string(&out, "id", field(question, "id")->value);
    json_string(&out, "event", problem ? "answer" : "error");
    if (problem) {
        texts.input = field(question, "input")->value;
        texts.left = field(question, "input")->size;
        text_clear(&texts.output);
        contest_run(problem, 0, 1, &failure);
        json_string(&out, "output", texts.output.bytes ? texts.output.bytes : "");
        json_count(&out, "line", failure.line);
        if (failure.result != CONTEST_OK) {
            json_open_object(&out, "failure");
            error_add_json(&out, &failure.reason);
            json_close_object(&out);
        }
    } else {
        error_add_json(&out, &(flank_error){.code = FLANK_ERROR_NO_SUCH_PROBLEM});
    }
    json_close_object(&out);
    send(user, out.bytes ? out.bytes : "{}", out.length);
    text_free(&out);
    return true;
}
