/* SPDX-License-Identifier: MIT
 *
 * Positions of Lines of Action: what is accepted comes back the same through every style; what is refused leaves the
 * position alone and says where.
 */
#include "fuzz_target.h"
#include "core/error.h"

#include <flank/flank.h>

#include <stdlib.h>
#include <string.h>

static void check_styles(const flank_game *game, const flank_position *position)
{
    const char *const *styles = flank_game_position_styles(game);
    for (size_t i = 0; styles[i]; i++) {
        char text[FLANK_POSITION_TEXT_SIZE];
        flank_position again;
        if (flank_position_format(game, position, styles[i], text) || flank_position_parse(game, text, &again, NULL) ||
            !flank_position_equal(*position, again))
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const flank_game *game = flank_game_find("loa");
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    flank_position untouched = {.own = 1, .other = 2}, position = untouched;
    flank_error error = {0};
    if (flank_position_parse(game, text, &position, &error) == FLANK_OK) {
        if (position.own & position.other || position.kings || position.passes)
            abort();
        check_styles(game, &position);
    } else if (!flank_position_equal(position, untouched) || !error.code || error.offset > strlen(text)) {
        abort();
    }
    free(text);
    return 0;
}
