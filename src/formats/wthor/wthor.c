/* SPDX-License-Identifier: MIT
 *
 * Reading WTHOR files (wthor.h): fixed records, so that a damaged game costs nothing but itself. If bytes are
 * missing or too many, all records behind them have moved: behind a damaged one the games are looked for at every byte.
 *
 * Every whole record is read, whatever the header counts; a count that is not theirs is reported at the end. The names
 * come from the files beside the games; without them the numbers are kept.
 */
#include "formats/wthor/wthor.h"

#include "core/error.h"
#include "games/othello/othello.h"

#include <inttypes.h>
#include <string.h>

/* The bytes to be seen to know where the games go on. */
enum { WINDOW_BYTES = (2 + WTHOR_GAMES_SURE) * WTHOR_RECORD_BYTES };

/* ---- Detection ---- */

/* Files of names, of solitaires and of 10x10 games too, so that they are refused by their name. */
static int wthor_detect(const char *bytes, size_t size, bool whole)
{
    if (size < WTHOR_HEADER_BYTES)
        return 0;
    const unsigned char *first = (const unsigned char *)bytes;
    const wthor_header header = wthor_header_read(first, size);
    if (header.damaged)
        return 40;
    if (header.odd_at)
        return 60;
    if (!wthor_header_is_likely(first))
        return 0;
    if (header.solitaires || wthor_is_other_board(header.board) || header.games == 0)
        return 70;
    if (size >= WTHOR_HEADER_BYTES + WTHOR_RECORD_BYTES && !wthor_looks_like_record(first + WTHOR_HEADER_BYTES))
        return 50;
    return !whole || size == WTHOR_HEADER_BYTES + (size_t)header.games * WTHOR_RECORD_BYTES ? 95 : 60;
}

/* ---- The header ---- */

typedef struct wthor_reading {
    bool started, ended;
    unsigned lists; /* of names, that are read */
    wthor_header header;
    wthor_names players, tournaments;
    uint32_t records; /* taken so far */
} wthor_reading;

static void wthor_read_end(flank_reader *reader)
{
    wthor_reading *state = reader->state;
    wthor_names_free(&state->players);
    wthor_names_free(&state->tournaments);
}

/* The kind of this WTHOR file if it holds no games of ours. */
static flank_status refuse_kind(flank_reader *reader, const wthor_header *header, flank_error *error)
{
    wthor_reading *state = reader->state;
    state->ended = true;
    if (header->solitaires == 1)
        return reader_say(reader, error, FLANK_NOT_SUPPORTED, 13, SAY(WTHOR_SOLITAIRES));
    if (header->board == 10)
        return reader_say(reader, error, FLANK_NOT_SUPPORTED, 12, SAY(WTHOR_10X10));
    if (header->board != 0 && header->board != 8)
        return reader_say(reader, error, FLANK_BAD_FILE, 12, SAY(WTHOR_BOARD_SIZE), say_number(header->board));
    return reader_say(reader, error, FLANK_NOT_SUPPORTED, 8, SAY(WTHOR_LIST_OF_NAMES), say_number(header->names));
}

static void pass_over(flank_reader *reader, size_t bytes)
{
    unsigned char unused[2 * WTHOR_RECORD_BYTES];
    source_bytes(&reader->source, unused, bytes);
}

/* Read the two lists of names. A damaged one is told once and has no names; a later call goes on with the other. */
static flank_status read_names(flank_reader *reader, flank_error *error)
{
    wthor_reading *state = reader->state;
    wthor_names *lists[] = {[WTHOR_PLAYERS] = &state->players, [WTHOR_TOURNAMENTS] = &state->tournaments};
    flank_status status = FLANK_OK;
    for (; status == FLANK_OK && (reader->is_file || reader->near) && state->lists < 2; state->lists++) {
        const wthor_names_kind kind = (wthor_names_kind)state->lists;
        status = reader->near ? wthor_names_read_near(lists[kind], reader->near, kind, error)
                              : wthor_names_read(lists[kind], reader->path, kind, error);
    }
    return status;
}

/* Read the header. One that is damaged is told, and the games are read. */
static flank_status start(flank_reader *reader, flank_error *error)
{
    wthor_reading *state = reader->state;
    byte_source *source = &reader->source;
    const size_t size = source_fill(source, WINDOW_BYTES);
    state->started = true;
    if (size < WTHOR_HEADER_BYTES) {
        state->ended = true;
        return size == 0 ? FLANK_NOT_FOUND : reader_say(reader, error, FLANK_BAD_FILE, size, SAY(WTHOR_ENDS_IN_HEADER));
    }
    state->header = wthor_header_read(source->buffer + source->at, size);
    const wthor_header *header = &state->header;
    pass_over(reader, header->size);
    if (header->damaged && header->year)
        return reader_say(reader, error, FLANK_BAD_FILE, header->size, SAY(WTHOR_HEADER_OF_YEAR),
                          say_number(WTHOR_HEADER_BYTES), say_number(header->year));
    if (header->damaged)
        return reader_say(reader, error, FLANK_BAD_FILE, header->size, SAY(WTHOR_HEADER_NO_YEAR),
                          say_number(WTHOR_HEADER_BYTES));
    if (header->solitaires == 1 || (header->board != 0 && header->board != 8) ||
        (header->games == 0 && header->names > 0))
        return refuse_kind(reader, header, error);
    if (header->odd_at)
        return reader_say(reader, error, FLANK_BAD_FILE, header->odd_at, SAY(WTHOR_HEADER_WRONG),
                          say_number(header->odd));
    return FLANK_OK;
}

static flank_status add_moves(flank_reader *reader, flank_sheet *sheet, const unsigned char *record, flank_error *error)
{
    const flank_node *node = flank_sheet_root(sheet);
    bool ended = false;
    for (int at = WTHOR_MOVES_AT; at < WTHOR_RECORD_BYTES; at++) {
        const unsigned char byte = record[at];
        const uint64_t offset = reader->game_offset + (uint64_t)at;
        const int number = at - WTHOR_MOVES_AT + 1;
        if (byte && (ended || !wthor_is_move(byte)))
            return reader_say(reader, error, FLANK_BAD_RECORD, offset,
                              ended ? SAY(WTHOR_MOVE_BEHIND_END) : SAY(WTHOR_MOVE_NO_SQUARE), say_number(number),
                              say_number(byte));
        ended = byte == 0;
        const flank_status status = ended ? FLANK_OK : wthor_add_move(sheet, byte, &node);
        if (status == FLANK_NO_MEMORY)
            return error_say(error, status, (size_t)offset, say_status(status));
        if (status)
            return reader_say(reader, error, status, offset, SAY(WTHOR_MOVE_NOT_LEGAL), say_number(number),
                              say_text((char[]){(char)('a' + byte % 10 - 1), (char)('0' + byte / 10), '\0'}));
    }
    return FLANK_OK;
}

static flank_status set_number(flank_sheet *sheet, const char *name, unsigned number)
{
    char text[16];
    snprintf(text, sizeof text, "%u", number);
    return flank_sheet_set_tag(sheet, flank_sheet_root(sheet), name, text);
}

static flank_status set_name(flank_sheet *sheet, const char *tag, const wthor_names *names, unsigned number)
{
    char text[WTHOR_NAME_UTF8_ROOM];
    const bool known = wthor_names_get(names, number, text);
    return known ? flank_sheet_set_tag(sheet, flank_sheet_root(sheet), tag, text) : FLANK_OK;
}

/* A game with numbers, not those of nobody, whose names are in no file. */
static void warn_of_names(flank_reader *reader, const unsigned char *record)
{
    const wthor_reading *state = reader->state;
    const bool players = !state->players.found && (wthor_get_16(record + 2) || wthor_get_16(record + 4));
    const bool tournaments = !state->tournaments.found && wthor_get_16(record);
    if (players && tournaments)
        reader->warning = "the lists of names, WTHOR.JOU and WTHOR.TRN, are not beside it; players and tournaments "
                          "have only their numbers";
    else if (players)
        reader->warning = "the list of names WTHOR.JOU is not beside it; players have only their numbers";
    else if (tournaments)
        reader->warning = "the list of names WTHOR.TRN is not beside it; tournaments have only their numbers";
}

static flank_status add_tags(const wthor_reading *state, flank_sheet *sheet, const unsigned char *record)
{
    const wthor_header *header = &state->header;
    const flank_node *root = flank_sheet_root(sheet);
    char date[24] = "";
    if (header->year)
        snprintf(date, sizeof date, "%04u.\?\?.\?\?", header->year);
    const bool failed = set_name(sheet, "Event", &state->tournaments, wthor_get_16(record)) ||
                        flank_sheet_set_tag(sheet, root, "Date", date) ||
                        set_name(sheet, "Black", &state->players, wthor_get_16(record + 2)) ||
                        set_name(sheet, "White", &state->players, wthor_get_16(record + 4)) ||
                        set_number(sheet, "wthor.tournament", wthor_get_16(record)) ||
                        set_number(sheet, "wthor.black", wthor_get_16(record + 2)) ||
                        set_number(sheet, "wthor.white", wthor_get_16(record + 4)) ||
                        set_number(sheet, "wthor.theoretical", record[WTHOR_THEORETICAL_AT]) ||
                        (header->depth && set_number(sheet, "wthor.depth", header->depth)) ||
                        flank_sheet_set_tag(sheet, root, "wthor.created", header->created);
    return failed ? FLANK_NO_MEMORY : FLANK_OK;
}

static flank_status read_record(flank_reader *reader, const unsigned char *record, flank_sheet *sheet,
                                flank_error *error)
{
    const int score = record[WTHOR_SCORE_AT], discs = 2 * score - 64;
    if (score > 64)
        return reader_say(reader, error, FLANK_BAD_RECORD, reader->game_offset + WTHOR_SCORE_AT, SAY(WTHOR_SCORE),
                          say_number(score));
    flank_status status = add_moves(reader, sheet, record, error);
    if (status == FLANK_OK && !record[WTHOR_MOVES_AT])
        status = reader_say(reader, error, FLANK_BAD_RECORD, reader->game_offset + WTHOR_MOVES_AT, SAY(WTHOR_NO_MOVES));
    if (status == FLANK_OK && add_tags(reader->state, sheet, record))
        status = error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    if (!reader->warning)
        warn_of_names(reader, record);
    const flank_sheet_result result = {
        .known = true, .sign = (discs > 0) - (discs < 0), .has_discs = true, .discs = discs};
    flank_sheet_set_result(sheet, &result);
    return status;
}

/* ---- Behind a damaged record ---- */

/* The number of bytes that a damaged record takes: those of a record, unless games follow only from another byte on. */
static size_t measure_damage(const unsigned char *bytes, size_t size)
{
    if (size <= WTHOR_RECORD_BYTES || wthor_games_follow(bytes + WTHOR_RECORD_BYTES, size - WTHOR_RECORD_BYTES))
        return WTHOR_RECORD_BYTES;
    for (size_t taken = 1; taken < 2 * WTHOR_RECORD_BYTES && taken < size; taken++)
        if (wthor_games_follow(bytes + taken, size - taken))
            return taken;
    return WTHOR_RECORD_BYTES;
}

/* Pass over a damaged record, and tell where the games go on if that is not behind it. */
static void leave_damage(flank_reader *reader, const unsigned char *bytes, size_t size, flank_error *error)
{
    wthor_reading *state = reader->state;
    const size_t taken = measure_damage(bytes, size);
    state->records += (uint32_t)((taken + WTHOR_RECORD_BYTES / 2) / WTHOR_RECORD_BYTES);
    pass_over(reader, taken);
    if (taken == WTHOR_RECORD_BYTES || !error)
        return;
    error_say(error, FLANK_BAD_RECORD, error->offset, SAY(WTHOR_GAMES_GO_ON), say_error(error),
              say_number(reader->game_offset + taken));
}

/* The end of the file, and whether it comes where it should. */
static flank_status finish(flank_reader *reader, size_t left, flank_error *error)
{
    wthor_reading *state = reader->state;
    state->ended = true;
    if (left)
        return reader_say(reader, error, FLANK_BAD_FILE, reader->game_offset, SAY(WTHOR_ENDS_IN_GAME), say_number(left),
                          say_number(WTHOR_RECORD_BYTES));
    if (!state->header.damaged && state->records != state->header.games)
        return reader_say(reader, error, FLANK_BAD_FILE, 4, SAY(WTHOR_GAME_COUNT), say_number(state->header.games),
                          say_number(state->records));
    return FLANK_NOT_FOUND;
}

static flank_status wthor_read(flank_reader *reader, flank_sheet **sheet, flank_error *error)
{
    wthor_reading *state = reader->state;
    if (state->ended)
        return FLANK_NOT_FOUND;
    flank_status status = state->started ? FLANK_OK : start(reader, error);
    if (status == FLANK_OK)
        status = read_names(reader, error);
    if (status)
        return status;
    reader_begin(reader);
    const size_t size = source_fill(&reader->source, WINDOW_BYTES);
    const unsigned char *bytes = reader->source.buffer + reader->source.at;
    if (size < WTHOR_RECORD_BYTES) {
        pass_over(reader, size);
        return finish(reader, size, error);
    }
    flank_sheet *fresh = flank_sheet_create(&othello_game, NULL, NULL, FLANK_SHEET_GAME);
    if (!fresh)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    status = read_record(reader, bytes, fresh, error);
    if (status) {
        flank_sheet_destroy(fresh);
        leave_damage(reader, bytes, size < WINDOW_BYTES ? size : WINDOW_BYTES, error);
        return status;
    }
    pass_over(reader, WTHOR_RECORD_BYTES);
    state->records++;
    *sheet = fresh;
    return FLANK_OK;
}

const flank_format format_wthor = {
    .name = "wthor",
    .title = "WTHOR, the French federation's collection (.wtb, with names in .jou and .trn)",
    .extensions = "wtb",
    .only_game = &othello_game,
    .binary = true,
    .detect = wthor_detect,
    .read = wthor_read,
    .read_state_bytes = sizeof(wthor_reading),
    .read_end = wthor_read_end,
    .write = wthor_write,
    .write_state_bytes = sizeof(wthor_writing),
    .write_end = wthor_write_end,
};
