/* SPDX-License-Identifier: MIT
 *
 * Lines of a book as text: reading and writing.
 */
#include "formats/books/book_text.h"

#include "core/error.h"
#include "games/othello/othello.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_SIZE = 32, SCORE_MAX = 6400 };

/* ---- Values ---- */

void book_value_format(int score, char *out)
{
    unsigned size = (unsigned)abs(score) % 100000, discs = size / 100, rest = size % 100;
    const char *sign = score > 0 ? "+" : score < 0 ? "-" : "";
    if (rest == 0)
        snprintf(out, BOOK_VALUE_SIZE, "%s%u", sign, discs);
    else if (rest % 10 == 0)
        snprintf(out, BOOK_VALUE_SIZE, "%s%u.%u", sign, discs, rest / 10);
    else
        snprintf(out, BOOK_VALUE_SIZE, "%s%u.%02u", sign, discs, rest);
}

/* Read a value of at most two decimals. */
static bool read_value(const char *word, int *score)
{
    const char *digits = word + (*word == '+' || *word == '-');
    size_t whole = strspn(digits, "0123456789"), decimals = 0;
    if (whole == 0 || whole > 2)
        return false;
    int size = 100 * atoi(digits);
    if (digits[whole] == '.') {
        const char *tail = digits + whole + 1;
        decimals = strspn(tail, "0123456789");
        if (decimals == 0 || decimals > 2)
            return false;
        size += (tail[0] - '0') * 10 + (decimals == 2 ? tail[1] - '0' : 0);
        decimals++;
    }
    *score = *word == '-' ? -size : size;
    return digits[whole + decimals] == '\0' && size <= SCORE_MAX;
}

static bool read_number(const char *word, uint32_t most, uint32_t *number)
{
    size_t digits = strspn(word, "0123456789");
    if (digits == 0 || digits > 10 || word[digits])
        return false;
    unsigned long long value = strtoull(word, NULL, 10);
    *number = (uint32_t)value;
    return value <= most;
}

/* ---- Fields ---- */

/* The fields that a line can have, to notice one that stands there twice. */
enum field_id { FIELD_VALUE, FIELD_DEPTH, FIELD_LEVEL, FIELD_SURE, FIELD_LINES, FIELD_LEAF, FIELD_ROOT, FIELD_IDS };

static const struct field_row {
    const char *name;
    flank_error_code takes;
    int words; /* at least so many after the name */
    uint32_t most;
} fields[FIELD_IDS] = {
    [FIELD_VALUE] = {"value", FLANK_ERROR_A_VALUE_IN_DISCS, 1, 0},
    [FIELD_DEPTH] = {"depth", FLANK_ERROR_A_NUMBER_FROM, 1, 60},
    [FIELD_LEVEL] = {"level", FLANK_ERROR_A_NUMBER_FROM, 1, 60},
    [FIELD_SURE] = {"sure", FLANK_ERROR_A_NUMBER_FROM, 1, 100},
    [FIELD_LINES] = {"lines", FLANK_ERROR_A_NUMBER_FROM, 1, UINT32_MAX},
    [FIELD_LEAF] = {"leaf", FLANK_ERROR_A_MOVE_AND_VALUE, 1, 0},
    [FIELD_ROOT] = {"root", FLANK_ERROR_NOTHING, 0, 0},
};

/* One field of a line, taken apart. */
typedef struct field_text {
    size_t offset; /* in the line */
    char words[3][WORD_SIZE];
    int count; /* more than three count as four */
} field_text;

static void split_field(const char *text, size_t length, size_t offset, field_text *field)
{
    *field = (field_text){.offset = offset};
    for (size_t at = 0; at < length;) {
        size_t blanks = strspn(text + at, " \t");
        at += blanks;
        if (at >= length)
            return;
        if (field->count == 0)
            field->offset = offset + at;
        size_t word = strcspn(text + at, " \t;");
        if (field->count == 3 || word >= WORD_SIZE) {
            field->count = 4;
            return;
        }
        memcpy(field->words[field->count++], text + at, word);
        at += word;
    }
}

static flank_status takes(const field_text *field, int id, flank_error *error)
{
    if (fields[id].takes == FLANK_ERROR_A_NUMBER_FROM)
        return error_say(error, FLANK_BAD_FILE, field->offset, SAY(BOOK_FIELD_TAKES), say_text(fields[id].name),
                         SAY(A_NUMBER_FROM), say_number(id == FIELD_LINES), say_number(fields[id].most));
    return error_say(error, FLANK_BAD_FILE, field->offset, SAY(BOOK_FIELD_TAKES), say_text(fields[id].name),
                     say_code(fields[id].takes));
}

static flank_status read_leaf(const field_text *field, book_text_line *line, flank_error *error)
{
    static const flank_rules rules;
    flank_book_entry *entry = &line->entry;
    bool none = strcmp(field->words[1], "none") == 0, unknown = strcmp(field->words[1], "unknown") == 0;
    if (field->count == 2 && (none || unknown)) {
        entry->rest_unknown = unknown;
        return FLANK_OK;
    }
    if (field->count != 3 || !read_value(field->words[2], &entry->leaf_score))
        return takes(field, FIELD_LEAF, error);
    entry->has_leaf = true;
    entry->rest_unknown = false;
    flank_status status =
        flank_move_parse(&othello_game, &rules, &line->position, field->words[1], &entry->leaf, error);
    if (status && error)
        error->offset = field->offset;
    return status;
}

static bool read_plain_field(int id, const field_text *field, flank_book_entry *entry)
{
    uint32_t number = 0;
    const char *word = field->words[1];
    if (field->count != 1 + fields[id].words)
        return false;
    if (id == FIELD_VALUE)
        return read_value(word, &entry->score);
    if (id != FIELD_ROOT && !read_number(word, fields[id].most, &number))
        return false;
    if (id == FIELD_DEPTH)
        entry->depth_plies = (int)number;
    else if (id == FIELD_LEVEL)
        entry->level = (int)number;
    else if (id == FIELD_SURE)
        entry->selectivity = (int)number;
    else if (id == FIELD_LINES)
        entry->lines = number;
    else
        entry->root = true;
    return id != FIELD_LINES || number > 0;
}

static flank_status read_field(const field_text *field, book_text_line *line, bool *seen, flank_error *error)
{
    int id = 0;
    while (id < FIELD_IDS && strcmp(field->words[0], fields[id].name) != 0)
        id++;
    if (id == FIELD_IDS)
        return error_say(error, FLANK_BAD_FILE, field->offset, SAY(BOOK_UNKNOWN_FIELD), say_text(field->words[0]));
    if (seen[id])
        return error_say(error, FLANK_BAD_FILE, field->offset, SAY(BOOK_SECOND_FIELD), say_text(fields[id].name));
    seen[id] = true;
    if (id == FIELD_LEAF)
        return read_leaf(field, line, error);
    if (!read_plain_field(id, field, &line->entry))
        return takes(field, id, error);
    return FLANK_OK;
}

static flank_status read_fields(const char *text, size_t offset, book_text_line *line, flank_error *error)
{
    bool seen[FIELD_IDS] = {false};
    while (text[offset] == ';') {
        offset++;
        size_t length = strcspn(text + offset, ";");
        field_text field;
        split_field(text + offset, length, offset, &field);
        flank_status status = field.count ? read_field(&field, line, seen, error) : FLANK_OK;
        if (status)
            return status;
        offset += length;
    }
    if (!seen[FIELD_VALUE])
        return error_say(error, FLANK_BAD_FILE, offset, SAY(BOOK_VALUE_MISSING));
    return FLANK_OK;
}

/* ---- Lines ---- */

static flank_status read_position(const char *text, size_t length, flank_position *position, flank_error *error)
{
    static const flank_rules rules;
    char board[FLANK_POSITION_TEXT_SIZE];
    if (length >= sizeof board)
        return error_say(error, FLANK_BAD_POSITION, 0, SAY(BOOK_EXPECTED_BOARD));
    memcpy(board, text, length);
    board[length] = '\0';
    flank_status status = flank_position_parse(&othello_game, board, position, error);
    if (status == FLANK_OK && flank_game_outcome(&othello_game, &rules, position).over)
        return error_say(error, FLANK_GAME_OVER, 0, SAY(BOOK_GAME_OVER));
    return status;
}

flank_status book_text_parse(const char *text, book_text_line *line, flank_error *error)
{
    size_t blanks = strspn(text, " \t");
    if (text[blanks] == '\0' || text[blanks] == '%') {
        *line = (book_text_line){.has_position = false};
        return FLANK_OK;
    }
    book_text_line read = {.has_position = true, .entry = {.rest_unknown = true, .lines = 1}};
    size_t board = strcspn(text, ";");
    flank_status status = read_position(text, board, &read.position, error);
    if (status == FLANK_OK)
        status = read_fields(text, board, &read, error);
    if (status == FLANK_OK)
        *line = read;
    return status;
}

void book_text_format(const flank_position *position, const flank_book_entry *entry, char *out)
{
    char board[FLANK_POSITION_TEXT_SIZE], value[BOOK_VALUE_SIZE], leaf[40] = "none";
    flank_position_format(&othello_game, position, NULL, board);
    if (entry->has_leaf) {
        book_value_format(entry->leaf_score, value);
        snprintf(leaf, sizeof leaf, "%s %s",
                 flank_move_is_pass(entry->leaf) ? "pass" : flank_square_name(entry->leaf.to), value);
    } else if (entry->rest_unknown) {
        strcpy(leaf, "unknown");
    }
    book_value_format(entry->score, value);
    int used = snprintf(out, BOOK_TEXT_SIZE, "%.80s; value %s; depth %d", board, value, entry->depth_plies);
    if (entry->level)
        used += snprintf(out + used, BOOK_TEXT_SIZE - (size_t)used, "; level %d", entry->level);
    snprintf(out + used, BOOK_TEXT_SIZE - (size_t)used, "; sure %d; lines %u; leaf %s%s", entry->selectivity,
             (unsigned)entry->lines, leaf, entry->root ? "; root" : "");
}
