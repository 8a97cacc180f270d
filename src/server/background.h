/* SPDX-License-Identifier: MIT
 *
 * Long work on a thread of lower priority, so that short questions and the network are served before it.
 *
 * A thread that has lowered its priority may not raise it again without a privilege. So every piece of long work gets a
 * thread of its own, and so do the helpers that it starts: they inherit the priority.
 */
#ifndef FLANK_SERVER_BACKGROUND_H
#define FLANK_SERVER_BACKGROUND_H

/* How much nicer (setpriority) long work is than the rest of the server. A step is worth about a quarter of the time
 * where two compete. */
enum { BACKGROUND_NICER = 10 };

/* Do `work` and return when it is done. Without memory for a thread it is done on this one, as it is. */
void background_run(void (*work)(void *), void *argument);

#endif
