/* SPDX-License-Identifier: MIT
 *
 * Parts that the programs flank and flank-serve share: how they begin and end.
 */
#ifndef FLANK_CLI_PROGRAM_H
#define FLANK_CLI_PROGRAM_H

#include "cli/command/commands.h"

/* All of main: `run` gets its arguments, and returns an exit status. */
int program_run(int (*run)(int argc, char **argv), int argc, char **argv);

/* Carry out a command by `run`, or explain it, as the words behind its name say. An exit status. */
int program_command(const cli_command *command, command_fn *run, int argc, char **argv);

#endif
