/* SPDX-License-Identifier: MIT
 *
 * Positions of Turkish draughts: a text that is accepted is written in every style in a form that reads back as the
 * same position, and its legal moves can be listed; a text that is refused is explained.
 */
#include "fuzz_target.h"
#include "core/error.h"

#include <flank/flank.h>

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const flank_game *game = flank_game_find("draughts");
    const flank_rules rules = {{0}};
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    flank_position position, again;
    flank_error error = {0};
    if (flank_position_parse(game, text, &position, &error)) {
        if (!error.code || error.offset > size)
            abort();
    } else {
        char written[FLANK_POSITION_TEXT_SIZE];
        for (const char *const *style = flank_game_position_styles(game); *style; style++)
            if (flank_position_format(game, &position, *style, written) ||
                flank_position_parse(game, written, &again, NULL) || !flank_position_equal(position, again))
                abort();
        flank_move moves[FLANK_MOVES_MAX];
        size_t count = flank_game_moves(game, &rules, &position, moves);
        if (flank_game_outcome(game, &rules, &position).over != (count == 0))
            abort();
    }
    free(text);
    return 0;
}
