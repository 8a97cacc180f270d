/* SPDX-License-Identifier: MIT
 *
 * Blanks, line ends among them, and texts without those around them.
 */
#ifndef FLANK_CORE_BLANKS_H
#define FLANK_CORE_BLANKS_H

#include <stdbool.h>
#include <stddef.h>

static inline bool is_blank(int byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

/* Copy text[0..length) without the blanks around it; false if it does not fit. `*skipped` is the number of blanks
 * before it. */
bool blanks_copy_trimmed(const char *text, size_t length, char *out, size_t size, size_t *skipped);

/* Cut off the blanks at the end of `text`; returns where those at the beginning end. */
char *blanks_trim(char *text);

#endif
