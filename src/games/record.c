/* SPDX-License-Identifier: MIT
 *
 * A game with undo, redo, repetition and moves without progress, and its text form.
 *
 * The record keeps every position of the line, 40 bytes a ply, so that going back is moving a cursor and repetition is
 * a walk over equal hashes; replaying moves from the start was rejected because search and display ask for old
 * positions all the time.
 *
 * The text form is a tag section in the manner of PGN and PDN, then numbered moves:
 *
 *   [Game "loa"]
 *   [Rules "simultaneous=mover"]
 *   [Position "…"]
 *   [Result "*"]
 *
 *   1. b8-d6 a5-c5 2. …
 */
#include <flank/record.h>

#include "core/error.h"
#include "games/game_table.h"
#include "games/move_words.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct flank_record {
    const flank_game *game;
    flank_rules rules;
    size_t ply, length, capacity; /* cursor; moves; room for moves */
    flank_position *positions;    /* length + 1 of them, room for capacity + 1 */
    uint64_t *hashes;             /* of the positions */
    flank_move *moves;
};

static bool reserve(flank_record *record, size_t capacity)
{
    if (capacity <= record->capacity && record->positions)
        return true;
    capacity = capacity < 128 ? 128 : 2 * capacity;
    flank_position *positions = realloc(record->positions, (capacity + 1) * sizeof *positions);
    if (positions)
        record->positions = positions;
    uint64_t *hashes = realloc(record->hashes, (capacity + 1) * sizeof *hashes);
    if (hashes)
        record->hashes = hashes;
    flank_move *moves = realloc(record->moves, capacity * sizeof *moves);
    if (moves)
        record->moves = moves;
    if (!positions || !hashes || !moves)
        return false;
    record->capacity = capacity;
    return true;
}

flank_record *flank_record_create(const flank_game *game, const flank_rules *rules, const flank_position *start)
{
    flank_record *record = calloc(1, sizeof *record);
    if (!record)
        return NULL;
    record->game = game;
    if (rules)
        record->rules = *rules;
    if (!reserve(record, 0)) {
        flank_record_destroy(record);
        return NULL;
    }
    record->positions[0] = start ? *start : game->start();
    record->hashes[0] = flank_position_hash(&record->positions[0]);
    return record;
}

void flank_record_destroy(flank_record *record)
{
    if (!record)
        return;
    free(record->positions);
    free(record->hashes);
    free(record->moves);
    free(record);
}

const flank_game *flank_record_game(const flank_record *record) { return record->game; }
const flank_rules *flank_record_rules(const flank_record *record) { return &record->rules; }
const flank_position *flank_record_position(const flank_record *record) { return &record->positions[record->ply]; }
size_t flank_record_ply(const flank_record *record) { return record->ply; }
size_t flank_record_length(const flank_record *record) { return record->length; }

const flank_position *flank_record_position_at(const flank_record *record, size_t index)
{
    assert(index <= record->length);
    return &record->positions[index];
}

flank_move flank_record_move_at(const flank_record *record, size_t index)
{
    assert(index < record->length);
    return record->moves[index];
}

/* ---- Playing ---- */

static bool is_legal(const flank_record *record, flank_move move)
{
    flank_move moves[FLANK_MOVES_MAX];
    size_t count = record->game->moves(&record->rules, flank_record_position(record), moves);
    for (size_t i = 0; i < count; i++)
        if (flank_move_equal(moves[i], move))
            return true;
    return false;
}

flank_status flank_record_play(flank_record *record, flank_move move)
{
    if (flank_record_outcome(record).over)
        return FLANK_GAME_OVER;
    if (!is_legal(record, move))
        return FLANK_ILLEGAL_MOVE;
    if (!reserve(record, record->ply + 1))
        return FLANK_NO_MEMORY;
    flank_position next = record->game->play(&record->rules, flank_record_position(record), move);
    record->moves[record->ply] = move;
    record->length = ++record->ply;
    assert(record->length <= record->capacity);
    record->positions[record->ply] = next;
    record->hashes[record->ply] = flank_position_hash(&next);
    return FLANK_OK;
}

bool flank_record_undo(flank_record *record)
{
    if (record->ply == 0)
        return false;
    record->ply--;
    return true;
}

bool flank_record_redo(flank_record *record)
{
    if (record->ply == record->length)
        return false;
    record->ply++;
    return true;
}

int flank_record_occurrences(const flank_record *record)
{
    int count = 0;
    for (size_t i = 0; i <= record->ply; i++)
        if (record->hashes[i] == record->hashes[record->ply] &&
            flank_position_equal(record->positions[i], record->positions[record->ply]))
            count++;
    return count;
}

int flank_record_idle_plies(const flank_record *record)
{
    const flank_game *game = record->game;
    int idle_plies = 0;
    if (flank_game_no_progress_limit(game, &record->rules))
        for (size_t i = record->ply; i > 0; i--) {
            if (game->progress(&record->rules, &record->positions[i - 1], record->moves[i - 1]) != PROGRESS_NONE)
                break;
            idle_plies++;
        }
    return idle_plies;
}

static const flank_reason repetition = {"REPETITION", "repetition"};
static const flank_reason no_progress = {"NO_PROGRESS", "no progress"};

flank_outcome flank_record_outcome(const flank_record *record)
{
    assert(record->ply <= record->length);
    flank_outcome outcome = record->game->outcome(&record->rules, flank_record_position(record));
    int limit = record->game->repetition_limit(&record->rules);
    if (!outcome.over && limit && flank_record_occurrences(record) >= limit)
        return (flank_outcome){.over = true, .reason = &repetition};
    limit = flank_game_no_progress_limit(record->game, &record->rules);
    if (!outcome.over && limit && flank_record_idle_plies(record) >= limit)
        return (flank_outcome){.over = true, .reason = &no_progress};
    return outcome;
}

/* ---- Lists of moves ---- */

/* Read a move at the cursor. If lists leave forced passes out, a text that fits no move is read again after the pass
 * that the player must make. */
static flank_status read_word(flank_record *record, const char *word, flank_move *move, flank_error *error)
{
    const flank_game *game = record->game;
    flank_status status = flank_move_parse(game, &record->rules, flank_record_position(record), word, move, error);
    if (status == FLANK_OK || !game->moves_run_together)
        return status;
    flank_move moves[FLANK_MOVES_MAX];
    size_t count = game->moves(&record->rules, flank_record_position(record), moves);
    if (count != 1 || !flank_move_is_pass(moves[0]))
        return status;
    flank_status passed = flank_record_play(record, moves[0]);
    if (passed)
        return error_say(error, passed, 0, say_status(passed));
    return flank_move_parse(game, &record->rules, flank_record_position(record), word, move, error);
}

/* Play the move written at text[at..at+length). */
static flank_status play_word(flank_record *record, const char *text, size_t at, size_t length, flank_error *error)
{
    char word[FLANK_MOVE_TEXT_SIZE];
    if (length >= sizeof word)
        return error_say(error, FLANK_BAD_MOVE, at, SAY(TOO_LONG_FOR_MOVE));
    memcpy(word, text + at, length);
    word[length] = '\0';
    flank_outcome outcome = flank_record_outcome(record);
    if (outcome.over)
        return error_say(error, FLANK_GAME_OVER, at, SAY(MOVE_AFTER_END), say_cut(word, 20),
                         say_reason(outcome.reason));
    flank_move move;
    flank_status status = read_word(record, word, &move, error);
    if (status) {
        if (error)
            error->offset += at;
        return status;
    }
    status = flank_record_play(record, move);
    return status ? error_say(error, status, at, say_status(status)) : FLANK_OK;
}

/* Play all moves of the text; the record may be left half-way on failure. */
static flank_status play_words(flank_record *record, const char *text, flank_error *error)
{
    move_words words = {.text = text};
    flank_status status = FLANK_OK;
    while (!status && move_words_next(&words, record->game))
        status = play_word(record, text, words.at, words.length, error);
    return status;
}

/* An independent copy up to the cursor and the undone moves after it; NULL without memory. */
static flank_record *copy(const flank_record *record)
{
    flank_record *twin = flank_record_create(record->game, &record->rules, &record->positions[0]);
    if (!twin || !reserve(twin, record->length)) {
        flank_record_destroy(twin);
        return NULL;
    }
    memcpy(twin->positions, record->positions, (record->length + 1) * sizeof *twin->positions);
    memcpy(twin->hashes, record->hashes, (record->length + 1) * sizeof *twin->hashes);
    memcpy(twin->moves, record->moves, record->length * sizeof *twin->moves);
    twin->ply = record->ply;
    twin->length = record->length;
    return twin;
}

flank_status flank_record_play_text(flank_record *record, const char *text, flank_error *error)
{
    flank_record *work = copy(record);
    if (!work)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    flank_status status = play_words(work, text, error);
    if (status == FLANK_OK) {
        flank_record swap = *record;
        *record = *work;
        *work = swap;
    }
    flank_record_destroy(work);
    return status;
}

/* ---- The text form ---- */

/* A growing place in a buffer that may be too small: counts what it would write. */
typedef struct text_sink {
    char *out;
    size_t size, used;
} text_sink;

__attribute__((format(printf, 2, 3))) static void put(text_sink *sink, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    bool room = sink->used < sink->size;
    int count = vsnprintf(room ? sink->out + sink->used : NULL, room ? sink->size - sink->used : 0, format, arguments);
    va_end(arguments);
    sink->used += (size_t)count;
}

/* "1-0" where the first player (who moves in the initial position) has won, as in PDN; "*" while the game goes on. */
static const char *result_text(const flank_record *record)
{
    flank_outcome outcome = flank_record_outcome(record);
    if (!outcome.over)
        return "*";
    if (outcome.sign == 0)
        return "1/2-1/2";
    bool first_to_move = flank_record_position(record)->color == record->game->start().color;
    return (outcome.sign > 0) == first_to_move ? "1-0" : "0-1";
}

static void put_moves(text_sink *sink, const flank_record *record)
{
    size_t column = 0;
    for (size_t i = 0; i < record->ply; i++) {
        char move[FLANK_MOVE_TEXT_SIZE], word[FLANK_MOVE_TEXT_SIZE + 32];
        record->game->format_move(&record->rules, &record->positions[i], record->moves[i], record->game->move_styles[0],
                                  move);
        int length =
            i % 2 ? snprintf(word, sizeof word, "%s", move) : snprintf(word, sizeof word, "%zu. %s", i / 2 + 1, move);
        bool wrap = column + (size_t)length + 1 > 80;
        put(sink, "%s%s", i == 0 ? "" : wrap ? "\n" : " ", word);
        column = (wrap || i == 0 ? 0 : column + 1) + (size_t)length;
    }
    put(sink, "\n");
}

size_t flank_record_format(const flank_record *record, char *out, size_t size)
{
    text_sink sink = {out, size, 0};
    char rules[FLANK_RULES_TEXT_SIZE], position[FLANK_POSITION_TEXT_SIZE];
    flank_rules_format(record->game, &record->rules, rules);
    record->game->format_position(&record->positions[0], record->game->position_styles[0], position);
    put(&sink, "[Game \"%s\"]\n[Rules \"%s\"]\n[Position \"%s\"]\n[Result \"%s\"]\n\n", record->game->name, rules,
        position, result_text(record));
    put_moves(&sink, record);
    return sink.used;
}

/* One tag line `[Name "value"]` at text[at]; the parts are copied out, and the length of the line with its newline
 * returned; 0 if it is not one. */
static size_t read_tag(const char *text, char *name, size_t name_size, char *value, size_t value_size)
{
    size_t name_length = strspn(text + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
    const char *quote = text + 1 + name_length;
    if (name_length == 0 || name_length >= name_size || strncmp(quote, " \"", 2) != 0)
        return 0;
    const char *start = quote + 2;
    size_t length = strcspn(start, "\"\n");
    if (start[length] != '"' || start[length + 1] != ']' || length >= value_size)
        return 0;
    memcpy(name, text + 1, name_length);
    name[name_length] = '\0';
    memcpy(value, start, length);
    value[length] = '\0';
    const char *end = start + length + 2;
    end += strspn(end, " \t\r");
    if (*end != '\n' && *end != '\0')
        return 0;
    return (size_t)(end - text) + (*end == '\n');
}

/* The content of the tag section. */
typedef struct record_tags {
    const flank_game *game;
    flank_rules rules;
    flank_position start;
    bool has_start;
} record_tags;

/* Take one tag; names other than ours are skipped, as readers of such files do. */
static flank_status apply_tag(record_tags *tags, const char *name, const char *value, flank_error *error)
{
    if (strcmp(name, "Game") == 0) {
        if (tags->game)
            return error_say(error, FLANK_BAD_RECORD, 0, SAY(SECOND_GAME_TAG));
        tags->game = flank_game_find(value);
        return tags->game ? FLANK_OK : error_say(error, FLANK_BAD_RECORD, 0, SAY(UNKNOWN_GAME), say_cut(value, 40));
    }
    bool ours = strcmp(name, "Rules") == 0 || strcmp(name, "Position") == 0;
    if (ours && !tags->game)
        return error_say(error, FLANK_BAD_RECORD, 0, SAY(GAME_TAG_FIRST), say_text(name));
    if (strcmp(name, "Rules") == 0)
        return flank_rules_parse(tags->game, value, &tags->rules, error);
    if (strcmp(name, "Position") == 0) {
        tags->has_start = true;
        return flank_position_parse(tags->game, value, &tags->start, error);
    }
    return FLANK_OK;
}

static flank_record *fail(flank_status *status, flank_status value)
{
    if (status)
        *status = value;
    return NULL;
}

flank_record *flank_record_parse(const char *text, flank_status *status, flank_error *error)
{
    record_tags tags = {0};
    char name[32], value[FLANK_POSITION_TEXT_SIZE];
    size_t at = strspn(text, " \t\r\n");
    while (text[at] == '[') {
        size_t length = read_tag(text + at, name, sizeof name, value, sizeof value);
        if (length == 0)
            return fail(status, error_say(error, FLANK_BAD_RECORD, at, SAY(EXPECTED_TAG_LIKE_GAME)));
        flank_status refused = apply_tag(&tags, name, value, error);
        if (refused) {
            if (error)
                error->offset = at;
            return fail(status, refused);
        }
        at += length;
        at += strspn(text + at, " \t\r\n");
    }
    if (!tags.game)
        return fail(status, error_say(error, FLANK_BAD_RECORD, at, SAY(EXPECTED_GAME_TAG)));
    if (tags.has_start && flank_position_check(tags.game, &tags.rules, &tags.start, error))
        return fail(status, FLANK_BAD_POSITION);
    flank_record *record = flank_record_create(tags.game, &tags.rules, tags.has_start ? &tags.start : NULL);
    if (!record)
        return fail(status, error_say(error, FLANK_NO_MEMORY, at, SAY(NO_MEMORY)));
    flank_status refused = play_words(record, text + at, error);
    if (refused) {
        if (error)
            error->offset += at;
        flank_record_destroy(record);
        return fail(status, refused);
    }
    if (status)
        *status = FLANK_OK;
    return record;
}
