/* SPDX-License-Identifier: MIT
 *
 * flock(2): a lock of a byte behind all files.
 */
#ifndef FLANK_WINDOWS_SYS_FILE_H
#define FLANK_WINDOWS_SYS_FILE_H

enum { LOCK_EX = 2, LOCK_NB = 4 };

/* Both flags. */
int flock(int descriptor, int operation);

#endif
