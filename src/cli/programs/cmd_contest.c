/* SPDX-License-Identifier: MIT
 *
 * flank contest: a contest problem as a filter from a file or standard input to standard output.
 */
#include "cli/command/cmd.h"
#include "core/error.h"
#include "contest/contest.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

static int complain_failure(const char *path, const contest_failure *failure)
{
    switch (failure->result) {
    case CONTEST_BAD_DATA:
        return complain_at(path, (size_t)failure->line, "%s", error_english(&failure->reason));
    case CONTEST_CANNOT_READ:
        return complain_unreadable(path, failure->error);
    case CONTEST_CANNOT_WRITE:
        if (failure->error == EPIPE)
            return CLI_CANNOT_WRITE;
        return complain(CLI_CANNOT_WRITE, "cannot write to standard output: %s", error_english(&failure->reason));
    case CONTEST_OK:
    case CONTEST_NO_MEMORY:
        break;
    }
    return complain(CLI_INTERNAL, "contest: %s", error_english(&failure->reason));
}

int cmd_contest(const cli_arguments *arguments)
{
    const contest_problem *problem = contest_problem_find(arguments->operands[0]);
    if (!problem)
        return complain(CLI_INTERNAL, "contest: no problem '%s'", arguments->operands[0]);
    const char *path = arguments->operand_count > 1 ? arguments->operands[1] : "-";
    int input = strcmp(path, "-") == 0 ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (input < 0)
        return complain_unreadable(path, errno);
    contest_failure failure = {.result = CONTEST_OK};
    int status = contest_run(problem, input, STDOUT_FILENO, &failure) ? complain_failure(path, &failure) : CLI_DONE;
    if (input != STDIN_FILENO)
        close(input);
    return status;
}
