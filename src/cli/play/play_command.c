/* SPDX-License-Identifier: MIT
 *
 * The commands of the player as a table, and the reader of a typed line. No command looks like a move of any game:
 * moves contain digits, "pass" is not a command.
 */
#include "cli/play/play_command.h"

#include <ctype.h>
#include <string.h>

const play_command play_commands[] = {
    {PLAY_HINT, "hint", "h", PLAY_MAY_TAKE, "[N]", "the best N moves (3) and their values"},
    {PLAY_MOVES, "moves", NULL, PLAY_MAY_TAKE, "[SQUARE]", "the legal moves (of the piece on SQUARE)"},
    {PLAY_UNDO, "undo", "u", PLAY_TAKES_NOTHING, NULL, "take back your last move, and the reply to it"},
    {PLAY_REDO, "redo", "r", PLAY_TAKES_NOTHING, NULL, "make the undone moves again"},
    {PLAY_GO, "go", "g", PLAY_TAKES_NOTHING, NULL, "let flank move now; you take the other side"},
    {PLAY_SIDE, "side", NULL, PLAY_TAKES_ONE, "COLOUR", "play that side, or both, or none"},
    {PLAY_LEVEL, "level", "l", PLAY_TAKES_ONE, "N", "how strong flank plays: 1 (a child can win) to 60"},
    {PLAY_TIME, "time", "t", PLAY_TAKES_ONE, "CLOCK", "thinking time: 5:00, 3m+2, 10s/move, or off"},
    {PLAY_ANALYZE, "analyze", "a", PLAY_TAKES_NOTHING, NULL, "what each move of the game was worth"},
    {PLAY_DRAW, "draw", NULL, PLAY_TAKES_NOTHING, NULL, "offer a draw; flank takes it unless it is ahead"},
    {PLAY_RESIGN, "resign", NULL, PLAY_TAKES_NOTHING, NULL, "give the game up"},
    {PLAY_TURN, "turn", NULL, PLAY_TAKES_NOTHING, NULL, "turn the board, to see it from the other side"},
    {PLAY_BOARD, "board", "b", PLAY_TAKES_NOTHING, NULL, "show the board again, as a picture and as text"},
    {PLAY_NEW, "new", "n", PLAY_MAY_TAKE, "[GAME]", "start again, or another game"},
    {PLAY_SAVE, "save", "s", PLAY_TAKES_REST, "FILE", "write the game to FILE (.ggf, .sgf, .txt …: as such)"},
    {PLAY_SAVE_OVER, "save!", NULL, PLAY_TAKES_REST, "FILE", "the same, replacing a file that exists"},
    {PLAY_LOAD, "load", NULL, PLAY_MAY_TAKE_REST, "[FILE]", "read a game from FILE (the last one not saved)"},
    {PLAY_HELP, "help", "?", PLAY_TAKES_NOTHING, NULL, "this list"},
    {PLAY_QUIT, "quit", "q", PLAY_TAKES_NOTHING, NULL, "end (so do exit, Ctrl-D, and Ctrl-C twice)"},
    {PLAY_QUIT, "exit", NULL, PLAY_TAKES_NOTHING, NULL, NULL},
    {.name = NULL},
};

/* Case does not matter. */
static bool same_word(const char *known, const char *word, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (known[i] != tolower((unsigned char)word[i]))
            return false;
    return known[length] == '\0';
}

const play_command *play_command_find(const char *word, size_t length)
{
    for (const play_command *row = play_commands; row->name; row++)
        if (same_word(row->name, word, length) || (row->shortcut && same_word(row->shortcut, word, length)))
            return row;
    return NULL;
}

const char *play_command_parse(char *line, play_request *request)
{
    line += strspn(line, " \t");
    size_t end = strlen(line);
    while (end && strchr(" \t\r", line[end - 1]))
        line[--end] = '\0';
    size_t length = strcspn(line, " \t");
    const play_command *command = length ? play_command_find(line, length) : NULL;
    *request = (play_request){.verb = command  ? command->verb
                                      : length ? PLAY_MOVE
                                               : PLAY_NOTHING,
                              .command = command,
                              .argument = line};
    if (!command)
        return NULL;
    request->argument = line + length + strspn(line + length, " \t");
    bool given = *request->argument != '\0', more_than_one = strpbrk(request->argument, " \t") != NULL;
    if (given && command->takes == PLAY_TAKES_NOTHING)
        return "takes nothing after it";
    if (!given && (command->takes == PLAY_TAKES_ONE || command->takes == PLAY_TAKES_REST))
        return "needs a word after it";
    if (more_than_one && command->takes != PLAY_TAKES_REST && command->takes != PLAY_MAY_TAKE_REST)
        return "takes only one word after it";
    return NULL;
}
