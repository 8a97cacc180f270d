/* SPDX-License-Identifier: MIT
 *
 * The positions of the bench, as data, and their searches.
 *
 * The positions are openings and middle games from random and from real play; the depths make each take some tenths of
 * a second. Depth, not time or nodes, is the limit, so that the count of nodes tells of any change of the search, an
 * evaluation or an ordering, and of nothing else. The signature of a version is kept in tests/signature.txt.
 */
#include <flank/bench.h>

#include <flank/engine.h>

typedef struct bench_position {
    const char *game, *moves;
    int depth_plies;
} bench_position;

static const bench_position positions[] = {
    {"othello", "", 9},
    {"othello", "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5", 8},
    {"othello", "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3", 14},
    {"tothello", "", 4},
    {"tothello", "c3f6c6f3d3e6", 5},
};

size_t flank_bench_count(void) { return sizeof positions / sizeof *positions; }

static flank_status bench_search(flank_engine *engine, const flank_record *record, flank_bench_item *item)
{
    flank_limits limits = {.depth_plies = item->depth_plies};
    flank_report report;
    flank_status status = flank_engine_search(engine, record, &limits, NULL, NULL, &report);
    if (status == FLANK_OK) {
        item->nodes = report.nodes;
        item->time_s = report.time_s;
    }
    return status;
}

flank_status flank_bench_run(size_t index, flank_bench_item *item)
{
    if (index >= flank_bench_count())
        return FLANK_BAD_ARGUMENT;
    const bench_position *position = &positions[index];
    flank_bench_item result = {position->game, position->moves, position->depth_plies, 0, 0.0};
    flank_engine_options options = {.hash_bytes = (size_t)16 << 20};
    flank_engine *engine = flank_engine_create(&options);
    flank_record *record = flank_record_create(flank_game_find(position->game), NULL, NULL);
    flank_status status = engine && record ? flank_record_play_text(record, position->moves, NULL) : FLANK_NO_MEMORY;
    if (status == FLANK_OK)
        status = bench_search(engine, record, &result);
    if (status == FLANK_OK)
        *item = result;
    flank_record_destroy(record);
    flank_engine_destroy(engine);
    return status;
}
