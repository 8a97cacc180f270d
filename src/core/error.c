/* SPDX-License-Identifier: MIT
 *
 * Errors as data: filling them in, their English text, and their JSON.
 *
 * A message is a code and its arguments; an argument may be a message again. All of them lie in one array in the order
 * in which they are read (a message before its own arguments), so that a flank_error holds no pointer and copying it is
 * assignment. Texts lie one behind the other in `words`. Rejected: one fixed room for each text (most are a square, a
 * few are a path), and composing English where the error is found (no other language can be made from it).
 *
 * The English sentences are in error_template.c, which the browser's module does without: the page has its own.
 */
#include "core/error.h"

#include "core/json_writer.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

/* ---- The list ---- */

const char *flank_error_name(flank_error_code code)
{
    switch (code) {
#define X(name, value, ...)                                                                                            \
    case FLANK_ERROR_##name:                                                                                           \
        return #name;
        FLANK_ERROR_LIST(X)
#undef X
    }
    return NULL;
}

/* The same, and BAD_ARGUMENT for a code that is in no list. */
static const char *name_of(flank_error_code code)
{
    const char *name = flank_error_name(code);
    return name ? name : flank_error_name((flank_error_code)FLANK_BAD_ARGUMENT);
}

const char *flank_error_kinds(flank_error_code code)
{
    switch ((int)code) {
#define X(name, value, kinds, text)                                                                                    \
    case FLANK_ERROR_##name:                                                                                           \
        return kinds;
        FLANK_ERROR_LIST(X)
#undef X
    }
    return "";
}

/* ---- Filling in ---- */

typedef struct filling {
    flank_error *error;
    flank_status status; /* stands for a message that was not filled in */
    size_t used;         /* of the words */
} filling;

static void put_argument(filling *to, flank_argument_kind kind, int64_t number)
{
    if (kind == FLANK_ARGUMENT_MESSAGE && !to->error->code)
        to->error->code = (flank_error_code)number; /* the outermost message */
    else if (to->error->argument_count < FLANK_ERROR_ARGUMENTS_MAX)
        to->error->arguments[to->error->argument_count++] = (flank_error_argument){kind, number};
}

/* The length of the beginning of a text that fits, whole letters of UTF-8 only. */
static size_t fitting(const char *text, size_t length, size_t room)
{
    if (length <= room)
        return length;
    size_t end = room;
    while (end > 0 && room - end < 3 && ((unsigned char)text[end] & 0xc0) == 0x80)
        end--;
    return ((unsigned char)text[end] & 0xc0) == 0x80 ? room : end; /* no UTF-8: anywhere */
}

/* Bytes that would break the line of a message become '?'. */
static void put_words(filling *to, const char *text, size_t length)
{
    const size_t room = FLANK_ERROR_WORDS_SIZE - 1 - to->used;
    const size_t fits = fitting(text, length, room);
    char *out = to->error->words + to->used;
    for (size_t i = 0; i < fits; i++)
        out[i] = (unsigned char)text[i] < 32 || text[i] == 127 ? '?' : text[i];
    out[fits] = '\0';
    assert(to->used + fits < FLANK_ERROR_WORDS_SIZE);
    to->used += fits + (fits < room);
}

static void put_text(filling *to, flank_argument_kind kind, const char *text, size_t length)
{
    put_argument(to, kind, (int64_t)to->used);
    put_words(to, text, length);
}

static void put_reason(filling *to, const char *code, const char *words)
{
    put_text(to, FLANK_ARGUMENT_REASON, code, strlen(code));
    put_words(to, words, strlen(words));
}

/* The words of a reason, its second text; "" where both have not found room. */
static const char *words_of_reason(const flank_error *error, const flank_error_argument *argument)
{
    const size_t at = (size_t)argument->number + strlen(error->words + argument->number) + 1;
    return at < FLANK_ERROR_WORDS_SIZE ? error->words + at : "";
}

static void put_byte(filling *to, int64_t byte)
{
    char shown[3];
    const int length = snprintf(shown, sizeof shown, byte >= 32 && byte < 127 ? "%c" : "%02x", (unsigned)byte & 0xff);
    const bool is_end = byte == 0, is_line_end = byte == '\n' || byte == '\r';
    put_argument(to, FLANK_ARGUMENT_MESSAGE,
                 is_end        ? FLANK_ERROR_THE_END
                 : is_line_end ? FLANK_ERROR_THE_END_OF_LINE
                 : length == 1 ? FLANK_ERROR_A_CHARACTER
                               : FLANK_ERROR_A_BYTE);
    if (!is_end && !is_line_end)
        put_text(to, FLANK_ARGUMENT_TEXT, shown, (size_t)length);
}

static void put_system(filling *to, int number)
{
    const char *text = strerror(number);
    const bool is_folder = number == EISDIR;
    put_argument(to, FLANK_ARGUMENT_MESSAGE, is_folder ? FLANK_ERROR_IS_FOLDER : FLANK_ERROR_TEXT);
    if (!is_folder)
        put_text(to, FLANK_ARGUMENT_TEXT, text, strlen(text));
}

static void put_error(filling *to, const flank_error *error)
{
    put_argument(to, FLANK_ARGUMENT_MESSAGE, error->code ? (int64_t)error->code : (int64_t)to->status);
    for (int i = 0; i < error->argument_count; i++) {
        const flank_error_argument *argument = &error->arguments[i];
        const bool is_text = argument->kind == FLANK_ARGUMENT_TEXT || argument->kind == FLANK_ARGUMENT_NAME;
        if (argument->kind == FLANK_ARGUMENT_REASON)
            put_reason(to, error->words + argument->number, words_of_reason(error, argument));
        else if (is_text)
            put_text(to, argument->kind, error->words + argument->number, strlen(error->words + argument->number));
        else
            put_argument(to, argument->kind, argument->number);
    }
}

error_part say_cut(const char *text, size_t most)
{
    const size_t length = strnlen(text, most + 1);
    return (error_part){.kind = ERROR_PART_TEXT, .text = text, .length = fitting(text, length, most)};
}

static void put_part(filling *to, const error_part *part)
{
    switch (part->kind) {
    case ERROR_PART_END:
        break;
    case ERROR_PART_TEXT:
    case ERROR_PART_NAME:
        put_text(to, (flank_argument_kind)part->kind, part->text, part->length);
        break;
    case ERROR_PART_NUMBER:
    case ERROR_PART_MESSAGE:
        put_argument(to, (flank_argument_kind)part->kind, part->number);
        break;
    case ERROR_PART_REASON:
        put_reason(to, part->reason->code, part->reason->words);
        break;
    case ERROR_PART_ERROR:
        put_error(to, part->error);
        break;
    case ERROR_PART_LETTER:
        put_text(to, FLANK_ARGUMENT_TEXT, (char[]){(char)part->number}, 1);
        break;
    case ERROR_PART_COUNT: {
        char digits[24];
        const int length = snprintf(digits, sizeof digits, "%" PRIu64, (uint64_t)part->number);
        put_text(to, FLANK_ARGUMENT_TEXT, digits, (size_t)length);
        break;
    }
    case ERROR_PART_BYTE:
        put_byte(to, part->number);
        break;
    case ERROR_PART_SYSTEM:
        put_system(to, (int)part->number);
        break;
    }
}

/* True for "cannot read: is a folder": a folder in the place of a file is told alone, whatever was done to it. */
static bool leads_to_folder(const error_part *part)
{
    const bool leads = part->kind == ERROR_PART_MESSAGE && (part->number == FLANK_ERROR_CANNOT_READ_BECAUSE ||
                                                            part->number == FLANK_ERROR_CANNOT_WRITE_BECAUSE);
    return leads && part[1].kind == ERROR_PART_SYSTEM && part[1].number == EISDIR;
}

/* The index behind the arguments of `code`, which begin at `first`; -1 if they are not of its kinds. */
static int end_of_arguments(const flank_error *error, flank_error_code code, int first)
{
    for (const char *kind = flank_error_kinds(code); *kind && first >= 0; kind++) {
        if (first >= error->argument_count || error->arguments[first].kind != (flank_argument_kind)*kind)
            return -1;
        first++;
        if (*kind == FLANK_ARGUMENT_MESSAGE)
            first = end_of_arguments(error, (flank_error_code)error->arguments[first - 1].number, first);
    }
    return first;
}

flank_status error_fill(flank_error *error, flank_status status, size_t offset, const error_part *parts)
{
    if (!error)
        return status;
    flank_error filled = {.offset = offset};
    filling to = {.error = &filled, .status = status};
    for (; parts->kind != ERROR_PART_END; parts++)
        if (!leads_to_folder(parts))
            put_part(&to, parts);
    assert(end_of_arguments(&filled, filled.code, 0) == filled.argument_count);
    *error = filled; /* not before: it may be a part of its own */
    return status;
}

bool error_is_same(const flank_error *first, const flank_error *second)
{
    bool same = first->code == second->code && first->argument_count == second->argument_count &&
                memcmp(first->words, second->words, sizeof first->words) == 0;
    for (int i = 0; same && i < first->argument_count; i++)
        same = first->arguments[i].kind == second->arguments[i].kind &&
               first->arguments[i].number == second->arguments[i].number;
    return same;
}

/* ---- English ---- */

typedef struct writing {
    const flank_error *error;
    char *out;
    size_t size, used;
} writing;

static void put_bytes(writing *to, const char *text, size_t length)
{
    const size_t fits = fitting(text, length, to->size - 1 - to->used);
    memcpy(to->out + to->used, text, fits);
    to->used += fits;
}

/* The place where the arguments of a message stand, and the next one behind them. */
static int find_arguments(const flank_error *error, flank_error_code code, int first, int places[10])
{
    int count = 0;
    for (const char *kind = flank_error_kinds(code); *kind; kind++) {
        places[count++] = first < error->argument_count ? first : -1;
        first++;
        if (*kind == FLANK_ARGUMENT_MESSAGE && first <= error->argument_count) {
            const int end = end_of_arguments(error, (flank_error_code)error->arguments[first - 1].number, first);
            first = end < 0 ? error->argument_count : end;
        }
    }
    while (count < 10)
        places[count++] = -1;
    return first;
}

static void put_message(writing *to, flank_error_code code, int first);

static void put_value(writing *to, int place)
{
    if (place < 0)
        return;
    const flank_error_argument *argument = &to->error->arguments[place];
    char number[24];
    switch (argument->kind) {
    case FLANK_ARGUMENT_NUMBER:
        put_bytes(to, number, (size_t)snprintf(number, sizeof number, "%" PRId64, argument->number));
        break;
    case FLANK_ARGUMENT_TEXT:
    case FLANK_ARGUMENT_NAME:
        put_bytes(to, to->error->words + argument->number, strlen(to->error->words + argument->number));
        break;
    case FLANK_ARGUMENT_REASON:
        put_bytes(to, words_of_reason(to->error, argument), strlen(words_of_reason(to->error, argument)));
        break;
    case FLANK_ARGUMENT_MESSAGE:
        put_message(to, (flank_error_code)argument->number, place + 1);
        break;
    }
}

/* Writes the text of `code`, whose arguments begin at `first`. */
static void put_message(writing *to, flank_error_code code, int first)
{
    int places[10];
    find_arguments(to->error, code, first, places);
    const char *template = error_template(code);
    for (const char *text = template ? template : name_of(code); *text;) {
        const bool is_place = text[0] == '{' && text[1] >= '1' && text[1] <= '9';
        if (!is_place) {
            const size_t length = 1 + strcspn(text + 1, "{");
            put_bytes(to, text, length);
            text += length;
            continue;
        }
        const int place = places[text[1] - '1'];
        const bool is_plural = text[2] == 's';
        if (!is_plural)
            put_value(to, place);
        else if (place >= 0 && to->error->arguments[place].number != 1)
            put_bytes(to, "s", 1);
        text += is_plural ? 4 : 3;
    }
}

char *flank_error_text(const flank_error *error, char *out, size_t size)
{
    writing to = {.error = error, .out = out, .size = size};
    put_message(&to, error->code, 0);
    out[to.used] = '\0';
    return out;
}

/* ---- JSON ---- */

static void add_message(text_buffer *out, const flank_error *error, flank_error_code code, int first)
{
    int places[10];
    find_arguments(error, code, first, places);
    json_string(out, "code", name_of(code));
    json_open_array(out, "arguments");
    for (int i = 0; flank_error_kinds(code)[i]; i++) {
        const flank_error_argument *argument = places[i] < 0 ? NULL : &error->arguments[places[i]];
        if (!argument) {
            json_string(out, NULL, "");
        } else if (argument->kind == FLANK_ARGUMENT_NUMBER) {
            json_integer(out, NULL, argument->number);
        } else if (argument->kind == FLANK_ARGUMENT_TEXT) {
            json_string(out, NULL, error->words + argument->number);
        } else {
            json_open_object(out, NULL);
            if (argument->kind == FLANK_ARGUMENT_NAME) {
                json_string(out, "name", error->words + argument->number);
            } else if (argument->kind == FLANK_ARGUMENT_REASON) {
                json_string(out, "reason_code", error->words + argument->number);
                json_string(out, "reason", words_of_reason(error, argument));
            } else {
                add_message(out, error, (flank_error_code)argument->number, places[i] + 1);
            }
            json_close_object(out);
        }
    }
    json_close_array(out);
}

void error_add_json(text_buffer *out, const flank_error *error)
{
    if (error_template(error->code))
        json_string(out, "error", error_english(error));
    add_message(out, error, error->code, 0);
}
