/* SPDX-License-Identifier: MIT
 *
 * flank farm: a store of positions to be answered by any number of workers (flank work). Each action has a file of its
 * own; here they get an open store.
 */
#include "cli/farm/farm_command.h"

#include "cli/command/cli.h"
#include "core/error.h"
#include "core/json_writer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The run that the command line names. */
static int named_run(const farm_given *given, const cli_arguments *arguments, farm_run *run)
{
    return farm_find_run(given, arguments->operand_count > 2 ? arguments->operands[2] : NULL, run);
}

/* Give the runs that are complete that state, and list their names. */
static flank_status set_each(const farm_given *given, const farm_run *runs, size_t count, farm_run_state state,
                             text_buffer *names, flank_error *error)
{
    flank_status failed = FLANK_OK;
    for (size_t i = 0; i < count && !failed; i++)
        if (runs[i].state != FARM_FILLING) {
            failed = given->kind->set_state(given->store, runs[i].id, state, error);
            json_string(names, NULL, runs[i].name);
        }
    return failed;
}

static int set_runs(const farm_given *given, const farm_run *runs, size_t count, farm_run_state state, bool json)
{
    flank_error error = {0};
    text_buffer out = {NULL};
    farm_open_json(&out, given);
    json_string(&out, "state", state == FARM_PAUSED ? "paused" : "open");
    json_open_array(&out, "runs");
    const flank_status failed = set_each(given, runs, count, state, &out, &error);
    json_close_array(&out);
    if (json && !failed)
        return farm_print_json(&out);
    text_free(&out);
    return failed ? farm_complain(given, failed, &error) : CLI_DONE;
}

static int set_all(const farm_given *given, farm_run_state state, bool json)
{
    farm_run *runs;
    size_t count = 0;
    flank_error error = {0};
    const flank_status failed = farm_read_runs(given, &runs, &count, &error);
    const int status = failed ? farm_complain(given, failed, &error) : set_runs(given, runs, count, state, json);
    free(runs);
    return status;
}

static int set_state(const farm_given *given, const cli_arguments *arguments, farm_run_state state)
{
    farm_run run;
    const bool json = arguments->option[OPTION_JSON].given;
    if (arguments->option[OPTION_ALL].given)
        return arguments->operand_count == 2 ? set_all(given, state, json)
                                             : complain(CLI_USAGE, "farm: --all goes without a run");
    const int status = named_run(given, arguments, &run);
    return status ? status : set_runs(given, &run, 1, state, json);
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
    if (arguments->option[OPTION_JSON].given) {
        text_buffer out = {NULL};
        farm_open_json(&out, given);
        json_string(&out, "run", run.name);
        json_integer(&out, "tasks", count);
        return farm_print_json(&out);
    }
    printf("%" PRId64 " task%s of run %s wait%s again\n", count, count == 1 ? "" : "s", run.name,
           count == 1 ? "s" : "");
    return output_flush();
}

static const struct action {
    const char *name;
    int (*run)(const farm_given *given, const cli_arguments *arguments);
    size_t words_most; /* of the command line; 0: it counts them itself */
} actions[] = {
    {"init", farm_init, 2},   {"admit", farm_admit, 3},   {"submit", farm_submit, 0}, {"status", farm_status, 2},
    {"watch", farm_watch, 2}, {"pause", pause_run, 3},    {"resume", resume_run, 3},  {"retry", retry_run, 3},
    {"drop", farm_drop, 3},   {"export", farm_export, 4}, {"import", farm_import, 0}, {"verify", farm_verify, 2},
};

int farm_command(const cli_arguments *arguments)
{
    const struct action *action = actions;
    while (strcmp(action->name, arguments->operands[0]) != 0)
        action++; /* the parser lets only these words through */
    const char *useless = useless_option(arguments, action_find(arguments->command, action->name)->options);
    if (useless)
        return complain(CLI_USAGE, "farm: --%s means nothing to %s", useless, action->name);
    if (action->words_most && arguments->operand_count > action->words_most)
        return complain(CLI_USAGE, "farm: one word too many: '%s'", arguments->operands[action->words_most]);
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
