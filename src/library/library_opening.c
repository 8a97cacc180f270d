/* SPDX-License-Identifier: MIT
 *
 * Openings by name. A game is replayed only as far as there are such positions, and looked at only where it has as many
 * discs as one of them.
 */
#include "library/library_opening.h"

#include "book/opening_table.h"
#include "core/bits.h"
#include "library/library_fold.h"
#include "games/othello/othello.h"

#include <stdlib.h>
#include <string.h>

bool opening_start(sought_opening *sought, const char *text)
{
    text_buffer wanted = {NULL}, name = {NULL};
    *sought = (sought_opening){.rows = calloc(opening_table_size, sizeof *sought->rows)};
    fold_name(text, &wanted);
    for (size_t i = 0; sought->rows && i < opening_table_size && !wanted.failed && !name.failed; i++) {
        const opening_row *row = &opening_table[i];
        text_clear(&name);
        fold_name(row->name, &name);
        sought->rows[i] = !name.failed && strstr(name.bytes, wanted.bytes);
        if (sought->rows[i])
            sought->discs |= bit(bit_count(row->own | row->other));
    }
    const bool made = sought->rows && !wanted.failed && !name.failed;
    text_free(&wanted);
    text_free(&name);
    return made;
}

void opening_free(sought_opening *sought) { free(sought->rows); }

sought_result opening_passed(const sought_opening *sought, const sought_game *stored)
{
    const flank_game *game = &othello_game;
    flank_position position = stored->start ? *stored->start : flank_game_start(game);
    code_bytes moves = stored->moves;
    for (;;) {
        const unsigned discs = (unsigned)bit_count(position.own | position.other);
        if (discs > 63 || sought->discs >> discs == 0)
            return SOUGHT_NOT;
        const opening_row *row = sought->discs >> discs & 1 ? opening_find(&position) : NULL;
        if (row && sought->rows[row - opening_table])
            return SOUGHT_FOUND;
        if (moves.at >= moves.end)
            return SOUGHT_NOT;
        if (!sought_play(game, stored->rules, &moves, &position))
            return SOUGHT_DAMAGED;
    }
}
