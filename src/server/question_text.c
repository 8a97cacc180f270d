/* SPDX-License-Identifier: MIT
 *
 * Reading a question with jansson.
 *
 * jansson 2.14 does not survive every allocation that fails, so it takes all memory from one block, which is as large
 * as any flat object of that text can need: whether there is memory is known before it begins. What is not flat is
 * refused before, as it could need a hundred times the memory of its text.
 *
 * All texts of a question lie in one block. Texts may hold NUL (a pasted file may), names may not.
 */
#include "server/question_text.h"

#include "core/error.h"
#include "core/text_buffer.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NUMBER_ROOM = 32,
    ARENA_FIELDS = 64 << 10, /* bytes for the object, its fields and what is allocated for each */
    ARENA_TEXTS = 16,        /* for each byte of the text: buffers that double, texts, their copies */
    ALIGNMENT = 16,
};

/* The block of the question that is being read. Functions for jansson get no pointer to anything of ours. */
static _Thread_local struct {
    char *bytes;
    size_t used, size;
} arena;

static void *arena_take(size_t size)
{
    const size_t room = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (room < size || !arena.bytes || arena.size - arena.used < room)
        return NULL;
    void *taken = arena.bytes + arena.used;
    arena.used += room;
    return taken;
}

static void arena_give(void *bytes) { (void)bytes; }

static bool arena_open(size_t size)
{
    json_set_alloc_funcs(arena_take, arena_give);
    arena.used = 0;
    arena.size = size;
    return (arena.bytes = malloc(size));
}

static void arena_close(void)
{
    free(arena.bytes);
    arena.bytes = NULL;
}

/* True if the text may be one flat object with few fields; jansson says what else is wrong with it. */
static bool is_flat(const char *json, size_t size, flank_error *error)
{
    size_t depth = 0, fields = 0;
    bool in_text = false;
    for (size_t i = 0; i < size; i++) {
        if (in_text && json[i] == '\\')
            i++;
        else if (json[i] == '"')
            in_text = !in_text;
        else if (!in_text && (json[i] == '{' || json[i] == '['))
            depth++;
        else if (!in_text && json[i] == ',')
            fields++;
    }
    if (depth > 1)
        error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(NOT_FLAT));
    else if (fields >= QUESTION_FIELDS_MAX)
        error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(TOO_MANY_FIELDS), say_number(QUESTION_FIELDS_MAX));
    return depth <= 1 && fields < QUESTION_FIELDS_MAX;
}

/* The text of a value; `number` has room for digits. NULL for what a question cannot have. */
static const char *value_text(const json_t *value, char number[NUMBER_ROOM], size_t *size)
{
    const char *text = number;
    switch (json_typeof(value)) {
    case JSON_STRING:
        *size = json_string_length(value);
        return json_string_value(value);
    case JSON_INTEGER:
        snprintf(number, NUMBER_ROOM, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
        break;
    case JSON_REAL:
        snprintf(number, NUMBER_ROOM, "%.17g", json_real_value(value));
        break;
    case JSON_TRUE:
        text = "1";
        break;
    case JSON_FALSE:
        text = "0";
        break;
    default:
        return NULL;
    }
    *size = strlen(text);
    return text;
}

static char *put(char *at, const char *text, size_t size)
{
    memcpy(at, text, size);
    at[size] = '\0';
    return at + size + 1;
}

/* The room that all names and values take. */
static bool measure(json_t *object, size_t *room, flank_error *error)
{
    const char *name;
    json_t *value;
    char number[NUMBER_ROOM];
    *room = 1;
    json_object_foreach(object, name, value)
    {
        size_t size = 0;
        if (json_is_null(value))
            continue;
        if (!value_text(value, number, &size)) {
            error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(BAD_FIELD), say_cut(name, 40));
            return false;
        }
        *room += strlen(name) + size + 2;
    }
    return true;
}

static void fill(question_text *question, json_t *object)
{
    const char *name;
    json_t *value;
    char number[NUMBER_ROOM];
    char *at = question->texts;
    size_t count = 0;
    json_object_foreach(object, name, value)
    {
        size_t size;
        const char *text = json_is_null(value) ? NULL : value_text(value, number, &size);
        if (!text)
            continue;
        api_field *field = &question->fields[count++];
        field->name = at;
        at = put(at, name, strlen(name));
        field->value = at;
        field->size = size;
        at = put(at, text, size);
    }
    question->question = (api_question){question->fields, count};
}

static question_text *make(json_t *object, flank_error *error)
{
    size_t room;
    if (json_object_size(object) > QUESTION_FIELDS_MAX) {
        error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(TOO_MANY_FIELDS), say_number(QUESTION_FIELDS_MAX));
        return NULL;
    }
    if (!measure(object, &room, error))
        return NULL;
    question_text *question = calloc(1, sizeof *question);
    char *texts = malloc(room);
    if (!question || !texts) {
        free(question);
        free(texts);
        error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
        return NULL;
    }
    question->texts = texts;
    question->size = room;
    fill(question, object);
    return question;
}

static question_text *parse(const char *json, size_t size, flank_error *error)
{
    json_error_t wrong;
    json_t *value = json_loadb(json, size, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL | JSON_DECODE_ANY, &wrong);
    question_text *question = NULL;
    if (!value && json_error_code(&wrong) == json_error_out_of_memory)
        error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    else if (!value)
        error_say(error, FLANK_BAD_ARGUMENT, wrong.position > 0 ? (size_t)wrong.position : 0, SAY(NOT_JSON),
                  say_cut(wrong.text, 100));
    else if (!json_is_object(value))
        error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(NOT_AN_OBJECT));
    else
        question = make(value, error);
    json_decref(value);
    return question;
}

question_text *question_parse(const char *json, size_t size, flank_error *error)
{
    if (!is_flat(json, size, error))
        return NULL;
    if (!arena_open(ARENA_FIELDS + ARENA_TEXTS * size)) {
        error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
        return NULL;
    }
    question_text *question = parse(json, size, error);
    arena_close();
    return question;
}

/* ---- In two steps ---- */

enum { SKIMMED_MAX = 512 /* bytes of a field that is worth finding */ };

typedef struct span {
    const char *begin, *end;
} span;

static void skip_white(span *rest)
{
    while (rest->begin < rest->end && strchr(" \t\r\n", *rest->begin) && *rest->begin)
        rest->begin++;
}

static bool skip_sign(span *rest, char sign)
{
    skip_white(rest);
    if (rest->begin == rest->end || *rest->begin != sign)
        return false;
    rest->begin++;
    return true;
}

/* True if the quote is one of the text and not its end. */
static bool is_escaped(const char *begin, const char *quote)
{
    const char *at = quote;
    while (at > begin && at[-1] == '\\')
        at--;
    return (quote - at) % 2;
}

/* A text with its quotes; an empty one: there is none. */
static span skip_text(span *rest)
{
    const char *begin = rest->begin, *at = begin + 1;
    if (!skip_sign(rest, '"'))
        return (span){begin, begin};
    begin = rest->begin - 1;
    do {
        at = memchr(rest->begin, '"', (size_t)(rest->end - rest->begin));
        rest->begin = at ? at + 1 : rest->end;
    } while (at && is_escaped(begin + 1, at));
    return (span){begin, rest->begin};
}

static span skip_value(span *rest)
{
    skip_white(rest);
    if (rest->begin < rest->end && *rest->begin == '"')
        return skip_text(rest);
    const char *begin = rest->begin;
    while (rest->begin < rest->end && *rest->begin != ',' && *rest->begin != '}')
        rest->begin++;
    return (span){begin, rest->begin};
}

static size_t length(span of) { return (size_t)(of.end - of.begin); }
static bool is(span name, const char *text)
{
    return length(name) == strlen(text) && memcmp(name.begin, text, length(name)) == 0;
}

/* True if a value is an integer; one of any length is a text as well as a number. */
static bool is_integer(span value)
{
    const char *at = value.begin + (value.begin < value.end && *value.begin == '-');
    const char *first = at;
    while (at < value.end && *at >= '0' && *at <= '9')
        at++;
    while (at < value.end && strchr(" \t\r\n", *at) && *at)
        at++;
    return at == value.end && first < value.end && *first >= '0' && *first <= '9';
}

/* An object of those fields of the object that are wanted at once. Integers become texts, since jansson takes none from
 * 2^63 on. */
static void skim(const char *json, size_t size, text_buffer *found)
{
    span rest = {json, json + size};
    text_add(found, "{");
    for (bool more = skip_sign(&rest, '{'); more; more = skip_sign(&rest, ',')) {
        const span name = skip_text(&rest);
        if (!length(name) || !skip_sign(&rest, ':'))
            break;
        span value = skip_value(&rest);
        if ((!is(name, "\"ask\"") && !is(name, "\"id\"")) || length(value) > SKIMMED_MAX)
            continue;
        const char *quote = is_integer(value) ? "\"" : "";
        while (*quote && strchr(" \t\r\n", value.end[-1]))
            value.end--;
        text_add(found, found->length > 1 ? "," : "");
        text_add_bytes(found, name.begin, length(name));
        text_addf(found, ":%s", quote);
        text_add_bytes(found, value.begin, length(value));
        text_add(found, quote);
    }
    text_add(found, "}");
}

question_text *question_peek(const char *json, size_t size)
{
    flank_error unimportant; /* parsing all of it tells what is wrong */
    text_buffer found = {NULL};
    skim(json, size, &found);
    question_text *question = found.failed ? NULL : question_parse(found.bytes, found.length, &unimportant);
    text_free(&found);
    return question ? question : calloc(1, sizeof *question);
}

question_text *question_skim(const char *json, size_t size, flank_error *error)
{
    question_text *question = question_peek(json, size);
    char *copy = question ? malloc(size) : NULL;
    if (!copy) {
        question_free(question);
        error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
        return NULL;
    }
    question->json = memcpy(copy, json, size);
    question->size = size;
    return question;
}

void question_complete(question_text *question, question_text *whole)
{
    const size_t size = question->size;
    free(question->json);
    free(question->texts);
    *question = *whole;
    question->question.fields = question->fields;
    question->size = size;
    free(whole);
}

void question_free(question_text *question)
{
    if (!question)
        return;
    free(question->texts);
    free(question->json);
    free(question);
}

const char *question_field(const question_text *question, const char *name)
{
    for (size_t i = 0; i < question->question.count; i++)
        if (strcmp(question->fields[i].name, name) == 0)
            return question->fields[i].value;
    return NULL;
}
