/* SPDX-License-Identifier: MIT
 *
 * What every kind of flank farm submit does before and after it adds the work.
 */
#include "cli/farm/farm_command.h"

#include "core/error.h"
#include "core/json_writer.h"

#include <inttypes.h>
#include <stdio.h>

static int print_run(const farm_given *given, const farm_run *run, bool json)
{
    const bool positions = farm_has_positions(run->kind);
    if (!json) {
        printf("run %s: %" PRId64 " %s%s, %" PRId64 " to be asked\n", run->name, run->items,
               positions ? "position" : "unit", run->items == 1 ? "" : "s", run->waiting);
        return output_flush();
    }
    text_buffer out = {NULL};
    farm_open_json(&out, given);
    json_string(&out, "run", run->name);
    json_integer(&out, positions ? "positions" : "units", run->items);
    json_integer(&out, "tasks", run->waiting);
    return farm_print_json(&out);
}

bool farm_is_filling(const farm_given *given, const char *name)
{
    farm_run run;
    return !given->kind->find_run(given->store, name, &run, NULL) && run.state == FARM_FILLING;
}

flank_status farm_begin(const farm_given *given, const farm_plan *plan, int64_t *run, flank_error *error)
{
    const flank_status status = given->kind->begin_run(given->store, plan, run, error);
    if (!status && given->begun)
        *given->begun = *run;
    return status;
}

int farm_begin_run(const farm_given *given, const farm_plan *plan, int64_t *run)
{
    flank_error error = {0};
    const flank_status failed = farm_begin(given, plan, run, &error);
    if (failed == FLANK_BAD_ARGUMENT)
        return complain(CLI_USAGE, "farm: %s: %s: %s; --name gives another", given->where, plan->name,
                        error_english(&error));
    return failed ? farm_complain(given, failed, &error) : CLI_DONE;
}

int farm_open_run(const farm_given *given, const farm_plan *plan, int64_t run, bool json)
{
    flank_error error = {0};
    farm_run opened;
    const flank_status failed = given->kind->open_run(given->store, run, &error);
    if (failed)
        return farm_complain(given, failed, &error);
    const int status = farm_find_run(given, plan->name, &opened);
    return status ? status : print_run(given, &opened, json);
}
