/* SPDX-License-Identifier: MIT
 *
 * Writing WTHOR files (wthor.h).
 *
 * The number of games stands before them, so the records are collected, 68 bytes a game, and written at the end: before
 * them the lists of names beside the file, which keep the numbers that they have. Games that came from WTHOR keep their
 * own numbers where these are free or theirs, so that a file read and written is the same to the byte.
 */
#include "formats/wthor/wthor.h"

#include "core/bits.h"
#include "core/error.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOVES_MAX = WTHOR_RECORD_BYTES - WTHOR_MOVES_AT };

/* A tag that is a whole number up to `max`, or -1. */
static int tag_number(const flank_sheet *sheet, const char *name, int max)
{
    const char *text = flank_node_tag(flank_sheet_root(sheet), name);
    const size_t digits = text ? strspn(text, "0123456789") : 0;
    if (digits == 0 || digits > 6 || text[digits] || atoi(text) > max)
        return -1;
    return atoi(text);
}

/* The year of a date as formats agree on it, or 0. */
static unsigned date_year(const char *date)
{
    return date && strspn(date, "0123456789") == 4 ? (unsigned)strtoul(date, NULL, 10) : 0;
}

/* ---- The header, made from the first game ---- */

static void choose_created(const flank_sheet *sheet, unsigned char created[4])
{
    const char *text = flank_node_tag(flank_sheet_root(sheet), "wthor.created");
    unsigned year, month, day;
    if (text && sscanf(text, "%5u.%3u.%3u", &year, &month, &day) == 3 && year < 25600 && month < 256 && day < 256) {
        memcpy(created,
               (unsigned char[]){(unsigned char)(year / 100), year % 100, (unsigned char)month, (unsigned char)day}, 4);
        return;
    }
    const time_t now = time(NULL);
    struct tm today;
    gmtime_r(&now, &today);
    const int this_year = today.tm_year + 1900;
    memcpy(created,
           (unsigned char[]){(unsigned char)(this_year / 100), (unsigned char)(this_year % 100),
                             (unsigned char)(today.tm_mon + 1), (unsigned char)today.tm_mday},
           4);
}

static flank_status start(flank_writer *writer, const flank_sheet *sheet, flank_error *error)
{
    wthor_writing *state = writer->state;
    choose_created(sheet, state->created);
    const int depth = tag_number(sheet, "wthor.depth", 60);
    state->depth = depth > 0 ? (unsigned)depth : 1;
    state->tournaments.kind = WTHOR_TOURNAMENTS;
    if (!writer->path)
        return FLANK_OK;
    const flank_status players = wthor_names_read(&state->players, writer->path, WTHOR_PLAYERS, error);
    return players ? players : wthor_names_read(&state->tournaments, writer->path, WTHOR_TOURNAMENTS, error);
}

/* ---- A record ---- */

/* The moves without passes; how many, or -1 if there are too many. */
static int put_moves(const flank_sheet *sheet, unsigned char *moves)
{
    int count = 0;
    for (const flank_node *node = flank_sheet_root(sheet)->child; node; node = node->child) {
        if (flank_move_is_pass(node->move))
            continue;
        if (count == MOVES_MAX)
            return -1;
        moves[count++] = (unsigned char)((node->move.to / 8 + 1) * 10 + node->move.to % 8 + 1);
    }
    return count;
}

/* Black's discs on the last board, empty squares to whoever has more. */
static int count_board(const flank_sheet *sheet)
{
    const flank_position *end = &flank_sheet_end(sheet)->position;
    const int own = (int)bit_count(end->own), other = (int)bit_count(end->other);
    const int black = end->color == FLANK_BLACK ? own : other, white = own + other - black;
    return black > white ? 64 - white : black < white ? black : 32;
}

/* Black's discs by the result; where that is only who won, by the board, or one disc more than half. */
static int choose_score(flank_writer *writer, const flank_sheet *sheet)
{
    const flank_sheet_result result = flank_sheet_result_of(sheet);
    const int board = count_board(sheet);
    const bool even = result.discs % 2 == 0;
    if (flank_sheet_states_result(sheet) && (result.ending != FLANK_ENDING_PLAYED || (result.has_discs && !even)))
        writer_lose(writer, FLANK_LOSS_RESULT, 1);
    writer_lose(writer, FLANK_LOSS_UNFINISHED, !result.known);
    if (!result.known)
        return board;
    if (result.has_discs)
        return (64 + result.discs) / 2;
    if ((board > 32) - (board < 32) == result.sign)
        return board;
    return 32 + result.sign;
}

/* The number of a player or tournament, and its name's place in the list; `tags` are those of both. */
static flank_status choose_number(flank_writer *writer, const flank_sheet *sheet, wthor_names *names,
                                  const char *const tags[2], unsigned *number)
{
    const char *name = flank_node_tag(flank_sheet_root(sheet), tags[0]);
    const int wanted = tag_number(sheet, tags[1], WTHOR_NAMES_MAX - 1);
    *number = wanted >= 0 ? (unsigned)wanted : 0;
    if (!name)
        return FLANK_OK;
    bool whole = true;
    const flank_status status = wthor_names_number(names, name, wanted, number, &whole);
    if (!writer->path) /* there is no file for the name */
        writer_lose_tag(writer, tags[0]);
    else
        writer_lose(writer, FLANK_LOSS_TEXTS, !whole);
    return status;
}

static void put_16(unsigned char *bytes, unsigned value)
{
    bytes[0] = (unsigned char)value;
    bytes[1] = (unsigned char)(value >> 8);
}

static flank_status put_numbers(flank_writer *writer, const flank_sheet *sheet, unsigned char *record)
{
    static const char *const tags[3][2] = {
        {"Event", "wthor.tournament"}, {"Black", "wthor.black"}, {"White", "wthor.white"}};
    wthor_writing *state = writer->state;
    for (int i = 0; i < 3; i++) {
        unsigned number = 0;
        const flank_status status =
            choose_number(writer, sheet, i == 0 ? &state->tournaments : &state->players, tags[i], &number);
        if (status)
            return status;
        put_16(record + 2 * i, number);
    }
    return FLANK_OK;
}

/* All games of a file are of one year; of a date nothing else is kept. */
static void keep_year(flank_writer *writer, const flank_sheet *sheet)
{
    wthor_writing *state = writer->state;
    const char *date = flank_node_tag(flank_sheet_root(sheet), "Date");
    const unsigned year = date_year(date);
    if (state->year == 0)
        state->year = year;
    const char *rest = year ? date + 4 : date ? date : "";
    if ((year && year != state->year) || rest[strspn(rest, ".?")] != '\0')
        writer_lose_tag(writer, "Date");
}

static void count_losses(flank_writer *writer, const flank_sheet *sheet)
{
    static const char *const tags[] = {"Event", "Date", "Black", "White", NULL};
    writer_lose_rest(writer, sheet, &(format_keeps){.tags = tags, .own_tags = "wthor.", .result = true});
    keep_year(writer, sheet);
}

flank_status wthor_write(flank_writer *writer, const flank_sheet *sheet, flank_error *error)
{
    wthor_writing *state = writer->state;
    unsigned char record[WTHOR_RECORD_BYTES] = {0};
    if (flank_sheet_kind_of(sheet) == FLANK_SHEET_POSITION || !sheet_starts_usually(sheet)) {
        writer_lose(writer, FLANK_LOSS_START, 1);
        return error_say(error, FLANK_NOT_SUPPORTED, 0, SAY(WTHOR_STARTS));
    }
    flank_status status = writer_refuse_apart(sheet, error);
    if (status)
        return status;
    const int moves = put_moves(sheet, record + WTHOR_MOVES_AT);
    if (moves <= 0)
        return error_say(error, FLANK_NOT_SUPPORTED, 0,
                         moves < 0 ? SAY(WTHOR_TOO_MANY_MOVES) : SAY(WTHOR_WITHOUT_MOVES), say_number(MOVES_MAX));
    status = state->started ? FLANK_OK : start(writer, sheet, error);
    state->started = true;
    if (status)
        return status;
    status = put_numbers(writer, sheet, record);
    if (status)
        return error_say(error, status, 0,
                         status == FLANK_NOT_SUPPORTED ? SAY(WTHOR_NAMES_USED_UP) : say_status(status));
    record[WTHOR_SCORE_AT] = (unsigned char)choose_score(writer, sheet);
    const int theoretical = tag_number(sheet, "wthor.theoretical", 255);
    record[WTHOR_THEORETICAL_AT] = theoretical >= 0 ? (unsigned char)theoretical : record[WTHOR_SCORE_AT];
    count_losses(writer, sheet);
    text_add_bytes(&state->records, (const char *)record, sizeof record);
    return state->records.failed ? error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY)) : FLANK_OK;
}

/* ---- The end ---- */

static void put_file(flank_writer *writer)
{
    wthor_writing *state = writer->state;
    unsigned char header[WTHOR_HEADER_BYTES] = {0};
    const uint32_t games = (uint32_t)(state->records.length / WTHOR_RECORD_BYTES);
    memcpy(header, state->created, sizeof state->created);
    put_16(header + 4, games & 0xFFFF);
    put_16(header + 6, games >> 16);
    put_16(header + 10, state->year);
    header[12] = 8;
    header[14] = (unsigned char)state->depth;
    writer_put_bytes(writer, header, sizeof header);
    writer_put_bytes(writer, state->records.bytes, state->records.length);
}

/* The names stand in their place before the games that refer to them, and only when all three files are on the disk: a
 * full one leaves none of them. */
static flank_status keep_names(flank_writer *writer, flank_error *error)
{
    wthor_writing *state = writer->state;
    const wthor_names *lists[] = {&state->players, &state->tournaments};
    whole_file files[2] = {{NULL}, {NULL}};
    flank_status status = writer_finish(writer, error);
    for (size_t i = 0; i < 2 && status == FLANK_OK; i++)
        status = wthor_names_write(lists[i], state->created, &files[i], error);
    for (size_t i = 0; i < 2 && status == FLANK_OK; i++)
        status = wthor_names_written(lists[i], files[i].stream ? whole_file_keep(&files[i]) : 0, error);
    for (size_t i = 0; i < 2; i++)
        whole_file_drop(&files[i]);
    return status;
}

flank_status wthor_write_end(flank_writer *writer, bool keep, flank_error *error)
{
    wthor_writing *state = writer->state;
    flank_status status = FLANK_OK;
    if (keep && state->started) {
        put_file(writer);
        status = keep_names(writer, error);
    }
    wthor_names_free(&state->players);
    wthor_names_free(&state->tournaments);
    text_free(&state->records);
    return status;
}
