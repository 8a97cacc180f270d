/* SPDX-License-Identifier: MIT
 *
 * flank farm drop: forget a run. Runs that were made for it, the rounds of a book and the leaves of a proof, go with
 * it, and not without it.
 */
#include "cli/farm/farm_command.h"

#include "core/error.h"
#include "core/json_writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const farm_run *find(const farm_run *runs, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(runs[i].name, name) == 0)
            return &runs[i];
    return NULL;
}

static int print_dropped(const farm_given *given, const char *name, const farm_run *dropped, size_t count, bool json)
{
    text_buffer out = {NULL};
    if (!json && count == 1)
        printf("run %s is dropped\n", name);
    else if (!json)
        printf("run %s and %zu that %s made for it are dropped\n", name, count - 1, count == 2 ? "was" : "were");
    if (!json)
        return output_flush();
    farm_open_json(&out, given);
    json_open_array(&out, "dropped");
    for (size_t i = 0; i < count; i++)
        json_string(&out, NULL, dropped[i].name);
    json_close_array(&out);
    return farm_print_json(&out);
}

/* Drop the run and its parts, which are moved to the front of all. */
static int drop(const farm_given *given, farm_run whole, farm_run *runs, size_t count, const option_value *option)
{
    flank_error error = {0};
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        if (farm_is_part(&whole, &runs[i]))
            return complain(CLI_USAGE, "farm: run %s was made for run %s; drop that", whole.name, runs[i].name);
    int64_t *ids = calloc(count, sizeof *ids);
    if (!ids)
        return complain(CLI_INTERNAL, "not enough memory");
    for (size_t i = 0; i < count; i++)
        if (runs[i].id == whole.id || farm_is_part(&runs[i], &whole)) {
            ids[found] = runs[i].id;
            runs[found++] = runs[i];
        }
    const farm_dropping which = option[OPTION_FORCE].given ? FARM_DROP_ANY : FARM_DROP_IDLE;
    const flank_status failed = given->kind->drop_runs(given->store, ids, found, which, &error);
    free(ids);
    if (failed == FLANK_BAD_ARGUMENT)
        return complain(CLI_USAGE, "farm: run %s: %s; pause it and wait for them, or say --force", whole.name,
                        error_english(&error));
    return failed ? farm_complain(given, failed, &error)
                  : print_dropped(given, whole.name, runs, found, option[OPTION_JSON].given);
}

int farm_drop(const farm_given *given, const cli_arguments *arguments)
{
    farm_run *runs;
    size_t count = 0;
    flank_error error = {0};
    if (arguments->operand_count != 3)
        return complain(CLI_USAGE, "farm: drop which run? As in 'flank farm drop STORE RUN'");
    const char *name = arguments->operands[2];
    const flank_status failed = farm_read_runs(given, &runs, &count, &error);
    const farm_run *of = failed ? NULL : find(runs, count, name);
    const int status = failed ? farm_complain(given, failed, &error)
                       : of   ? drop(given, *of, runs, count, arguments->option)
                              : complain(CLI_USAGE, "farm: %s has no run '%s'", given->where, name);
    free(runs);
    return status;
}
