/* SPDX-License-Identifier: MIT
 *
 * The command `flank`: finds the command in the table, has its line read, runs it, and makes sure that the output
 * arrived.
 *
 * Ctrl-C ends any command at once with status 130 (commands that have something to finish watch for it themselves,
 * interrupt.h). A reader that closes the pipe is seen as a failed write, not as a signal, so the status is 73.
 */
#include "cli/cmd.h"
#include "cli/help_text.h"

#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    _exit(CLI_INTERRUPTED);
}

static void set_signals(void)
{
    struct sigaction interrupt = {.sa_handler = on_interrupt}, ignore = {.sa_handler = SIG_IGN};
    struct sigaction inherited;
    sigaction(SIGPIPE, &ignore, NULL);
    /* Started with SIGINT ignored ("flank … &" in a script), it stays ignored. */
    if (sigaction(SIGINT, NULL, &inherited) == 0 && inherited.sa_handler != SIG_IGN)
        sigaction(SIGINT, &interrupt, NULL);
}

static int unknown_command(const char *name)
{
    const char *what = name[0] == '-' ? "option" : "command", *nearest = command_suggest(name);
    if (nearest)
        return complain(CLI_USAGE, "unknown %s '%s'; did you mean '%s'?", what, name, nearest);
    return complain(CLI_USAGE, "unknown %s '%s'; 'flank help' lists what there is", what, name);
}

static int run(int argc, char **argv)
{
    if (argc < 2)
        return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) ? play_menu() : help_print(NULL);
    const char *name = argv[1];
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        printf("flank %s\n", flank_version());
        return CLI_DONE;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        name = "help";
    const cli_command *command = command_find(name);
    if (!command)
        return unknown_command(name);
    cli_arguments arguments;
    int status = arguments_parse(command, argc - 2, argv + 2, &arguments);
    if (status)
        return status;
    return arguments.option[OPTION_HELP].given ? help_print(command) : command->run(&arguments);
}

int main(int argc, char **argv)
{
    setlocale(LC_CTYPE, "");
    set_signals();
    int status = run(argc, argv);
    if (status == CLI_CANNOT_WRITE || status == CLI_INTERRUPTED)
        return status; /* said so already; or what is left unwritten is unfinished */
    int written = output_flush();
    return written ? written : status;
}
