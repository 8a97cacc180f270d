/* SPDX-License-Identifier: MIT
 *
 * A library to be loaded before the C library (LD_PRELOAD): it writes a line to the file that FLANK_TRACE names for
 * each call that forces something to the disk or gives, moves or takes a name.
 *
 *   sync FILE CONTENT PATH       fsync, fdatasync of a file
 *   folder FILE 0 PATH           the same of a folder
 *   place FILE CONTENT PATH      rename to PATH, or linkat
 *   remove FILE CONTENT PATH     unlink
 *
 * FILE is the number of the inode, so that a file without a name is known too; CONTENT a checksum of all its bytes at
 * that moment, as a reader would see them: a program that synced the file before it had written all has placed another
 * content than it synced. stdio writes without calling write(2) by its name, so writing itself cannot be seen here.
 */
#define _GNU_SOURCE /* RTLD_NEXT */

#include <dlfcn.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

/* The checksum of a file (FNV-1a); 0 if it cannot be read. */
static uint64_t content_of(const char *path)
{
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    unsigned char bytes[1 << 14];
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return 0;
    for (ssize_t got; (got = read(descriptor, bytes, sizeof bytes)) > 0;)
        for (ssize_t i = 0; i < got; i++)
            sum = (sum ^ bytes[i]) * UINT64_C(0x100000001B3);
    close(descriptor);
    return sum;
}

/* `opened` leads to the file, `path` is to be told. */
static void tell(const char *word, const char *opened, const char *path)
{
    const char *trace = getenv("FLANK_TRACE");
    struct stat info;
    char line[PATH_SIZE + 100];
    if (!trace || stat(opened, &info) != 0 || (!S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)))
        return;
    const bool is_folder = S_ISDIR(info.st_mode);
    const int length = snprintf(line, sizeof line, "%s %ju %jx %s\n", is_folder ? "folder" : word,
                                (uintmax_t)info.st_ino, is_folder ? 0 : (uintmax_t)content_of(opened), path);
    const int descriptor = open(trace, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (descriptor < 0 || write(descriptor, line, (size_t)length) != length)
        abort();
    close(descriptor);
}

static void tell_sync(int descriptor)
{
    char opened[40], path[PATH_SIZE];
    snprintf(opened, sizeof opened, "/proc/self/fd/%d", descriptor);
    const ssize_t length = readlink(opened, path, sizeof path - 1);
    if (length < 0)
        return;
    path[length] = '\0';
    tell("sync", opened, path);
}

/* The C library's own function. */
#define NEXT(TYPE, NAME) ((TYPE)(uintptr_t)dlsym(RTLD_NEXT, NAME))

int fsync(int descriptor)
{
    const int result = NEXT(int (*)(int), "fsync")(descriptor);
    tell_sync(descriptor);
    return result;
}

int fdatasync(int descriptor)
{
    const int result = NEXT(int (*)(int), "fdatasync")(descriptor);
    tell_sync(descriptor);
    return result;
}

int rename(const char *from, const char *to)
{
    const int result = NEXT(int (*)(const char *, const char *), "rename")(from, to);
    if (result == 0)
        tell("place", to, to);
    return result;
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags)
{
    const int result =
        NEXT(int (*)(int, const char *, int, const char *, int), "linkat")(from_folder, from, to_folder, to, flags);
    if (result == 0)
        tell("place", to, to);
    return result;
}

int unlink(const char *path)
{
    tell("remove", path, path);
    return NEXT(int (*)(const char *), "unlink")(path);
}
