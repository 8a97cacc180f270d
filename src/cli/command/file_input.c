/* SPDX-License-Identifier: MIT
 *
 * Files of games for commands.
 */
#include "cli/command/file_input.h"

#include "cli/command/packed_input.h"
#include "core/error.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
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
    if (!is_folder(path) && packed_is(path))
        return packed_reader(path, options, status, error);
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

/* ---- Folders ---- */

static bool add_path(file_list *list, char *path)
{
    char **paths = path ? realloc(list->paths, (list->count + 1) * sizeof *paths) : NULL;
    if (!paths) {
        free(path);
        return false;
    }
    list->paths = paths;
    paths[list->count++] = path;
    return true;
}

/* True if the name is of a format of games: "a.ggf", "a.ggf.bz2", "a.zip". */
static int is_of_games(const struct dirent *entry)
{
    static const char *const packings[] = {".gz", ".bz2", ".xz", ".zst", ".zip"};
    char name[sizeof entry->d_name];
    snprintf(name, sizeof name, "%s", entry->d_name);
    char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && dot > name && i < sizeof packings / sizeof *packings; i++)
        if (strcasecmp(dot, packings[i]) == 0) {
            *dot = '\0';
            return strcasecmp(packings[i], ".zip") == 0 || flank_format_of_path(name);
        }
    return *name != '.' && flank_format_of_path(name);
}

/* Add the files of a folder; an exit status. */
static int add_folder(file_list *list, const char *path)
{
    struct dirent **entries = NULL;
    const int count = scandir(path, &entries, is_of_games, alphasort);
    bool added = true;
    for (int i = 0; i < count; i++) {
        const size_t size = strlen(path) + strlen(entries[i]->d_name) + 2;
        char *name = malloc(size);
        if (name)
            snprintf(name, size, "%s/%s", path, entries[i]->d_name);
        added = added && add_path(list, name);
        free(entries[i]);
    }
    free(entries);
    if (count < 0)
        return complain(CLI_NO_INPUT, "%s: cannot read: %s", path, strerror(errno));
    if (count == 0)
        return complain(CLI_NO_INPUT, "%s: holds no file of games", path);
    return added ? CLI_DONE : complain(CLI_INTERNAL, "not enough memory");
}

int file_list_make(char *const *operands, size_t count, file_list *list)
{
    *list = (file_list){NULL};
    int status = CLI_DONE;
    for (size_t i = 0; i < count && !status; i++)
        if (strcmp(operands[i], "-") != 0 && is_folder(operands[i]))
            status = add_folder(list, operands[i]);
        else if (!add_path(list, strdup(operands[i])))
            status = complain(CLI_INTERNAL, "not enough memory");
    return status;
}

void file_list_free(file_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->paths[i]);
    free(list->paths);
}
