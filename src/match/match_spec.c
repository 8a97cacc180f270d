/* SPDX-License-Identifier: MIT
 *
 * Reads ENGINE. Settings are separated by commas and may come in any order, each once.
 */
#include "match/match_spec.h"

#include "core/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kind_names[] = {"flank", "gtp", "nboard", "ugi", "hub"};

enum { KINDS = sizeof kind_names / sizeof *kind_names, DIGITS_MAX = 15, MIB = 1 << 20 };

const char *match_kind_name(match_kind kind) { return kind_names[kind]; }

bool match_spec_has_limit(const match_spec *spec)
{
    return spec->level || spec->depth_plies || spec->nodes || spec->time_s > 0;
}

/* A setting and its bounds. */
typedef struct setting_row {
    const char *name;
    int64_t most; /* 0: the value is a file */
} setting_row;

enum { ROW_LEVEL, ROW_DEPTH, ROW_NODES, ROW_TIME, ROW_THREADS, ROW_HASH, ROW_EVAL, ROW_BOOK, ROWS };

static const setting_row rows[ROWS] = {
    [ROW_LEVEL] = {"level", FLANK_LEVEL_MAX},
    [ROW_DEPTH] = {"depth", 99},
    [ROW_NODES] = {"nodes", 1000000000000},
    [ROW_TIME] = {"time", 86400},
    [ROW_THREADS] = {"threads", 256},
    [ROW_HASH] = {"hash", 65536},
    [ROW_EVAL] = {"eval", 0},
    [ROW_BOOK] = {"book", 0},
};

/* A decimal number from 1 (with `fractions`: above 0) to `most`. */
static bool parse_number(const char *text, bool fractions, int64_t most, double *out)
{
    const size_t whole = strspn(text, "0123456789");
    size_t length = whole;
    if (fractions && text[length] == '.')
        length += 1 + strspn(text + length + 1, "0123456789");
    if (whole == 0 || length > DIGITS_MAX || text[length])
        return false;
    *out = strtod(text, NULL);
    return *out > 0 && *out <= (double)most;
}

/* The place where parse_number begins, for complaints. */
static error_part least_words(int row) { return row == ROW_TIME ? SAY(ABOVE_ZERO) : SAY(FROM_ONE); }

static void set_number(match_spec *spec, int row, double value)
{
    switch (row) {
    case ROW_LEVEL:
        spec->level = (int)value;
        break;
    case ROW_DEPTH:
        spec->depth_plies = (int)value;
        break;
    case ROW_NODES:
        spec->nodes = (uint64_t)value;
        break;
    case ROW_TIME:
        spec->time_s = value;
        break;
    case ROW_THREADS:
        spec->threads = (int)value;
        break;
    case ROW_HASH:
        spec->hash_bytes = (size_t)value * MIB;
        break;
    }
}

/* Read one "name=value", or "book". */
static flank_status parse_setting(const char *setting, size_t offset, bool seen[ROWS], match_spec *spec,
                                  flank_error *error)
{
    const size_t length = strcspn(setting, "=");
    const char *value = setting[length] ? setting + length + 1 : NULL;
    int row = 0;
    while (row < ROWS && (strlen(rows[row].name) != length || memcmp(rows[row].name, setting, length) != 0))
        row++;
    if (row == ROWS)
        return error_say(error, FLANK_BAD_ARGUMENT, offset, SAY(ENGINE_NO_SETTING),
                         say_cut(setting, (size_t)(length < 32 ? length : 32)));
    if (seen[row])
        return error_say(error, FLANK_BAD_ARGUMENT, offset, SAY(GIVEN_TWICE), say_text(rows[row].name));
    seen[row] = true;
    if (rows[row].most) {
        double number;
        if (!value || !*value)
            return error_say(error, FLANK_BAD_ARGUMENT, offset, SAY(ENGINE_NO_NUMBER), say_text(rows[row].name),
                             least_words(row), say_number(rows[row].most));
        if (!parse_number(value, row == ROW_TIME, rows[row].most, &number))
            return error_say(error, FLANK_BAD_ARGUMENT, offset, SAY(ENGINE_BAD_NUMBER), say_text(rows[row].name),
                             least_words(row), say_number(rows[row].most), say_cut(value, 40));
        set_number(spec, row, number);
        return FLANK_OK;
    }
    spec->uses_book = spec->uses_book || row == ROW_BOOK;
    if (row == ROW_BOOK && !value)
        return FLANK_OK;
    char *path = row == ROW_BOOK ? spec->book_path : spec->eval_path;
    if (!value || !*value)
        return error_say(error, FLANK_BAD_ARGUMENT, offset, SAY(ENGINE_NO_FILE), say_text(rows[row].name));
    if (strlen(value) >= sizeof spec->book_path)
        return error_say(error, FLANK_BAD_ARGUMENT, offset, SAY(ENGINE_LONG_FILE), say_text(rows[row].name),
                         say_number(sizeof spec->book_path - 1));
    strcpy(path, value);
    return FLANK_OK;
}

static flank_status parse_settings(const char *text, size_t at, match_spec *spec, flank_error *error)
{
    bool seen[ROWS] = {false};
    for (bool more = true; more;) {
        char setting[300];
        const size_t length = strcspn(text + at, ",");
        if (length == 0 || length >= sizeof setting)
            return error_say(error, FLANK_BAD_ARGUMENT, at, SAY(ENGINE_EXPECTED_SETTING));
        memcpy(setting, text + at, length);
        setting[length] = '\0';
        const flank_status status = parse_setting(setting, at, seen, spec, error);
        if (status)
            return status;
        more = text[at + length] == ',';
        at += length + 1;
    }
    return FLANK_OK;
}

flank_status match_spec_parse(const char *text, match_spec *spec, flank_error *error)
{
    const size_t length = strcspn(text, ":");
    match_spec read = {.text = text};
    int kind = 0;
    while (kind < KINDS && (strlen(kind_names[kind]) != length || memcmp(kind_names[kind], text, length) != 0))
        kind++;
    if (kind == KINDS)
        return error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(NO_ENGINE), say_cut(text, 60));
    read.kind = (match_kind)kind;
    if (kind == MATCH_OWN && text[length]) {
        const flank_status status = parse_settings(text, length + 1, &read, error);
        if (status)
            return status;
    }
    if (kind != MATCH_OWN) {
        read.command = text + length + (text[length] == ':');
        if (!read.command[strspn(read.command, " \t")])
            return error_say(error, FLANK_BAD_ARGUMENT, length, SAY(ENGINE_NEEDS_COMMAND), say_text(kind_names[kind]));
    }
    *spec = read;
    return FLANK_OK;
}
