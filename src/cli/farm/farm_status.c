/* SPDX-License-Identifier: MIT
 *
 * flank farm status: what the runs of a store have done and what is left.
 */
#include "cli/farm/farm_command.h"

#include "core/json_writer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *state_word(farm_run_state state)
{
    static const char *const words[] = {[FARM_FILLING] = "filling", [FARM_OPEN] = "open", [FARM_PAUSED] = "paused"};
    return words[state];
}

static void add_wish(text_buffer *out, farm_wish wish)
{
    static const char *const words[] = {
        [FARM_EXACT] = "exact", [FARM_SIGN] = "wld", [FARM_AT_LEAST] = "at least", [FARM_LEVEL] = "level"};
    text_add(out, words[wish.question]);
    if (wish.question == FARM_AT_LEAST || wish.question == FARM_LEVEL)
        text_addf(out, wish.question == FARM_LEVEL ? " %d" : " %+d", wish.number);
}

static void add_json(text_buffer *out, const farm_given *given, const farm_run *runs, size_t count,
                     const farm_counts *counts)
{
    json_open_object(out, NULL);
    json_string(out, "store", given->where);
    json_integer(out, "positions", counts->positions);
    json_integer(out, "conflicts", counts->conflicts);
    json_integer(out, "workers", counts->alive);
    json_count(out, "nodes", counts->nodes);
    json_open_array(out, "runs");
    for (size_t i = 0; i < count; i++) {
        text_buffer wish = {NULL};
        add_wish(&wish, runs[i].wish);
        json_open_object(out, NULL);
        json_string(out, "run", runs[i].name);
        json_string(out, "question", wish.bytes);
        json_string(out, "state", state_word(runs[i].state));
        json_integer(out, "positions", runs[i].items);
        json_integer(out, "waiting", runs[i].waiting);
        json_integer(out, "in_work", runs[i].leased);
        json_integer(out, "parked", runs[i].parked);
        json_integer(out, "done", runs[i].done);
        json_count(out, "nodes", runs[i].nodes);
        json_close_object(out);
        text_free(&wish);
    }
    json_close_array(out);
    json_close_object(out);
    text_add(out, "\n");
}

static void add_text(text_buffer *out, const farm_run *runs, size_t count, const farm_counts *counts)
{
    text_addf(out, "%-24s %-12s %-8s %10s %10s %8s %8s %10s %14s\n", "run", "question", "state", "positions", "waiting",
              "in work", "parked", "done", "nodes");
    for (size_t i = 0; i < count; i++) {
        text_buffer wish = {NULL};
        add_wish(&wish, runs[i].wish);
        text_addf(
            out, "%-24s %-12s %-8s %10" PRId64 " %10" PRId64 " %8" PRId64 " %8" PRId64 " %10" PRId64 " %14" PRIu64 "\n",
            runs[i].name, wish.bytes ? wish.bytes : "", state_word(runs[i].state), runs[i].items, runs[i].waiting,
            runs[i].leased, runs[i].parked, runs[i].done, runs[i].nodes);
        text_free(&wish);
    }
    text_addf(out, "%" PRId64 " position%s known, %" PRId64 " conflict%s; %" PRId64 " worker%s alive\n",
              counts->positions, counts->positions == 1 ? "" : "s", counts->conflicts,
              counts->conflicts == 1 ? "" : "s", counts->alive, counts->alive == 1 ? "" : "s");
}

int farm_status(const farm_given *given, const cli_arguments *arguments)
{
    farm_run *runs;
    size_t count = 0;
    farm_counts counts;
    flank_error error = {0};
    if (arguments->operand_count > 2)
        return complain(CLI_USAGE, "farm: one word too many: '%s'", arguments->operands[2]);
    flank_status failed = farm_read_runs(given, &runs, &count, &error);
    if (!failed)
        failed = given->kind->count(given->store, &counts, &error);
    text_buffer out = {NULL};
    if (!failed && arguments->option[OPTION_JSON].given)
        add_json(&out, given, runs, count, &counts);
    else if (!failed)
        add_text(&out, runs, count, &counts);
    free(runs);
    if (!failed)
        fputs(out.bytes ? out.bytes : "", stdout);
    const bool no_memory = out.failed;
    text_free(&out);
    return failed      ? farm_complain(given, failed, &error)
           : no_memory ? complain(CLI_INTERNAL, "not enough memory")
                       : output_flush();
}
