/* SPDX-License-Identifier: MIT
 *
 * Games that WZebra saves: its own files, and its export as text.
 *
 * Its own files begin with "WZebra Revision 1.5". From byte 1356 on there are records of 233 bytes, one a move; the
 * fifth byte of a record is the square, 10 * row + column (a1 is 11, h8 is 88), or 0 in one that holds no move. Nothing
 * else of a record or of the header is known here, so names and values are not read. Passes are put in where the rules
 * ask for them.
 *
 * The export names the program in its first or second line and has the moves in one of the lines below. Words between
 * are passed over.
 *
 * Source of both: Cassio, which reads these files (UnitFormatsFichiers.p). The log of Zebra, the program without
 * windows, is a transcript with comments: transcript.c reads it.
 */
#include "core/error.h"
#include "formats/format_table.h"
#include "formats/layouts/embedded_games.h"
#include "games/othello/othello.h"

#include <stdio.h>
#include <string.h>

enum {
    HEADER_BYTES = 1356,
    RECORD_BYTES = 233,
    RECORD_SQUARE = 4,
    PROMPT_BYTES = 64, /* among which the name of the program stands */
    PROMPT_LINES = 2,  /* or the lines */
    HEADING_LINES = 15,
    PAIR = 2, /* of moves, which a numbered line may have */
    EXPORT_BYTES = 1 << 20,
    OWN_FILE = 95, /* certainties: an export is anything else rather */
    EXPORT = 20
};

typedef struct wzebra_state {
    embedded_games games; /* of an export */
    bool begun;
} wzebra_state;

/* ---- Its own files ---- */

static bool is_own_file(const char *bytes, size_t size)
{
    static const char name[] = "WZebra Revision";
    for (size_t at = 0; at + sizeof name - 1 <= size && at < PROMPT_BYTES; at++)
        if (memcmp(bytes + at, name, sizeof name - 1) == 0)
            return true;
    return false;
}

static flank_status add_move(flank_sheet *sheet, const flank_node **node, int number, int square, flank_error *error)
{
    const int row = square / 10, column = square % 10;
    char name[3];
    flank_error inner = {0};
    if (row < 1 || row > 8 || column < 1 || column > 8)
        return error_say(error, FLANK_BAD_RECORD, 0, SAY(WZEBRA_NO_SQUARE), say_number(number), say_number(square));
    snprintf(name, sizeof name, "%c%c", 'a' + column - 1, '0' + row);
    const flank_status status = flank_sheet_add_text(sheet, *node, name, node, &inner);
    return status ? error_say(error, status, 0, SAY(AT_MOVE), say_number(number), say_error(&inner)) : FLANK_OK;
}

/* Add the moves of the records; `*at` is the place of the last one. */
static flank_status add_records(flank_reader *reader, flank_sheet *sheet, uint64_t *at, flank_error *error)
{
    const flank_node *node = flank_sheet_root(sheet);
    unsigned char record[RECORD_BYTES];
    flank_status status = FLANK_OK;
    for (size_t i = 0; i < HEADER_BYTES; i++)
        source_next(&reader->source);
    *at = reader->source.offset;
    for (int number = 1; !status && source_bytes(&reader->source, record, sizeof record) == sizeof record;) {
        *at = reader->source.offset - sizeof record + RECORD_SQUARE;
        if (record[RECORD_SQUARE])
            status = add_move(sheet, &node, number++, record[RECORD_SQUARE], error);
    }
    if (status || node->parent)
        return status;
    return error_say(error, FLANK_BAD_RECORD, 0, SAY(WZEBRA_NO_MOVES));
}

static flank_status read_own_file(flank_reader *reader, flank_sheet **sheet, flank_error *error)
{
    uint64_t at = 0;
    flank_error fault = {0};
    flank_sheet *fresh = flank_sheet_create(&othello_game, NULL, NULL, FLANK_SHEET_GAME);
    reader->game_line = 0; /* there are no lines */
    flank_status status =
        fresh ? add_records(reader, fresh, &at, &fault) : error_say(&fault, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    while (source_next(&reader->source) != SOURCE_END)
        ;
    if (status) {
        flank_sheet_destroy(fresh);
        reader_say(reader, error, status, at, say_error(&fault));
        reader->error_line = 0;
        return status;
    }
    *sheet = fresh;
    return FLANK_OK;
}

/* ---- Its export ---- */

/* The place of the first moves below a line that names the program; `size` if it is no export. */
static size_t find_moves(const char *bytes, size_t size)
{
    bool is_named = false;
    for (size_t at = 0, length, lines = 0; at < size && lines < HEADING_LINES; at += length + 1) {
        const char *end = memchr(bytes + at, '\n', size - at);
        length = end ? (size_t)(end - bytes) - at : size - at;
        char line[PROMPT_BYTES * 4] = "";
        memcpy(line, bytes + at, length < sizeof line ? length : sizeof line - 1);
        if (line[strspn(line, " \t\r")] == '\0')
            continue;
        is_named = is_named || (lines < PROMPT_LINES && strstr(line, "Zebra"));
        if (++lines > PROMPT_LINES && !is_named)
            return size;
        if (is_named && embedded_is_moves(bytes + at, length, PAIR))
            return at;
    }
    return size;
}

static flank_status cut_export(flank_reader *reader, flank_error *error)
{
    wzebra_state *state = reader->state;
    int byte;
    while (reader->text.length < EXPORT_BYTES && (byte = source_next(&reader->source)) != SOURCE_END)
        text_add_bytes(&reader->text, &(char){(char)byte}, 1);
    if (reader->text.failed || !reader->text.bytes)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    const size_t at = find_moves(reader->text.bytes, reader->text.length);
    uint64_t line = 1;
    for (size_t i = 0, begin = 0; i < at; i++)
        if (reader->text.bytes[i] == '\n') {
            embedded_head_line(&state->games, reader->text.bytes + begin, i - begin);
            begin = i + 1;
            line++;
        }
    state->games.functions = reader->functions;
    state->games.stop = reader->stop;
    state->games.has_lines_of_file = true;
    text_add_bytes(&state->games.text, reader->text.bytes + at, reader->text.length - at);
    if (!embedded_take(&state->games, reader->game, at, line)) {
        const flank_status stopped = reader_heed(reader, error);
        return stopped ? stopped : error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    }
    if (state->games.count > 0)
        return FLANK_OK;
    reader_say(reader, error, FLANK_BAD_RECORD, 0, SAY(WZEBRA_NO_MOVES));
    reader->error_line = 1;
    return FLANK_BAD_RECORD;
}

/* ---- Both ---- */

static flank_status wzebra_read(flank_reader *reader, flank_sheet **sheet, flank_error *error)
{
    wzebra_state *state = reader->state;
    if (!state->begun) {
        reader_begin(reader);
        const size_t size = source_fill(&reader->source, 2 * PROMPT_BYTES);
        if (size == 0)
            return FLANK_NOT_FOUND;
        state->begun = true;
        if (is_own_file((const char *)reader->source.buffer + reader->source.at, size))
            return read_own_file(reader, sheet, error);
        const flank_status status = cut_export(reader, error);
        if (status)
            return status;
    }
    return embedded_read(&state->games, reader, sheet, error);
}

static void wzebra_read_end(flank_reader *reader)
{
    wzebra_state *state = reader->state;
    embedded_free(&state->games);
}

static int wzebra_detect(const char *bytes, size_t size, bool whole)
{
    (void)whole;
    if (is_own_file(bytes, size))
        return OWN_FILE;
    return !memchr(bytes, '\0', size) && find_moves(bytes, size) < size ? EXPORT : 0;
}

const flank_format format_wzebra = {
    .name = "wzebra",
    .title = "a game that WZebra saved, or its export as text",
    .extensions = "",
    .only_game = &othello_game,
    .detect = wzebra_detect,
    .read = wzebra_read,
    .read_state_bytes = sizeof(wzebra_state),
    .read_end = wzebra_read_end,
};
