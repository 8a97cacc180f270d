/* SPDX-License-Identifier: MIT
 *
 * The positions of the bench, as data, and their searches.
 *
 * The positions are the starts, middle games and endings of games of low levels, and of a well-known line of Othello;
 * the depths make each take some tenths of a second. Depth, not time or nodes, is the limit, so that the count of nodes
 * tells of any change of the search, an evaluation or an ordering, and of nothing else. The signature of a version is
 * kept in tests/signature.txt.
 */
#include <flank/bench.h>

#include <flank/engine.h>

typedef struct bench_position {
    const char *game, *moves;
    int depth_plies;
} bench_position;

static const bench_position positions[] = {
    {"othello", "", 16},
    {"othello", "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5", 14},
    {"othello", "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3", 14},
    {"tothello", "", 5},
    {"tothello", "d3c5b6c4f5e2b3g6f1h7h8b5h6a5b4a2a1d2", 6},
    {"tothello", "d3c5b6c4f5e2b3g6f1h7h8b5h6a5b4a2a1d2a3d1a4c6a6f3b1f6c1a7a8e3g8f4e1h1f2g2g7f7g1g4b2h2h5h4f8d6", 14},
    {"loa", "", 6},
    {"loa", "f1-f3 h7-f7 e1-g3 h6xf8 d1-g4 a2-d5 g1-g5 d5xf3", 6},
    {"loa",
     "f1-f3 h7-f7 e1-g3 h6xf8 d1-g4 a2-d5 g1-g5 d5xf3 c1xa3 h5xe8 b1-b3 a7-b6 a3xf3 a4-c6 c8-f5 c6-f6 d8-d7 h4-h7 "
     "b3xb6 a6-b7 b6-d6 h3-h6",
     7},
    {"draughts", "", 9},
    {"draughts", "b3-b4 c6-c5 d3-d4 g6-g5 f3-f4 e6-e5 e3-d3 e5-d5", 8},
    {"draughts",
     "b3-b4 c6-c5 d3-d4 g6-g5 f3-f4 e6-e5 e3-d3 e5-d5 d4-c4 c7-c6 h3-h4 a6-a5 c4-d4 g5-h5 f4-g4 h5xf1 g2-g3 b6-a6 "
     "b4-a4 f1-e1 e2-f2 e1-e3",
     12},
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
    flank_engine_options options = {.hash_bytes = (size_t)64 << 20};
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
