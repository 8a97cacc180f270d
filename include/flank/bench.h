/* SPDX-License-Identifier: MIT
 *
 * A fixed amount of work over all games: how fast this machine is, and whether two builds search the same tree.
 */
#ifndef FLANK_BENCH_H
#define FLANK_BENCH_H

#include <flank/status.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One position of the bench and what its search took. */
typedef struct flank_bench_item {
    const char *game;  /* static storage, as the other texts */
    const char *moves; /* from the start of the game to the position, as flank_record_play_text reads them */
    int depth_plies;   /* of the search */
    uint64_t nodes;    /* the same on every machine and in every build of one version */
    double time_s;
} flank_bench_item;

/* The number of positions. */
size_t flank_bench_count(void);

/* Search position `index` (0..flank_bench_count()-1) with an engine of its own and fill in `item`. The sum of all
 * items' nodes is the signature of the search. FLANK_BAD_ARGUMENT past the end, FLANK_NO_MEMORY. */
flank_status flank_bench_run(size_t index, flank_bench_item *item);

#ifdef __cplusplus
}
#endif
#endif
