/* SPDX-License-Identifier: MIT
 *
 * Reads a command's line, runs it, and makes sure that the output arrived.
 *
 * Ctrl-C ends any command at once with status 130 (commands that have something to finish watch for it themselves,
 * interrupt.h). A reader that closes the pipe, and a file that has come to the limit of ulimit -f, are seen as a
 * failed write, not as a signal, so the status is 73.
 */
#include "cli/command/program.h"

#include "cli/command/help_text.h"

#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <unistd.h>

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    _exit(CLI_INTERRUPTED);
}

/* A standard descriptor that is closed is not left to the next file or pipe that is opened: it is taken, so that
 * reading and writing fail. */
static void occupy_descriptors(void)
{
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++)
        if (fcntl(descriptor, F_GETFD) < 0)
            open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

static void set_signals(void)
{
    struct sigaction interrupt = {.sa_handler = on_interrupt}, ignore = {.sa_handler = SIG_IGN};
    struct sigaction inherited;
    sigaction(SIGPIPE, &ignore, NULL);
    sigaction(SIGXFSZ, &ignore, NULL);
    /* Started with SIGINT ignored ("flank … &" in a script), it stays ignored. */
    if (sigaction(SIGINT, NULL, &inherited) == 0 && inherited.sa_handler != SIG_IGN)
        sigaction(SIGINT, &interrupt, NULL);
}

int program_command(const cli_command *command, command_fn *run, int argc, char **argv)
{
    cli_arguments arguments;
    const int status = arguments_parse(command, argc, argv, &arguments);
    if (status)
        return status;
    if (!arguments.option[OPTION_HELP].given)
        return run(&arguments);
    return help_print(command, arguments.operand_count ? action_find(command, arguments.operands[0]) : NULL);
}

int program_run(int (*run)(int argc, char **argv), int argc, char **argv)
{
    occupy_descriptors();
    setlocale(LC_CTYPE, "");
    set_signals();
    int status = run(argc, argv);
    if (status == CLI_CANNOT_WRITE || status == CLI_INTERRUPTED)
        return status; /* said so already; or what is left unwritten is unfinished */
    int written = output_flush();
    return written ? written : status;
}
