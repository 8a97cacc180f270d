/* SPDX-License-Identifier: MIT
 *
 * flank farm verify: the faults of a store, one a line, or all of them as an object. The exit status is that of wrong
 * data if there is any.
 */
#include "cli/farm/farm_command.h"

#include "core/json_writer.h"

#include <inttypes.h>
#include <stdio.h>

enum { FAULTS_SHOWN = 20 }; /* as many as submit names of its lines */

typedef struct verifying {
    bool json;
    text_buffer out; /* of JSON */
    int64_t faults;
} verifying;

static void take_fault(void *user, const char *fault)
{
    verifying *of = user;
    if (of->json)
        json_string(&of->out, NULL, fault);
    else if (of->faults < FAULTS_SHOWN)
        puts(fault);
    of->faults++;
}

static flank_status find_faults(const farm_given *given, verifying *of, flank_error *error)
{
    if (!of->json)
        return given->kind->each_fault(given->store, take_fault, of, error);
    farm_open_json(&of->out, given);
    json_open_array(&of->out, "faults");
    const flank_status failed = given->kind->each_fault(given->store, take_fault, of, error);
    json_close_array(&of->out);
    return failed;
}

int farm_verify(const farm_given *given, const cli_arguments *arguments)
{
    verifying of = {.json = arguments->option[OPTION_JSON].given};
    flank_error error = {0};
    const flank_status failed = find_faults(given, &of, &error);
    if (!of.json && !failed && !of.faults)
        puts("no fault");
    if (!of.json && of.faults > FAULTS_SHOWN)
        printf("%" PRId64 " more; --json tells all\n", of.faults - FAULTS_SHOWN);
    const int status = failed    ? farm_complain(given, failed, &error)
                       : of.json ? farm_print_json(&of.out)
                                 : output_flush();
    text_free(&of.out);
    return status ? status
           : of.faults
               ? complain(CLI_DATA, "%s: %" PRId64 " fault%s", given->where, of.faults, of.faults == 1 ? "" : "s")
               : CLI_DONE;
}
