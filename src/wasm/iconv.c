/* SPDX-License-Identifier: MIT
 *
 * include/iconv.h over two functions of the page.
 */
#include <iconv.h>

#include <errno.h>
#include <stdint.h>
#include <string.h>

enum { LETTER_BYTES_MAX = 4 };

#define IMPORT(name) __attribute__((import_module("flank"), import_name(name)))

/* The number of a set, from 1, or 0. */
IMPORT("charset") extern int page_charset(const char *name, size_t length);

/* Write the letter that `length` bytes are in UTF-8; its bytes, 0 if they are none, or -1 if there is no room. */
IMPORT("decode") extern int page_decode(int set, const char *bytes, size_t length, char *out, size_t room);

iconv_t iconv_open(const char *to, const char *from)
{
    (void)to;
    const int set = page_charset(from, strlen(from));
    return set ? (iconv_t)(intptr_t)set : (iconv_t)-1;
}

int iconv_close(iconv_t handle)
{
    (void)handle;
    return 0;
}

static size_t fail(int number)
{
    errno = number;
    return (size_t)-1;
}

size_t iconv(iconv_t handle, char **in, size_t *in_left, char **out, size_t *out_left)
{
    while (in && *in_left) {
        const size_t most = *in_left < LETTER_BYTES_MAX ? *in_left : LETTER_BYTES_MAX;
        size_t taken = 0;
        int written = 0;
        while (written == 0 && taken < most)
            written = page_decode((int)(intptr_t)handle, *in, ++taken, *out, *out_left);
        if (written <= 0)
            return fail(written < 0 ? E2BIG : *in_left < LETTER_BYTES_MAX ? EINVAL : EILSEQ);
        *in += taken;
        *in_left -= taken;
        *out += written;
        *out_left -= (size_t)written;
    }
    return 0;
}
