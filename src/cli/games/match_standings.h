/* SPDX-License-Identifier: MIT
 *
 * The standings of a match or tournament: what each engine has won, in the order of their strength.
 */
#ifndef FLANK_CLI_MATCH_STANDINGS_H
#define FLANK_CLI_MATCH_STANDINGS_H

#include "match/match.h"
#include "match/match_ratings.h"

typedef struct match_standing {
    int engine;
    size_t games, wins, draws, losses;
    double points;
    double score; /* points a game, 0..1; 0.5 without a game */
    match_rating rating;
    bool has_superiority; /* over the next in the standings */
    double superiority;   /* 0..1 */
} match_standing;

typedef struct match_standings {
    match_standing rows[MATCH_ENGINES_MAX]; /* the strongest first */
} match_standings;

/* The games of an engine, against all others or against one; without its rating. */
match_standing match_standing_of(const match_plan *plan, const match_state *state, int engine);
match_standing match_standing_against(const match_plan *plan, const match_state *state, int engine, int other);

/* Order by strength; who is named first comes first among equals. */
void match_standings_make(const match_plan *plan, const match_state *state, match_standings *out);

double match_seconds_a_move(const match_state *state, int engine); /* 0 without a move */
size_t match_count_adjudicated(const match_state *state);

#endif
