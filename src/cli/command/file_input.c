/* SPDX-License-Identifier: MIT
 *
 * Files of games for commands.
 */
#include "cli/command/file_input.h"

#include "core/error.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Standard input as it comes; `user` is an interrupt_watch that ends it, or NULL. */
static int64_t read_stdin(void *user, void *buffer, size_t size)
{
    struct pollfd files[] = {{.fd = STDIN_FILENO, .events = POLLIN},
                             {.fd = user ? interrupt_watch_descriptor(user) : -1, .events = POLLIN}};
    if (poll(files, 2, -1) > 0 && files[1].revents)
        return 0;
    return read(STDIN_FILENO, buffer, size);
}

static bool is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

flank_reader *file_reader(const char *path, const flank_reader_options *options, const interrupt_watch *watch,
                          flank_status *status, flank_error *error)
{
    if (strcmp(path, "-") == 0)
        return flank_reader_open_source(read_stdin, (void *)watch, options, status, error);
    if (!is_folder(path))
        return flank_reader_open(path, options, status, error);
    *status = error_say(error, FLANK_CANNOT_READ, 0, SAY(IS_FOLDER));
    return NULL;
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
    return file_complain_at(path, flank_reader_error_line(reader), error->offset, error_english(error));
}

int file_complain_at(const char *path, uint64_t line, uint64_t offset, const char *text)
{
    if (line)
        return complain_at(path, (size_t)line, "%s", text);
    return complain(CLI_DATA, "%s: byte %" PRIu64 ": %s", path, offset, text);
}

enum { NOTES_MAX = 20 };

void file_print_sheet_notes(const flank_sheet *sheet, const char *path, uint64_t line, uint64_t offset)
{
    static const char *const names[] = {"flank.game", "flank.note"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *note = flank_node_tag(flank_sheet_root(sheet), names[i]);
        if (note)
            file_complain_at(path, line, offset, note);
    }
}

void file_print_notes(file_notes *notes, const flank_reader *reader, const char *path, const flank_sheet *sheet)
{
    const flank_node *root = flank_sheet_root(sheet);
    const bool has_note = flank_node_tag(root, "flank.note") || flank_node_tag(root, "flank.game");
    const char *warning = notes->warned ? NULL : flank_reader_warning(reader);
    const bool tells = has_note && notes->told++ < NOTES_MAX;
    if (tells || warning)
        progress_clear(notes->progress);
    if (tells)
        file_print_sheet_notes(sheet, path, flank_reader_line(reader), flank_reader_offset(reader));
    if (warning)
        complain(CLI_DONE, "%s: %s", path, warning);
    notes->warned = notes->warned || warning;
}

double file_size(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode) ? (double)about.st_size : 0;
}

double file_total_size(char *const *paths, size_t count)
{
    double total = 0;
    for (size_t i = 0; i < count; i++) {
        struct stat about;
        if (strcmp(paths[i], "-") == 0 || stat(paths[i], &about) || !S_ISREG(about.st_mode))
            return 0;
        total += (double)about.st_size;
    }
    return total;
}
