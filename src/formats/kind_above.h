/* SPDX-License-Identifier: MIT
 *
 * Kinds of Othello in lines above games and positions, "# anti-Othello", "Komi 3": each speaks of all that is below it,
 * up to the next one or to the name of the usual game.
 */
#ifndef FLANK_FORMATS_KIND_ABOVE_H
#define FLANK_FORMATS_KIND_ABOVE_H

#include "core/text_buffer.h"
#include "formats/other_rules.h"

#include <flank/sheet.h>

typedef struct kind_above {
    text_buffer words; /* empty: the usual game */
    bool told;         /* what it is taken for */
    bool of_positions; /* a word of problems alone, "suicide", names none */
} kind_above;

/* Take a line, which may be a comment; true if it has no moves and names a kind, or could. */
bool kind_above_take(kind_above *kind, const char *line);

/* Add what it says of a game to `told`, the note for the first game below it. FLANK_NOT_SUPPORTED with `error`: games
 * of that kind are not read. */
flank_status kind_above_rules(kind_above *kind, const flank_game *game, told_rules *told, flank_error *error);

/* The same for a sheet; what is no kind of its game says nothing. */
flank_status kind_above_put(kind_above *kind, flank_sheet *sheet, flank_error *error);

#endif
