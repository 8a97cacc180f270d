/* SPDX-License-Identifier: MIT
 *
 * flank farm verify: the faults of a store, one a line. The exit status is that of wrong data if there is any.
 */
#include "cli/farm/farm_command.h"

#include <inttypes.h>
#include <stdio.h>

static void print_fault(void *user, const char *fault)
{
    ++*(int64_t *)user;
    puts(fault);
}

int farm_verify(const farm_given *given, const cli_arguments *arguments)
{
    int64_t faults = 0;
    flank_error error = {0};
    if (arguments->operand_count > 2)
        return complain(CLI_USAGE, "farm: one word too many: '%s'", arguments->operands[2]);
    const flank_status failed = given->kind->each_fault(given->store, print_fault, &faults, &error);
    if (failed)
        return farm_complain(given, failed, &error);
    if (!faults)
        puts("no fault");
    const int status = output_flush();
    return status   ? status
           : faults ? complain(CLI_DATA, "%s: %" PRId64 " fault%s", given->where, faults, faults == 1 ? "" : "s")
                    : CLI_DONE;
}
