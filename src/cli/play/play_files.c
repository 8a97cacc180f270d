/* SPDX-License-Identifier: MIT
 *
 * Saving and loading games without losing any.
 *
 * A game takes the place of the one in a file when it is written whole (whole_file.h), so that at every moment either
 * the old or the new game is there. A file that this session has not itself written or read is only replaced when the
 * person agrees (a script says save!).
 *
 * The name of a file says its format: .ggf, .sgf, .txt; any other is flank's own text. What is in a file says what it
 * is.
 */
#include "cli/play/play_session.h"
#include "formats/whole_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { RECORD_SIZE_MAX = 1 << 20 };

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
    fputs(text, file.stream); /* whether that went well is seen when it is kept */
    return whole_file_keep(&file);
}

/* May `path` be written? Asks a person; refuses a script. */
static bool may_replace(play_session *session, const char *path)
{
    struct stat there;
    bool own = session->file && strcmp(session->file, path) == 0;
    if (own || stat(path, &there) != 0)
        return true;
    if (!play_input_is_person(session->input)) {
        play_refuse(session, CLI_CANNOT_WRITE, "%s exists; 'save! %s' replaces it", path, path);
        return false;
    }
    char *answer;
    printf("%s exists. ", path);
    if (play_input_line(session->input, "Replace it? [y/N] ", &answer) == LINE_READ &&
        (answer[0] == 'y' || answer[0] == 'Y'))
        return true;
    interrupt_watch_take(session->watch);
    puts("not saved");
    return false;
}

static void remember_file(play_session *session, const char *path)
{
    char *copy = malloc(strlen(path) + 1);
    if (copy)
        strcpy(copy, path);
    free(session->file);
    session->file = copy;
}

/* The game with its result, which repetition may have made. */
static flank_sheet *make_sheet(const flank_record *record)
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
    }
    return sheet;
}

/* Write the game in the format that the file's name asks for; false with a complaint. `*lost`: what of it is
 * not there that its next reader needs, or NULL. */
static bool write_as(play_session *session, const char *path, const flank_format *format, const char **lost)
{
    flank_error error = {.text = "not enough memory"};
    flank_sheet *sheet = make_sheet(session->record);
    flank_writer *writer = sheet ? flank_writer_open(path, format, NULL, &error) : NULL;
    bool written = writer && flank_writer_write(writer, sheet, &error) == FLANK_OK;
    *lost = writer && flank_writer_lost(writer, FLANK_LOSS_MOVES)   ? "but only its positions"
            : writer && flank_writer_lost(writer, FLANK_LOSS_RULES) ? "but without its rules"
                                                                    : NULL;
    written = flank_writer_close(writer, written, written ? &error : NULL) == FLANK_OK && written;
    flank_sheet_destroy(sheet);
    if (!written)
        play_refuse(session, CLI_CANNOT_WRITE, "%s: %s", path, error.text);
    return written;
}

/* Write the game as flank's own text; false with a complaint. */
static bool write_text(play_session *session, const char *path)
{
    char *text = play_format_record(session->record);
    const int failure = text ? play_replace_file(path, text) : ENOMEM;
    free(text);
    if (failure)
        play_refuse(session, CLI_CANNOT_WRITE, "%s: cannot write: %s", path, strerror(failure));
    return failure == 0;
}

void play_save(play_session *session, const char *path, bool replace)
{
    struct stat there;
    if (stat(path, &there) == 0 && S_ISDIR(there.st_mode)) {
        play_refuse(session, CLI_CANNOT_WRITE, "%s: it is a folder", path);
        return;
    }
    if (!replace && !may_replace(session, path))
        return;
    const flank_format *format = flank_format_of_path(path);
    const bool is_other = format && flank_format_writes(format);
    const char *lost = NULL;
    if (is_other ? !write_as(session, path, format, &lost) : !write_text(session, path))
        return;
    remember_file(session, path);
    if (!lost) {
        play_note_safe(session);
        play_drop_kept(session);
    }
    printf("saved to %s%s%s\n", path, lost ? ", " : "", lost ? lost : "");
}

/* The whole file as a string, or NULL with errno set. */
static char *read_file(const char *path)
{
    struct stat there;
    if (stat(path, &there) == 0 && S_ISFIFO(there.st_mode)) { /* it would wait for a writer, deaf to Ctrl-C */
        errno = ESPIPE;
        return NULL;
    }
    FILE *file = fopen(path, "rb");
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
static flank_record *read_first_game(const play_session *session, const char *path)
{
    const flank_reader_options options = {.game = flank_record_game(session->record)};
    flank_sheet *sheet = NULL;
    flank_reader *reader = flank_reader_open(path, &options, NULL, NULL);
    flank_record *record = NULL;
    if (reader && flank_reader_next(reader, &sheet, NULL) == FLANK_OK)
        record = record_of(sheet);
    flank_sheet_destroy(sheet);
    flank_reader_close(reader);
    return record;
}

/* The game of a text in flank's own form, else in any other, of this game before the others. NULL with `error` if it is
 * none. */
static flank_record *read_text(const play_session *session, const char *text, flank_error *error)
{
    flank_sheet *sheet;
    flank_error other = {0};
    flank_record *record = flank_record_parse(text, NULL, error);
    if (record)
        return record;
    flank_status status = flank_sheet_recognise(text, strlen(text), flank_record_game(session->record), &sheet, &other);
    if (status && flank_sheet_recognise(text, strlen(text), NULL, &sheet, NULL) == FLANK_OK)
        status = FLANK_OK;
    if (status) {
        if (other.offset >= error->offset)
            *error = other;
        return NULL;
    }
    record = record_of(sheet);
    static const char *const notes[] = {"flank.game", "flank.note"};
    for (size_t i = 0; i < 2; i++) {
        const char *note = flank_node_tag(flank_sheet_root(sheet), notes[i]);
        if (note)
            puts(note);
    }
    flank_sheet_destroy(sheet);
    return record;
}

flank_record *play_read_record(play_session *session, const char *path)
{
    char *text = read_file(path);
    const int failure = text ? 0 : errno;
    flank_error error = {.text = "not enough memory"};
    flank_record *record = NULL;
    if (text)
        record = read_text(session, text, &error);
    else if (failure == EFBIG || failure == EILSEQ)
        record = read_first_game(session, path);
    if (!record && !text)
        play_refuse(session, CLI_NO_INPUT, "%s: cannot read: %s", path,
                    failure == EILSEQ ? "it is no text file, and no file of games" : strerror(failure));
    else if (!record)
        play_refuse(session, CLI_DATA, "%s:%zu: %s", path, line_of(text, error.offset), error.text);
    free(text);
    return record;
}

void play_load(play_session *session, const char *path)
{
    if (!*path) {
        play_load_kept(session);
        return;
    }
    flank_record *record = play_read_record(session, path);
    if (!record)
        return;
    play_set_record(session, record);
    play_clock_reset(&session->clock);
    remember_file(session, path);
    printf("loaded %s\n", path);
}
