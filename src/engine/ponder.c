/* SPDX-License-Identifier: MIT
 *
 * Thinking on the opponent's time.
 *
 * A thread of the engine guesses the opponent's move by a short search, plays it, and thinks about what to answer until
 * it is told to stop. Its results are in the table, so that the search that follows a right guess runs through the
 * depths already done in next to no time; a wrong guess leaves whatever the two positions have in common. Rejected:
 * handing the running search over on a right guess, which saves these few milliseconds and needs limits that change
 * during a search; and thinking about all replies at once, which divides the time among moves that are not played.
 */
#include "engine/ponder.h"

#include "core/clock.h"
#include "core/helper_thread.h"
#include "core/stop_poll.h"

#include <assert.h>
#include <string.h>

enum { GUESS_MS = 50 };

static bool is_stopped(flank_engine *engine) { return stop_poll(&engine->ponder_stop); }

static void *ponder_thread(void *argument)
{
    flank_engine *engine = argument;
    flank_record *record = engine->ponder.record;
    flank_report report;
    const flank_limits guess = {.time_ms = GUESS_MS, .stop = &engine->ponder_stop};
    const flank_limits endless = {.lines = 1, .stop = &engine->ponder_stop};
    const engine_caller nobody = {.on_report = NULL};
    if (engine_think(engine, record, &guess, SEARCH_PLAY, &nobody, &report) != FLANK_OK || is_stopped(engine))
        return NULL;
    if (flank_record_play(record, report.lines[0].moves[0]) != FLANK_OK || flank_record_outcome(record).over)
        return NULL;
    const double start_s = clock_now_s();
    if (engine_think(engine, record, &endless, SEARCH_PLAY, &nobody, &report) == FLANK_OK)
        engine->ponder.found = (pondered){clock_now_s() - start_s, report.depth_plies, report.lines[0].selectivity};
    return NULL;
}

/* The record up to its cursor, history included. NULL without memory. */
static flank_record *copy_record(const flank_record *record)
{
    flank_record *copy =
        flank_record_create(flank_record_game(record), flank_record_rules(record), flank_record_position_at(record, 0));
    for (size_t i = 0; copy && i < flank_record_ply(record); i++)
        if (flank_record_play(copy, flank_record_move_at(record, i))) {
            flank_record_destroy(copy);
            return NULL;
        }
    return copy;
}

flank_status flank_engine_ponder(flank_engine *engine, const flank_record *record, const flank_stop *stop)
{
    ponder_end(engine, NULL);
    if (flank_record_outcome(record).over)
        return FLANK_GAME_OVER;
    ponder_state *ponder = &engine->ponder;
    *ponder = (ponder_state){.record = copy_record(record)};
    if (!ponder->record)
        return FLANK_NO_MEMORY;
    engine->ponder_stop = (flank_stop)FLANK_STOP_UNDER(stop);
    ponder->running = helper_thread_start(&ponder->thread, ponder_thread, engine) == 0;
    if (ponder->running)
        return FLANK_OK;
    flank_record_destroy(ponder->record);
    *ponder = (ponder_state){.running = false};
    return FLANK_NO_MEMORY;
}

pondered ponder_end(flank_engine *engine, const flank_record *record)
{
    ponder_state *ponder = &engine->ponder;
    pondered found = {0};
    if (!ponder->running)
        return found;
    assert(ponder->record);
    flank_stop_raise(&engine->ponder_stop);
    pthread_join(ponder->thread, NULL);
    if (record && flank_record_game(record) == flank_record_game(ponder->record) &&
        memcmp(flank_record_rules(record), flank_record_rules(ponder->record), sizeof(flank_rules)) == 0 &&
        flank_position_equal(*flank_record_position(record), *flank_record_position(ponder->record)))
        found = ponder->found;
    flank_record_destroy(ponder->record);
    *ponder = (ponder_state){.running = false};
    return found;
}
