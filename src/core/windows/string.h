/* SPDX-License-Identifier: MIT
 *
 * Functions of string.h that the C library lacks.
 */
#ifndef FLANK_WINDOWS_STRING_H
#define FLANK_WINDOWS_STRING_H

#include_next <string.h>

#pragma GCC diagnostic ignored "-Wformat" /* stdio.h says why */
#pragma GCC diagnostic ignored "-Wformat-extra-args"

char *strndup(const char *text, size_t length);
const char *strsignal(int number);

#endif
