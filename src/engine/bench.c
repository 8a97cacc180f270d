/* SPDX-License-Identifier: MIT
 *
 * The positions of the bench, which the games name (games/game_table.h), and their searches.
 *
 * The positions are the starts, middle games and endings of games of low levels, and of a well-known line of Othello;
 * the depths make each take some tenths of a second. Depth, not time or nodes, is the limit, so that the count of nodes
 * tells of any change of the search, an evaluation or an ordering, and of nothing else. The signature of a version is
 * kept in tests/signature.txt.
 */
#include <flank/bench.h>

#include "games/game_table.h"

#include <flank/engine.h>

size_t flank_bench_count(void)
{
    size_t count = 0;
    for (size_t i = 0; i < flank_game_count(); i++)
        for (const game_bench *bench = flank_game_at(i)->bench; bench->moves; bench++)
            count++;
    return count;
}

/* Position `index` of the list that the games' lists make together; NULL past its end. */
static const game_bench *bench_at(size_t index, const flank_game **game)
{
    for (size_t i = 0; i < flank_game_count(); i++) {
        *game = flank_game_at(i);
        for (const game_bench *bench = (*game)->bench; bench->moves; bench++)
            if (index-- == 0)
                return bench;
    }
    return NULL;
}

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
    const flank_game *game;
    const game_bench *bench = bench_at(index, &game);
    if (!bench)
        return FLANK_BAD_ARGUMENT;
    flank_bench_item result = {game->name, bench->moves, bench->depth_plies, 0, 0.0};
    flank_engine_options options = {.hash_bytes = (size_t)64 << 20};
    flank_engine *engine = flank_engine_create(&options);
    flank_record *record = flank_record_create(game, NULL, NULL);
    flank_status status = engine && record ? flank_record_play_text(record, bench->moves, NULL) : FLANK_NO_MEMORY;
    if (status == FLANK_OK)
        status = bench_search(engine, record, &result);
    if (status == FLANK_OK)
        *item = result;
    flank_record_destroy(record);
    flank_engine_destroy(engine);
    return status;
}
