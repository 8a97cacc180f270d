/* SPDX-License-Identifier: MIT
 *
 * Starting other programs and ending them, with sockets to talk to them.
 */
#ifndef FLANK_CORE_CHILD_PROCESS_H
#define FLANK_CORE_CHILD_PROCESS_H

#include <stdbool.h>
#include <sys/resource.h>
#include <sys/types.h>

/* The child's descriptor of this index is copied from the parent's of this number, or is this. */
enum { CHILD_NOTHING = -1 /* /dev/null */, CHILD_DESCRIPTORS_MAX = 5 };

typedef struct child_setup {
    char *const *argv;      /* argv[0] is looked up as execvp does */
    const int *descriptors; /* those that are not standard ones come from child_sockets */
    int count;
    void (*limit)(const void *user); /* called in the child between fork and exec: only what is safe there; or NULL */
    const void *user;
} child_setup;

/* A pair of connected sockets, closed on exec and above all descriptors that a child is given. 0, or an error number
 * and nothing is open. */
int child_sockets(int pair[2]);

/* Start a program in a process group of its own, with no signal blocked, SIGINT, SIGPIPE and SIGXFSZ as at the
 * beginning of every program. It is killed when the thread that started it ends (on Linux). 0; or an error number, then
 * there is no child. */
int child_start(const child_setup *setup, pid_t *pid);

/* Send a text to a socket. Does not wait: what a child that does not read leaves no room for is dropped. No signal is
 * raised if it has ended. */
void child_send(int socket, const char *text);

/* True if it has ended by itself. It is not waited for, so its number stays its own. */
bool child_has_ended(pid_t pid);

/* End it and every process of its group, and say how it had ended (as waitpid) and what it has used. */
void child_end(pid_t pid, int *status, struct rusage *usage);

#endif
