/* SPDX-License-Identifier: MIT
 *
 * Small books made by hand for the tests.
 */
#ifndef FLANK_TESTS_BOOK_FIXTURE_H
#define FLANK_TESTS_BOOK_FIXTURE_H

#include <flank/flank.h>

#include "book/book_record.h"
#include "core/symmetry.h"

#include <stdlib.h>
#include <string.h>

/* The record of the position after `moves` of a game from the start; its leaf is a legal move of that position. */
static inline book_record fixture_record(const char *moves, int score, const char *leaf, int leaf_score)
{
    flank_record *game = flank_record_create(flank_game_find("othello"), NULL, NULL);
    flank_record_play_text(game, moves, NULL);
    flank_position position = *flank_record_position(game);
    book_record record = {.own = position.own, .other = position.other};
    unsigned symmetry = symmetry_canonical(&record.own, &record.other);
    flank_book_entry entry = {.score = score, .depth_plies = 10, .selectivity = 95, .lines = 1};
    if (leaf) {
        entry.has_leaf = true;
        entry.leaf_score = leaf_score;
        flank_move_parse(flank_game_find("othello"), flank_record_rules(game), &position, leaf, &entry.leaf, NULL);
    }
    book_entry_to_record(&entry, symmetry, &record);
    flank_record_destroy(game);
    return record;
}

static inline int fixture_compare(const void *a, const void *b)
{
    const book_record *first = a, *second = b;
    return book_key_compare(first->own, first->other, second->own, second->other);
}

/* The bytes of a book of these records, which are put in order; free them. */
static inline uint8_t *fixture_book(book_record *records, size_t count, size_t *size)
{
    *size = BOOK_HEADER_BYTES + count * BOOK_RECORD_BYTES;
    uint8_t *bytes = malloc(*size);
    book_header header = {.count = count, .content = BOOK_CONTENT_START};
    qsort(records, count, sizeof *records, fixture_compare);
    for (size_t i = 0; i < count; i++) {
        uint8_t *at = bytes + BOOK_HEADER_BYTES + i * BOOK_RECORD_BYTES;
        book_record_write(&records[i], at);
        header.content = book_content_add(header.content, at);
    }
    book_header_write(&header, bytes);
    return bytes;
}

#endif
