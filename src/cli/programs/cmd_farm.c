/* SPDX-License-Identifier: MIT
 *
 * flank farm, flank work and flank analyze --store: become the program flank-farm, which has the library of PostgreSQL
 * in it.
 */
#include "cli/command/cmd.h"
#include "cli/programs/become.h"

int cmd_farm(const cli_arguments *arguments)
{
    static const char *const places[] = {"flank-farm", FARM_PLACE, NULL}; /* in a build tree, as installed */
    return become_program(arguments, places, FARM_LACKS, true);
}
