/* SPDX-License-Identifier: MIT
 *
 * Guessing games from moves.
 */
#include "formats/guessed_game.h"

#include "formats/format_table.h"
#include "games/game_table.h"
#include "games/move_words.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { SQUARE_BYTES = 2 };

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

size_t moves_understood(const flank_game *game, const char *text, flank_status status, const flank_error *fault)
{
    const bool from_empty =
        fault->code == FLANK_ERROR_NO_PIECE_OF_COLOR || fault->code == FLANK_ERROR_NO_DRAUGHTS_PIECE;
    const size_t length = strcspn(text + fault->offset, " \t\r\n");
    if (status == FLANK_BAD_MOVE && fault->offset == SQUARE_BYTES && !game->moves_run_together)
        return 0; /* a square, as all games have them */
    const bool whole_move = status == FLANK_ILLEGAL_MOVE && !game->moves_run_together && !from_empty;
    return fault->offset + (whole_move ? length : 0);
}

size_t move_likeness(const flank_game *game, const char *text)
{
    char word[FLANK_MOVE_TEXT_SIZE];
    flank_move move;
    flank_error fault = {0};
    const flank_rules rules = {{0}};
    const flank_position start = game->start();
    move_words words = {.text = text};
    if (!move_words_next(&words, game) || words.length >= sizeof word)
        return 0;
    snprintf(word, sizeof word, "%.*s", (int)words.length, text + words.at);
    const flank_status status = flank_move_parse(game, &rules, &start, word, &move, &fault);
    if (status == FLANK_BAD_MOVE)
        return 0;
    return status ? 1 + moves_understood(game, word, status, &fault) : 2 + words.length;
}

const flank_game *game_of_likely_move(const char *text)
{
    const flank_game *game, *likely = NULL;
    size_t most = 0;
    for (size_t i = 0; (game = game_to_guess(i)); i++) {
        const size_t likeness = game_twin(game) ? 0 : move_likeness(game, text);
        if (likeness > most) {
            most = likeness;
            likely = game;
        }
    }
    return likely;
}

flank_status guessed_game_note(flank_sheet *sheet)
{
    const flank_game *game = flank_sheet_game(sheet);
    flank_error note;
    error_say(&note, FLANK_OK, 0, SAY(GAME_GUESSED_BY_MOVES), say_name(flank_game_title(game)),
              say_name(flank_game_title(game_twin(game))));
    return sheet_add_note(sheet, SHEET_GAME_NOTE, &note);
}
