/* SPDX-License-Identifier: MIT
 *
 * Flags of open(2), and what fcntl(2) is used for.
 */
#ifndef FLANK_WINDOWS_FCNTL_H
#define FLANK_WINDOWS_FCNTL_H

#include_next <fcntl.h>

#define O_CLOEXEC _O_NOINHERIT
#define O_NONBLOCK 0x1000000 /* of pipes; files never wait */
#define O_TMPFILE 0x2000000  /* there are none: ENOTSUP */

enum { F_GETFD = 1, F_SETFD, F_SETFL, F_SETLK, F_WRLCK, FD_CLOEXEC = 1, AT_FDCWD = -100, AT_SYMLINK_FOLLOW = 0x400 };

struct flock {
    int l_type, l_whence;
    long long l_start, l_len; /* without a length: the byte behind all files, so that others may read */
};

/* F_SETLK: locks the bytes. F_GETFD: -1 if the descriptor is closed. F_SETFL: O_NONBLOCK. What is made here is closed
 * on exec by itself. */
int fcntl(int descriptor, int command, ...);
int posix_fallocate(int descriptor, long long at, long long bytes);

#endif
