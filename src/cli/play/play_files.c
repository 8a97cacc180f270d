/* SPDX-License-Identifier: MIT
 *
 * Games in files, written without losing any.
 *
 * A game takes the place of the one in a file when it is written whole (whole_file.h), so that at every moment either
 * the old or the new game is there.
 *
 * The name of a file says its format: .ggf, .sgf, .txt; any other is flank's own text. A file that is read is known by
 * its content.
 */
#include "cli/play/play_files.h"

#include "cli/command/cli.h"
#include "cli/command/file_input.h"
#include "cli/command/packed_input.h"
#include "core/error.h"
#include "core/whole_file.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { RECORD_SIZE_MAX = 1 << 20 };

__attribute__((format(printf, 3, 4))) static void refusal_set(play_refusal *refusal, int status, const char *format,
                                                              ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(refusal->text, sizeof refusal->text, format, arguments);
    va_end(arguments);
    refusal->status = status;
}

/* ---- Writing ---- */

char *play_format_record(const flank_record *record)
{
    const size_t length = flank_record_format(record, NULL, 0);
    char *text = malloc(length + 1);
    if (text)
        flank_record_format(record, text, length + 1);
    return text;
}

int play_replace_file(const char *path, const char *text)
{
    whole_file file;
    const int failure = whole_file_open(&file, path);
    if (failure)
        return failure;
    fputs(text, file.stream); /* a failure here is seen when the file is kept */
    return whole_file_keep(&file);
}

/* The game with its result, which repetition or the players may have made. */
static flank_sheet *make_sheet(const flank_record *record, const flank_sheet_result *agreed)
{
    flank_sheet *sheet = flank_sheet_of_record(record);
    const flank_outcome outcome = flank_record_outcome(record);
    const int view = flank_record_position(record)->color == FLANK_BLACK ? 1 : -1;
    if (sheet && outcome.over) {
        const flank_sheet_result result = {.known = true,
                                           .sign = view * outcome.sign,
                                           .has_discs = flank_game_scores_discs(flank_record_game(record)),
                                           .discs = view * outcome.discs};
        flank_sheet_set_result(sheet, &result);
    } else if (sheet && agreed->known) {
        flank_sheet_set_result(sheet, agreed);
    }
    return sheet;
}

/* Write the game, which is destroyed, in the format that the file's name asks for. `*lost`: the part of it that is
 * missing and that its next reader needs, or NULL. */
static bool write_as(flank_sheet *sheet, const char *path, const flank_format *format, const char **lost,
                     play_refusal *refusal)
{
    flank_error error = {.code = FLANK_ERROR_NO_MEMORY};
    flank_writer *writer = sheet ? flank_writer_open(path, format, NULL, &error) : NULL;
    bool written = writer && flank_writer_write(writer, sheet, &error) == FLANK_OK;
    *lost = writer && flank_writer_lost(writer, FLANK_LOSS_MOVES)   ? "but only its positions"
            : writer && flank_writer_lost(writer, FLANK_LOSS_RULES) ? "but without its rules"
                                                                    : NULL;
    written = flank_writer_close(writer, written, written ? &error : NULL) == FLANK_OK && written;
    flank_sheet_destroy(sheet);
    if (!written)
        refusal_set(refusal, CLI_CANNOT_WRITE, "%s: %s", path, error_english(&error));
    return written;
}

/* Write the game as flank's own text. */
static bool write_text(const flank_record *record, const char *path, play_refusal *refusal)
{
    char *text = play_format_record(record);
    const int failure = text ? play_replace_file(path, text) : ENOMEM;
    free(text);
    if (failure == EISDIR)
        refusal_set(refusal, CLI_CANNOT_WRITE, "%s: is a folder", path);
    else if (failure)
        refusal_set(refusal, CLI_CANNOT_WRITE, "%s: cannot write: %s", path, strerror(failure));
    return failure == 0;
}

bool play_write_record(const flank_record *record, const flank_sheet_result *agreed, const char *path,
                       const char **lost, play_refusal *refusal)
{
    const flank_format *format = flank_format_of_path(path);
    *lost = NULL;
    if (format && flank_format_writes(format))
        return write_as(make_sheet(record, agreed), path, format, lost, refusal);
    return agreed->known ? write_as(make_sheet(record, agreed), path, flank_format_find("flank"), lost, refusal)
                         : write_text(record, path, refusal);
}

/* ---- Reading ---- */

/* The whole file as a string, or NULL with errno set. */
static char *read_file(const char *path)
{
    struct stat there;
    if (stat(path, &there) == 0 && S_ISFIFO(there.st_mode)) { /* it would wait for a writer, deaf to Ctrl-C */
        errno = ESPIPE;
        return NULL;
    }
    FILE *file = packed_fopen(path, NULL);
    char *text = malloc(RECORD_SIZE_MAX + 1);
    if (!file || !text) {
        int failure = file ? ENOMEM : errno;
        free(text);
        if (file)
            fclose(file);
        errno = failure;
        return NULL;
    }
    size_t length = fread(text, 1, RECORD_SIZE_MAX + 1, file);
    int failure = ferror(file) ? errno : 0;
    fclose(file);
    if (!failure && length > RECORD_SIZE_MAX)
        failure = EFBIG;
    if (!failure && memchr(text, '\0', length))
        failure = EILSEQ;
    if (failure) {
        free(text);
        errno = failure;
        return NULL;
    }
    text[length] = '\0';
    return text;
}

static size_t line_of(const char *text, size_t offset)
{
    size_t line = 1;
    for (size_t i = 0; i < offset && text[i]; i++)
        line += text[i] == '\n';
    return line;
}

/* The game of a sheet; of a position only that. NULL without memory. */
static flank_record *record_of(const flank_sheet *sheet)
{
    const bool is_game = flank_sheet_kind_of(sheet) == FLANK_SHEET_GAME;
    return flank_sheet_record(sheet, is_game ? NULL : flank_sheet_root(sheet));
}

/* The first game of a file that is no text or too large for one; NULL if it has none. */
static flank_record *read_first_game(const flank_game *game, const char *path)
{
    const flank_reader_options options = {.game = game};
    flank_sheet *sheet = NULL;
    flank_reader *reader = file_reader(path, &options, NULL, NULL, NULL);
    flank_record *record = NULL;
    if (reader && flank_reader_next(reader, &sheet, NULL) == FLANK_OK)
        record = record_of(sheet);
    flank_sheet_destroy(sheet);
    flank_reader_close(reader);
    return record;
}

/* The game of a text in flank's own form, else in any other, of `game` before the others. NULL with `error` if it is
 * none. */
static flank_record *read_text(const char *text, const flank_game *game, text_buffer *notes, flank_error *error)
{
    flank_sheet *sheet;
    flank_error other = {0};
    flank_record *record = flank_record_parse(text, NULL, error);
    if (record)
        return record;
    flank_status status = flank_sheet_recognise(text, strlen(text), game, &sheet, &other);
    if (status && flank_sheet_recognise(text, strlen(text), NULL, &sheet, NULL) == FLANK_OK)
        status = FLANK_OK;
    if (status) {
        if (other.offset >= error->offset)
            *error = other;
        return NULL;
    }
    record = record_of(sheet);
    static const char *const names[] = {"flank.game", "flank.note"};
    for (size_t i = 0; i < 2; i++) {
        const char *note = flank_node_tag(flank_sheet_root(sheet), names[i]);
        if (note)
            text_addf(notes, "%s\n", note);
    }
    flank_sheet_destroy(sheet);
    return record;
}

flank_record *play_read_record(const char *path, const flank_game *game, text_buffer *notes, play_refusal *refusal)
{
    char *text = read_file(path);
    const int failure = text ? 0 : errno;
    flank_error error = {.code = FLANK_ERROR_NO_MEMORY};
    flank_record *record = NULL;
    if (text)
        record = read_text(text, game, notes, &error);
    else if (failure == EFBIG || failure == EILSEQ)
        record = read_first_game(game, path);
    if (!record && failure == EISDIR)
        refusal_set(refusal, CLI_NO_INPUT, "%s: is a folder", path);
    else if (!record && !text)
        refusal_set(refusal, CLI_NO_INPUT, "%s: cannot read: %s", path,
                    failure == ESPIPE    ? "it is no plain file"
                    : failure == EILSEQ  ? "it is no text file, and no file of games"
                    : failure == EBADMSG ? "what it is packed in is damaged or cut off"
                                         : strerror(failure));
    else if (!record)
        refusal_set(refusal, CLI_DATA, "%s:%zu: %s", path, line_of(text, error.offset), error_english(&error));
    free(text);
    return record;
}
