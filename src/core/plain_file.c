/* SPDX-License-Identifier: MIT
 *
 * Telling plain files from folders, pipes and devices.
 */
#include "core/plain_file.h"

#include "core/error.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char no_plain_file[] = "it is no plain file";

/* 0 if a file can be made at `path`, else an errno. */
static int obstacle(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : strdup(".");
    const int number = !folder ? ENOMEM : access(folder, W_OK | X_OK) == 0 ? 0 : errno;
    free(folder);
    return number;
}

/* Nothing is there. SQLite would tell another reason why it cannot be made than the first. */
static flank_status check_place(const char *path, flank_error *error)
{
    const int number = obstacle(path);
    return number ? error_say(error, FLANK_CANNOT_WRITE, 0, SAY(CANNOT_WRITE_BECAUSE), say_system(number)) : FLANK_OK;
}

flank_status plain_file_check(const char *path, flank_status failure, flank_error *error)
{
    struct stat there;
    const int number = stat(path, &there) == 0 ? 0 : errno;
    if (number == ENOENT)
        return failure == FLANK_CANNOT_WRITE ? check_place(path, error) : FLANK_OK;
    if (number)
        return error_say(error, failure, 0, SAY(LIBRARY_CANNOT_USE), say_system(number));
    if (S_ISREG(there.st_mode))
        return FLANK_OK;
    return S_ISDIR(there.st_mode)
               ? error_say(error, failure, 0, say_system(EISDIR))
               : error_say(error, failure, 0, SAY(LIBRARY_CANNOT_USE), SAY(TEXT), say_text(no_plain_file));
}

FILE *plain_file_open(const char *path, flank_error *error)
{
    struct stat there;
    FILE *file = NULL;
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0 || fstat(descriptor, &there) != 0)
        error_say(error, FLANK_CANNOT_READ, 0, SAY(CANNOT_READ_BECAUSE), say_system(errno));
    else if (S_ISDIR(there.st_mode))
        error_say(error, FLANK_CANNOT_READ, 0, say_system(EISDIR));
    else if (!S_ISREG(there.st_mode))
        error_say(error, FLANK_CANNOT_READ, 0, SAY(CANNOT_READ_BECAUSE), SAY(TEXT), say_text(no_plain_file));
    else if (!(file = fdopen(descriptor, "rb")))
        error_say(error, FLANK_CANNOT_READ, 0, SAY(CANNOT_READ_BECAUSE), say_system(errno));
    if (descriptor >= 0 && !file)
        close(descriptor);
    return file;
}
