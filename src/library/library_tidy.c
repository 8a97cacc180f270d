/* SPDX-License-Identifier: MIT
 *
 * SQLite's lock on the database is asked for first, as SQLite itself does before it removes its log: whoever has the
 * file open in this mode holds a part of it (sqlite.org/src/file/src/os.h, PENDING_BYTE).
 */
#include "library/library_tidy.h"

#include "core/text_buffer.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LOCK_START = 0x40000000, LOCK_BYTES = 512, PAGE_BYTES = 4096 };

/* -1: it is not there. */
static long long size_of(const char *path, const char *ending)
{
    text_buffer name = {NULL};
    struct stat state;
    text_add(&name, path);
    text_add(&name, ending);
    const long long size = !name.failed && stat(name.bytes, &state) == 0 ? (long long)state.st_size : -1;
    text_free(&name);
    return size;
}

static void remove_file(const char *path, const char *ending)
{
    text_buffer name = {NULL};
    text_add(&name, path);
    text_add(&name, ending);
    if (!name.failed)
        unlink(name.bytes);
    text_free(&name);
}

tidy_before tidy_look(const char *path)
{
    return (tidy_before){size_of(path, "") >= 0, size_of(path, "-wal") >= 0, size_of(path, "-shm") >= 0};
}

/* SQLite's lock on the file; it ends with the file. */
static bool lock_file(int file)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = LOCK_START, .l_len = LOCK_BYTES};
    return fcntl(file, F_SETLK, &lock) == 0;
}

static void remove_all(const char *path)
{
    static const char *const endings[] = {"-shm", "-wal", "-journal", ""};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        remove_file(path, endings[i]);
}

void tidy_unwritten(const char *path)
{
    const int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return;
    if (size_of(path, "-wal") > 0 && lock_file(file))
        remove_all(path);
    close(file);
}

void tidy_away(const char *path, const tidy_before *before)
{
    const int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return;
    if (lock_file(file) && size_of(path, "-wal") <= 0 && size_of(path, "-journal") <= 0) {
        if (!before->index)
            remove_file(path, "-shm");
        if (!before->log)
            remove_file(path, "-wal");
        if (!before->library && size_of(path, "") <= PAGE_BYTES) { /* no table is in it */
            remove_file(path, "-journal");
            remove_file(path, "");
        }
    }
    close(file);
}
