/* SPDX-License-Identifier: MIT
 *
 * The façade between the searches and everybody else: an engine's life, and its calls, each of which ends the pondering
 * under way.
 */
#include "engine/engine_search.h"
#include "engine/evaluation_handle.h"
#include "engine/ponder.h"
#include "games/game_table.h"

#include <stdlib.h>

enum { DEFAULT_HASH_MIB = 128, THREADS_MAX = 256 };

#define TABLE_BYTES_LEAST ((size_t)1 << 20)

/* More is certainly a mistake. */
#define HASH_BYTES_MAX ((uint64_t)1 << 38)

flank_engine *flank_engine_create(const flank_engine_options *options)
{
    size_t bytes = options ? options->hash_bytes : 0;
    if (bytes == 0)
        bytes = DEFAULT_HASH_MIB * TABLE_BYTES_LEAST;
    if ((uint64_t)bytes > HASH_BYTES_MAX)
        return NULL;
    flank_engine *engine = calloc(1, sizeof *engine);
    if (!engine)
        return NULL;
    engine->table_bytes = engine->table_bytes_most = bytes < TABLE_BYTES_LEAST ? TABLE_BYTES_LEAST : bytes;
    engine->shared_only = options && options->shared_search;
    engine->threads = options && options->threads > 1 ? options->threads : 1;
    engine->threads = engine->threads_most = engine->threads < THREADS_MAX ? engine->threads : THREADS_MAX;
    engine->cpu = options && options->cpu <= FLANK_CPU_ICELAKE ? options->cpu : FLANK_CPU_BEST;
    engine->tables = options ? options->tables : NULL;
    engine->evaluation = options ? options->evaluation : NULL;
    engine->eval = engine->evaluation ? evaluation_of(engine->evaluation) : NULL;
    return engine;
}

void flank_engine_destroy(flank_engine *engine)
{
    if (!engine)
        return;
    ponder_end(engine, NULL);
    engine_free_searches(engine);
    search_destroy(engine->estimator);
    flank_tables_close(engine->own_tables);
    free(engine);
}

flank_status flank_engine_reserve_rules(flank_engine *engine, const flank_game *game, const flank_rules *rules,
                                        const flank_stop *stop)
{
    ponder_end(engine, NULL);
    return engine_make_ready(engine, game, rules, stop);
}

flank_status flank_engine_reserve(flank_engine *engine, const flank_game *game, const flank_stop *stop)
{
    return flank_engine_reserve_rules(engine, game, NULL, stop);
}

flank_status flank_engine_prepare_rules(flank_engine *engine, const flank_game *game, const flank_rules *rules,
                                        const flank_stop *stop)
{
    const flank_status status = flank_engine_reserve_rules(engine, game, rules, stop);
    if (status)
        return status;
    const bool whole =
        engine->search ? search_touch(engine->search, stop) : othello_search_touch(engine->othello, stop);
    return whole ? FLANK_OK : FLANK_STOPPED;
}

flank_status flank_engine_prepare(flank_engine *engine, const flank_game *game, const flank_stop *stop)
{
    return flank_engine_prepare_rules(engine, game, NULL, stop);
}

void flank_engine_clear(flank_engine *engine)
{
    ponder_end(engine, NULL);
    if (!engine->learned)
        return; /* Othello's table takes its time */
    engine->learned = false;
    if (engine->search)
        search_clear(engine->search);
    if (engine->prover)
        prover_clear(engine->prover);
    if (engine->othello)
        othello_search_clear(engine->othello);
}

void flank_engine_narrow(flank_engine *engine, int threads, size_t hash_bytes)
{
    const size_t wanted = hash_bytes < TABLE_BYTES_LEAST ? TABLE_BYTES_LEAST : hash_bytes;
    const size_t bytes = hash_bytes && wanted < engine->table_bytes_most ? wanted : engine->table_bytes_most;
    threads = threads > 0 && threads < engine->threads_most ? threads : engine->threads_most;
    if (bytes == engine->table_bytes && threads == engine->threads)
        return;
    ponder_end(engine, NULL);
    engine_free_searches(engine);
    engine->learned = false;
    engine->table_bytes = bytes;
    engine->threads = threads;
}

static bool limits_are_valid(const flank_limits *limits)
{
    const flank_clock *clock = &limits->clock;
    return limits->depth_plies >= 0 && limits->time_ms >= 0 && limits->lines >= 0 && limits->level >= 0 &&
           limits->level <= FLANK_LEVEL_MAX && (!clock->running || (clock->increment_ms >= 0 && clock->move_ms >= 0)) &&
           limits->selectivity >= 0 && limits->selectivity <= 100;
}

/* What bounds playing alone means nothing for a solve. */
static bool limits_can_solve(const flank_limits *limits)
{
    const bool sides = !limits->one_sided || (limits->lines <= 1 && !limits->win_loss_draw &&
                                              limits->at_least_discs >= -63 && limits->at_least_discs <= 64);
    return limits_are_valid(limits) && sides && !limits->depth_plies && !limits->level && !limits->clock.running &&
           !limits->selectivity;
}

flank_status flank_engine_search(flank_engine *engine, const flank_record *record, const flank_limits *limits,
                                 flank_report_fn *on_report, void *user, flank_report *report)
{
    const engine_caller caller = {on_report, user, ponder_end(engine, record)};
    if (!limits_are_valid(limits) || limits->win_loss_draw || limits->one_sided)
        return FLANK_BAD_ARGUMENT;
    return engine_think(engine, record, limits, SEARCH_PLAY, &caller, report);
}

flank_status flank_engine_solve(flank_engine *engine, const flank_record *record, const flank_limits *limits,
                                flank_report_fn *on_report, void *user, flank_report *report)
{
    static const flank_limits none = {0};
    const engine_caller caller = {.on_report = on_report, .user = user};
    limits = limits ? limits : &none;
    ponder_end(engine, NULL);
    if (!limits_can_solve(limits))
        return FLANK_BAD_ARGUMENT;
    if (!flank_record_game(record)->scores_discs && (limits->win_loss_draw || limits->one_sided))
        return FLANK_BAD_ARGUMENT;
    return engine_think(engine, record, limits, SEARCH_SOLVE, &caller, report);
}
