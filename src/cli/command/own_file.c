/* SPDX-License-Identifier: MIT
 *
 * They are looked for beside the program, not at a path that was fixed when it was built: so an installation may be
 * moved, and a program in a build tree finds what is of its own tree. Only where the system does not tell where the
 * program is, it is taken to be where it was meant to be installed.
 */
#define _XOPEN_SOURCE 700 /* realpath */

#include "cli/command/own_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

/* With a slash at its end. */
static void program_folder(char *folder)
{
    const ssize_t length = readlink("/proc/self/exe", folder, PATH_SIZE - 1);
    folder[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[1] = '\0';
    else
        snprintf(folder, PATH_SIZE, "%s/", PROGRAM_FOLDER);
}

char *own_file_find(const char *const *places)
{
    char folder[PATH_SIZE], path[PATH_SIZE + 256];
    program_folder(folder);
    for (size_t i = 0; places[i]; i++) {
        snprintf(path, sizeof path, "%s%s", places[i][0] == '/' ? "" : folder, places[i]);
        if (access(path, F_OK) == 0)
            return realpath(path, NULL); /* without the dots, which mean nothing to people */
    }
    return NULL;
}
