/* SPDX-License-Identifier: MIT
 *
 * Commands that are programs of their own, so that no other command carries their libraries
 * (docs/decisions/0004-the-server-is-its-own-program.md).
 */
#ifndef FLANK_CLI_BECOME_H
#define FLANK_CLI_BECOME_H

#include "cli/command/commands.h"

/* Become the program at one of `places`, the last of which is as installed (own_file_find), with the words of the
 * command line, which have been checked here; that it checks them again by the same table costs nothing. `named`: the
 * first word is the name of the command. `lacks`: the library for lack of which this build has no such program, or "".
 * Only returns, with an exit status after a complaint, when that fails. */
int become_program(const cli_arguments *arguments, const char *const *places, const char *lacks, bool named);

#endif
