/* SPDX-License-Identifier: MIT
 *
 * Files of games in folders.
 */
#include "cli/command/file_list.h"

#include "cli/command/file_input.h"
#include "cli/command/packed_input.h"
#include "core/text_buffer.h"
#include "formats/format_table.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { START_BYTES = 16384, NAMES_MAX = 3, DEPTH_MAX = 64 };

/* The reasons why something in a folder is passed over. */
typedef enum pass_reason {
    PASS_UNKNOWN,
    PASS_NAMES,
    PASS_HIDDEN,
    PASS_LINK,
    PASS_NO_FILE,
    PASS_UNREADABLE,
    PASS_DEEP,
    PASS_REASON_COUNT,
    PASS_NOT = PASS_REASON_COUNT /* it is taken */
} pass_reason;

/* What was passed over for one reason. */
typedef struct passed_over {
    size_t count;
    text_buffer names; /* of the first */
} passed_over;

/* The walk through a folder. */
typedef struct folder_walk {
    file_list *list;
    size_t root_length; /* of the path of the folder, with its slash */
    passed_over passed[PASS_REASON_COUNT];
    int status;
} folder_walk;

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

/* ---- Files ---- */

/* True if the name has one of the endings, in either case; `*name` ends before it then if `cut`. */
static bool has_ending(char *name, const char *const *endings, bool cut)
{
    char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && dot > name && endings[i]; i++)
        if (strcasecmp(dot, endings[i]) == 0) {
            *dot = cut ? '\0' : '.';
            return true;
        }
    return false;
}

/* True if the name is of a format of games: "a.ggf", "a.ggf.bz2", "a.zip". */
static bool is_named(const char *name)
{
    static const char *const packings[] = {".gz", ".bz2", ".xz", ".zst", NULL}, *const archives[] = {".zip", NULL};
    char copy[sizeof((struct dirent *)NULL)->d_name];
    snprintf(copy, sizeof copy, "%s", name);
    if (has_ending(copy, archives, false))
        return true;
    has_ending(copy, packings, true);
    return flank_format_of_path(copy);
}

/* True if the first bytes of a file are surely games. */
static bool has_games(FILE *file)
{
    char bytes[START_BYTES];
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    return !ferror(file) && format_of_games(bytes, size, size < sizeof bytes);
}

/* The same of a packed one: it can be opened. */
static bool has_packed_games(const char *path)
{
    flank_status status;
    flank_reader *reader = file_reader(path, NULL, NULL, &status, NULL);
    flank_reader_close(reader);
    return reader != NULL;
}

static pass_reason judge_file(const char *path, const char *name)
{
    static const char *const lists[] = {".jou", ".trn", NULL};
    char copy[sizeof((struct dirent *)NULL)->d_name];
    snprintf(copy, sizeof copy, "%s", name);
    if (is_named(name))
        return PASS_NOT;
    if (has_ending(copy, lists, false))
        return PASS_NAMES;
    if (packed_is(path))
        return has_packed_games(path) ? PASS_NOT : PASS_UNKNOWN;
    FILE *file = fopen(path, "rb");
    if (!file)
        return PASS_UNREADABLE;
    const bool found = has_games(file);
    fclose(file);
    return found ? PASS_NOT : PASS_UNKNOWN;
}

/* ---- Folders ---- */

static void pass_over(folder_walk *walk, pass_reason reason, const char *path)
{
    passed_over *passed = &walk->passed[reason];
    if (passed->count++ < NAMES_MAX)
        text_addf(&passed->names, "%s%s", passed->count > 1 ? ", " : "", path + walk->root_length);
}

static void walk_folder(folder_walk *walk, const char *path, int depth);

/* Take one entry of a folder; `path` becomes the list's, or is freed. */
static void take_entry(folder_walk *walk, char *path, const char *name, int depth)
{
    struct stat itself = {0}, about = {0};
    pass_reason reason = PASS_UNREADABLE;
    if (*name == '.')
        reason = PASS_HIDDEN;
    else if (lstat(path, &itself) == 0 && stat(path, &about) == 0)
        reason = S_ISREG(about.st_mode)    ? judge_file(path, name)
                 : !S_ISDIR(about.st_mode) ? PASS_NO_FILE
                 : S_ISLNK(itself.st_mode) ? PASS_LINK
                 : depth == DEPTH_MAX      ? PASS_DEEP
                                           : PASS_NOT;
    if (reason == PASS_NOT && S_ISREG(about.st_mode)) {
        if (!add_path(walk->list, path))
            walk->status = complain(CLI_INTERNAL, "not enough memory");
        return;
    }
    if (reason == PASS_NOT)
        walk_folder(walk, path, depth + 1);
    else
        pass_over(walk, reason, path);
    free(path);
}

static int is_entry(const struct dirent *entry)
{
    return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

static void walk_folder(folder_walk *walk, const char *path, int depth)
{
    struct dirent **entries = NULL;
    const int count = scandir(path, &entries, is_entry, alphasort);
    if (count < 0 && depth > 0)
        pass_over(walk, PASS_UNREADABLE, path);
    else if (count < 0)
        walk->status = complain(CLI_NO_INPUT, "%s: cannot read: %s", path, strerror(errno));
    for (int i = 0; i < count; i++) {
        const size_t size = strlen(path) + strlen(entries[i]->d_name) + 2;
        char *name = walk->status ? NULL : malloc(size);
        if (name) {
            snprintf(name, size, "%s%s%s", path, path[strlen(path) - 1] == '/' ? "" : "/", entries[i]->d_name);
            take_entry(walk, name, entries[i]->d_name, depth);
        } else if (!walk->status) {
            walk->status = complain(CLI_INTERNAL, "not enough memory");
        }
        free(entries[i]);
    }
    free(entries);
}

/* Tell what was passed over, a line for each reason. */
static void tell_passed(const folder_walk *walk, const char *path)
{
    static const struct {
        const char *one, *several;
    } words[PASS_REASON_COUNT] = {
        [PASS_UNKNOWN] = {"file in no format that flank knows", "files in no format that flank knows"},
        [PASS_NAMES] = {"list of names of WTHOR, which its .wtb files use",
                        "lists of names of WTHOR, which their .wtb files use"},
        [PASS_HIDDEN] = {"hidden file or folder", "hidden files and folders"},
        [PASS_LINK] = {"link to a folder", "links to folders"},
        [PASS_NO_FILE] = {"pipe, socket or device", "pipes, sockets and devices"},
        [PASS_UNREADABLE] = {"file or folder that cannot be read", "files and folders that cannot be read"},
        [PASS_DEEP] = {"folder that is too deep", "folders that are too deep"},
    };
    for (size_t i = 0; i < PASS_REASON_COUNT; i++) {
        const passed_over *passed = &walk->passed[i];
        char more[32] = "";
        if (passed->count > NAMES_MAX)
            snprintf(more, sizeof more, " and %zu more", passed->count - NAMES_MAX);
        if (passed->count && !passed->names.failed)
            complain(CLI_DONE, "%s: passed over %zu %s: %s%s", path, passed->count,
                     passed->count == 1 ? words[i].one : words[i].several, passed->names.bytes, more);
    }
}

/* Add the files of a folder; an exit status. */
static int add_folder(file_list *list, const char *path)
{
    folder_walk walk = {.list = list, .root_length = strlen(path) + (path[strlen(path) - 1] != '/')};
    const size_t before = list->count;
    walk_folder(&walk, path, 0);
    tell_passed(&walk, path);
    for (size_t i = 0; i < PASS_REASON_COUNT; i++)
        text_free(&walk.passed[i].names);
    if (!walk.status && list->count == before)
        return complain(CLI_NO_INPUT, "%s: holds no file of games", path);
    return walk.status;
}

static bool is_folder(const char *path)
{
    struct stat about;
    return strcmp(path, "-") != 0 && stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

int file_list_make(char *const *operands, size_t count, file_list *list)
{
    *list = (file_list){NULL};
    int status = CLI_DONE;
    for (size_t i = 0; i < count && !status; i++)
        if (is_folder(operands[i]))
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
