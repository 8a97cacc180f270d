/* SPDX-License-Identifier: MIT
 *
 * Places below the home folder.
 */
#include "cli/command/user_file.h"

#include "core/text_buffer.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

char *user_file(const char *variable, const char *fallback, const char *name)
{
    const char *folder = getenv(variable), *home = getenv("HOME");
    const bool given = folder && folder[0] == '/'; /* the specification has other values ignored */
    text_buffer path = {NULL};
    if (!given && (!home || home[0] != '/'))
        return NULL;
    text_addf(&path, "%s%s/flank/%s", given ? folder : home, given ? "" : fallback, name);
    if (path.failed)
        text_free(&path);
    return path.bytes;
}

void user_file_make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
}
