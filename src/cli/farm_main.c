/* SPDX-License-Identifier: MIT
 *
 * The program `flank-farm`: flank farm and flank work, which start it (cmd_farm.c).
 */
#include "cli/command/program.h"
#include "cli/farm/farm_command.h"

#include <string.h>

static int run(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "farm";
    const bool works = strcmp(name, "work") == 0;
    return program_command(command_find(works ? "work" : "farm"), works ? work_command : farm_command, argc - 2,
                           argv + 2);
}

int main(int argc, char **argv) { return program_run(run, argc, argv); }
