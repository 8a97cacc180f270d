/* SPDX-License-Identifier: MIT
 *
 * Places below the home folder.
 */
#include "cli/command/user_file.h"

#include "cli/command/cli.h"
#include "core/text_buffer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* From the root, on Windows (HAS_DRIVES, of the build) from that of a drive. */
static bool is_absolute(const char *path)
{
    return path[0] == '/' || (HAS_DRIVES && path[0] && strncmp(path + 1, ":/", 2) == 0);
}

char *user_file(const char *variable, const char *fallback, const char *name)
{
    const char *folder = getenv(variable), *home = getenv("HOME");
    const bool given = folder && is_absolute(folder); /* the specification has other values ignored */
    text_buffer path = {NULL};
    if (!given && (!home || !is_absolute(home)))
        return NULL;
    text_addf(&path, "%s%s/flank/%s", given ? folder : home, given ? "" : fallback, name);
    if (path.failed)
        text_free(&path);
    return path.bytes;
}

/* Make one folder, or have it: 0, or the system's number of the reason why not. */
static int make_folder(const char *path)
{
    struct stat there;
    if (mkdir(path, 0700) == 0)
        return 0;
    const int number = errno;
    return stat(path, &there) != 0 ? number : S_ISDIR(there.st_mode) ? 0 : ENOTDIR;
}

int user_file_make_folders(char *path, size_t *length)
{
    int failed = 0;
    for (char *slash = strchr(path + 1, '/'); slash && !failed; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        failed = make_folder(path);
        *slash = '/';
        *length = (size_t)(slash - path);
    }
    return failed;
}

int user_file_prepare(char *path)
{
    size_t length;
    const int failed = user_file_make_folders(path, &length);
    return failed ? complain(CLI_CANNOT_WRITE, "%s: cannot make the folder %.*s: %s", path, (int)length, path,
                             strerror(failed))
                  : CLI_DONE;
}
