/* SPDX-License-Identifier: MIT
 *
 * Bits of positions.
 */
#include "book/book_filter.h"

#include "core/bits.h"
#include "core/random.h"

#include <errno.h>
#include <stdlib.h>

enum { WORD_KEYS = 4, KEY_BITS = 4 };

static uint64_t *filter_word(const book_filter *filter, const word_row *key, uint64_t *bits)
{
    uint64_t hash = random_mix(random_mix(key->word[0]) ^ key->word[1]);
    uint64_t *word = &filter->words[hash & filter->mask];
    for (int i = 0; i < KEY_BITS; i++, hash <<= 6)
        *bits |= bit(hash >> 58);
    return word;
}

bool book_filter_has(const book_filter *filter, const word_row *key)
{
    uint64_t bits = 0;
    const uint64_t *word = filter_word(filter, key, &bits);
    return (*word & bits) == bits;
}

int book_filter_fill(book_filter *filter, const row_span *spans, size_t count, size_t bytes)
{
    uint64_t keys = 0, words = 1;
    for (size_t i = 0; i < count; i++)
        keys += spans[i].count;
    while (words * WORD_KEYS < keys && 2 * words * sizeof *filter->words <= bytes)
        words *= 2;
    *filter = (book_filter){.words = calloc(words, sizeof *filter->words), .mask = words - 1};
    row_merge merge = {.error = 0};
    int number = filter->words ? row_merge_open(&merge, spans, count, count * ROW_READER_BYTES) : ENOMEM;
    word_row key;
    while (number == 0 && row_merge_next(&merge, &key)) {
        uint64_t bits = 0, *word = filter_word(filter, &key, &bits);
        *word |= bits;
    }
    number = number ? number : merge.error;
    row_merge_close(&merge);
    return number;
}

void book_filter_free(book_filter *filter)
{
    free(filter->words);
    *filter = (book_filter){NULL};
}
