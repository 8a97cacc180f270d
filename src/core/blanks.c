/* SPDX-License-Identifier: MIT
 *
 * Texts without the blanks around them.
 */
#include "core/blanks.h"

#include <string.h>

bool blanks_copy_trimmed(const char *text, size_t length, char *out, size_t size, size_t *skipped)
{
    size_t first = 0;
    while (first < length && is_blank(text[first]))
        first++;
    while (length > first && is_blank(text[length - 1]))
        length--;
    *skipped = first;
    if (length - first >= size)
        return false;
    memcpy(out, text + first, length - first);
    out[length - first] = '\0';
    return true;
}

char *blanks_trim(char *text)
{
    while (is_blank(*text))
        text++;
    size_t length = strlen(text);
    while (length && is_blank(text[length - 1]))
        text[--length] = '\0';
    return text;
}
