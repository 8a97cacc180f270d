/* SPDX-License-Identifier: MIT
 *
 * Moves of Turkish draughts. The input is three lines: rules, position, move. A move that is accepted is legal and is
 * written in every style in a form that reads back as the same move; one that is refused is explained.
 */
#include "fuzz_target.h"
#include "core/error.h"

#include <flank/flank.h>

#include <stdlib.h>
#include <string.h>

static bool is_legal(const flank_game *game, const flank_rules *rules, const flank_position *position, flank_move move)
{
    flank_move moves[FLANK_MOVES_MAX];
    size_t count = flank_game_moves(game, rules, position, moves);
    for (size_t i = 0; i < count; i++)
        if (flank_move_equal(moves[i], move))
            return true;
    return false;
}

static void check_move(const flank_game *game, const flank_rules *rules, const flank_position *position,
                       const char *text)
{
    flank_move move, again;
    flank_error error = {0};
    if (flank_move_parse(game, rules, position, text, &move, &error)) {
        if (!error.code || error.offset > strlen(text))
            abort();
        return;
    }
    if (!is_legal(game, rules, position, move))
        abort();
    char written[FLANK_MOVE_TEXT_SIZE];
    for (const char *const *style = flank_game_move_styles(game); *style; style++)
        if (flank_move_format(game, rules, position, move, *style, written) ||
            flank_move_parse(game, rules, position, written, &again, NULL) || !flank_move_equal(move, again))
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const flank_game *game = flank_game_find("draughts");
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    char *position_text = strchr(text, '\n'), *move_text = position_text ? strchr(position_text + 1, '\n') : NULL;
    if (move_text) {
        *position_text++ = '\0', *move_text++ = '\0';
        flank_rules rules = {{0}};
        flank_position position;
        if (!flank_rules_parse(game, text, &rules, NULL) && !flank_position_parse(game, position_text, &position, NULL))
            check_move(game, &rules, &position, move_text);
    }
    free(text);
    return 0;
}
