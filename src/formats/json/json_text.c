/* SPDX-License-Identifier: MIT
 *
 * JSON read into two arrays: values, which name each other by their numbers, and letters. Brackets are kept on a stack
 * of their own, so that no depth of them troubles the program's.
 */
#include "formats/json/json_text.h"

#include "core/utf8.h"
#include "formats/decimal.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 64, VALUES_MAX = 1 << 21 };

typedef struct json_reading {
    const char *text;
    size_t length, at;
    json_tree *tree;
    uint32_t open[DEPTH_MAX]; /* the brackets around, */
    uint32_t last[DEPTH_MAX]; /* the last value in each, */
    int depth;                /* and how many there are */
    bool no_memory, too_large;
} json_reading;

static char peek(const json_reading *of) { return of->at < of->length ? of->text[of->at] : '\0'; }

static void skip_blanks(json_reading *of)
{
    while (of->at < of->length && strchr(" \t\r\n", of->text[of->at]))
        of->at++;
}

/* ---- Letters ---- */

static void put_letter(json_tree *tree, char letter) { tree->letters[tree->used++] = letter; }

static void put_code(json_tree *tree, uint32_t code)
{
    if (code == 0 || (code >= 0xD800 && code < 0xE000)) /* NUL, and half of a pair, are no letters */
        code = 0xFFFD;
    if (code < 0x80) {
        put_letter(tree, (char)code);
        return;
    }
    const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char marks[] = {0, 0xC0, 0xE0, 0xF0};
    put_letter(tree, (char)(marks[more] | code >> (6 * more)));
    for (int i = more - 1; i >= 0; i--)
        put_letter(tree, (char)(0x80 | (code >> (6 * i) & 0x3F)));
}

/* The four digits of \u at `*at`; false if they are none. */
static bool read_unit(const json_reading *of, size_t at, uint32_t *unit)
{
    *unit = 0;
    for (size_t i = at; i < at + 4; i++) {
        const char digit = i < of->length ? of->text[i] : '\0';
        if (!isxdigit((unsigned char)digit))
            return false;
        const int value = isdigit((unsigned char)digit) ? digit - '0' : tolower((unsigned char)digit) - 'a' + 10;
        *unit = *unit << 4 | (uint32_t)value;
    }
    return true;
}

/* Take what stands behind a backslash. */
static bool read_escape(json_reading *of)
{
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    const char letter = peek(of);
    const char *known = letter ? strchr(letters, letter) : NULL;
    if (known) {
        put_letter(of->tree, meanings[known - letters]);
        of->at++;
        return true;
    }
    uint32_t unit, second;
    if (letter != 'u' || !read_unit(of, of->at + 1, &unit))
        return false;
    of->at += 5;
    const bool is_first = unit >= 0xD800 && unit < 0xDC00 && of->at + 1 < of->length && of->text[of->at] == '\\' &&
                          of->text[of->at + 1] == 'u';
    if (is_first && read_unit(of, of->at + 2, &second) && second >= 0xDC00 && second < 0xE000) {
        of->at += 6;
        unit = 0x10000 + ((unit - 0xD800) << 10) + (second - 0xDC00);
    }
    put_code(of->tree, unit);
    return true;
}

/* Take a string in quotes; `*place` is where its letters begin. */
static bool read_string(json_reading *of, uint32_t *place)
{
    if (peek(of) != '"')
        return false;
    *place = of->tree->used;
    of->at++;
    while (of->at < of->length && of->text[of->at] != '"') {
        const char letter = of->text[of->at];
        if ((unsigned char)letter < 0x20)
            return false;
        of->at++;
        if (letter == '\\' && !read_escape(of))
            return false;
        if (letter != '\\')
            put_letter(of->tree, letter);
    }
    if (of->at == of->length)
        return false;
    of->at++;
    put_letter(of->tree, '\0');
    return true;
}

/* Pass over digits; false if there are none. */
static bool skip_digits(const char **text)
{
    const size_t digits = strspn(*text, "0123456789");
    *text += digits;
    return digits > 0;
}

static bool is_number(const char *word)
{
    word += *word == '-';
    if (!skip_digits(&word) || (*word == '.' && (word++, !skip_digits(&word))))
        return false;
    const bool has_exponent = *word == 'e' || *word == 'E';
    word += has_exponent;
    word += has_exponent && (*word == '+' || *word == '-');
    return (!has_exponent || skip_digits(&word)) && *word == '\0';
}

/* Take a number or one of the three words. */
static bool read_word(json_reading *of, json_kind *kind, uint32_t *place)
{
    const size_t start = of->at;
    *place = of->tree->used;
    while (of->at < of->length && (isalnum((unsigned char)of->text[of->at]) || strchr("+-.", of->text[of->at])))
        put_letter(of->tree, of->text[of->at++]);
    put_letter(of->tree, '\0');
    const char *word = of->tree->letters + *place;
    if (strcmp(word, "null") == 0)
        *kind = JSON_NULL;
    else if (strcmp(word, "true") == 0 || strcmp(word, "false") == 0)
        *kind = JSON_BOOL;
    else if (is_number(word))
        *kind = JSON_NUMBER;
    else
        of->at = start;
    return of->at > start;
}

/* ---- Values ---- */

/* Put a value behind the last one in the brackets that are open; its number, or 0. */
static uint32_t add_value(json_reading *of, json_value value)
{
    json_tree *tree = of->tree;
    of->too_large = of->too_large || tree->count == VALUES_MAX;
    if (tree->count == tree->room && !of->too_large) {
        const uint32_t room = tree->room ? 2 * tree->room : 64;
        json_value *values = realloc(tree->values, room * sizeof *values);
        of->no_memory = !values;
        tree->values = values ? values : tree->values;
        tree->room = values ? room : tree->room;
    }
    if (of->too_large || of->no_memory)
        return 0;
    const uint32_t number = tree->count++;
    tree->values[number] = value;
    const int in = of->depth - 1;
    if (in >= 0 && of->last[in])
        tree->values[of->last[in]].next = number;
    else if (in >= 0)
        tree->values[of->open[in]].child = number;
    if (in >= 0)
        of->last[in] = number;
    return number;
}

/* Open the brackets of a value, if they are not too many. */
static bool open_brackets(json_reading *of, uint32_t number)
{
    of->too_large = of->too_large || of->depth == DEPTH_MAX;
    if (of->too_large || !number)
        return false;
    of->open[of->depth] = number;
    of->last[of->depth++] = 0;
    return true;
}

static bool in_object(const json_reading *of)
{
    return of->depth > 0 && of->tree->values[of->open[of->depth - 1]].kind == JSON_OBJECT;
}

/* Take a value; brackets are only opened. `*opened`: that is so. */
static bool read_value(json_reading *of, bool *opened)
{
    json_value value = {.kind = JSON_NULL};
    if (in_object(of)) {
        if (!read_string(of, &value.name))
            return false;
        skip_blanks(of);
        if (peek(of) != ':')
            return false;
        of->at++;
        skip_blanks(of);
    }
    const char first = peek(of);
    value.offset = (uint32_t)of->at;
    *opened = first == '{' || first == '[';
    if (*opened) {
        value.kind = first == '{' ? JSON_OBJECT : JSON_ARRAY;
        of->at++;
        return open_brackets(of, add_value(of, value));
    }
    if (first == '"') {
        value.kind = JSON_STRING;
        return read_string(of, &value.text) && add_value(of, value);
    }
    return read_word(of, &value.kind, &value.text) && add_value(of, value);
}

/* Take a closing bracket that fits. */
static bool close_brackets(json_reading *of)
{
    if (of->depth == 0 || peek(of) != (in_object(of) ? '}' : ']'))
        return false;
    of->depth--;
    of->at++;
    return true;
}

/* Take closing brackets and a comma behind a value; `*done`: no brackets are left. */
static bool read_end(json_reading *of, bool *done)
{
    do
        skip_blanks(of);
    while (close_brackets(of));
    *done = of->depth == 0;
    if (*done || peek(of) != ',')
        return *done;
    of->at++;
    return true;
}

static bool read_all(json_reading *of)
{
    for (bool done = false, opened; !done;) {
        skip_blanks(of);
        if (!read_value(of, &opened))
            return false;
        skip_blanks(of);
        const bool is_empty = opened && close_brackets(of);
        if (opened && !is_empty)
            continue;
        if (!read_end(of, &done))
            return false;
    }
    return of->at == of->length;
}

flank_status json_read_tree(const char *text, size_t length, json_tree *tree, flank_error *error)
{
    json_reading of = {.text = text, .length = length, .tree = tree};
    *tree = (json_tree){.letters = malloc(length + 3)}; /* each text has a quote or a comma for its NUL */
    if (!tree->letters)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    put_letter(tree, '\0');
    add_value(&of, (json_value){.kind = JSON_NULL});
    const bool whole = !of.no_memory && read_all(&of);
    if (whole)
        return FLANK_OK;
    if (of.no_memory)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    if (of.too_large)
        return error_say(error, FLANK_BAD_RECORD, of.at, SAY(JSON_TOO_LARGE));
    if (of.at == length)
        return error_say(error, FLANK_BAD_RECORD, length, SAY(JSON_CUT_OFF));
    return error_say(error, FLANK_BAD_RECORD, of.at, SAY(JSON_UNEXPECTED), say_byte(text[of.at]));
}

void json_free(json_tree *tree)
{
    free(tree->values);
    free(tree->letters);
    *tree = (json_tree){.count = 0};
}

/* ---- Looking at them ---- */

static const json_value *value_at(const json_tree *tree, uint32_t number)
{
    return number ? &tree->values[number] : NULL;
}

const json_value *json_root(const json_tree *tree) { return tree->count > 1 ? &tree->values[1] : NULL; }

const json_value *json_child(const json_tree *tree, const json_value *value)
{
    return value ? value_at(tree, value->child) : NULL;
}

const json_value *json_next(const json_tree *tree, const json_value *value)
{
    return value ? value_at(tree, value->next) : NULL;
}

const json_value *json_member(const json_tree *tree, const json_value *object, const char *name)
{
    const json_value *value = object && object->kind == JSON_OBJECT ? json_child(tree, object) : NULL;
    while (value && strcmp(json_name(tree, value), name) != 0)
        value = json_next(tree, value);
    return value;
}

const char *json_name(const json_tree *tree, const json_value *value) { return tree->letters + value->name; }

const char *json_string_of(const json_tree *tree, const json_value *value)
{
    return value && value->kind == JSON_STRING ? tree->letters + value->text : NULL;
}

bool json_decimal(const json_tree *tree, const json_value *value, int decimals, int64_t *out)
{
    const char *text = value && value->kind == JSON_NUMBER ? tree->letters + value->text : "";
    return decimal_read(text, strlen(text), decimals, out, NULL);
}

bool json_unsigned(const json_tree *tree, const json_value *value, uint64_t *out)
{
    const char *text = value && value->kind == JSON_NUMBER ? tree->letters + value->text : "";
    if (!*text || text[strspn(text, "0123456789")])
        return false;
    errno = 0;
    *out = strtoull(text, NULL, 10);
    return errno == 0;
}
