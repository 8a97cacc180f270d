/* SPDX-License-Identifier: MIT
 *
 * Pipes, and waiting for input. No call of Windows waits for pipes and the console together, so poll looks at each in
 * turn: at once at first, then every few milliseconds.
 */
#include "core/windows/windows_paths.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <poll.h>
#include <stdarg.h>
#include <sys/socket.h>
#include <unistd.h>
#include <windows.h>

enum { PIPE_BYTES = 64 << 10, PAUSE_MS = 5 };

static HANDLE handle_of(int descriptor) { return (HANDLE)_get_osfhandle(descriptor); }

int pipe(int ends[2]) { return _pipe(ends, PIPE_BYTES, O_BINARY | O_NOINHERIT); }

/* Its reader finds no bytes at the end of what has been written, instead of waiting. */
static void stop_waiting(int descriptor)
{
    DWORD mode = PIPE_NOWAIT;
    SetNamedPipeHandleState(handle_of(descriptor), &mode, NULL, NULL);
}

int fcntl(int descriptor, int command, ...)
{
    va_list arguments;
    int result = 0;
    if (handle_of(descriptor) == INVALID_HANDLE_VALUE) {
        errno = EBADF;
        return -1;
    }
    va_start(arguments, command);
    if (command == F_SETLK) {
        const struct flock *lock = va_arg(arguments, const struct flock *);
        result = windows_lock(descriptor, lock->l_start, lock->l_len);
    } else if (command == F_SETFL && (va_arg(arguments, int) & O_NONBLOCK)) {
        stop_waiting(descriptor);
    }
    va_end(arguments);
    return result;
}

/* The events for which a descriptor is ready. */
static short look(const struct pollfd *file)
{
    if (file->fd < 0)
        return 0;
    const HANDLE handle = handle_of(file->fd);
    DWORD waiting = 0;
    if (handle == INVALID_HANDLE_VALUE)
        return POLLNVAL;
    const short writes = file->events & POLLOUT;
    if (!(file->events & POLLIN))
        return writes;
    switch (GetFileType(handle)) {
    case FILE_TYPE_PIPE:
        if (!PeekNamedPipe(handle, NULL, 0, NULL, &waiting, NULL))
            return POLLHUP | writes;
        return (short)((waiting ? POLLIN : 0) | writes);
    case FILE_TYPE_CHAR:
        return (short)((WaitForSingleObject(handle, 0) == WAIT_OBJECT_0 ? POLLIN : 0) | writes);
    default:
        return (short)(POLLIN | writes);
    }
}

int poll(struct pollfd *files, unsigned long count, int timeout_ms)
{
    const ULONGLONG began = GetTickCount64();
    for (DWORD pause = 0;; pause = pause < PAUSE_MS ? pause + 1 : PAUSE_MS) {
        int ready = 0;
        for (unsigned long i = 0; i < count; i++)
            ready += (files[i].revents = look(&files[i])) != 0;
        const ULONGLONG spent = GetTickCount64() - began;
        if (ready || (timeout_ms >= 0 && spent >= (ULONGLONG)timeout_ms))
            return ready;
        const ULONGLONG left = timeout_ms < 0 ? PAUSE_MS : (ULONGLONG)timeout_ms - spent;
        Sleep(left < pause ? (DWORD)left : pause);
    }
}

ssize_t recv(int descriptor, void *bytes, size_t room, int flags)
{
    DWORD waiting = 0, got = 0;
    const HANDLE handle = handle_of(descriptor);
    (void)flags;
    if (!PeekNamedPipe(handle, NULL, 0, NULL, &waiting, NULL))
        return 0; /* its other end is closed */
    if (waiting == 0) {
        errno = EAGAIN;
        return -1;
    }
    return ReadFile(handle, bytes, (DWORD)(room < waiting ? room : waiting), &got, NULL) ? (ssize_t)got : 0;
}

int shutdown(int descriptor, int how)
{
    (void)how;
    const int nothing = open("/dev/null", O_RDWR);
    if (nothing < 0)
        return -1;
    const int result = dup2(nothing, descriptor);
    close(nothing);
    return result;
}
