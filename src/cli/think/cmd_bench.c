/* SPDX-License-Identifier: MIT
 *
 * flank bench: a fixed amount of work over all games. The count of nodes is the signature of the search, the rate a
 * measure of machine and build.
 */
#include "cli/command/cmd.h"
#include "core/json_writer.h"
#include "cli/command/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static double rate(uint64_t nodes, double time_s) { return time_s > 0 ? (double)nodes / time_s : 0; }

/* The number of positions that are reached after a list of moves, for the table. */
static size_t count_plies(const flank_bench_item *item)
{
    flank_record *record = flank_record_create(flank_game_find(item->game), NULL, NULL);
    size_t plies = 0;
    if (record && flank_record_play_text(record, item->moves, NULL) == FLANK_OK)
        plies = flank_record_ply(record);
    flank_record_destroy(record);
    return plies;
}

static void print_item(const flank_bench_item *item, bool json)
{
    if (!json) {
        printf("%-9s after %3zu plies, depth %2d: %10" PRIu64 " nodes %7.3f s %8.0f k nodes/s\n", item->game,
               count_plies(item), item->depth_plies, item->nodes, item->time_s, rate(item->nodes, item->time_s) / 1e3);
        return;
    }
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    json_string(&out, "game", item->game);
    json_string(&out, "moves", item->moves);
    json_integer(&out, "depth", item->depth_plies);
    json_count(&out, "nodes", item->nodes);
    json_real(&out, "time_s", item->time_s, 3);
    json_close_object(&out);
    puts(out.bytes ? out.bytes : "");
    text_free(&out);
}

static void print_total(uint64_t nodes, double time_s, bool json)
{
    if (!json) {
        printf("signature %" PRIu64 " nodes in %.3f s, %.0f k nodes/s\n", nodes, time_s, rate(nodes, time_s) / 1e3);
        return;
    }
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    json_count(&out, "signature", nodes);
    json_real(&out, "time_s", time_s, 3);
    json_count(&out, "nodes_per_s", (uint64_t)rate(nodes, time_s));
    json_close_object(&out);
    puts(out.bytes ? out.bytes : "");
    text_free(&out);
}

int cmd_bench(const cli_arguments *arguments)
{
    bool json = arguments->option[OPTION_JSON].given;
    progress_line progress = progress_start();
    uint64_t nodes = 0;
    double time_s = 0;
    for (size_t i = 0; i < flank_bench_count(); i++) {
        flank_bench_item item;
        progress_show(&progress, i, "positions", (double)i / (double)flank_bench_count());
        flank_status status = flank_bench_run(i, &item);
        progress_clear(&progress);
        if (status)
            return complain(CLI_INTERNAL, "bench: %s", flank_status_text(status));
        print_item(&item, json);
        int written = output_flush();
        if (written)
            return written;
        nodes += item.nodes;
        time_s += item.time_s;
    }
    print_total(nodes, time_s, json);
    return CLI_DONE;
}
