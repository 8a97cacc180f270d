/* SPDX-License-Identifier: MIT
 *
 * Character sets by the browser's own tables (TextDecoder), to UTF-8, letter by letter: wasi-libc's tables would be a
 * third of the module. Sets that keep a state between letters are not known.
 */
#ifndef FLANK_WASM_ICONV_H
#define FLANK_WASM_ICONV_H

#include <stddef.h>

typedef struct charset_handle *iconv_t; /* a number of the page, from 1 */

iconv_t iconv_open(const char *to, const char *from);
size_t iconv(iconv_t handle, char **in, size_t *in_left, char **out, size_t *out_left);
int iconv_close(iconv_t handle);

#endif
