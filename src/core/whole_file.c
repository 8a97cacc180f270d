/* SPDX-License-Identifier: MIT
 *
 * Files that appear when they are complete: a file without a name, fsync, linkat, rename, fsync of the folder.
 *
 * A file without a name (O_TMPFILE) vanishes with the program that writes it, so a kill leaves nothing. It needs a name
 * for the moment in which it takes the place of another file. File systems that have no such files (NFS, FUSE), and
 * machines without /proc, get a file that is called PATH.XXXXXX from its beginning, which a kill leaves.
 */
#define _GNU_SOURCE /* O_TMPFILE, realpath */

#include "core/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void whole_file_drop(whole_file *file)
{
    if (file->stream)
        fclose(file->stream);
    if (file->temporary && !file->nameless)
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

/* The folder of a path; free it. */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : strdup(".");
}

enum { LINK_SIZE = 40 };

static void link_of(int descriptor, char link[LINK_SIZE]) { snprintf(link, LINK_SIZE, "/proc/self/fd/%d", descriptor); }

/* Open a file in the folder that no name leads to. -1 if that cannot be. */
static int open_nameless(const char *path)
{
    char *folder = folder_of(path), link[LINK_SIZE];
    int descriptor = folder ? open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600) : -1;
    free(folder);
    link_of(descriptor, link);
    if (descriptor >= 0 && access(link, F_OK) != 0) {
        close(descriptor);
        descriptor = -1;
    }
    return descriptor;
}

/* Open a temporary file beside the path: one without a name, or PATH.XXXXXX, or PATH.new, whatever a killed program has
 * left there. */
static int open_temporary(whole_file *file, bool locked)
{
    const size_t size = strlen(file->path) + sizeof ".XXXXXX";
    char *temporary = malloc(size);
    if (!temporary)
        return ENOMEM;
    snprintf(temporary, size, "%s.%s", file->path, locked ? "new" : "XXXXXX");
    if (locked)
        (void)unlink(temporary);
    int descriptor = open_nameless(file->path);
    file->nameless = descriptor >= 0;
    if (!file->nameless)
        descriptor = locked ? open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : mkstemp(temporary);
    int number = errno;
    if (descriptor < 0) {
        free(temporary);
        return number;
    }
    file->temporary = temporary;
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
    *file = (whole_file){.path = beside ? real_path(path) : strdup(path), .locked = locked};
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

void whole_file_sync_folder(const char *path)
{
    char *folder = folder_of(path);
    const int descriptor = folder ? open(folder, O_RDONLY | O_CLOEXEC) : -1;
    free(folder);
    if (descriptor < 0)
        return;
    (void)fsync(descriptor);
    close(descriptor);
}

int whole_file_finish(whole_file *file)
{
    if (!ferror(file->stream)) /* else errno says why */
        errno = 0;
    if (fflush(file->stream) == 0 && !ferror(file->stream) && (!file->temporary || fsync(fileno(file->stream)) == 0))
        return 0;
    const int number = errno ? errno : EIO;
    whole_file_drop(file);
    return number;
}

/* Give the file without a name that of its path, if nothing is there, else the temporary one. Whoever has locked the
 * path owns PATH.new; else the name has to be one that nobody has, which mkstemp finds. */
static bool name_it(whole_file *file)
{
    char link[LINK_SIZE];
    link_of(fileno(file->stream), link);
    if (linkat(AT_FDCWD, link, AT_FDCWD, file->path, AT_SYMLINK_FOLLOW) == 0)
        return true;
    if (errno != EEXIST)
        return false;
    if (!file->locked) {
        const int descriptor = mkstemp(file->temporary);
        if (descriptor < 0)
            return false;
        close(descriptor);
    }
    (void)unlink(file->temporary);
    file->nameless = linkat(AT_FDCWD, link, AT_FDCWD, file->temporary, AT_SYMLINK_FOLLOW) != 0;
    return !file->nameless;
}

/* Put the finished file in its place. False with errno set. */
static bool place(whole_file *file)
{
    give_rights(file);
    if (file->nameless && !name_it(file))
        return false;
    if (!file->nameless && rename(file->temporary, file->path) != 0)
        return false;
    free(file->temporary);
    file->temporary = NULL;
    whole_file_sync_folder(file->path);
    return true;
}

int whole_file_keep(whole_file *file)
{
    int number = whole_file_finish(file);
    if (number)
        return number;
    errno = 0;
    if (file->temporary) {
        number = place(file) ? 0 : errno;
    } else {
        number = fclose(file->stream) == 0 ? 0 : errno ? errno : EIO;
        file->stream = NULL;
    }
    whole_file_drop(file);
    return number;
}
