/* SPDX-License-Identifier: MIT
 *
 * Files of games for commands.
 */
#include "cli/command/file_input.h"

#include "cli/command/packed_input.h"
#include "core/error.h"
#include "formats/format_table.h"
#include "formats/packed_start.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Standard input, and pipes with a name ---- */

/* What is read as it comes, of which the first bytes were looked at. */
typedef struct pipe_source {
    int descriptor;
    const interrupt_watch *watch; /* that ends it, or NULL */
    unsigned char start[PACKED_START_BYTES];
    size_t length, at;
} pipe_source;

static int64_t wait_and_read(const pipe_source *source, void *buffer, size_t size)
{
    struct pollfd files[] = {{.fd = source->descriptor, .events = POLLIN},
                             {.fd = source->watch ? interrupt_watch_descriptor(source->watch) : -1, .events = POLLIN}};
    for (;;) {
        if (poll(files, 2, -1) > 0 && files[1].revents)
            return 0;
        const ssize_t count = read(source->descriptor, buffer, size);
        if (count >= 0 || (errno != EAGAIN && errno != EINTR)) /* another reader of the pipe may have been sooner */
            return count;
    }
}

/* The bytes as they come. */
static int64_t read_pipe(void *user, void *buffer, size_t size)
{
    pipe_source *source = user;
    const size_t kept = source->length - source->at, count = kept < size ? kept : size;
    if (count == 0)
        return wait_and_read(source, buffer, size);
    memcpy(buffer, source->start + source->at, count);
    source->at += count;
    return (int64_t)count;
}

/* Look at the first bytes; no more of them than are needed, since somebody may be typing. False if reading fails. */
static bool look_at_start(pipe_source *source)
{
    int64_t count;
    do {
        count = wait_and_read(source, source->start + source->length, sizeof source->start - source->length);
        source->length += count > 0 ? (size_t)count : 0;
    } while (count > 0 && packed_may_begin(source->start, source->length));
    return count >= 0;
}

/* Copy all of it to a file without a name; NULL with errno. */
static FILE *spool(pipe_source *source)
{
    unsigned char buffer[16384];
    FILE *file = tmpfile();
    int64_t count = 0;
    while (file && (count = read_pipe(source, buffer, sizeof buffer)) > 0)
        if (fwrite(buffer, 1, (size_t)count, file) < (size_t)count)
            break;
    if (!file || (count == 0 && fflush(file) == 0))
        return file;
    const int number = errno;
    fclose(file);
    errno = number;
    return NULL;
}

static void pipe_close(void *user)
{
    pipe_source *source = user;
    if (source->descriptor != STDIN_FILENO)
        close(source->descriptor);
    free(source);
}

static flank_reader *refuse_pipe(pipe_source *source, flank_status *status, flank_error *error)
{
    *status = error_say(error, FLANK_CANNOT_READ, 0, SAY(CANNOT_READ_BECAUSE), say_system(errno));
    if (source)
        pipe_close(source);
    return NULL;
}

static flank_reader *pipe_reader(int descriptor, const flank_reader_options *options, const interrupt_watch *watch,
                                 flank_status *status, flank_error *error)
{
    if (descriptor < 0)
        return refuse_pipe(NULL, status, error);
    pipe_source *source = malloc(sizeof *source);
    if (!source) {
        *status = error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
        if (descriptor != STDIN_FILENO)
            close(descriptor);
        return NULL;
    }
    *source = (pipe_source){.descriptor = descriptor, .watch = watch};
    if (!look_at_start(source))
        return refuse_pipe(source, status, error);
    if (packed_begins(source->start, source->length)) {
        FILE *packed = spool(source);
        if (!packed)
            return refuse_pipe(source, status, error);
        pipe_close(source);
        return packed_reader(packed, options, watch, status, error);
    }
    flank_reader *reader = flank_reader_open_source(read_pipe, source, options, status, error);
    if (reader)
        reader->close = pipe_close;
    else
        pipe_close(source);
    return reader;
}

/* ---- Files ---- */

static mode_t kind_of(const char *path)
{
    struct stat about;
    return stat(path, &about) ? 0 : about.st_mode & S_IFMT;
}

flank_reader *file_reader(const char *path, const flank_reader_options *options, const interrupt_watch *watch,
                          flank_status *status, flank_error *error)
{
    if (strcmp(path, "-") == 0)
        return pipe_reader(STDIN_FILENO, options, watch, status, error);
    flank_reader_options named = options ? *options : (flank_reader_options){0};
    named.path = path;
    const mode_t kind = kind_of(path);
    if (kind == S_IFIFO) /* opened at once: Ctrl-C ends the wait for somebody who writes */
        return pipe_reader(open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC), &named, watch, status, error);
    if (kind == S_IFDIR) {
        *status = error_say(error, FLANK_CANNOT_READ, 0, SAY(IS_FOLDER));
        return NULL;
    }
    FILE *packed = packed_is(path) ? fopen(path, "rb") : NULL;
    return packed ? packed_reader(packed, &named, watch, status, error)
                  : flank_reader_open(path, options, status, error);
}

int file_exit_status(flank_status status)
{
    return status == FLANK_CANNOT_READ     ? CLI_NO_INPUT
           : status == FLANK_NO_MEMORY     ? CLI_INTERNAL
           : status == FLANK_NOT_SUPPORTED ? CLI_USAGE
                                           : CLI_DATA;
}

int file_open(const char *path, const flank_reader_options *options, flank_reader **reader)
{
    flank_status status = FLANK_OK;
    flank_error error = {0};
    *reader = file_reader(path, options, NULL, &status, &error);
    return *reader ? CLI_DONE : complain(file_exit_status(status), "%s: %s", path, error_english(&error));
}

int file_complain(const flank_reader *reader, const char *path, const flank_error *error)
{
    const file_place place = file_place_of(reader, path, flank_reader_error_line(reader), error->offset);
    return file_complain_at(&place, error_english(error));
}

file_place file_place_of(const flank_reader *reader, const char *path, uint64_t line, uint64_t offset)
{
    file_place place = {.line = line, .offset = offset};
    const packed_file *packed = packed_of_reader(reader);
    const char *member = packed ? packed_member(packed, &place.line, &place.offset) : NULL;
    snprintf(place.name, sizeof place.name, "%s%s%s", path, member ? ": " : "", member ? member : "");
    return place;
}

file_place file_place_of_game(const flank_reader *reader, const char *path)
{
    return file_place_of(reader, path, flank_reader_line(reader), flank_reader_offset(reader));
}

file_place file_place_of_note(const flank_reader *reader, const char *path)
{
    return reader->note_line ? file_place_of(reader, path, reader->note_line, reader->note_offset)
                             : file_place_of_game(reader, path);
}

void file_place_format(const file_place *place, char *out, size_t size)
{
    if (place->line)
        snprintf(out, size, "%s:%" PRIu64, place->name, place->line);
    else
        snprintf(out, size, "%s: byte %" PRIu64, place->name, place->offset);
}

int file_complain_at(const file_place *place, const char *text)
{
    char where[FILE_PLACE_SIZE + 32];
    file_place_format(place, where, sizeof where);
    return complain(CLI_DATA, "%s: %s", where, text);
}

enum { NOTES_MAX = 20 };

void file_print_sheet_notes(const flank_sheet *sheet, const file_place *place, const file_place *note_place)
{
    const flank_node *root = flank_sheet_root(sheet);
    const char *game = flank_node_tag(root, "flank.game"), *note = flank_node_tag(root, "flank.note");
    if (game)
        file_complain_at(place, game);
    if (note)
        file_complain_at(note_place, note);
}

void file_print_notes(file_notes *notes, const flank_reader *reader, const char *path, const flank_sheet *sheet)
{
    const flank_node *root = flank_sheet_root(sheet);
    const bool has_note = flank_node_tag(root, "flank.note") || flank_node_tag(root, "flank.game");
    const char *warning = notes->warned ? NULL : flank_reader_warning(reader);
    const bool tells = has_note && notes->games++ < NOTES_MAX;
    if (tells || warning)
        progress_clear(notes->progress);
    if (tells) {
        const file_place place = file_place_of_game(reader, path), note_place = file_place_of_note(reader, path);
        file_print_sheet_notes(sheet, &place, &note_place);
    }
    if (warning)
        complain(CLI_DONE, "%s: %s", path, warning);
    notes->warned = notes->warned || warning;
}

void file_print_more_notes(const file_notes *notes, const char *path)
{
    if (notes->games > NOTES_MAX)
        complain(CLI_DONE, "%s: remarks about %" PRIu64 " more", path, notes->games - NOTES_MAX);
}

double file_size(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode) && !packed_is(path) ? (double)about.st_size : 0;
}

double file_total_size(char *const *paths, size_t count)
{
    double total = 0;
    for (size_t i = 0; i < count; i++) {
        const double size = strcmp(paths[i], "-") == 0 ? 0 : file_size(paths[i]);
        if (size == 0)
            return 0;
        total += size;
    }
    return total;
}
