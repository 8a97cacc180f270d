/* SPDX-License-Identifier: MIT
 *
 * The commands: one cmd_NAME.c each. They get a checked command line and return an exit status.
 */
#ifndef FLANK_CLI_CMD_H
#define FLANK_CLI_CMD_H

#include "cli/command/commands.h"

/* The function that carries out a command; NULL if none does. */
command_fn *command_action(const cli_command *command);

int cmd_analyze(const cli_arguments *arguments);
int cmd_bench(const cli_arguments *arguments);
int cmd_book(const cli_arguments *arguments);
int cmd_contest(const cli_arguments *arguments);
int cmd_convert(const cli_arguments *arguments);
int cmd_farm(const cli_arguments *arguments); /* farm, work, and analyze with a store */
int cmd_grade(const cli_arguments *arguments);
int cmd_help(const cli_arguments *arguments);
int cmd_hint(const cli_arguments *arguments);
int cmd_library(const cli_arguments *arguments);
int cmd_match(const cli_arguments *arguments);
int cmd_perft(const cli_arguments *arguments);
int cmd_play(const cli_arguments *arguments);
int cmd_protocol(const cli_arguments *arguments); /* gtp, ugi, …: the one that the command is named after */
int cmd_serve(const cli_arguments *arguments);
int cmd_solve(const cli_arguments *arguments);
int cmd_tablebase(const cli_arguments *arguments);
int cmd_train(const cli_arguments *arguments);

/* flank alone on a terminal: ask for game, level and side, then play (cmd_play.c). */
int play_menu(void);

#endif
