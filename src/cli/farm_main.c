/* SPDX-License-Identifier: MIT
 *
 * The program `flank-farm`: flank farm, flank work and flank analyze --store, which start it (cmd_farm.c).
 */
#include "cli/command/program.h"
#include "cli/farm/farm_command.h"

#include <stdlib.h>
#include <string.h>

static int run(int argc, char **argv)
{
    static const struct {
        const char *name;
        command_fn *run;
    } actions[] = {{"farm", farm_command}, {"work", work_command}, {"analyze", analyze_command}};
    if (argc == 5 && strcmp(argv[1], "reviews") == 0) /* flank-serve asks */
        return farm_reviews_pipe(
            argv[2], &(flank_engine_options){.hash_bytes = strtoull(argv[3], NULL, 10), .threads = atoi(argv[4])});
    size_t at = sizeof actions / sizeof *actions - 1;
    while (at > 0 && (argc < 2 || strcmp(argv[1], actions[at].name) != 0))
        at--;
    return program_command(command_find(actions[at].name), actions[at].run, argc - 2, argv + 2);
}

int main(int argc, char **argv) { return program_run(run, argc, argv); }
