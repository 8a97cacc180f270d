/* SPDX-License-Identifier: MIT
 *
 * Openings.
 *
 * Two engines without chance in them play the same game from the same start, so a match needs a different opening for
 * each pair. Without a file an opening is 8 random plies (docs/users/matches.md). A random opening may be lost already,
 * which would make a pair 1-1 whoever plays: those that a search of 6 plies finds further from even than 3 discs, or 1
 * piece in games without discs, are drawn again, up to 1000 times; so are positions that an earlier opening reached.
 * Opening number N depends on the seed and on N only by way of the earlier ones, so they are made in their order, when
 * they are first asked for.
 */
#include "match/match_openings.h"

#include "core/error.h"
#include "core/random.h"
#include "formats/format_table.h"
#include "formats/kind_above.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { RANDOM_PLIES = 8, LOOK_PLIES = 6, EVEN_DISCS = 300, EVEN_PIECES = 100, TRIES = 1000, LOOK_HASH = 1 << 20 };

struct match_openings {
    const flank_game *game;
    flank_rules rules;
    bool random, set_up;
    uint64_t hash;
    flank_record **records;
    size_t count, room;

    /* Random ones. */
    random_state state;
    flank_engine *engine;
    pthread_mutex_t lock;
};

static match_openings *create(const flank_game *game, const flank_rules *rules)
{
    match_openings *openings = calloc(1, sizeof *openings);
    if (!openings)
        return NULL;
    openings->game = game;
    openings->rules = *rules;
    pthread_mutex_init(&openings->lock, NULL);
    return openings;
}

void match_openings_destroy(match_openings *openings)
{
    if (!openings)
        return;
    for (size_t i = 0; i < openings->count; i++)
        flank_record_destroy(openings->records[i]);
    free(openings->records);
    flank_engine_destroy(openings->engine);
    pthread_mutex_destroy(&openings->lock);
    free(openings);
}

size_t match_openings_count(const match_openings *openings) { return openings->random ? 0 : openings->count; }
bool match_openings_set_up(const match_openings *openings) { return openings->set_up; }
uint64_t match_openings_hash(const match_openings *openings) { return openings->hash; }

/* Take over a record; false, and it is destroyed, without memory. */
static bool add(match_openings *openings, flank_record *record)
{
    if (openings->count == openings->room) {
        const size_t room = openings->room ? 2 * openings->room : 64;
        flank_record **grown = realloc(openings->records, room * sizeof(flank_record *));
        if (!grown) {
            flank_record_destroy(record);
            return false;
        }
        openings->records = grown;
        openings->room = room;
    }
    openings->records[openings->count++] = record;
    return true;
}

/* ---- From a text ---- */

/* Read a line as a list of moves, then as a position; the complaint is that of the reading which got further. */
static flank_record *read_opening(const match_openings *openings, const char *text, flank_status *status,
                                  flank_error *error)
{
    flank_position start;
    flank_error no_position, no_moves;
    flank_record *record = flank_record_create(openings->game, &openings->rules, NULL);
    *status = record ? flank_record_play_text(record, text, &no_moves) : FLANK_NO_MEMORY;
    if (*status == FLANK_OK)
        return record;
    flank_record_destroy(record);
    const flank_status as_position = flank_position_parse(openings->game, text, &start, &no_position);
    if (as_position == FLANK_OK) {
        *status = flank_position_check(openings->game, &openings->rules, &start, error);
        if (*status)
            return NULL;
        record = flank_record_create(openings->game, &openings->rules, &start);
        *status = record ? FLANK_OK : FLANK_NO_MEMORY;
        return record;
    }
    if (no_position.offset > no_moves.offset) {
        *status = as_position;
        *error = no_position;
    } else {
        *error = no_moves;
    }
    return NULL;
}

/* Take over a record as an opening. */
static flank_status add_record(match_openings *openings, flank_record *record, flank_error *error)
{
    const flank_outcome outcome = flank_record_outcome(record);
    if (outcome.over) {
        flank_record_destroy(record);
        return error_say(error, FLANK_GAME_OVER, 0, SAY(OPENING_GAME_OVER), say_reason(outcome.reason));
    }
    const flank_position start = flank_game_start(openings->game), *first = flank_record_position_at(record, 0);
    openings->set_up = openings->set_up || !flank_position_equal(start, *first);
    openings->hash = random_mix(openings->hash ^ flank_position_hash(flank_record_position(record)));
    return add(openings, record) ? FLANK_OK : error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
}

/* Refuse rules of another kind of the game than that of the match. A list without a kind is for any. */
static flank_status check_rules(const match_openings *openings, const flank_rules *rules, flank_error *error)
{
    char text[FLANK_RULES_TEXT_SIZE];
    if (!flank_rules_stand_apart(openings->game, rules) || memcmp(rules, &openings->rules, sizeof *rules) == 0)
        return FLANK_OK;
    flank_rules_format(openings->game, rules, text);
    return error_say(error, FLANK_NOT_SUPPORTED, 0, SAY(OPENING_OTHER_RULES), say_text(text));
}

/* Refuse a line of a kind that stands above it, in a comment behind it or in words beside its moves. */
static flank_status check_kind(const match_openings *openings, kind_above *above, const char *line, flank_error *error)
{
    told_rules told = {.rules = openings->rules, .note = {.code = FLANK_ERROR_OK}};
    kind_above beside = {.told = false};
    const char *comment = line + strcspn(line, ";%#");
    if (!other_rules_has_kinds(openings->game))
        return FLANK_OK;
    flank_status status = kind_above_rules(above, openings->game, &told, error);
    if (!status && *comment && kind_above_take(&beside, comment + strspn(comment, ";%#")))
        status = kind_above_rules(&beside, openings->game, &told, error);
    text_free(&beside.words);
    return status ? status : check_rules(openings, &told.rules, error);
}

/* Add a line of a list, which may be a comment on the lines below it. */
static flank_status add_line(match_openings *openings, kind_above *kind, const char *text, size_t length,
                             flank_error *error)
{
    flank_status status = FLANK_NO_MEMORY;
    if (strspn(text, " \t\r") >= length)
        return FLANK_OK; /* blank, and it may be one of millions */
    char *line = strndup(text, length);
    if (!line)
        return error_say(error, status, 0, say_status(status));
    const bool is_kind = kind_above_take(kind, line);
    const flank_status other = is_kind ? FLANK_OK : check_kind(openings, kind, line, error);
    line[strcspn(line, ";%#\r")] = '\0';
    const bool empty = is_kind || line[strspn(line, " \t")] == '\0';
    flank_record *record = empty || other ? NULL : read_opening(openings, line, &status, error);
    free(line);
    if (empty || other)
        return empty ? FLANK_OK : other;
    return record ? add_record(openings, record, error) : status;
}

static flank_status add_lines(match_openings *openings, const char *text, size_t *line, flank_error *error)
{
    flank_status status = FLANK_OK;
    kind_above kind = {.told = false};
    for (const char *at = text; status == FLANK_OK && *at;) {
        const size_t length = strcspn(at, "\n");
        ++*line;
        status = add_line(openings, &kind, at, length, error);
        at += length + (at[length] == '\n');
    }
    text_free(&kind.words);
    return status;
}

/* The main line of a sheet, or its position, by the rules of the match; NULL with `status`. */
static flank_record *record_of(const match_openings *openings, const flank_sheet *sheet, flank_status *status)
{
    const flank_node *root = flank_sheet_root(sheet);
    *status = flank_position_check(openings->game, &openings->rules, &root->position, NULL);
    if (*status)
        return NULL;
    const bool is_game = flank_sheet_kind_of(sheet) == FLANK_SHEET_GAME;
    flank_record *record = flank_record_create(openings->game, &openings->rules, &root->position);
    *status = record ? FLANK_OK : FLANK_NO_MEMORY;
    for (const flank_node *node = is_game ? root->child : NULL; node && *status == FLANK_OK; node = node->child)
        *status = flank_record_play(record, node->move);
    if (*status == FLANK_OK)
        return record;
    flank_record_destroy(record);
    return NULL;
}

static flank_status add_sheet(match_openings *openings, const flank_sheet *sheet, flank_error *error)
{
    flank_status status;
    if (flank_sheet_game(sheet) != openings->game)
        return error_say(error, FLANK_BAD_FILE, 0, SAY(GAME_NOT_OF),
                         say_name(flank_game_title(flank_sheet_game(sheet))),
                         say_name(flank_game_title(openings->game)));
    status = check_rules(openings, flank_sheet_rules(sheet), error);
    if (status)
        return status;
    flank_record *record = record_of(openings, sheet, &status);
    return record ? add_record(openings, record, error) : error_say(error, status, 0, say_status(status));
}

/* The next game of a file; FLANK_NOT_FOUND behind the last one. */
static flank_status add_next_game(match_openings *openings, flank_reader *reader, size_t *line, flank_error *error)
{
    flank_sheet *sheet;
    flank_status status = flank_reader_next(reader, &sheet, error);
    *line = (size_t)(status ? flank_reader_error_line(reader) : flank_reader_line(reader));
    if (status)
        return status;
    status = add_sheet(openings, sheet, error);
    error->offset = (size_t)flank_reader_offset(reader);
    flank_sheet_destroy(sheet);
    return status;
}

/* The games of a text in a file format. If lines mean nothing the complaint names the byte. */
static flank_status add_games(match_openings *openings, match_text text, const flank_format *format, size_t *line,
                              flank_error *error)
{
    const flank_reader_options options = {.format = format, .game = openings->game};
    flank_status status;
    flank_reader *reader = flank_reader_open_bytes(text.bytes, text.size, &options, &status, error);
    while (reader && status == FLANK_OK)
        status = add_next_game(openings, reader, line, error);
    flank_reader_close(reader);
    if (status == FLANK_NOT_FOUND)
        return FLANK_OK;
    if (status && reader && format->binary) {
        const flank_error told = *error;
        *line = 0;
        error_say(error, status, told.offset, SAY(AT_BYTE), say_number(told.offset), say_error(&told));
    }
    return status;
}

static flank_status add_all(match_openings *openings, match_text text, size_t *line, flank_error *error)
{
    if (text.size >= 3 && memcmp(text.bytes, "\xEF\xBB\xBF", 3) == 0)
        text = (match_text){text.bytes + 3, text.size - 3}; /* a byte order mark */
    const size_t seen = text.size < READER_DETECT_BYTES ? text.size : READER_DETECT_BYTES;
    const flank_format *format = flank_format_detect(text.bytes, seen, seen == text.size);
    if (format && !format_is_by_lines(format, text.bytes, text.size))
        return add_games(openings, text, format, line, error);
    if (memchr(text.bytes, '\0', text.size))
        return error_say(error, FLANK_BAD_FILE, 0, SAY(OPENINGS_NO_TEXT));
    return add_lines(openings, text.bytes, line, error);
}

match_openings *match_openings_parse(const flank_game *game, const flank_rules *rules, match_text text,
                                     flank_status *status, size_t *line, flank_error *error)
{
    match_openings *openings = create(game, rules);
    *line = 0;
    *status = openings ? add_all(openings, text, line, error) : error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    if (*status == FLANK_OK && openings->count == 0) {
        *line = 0;
        *status = error_say(error, FLANK_BAD_FILE, 0, SAY(OPENINGS_NONE));
    }
    if (*status == FLANK_OK)
        return openings;
    match_openings_destroy(openings);
    return NULL;
}

/* ---- Random ones ---- */

match_openings *match_openings_random(const flank_game *game, const flank_rules *rules, uint64_t seed)
{
    const flank_engine_options options = {.hash_bytes = LOOK_HASH};
    match_openings *openings = create(game, rules);
    if (!openings)
        return NULL;
    openings->random = true;
    openings->hash = openings->state.word = random_mix(seed);
    openings->engine = flank_engine_create(&options);
    if (openings->engine)
        return openings;
    match_openings_destroy(openings);
    return NULL;
}

static bool is_new(const match_openings *openings, const flank_record *record)
{
    for (size_t i = 0; i < openings->count; i++)
        if (flank_position_equal(*flank_record_position(openings->records[i]), *flank_record_position(record)))
            return false;
    return true;
}

static bool is_even(match_openings *openings, const flank_record *record)
{
    const flank_limits limits = {.depth_plies = LOOK_PLIES};
    const int most = flank_game_scores_discs(openings->game) ? EVEN_DISCS : EVEN_PIECES;
    flank_report report;
    flank_engine_clear(openings->engine); /* so that the answer depends on the position alone */
    return flank_engine_search(openings->engine, record, &limits, NULL, NULL, &report) == FLANK_OK &&
           abs(report.lines[0].score) <= most;
}

static flank_record *draw(match_openings *openings)
{
    flank_record *record = flank_record_create(openings->game, &openings->rules, NULL);
    for (int ply = 0; record && ply < RANDOM_PLIES && !flank_record_outcome(record).over; ply++) {
        flank_move moves[FLANK_MOVES_MAX];
        const size_t count = flank_game_moves(openings->game, &openings->rules, flank_record_position(record), moves);
        if (flank_record_play(record, moves[random_below(&openings->state, (uint32_t)count)]) == FLANK_NO_MEMORY)
            break;
    }
    return record;
}

static bool add_random(match_openings *openings)
{
    for (int attempt = 1;; attempt++) {
        flank_record *record = draw(openings);
        if (!record)
            return false;
        if (!flank_record_outcome(record).over &&
            (attempt >= TRIES || (is_new(openings, record) && is_even(openings, record))))
            return add(openings, record);
        flank_record_destroy(record);
    }
}

/* ---- For both ---- */

static flank_record *copy(const match_openings *openings, const flank_record *record)
{
    flank_record *twin = flank_record_create(openings->game, &openings->rules, flank_record_position_at(record, 0));
    for (size_t i = 0; twin && i < flank_record_ply(record); i++)
        if (flank_record_play(twin, flank_record_move_at(record, i)) != FLANK_OK) {
            flank_record_destroy(twin);
            return NULL;
        }
    return twin;
}

flank_record *match_openings_get(match_openings *openings, size_t index)
{
    bool made = true;
    pthread_mutex_lock(&openings->lock);
    while (openings->random && made && openings->count <= index)
        made = add_random(openings);
    flank_record *record = made ? copy(openings, openings->records[index % openings->count]) : NULL;
    pthread_mutex_unlock(&openings->lock);
    return record;
}
