/* SPDX-License-Identifier: MIT
 *
 * The end of a child process: Windows knows exit codes alone. Those of faults begin with C.
 */
#ifndef FLANK_WINDOWS_SYS_WAIT_H
#define FLANK_WINDOWS_SYS_WAIT_H

#define WTERMSIG(status) ((unsigned)(status) >> 28 == 0xC ? SIGSEGV : 0)
#define WIFSIGNALED(status) (WTERMSIG(status) != 0)
#define WEXITSTATUS(status) (status)
#include <signal.h>

#endif
