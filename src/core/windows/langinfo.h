/* SPDX-License-Identifier: MIT
 *
 * The character set of the terminal: src/core/windows/windows_main.c makes it UTF-8.
 */
#ifndef FLANK_WINDOWS_LANGINFO_H
#define FLANK_WINDOWS_LANGINFO_H

enum { CODESET };

static inline const char *nl_langinfo(int item)
{
    (void)item;
    return "UTF-8";
}

#endif
