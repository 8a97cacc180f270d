/* SPDX-License-Identifier: MIT
 *
 * A game in the terminal: its moves, who plays which side, and the clocks. It knows no engine, no file and no screen.
 */
#ifndef FLANK_CLI_PLAY_GAME_H
#define FLANK_CLI_PLAY_GAME_H

#include "cli/input/play_clock.h"

#include <flank/flank.h>

/* The person has one colour, both, or none. */
typedef enum play_side { PLAY_BLACK = FLANK_BLACK, PLAY_WHITE = FLANK_WHITE, PLAY_BOTH, PLAY_NONE } play_side;

typedef struct play_game {
    flank_record *record;
    play_side side;
    play_clock clock;
    double waited_s;           /* for the lines of this turn, which changed nothing */
    flank_sheet_result agreed; /* the end that no move has made, if it is known */
    char agreed_words[40];     /* about it: "black resigned" */
    bool passed;               /* a pass was just made for the person */
    bool paused;               /* Ctrl-C while flank plays itself: wait for a command */
} play_game;

bool play_is_persons_turn(const play_game *game, const flank_position *position);

/* True if the game has come to its end, by its moves or without. */
bool play_is_over(const play_game *game);

/* "no moves left", "white resigned"; of a game that is over. */
const char *play_end_words(const play_game *game);

/* True if the only legal move is to pass. */
bool play_must_pass(const play_game *game, const flank_position *position);

/* True if the person chooses at ply `ply`: there undo and redo stop. */
bool play_is_stop(const play_game *game, size_t ply);

/* The side that `text` names: black, white, the game's own words, both, none. */
bool play_side_parse(const flank_game *game, const char *text, play_side *side);

/* The name of the side to move in `position`. */
const char *play_color_name(const play_game *game, const flank_position *position);

/* Go on with another record, which the game owns from now on. The clocks stay. */
void play_game_replace(play_game *game, flank_record *record);

#endif
