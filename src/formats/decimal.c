/* SPDX-License-Identifier: MIT
 *
 * Decimal numbers without floating point, so that what was written is read as the same number.
 */
#include "formats/decimal.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>

bool decimal_read(const char *text, size_t length, int decimals, int64_t *value, bool *exact)
{
    const int64_t limit = INT64_C(1000000000);
    size_t at = length && (*text == '+' || *text == '-'), digits = 0;
    int64_t size = 0;
    for (; at < length && isdigit((unsigned char)text[at]) && size <= limit; at++, digits++)
        size = 10 * size + (text[at] - '0');
    if (size > limit)
        return false;
    const bool point = at < length && text[at] == '.';
    at += point;
    bool up = false, rest = false;
    int left = decimals;
    for (; point && at < length && isdigit((unsigned char)text[at]); at++, digits++)
        if (left > 0) {
            size = 10 * size + (text[at] - '0');
            left--;
        } else {
            up = left-- == 0 ? text[at] >= '5' : up;
            rest = rest || text[at] != '0';
        }
    for (; left > 0; left--)
        size *= 10;
    if (at < length || digits == 0)
        return false;
    if (exact)
        *exact = !rest;
    *value = *text == '-' ? -(size + up) : size + up;
    return true;
}

void decimal_write(int64_t value, int decimals, bool sign, char *out)
{
    uint64_t size = value < 0 ? -(uint64_t)value : (uint64_t)value, unit = 1;
    for (int i = 0; i < decimals; i++)
        unit *= 10;
    uint64_t rest = size % unit;
    int digits = decimals;
    for (; digits > 0 && rest % 10 == 0; digits--)
        rest /= 10;
    const char *mark = value < 0 ? "-" : sign ? "+" : "";
    if (digits == 0)
        snprintf(out, DECIMAL_SIZE, "%s%" PRIu64, mark, size / unit);
    else
        snprintf(out, DECIMAL_SIZE, "%s%" PRIu64 ".%0*" PRIu64, mark, size / unit, digits, rest);
}
