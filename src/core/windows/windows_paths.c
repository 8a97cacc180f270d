/* SPDX-License-Identifier: MIT
 *
 * Paths in UTF-8, and the reasons for which calls fail.
 */
#include "core/windows/windows_paths.h"

#include <errno.h>
#include <string.h>
#include <windows.h>

int windows_wide_path(const char *path, wchar_t out[WIDE_PATH])
{
    if (strcmp(path, "/dev/null") == 0)
        path = "NUL";
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, out, WIDE_PATH) > 0)
        return 1;
    errno = GetLastError() == ERROR_INSUFFICIENT_BUFFER ? ENAMETOOLONG : ENOENT;
    return 0;
}

int windows_narrow_path(const wchar_t *path, char *out, size_t room)
{
    if (WideCharToMultiByte(CP_UTF8, 0, path, -1, out, (int)room, NULL, NULL) <= 0) {
        errno = ENAMETOOLONG;
        return 0;
    }
    for (char *at = out; (at = strchr(at, '\\'));)
        *at = '/';
    return 1;
}

int windows_fail(void)
{
    static const struct {
        DWORD error;
        int number;
    } meanings[] = {
        {ERROR_FILE_NOT_FOUND, ENOENT},      {ERROR_PATH_NOT_FOUND, ENOENT},    {ERROR_INVALID_NAME, ENOENT},
        {ERROR_BAD_NETPATH, ENOENT},         {ERROR_INVALID_DRIVE, ENOENT},     {ERROR_DIRECTORY, ENOTDIR},
        {ERROR_ACCESS_DENIED, EACCES},       {ERROR_SHARING_VIOLATION, EACCES}, {ERROR_ALREADY_EXISTS, EEXIST},
        {ERROR_FILE_EXISTS, EEXIST},         {ERROR_DISK_FULL, ENOSPC},         {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
        {ERROR_LOCK_VIOLATION, EWOULDBLOCK}, {ERROR_BROKEN_PIPE, EPIPE},        {ERROR_NO_DATA, EAGAIN},
        {ERROR_BAD_EXE_FORMAT, ENOEXEC},     {ERROR_INVALID_HANDLE, EBADF},     {ERROR_DIR_NOT_EMPTY, ENOTEMPTY},
    };
    const DWORD error = GetLastError();
    errno = EIO;
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (meanings[i].error == error)
            errno = meanings[i].number;
    return -1;
}
