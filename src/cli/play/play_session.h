/* SPDX-License-Identifier: MIT
 *
 * A game in the terminal: its state, and the turns.
 *
 *   play_session.c   whose turn it is, flank's moves, reading lines     play_board.c    pictures
 *   play_actions.c   what each typed command does                       play_clock.c    thinking time
 *   play_files.c     saving and loading                                 play_input.c    line editing
 *   play_kept.c      the game that nobody saved
 */
#ifndef FLANK_CLI_PLAY_SESSION_H
#define FLANK_CLI_PLAY_SESSION_H

#include "cli/book/book_input.h"
#include "cli/command/cli.h"
#include "cli/command/interrupt.h"
#include "cli/play/play_board.h"
#include "cli/play/play_clock.h"
#include "cli/play/play_command.h"
#include "cli/play/play_input.h"
#include "cli/command/progress.h"

/* Who plays: the person has one colour, both, or none. */
typedef enum play_side { PLAY_BLACK = FLANK_BLACK, PLAY_WHITE = FLANK_WHITE, PLAY_BOTH, PLAY_NONE } play_side;

typedef struct play_session {
    flank_record *record;
    flank_engine *engine;
    book_input book;
    play_input *input;
    interrupt_watch *watch;
    progress_line progress;
    board_style style;
    play_side side;
    int level;        /* 0: only the clock bounds flank's thinking */
    bool level_asked; /* the person asked for the level: it stays beside a clock */
    uint64_t seed;
    bool ponders; /* flank thinks while a line is read */
    play_clock clock;
    const flank_record *thought; /* what is being thought about, for the progress line */
    char *file;                  /* saved or loaded last, so free to be written again; NULL if none */
    char *safe;                  /* the game as it began, or is in a file: nothing is lost with it; NULL if unknown */
    char *kept;                  /* the game as it is in the file of play_kept.c; NULL if it is not */
    bool warned;                 /* Ctrl-C at the prompt was just answered, the next one ends the session */
    bool paused;                 /* Ctrl-C while flank plays itself: wait for a command */
    bool board_shown;            /* since the position changed */
    double waited_s;             /* for the lines of this turn, which changed nothing */
    bool passed;                 /* a pass was just made for the person */
    bool quit;
    int status; /* of the program, once quit */
} play_session;

/* Say what is wrong with the line that was typed. A person may try again; a script ends here with `status`, since its
 * next lines would be played in another game than it was written for. */
__attribute__((format(printf, 3, 4))) void play_refuse(play_session *session, int status, const char *format, ...);

/* Play until the end of the input. Returns the exit status. */
int play_run(play_session *session);

/* ---- Shared by the files of the session ---- */

bool play_is_persons_turn(const play_session *session, const flank_position *position);

/* True if the only legal move is to pass. */
bool play_must_pass(const play_session *session, const flank_position *position);

/* The side that `text` names: black, white, the game's own words, both, none. */
bool play_side_parse(const flank_game *game, const char *text, play_side *side);

/* Put another record in the place of the session's. */
void play_set_record(play_session *session, flank_record *record);

void play_show_board(play_session *session);

/* Play on without clocks: a level bounds flank's thinking again. */
void play_clock_off(play_session *session);

/* Think with the progress line shown, Ctrl-C ending the thinking. */
flank_status play_think(play_session *session, const flank_record *record, const flank_limits *limits,
                        flank_report *report);

/* The name of whoever is to move in `position`. */
const char *play_color_name(const play_session *session, const flank_position *position);

/* Do what was asked for (play_actions.c). */
void play_do(play_session *session, const play_request *request);

/* play_files.c */
void play_save(play_session *session, const char *path, bool replace);
void play_load(play_session *session, const char *path); /* "": the game that nobody saved */

/* The record as text, which the caller frees; NULL without memory. */
char *play_format_record(const flank_record *record);

/* Replace the file at `path` by `text`, so that it is there whole at every moment; 0 or an errno. */
int play_replace_file(const char *path, const char *text);

/* The game in a file; NULL after play_refuse. */
flank_record *play_read_record(play_session *session, const char *path);

/* play_kept.c */
void play_note_safe(play_session *session);        /* nothing is lost if the game ends as it is now */
bool play_is_unsaved(const play_session *session); /* it would be */
void play_keep(play_session *session);             /* write it down if so, and if a person plays */
void play_drop_kept(play_session *session);        /* it is saved elsewhere now */
bool play_has_kept(void);                          /* is there a game to load? */
void play_load_kept(play_session *session);

#endif
