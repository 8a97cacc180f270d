/* SPDX-License-Identifier: MIT
 *
 * The game that is played: whose turn it is, and the sides' names.
 */
#include "cli/play/play_game.h"

#include <strings.h>

bool play_is_persons_turn(const play_game *game, const flank_position *position)
{
    return game->side == PLAY_BOTH || (int)game->side == (int)position->color;
}

bool play_is_over(const play_game *game) { return game->agreed.known || flank_record_outcome(game->record).over; }

const char *play_end_words(const play_game *game)
{
    return game->agreed.known ? game->agreed_words : flank_record_outcome(game->record).reason->words;
}

bool play_must_pass(const play_game *game, const flank_position *position)
{
    flank_move moves[FLANK_MOVES_MAX];
    const size_t count =
        flank_game_moves(flank_record_game(game->record), flank_record_rules(game->record), position, moves);
    return count == 1 && flank_move_is_pass(moves[0]);
}

bool play_is_stop(const play_game *game, size_t ply)
{
    const flank_position *position = flank_record_position_at(game->record, ply);
    return game->side == PLAY_NONE || (play_is_persons_turn(game, position) && !play_must_pass(game, position));
}

bool play_side_parse(const flank_game *game, const char *text, play_side *side)
{
    static const struct {
        const char *name;
        play_side side;
    } names[] = {{"black", PLAY_BLACK}, {"white", PLAY_WHITE}, {"both", PLAY_BOTH}, {"none", PLAY_NONE}};
    for (int color = 0; color < 2; color++)
        if (strcasecmp(flank_game_color_name(game, (flank_color)color), text) == 0) {
            *side = (play_side)color;
            return true;
        }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcasecmp(names[i].name, text) == 0) {
            *side = names[i].side;
            return true;
        }
    return false;
}

const char *play_color_name(const play_game *game, const flank_position *position)
{
    return flank_game_color_name(flank_record_game(game->record), (flank_color)position->color);
}

void play_game_replace(play_game *game, flank_record *record)
{
    flank_record_destroy(game->record);
    game->record = record;
    game->paused = false;
    game->passed = false;
    game->agreed.known = false;
}
