/* SPDX-License-Identifier: MIT
 *
 * The thinker's memory, and think_run: the root search as the engine asks for it.
 */
#include "othello/think.h"

#include "core/clock.h"
#include "othello/root_search.h"
#include "othello/weights_default.h"

#include <stdlib.h>

othello_thinker *thinker_create(const thinker_options *options)
{
    othello_thinker *thinker = calloc(1, sizeof *thinker);
    if (!thinker)
        return NULL;
    thinker->eval = options->eval ? options->eval : weights_default();
    thinker->watch = options->watch;
    thinker->cpu = cpu_resolve(options->cpu);
    thinker->helpers = options->threads > 1 ? options->threads - 1 : 0;
    if (thinker->helpers > 0)
        thinker->pool = split_pool_create(thinker->helpers);
    if (!thinker->eval || (thinker->helpers > 0 && !thinker->pool) ||
        !table_create(&thinker->table, options->table_bytes)) {
        thinker_destroy(thinker);
        return NULL;
    }
    edge_table_fill(&thinker->edges);
    return thinker;
}

void thinker_destroy(othello_thinker *thinker)
{
    if (!thinker)
        return;
    split_pool_destroy(thinker->pool);
    table_destroy(&thinker->table);
    free(thinker);
}

void thinker_clear(othello_thinker *thinker) { table_clear(&thinker->table); }

void thinker_touch(othello_thinker *thinker) { table_touch(&thinker->table, thinker->helpers + 1); }

/* Who gets told what. */
typedef struct think_listener {
    think_progress *on_progress;
    void *user;
} think_listener;

static think_report make_report(const root_search *root)
{
    othello_thinker *thinker = root->thinker;
    for (int i = 0; i < root->line_count; i++)
        thinker->lines[i] = root->moves[i].line;
    return (think_report){.lines = thinker->lines,
                          .line_count = root->line_count,
                          .depth_plies = root->depth,
                          .selectivity = root->selectivity,
                          .nodes = root_nodes(root),
                          .time_s = clock_now_s() - root->start_s};
}

static bool pass_on(void *user, root_search *root)
{
    const think_listener *listener = user;
    const think_report report = make_report(root);
    return !listener->on_progress || listener->on_progress(listener->user, &report);
}

bool think_run(othello_thinker *thinker, uint64_t own, uint64_t other, const think_limits *limits,
               think_progress *on_progress, void *user, think_report *report)
{
    root_search root;
    table_fit(&thinker->table, SIZE_MAX);
    root_begin(&root, thinker, own, other, limits);
    const bool complete = root_run(&root, pass_on, &(think_listener){on_progress, user});
    const uint64_t nodes = root_nodes(&root);
    for (int i = 0; i < root.line_count && !root.search.end.aborted; i++)
        if (root.moves[i].line.exact)
            root_walk_line(&root, &root.moves[i].line);
    *report = make_report(&root);
    report->nodes = nodes;
    return complete;
}
