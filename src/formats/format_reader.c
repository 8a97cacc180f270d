/* SPDX-License-Identifier: MIT
 *
 * Readers: find out the format of a file, hand one game after the other to the caller. format_open.c opens files, and
 * format_reading.c has what the formats call.
 */
#include "core/error.h"
#include "formats/books/book_text.h"
#include "formats/books/foreign_book.h"
#include "formats/format_table.h"
#include "formats/named_board.h"
#include "formats/named_moves.h"
#include "formats/other_rules.h"
#include "formats/packed_start.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    EXTENSION_BONUS = 15,
    PIECE_BYTES = 2048 /* between two looks at the stop: variations, 7 bytes each, are the slowest to read */
};

/* ---- Choice of the format ---- */

/* True if `name` is one of the words of `list`, in either case. */
static bool is_listed(const char *list, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = list; *at; at += strspn(at, " ")) {
        const size_t word = strcspn(at, " ");
        if (word == length && strncasecmp(at, name, word) == 0)
            return true;
        at += word;
    }
    return false;
}

static bool has_extension(const flank_format *format, const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL, *dot = path ? strrchr(slash ? slash : path, '.') : NULL;
    return dot && is_listed(format->extensions, dot + 1);
}

const flank_format *flank_format_of_path(const char *path)
{
    for (size_t i = 0; format_list[i]; i++)
        if (has_extension(format_list[i], path))
            return format_list[i];
    return NULL;
}

/* The kind of a file besides its first bytes. */
typedef struct known_about {
    const char *path;       /* or NULL */
    const flank_game *game; /* that was asked for, or NULL */
    const flank_stop *stop; /* or NULL: once it is raised the rest of the formats is not asked */
} known_about;

/* The likeness of the bytes to a format. Tag lines alone, which many formats have, are none of one that does not hold
 * the game. */
static int likeness(const flank_format *format, const char *bytes, size_t size, bool whole, known_about known)
{
    const int score = format->detect ? format->detect(bytes, size, whole) : 0;
    if (score < FORMAT_CERTAIN && known.game && !flank_format_holds(format, known.game))
        return 0;
    return score > 0 && has_extension(format, known.path) ? score + EXTENSION_BONUS : score;
}

static const flank_format *guess(const char *bytes, size_t size, bool whole, known_about known)
{
    const flank_format *best = NULL, *named = flank_format_of_path(known.path);
    int best_score = 0;
    for (size_t i = 0; format_list[i] && !flank_stop_is_raised(known.stop); i++) {
        const int score = likeness(format_list[i], bytes, size, whole, known);
        if (score > best_score) {
            best = format_list[i];
            best_score = score;
        }
    }
    return best_score > FORMAT_DAMAGED || !named ? best : named;
}

const flank_format *flank_format_detect(const void *bytes, size_t size, bool whole)
{
    return guess(bytes, size, whole, (known_about){NULL});
}

const flank_format *format_of_games(const void *bytes, size_t size, bool whole)
{
    const flank_format *format = size ? flank_format_detect(bytes, size, whole) : NULL;
    return format && format->read && format->detect(bytes, size, whole) > FORMAT_DAMAGED ? format : NULL;
}

/* True if a line has names before its moves, or a name behind its board. */
static bool is_named(const char *bytes, size_t length)
{
    named_board board = {.name = ""};
    char *line = strndup(bytes, length);
    const bool named =
        line && (named_moves_find(line, &(named_moves){0}) || (named_board_find(line, &board) && *board.name));
    free(line);
    return named;
}

bool format_is_by_lines(const flank_format *format, const char *bytes, size_t size)
{
    const char *end = memchr(bytes, '\n', size);
    const size_t length = end ? (size_t)(end - bytes) : size;
    if (strcmp(format->name, "transcript") == 0)
        return !memchr(bytes, ':', length) && !(length && strchr("0123456789", *bytes)) && !is_named(bytes, length);
    if (strcmp(format->name, "fen") == 0)
        return !is_named(bytes, length);
    return strcmp(format->name, "obf") == 0;
}

/* True if the first line that is no comment is one of a book as text. */
static bool is_text_book(const char *bytes, size_t size)
{
    for (size_t at = 0, length; at < size; at += length + 1) {
        const char *end = memchr(bytes + at, '\n', size - at);
        char line[2 * BOOK_TEXT_SIZE];
        book_text_line read;
        length = end ? (size_t)(end - bytes) - at : size - at;
        const bool is_comment = length > 0 && bytes[at] == '%';
        if (is_comment)
            continue;
        if (length >= sizeof line)
            return false;
        memcpy(line, bytes + at, length);
        line[length] = '\0';
        line[strcspn(line, "\r")] = '\0';
        if (book_text_parse(line, &read, NULL) != FLANK_OK)
            return false;
        if (read.has_position)
            return true;
    }
    return false;
}

flank_status reader_refuse(const char *bytes, size_t size, flank_error *error)
{
    if (size >= 2 && (memcmp(bytes, "\xFF\xFE", 2) == 0 || memcmp(bytes, "\xFE\xFF", 2) == 0))
        return error_say(error, FLANK_BAD_FILE, 0, SAY(UTF16));
    if (packed_begins(bytes, size))
        return error_say(error, FLANK_BAD_FILE, 0, SAY(PACKED_UNREAD));
    static const char ours[] = "FlankBk\n"; /* src/book/book_record.c */
    const foreign_format *foreign = foreign_format_of_bytes((const uint8_t *)bytes, size);
    const bool is_ours = size >= sizeof ours - 1 && memcmp(bytes, ours, sizeof ours - 1) == 0;
    if (!foreign && !is_ours && !is_text_book(bytes, size))
        return FLANK_OK;
    return error_say(error, FLANK_BAD_FILE, 0, SAY(OPENING_BOOK_NOT_GAMES),
                     say_text(!foreign                   ? "Flank"
                              : foreign == &foreign_edax ? "Edax"
                                                         : "Egaroucid"));
}

/* ---- Opening ---- */

static size_t least(size_t one, size_t other) { return one < other ? one : other; }

static int64_t read_memory(void *user, void *buffer, size_t size)
{
    flank_reader *reader = user;
    const size_t count = least(least(size, PIECE_BYTES), reader->memory.left);
    if (count)
        memcpy(buffer, reader->memory.bytes, count);
    reader->memory.bytes += count;
    reader->memory.left -= count;
    return (int64_t)count;
}

flank_reader *reader_refuse_opening(flank_reader *reader, flank_status *status, flank_status value)
{
    flank_reader_close(reader);
    if (status)
        *status = value;
    return NULL;
}

/* What every source is read through: one that is stopped fails. */
static int64_t read_heeding(void *user, void *buffer, size_t size)
{
    flank_reader *reader = user;
    return flank_stop_is_raised(reader->stop) ? -1 : reader->read(reader->user, buffer, size);
}

/* The reason why the source failed. */
static flank_status reading_failed(flank_reader *reader, flank_error *error)
{
    if (flank_stop_is_raised(reader->stop))
        return error_say(error, FLANK_STOPPED, 0, say_status(FLANK_STOPPED));
    const int number = reader->source.error_number;
    return reader_say(reader, error, FLANK_CANNOT_READ, reader->source.offset, SAY(CANNOT_READ_BECAUSE),
                      number == EBADMSG ? SAY(PACKED_DAMAGED) : say_system(number));
}

/* Choose the format and give it its state; the source is ready. */
static flank_status choose_format(flank_reader *reader, const flank_format *wanted, flank_error *error)
{
    byte_source *source = &reader->source;
    const size_t size = source_fill(source, READER_DETECT_BYTES);
    if (source->failed)
        return reading_failed(reader, error);
    const char *bytes = (const char *)source->buffer;
    const size_t mark = size >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    const known_about known = {reader->path, reader->game, reader->stop};
    reader->format =
        wanted ? wanted : guess(bytes + mark, size - mark, source->ended && size <= READER_DETECT_BYTES, known);
    reader->format_asked = wanted;
    if (!wanted && flank_stop_is_raised(reader->stop))
        return error_say(error, FLANK_STOPPED, 0, say_status(FLANK_STOPPED));
    const flank_status refused = wanted ? FLANK_OK : reader_refuse(bytes + mark, size - mark, error);
    if (refused)
        return refused;
    const bool is_alike = reader->format && likeness(reader->format, bytes + mark, size - mark, true, known) > 0;
    if (!wanted && !is_alike && source->ended && reader->last_resort) {
        const flank_format *format = reader->last_resort(bytes, size, reader->game);
        reader->format = format ? format : reader->format;
    }
    if (!reader->format)
        return error_say(error, FLANK_BAD_FILE, 0, size ? SAY(NO_KNOWN_FORMAT) : SAY(IS_EMPTY));
    if (!reader->format->read)
        return error_say(error, FLANK_NOT_SUPPORTED, 0, SAY(ONLY_WRITTEN), say_text(reader->format->name));
    if (!reader->format->binary)
        for (size_t i = 0; i < mark; i++)
            source_next(source);
    reader->state = calloc(1, reader->format->read_state_bytes + 1);
    return reader->state ? FLANK_OK : error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
}

flank_reader *reader_open(flank_reader *reader, flank_read_fn *read, void *user, const flank_reader_options *options,
                          flank_status *status, flank_error *error)
{
    if (options && options->path && !(reader->path = strdup(options->path)))
        return reader_refuse_opening(reader, status, error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY)));
    reader->game = options ? options->game : NULL;
    reader->stop = options ? options->stop : NULL;
    reader->read = read;
    reader->user = user;
    source_start(&reader->source, read_heeding, reader);
    const flank_status chosen = choose_format(reader, options ? options->format : NULL, error);
    if (chosen)
        return reader_refuse_opening(reader, status, chosen);
    if (status)
        *status = FLANK_OK;
    return reader;
}

flank_reader *reader_create(flank_status *status, flank_error *error)
{
    static const reader_functions functions = {flank_format_detect, flank_reader_open_bytes, flank_reader_next,
                                               flank_reader_close};
    flank_reader *reader = calloc(1, sizeof *reader);
    if (!reader)
        return reader_refuse_opening(NULL, status, error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY)));
    reader->functions = &functions;
    return reader;
}

flank_reader *flank_reader_open_bytes(const void *bytes, size_t size, const flank_reader_options *options,
                                      flank_status *status, flank_error *error)
{
    flank_reader *reader = reader_create(status, error);
    if (!reader)
        return NULL;
    reader->memory.bytes = bytes;
    reader->memory.left = size;
    return reader_open(reader, read_memory, reader, options, status, error);
}

void flank_reader_close(flank_reader *reader)
{
    if (!reader)
        return;
    if (reader->state && reader->format->read_end)
        reader->format->read_end(reader);
    if (reader->stream)
        fclose(reader->stream);
    if (reader->close)
        reader->close(reader->user);
    text_free(&reader->text);
    free(reader->state);
    free(reader->path);
    free(reader);
}

/* ---- Reading ---- */

/* Hold a sheet against the rules: those that its tags name, its draws and its result. */
static flank_status check_sheet(flank_reader *reader, flank_sheet **sheet, flank_error *error)
{
    flank_error fault;
    flank_status status = reader->kind ? other_rules_put_phrase(*sheet, reader->kind, &fault) : FLANK_OK;
    status = status ? status : other_rules_check_tags(*sheet, &fault);
    status = status ? status : sheet_check_draws(*sheet, &fault);
    if (status == FLANK_OK && sheet_check_result(*sheet))
        status = error_say(&fault, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    if (status == FLANK_OK)
        return FLANK_OK;
    flank_sheet_destroy(*sheet);
    *sheet = NULL;
    return reader_fail_line(reader, error, status, &fault);
}

flank_status flank_reader_next(flank_reader *reader, flank_sheet **sheet, flank_error *error)
{
    if (reader->done)
        return FLANK_NOT_FOUND;
    flank_status status = reader->format->read(reader, sheet, error);
    if (status == FLANK_OK && reader->source.failed && flank_stop_is_raised(reader->stop)) {
        flank_sheet_destroy(*sheet); /* its end is missing */
        *sheet = NULL;
        status = FLANK_STOPPED;
    }
    if (status == FLANK_OK)
        status = check_sheet(reader, sheet, error);
    if (status != FLANK_OK && (reader->source.failed || (status != FLANK_NOT_FOUND && reader_heed(reader, NULL))))
        status = reading_failed(reader, error);
    reader->done = status == FLANK_NOT_FOUND || status == FLANK_CANNOT_READ || status == FLANK_NO_MEMORY ||
                   status == FLANK_STOPPED;
    return status;
}

const flank_format *flank_reader_format(const flank_reader *reader) { return reader->format; }
uint64_t flank_reader_offset(const flank_reader *reader) { return reader->game_offset; }
uint64_t flank_reader_line(const flank_reader *reader) { return reader->format->binary ? 0 : reader->game_line; }
uint64_t flank_reader_error_line(const flank_reader *reader) { return reader->format->binary ? 0 : reader->error_line; }
const char *flank_reader_warning(const flank_reader *reader) { return reader->warning; }
uint64_t flank_reader_consumed(const flank_reader *reader) { return reader->source.offset; }
