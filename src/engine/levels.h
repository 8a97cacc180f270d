/* SPDX-License-Identifier: MIT
 *
 * The strength with which each level plays.
 */
#ifndef FLANK_ENGINE_LEVELS_H
#define FLANK_ENGINE_LEVELS_H

#include <flank/game.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LEVEL_BEGINNERS = 5 }; /* up to this one levels slip */

/* Limits of the shared search at a level. A zero depth or node count is no limit. */
typedef struct level_strength {
    int depth_plies;
    uint64_t nodes;
    unsigned slip_percent;       /* how often it plays a plausible move instead of the best one it sees */
    unsigned slip_moves_percent; /* which moves are plausible: so many of all, the better ones by a shallow look */
} level_strength;

/* The strength of level 1..FLANK_LEVEL_MAX in a game. */
level_strength level_find(const flank_game *game, int level);

/* The Othello engine's settings at a level with so many empty squares. */
typedef struct level_othello {
    int depth_plies;         /* as many as there are empties: to the end of the game */
    int selectivity_percent; /* how sure it is of what it skips; 100: it skips nothing */
} level_othello;

level_othello level_for_othello(int level, int empties);

enum { LEVEL_REVIEWS = 4 };

/* The levels that suit a review of a whole game: a quick one of about a second, the usual one of seconds, a deep one of
 * up to half a minute, a very deep one of minutes. LEVEL_REVIEWS of them. */
const int *level_for_reviews(const flank_game *game);

/* A random number for one decision: the same for the same seed and position. */
uint64_t level_dice(uint64_t seed, uint64_t position_hash);

/* True if the level slips here. */
bool level_slips(const level_strength *strength, uint64_t dice);

/* The one of `count` moves, best first, that a slip of the level plays. */
size_t level_slip_choice(const level_strength *strength, uint64_t dice, size_t count);

#endif
