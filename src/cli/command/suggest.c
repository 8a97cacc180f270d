/* SPDX-License-Identifier: MIT
 *
 * Edit distance with swaps (Damerau 1964; the restricted form, which never edits a swapped pair again), by the usual
 * table over the prefixes of both words: O(length²), a few microseconds for words of this size.
 */
#include "cli/command/suggest.h"

#include <string.h>

enum { WORD_MAX = 31 };

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

size_t suggest_distance(const char *a, const char *b)
{
    size_t cost[WORD_MAX + 1][WORD_MAX + 1];
    size_t rows = smaller(strlen(a), WORD_MAX), columns = smaller(strlen(b), WORD_MAX);
    for (size_t i = 0; i <= rows; i++)
        for (size_t j = 0; j <= columns; j++) {
            if (i == 0 || j == 0) {
                cost[i][j] = i + j;
                continue;
            }
            size_t changed = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            size_t moved = 1 + smaller(cost[i - 1][j], cost[i][j - 1]);
            cost[i][j] = smaller(changed, moved);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cost[i][j] = smaller(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    return cost[rows][columns];
}

const char *suggest_nearest(const char *word, const char *const *known)
{
    const char *nearest = NULL;
    size_t length = strlen(word);
    size_t limit = length <= 3 ? 1 : length <= 6 ? 2 : 3;
    for (size_t i = 0; known[i]; i++) {
        size_t distance = suggest_distance(word, known[i]);
        /* A beginning of the word ("diff" for "difficulty") is meant however much is missing. */
        if (length >= 3 && strncmp(word, known[i], length) == 0)
            distance = 1;
        if (distance <= limit && (!nearest || distance < limit)) {
            nearest = known[i];
            limit = distance;
        }
    }
    return nearest;
}
