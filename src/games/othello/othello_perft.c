/* SPDX-License-Identifier: MIT
 *
 * Counting leaves in waves of positions.
 *
 * Depth-first perft spends its time on one position after another, each a chain of dependent shifts. Here the last
 * plies are done a vector of positions at a time, one position a lane (othello_lanes.h). From a vector of positions,
 * the first move of each gives a vector of jobs "place this disc in that position", its results the next vector, and so
 * on downwards; then the second move of each, as long as every lane has one. The rest, because positions differ in
 * their number of moves, goes to a queue of jobs for that ply, which is done whenever it fills vectors. So lanes are
 * always full, and the queues stay within the first cache. The moves of the last ply are only counted.
 *
 * A pass is a job that places nothing. It and the end of a game are rare before the endgame and handled by plain code.
 * Above the last WAVE_PLIES plies, plain recursion: one position in some thousands.
 *
 * Depth 12 from the start takes 1.35 s of one core with AVX-512 (docs/rules/othello.md has the other levels). Tried
 * before: every job through a queue, filled one at a time and emptied from its end, 2.2 s, because the vector loads had
 * to wait for the single stores. Not tried: the moves of one position in the lanes, of which a third would be idle.
 */
#include "games/othello/othello_perft.h"

#include "games/othello/othello_board.h"
#include "games/othello/othello_lanes.h"

#include <assert.h>

enum { WAVE_PLIES = 5, LANES = OTHELLO_LANES, ALL = (1 << LANES) - 1, MOVES_BOUND = 62 };

/* No game is longer: 60 discs, a pass before each. */
enum { PLIES_MAX = 128 };

/* Jobs left over from waves that were not full. Room for the rest of one vector, the moves of another, and one more. */
enum { QUEUE_SIZE = 2 * LANES + LANES * MOVES_BOUND };
typedef struct job_queue {
    unsigned count;
    _Alignas(64) uint64_t own[QUEUE_SIZE];
    uint64_t other[QUEUE_SIZE], disc[QUEUE_SIZE]; /* disc 0: a pass */
} job_queue;

typedef struct leaf_counter {
    othello_counting counting;
    uint64_t leaves;
    othello_lanes lane_leaves;    /* counted in waves, summed at the end */
    job_queue queues[WAVE_PLIES]; /* of jobs after which so many plies are to go, 1.. */
} leaf_counter;

static uint64_t legal_moves(const leaf_counter *counter, uint64_t own, uint64_t other)
{
    return othello_moves(own, other) & counter->counting.board;
}

static void push_jobs(job_queue *queue, unsigned chosen, othello_lanes own, othello_lanes other, othello_lanes disc)
{
    unsigned at = queue->count;
    assert(at + LANES <= QUEUE_SIZE);
    othello_lanes_store_chosen(queue->own + at, chosen, own);
    othello_lanes_store_chosen(queue->other + at, chosen, other);
    othello_lanes_store_chosen(queue->disc + at, chosen, disc);
    queue->count = at + bit_count(chosen);
}

static void push_job(job_queue *queue, uint64_t own, uint64_t other, uint64_t disc)
{
    unsigned at = queue->count++;
    assert(at < QUEUE_SIZE);
    queue->own[at] = own;
    queue->other[at] = other;
    queue->disc[at] = disc;
}

/* Count, or queue the children of, one position with `depth` plies to go. */
static __attribute__((noinline)) void add_position(leaf_counter *counter, uint64_t own, uint64_t other, int depth)
{
    uint64_t moves = legal_moves(counter, own, other), replies = moves ? 0 : legal_moves(counter, other, own);
    if (!moves && !replies) {
        counter->leaves += counter->counting.ended_is_one;
        return;
    }
    if (!moves && !counter->counting.pass_is_free) {
        if (depth == 1)
            counter->leaves++;
        else
            push_job(&counter->queues[depth - 1], own, other, 0);
        return;
    }
    if (depth == 1)
        counter->leaves += bit_count(moves | replies);
    else if (moves)
        for (; moves; moves = bit_rest(moves))
            push_job(&counter->queues[depth - 1], own, other, moves & -moves);
    else
        for (; replies; replies = bit_rest(replies))
            push_job(&counter->queues[depth - 1], other, own, replies & -replies);
}

/* Positions of a wave whose side to move has no move, one at a time. Idle lanes are empty boards. */
static __attribute__((noinline)) void add_lanes_without_move(leaf_counter *counter, othello_lanes own,
                                                             othello_lanes other, unsigned chosen, int depth)
{
    for (unsigned i = 0; i < LANES; i++)
        if (chosen >> i & 1 && (own[i] | other[i]))
            add_position(counter, own[i], other[i], depth);
}

/* The positions after a vector of jobs, the next player's discs first. */
OTHELLO_INLINE void do_jobs(othello_lanes *own, othello_lanes *other, othello_lanes disc)
{
    othello_lanes taken = othello_lanes_taken(disc, *own, *other), next_other = *own | taken;
    *own = *other & ~taken;
    *other = next_other;
}

/* Do a vector of jobs after which one ply is left: its moves are counted, not made. */
OTHELLO_INLINE othello_lanes count_wave(leaf_counter *counter, othello_lanes own, othello_lanes other,
                                        othello_lanes disc)
{
    do_jobs(&own, &other, disc);
    othello_lanes moves = othello_lanes_moves(own, other) & counter->counting.board;
    unsigned movable = othello_lanes_not_zero(moves);
    if (__builtin_expect(movable != ALL, 0))
        add_lanes_without_move(counter, own, other, ~movable, 1);
    return othello_lanes_count(moves);
}

/* Of a vector of positions, do the next move of each as long as each has one; returns the moves left over. */
static othello_lanes count_full_waves(leaf_counter *counter, othello_lanes own, othello_lanes other,
                                      othello_lanes moves)
{
    othello_lanes leaves = othello_lanes_all(0);
    while (othello_lanes_not_zero(moves) == ALL) {
        leaves += count_wave(counter, own, other, othello_lanes_low_bit(moves));
        moves &= moves - 1;
    }
    counter->lane_leaves += leaves;
    return moves;
}

static void run_wave(leaf_counter *counter, othello_lanes own, othello_lanes other, othello_lanes disc, int depth);

/* Forget the first `done` jobs; the few after them move to the front. */
static void forget_jobs(job_queue *queue, unsigned done)
{
    othello_lanes_store(queue->own, othello_lanes_load(queue->own + done));
    othello_lanes_store(queue->other, othello_lanes_load(queue->other + done));
    othello_lanes_store(queue->disc, othello_lanes_load(queue->disc + done));
    queue->count -= done;
}

/* Do the full vectors of the last queue, oldest jobs first (the newest are still on their way to the cache). */
static void drain_last(leaf_counter *counter)
{
    job_queue *queue = &counter->queues[1];
    othello_lanes leaves = othello_lanes_all(0);
    unsigned done = 0;
    for (unsigned full = queue->count & ~(LANES - 1u); done < full; done += LANES)
        leaves += count_wave(counter, othello_lanes_load(queue->own + done), othello_lanes_load(queue->other + done),
                             othello_lanes_load(queue->disc + done));
    counter->lane_leaves += leaves;
    forget_jobs(queue, done);
}

static void drain(leaf_counter *counter, int depth)
{
    if (depth == 1) {
        drain_last(counter);
        return;
    }
    job_queue *queue = &counter->queues[depth];
    unsigned done = 0;
    for (; queue->count - done >= LANES; done += LANES)
        run_wave(counter, othello_lanes_load(queue->own + done), othello_lanes_load(queue->other + done),
                 othello_lanes_load(queue->disc + done), depth);
    forget_jobs(queue, done);
}

/* Do a vector of jobs after which `depth` >= 2 plies are left, and all that follows from them but for a rest of less
 * than a vector in each queue below. */
static void run_wave(leaf_counter *counter, othello_lanes own, othello_lanes other, othello_lanes disc, int depth)
{
    do_jobs(&own, &other, disc);
    othello_lanes moves = othello_lanes_moves(own, other) & counter->counting.board;
    unsigned movable = othello_lanes_not_zero(moves);
    if (movable != ALL)
        add_lanes_without_move(counter, own, other, ~movable, depth);
    if (depth == 2)
        moves = count_full_waves(counter, own, other, moves);
    else
        while (othello_lanes_not_zero(moves) == ALL) {
            run_wave(counter, own, other, othello_lanes_low_bit(moves), depth - 1);
            moves &= moves - 1;
        }
    while ((movable = othello_lanes_not_zero(moves)) != 0) {
        push_jobs(&counter->queues[depth - 1], movable, own, other, othello_lanes_low_bit(moves));
        moves &= moves - 1;
    }
    drain(counter, depth - 1);
}

/* Plain recursion down to the plies that go in waves. */
static void add_tree(leaf_counter *counter, uint64_t own, uint64_t other, int depth)
{
    uint64_t moves = legal_moves(counter, own, other);
    if (depth <= WAVE_PLIES) {
        add_position(counter, own, other, depth);
        if (depth > 1)
            drain(counter, depth - 1);
    } else if (moves) {
        for (BITS_EACH(square, moves)) {
            uint64_t flips = othello_flips(square, own, other);
            add_tree(counter, other & ~flips, own | flips | bit(square), depth - 1);
        }
    } else if (legal_moves(counter, other, own)) {
        add_tree(counter, other, own, counter->counting.pass_is_free ? depth : depth - 1);
    } else {
        counter->leaves += counter->counting.ended_is_one;
    }
}

/* Do the jobs that never filled a vector, highest queue first, the free lanes filled with empty boards. */
static void finish(leaf_counter *counter)
{
    for (int depth = WAVE_PLIES - 1; depth >= 1; depth--) {
        job_queue *queue = &counter->queues[depth];
        if (queue->count == 0)
            continue;
        while (queue->count < LANES)
            push_job(queue, 0, 0, 0);
        drain(counter, depth);
    }
}

uint64_t CPU_NAME(othello_perft)(uint64_t own, uint64_t other, int depth, othello_counting counting)
{
    leaf_counter counter;
    counter.counting = counting;
    counter.leaves = 0;
    counter.lane_leaves = othello_lanes_all(0);
    for (int i = 0; i < WAVE_PLIES; i++)
        counter.queues[i].count = 0;
    add_tree(&counter, own, other, depth < PLIES_MAX ? depth : PLIES_MAX);
    finish(&counter);
    for (unsigned i = 0; i < LANES; i++)
        counter.leaves += counter.lane_leaves[i];
    return counter.leaves;
}
