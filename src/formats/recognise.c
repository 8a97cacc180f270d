/* SPDX-License-Identifier: MIT
 *
 * Text that people paste: a list of moves, which may go on over several lines; else a game in some file format; else a
 * position in a notation of its game, or a drawn board.
 *
 * A text that is nothing is explained by the reader that understood most of it, an illegal move included; what nearly
 * is a drawn board, by that; an opening book, by what reads it. Bytes with a NUL among them are no text: only file
 * formats are tried.
 */
#include "core/error.h"
#include "core/full_width.h"
#include "games/game_table.h"
#include "formats/drawn_board.h"
#include "formats/format_table.h"
#include "formats/guessed_game.h"
#include "formats/line_kind.h"
#include "formats/moves_line.h"
#include "formats/plain_moves.h"
#include "formats/tagged_game.h"

#include <stdlib.h>
#include <string.h>

/* More than any game has; in a longer list of moves, each of which is compared with all before it, the search for
 * repetitions would take seconds. */
enum { MOVES_BYTES_MAX = 64 << 10 };

/* The attempts, and how far the best failure got. */
typedef struct recognition {
    const char *text; /* NUL-terminated */
    size_t size;
    const char *narrow; /* the same without full-width characters, which lists of moves may have */
    const flank_stop *stop;
    flank_sheet *sheet;
    flank_status status;
    flank_error error;
    size_t understood; /* bytes of the text, by the attempt whose error it is */
    bool certain;      /* there is no doubt what the text is meant to be */
} recognition;

static void remember(recognition *at, flank_status status, const flank_error *error, size_t understood)
{
    if (at->status == FLANK_OK || understood > at->understood) {
        at->status = status;
        at->error = *error;
        at->understood = understood;
    }
}

/* Look what is behind the first game. More games are told; but a list of moves with a fault in its second line is not
 * one of two games. */
static flank_status look_behind(recognition *at, flank_reader *reader, flank_error *error)
{
    flank_sheet *second = NULL;
    const flank_status status = flank_reader_next(reader, &second, error);
    flank_sheet_destroy(second);
    if (status == FLANK_NOT_FOUND)
        return FLANK_OK;
    if (status && strcmp(flank_format_name(flank_reader_format(reader)), "transcript") == 0)
        return status;
    if (!reader->game_cut && error->code != FLANK_ERROR_SGF_BETWEEN)
        error_say(error, FLANK_OK, 0, SAY(SEVERAL_IN_IT));
    return sheet_add_note(at->sheet, SHEET_NOTE, error);
}

static bool try_formats(recognition *at, const flank_game *game)
{
    const size_t seen = at->size < READER_DETECT_BYTES ? at->size : READER_DETECT_BYTES;
    if (!flank_format_detect(at->text, seen, seen == at->size))
        return false;
    const flank_reader_options options = {.game = game, .stop = at->stop};
    flank_error error = {0};
    flank_status status;
    flank_reader *reader = flank_reader_open_bytes(at->text, at->size, &options, &status, &error);
    if (reader)
        status = flank_reader_next(reader, &at->sheet, &error);
    if (status == FLANK_NOT_FOUND)
        error_say(&error, status, 0, SAY(NO_GAME_IN_IT));
    if (status == FLANK_OK) {
        if (!sheet_note_place(at->sheet))
            sheet_place_note(at->sheet, (size_t)reader->game_offset);
        status = look_behind(at, reader, &error);
    }
    if (status) {
        const size_t place = error.offset ? error.offset : 1; /* that it is of this format was understood */
        remember(at, status, &error, status == FLANK_NOT_SUPPORTED ? at->size : place);
        flank_sheet_destroy(at->sheet);
        at->sheet = NULL;
    }
    flank_reader_close(reader);
    return status == FLANK_OK;
}

static bool try_position(recognition *at, const flank_game *game)
{
    flank_position position;
    flank_error error = {0};
    const flank_status status = flank_position_parse(game, at->text, &position, &error);
    if (status == FLANK_OK)
        at->sheet = flank_sheet_create(game, NULL, &position, FLANK_SHEET_POSITION);
    else
        remember(at, status, &error, error.offset);
    return at->sheet != NULL;
}

static bool try_moves(recognition *at, const flank_game *game)
{
    if (at->size > MOVES_BYTES_MAX)
        return false;
    flank_error error = {0};
    flank_record *record = flank_record_create(game, NULL, NULL);
    flank_status status = record ? flank_record_play_text(record, at->narrow, &error) : FLANK_NO_MEMORY;
    error.offset = full_width_offset(at->text, error.offset);
    if (status == FLANK_OK && flank_record_ply(record) > 0)
        at->sheet = flank_sheet_of_record(record);
    else
        remember(at, status ? status : FLANK_BAD_RECORD, &error, moves_understood(game, at->text, status, &error));
    flank_record_destroy(record);
    return at->sheet != NULL;
}

/* Moves of a game that shares its notation with another: what is wrong with them is told by the other. */
static bool try_twin_moves(recognition *at, const flank_game *game)
{
    recognition twin = {.text = at->text, .size = at->size, .narrow = at->narrow, .stop = at->stop};
    if (!try_moves(&twin, game))
        return false;
    const flank_node *first = flank_sheet_root(twin.sheet)->child;
    if (moves_guess_game(game, at->narrow, first->move, (size_t)flank_sheet_end(twin.sheet)->ply)) {
        at->sheet = twin.sheet;
        if (guessed_game_note(at->sheet) == FLANK_OK)
            return true;
    }
    flank_sheet_destroy(twin.sheet);
    at->sheet = NULL;
    return false;
}

/* Moves with symbols, comments, values or variations, as Flank's own files and PGN have them, and no tags above. The
 * fault of other texts is told by the attempts before. */
static bool try_marked_moves(recognition *at, const flank_game *game)
{
    const flank_reader_options options = {.format = flank_format_find("flank"), .game = game, .stop = at->stop};
    flank_reader *reader = flank_reader_open_bytes(at->text, at->size, &options, NULL, NULL);
    flank_sheet *more = NULL;
    if (reader && flank_reader_next(reader, &at->sheet, NULL) == FLANK_OK &&
        (!flank_sheet_root(at->sheet)->child || flank_reader_next(reader, &more, NULL) != FLANK_NOT_FOUND)) {
        flank_sheet_destroy(at->sheet);
        at->sheet = NULL;
    }
    flank_sheet_destroy(more);
    flank_reader_close(reader);
    return at->sheet != NULL;
}

typedef bool try_fn(recognition *at, const flank_game *game);

static bool try_games(recognition *at, const flank_game *game, try_fn *attempt, try_fn *attempt_twin)
{
    if (game)
        return attempt(at, game);
    for (size_t i = 0; (game = game_to_guess(i)) && !flank_stop_is_raised(at->stop); i++) {
        try_fn *fitting = game_twin(game) ? attempt_twin : attempt;
        if (fitting && fitting(at, game))
            return true;
    }
    return false;
}

/* True if a line begins with a square, perhaps behind a number: no row of a board does. */
static bool begins_with_square(const char *line)
{
    line += strspn(line, " \t0123456789.:)");
    return ((line[0] >= 'a' && line[0] <= 'h') || (line[0] >= 'A' && line[0] <= 'H')) && line[1] >= '1' &&
           line[1] <= '8';
}

/* Play the moves that stand in lines around a board, from it. FLANK_NOT_FOUND: there are none; else the status of the
 * one that does not follow. */
static flank_status play_below(const recognition *at, flank_sheet *sheet, flank_error *error)
{
    enum { LINE_SIZE = 1024 };
    const flank_node *node = flank_sheet_root(sheet);
    flank_status status = FLANK_OK;
    char line[LINE_SIZE];
    for (const char *text = at->narrow; *text && !status && !flank_stop_is_raised(at->stop); text += *text == '\n') {
        const size_t length = strcspn(text, "\n");
        const size_t copied = length < LINE_SIZE ? length : LINE_SIZE - 1;
        memcpy(line, text, copied);
        line[copied] = '\0';
        text += length;
        size_t done = 0;
        plain_moves(line);
        if (begins_with_square(line))
            status = moves_line_add(sheet, &node, line, at->stop, &done, error);
    }
    return status ? status : node->parent ? FLANK_OK : FLANK_NOT_FOUND;
}

/* Make the sheet of a drawn board: a game if moves stand with it. Moves that do not follow from it are told. */
static flank_status make_drawn(recognition *at, drawn_board *board)
{
    flank_error fault = {0};
    at->sheet = flank_sheet_create(board->game, NULL, &board->position, FLANK_SHEET_GAME);
    const flank_status status = at->sheet ? play_below(at, at->sheet, &fault) : FLANK_NO_MEMORY;
    if (status == FLANK_OK || status == FLANK_NO_MEMORY)
        return status;
    flank_sheet_destroy(at->sheet);
    at->sheet = flank_sheet_create(board->game, NULL, &board->position, FLANK_SHEET_POSITION);
    if (status != FLANK_NOT_FOUND)
        error_say(&board->note, FLANK_OK, 0, SAY(MOVES_NOT_OF_BOARD), say_error(&fault));
    return at->sheet ? FLANK_OK : FLANK_NO_MEMORY;
}

static bool try_drawn_board(recognition *at, const flank_game *game)
{
    drawn_board board;
    flank_error error = {0};
    flank_status status = drawn_board_read(at->text, game ? game : game_of_title(at->text), &board, &error);
    if (status == FLANK_OK) {
        status = make_drawn(at, &board);
        status = status ? status : sheet_add_note(at->sheet, SHEET_NOTE, &board.note);
        if (status == FLANK_OK)
            status = sheet_add_note(at->sheet, SHEET_GAME_NOTE, &board.game_note);
    }
    if (status == FLANK_BAD_POSITION) {
        at->status = status;
        at->error = error;
        at->certain = true;
    }
    return at->sheet != NULL;
}

/* Take the kind of Othello that stands around what was read; false if games of it are not read. */
static bool take_kind(recognition *at)
{
    const flank_status status = lines_kind_put(at->sheet, at->narrow, &at->error);
    if (!status) {
        sheet_place_note(at->sheet, full_width_offset(at->text, sheet_note_place(at->sheet)));
        return true;
    }
    at->error.offset = full_width_offset(at->text, at->error.offset);
    at->status = status;
    at->certain = true;
    flank_sheet_destroy(at->sheet);
    at->sheet = NULL;
    return false;
}

static bool try_text(recognition *at, const flank_game *game)
{
    const bool is_moves = try_games(at, game, try_moves, try_twin_moves);
    if (!is_moves && try_formats(at, game)) /* which heed kinds themselves */
        return true;
    const bool found = is_moves || try_games(at, game, try_position, try_position) || try_drawn_board(at, game) ||
                       (!at->certain && try_games(at, game, try_marked_moves, NULL));
    return found && take_kind(at);
}

flank_status flank_sheet_recognise(const char *text, size_t size, const flank_game *game, flank_sheet **sheet,
                                   flank_error *error)
{
    return flank_sheet_recognise_until(text, size, game, NULL, sheet, error);
}

flank_status flank_sheet_recognise_until(const char *text, size_t size, const flank_game *game, const flank_stop *stop,
                                         flank_sheet **sheet, flank_error *error)
{
    char *copy = malloc(2 * (size + 1)), *narrow = copy + size + 1;
    if (!copy)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    memcpy(copy, text, size);
    copy[size] = '\0';
    memcpy(narrow, copy, size + 1);
    full_width_narrow(narrow);
    recognition at = {.text = copy, .size = size, .narrow = narrow, .stop = stop};
    at.status = reader_refuse(copy, size, &at.error);
    at.certain = at.status != FLANK_OK;
    const bool found = !at.certain && (memchr(copy, '\0', size) ? try_formats(&at, game) : try_text(&at, game));
    free(copy);
    if (found) {
        *sheet = at.sheet;
        return FLANK_OK;
    }
    if (flank_stop_is_raised(stop))
        return error_say(error, FLANK_STOPPED, 0, say_status(FLANK_STOPPED));
    if (at.understood == 0 && !at.certain && memchr(text, '\0', size))
        return error_say(error, FLANK_BAD_RECORD, 0, SAY(NO_TEXT));
    if (at.understood == 0 && !at.certain)
        return error_say(error, FLANK_BAD_RECORD, 0, SAY(NOT_RECOGNISED));
    return error_say(error, at.status, at.error.offset, say_error(&at.error));
}

/* ---- As a file ---- */

static flank_status pasted_read(flank_reader *reader, flank_sheet **sheet, flank_error *error)
{
    byte_source *source = &reader->source;
    reader_begin(reader);
    const size_t size = source_fill(source, SOURCE_BUFFER_SIZE / 2);
    if (size == 0)
        return FLANK_NOT_FOUND;
    const char *text = (const char *)source->buffer + source->at;
    uint64_t line = source->line;
    flank_error fault = {0};
    const flank_status status = flank_sheet_recognise(text, size, reader->game, sheet, &fault);
    for (size_t i = 0; status && i < fault.offset && i < size; i++)
        line += text[i] == '\n';
    while (source_next(source) != SOURCE_END)
        ;
    if (!status)
        return FLANK_OK;
    reader_say(reader, error, status, reader->game_offset + fault.offset, say_error(&fault));
    reader->error_line = line;
    return status;
}

const flank_format format_pasted = {
    .name = "pasted",
    .title = "a position in any notation, or a drawn board",
    .extensions = "",
    .read = pasted_read,
};
