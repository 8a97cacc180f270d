/* SPDX-License-Identifier: MIT
 *
 * Counting leaves for people: one call for every game, spread over threads.
 *
 * The counting itself is each game's (perft_fast, perft_reference). With more than one thread the tree is first cut
 * into tasks: all positions up to SPLIT_PLIES below the root, some thousands, so that the slowest task is a small part
 * of the whole; threads take the next task from an atomic counter. A position that is over, or has only a pass, becomes
 * a task as it is, because conventions differ on what it counts; so only whole answers of perft_fast are ever added.
 *
 * With a stop, a task is counted in pieces: trees that are expected to have some 100,000 leaves, between which the stop
 * is looked at. Without one, nothing is cut that need not be, nor where the game has counts at once.
 */
#include <assert.h>
#include <flank/game.h>

#include "core/cpu.h"
#include "games/game_table.h"
#include "core/helper_thread.h"
#include "core/stop_poll.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 256, SPLIT_PLIES = 3, TASK_LEAST_DEPTH = 3 };

typedef struct count_task {
    flank_position position;
    int depth;
} count_task;

typedef struct count_job {
    const flank_game *game;
    const flank_rules *rules;
    size_t (*children)(const flank_rules *rules, const flank_position *position, flank_move *moves);
    flank_cpu cpu;
    bool reference;
    const flank_stop *stop;
    count_task *tasks;
    size_t count, capacity;
    atomic_size_t next;
    atomic_ullong leaves;
} count_job;

static bool add_task(count_job *job, const flank_position *position, int depth)
{
    if (job->count == job->capacity) {
        size_t capacity = job->capacity ? 2 * job->capacity : 1024;
        count_task *larger = realloc(job->tasks, capacity * sizeof *larger);
        if (!larger)
            return false;
        job->tasks = larger;
        job->capacity = capacity;
    }
    job->tasks[job->count++] = (count_task){*position, depth};
    return true;
}

/* Cut the tree below `position` into tasks. A position without a real move (over, or only a pass) is a task itself. */
static bool cut(count_job *job, const flank_position *position, int depth, int plies)
{
    flank_move moves[FLANK_MOVES_MAX];
    if (stop_poll(job->stop))
        return true;
    size_t count = plies ? job->children(job->rules, position, moves) : 0;
    if (count == 0 || (count == 1 && flank_move_is_pass(moves[0])))
        return add_task(job, position, depth);
    for (size_t i = 0; i < count; i++) {
        flank_position next = job->game->play(job->rules, position, moves[i]);
        if (!cut(job, &next, depth - 1, plies - 1))
            return false;
    }
    return true;
}

/* The sum, or UINT64_MAX, which stands for "does not fit": Tothello's counts are computed, and soon that large. */
static uint64_t add(uint64_t a, uint64_t b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; }

/* The depth at which to cut: up to SPLIT_PLIES, but tasks keep TASK_LEAST_DEPTH. */
static int split_plies(int depth)
{
    assert(depth > TASK_LEAST_DEPTH);
    int room = depth - TASK_LEAST_DEPTH;
    return room < SPLIT_PLIES ? room : SPLIT_PLIES;
}

static uint64_t count_whole(const count_job *job, const flank_position *position, int depth)
{
    if (job->reference)
        return job->game->perft_reference(job->rules, position, depth);
    return job->game->perft_fast(job->rules, position, depth, job->cpu);
}

/* True if a tree of so many moves in every position is counted within some milliseconds. */
static bool is_piece(const count_job *job, size_t moves, int depth)
{
    const double most = job->reference ? 1e4 : 2e5;
    double leaves = 1;
    for (int i = 0; i < depth && leaves <= most; i++)
        leaves *= moves > 8 ? (double)moves : 8;
    return leaves <= most;
}

/* The count goes through no tree: it is whole before a stop is heard, and threads would only count it in many parts. */
static bool is_instant(const count_job *job) { return job->game->perft_is_instant && !job->reference; }

/* The leaves below a position, in pieces if there is a stop; once it is raised, some of them. */
static uint64_t count_below(const count_job *job, const flank_position *position, int depth)
{
    flank_move moves[FLANK_MOVES_MAX];
    assert(depth >= 1);
    if (!job->stop || is_instant(job))
        return count_whole(job, position, depth);
    const size_t count = job->children(job->rules, position, moves);
    if (count == 0 || is_piece(job, count, depth))
        return stop_poll(job->stop) ? 0 : count_whole(job, position, depth);
    uint64_t leaves = 0;
    for (size_t i = 0; i < count && !stop_poll(job->stop); i++) {
        const flank_position next = job->game->play(job->rules, position, moves[i]);
        const bool is_free =
            flank_move_is_pass(moves[i]) && job->game->pass_is_free && job->game->pass_is_free(job->rules);
        leaves = add(leaves, count_below(job, &next, is_free ? depth : depth - 1));
    }
    return leaves;
}

static void *work(void *argument)
{
    count_job *job = argument;
    uint64_t leaves = 0;
    for (size_t i; (i = atomic_fetch_add(&job->next, 1)) < job->count;)
        leaves = add(leaves, count_below(job, &job->tasks[i].position, job->tasks[i].depth));
    for (unsigned long long before = job->leaves;
         !atomic_compare_exchange_weak(&job->leaves, &before, add(before, leaves));)
        ;
    return NULL;
}

/* Work off the tasks with `threads` threads, this one among them; fewer if the system gives fewer. */
static void run(count_job *job, int threads)
{
    pthread_t others[THREADS_MAX];
    int started = 0;
    while (started < threads - 1 && helper_thread_start(&others[started], work, job) == 0)
        started++;
    work(job);
    for (int i = 0; i < started; i++)
        pthread_join(others[i], NULL);
}

flank_status flank_perft(const flank_game *game, const flank_rules *rules, const flank_position *position, int depth,
                         const flank_perft_options *options, uint64_t *leaves)
{
    static const flank_perft_options defaults = {0};
    options = options ? options : &defaults;
    if (depth < 0 || options->threads < 0 || options->threads > THREADS_MAX ||
        (unsigned)options->cpu > FLANK_CPU_ICELAKE)
        return FLANK_BAD_ARGUMENT;
    count_job job = {.game = game,
                     .rules = rules,
                     .children = game->perft_moves ? game->perft_moves : game->moves,
                     .cpu = cpu_resolve(options->cpu),
                     .reference = options->reference,
                     .stop = options->stop};
    uint64_t total = 0;
    if (depth == 0) {
        total = 1;
    } else if (options->reference || options->threads <= 1 || depth <= TASK_LEAST_DEPTH || is_instant(&job)) {
        total = count_below(&job, position, depth);
    } else {
        bool enough_memory = cut(&job, position, depth, split_plies(depth));
        if (enough_memory)
            run(&job, options->threads);
        free(job.tasks);
        if (!enough_memory)
            return FLANK_NO_MEMORY;
        total = job.leaves;
    }
    if (total == UINT64_MAX)
        return FLANK_TOO_LARGE;
    *leaves = total;
    return stop_poll(options->stop) ? FLANK_STOPPED : FLANK_OK;
}

/* Moves that perft counts more than once (draughts sequences to the same end) become one move with the sum. */
static size_t find_move(const flank_move *moves, size_t count, flank_move move)
{
    size_t index = 0;
    while (index < count && !flank_move_equal(moves[index], move))
        index++;
    return index;
}

flank_status flank_perft_divide(const flank_game *game, const flank_rules *rules, const flank_position *position,
                                int depth, const flank_perft_options *options, flank_move *moves, uint64_t *leaves,
                                size_t *count)
{
    if (depth < 1)
        return FLANK_BAD_ARGUMENT;
    flank_move list[FLANK_MOVES_MAX];
    size_t listed = (game->perft_moves ? game->perft_moves : game->moves)(rules, position, list);
    if (listed == 0 && game->moves(rules, position, list) > 0)
        return FLANK_NOT_SUPPORTED; /* more than can be listed */
    /* Conventions differ on whether a pass is a ply, so the child of a lone pass is not counted by itself. */
    bool only_pass = listed == 1 && flank_move_is_pass(list[0]);
    flank_move names[FLANK_MOVES_MAX];
    uint64_t sums[FLANK_MOVES_MAX];
    size_t different = 0;
    for (size_t i = 0; i < listed; i++) {
        flank_position next = only_pass ? *position : game->play(rules, position, list[i]);
        uint64_t below;
        flank_status status = flank_perft(game, rules, &next, only_pass ? depth : depth - 1, options, &below);
        if (status)
            return status;
        size_t index = find_move(names, different, list[i]);
        if (index == different) {
            names[different] = list[i];
            sums[different++] = 0;
        }
        if (below > UINT64_MAX - 1 - sums[index])
            return FLANK_TOO_LARGE;
        sums[index] += below;
    }
    memcpy(moves, names, different * sizeof *moves);
    memcpy(leaves, sums, different * sizeof *leaves);
    *count = different;
    return FLANK_OK;
}
