/* SPDX-License-Identifier: MIT
 *
 * Help, manual page and shell completions, all made from the table of commands.
 */
#ifndef FLANK_CLI_HELP_TEXT_H
#define FLANK_CLI_HELP_TEXT_H

#include "cli/command/commands.h"
#include "core/text_buffer.h"

void help_overview(text_buffer *out);                            /* flank help */
void help_command(const cli_command *command, text_buffer *out); /* flank help COMMAND */
void help_action(const cli_command *command, const cli_action *action, text_buffer *out);
void help_man_page(text_buffer *out);        /* man_page.c: roff for man(1) */
void help_completion_bash(text_buffer *out); /* completions.c */
void help_completion_zsh(text_buffer *out);
void help_completion_fish(text_buffer *out);

/* Print the help for a command, or for an action of it that is not NULL, or the overview if both are NULL, on standard
 * output (cmd_help.c). */
int help_print(const cli_command *command, const cli_action *action);

/* "flank perft GAME DEPTH": the command line without its options. */
void help_synopsis(const cli_command *command, text_buffer *out);

typedef struct help_exit_status {
    int status;
    const char *meaning; /* NULL ends the list */
} help_exit_status;
extern const help_exit_status help_exit_statuses[];

#endif
