/* SPDX-License-Identifier: MIT
 *
 * The function that carries out each command.
 *
 * It stands apart from the rows that describe the commands (commands.c). So parser and help know no command, and a
 * command may read the rows.
 */
#include "cli/command/cmd.h"

#include <string.h>

static const struct {
    const char *name;
    command_fn *run;
} actions[] = {
    {"play", cmd_play},       {"solve", cmd_solve},     {"hint", cmd_hint},           {"analyze", cmd_analyze},
    {"perft", cmd_perft},     {"bench", cmd_bench},     {"grade", cmd_grade},         {"book", cmd_book},
    {"convert", cmd_convert}, {"gtp", cmd_protocol},    {"nboard", cmd_protocol},     {"ugi", cmd_protocol},
    {"hub", cmd_protocol},    {"cassio", cmd_protocol}, {"library", cmd_library},     {"serve", cmd_serve},
    {"train", cmd_train},     {"match", cmd_match},     {"contest", cmd_contest},     {"help", cmd_help},
    {"farm", cmd_farm},       {"work", cmd_farm},       {"tablebase", cmd_tablebase},
};

command_fn *command_action(const cli_command *command)
{
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        if (strcmp(actions[i].name, command->name) == 0)
            return actions[i].run;
    return NULL;
}
