/* SPDX-License-Identifier: MIT
 *
 * flank help: the texts that the table of commands gives.
 */
#include "cli/command/cmd.h"
#include "cli/command/help_text.h"

#include <stdio.h>

static int print(text_buffer *out)
{
    bool complete = !out->failed;
    fputs(out->bytes ? out->bytes : "", stdout);
    text_free(out);
    return complete ? CLI_DONE : complain(CLI_INTERNAL, "not enough memory");
}

int help_print(const cli_command *command)
{
    text_buffer out = {NULL};
    if (command)
        help_command(command, &out);
    else
        help_overview(&out);
    return print(&out);
}

int cmd_help(const cli_arguments *arguments)
{
    static void (*const completions[])(text_buffer *) = {help_completion_bash, help_completion_zsh,
                                                         help_completion_fish};
    const option_value *shell = &arguments->option[OPTION_COMPLETION];
    if (!shell->given && !arguments->option[OPTION_MAN].given)
        return help_print(arguments->operand_count ? command_find(arguments->operands[0]) : NULL);
    text_buffer out = {NULL};
    if (shell->given)
        completions[shell->number](&out);
    else
        help_man_page(&out);
    return print(&out);
}
