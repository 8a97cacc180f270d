/* SPDX-License-Identifier: MIT
 *
 * The plan of a tournament: a list of pairings of two engines, and the pairing and the opening of each game.
 */
#ifndef FLANK_MATCH_PLAN_H
#define FLANK_MATCH_PLAN_H

#include <stddef.h>

enum {
    MATCH_ENGINES_MAX = 32,
    MATCH_PAIRINGS_MAX = MATCH_ENGINES_MAX * (MATCH_ENGINES_MAX - 1) / 2,
};

typedef enum match_tournament { MATCH_ROUND_ROBIN, MATCH_GAUNTLET } match_tournament; /* the order of --tournament */

typedef struct match_plan {
    match_tournament tournament;
    int engines; /* 2..MATCH_ENGINES_MAX */
} match_plan;

/* Two engines by their numbers from 0, the smaller one first. In a match of two it is {0, 1}. */
typedef struct match_pairing {
    int engines[2];
} match_pairing;

/* The number of pairings: each engine against each other, or the first against each other. */
int match_plan_pairings(const match_plan *plan);

/* Pairing `index` from 0, in the order (0,1), (0,2), …, (1,2), … */
match_pairing match_plan_pairing(const match_plan *plan, int index);

/* The pairing that plays game `number` from 0, and the opening that it plays. Games 2k and 2k + 1 are one opening of
 * one pairing, with the colours changed; all pairings play an opening before the next one begins. */
int match_plan_pairing_of(const match_plan *plan, size_t number);
size_t match_plan_opening_of(const match_plan *plan, size_t number);

#endif
