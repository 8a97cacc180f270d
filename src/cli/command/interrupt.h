/* SPDX-License-Identifier: MIT
 *
 * Ctrl-C for commands that have something to finish before they end.
 */
#ifndef FLANK_CLI_INTERRUPT_H
#define FLANK_CLI_INTERRUPT_H

#include <stdbool.h>

typedef struct interrupt_watch interrupt_watch;

/* The effect of the second Ctrl-C. */
typedef enum interrupt_mode {
    INTERRUPT_EACH,   /* the same as the first: a session goes on after it */
    INTERRUPT_FINAL,  /* the first asks the command to end, the second ends the process at once, with CLI_INTERRUPTED */
    INTERRUPT_ENDING, /* so, and SIGTERM and SIGHUP are the same: for what leaves processes or files behind */
} interrupt_mode;

/* From now on Ctrl-C does not end the process but calls `on_interrupt(user)`, on a thread of its own. Call it before
 * starting other threads than an engine's, which take no signals. NULL if the system has no thread or descriptor left.
 */
interrupt_watch *interrupt_watch_start(interrupt_mode mode, void (*on_interrupt)(void *user), void *user);
void interrupt_watch_stop(interrupt_watch *watch); /* NULL is fine */

/* Becomes readable with Ctrl-C, and stays so until interrupt_watch_take. */
int interrupt_watch_descriptor(const interrupt_watch *watch);

/* Make the descriptor readable as Ctrl-C does, without calling anything: to wake a reader that is not needed any more.
 */
void interrupt_watch_wake(interrupt_watch *watch);

/* True once after one or more Ctrl-C. */
bool interrupt_watch_take(interrupt_watch *watch);

#endif
