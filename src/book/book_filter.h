/* SPDX-License-Identifier: MIT
 *
 * A set of positions that may seem to have some more in it (B. Bloom, "Space/time trade-offs in hash coding with
 * allowable errors", CACM 13, 1970): two bytes a position, and one look at memory a question, since each position has
 * its bits in one word. With that much memory some 2 in 100 positions that are not in the set seem to be.
 */
#ifndef FLANK_BOOK_FILTER_H
#define FLANK_BOOK_FILTER_H

#include "core/row_sort.h"

typedef struct book_filter {
    uint64_t *words;
    uint64_t mask; /* words - 1; a power of two minus one */
} book_filter;

/* Make the set of the positions (the first two words) of some spans, in at most `bytes`. 0, or an errno; free it then
 * too. */
int book_filter_fill(book_filter *filter, const row_span *spans, size_t count, size_t bytes);
void book_filter_free(book_filter *filter); /* zero is fine */

/* False if the position of a row is certainly not in the set. */
bool book_filter_has(const book_filter *filter, const word_row *key);

#endif
