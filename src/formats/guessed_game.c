/* SPDX-License-Identifier: MIT
 *
 * Guessing games from moves.
 */
#include "formats/guessed_game.h"

#include "games/game_table.h"

#include <ctype.h>
#include <stdio.h>

enum { NOTE_SIZE = 128 };

const flank_game *game_twin(const flank_game *game)
{
    for (size_t i = 0; game->moves_run_together && flank_game_at(i) != game; i++)
        if (flank_game_at(i)->moves_run_together)
            return flank_game_at(i);
    return NULL;
}

const flank_game *game_to_guess(size_t index)
{
    for (int with_twin = 0; with_twin < 2; with_twin++)
        for (size_t i = 0; i < flank_game_count(); i++)
            if ((game_twin(flank_game_at(i)) != NULL) == with_twin && index-- == 0)
                return flank_game_at(i);
    return NULL;
}

/* True if the game can begin with the move, with its colours as they are or exchanged. */
static bool can_begin(const flank_game *game, flank_move first)
{
    const flank_rules rules = {{0}};
    flank_position start = game->start();
    for (int exchanged = 0; exchanged < 2; exchanged++) {
        flank_move moves[FLANK_MOVES_MAX];
        const size_t count = game->moves(&rules, &start, moves);
        for (size_t i = 0; i < count; i++)
            if (flank_move_equal(moves[i], first))
                return true;
        start = (flank_position){.own = start.other, .other = start.own, .kings = start.kings, .color = start.color};
    }
    return false;
}

/* True if a square stands before a dash: "b8-d6". */
static bool has_dashes(const char *text)
{
    for (size_t i = 1; text[0] && text[i]; i++)
        if (text[i] == '-' && isdigit((unsigned char)text[i - 1]) && isalpha((unsigned char)text[i + 1]))
            return true;
    return false;
}

bool moves_guess_game(const flank_game *game, const char *text, flank_move first, size_t plies)
{
    const flank_game *twin = game_twin(game);
    return !twin || (plies > 1 && !flank_move_is_pass(first) && !can_begin(twin, first) && !has_dashes(text));
}

flank_status guessed_game_note(flank_sheet *sheet)
{
    const flank_game *game = flank_sheet_game(sheet);
    char note[NOTE_SIZE];
    snprintf(note, sizeof note, "taken as %s, since no game of %s begins so", flank_game_title(game),
             flank_game_title(game_twin(game)));
    return flank_sheet_set_tag(sheet, flank_sheet_root(sheet), "flank.game", note);
}
