/* SPDX-License-Identifier: MIT
 *
 * The name that players call the opening of a game.
 *
 * Names belong to positions, not to lines of moves, so that the same opening by another order of moves, mirrored or
 * turned, has the same name. The table has some hundred rows; going back from the cursor, the first position of the
 * game that is in it is the furthest. Cost: at most twenty-odd canonical positions and binary searches, microseconds.
 */
#include <flank/book.h>

#include "book/opening_table.h"
#include "core/symmetry.h"
#include "games/othello/othello.h"

const opening_row *opening_find(const flank_position *position)
{
    if (bit_count(position->own | position->other) > opening_discs_max)
        return NULL;
    uint64_t own = position->own, other = position->other;
    symmetry_canonical(&own, &other);
    size_t low = 0, high = opening_table_size;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const opening_row *row = &opening_table[middle];
        if (row->own == own && row->other == other)
            return row;
        if (row->own < own || (row->own == own && row->other < other))
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

const char *flank_opening_name(const flank_record *record)
{
    if (flank_record_game(record) != &othello_game || !flank_book_covers(record))
        return NULL;
    for (size_t ply = flank_record_ply(record) + 1; ply-- > 0;) {
        const opening_row *row = opening_find(flank_record_position_at(record, ply));
        if (row)
            return row->name;
    }
    return NULL;
}
