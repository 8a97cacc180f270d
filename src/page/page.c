/* SPDX-License-Identifier: MIT
 *
 * The table of questions, and what they share.
 */
#include "page/page.h"

#include "core/error.h"
#include "page/ask.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Fields ---- */

static bool may_hold_zeros(const char *name) { return strcmp(name, "text") == 0 || strcmp(name, "input") == 0; }

flank_status ask_check(asking *asked)
{
    for (size_t i = 0; i < asked->question->count; i++) {
        const page_field *field = &asked->question->fields[i];
        const size_t length = strlen(field->value);
        if (length < field->size && !may_hold_zeros(field->name))
            return error_set(&asked->error, FLANK_BAD_ARGUMENT, length, "\"%.40s\" has a zero character", field->name);
    }
    return FLANK_OK;
}

const char *ask_text(const asking *asked, const char *name, size_t *size)
{
    for (size_t i = 0; i < asked->question->count; i++)
        if (strcmp(asked->question->fields[i].name, name) == 0) {
            if (size)
                *size = asked->question->fields[i].size;
            return asked->question->fields[i].value;
        }
    return NULL;
}

flank_status ask_number(asking *asked, const char *name, int64_t least, int64_t most, int64_t usual, int64_t *number)
{
    const char *text = ask_text(asked, name, NULL);
    *number = usual;
    if (!text)
        return FLANK_OK;
    char *end;
    errno = 0;
    const long long value = strtoll(text, &end, 10);
    if (errno || end == text || *end || value < least || value > most)
        return error_set(&asked->error, FLANK_BAD_ARGUMENT, 0, "\"%s\" is a whole number from %lld to %lld", name,
                         (long long)least, (long long)most);
    *number = value;
    return FLANK_OK;
}

bool ask_flag(const asking *asked, const char *name)
{
    const char *text = ask_text(asked, name, NULL);
    return text && *text && strcmp(text, "0") != 0 && strcmp(text, "false") != 0;
}

flank_status ask_record(asking *asked, flank_record **record)
{
    const char *name = ask_text(asked, "game", NULL), *rules_text = ask_text(asked, "rules", NULL);
    const char *start_text = ask_text(asked, "start", NULL), *moves = ask_text(asked, "moves", NULL);
    const flank_game *game = name ? flank_game_find(name) : flank_game_at(0);
    flank_rules rules = {{0}};
    flank_position start;
    if (!game)
        return error_set(&asked->error, FLANK_BAD_ARGUMENT, 0, "no such game: %.40s", name);
    flank_status status = rules_text ? flank_rules_parse(game, rules_text, &rules, &asked->error) : FLANK_OK;
    if (!status && start_text && *start_text)
        status = flank_position_parse(game, start_text, &start, &asked->error);
    if (status)
        return status;
    *record = flank_record_create(game, &rules, start_text && *start_text ? &start : NULL);
    if (!*record)
        return error_set(&asked->error, FLANK_NO_MEMORY, 0, "not enough memory");
    status = moves ? flank_record_play_text(*record, moves, &asked->error) : FLANK_OK;
    if (status) {
        flank_record_destroy(*record);
        *record = NULL;
    }
    return status;
}

/* ---- Events ---- */

text_buffer ask_event(const asking *asked, const char *event)
{
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    json_string(&out, "id", ask_text(asked, "id", NULL));
    json_string(&out, "event", event);
    return out;
}

void ask_send(const asking *asked, text_buffer *event)
{
    static const char no_memory[] = "{\"id\":null,\"event\":\"error\",\"error\":\"not enough memory\"}";
    json_close_object(event);
    if (event->failed)
        asked->tell(asked->user, no_memory, sizeof no_memory - 1);
    else
        asked->tell(asked->user, event->bytes, event->length);
    text_free(event);
}

void ask_fail(const asking *asked, flank_status status)
{
    text_buffer out = ask_event(asked, "error");
    json_string(&out, "error", asked->error.text[0] ? asked->error.text : flank_status_text(status));
    json_count(&out, "offset", asked->error.offset);
    ask_send(asked, &out);
}

/* ---- Questions ---- */

static const struct {
    const char *name;
    ask_fn *ask;
    bool thinks;
} questions[] = {
    {"about", ask_about, false}, {"line", ask_line, false},     {"think", ask_think, true},
    {"play", ask_play, true},    {"solve", ask_solve, true},    {"review", ask_review, true},
    {"book", ask_book, false},   {"sheets", ask_sheets, false}, {"write", ask_write, false},
};

enum { QUESTIONS = sizeof questions / sizeof *questions };

static size_t find(const char *name)
{
    size_t i = 0;
    while (i < QUESTIONS && !(name && strcmp(questions[i].name, name) == 0))
        i++;
    return i;
}

bool page_thinks(const char *ask)
{
    const size_t which = find(ask);
    return which < QUESTIONS && questions[which].thinks;
}

void page_ask(page *visitor, const page_question *question, page_tell_fn *tell, void *user)
{
    asking asked = {.visitor = visitor, .question = question, .tell = tell, .user = user};
    const char *name = ask_text(&asked, "ask", NULL);
    const size_t which = find(name);
    if (which == QUESTIONS) {
        error_set(&asked.error, FLANK_BAD_ARGUMENT, 0, name ? "no such question: %.40s" : "\"ask\" is missing", name);
        ask_fail(&asked, FLANK_BAD_ARGUMENT);
        return;
    }
    if (ask_check(&asked)) {
        ask_fail(&asked, FLANK_BAD_ARGUMENT);
        return;
    }
    assert(visitor->engine || !questions[which].thinks);
    text_buffer answer = ask_event(&asked, "answer");
    const flank_status status = questions[which].ask(&asked, &answer);
    if (!status) {
        ask_send(&asked, &answer);
        return;
    }
    text_free(&answer);
    ask_fail(&asked, status);
}

/* ---- A visitor ---- */

page *page_create(const page_options *options)
{
    page *visitor = calloc(1, sizeof *visitor);
    if (!visitor)
        return NULL;
    visitor->options = *options;
    return visitor;
}

void page_destroy(page *visitor) { free(visitor); }

void page_lend(page *visitor, flank_engine *engine) { visitor->engine = engine; }

void page_begin(page *visitor) { atomic_store(&visitor->stopped, false); }

void page_stop(page *visitor)
{
    atomic_store(&visitor->stopped, true);
    if (visitor->engine)
        flank_engine_stop(visitor->engine);
}
