/* SPDX-License-Identifier: MIT
 *
 * A session in the terminal: the game, flank as a player, storage and the person's lines together. Files below know one
 * of these; the turns and the commands above work on all.
 *
 *   play_turns.c     the loop: whose turn it is, flank's moves, the person's lines
 *   play_actions.c   what each typed command does           play_saving.c   save and load
 *   play_session.c   what these share
 *   play_game.c      the game, with play_clock.c            play_player.c   flank as a player
 *   play_files.c     games in files                         play_kept.c     the game that nobody saved
 *   play_input.c     line editing, with play_command.c      play_board.c    pictures
 */
#ifndef FLANK_CLI_PLAY_SESSION_H
#define FLANK_CLI_PLAY_SESSION_H

#include "cli/command/cli.h"
#include "cli/play/play_board.h"
#include "cli/play/play_game.h"
#include "cli/play/play_input.h"
#include "cli/play/play_kept.h"
#include "cli/play/play_player.h"

typedef struct play_session {
    play_game game;
    play_player player;
    play_kept kept;
    play_input *input;
    board_style style;
    bool turned;      /* the board is seen from the other side */
    char *file;       /* saved or loaded last, so free to be written again; NULL if none */
    bool board_shown; /* since the position changed */
    bool told_unkept; /* the person knows that the game is not kept */
    bool warned;      /* Ctrl-C at the prompt was just answered, the next one ends the session */
    bool quit;
    int status; /* of the program, once quit */
} play_session;

/* Say what is wrong with the line that was typed. A person may try again; a script ends here with `status`, since its
 * next lines would be played in another game than it was written for. */
__attribute__((format(printf, 3, 4))) void play_refuse(play_session *session, int status, const char *format, ...);

/* Put another record in the place of the session's. */
void play_set_record(play_session *session, flank_record *record);

void play_show_board(play_session *session);

/* Play on without clocks: a level bounds flank's thinking again. */
void play_clock_off(play_session *session);

#endif
