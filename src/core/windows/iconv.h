/* SPDX-License-Identifier: MIT
 *
 * Character sets by the system's code pages, to UTF-8.
 */
#ifndef FLANK_WINDOWS_ICONV_H
#define FLANK_WINDOWS_ICONV_H

#include <stddef.h>

typedef struct charset_handle *iconv_t; /* the number of a code page */

iconv_t iconv_open(const char *to, const char *from);
size_t iconv(iconv_t handle, char **in, size_t *in_left, char **out, size_t *out_left);
int iconv_close(iconv_t handle);

#endif
