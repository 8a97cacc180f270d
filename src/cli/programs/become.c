/* SPDX-License-Identifier: MIT
 *
 * The words are those behind the command's name: argv with the operands first, up to its end.
 */
#include "cli/programs/become.h"

#include "cli/command/own_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int run(const cli_arguments *arguments, char *program, bool named)
{
    static char name[16];
    size_t count = 0, filled = 0;
    while (arguments->operands[count])
        count++;
    char **words = calloc(count + 3, sizeof *words);
    if (!words)
        return complain(CLI_INTERNAL, "not enough memory");
    words[filled++] = program;
    if (named)
        words[filled++] = strncat(name, arguments->command->name, sizeof name - 1);
    memcpy(words + filled, arguments->operands, count * sizeof *words);
    execv(program, words);
    free(words);
    return complain(CLI_NO_INPUT, "%s: %s cannot be started: %s", arguments->command->name, program, strerror(errno));
}

int become_program(const cli_arguments *arguments, const char *const *places, const char *lacks, bool named)
{
    if (*lacks)
        return complain(CLI_NO_INPUT, "%s: this build has no %s", arguments->command->name, lacks);
    char *program = own_file_find(places);
    const int status =
        program ? run(arguments, program, named)
                : complain(CLI_NO_INPUT, "%s: its program is missing: no %s beside flank, and no %s from there",
                           arguments->command->name, places[0], places[1]);
    free(program);
    return status;
}
