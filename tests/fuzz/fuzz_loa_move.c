/* SPDX-License-Identifier: MIT
 *
 * Moves of Lines of Action: the first line is a position (the start if it is none), the rest a move. An accepted text
 * is a legal move and comes back the same through every style; what is refused says why.
 */
#include "fuzz_target.h"
#include "core/error.h"

#include <flank/flank.h>

#include <stdlib.h>
#include <string.h>

static void check_legal(const flank_game *game, const flank_rules *rules, const flank_position *position,
                        flank_move move)
{
    flank_move list[FLANK_MOVES_MAX];
    size_t count = flank_game_moves(game, rules, position, list), i = 0;
    while (i < count && !flank_move_equal(list[i], move))
        i++;
    if (i == count)
        abort();
}

static void check_styles(const flank_game *game, const flank_rules *rules, const flank_position *position,
                         flank_move move)
{
    const char *const *styles = flank_game_move_styles(game);
    for (size_t i = 0; styles[i]; i++) {
        char text[FLANK_MOVE_TEXT_SIZE];
        flank_move again;
        if (flank_move_format(game, rules, position, move, styles[i], text) ||
            flank_move_parse(game, rules, position, text, &again, NULL) || !flank_move_equal(move, again))
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
    char *move_text = strchr(text, '\n');
    if (move_text)
        *move_text++ = '\0';
    flank_position position;
    if (flank_position_parse(game, text, &position, NULL))
        position = flank_game_start(game);
    for (uint8_t no_move = 0; move_text && no_move < 2; no_move++) {
        flank_rules rules = {.value = {0, no_move}};
        flank_move move;
        flank_error error = {0};
        if (flank_move_parse(game, &rules, &position, move_text, &move, &error) == FLANK_OK) {
            check_legal(game, &rules, &position, move);
            check_styles(game, &rules, &position, move);
        } else if (!error.code || error.offset > strlen(move_text)) {
            abort();
        }
    }
    free(text);
    return 0;
}
