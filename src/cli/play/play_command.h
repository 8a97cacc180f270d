/* SPDX-License-Identifier: MIT
 *
 * Commands of a player: a command of the table below, or else a move.
 */
#ifndef FLANK_CLI_PLAY_COMMAND_H
#define FLANK_CLI_PLAY_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

typedef enum play_verb {
    PLAY_NOTHING, /* an empty line */
    PLAY_MOVE,    /* none of the commands: presumably a move or a list of moves, in `argument` */
    PLAY_ANALYZE,
    PLAY_BOARD,
    PLAY_DRAW,
    PLAY_GO,
    PLAY_HELP,
    PLAY_HINT,
    PLAY_LEVEL,
    PLAY_LOAD,
    PLAY_MOVES,
    PLAY_NEW,
    PLAY_QUIT,
    PLAY_REDO,
    PLAY_RESIGN,
    PLAY_SAVE,
    PLAY_SAVE_OVER, /* save! */
    PLAY_SIDE,
    PLAY_TIME,
    PLAY_TURN,
    PLAY_UNDO,
} play_verb;

typedef enum play_argument {
    PLAY_TAKES_NOTHING,
    PLAY_MAY_TAKE, /* a word, or nothing */
    PLAY_TAKES_ONE,
    PLAY_MAY_TAKE_REST,
    PLAY_TAKES_REST, /* all to the end of the line, at least something: a file name may hold blanks */
} play_argument;

typedef struct play_command {
    play_verb verb;
    const char *name;     /* NULL ends the table */
    const char *shortcut; /* another name, or NULL */
    play_argument takes;
    const char *argument; /* its name in help, or NULL */
    const char *help;
} play_command;

extern const play_command play_commands[];

typedef struct play_request {
    play_verb verb;
    const play_command *command; /* NULL for nothing and for moves */
    const char *argument;        /* within the parsed line; "" if there is none */
} play_request;

/* The command with a name or shortcut of `length` characters, or NULL. */
const play_command *play_command_find(const char *word, size_t length);

/* Read `line`, in which blanks may be overwritten. NULL, or what is wrong with it for the person who typed it: a static
 * text; `request->command` then names the command that was meant. */
const char *play_command_parse(char *line, play_request *request);

#endif
