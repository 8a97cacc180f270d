/* SPDX-License-Identifier: MIT
 *
 * Decimal numbers as whole multiples of a tenth, hundredth, thousandth: values and times in files.
 */
#ifndef FLANK_FORMATS_DECIMAL_H
#define FLANK_FORMATS_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DECIMAL_SIZE = 32 };

/* Read all `length` bytes, "12", "-0.5", "+.25", as a number of 10^-decimals. Further digits are rounded; `*exact` (may
 * be NULL): there were none but zeros. False if it is no number, or beyond 10^9. */
bool decimal_read(const char *text, size_t length, int decimals, int64_t *value, bool *exact);

/* Write the shortest form, with a '+' before what is not negative if `sign`. `out` has room for DECIMAL_SIZE bytes. */
void decimal_write(int64_t value, int decimals, bool sign, char *out);

#endif
