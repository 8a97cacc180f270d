/* SPDX-License-Identifier: MIT
 *
 * "Did you mean …?": the known word nearest to a mistyped one.
 */
#ifndef FLANK_CLI_SUGGEST_H
#define FLANK_CLI_SUGGEST_H

#include <stddef.h>

/* Steps (a letter added, dropped, changed, or two neighbours swapped) that turn one word into the other; words longer
 * than 31 letters are compared by their first 31. */
size_t suggest_distance(const char *a, const char *b);

/* The nearest of a NULL-terminated list, or NULL if none is near enough to be meant. */
const char *suggest_nearest(const char *word, const char *const *known);

#endif
