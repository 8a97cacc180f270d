/* SPDX-License-Identifier: MIT
 *
 * flank farm drop: forget a run. Runs that were made for it, the rounds of a book and the leaves of a proof, go with
 * it, and not without it; those too that a foreman made while the run was being dropped.
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

/* All that is dropped, in its order. */
typedef struct dropped {
    farm_run *runs;
    size_t count;
} dropped;

static int print_dropped(const farm_given *given, const char *name, const dropped *all, bool json)
{
    text_buffer out = {NULL};
    if (!json && all->count == 1)
        printf("run %s is dropped\n", name);
    else if (!json)
        printf("run %s and %zu that %s made for it are dropped\n", name, all->count - 1,
               all->count == 2 ? "was" : "were");
    if (!json)
        return output_flush();
    farm_open_json(&out, given);
    json_open_array(&out, "dropped");
    for (size_t i = 0; i < all->count; i++)
        json_string(&out, NULL, all->runs[i].name);
    json_close_array(&out);
    return farm_print_json(&out);
}

/* Drop those of the runs that are `whole` or were made for it, and add them to all. */
static flank_status drop_with_parts(const farm_given *given, const farm_run *whole, const farm_run *runs, size_t count,
                                    farm_dropping which, dropped *all, flank_error *error)
{
    const size_t before = all->count;
    int64_t *ids = calloc(count, sizeof *ids);
    farm_run *room = realloc(all->runs, (before + count) * sizeof *room);
    all->runs = room ? room : all->runs;
    for (size_t i = 0; i < count && ids && room; i++)
        if (runs[i].id == whole->id || farm_is_part(&runs[i], whole)) {
            ids[all->count - before] = runs[i].id;
            all->runs[all->count++] = runs[i];
        }
    const flank_status status = !ids || !room ? error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY))
                                : all->count > before
                                    ? given->kind->drop_runs(given->store, ids, all->count - before, which, error)
                                    : FLANK_OK;
    free(ids);
    return status;
}

/* A foreman that had begun to make a run before its lease was gone has made it by now, or makes none. */
static flank_status drop_late_parts(const farm_given *given, const farm_run *whole, dropped *all, flank_error *error)
{
    farm_run *runs;
    size_t count = 0;
    flank_status status = farm_read_runs(given, &runs, &count, error);
    if (!status && count && !find(runs, count, whole->name)) /* the name is not taken again */
        status = drop_with_parts(given, whole, runs, count, FARM_DROP_ANY, all, error);
    free(runs);
    return status;
}

static int drop(const farm_given *given, const farm_run *whole, const farm_run *runs, size_t count,
                const option_value *option)
{
    const farm_dropping which = option[OPTION_FORCE].given ? FARM_DROP_ANY : FARM_DROP_IDLE;
    flank_error error = {0};
    dropped all = {NULL, 0};
    for (size_t i = 0; i < count; i++)
        if (farm_is_part(whole, &runs[i]))
            return complain(CLI_USAGE, "farm: run %s was made for run %s; drop that", whole->name, runs[i].name);
    flank_status failed = drop_with_parts(given, whole, runs, count, which, &all, &error);
    const bool held = failed == FLANK_BAD_ARGUMENT;
    if (!failed)
        failed = drop_late_parts(given, whole, &all, &error);
    const int status = held     ? complain(CLI_USAGE, "farm: run %s: %s; pause it and wait for them, or say --force",
                                           whole->name, error_english(&error))
                       : failed ? farm_complain(given, failed, &error)
                                : print_dropped(given, whole->name, &all, option[OPTION_JSON].given);
    free(all.runs);
    return status;
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
                       : of   ? drop(given, of, runs, count, arguments->option)
                              : complain(CLI_USAGE, "farm: %s has no run '%s'", given->where, name);
    free(runs);
    return status;
}
