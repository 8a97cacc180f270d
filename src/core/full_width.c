/* SPDX-License-Identifier: MIT
 *
 * U+FF01 to U+FF5E are EF BC 81 to EF BC BF and EF BD 80 to EF BD 9E, in the order of ASCII from '!'; U+3000 is E3 80
 * 80.
 */
#include "core/full_width.h"

enum { WIDE_BYTES = 3 };

/* The ASCII character of the wide one at `text`, or 0. */
static char narrow(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    if (at[0] == 0xE3 && at[1] == 0x80 && at[2] == 0x80)
        return ' ';
    if (at[0] == 0xEF && at[1] == 0xBC && at[2] >= 0x81 && at[2] <= 0xBF)
        return (char)(at[2] - 0x81 + '!');
    if (at[0] == 0xEF && at[1] == 0xBD && at[2] >= 0x80 && at[2] <= 0x9E)
        return (char)(at[2] - 0x80 + '`');
    return 0;
}

bool full_width_narrow(char *text)
{
    char *to = text;
    bool any = false;
    for (const char *from = text; *from;) {
        const char letter = narrow(from);
        any = any || letter;
        *to++ = letter ? letter : *from;
        from += letter ? WIDE_BYTES : 1;
    }
    *to = '\0';
    return any;
}

size_t full_width_offset(const char *text, size_t narrowed)
{
    size_t at = 0;
    for (; narrowed > 0 && text[at]; narrowed--)
        at += narrow(text + at) ? WIDE_BYTES : 1;
    return at + narrowed;
}
