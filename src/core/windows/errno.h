/* SPDX-License-Identifier: MIT
 *
 * The reasons of POSIX that no call of Windows gives.
 */
#ifndef FLANK_WINDOWS_ERRNO_H
#define FLANK_WINDOWS_ERRNO_H

#include_next <errno.h>

#ifndef EDQUOT
#define EDQUOT 10069
#endif

#endif
