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

int help_print(const cli_command *command, const cli_action *action)
{
    text_buffer out = {NULL};
    if (action)
        help_action(command, action, &out);
    else if (command)
        help_command(command, &out);
    else
        help_overview(&out);
    return print(&out);
}

static int explain(const cli_arguments *arguments)
{
    const cli_command *command = arguments->operand_count ? command_find(arguments->operands[0]) : NULL;
    const char *word = arguments->operand_count > 1 ? arguments->operands[1] : NULL;
    const cli_action *action = word ? action_find(command, word) : NULL;
    if (word && !action)
        return complain(CLI_USAGE, "help: there is no help for '%s' of %s; see 'flank help %s'", word, command->name,
                        command->name);
    return help_print(command, action);
}

int cmd_help(const cli_arguments *arguments)
{
    static void (*const completions[])(text_buffer *) = {help_completion_bash, help_completion_zsh,
                                                         help_completion_fish};
    const option_value *shell = &arguments->option[OPTION_COMPLETION];
    if (!shell->given && !arguments->option[OPTION_MAN].given)
        return explain(arguments);
    text_buffer out = {NULL};
    if (shell->given)
        completions[shell->number](&out);
    else
        help_man_page(&out);
    return print(&out);
}
