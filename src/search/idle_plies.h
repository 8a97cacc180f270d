/* SPDX-License-Identifier: MIT
 *
 * The rule that ends games without progress, as the searches count it.
 *
 * The worth of a position depends on the count, so the count is part of the keys of their tables. Two numbers are
 * counted. A man of draughts that goes sideways begins the rule's own count anew, and may go back: a win could lead
 * through one position several times, each time with a lower count, until its third occurrence makes a draw. So wins
 * must not rest on progress that can be undone: they are asked to come before `for_good` reaches the limit. That number
 * only grows from one occurrence of a position to the next, so that the shortest win leads through none twice.
 */
#ifndef FLANK_SEARCH_IDLE_PLIES_H
#define FLANK_SEARCH_IDLE_PLIES_H

#include "core/random.h"
#include "games/game_table.h"

/* Plies in a row; 0 where the rules have no limit. At the root of a search the two are the same. */
typedef struct idle_plies {
    int now;      /* without progress: at the limit the game is a draw */
    int for_good; /* without progress for good, as far as this search knows: `now` or more */
} idle_plies;

/* The count after `move`, by rules that have a limit. */
static inline idle_plies idle_plies_after(const flank_game *game, const flank_rules *rules,
                                          const flank_position *position, flank_move move, idle_plies before)
{
    const game_progress progress = game->progress(rules, position, move);
    return (idle_plies){.now = progress == PROGRESS_NONE ? before.now + 1 : 0,
                        .for_good = progress == PROGRESS_FOR_GOOD ? 0 : before.for_good + 1};
}

/* A number to mix into the key of a position; 0 for none of both. */
static inline uint64_t idle_plies_key(idle_plies idle)
{
    return idle.for_good ? random_mix(((uint64_t)idle.for_good << 32) + (uint64_t)idle.now) : 0;
}

#endif
