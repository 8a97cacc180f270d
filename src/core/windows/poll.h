/* SPDX-License-Identifier: MIT
 *
 * poll(2) over files, pipes and the console.
 */
#ifndef FLANK_WINDOWS_POLL_H
#define FLANK_WINDOWS_POLL_H

enum { POLLIN = 1, POLLOUT = 4, POLLERR = 8, POLLHUP = 16, POLLNVAL = 32 };

struct pollfd {
    int fd;
    short events, revents;
};

/* Pipes and the console are looked at again and again, with pauses of a few milliseconds. */
int poll(struct pollfd *files, unsigned long count, int timeout_ms);

#endif
