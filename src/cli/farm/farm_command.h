/* SPDX-License-Identifier: MIT
 *
 * The commands of the program flank-farm, and the parts of flank farm that have files of their own.
 */
#ifndef FLANK_CLI_FARM_COMMAND_H
#define FLANK_CLI_FARM_COMMAND_H

#include "cli/command/commands.h"
#include "farm/farm_store.h"

/* flank farm and flank work, of a checked command line. */
int farm_command(const cli_arguments *arguments);
int work_command(const cli_arguments *arguments);

/* The kind of the store that the command line names. An exit status, after a complaint if it is not CLI_DONE. */
int farm_kind_given(const char *where, const farm_store_kind **kind);

/* A store of the command line. */
typedef struct farm_given {
    const farm_store_kind *kind;
    farm_store *store;
    const char *where;
} farm_given;

/* Complain about what the store could not do. An exit status. */
int farm_complain(const farm_given *given, flank_status status, const flank_error *error);

/* All runs of the store: `*runs` is to be freed. */
flank_status farm_read_runs(const farm_given *given, farm_run **runs, size_t *count, flank_error *error);

/* Find the run of that name; NULL: the only one there is. An exit status, after a complaint if it is not CLI_DONE. */
int farm_find_run(const farm_given *given, const char *name, farm_run *run);

/* Carry out the action: an exit status. */
int farm_submit(const farm_given *given, const cli_arguments *arguments);
int farm_export(const farm_given *given, const cli_arguments *arguments);
int farm_status(const farm_given *given, const cli_arguments *arguments);

#endif
