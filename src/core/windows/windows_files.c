/* SPDX-License-Identifier: MIT
 *
 * Files as POSIX has them: paths are UTF-8, bytes are what they are (no CR LF), a file that is open may be renamed and
 * removed, and a rename replaces what is there.
 *
 * Several functions have names of the C library. Whoever links this file gets these, since the linker takes a name from
 * a library only if no file has it.
 */
#include "core/windows/windows_paths.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <windows.h>

enum { SHARED = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE };

static HANDLE handle_of(int descriptor) { return (HANDLE)_get_osfhandle(descriptor); }

/* ---- Opening ---- */

static DWORD disposition(int flags)
{
    if (flags & O_CREAT)
        return flags & O_EXCL ? CREATE_NEW : flags & O_TRUNC ? CREATE_ALWAYS : OPEN_ALWAYS;
    return flags & O_TRUNC ? TRUNCATE_EXISTING : OPEN_EXISTING;
}

static DWORD wanted_access(int flags)
{
    const DWORD writes = flags & O_APPEND ? FILE_APPEND_DATA | FILE_WRITE_ATTRIBUTES | SYNCHRONIZE : GENERIC_WRITE;
    const int kind = flags & O_ACCMODE;
    return kind == O_RDONLY ? GENERIC_READ : kind == O_WRONLY ? writes : GENERIC_READ | GENERIC_WRITE;
}

static int open_wide(const wchar_t *path, int flags, DWORD attributes)
{
    const HANDLE handle = CreateFileW(path, wanted_access(flags), SHARED, NULL, disposition(flags),
                                      FILE_ATTRIBUTE_NORMAL | attributes, NULL);
    if (handle == INVALID_HANDLE_VALUE) {
        const DWORD error = GetLastError(), there = GetFileAttributesW(path);
        SetLastError(error);
        windows_fail();
        if (there != INVALID_FILE_ATTRIBUTES && (there & FILE_ATTRIBUTE_DIRECTORY))
            errno = EISDIR;
        return -1;
    }
    const int descriptor = _open_osfhandle((intptr_t)handle, (flags & (O_APPEND | O_ACCMODE)) | O_BINARY | O_NOINHERIT);
    if (descriptor < 0)
        CloseHandle(handle);
    return descriptor;
}

int open(const char *path, int flags, ...)
{
    wchar_t wide[WIDE_PATH];
    if (flags & O_TMPFILE) {
        errno = ENOTSUP;
        return -1;
    }
    return windows_wide_path(path, wide) ? open_wide(wide, flags, 0) : -1;
}

static int flags_of(const char *mode)
{
    const int kind = strchr(mode, '+') ? O_RDWR : *mode == 'r' ? O_RDONLY : O_WRONLY;
    return kind | (*mode == 'w' ? O_CREAT | O_TRUNC : *mode == 'a' ? O_CREAT | O_APPEND : 0);
}

static FILE *stream_of(int descriptor, const char *mode)
{
    const char *full = strchr(mode, '+') ? *mode == 'a' ? "a+b" : "r+b"
                       : *mode == 'r'    ? "rb"
                       : *mode == 'a'    ? "ab"
                                         : "wb";
    FILE *stream = descriptor < 0 ? NULL : _fdopen(descriptor, full);
    if (!stream && descriptor >= 0)
        close(descriptor);
    return stream;
}

FILE *fopen(const char *restrict path, const char *restrict mode)
{
    return stream_of(open(path, flags_of(mode)), mode);
}

static int make_file(const char *path) { return open(path, O_RDWR | O_CREAT | O_EXCL); }

/* Find a name that nobody has by trying: the last six letters of `path` change until `make` makes it. */
static int make_unique(char *path, int (*make)(const char *path))
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    char *out = path + strlen(path) - 6;
    LARGE_INTEGER now;
    QueryPerformanceCounter(&now);
    unsigned long long number = (unsigned long long)now.QuadPart * 2654435761u + GetCurrentThreadId();
    for (int tries = 0; tries < 1000; tries++, number += 7919) {
        unsigned long long left = number;
        for (int i = 0; i < 6; i++, left /= 36)
            out[i] = letters[left % 36];
        const int made = make(path);
        if (made >= 0 || errno != EEXIST)
            return made;
    }
    return -1;
}

int mkstemp(char *path) { return make_unique(path, make_file); }

char *mkdtemp(char *path) { return make_unique(path, windows_mkdir) < 0 ? NULL : path; }

FILE *tmpfile(void)
{
    wchar_t folder[WIDE_PATH], path[WIDE_PATH];
    if (!GetTempPathW(WIDE_PATH, folder) || !GetTempFileNameW(folder, L"flk", 0, path)) {
        windows_fail();
        return NULL;
    }
    return stream_of(open_wide(path, O_RDWR, FILE_FLAG_DELETE_ON_CLOSE | FILE_ATTRIBUTE_TEMPORARY), "r+");
}

FILE *fmemopen(void *bytes, size_t size, const char *mode)
{
    FILE *file = *mode == 'r' ? tmpfile() : NULL;
    if (file && fwrite(bytes, 1, size, file) == size && fseek(file, 0, SEEK_SET) == 0)
        return file;
    if (file)
        fclose(file);
    return NULL;
}

/* ---- Reading and writing at a place ---- */

static OVERLAPPED place_of(long long at) { return (OVERLAPPED){.Offset = (DWORD)at, .OffsetHigh = (DWORD)(at >> 32)}; }

static DWORD step_of(size_t size) { return size < 1 << 30 ? (DWORD)size : 1 << 30; }

/* The file's own place moves, which nobody who reads so uses. */
ssize_t pread(int descriptor, void *bytes, size_t size, long long at)
{
    OVERLAPPED place = place_of(at);
    DWORD done = 0;
    if (ReadFile(handle_of(descriptor), bytes, step_of(size), &done, &place) || GetLastError() == ERROR_HANDLE_EOF)
        return (ssize_t)done;
    return windows_fail();
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, long long at)
{
    OVERLAPPED place = place_of(at);
    DWORD done = 0;
    return WriteFile(handle_of(descriptor), bytes, step_of(size), &done, &place) ? (ssize_t)done : windows_fail();
}

int fsync(int descriptor) { return _commit(descriptor); }

int posix_fallocate(int descriptor, long long at, long long bytes)
{
    return _filelengthi64(descriptor) >= at + bytes || _chsize_s(descriptor, at + bytes) == 0 ? 0 : ENOSPC;
}

int windows_lock(int descriptor, long long start, long long length)
{
    OVERLAPPED place = place_of(length ? start : 1ll << 62);
    const DWORD bytes = length ? (DWORD)length : 1;
    const DWORD flags = LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY;
    return LockFileEx(handle_of(descriptor), flags, 0, bytes, 0, &place) ? 0 : windows_fail();
}

int flock(int descriptor, int operation)
{
    (void)operation;
    return windows_lock(descriptor, 0, 0);
}

/* ---- Names ---- */

static long long seconds_of(FILETIME time)
{
    return (long long)(((unsigned long long)time.dwHighDateTime << 32 | time.dwLowDateTime) / 10000000) - 11644473600;
}

static void tell_file(struct stat *out, const BY_HANDLE_FILE_INFORMATION *about)
{
    const int folder = (about->dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    const unsigned rights = folder ? 0777 : about->dwFileAttributes & FILE_ATTRIBUTE_READONLY ? 0444 : 0666;
    *out = (struct stat){.st_dev = about->dwVolumeSerialNumber,
                         .st_ino = (uint64_t)about->nFileIndexHigh << 32 | about->nFileIndexLow,
                         .st_mode = (folder ? S_IFDIR : S_IFREG) | rights,
                         .st_size = (int64_t)((uint64_t)about->nFileSizeHigh << 32 | about->nFileSizeLow),
                         .st_mtime = (time_t)seconds_of(about->ftLastWriteTime)};
}

static int stat_handle(HANDLE handle, struct stat *out)
{
    BY_HANDLE_FILE_INFORMATION about;
    const DWORD kind = GetFileType(handle);
    if (handle == INVALID_HANDLE_VALUE || kind == FILE_TYPE_UNKNOWN)
        return windows_fail();
    *out = (struct stat){.st_mode = (kind == FILE_TYPE_PIPE ? S_IFIFO : S_IFCHR) | 0666};
    if (kind != FILE_TYPE_DISK)
        return 0;
    if (!GetFileInformationByHandle(handle, &about))
        return windows_fail();
    tell_file(out, &about);
    return 0;
}

int fstat(int descriptor, struct stat *about) { return stat_handle(handle_of(descriptor), about); }

int stat(const char *path, struct stat *about)
{
    wchar_t wide[WIDE_PATH];
    if (!windows_wide_path(path, wide))
        return -1;
    const HANDLE handle =
        CreateFileW(wide, FILE_READ_ATTRIBUTES, SHARED, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        return windows_fail();
    const int result = stat_handle(handle, about);
    CloseHandle(handle);
    return result;
}

int access(const char *path, int mode)
{
    wchar_t wide[WIDE_PATH];
    if (!windows_wide_path(path, wide))
        return -1;
    const DWORD there = GetFileAttributesW(wide);
    if (there == INVALID_FILE_ATTRIBUTES)
        return windows_fail();
    if (!(mode & W_OK) || (there & FILE_ATTRIBUTE_DIRECTORY) || !(there & FILE_ATTRIBUTE_READONLY))
        return 0;
    errno = EACCES;
    return -1;
}

int windows_mkdir(const char *path)
{
    wchar_t wide[WIDE_PATH];
    return windows_wide_path(path, wide) && CreateDirectoryW(wide, NULL) ? 0 : windows_fail();
}

int unlink(const char *path)
{
    wchar_t wide[WIDE_PATH];
    if (!windows_wide_path(path, wide))
        return -1;
    return DeleteFileW(wide) ? 0 : windows_fail();
}

int remove(const char *path) { return unlink(path); }

int rename(const char *from, const char *to)
{
    wchar_t wide_from[WIDE_PATH], wide_to[WIDE_PATH];
    if (!windows_wide_path(from, wide_from) || !windows_wide_path(to, wide_to))
        return -1;
    return MoveFileExW(wide_from, wide_to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) ? 0 : windows_fail();
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags)
{
    (void)from_folder, (void)from, (void)to_folder, (void)to, (void)flags;
    errno = EOPNOTSUPP;
    return -1;
}

static char *real_path_of(const wchar_t *wide, char *out)
{
    wchar_t full[WIDE_PATH];
    const DWORD length = GetFullPathNameW(wide, WIDE_PATH, full, NULL);
    if (length > 0 && length < WIDE_PATH && windows_narrow_path(full, out, 3 * WIDE_PATH))
        return out;
    free(out);
    return NULL;
}

char *realpath(const char *path, char *out)
{
    wchar_t wide[WIDE_PATH];
    (void)out;
    if (access(path, F_OK) != 0 || !windows_wide_path(path, wide))
        return NULL;
    char *room = malloc(3 * WIDE_PATH);
    return room ? real_path_of(wide, room) : NULL;
}

ssize_t readlink(const char *path, char *out, size_t room)
{
    wchar_t wide[WIDE_PATH];
    if (strcmp(path, "/proc/self/exe") != 0) {
        errno = EINVAL;
        return -1;
    }
    const DWORD length = GetModuleFileNameW(NULL, wide, WIDE_PATH);
    return length > 0 && length < WIDE_PATH && windows_narrow_path(wide, out, room) ? (ssize_t)strlen(out) : -1;
}

/* ---- Folders ---- */

struct windows_folder {
    HANDLE search;
    WIN32_FIND_DATAW found;
    int waits; /* `found` has not been handed out */
    struct dirent entry;
};

DIR *opendir(const char *path)
{
    wchar_t wide[WIDE_PATH];
    if (!windows_wide_path(path, wide))
        return NULL;
    const size_t length = wcslen(wide);
    DIR *folder = length + 3 < WIDE_PATH ? calloc(1, sizeof *folder) : NULL;
    if (!folder)
        return NULL;
    wcscpy(wide + length, L"/*");
    folder->search = FindFirstFileW(wide, &folder->found);
    folder->waits = folder->search != INVALID_HANDLE_VALUE;
    if (folder->waits)
        return folder;
    windows_fail();
    free(folder);
    return NULL;
}

struct dirent *readdir(DIR *folder)
{
    if (!folder->waits && !FindNextFileW(folder->search, &folder->found))
        return NULL;
    folder->waits = 0;
    return windows_narrow_path(folder->found.cFileName, folder->entry.d_name, sizeof folder->entry.d_name)
               ? &folder->entry
               : NULL;
}

int closedir(DIR *folder)
{
    FindClose(folder->search);
    free(folder);
    return 0;
}

int alphasort(const struct dirent **a, const struct dirent **b) { return strcmp((*a)->d_name, (*b)->d_name); }

/* Add a copy of the entry behind `count` others. False without memory. */
static int keep_entry(struct dirent ***entries, int count, const struct dirent *entry)
{
    struct dirent **more = realloc(*entries, ((size_t)count + 1) * sizeof *more);
    if (!more)
        return 0;
    *entries = more;
    more[count] = malloc(sizeof *entry);
    if (!more[count])
        return 0;
    *more[count] = *entry;
    return 1;
}

int scandir(const char *path, struct dirent ***entries, int (*chosen)(const struct dirent *entry),
            int (*compare)(const struct dirent **a, const struct dirent **b))
{
    DIR *folder = opendir(path);
    int count = 0, kept = 1;
    if (!folder)
        return -1;
    *entries = malloc(sizeof **entries);
    for (const struct dirent *entry; kept && (entry = readdir(folder));)
        if (!chosen || chosen(entry))
            count += kept = keep_entry(entries, count, entry);
    closedir(folder);
    if (count > 0 && compare)
        qsort(*entries, (size_t)count, sizeof **entries, (int (*)(const void *, const void *))compare);
    return count;
}
