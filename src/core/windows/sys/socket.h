/* SPDX-License-Identifier: MIT
 *
 * Pipes for both ways, to talk to child processes.
 */
#ifndef FLANK_WINDOWS_SYS_SOCKET_H
#define FLANK_WINDOWS_SYS_SOCKET_H

#include <stddef.h>
#include <sys/types.h>
#include <unistd.h>

enum { MSG_DONTWAIT = 1, MSG_NOSIGNAL = 2 };
#ifndef SHUT_WR
#define SHUT_WR 1
#endif

/* Does not wait, whatever the flags: EAGAIN if nothing is there. */
ssize_t recv(int descriptor, void *bytes, size_t room, int flags);
/* Closes it for both ways; the descriptor stays in use. */
int shutdown(int descriptor, int how);

#endif
