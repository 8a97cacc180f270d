/* SPDX-License-Identifier: MIT
 *
 * flank farm: a store of positions to be answered by any number of workers (flank work). Each action has a file of its
 * own; here they get an open store.
 */
#include "cli/farm/farm_command.h"

#include "cli/command/cli.h"
#include "core/error.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The run that the command line names. */
static int named_run(const farm_given *given, const cli_arguments *arguments, farm_run *run)
{
    if (arguments->operand_count > 3)
        return complain(CLI_USAGE, "farm: one word too many: '%s'", arguments->operands[3]);
    return farm_find_run(given, arguments->operand_count > 2 ? arguments->operands[2] : NULL, run);
}

static int set_all(const farm_given *given, farm_run_state state)
{
    farm_run *runs;
    size_t count = 0;
    flank_error error = {0};
    flank_status failed = farm_read_runs(given, &runs, &count, &error);
    for (size_t i = 0; i < count && !failed; i++)
        if (runs[i].state != FARM_FILLING)
            failed = given->kind->set_state(given->store, runs[i].id, state, &error);
    free(runs);
    return failed ? farm_complain(given, failed, &error) : CLI_DONE;
}

static int set_state(const farm_given *given, const cli_arguments *arguments, farm_run_state state)
{
    farm_run run;
    flank_error error = {0};
    if (arguments->option[OPTION_ALL].given)
        return arguments->operand_count == 2 ? set_all(given, state)
                                             : complain(CLI_USAGE, "farm: --all goes without a run");
    const int status = named_run(given, arguments, &run);
    if (status)
        return status;
    const flank_status failed = given->kind->set_state(given->store, run.id, state, &error);
    return failed ? farm_complain(given, failed, &error) : CLI_DONE;
}

static int pause_run(const farm_given *given, const cli_arguments *arguments)
{
    return set_state(given, arguments, FARM_PAUSED);
}

static int resume_run(const farm_given *given, const cli_arguments *arguments)
{
    return set_state(given, arguments, FARM_OPEN);
}

static int retry_run(const farm_given *given, const cli_arguments *arguments)
{
    farm_run run;
    int64_t count = 0;
    flank_error error = {0};
    const int status = named_run(given, arguments, &run);
    if (status)
        return status;
    const flank_status failed = given->kind->retry(given->store, run.id, &count, &error);
    if (failed)
        return farm_complain(given, failed, &error);
    printf("%" PRId64 " task%s of run %s wait%s again\n", count, count == 1 ? "" : "s", run.name,
           count == 1 ? "s" : "");
    return output_flush();
}

static const struct action {
    const char *name;
    int (*run)(const farm_given *given, const cli_arguments *arguments);
    uint64_t options; /* that mean something to it */
} actions[] = {
    {"init", farm_init, OPTION_BIT(OPTION_SAMPLE)},
    {"admit", farm_admit, OPTION_BIT(OPTION_UNTRUSTED)},
    {"submit", farm_submit, ~UINT64_C(0)}, /* each kind of work has its own */
    {"status", farm_status, OPTION_BIT(OPTION_JSON)},
    {"watch", farm_watch, OPTION_BIT(OPTION_JSON)},
    {"pause", pause_run, OPTION_BIT(OPTION_ALL)},
    {"resume", resume_run, OPTION_BIT(OPTION_ALL)},
    {"retry", retry_run, 0},
    {"drop", farm_drop, OPTION_BIT(OPTION_FORCE) | OPTION_BIT(OPTION_JSON)},
    {"export", farm_export, OPTION_BIT(OPTION_ALL) | OPTION_BIT(OPTION_JSON)},
    {"import", farm_import, 0},
    {"verify", farm_verify, 0},
};

int farm_command(const cli_arguments *arguments)
{
    const struct action *action = actions;
    while (strcmp(action->name, arguments->operands[0]) != 0)
        action++; /* the parser lets only these words through */
    const char *useless = useless_option(arguments, action->options);
    if (useless)
        return complain(CLI_USAGE, "farm: --%s means nothing to %s", useless, action->name);
    farm_given given = {.where = arguments->operands[1]};
    const bool create = action->run == farm_init;
    flank_error error = {0};
    const int unknown = farm_kind_given(given.where, &given.kind);
    if (unknown)
        return unknown;
    const flank_status failed = given.kind->open(given.where, create, &given.store, &error);
    if (failed == FLANK_BAD_ARGUMENT)
        return complain(CLI_USAGE, "%s: %s", given.where, error_english(&error));
    if (failed)
        return farm_complain(&given, failed, &error);
    const int status = action->run(&given, arguments);
    given.kind->close(given.store);
    return status;
}
