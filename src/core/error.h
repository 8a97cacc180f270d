/* SPDX-License-Identifier: MIT
 *
 * Filling in a flank_error in one expression: return error_set(error, FLANK_BAD_MOVE, 3, "expected …, found %s", …);
 */
#ifndef FLANK_CORE_ERROR_H
#define FLANK_CORE_ERROR_H

#include <flank/status.h>

/* Set `error` (may be NULL) and return `status`. The text is cut to fit. */
__attribute__((format(printf, 4, 5))) flank_status error_set(flank_error *error, flank_status status, size_t offset,
                                                             const char *format, ...);

#define ERROR_SHOW_SIZE 24
/* How to name a character in a message: 'x', byte 0x07, the end. Writes to `out` (ERROR_SHOW_SIZE bytes), returns it.
 */
const char *error_show_char(char character, char *out);

#endif
