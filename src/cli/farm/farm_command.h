/* SPDX-License-Identifier: MIT
 *
 * The commands of the program flank-farm, and the parts of flank farm that have files of their own.
 */
#ifndef FLANK_CLI_FARM_COMMAND_H
#define FLANK_CLI_FARM_COMMAND_H

#include "cli/command/commands.h"
#include "core/text_buffer.h"
#include "farm/farm_store.h"

#include <flank/engine.h>

/* The first line of an export of a whole store. */
#define FARM_DUMP_FORMAT "flank farm"
enum {
    FARM_DUMP_VERSION = 5,
    FARM_DUMP_OLDEST = 3,      /* it had no reviews */
    FARM_DUMP_WITH_LABELS = 5, /* those before have one judgement a position, without its level */
};

/* flank farm, flank analyze --store and flank work, of a checked command line. */
int analyze_command(const cli_arguments *arguments);
int farm_command(const cli_arguments *arguments);
int work_command(const cli_arguments *arguments);

/* Tell another program, on standard input and output, what the store knows of reviews by such engines. */
int farm_reviews_pipe(const char *where, const flank_engine_options *engine);

/* The kind of the store that the command line names. An exit status, after a complaint if it is not CLI_DONE. */
int farm_kind_given(const char *where, const farm_store_kind **kind);

/* A store of the command line. */
typedef struct farm_given {
    const farm_store_kind *kind;
    farm_store *store;
    const char *where;
    int64_t *begun; /* NULL, or where farm_begin keeps the run that it began */
} farm_given;

/* Complain about what the store could not do. An exit status. */
int farm_complain(const farm_given *given, flank_status status, const flank_error *error);

/* Begin the object that an action prints with --json; end, print and free it. An exit status. */
void farm_open_json(text_buffer *out, const farm_given *given);
int farm_print_json(text_buffer *out);

/* True if the run was made for the other one: a round of a book, the leaves of a proof. */
bool farm_is_part(const farm_run *part, const farm_run *whole);

/* All runs of the store: `*runs` is to be freed. */
flank_status farm_read_runs(const farm_given *given, farm_run **runs, size_t *count, flank_error *error);

/* Find the run of that name; NULL: the only one there is. An exit status, after a complaint if it is not CLI_DONE. */
int farm_find_run(const farm_given *given, const char *name, farm_run *run);

enum { FARM_TROUBLE_SHOWN = 10 }; /* contradictions, and parked tasks */

/* All runs of a store, and the sums over it; farm_close_state frees it. */
typedef struct farm_state {
    farm_run *runs;
    char **progress; /* of every run that is a proof, how far it is in words; NULL of the others */
    size_t count;
    farm_counts counts;
    farm_conflict conflicts[FARM_TROUBLE_SHOWN]; /* the latest */
    farm_parked parked[FARM_TROUBLE_SHOWN];
    size_t conflict_count, parked_count;
} farm_state;

/* The pace of its workers. */
typedef struct farm_pace {
    bool known;
    double nodes_per_s, tasks_per_s;
    double left_s; /* until all is done; -1: not known */
} farm_pace;

flank_status farm_read_state(const farm_given *given, farm_state *state, flank_error *error);
void farm_close_state(farm_state *state); /* also after a failure */

/* "1 worker", "2 workers" */
void farm_add_count(text_buffer *out, int64_t count, const char *unit);

/* The state for people, from run number `from` on, and for programs, with the pace if it is not NULL. */
void farm_status_text(text_buffer *out, const farm_state *state, size_t from);
void farm_status_json(text_buffer *out, const farm_given *given, const farm_state *state, const farm_pace *pace);

/* True if another submit fills the run of that name, or was killed over it. */
bool farm_is_filling(const farm_given *given, const char *name);

/* Begin a run (farm_store.h), which submit forgets if it fails. */
flank_status farm_begin(const farm_given *given, const farm_plan *plan, int64_t *run, flank_error *error);

/* Begin and open a run for submit; the second one prints what there is to be done. An exit status, after a complaint if
 * it is not CLI_DONE. */
int farm_begin_run(const farm_given *given, const farm_plan *plan, int64_t *run);
int farm_open_run(const farm_given *given, const farm_plan *plan, int64_t run, bool json);

/* One kind of work of submit: make a run of it. `plan` has the name and the priority. An exit status. */
typedef int farm_submit_fn(const farm_given *given, const cli_arguments *arguments, const farm_plan *plan);
farm_submit_fn farm_submit_positions, farm_submit_games, farm_submit_match, farm_submit_book, farm_submit_proof,
    farm_submit_selfplay;

/* Export a match: its games, or with `json` what they prove; and a book, into the file of the command line; and
 * the certificate of a proof; and games for training, into the folder of the command line. */
int farm_export_match(const farm_given *given, const farm_run *run, bool json);
int farm_export_book(const farm_given *given, const cli_arguments *arguments, const farm_run *run);
int farm_export_proof(const farm_given *given, const farm_run *run);
int farm_export_selfplay(const farm_given *given, const cli_arguments *arguments, const farm_run *run);

/* Tell after an export that some units, or whatever they are, are not answered yet: the run goes on, no failure. */
void farm_say_open(const farm_run *run, int64_t open, const char *unit, const char *units);

/* How far a proof is, in words: to be freed. */
flank_status farm_proof_progress(const farm_given *given, const farm_run *run, char **words, flank_error *error);

/* The contradictions and the parked tasks of a state, for people and for programs. */
void farm_trouble_text(text_buffer *out, const farm_state *state);
void farm_trouble_json(text_buffer *out, const farm_state *state);

/* Carry out the action: an exit status. */
int farm_init(const farm_given *given, const cli_arguments *arguments);
int farm_admit(const farm_given *given, const cli_arguments *arguments);
int farm_submit(const farm_given *given, const cli_arguments *arguments);
int farm_export(const farm_given *given, const cli_arguments *arguments);
int farm_drop(const farm_given *given, const cli_arguments *arguments);
int farm_dump(const farm_given *given);
int farm_import(const farm_given *given, const cli_arguments *arguments);
int farm_watch(const farm_given *given, const cli_arguments *arguments);
int farm_verify(const farm_given *given, const cli_arguments *arguments);
int farm_status(const farm_given *given, const cli_arguments *arguments);

#endif
