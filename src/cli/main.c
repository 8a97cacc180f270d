/* SPDX-License-Identifier: MIT
 *
 * The program `flank`: finds the command in the table.
 */
#include "cli/command/cmd.h"
#include "cli/command/help_text.h"
#include "cli/command/program.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int unknown_command(const char *name)
{
    const char *what = name[0] == '-' ? "option" : "command", *nearest = command_suggest(name);
    if (nearest)
        return complain(CLI_USAGE, "unknown %s '%s'; did you mean '%s'?", what, name, nearest);
    return complain(CLI_USAGE, "unknown %s '%s'; 'flank help' lists what there is", what, name);
}

static bool asks_for_version(const char *name)
{
    static const char *const words[] = {"--version", "-V", "-v", "version", NULL};
    size_t at = 0;
    while (words[at] && strcmp(words[at], name) != 0)
        at++;
    return words[at] != NULL;
}

static int run(int argc, char **argv)
{
    if (argc < 2)
        return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) ? play_menu() : help_print(NULL, NULL);
    const char *name = argv[1];
    if (asks_for_version(name)) {
        printf("flank %s%s\n", flank_version(), WITHOUT);
        return CLI_DONE;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        name = "help";
    if (strcmp(name, "-cassio") == 0) /* as Cassio starts its engines */
        name = "cassio";
    const cli_command *command = command_find(name);
    if (!command)
        return unknown_command(name);
    return program_command(command, command_action(command), argc - 2, argv + 2);
}

int main(int argc, char **argv) { return program_run(run, argc, argv); }
