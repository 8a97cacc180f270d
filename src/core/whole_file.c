/* SPDX-License-Identifier: MIT
 *
 * Files that appear when they are complete: mkstemp, fsync, rename, fsync of the folder.
 */
#define _DEFAULT_SOURCE /* realpath */

#include "core/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void whole_file_drop(whole_file *file)
{
    if (file->stream)
        fclose(file->stream);
    if (file->temporary)
        unlink(file->temporary);
    free(file->temporary);
    free(file->path);
    *file = (whole_file){NULL};
}

static bool is_below(const char *path, const char *folder) { return strncmp(path, folder, strlen(folder)) == 0; }

/* Returns true if a file may take the place of what is there: a plain file, or nothing yet. */
static bool is_replaceable(const char *path)
{
    struct stat there;
    if (lstat(path, &there) != 0)
        return true;
    if (S_ISLNK(there.st_mode) && (is_below(path, "/dev/") || is_below(path, "/proc/")))
        return false;
    return stat(path, &there) == 0 && S_ISREG(there.st_mode);
}

/* The path without links where it leads to something; free it. */
static char *real_path(const char *path)
{
    char *real = realpath(path, NULL);
    return real ? real : strdup(path);
}

static int open_itself(whole_file *file)
{
    file->stream = fopen(file->path, "wb");
    return file->stream ? 0 : errno;
}

/* Open a temporary file beside the path: one of its own, or PATH.new, whatever a killed program has left there. */
static int open_temporary(whole_file *file, bool locked)
{
    const size_t size = strlen(file->path) + sizeof ".XXXXXX";
    file->temporary = malloc(size);
    if (!file->temporary)
        return ENOMEM;
    snprintf(file->temporary, size, "%s.%s", file->path, locked ? "new" : "XXXXXX");
    if (locked)
        (void)unlink(file->temporary);
    const int descriptor =
        locked ? open(file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : mkstemp(file->temporary);
    int number = errno;
    if (descriptor < 0) {
        free(file->temporary);
        file->temporary = NULL;
        return number;
    }
    file->stream = fdopen(descriptor, "wb");
    number = errno;
    if (file->stream)
        return 0;
    close(descriptor);
    return number;
}

static int open_either(whole_file *file, const char *path, bool locked)
{
    const bool beside = is_replaceable(path);
    *file = (whole_file){beside ? real_path(path) : strdup(path), NULL, NULL};
    int number = ENOMEM;
    if (file->path)
        number = beside ? open_temporary(file, locked) : open_itself(file);
    if (number)
        whole_file_drop(file);
    return number;
}

int whole_file_open(whole_file *file, const char *path) { return open_either(file, path, false); }

int whole_file_open_locked(whole_file *file, const char *path) { return open_either(file, path, true); }

/* Give the temporary file, which was made for its owner alone, the rights of the old file or of a new one. */
static void give_rights(const whole_file *file)
{
    struct stat old;
    mode_t rights = 0666;
    if (stat(file->path, &old) == 0) {
        rights = old.st_mode & 07777;
    } else {
        const mode_t mask = umask(0);
        umask(mask);
        rights &= ~mask;
    }
    fchmod(fileno(file->stream), rights);
}

/* Force the new name to the disk too. Some file systems cannot, and lose nothing by it. */
static void sync_folder(char *path)
{
    char *slash = strrchr(path, '/');
    if (slash)
        slash[slash == path] = '\0';
    const int descriptor = open(slash ? path : ".", O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    (void)fsync(descriptor);
    close(descriptor);
}

int whole_file_keep(whole_file *file)
{
    const bool beside = file->temporary != NULL;
    if (beside)
        give_rights(file);
    if (!ferror(file->stream)) /* else errno says why */
        errno = 0;
    const bool written =
        fflush(file->stream) == 0 && !ferror(file->stream) && (!beside || fsync(fileno(file->stream)) == 0);
    const bool closed = fclose(file->stream) == 0;
    file->stream = NULL;
    int number = 0;
    if (!written || !closed || (beside && rename(file->temporary, file->path) != 0)) {
        number = errno ? errno : EIO;
    } else {
        free(file->temporary);
        file->temporary = NULL;
        if (beside)
            sync_folder(file->path);
    }
    whole_file_drop(file);
    return number;
}
