/* SPDX-License-Identifier: MIT
 *
 * flank farm status: what the runs of a store have done and what is left.
 */
#include "cli/farm/farm_command.h"

#include "cli/command/screen_text.h"
#include "core/error.h"
#include "core/json_writer.h"
#include "farm/farm_book.h"
#include "farm/proof_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *state_word(const farm_run *run)
{
    static const char *const words[] = {[FARM_FILLING] = "filling", [FARM_OPEN] = "open", [FARM_PAUSED] = "paused"};
    return farm_book_is_known(run) ? "kept" : words[run->state];
}

/* True if the run of positions has the leaves of a proof, each of which is asked with a number of its own. */
static bool has_leaves(const farm_state *state, const farm_run *run)
{
    size_t i = 0;
    while (i < state->count && !farm_is_part(run, &state->runs[i]))
        i++;
    return i < state->count;
}

/* The question about positions, or the kind of units. */
static void add_question(text_buffer *out, const farm_state *state, const farm_run *run)
{
    static const char *const words[] = {
        [FARM_EXACT] = "exact", [FARM_SIGN] = "wld", [FARM_AT_LEAST] = "at least", [FARM_LEVEL] = "level"};
    const farm_wish wish = run->wish;
    if (!farm_has_positions(run->kind)) {
        text_add(out, run->kind);
        return;
    }
    text_add(out, words[wish.question]);
    if (has_leaves(state, run))
        text_add(out, " N");
    else if (wish.question == FARM_AT_LEAST || wish.question == FARM_LEVEL)
        text_addf(out, wish.question == FARM_LEVEL ? " %d" : " %+d", wish.number);
}

void farm_status_json(text_buffer *out, const farm_given *given, const farm_state *state, const farm_pace *pace)
{
    const farm_run *runs = state->runs;
    const farm_counts *counts = &state->counts;
    json_open_object(out, NULL);
    json_string(out, "store", given->where);
    json_integer(out, "positions", counts->positions);
    json_integer(out, "conflicts", counts->conflicts);
    json_integer(out, "asked_again", counts->again);
    json_integer(out, "workers", counts->alive);
    json_count(out, "nodes", counts->nodes);
    if (pace && pace->known) {
        json_real(out, "nodes_per_s", pace->nodes_per_s, 0);
        json_real(out, "tasks_per_s", pace->tasks_per_s, 3);
        if (pace->left_s >= 0)
            json_real(out, "left_s", pace->left_s, 0);
    }
    json_open_array(out, "runs");
    for (size_t i = 0; i < state->count; i++) {
        text_buffer question = {NULL};
        add_question(&question, state, &runs[i]);
        json_open_object(out, NULL);
        json_string(out, "run", runs[i].name);
        json_string(out, "kind", runs[i].kind);
        json_string(out, "question", question.bytes);
        json_string(out, "rules", runs[i].rules);
        json_integer(out, "priority", runs[i].priority);
        json_string(out, "state", state_word(&runs[i]));
        json_integer(out, "positions", runs[i].items);
        json_integer(out, "waiting", runs[i].waiting);
        json_integer(out, "in_work", runs[i].leased);
        json_integer(out, "parked", runs[i].parked);
        json_integer(out, "done", runs[i].done);
        json_integer(out, "spent", runs[i].spent);
        json_count(out, "nodes", runs[i].nodes);
        if (state->progress[i])
            json_string(out, "progress", state->progress[i]);
        json_close_object(out);
        text_free(&question);
    }
    json_close_array(out);
    farm_trouble_json(out, state);
    json_close_object(out);
    text_add(out, "\n");
}

void farm_add_count(text_buffer *out, int64_t count, const char *unit)
{
    text_addf(out, "%" PRId64 " %s%s", count, unit, count == 1 ? "" : "s");
}

/* The bytes to which printf pads a text that takes so many places on the screen. */
static int padded(const char *text, int places) { return places + (int)strlen(text) - screen_text_width(text); }

void farm_status_text(text_buffer *out, const farm_state *state, size_t from)
{
    const farm_run *runs = state->runs;
    const farm_counts *counts = &state->counts;
    text_addf(out, "%-24s %-12s %-8s %10s %10s %8s %8s %10s %14s\n", "run", "question", "state", "positions", "waiting",
              "in work", "parked", "done", "nodes");
    for (size_t i = from; i < state->count; i++) {
        text_buffer question = {NULL};
        add_question(&question, state, &runs[i]);
        text_addf(out,
                  "%-*s %-12s %-8s %10" PRId64 " %10" PRId64 " %8" PRId64 " %8" PRId64 " %10" PRId64 " %14" PRIu64 "\n",
                  padded(runs[i].name, 24), runs[i].name, question.bytes ? question.bytes : "", state_word(&runs[i]),
                  runs[i].items, runs[i].waiting, runs[i].leased, runs[i].parked, runs[i].done, runs[i].nodes);
        text_free(&question);
    }
    for (size_t i = from; i < state->count; i++)
        if (state->progress[i])
            text_addf(out, "%s: %s\n", runs[i].name, state->progress[i]);
    farm_add_count(out, counts->positions, "position");
    text_add(out, " known, ");
    farm_add_count(out, counts->conflicts, "conflict");
    text_add(out, "; ");
    farm_add_count(out, counts->alive, "worker");
    text_add(out, " alive\n");
    if (counts->again) {
        farm_add_count(out, counts->again, "answer");
        text_add(out, " for another worker to give again\n");
    }
    farm_trouble_text(out, state);
}

flank_status farm_read_state(const farm_given *given, farm_state *state, flank_error *error)
{
    flank_status failed = farm_read_runs(given, &state->runs, &state->count, error);
    state->progress = failed ? NULL : calloc(state->count + 1, sizeof *state->progress);
    if (!failed && !state->progress)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    for (size_t i = 0; !failed && i < state->count; i++)
        if (strcmp(state->runs[i].kind, PROOF_KIND) == 0)
            failed = farm_proof_progress(given, &state->runs[i], &state->progress[i], error);
    if (!failed)
        failed = given->kind->count(given->store, &state->counts, error);
    if (!failed)
        failed = given->kind->list_conflicts(given->store, state->conflicts, FARM_TROUBLE_SHOWN, &state->conflict_count,
                                             error);
    return failed
               ? failed
               : given->kind->list_parked(given->store, state->parked, FARM_TROUBLE_SHOWN, &state->parked_count, error);
}

void farm_close_state(farm_state *state)
{
    for (size_t i = 0; state->progress && i < state->count; i++)
        free(state->progress[i]);
    free(state->progress);
    free(state->runs);
}

int farm_status(const farm_given *given, const cli_arguments *arguments)
{
    farm_state state = {.count = 0};
    flank_error error = {0};
    const flank_status failed = farm_read_state(given, &state, &error);
    text_buffer out = {NULL};
    if (!failed && arguments->option[OPTION_JSON].given)
        farm_status_json(&out, given, &state, NULL);
    else if (!failed)
        farm_status_text(&out, &state, 0);
    farm_close_state(&state);
    if (!failed)
        fputs(out.bytes ? out.bytes : "", stdout);
    const bool no_memory = out.failed;
    text_free(&out);
    return failed      ? farm_complain(given, failed, &error)
           : no_memory ? complain(CLI_INTERNAL, "not enough memory")
                       : output_flush();
}
