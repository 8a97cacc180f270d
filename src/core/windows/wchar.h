/* SPDX-License-Identifier: MIT
 *
 * Widths of letters.
 */
#ifndef FLANK_WINDOWS_WCHAR_H
#define FLANK_WINDOWS_WCHAR_H

#include_next <wchar.h>

/* One place a letter: the C library gives none that takes two. */
static inline int wcwidth(wchar_t letter) { return letter < L' ' ? -1 : 1; }

#endif
