/* SPDX-License-Identifier: MIT
 *
 * Folders of numbered files, found and visited.
 */
#include "train/numbered_files.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS_MAX = 9 };

/* The number of a file, or -1 for another name. */
static int number_of(const char *name, const char *prefix)
{
    const char *digits = name + strlen(prefix);
    if (strncmp(name, prefix, strlen(prefix)) != 0 || !*digits || strlen(digits) > DIGITS_MAX)
        return -1;
    for (const char *at = digits; *at; at++)
        if (!isdigit((unsigned char)*at))
            return -1;
    return atoi(digits);
}

static int by_name(const struct dirent **a, const struct dirent **b) { return strcmp((*a)->d_name, (*b)->d_name); }

static char *joined(const char *folder, const char *name)
{
    const size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/%s", folder, name);
    return path;
}

static flank_status read_named(const char *folder, const char *name, int number, numbered_file_fn *visit, void *user,
                               char **fault)
{
    char *path = joined(folder, name);
    const flank_status status = path ? visit(user, path, number) : FLANK_NO_MEMORY;
    if (status == FLANK_OK)
        free(path);
    else
        *fault = path;
    return status;
}

static flank_status read_folder(const char *folder, const char *prefix, numbered_file_fn *visit, void *user,
                                char **fault)
{
    struct dirent **entries = NULL;
    const int count = scandir(folder, &entries, NULL, by_name);
    if (count < 0) {
        const int why = errno;
        *fault = strdup(folder);
        errno = why;
        return *fault ? FLANK_CANNOT_READ : FLANK_NO_MEMORY;
    }
    flank_status status = FLANK_OK;
    for (int i = 0; i < count; i++) {
        const int number = number_of(entries[i]->d_name, prefix);
        if (status == FLANK_OK && number >= 0)
            status = read_named(folder, entries[i]->d_name, number, visit, user, fault);
        free(entries[i]);
    }
    free(entries);
    return status;
}

flank_status numbered_files_read(const char *const *folders, size_t count, const char *prefix, numbered_file_fn *visit,
                                 void *user, char **fault)
{
    *fault = NULL;
    for (size_t i = 0; i < count; i++) {
        const flank_status status = read_folder(folders[i], prefix, visit, user, fault);
        if (status != FLANK_OK)
            return status;
    }
    return FLANK_OK;
}
