/* SPDX-License-Identifier: MIT
 *
 * Ratings of the engines of a tournament, from all of its pairings together.
 */
#ifndef FLANK_MATCH_RATINGS_H
#define FLANK_MATCH_RATINGS_H

#include "match/match_plan.h"
#include "match/match_stats.h"

typedef struct match_rating {
    bool rated;       /* the games bound it */
    double elo;       /* against the mean of those that are rated, which is 0 */
    bool has_error;   /* not all pairs are as the ratings expect them; else the next one says nothing */
    double elo_error; /* half the width of the 95 % interval of that */
    double strength;  /* of every engine, greater for the stronger: orders them, and means nothing else */
} match_rating;

typedef struct match_ratings {
    match_rating of[MATCH_ENGINES_MAX];                      /* by engine */
    double covariance[MATCH_ENGINES_MAX][MATCH_ENGINES_MAX]; /* of two ratings, Elo squared; 0 where one is not rated */
} match_ratings;

/* Rate the engines of a plan by the finished pairs of its pairings, `tallies` in the plan's order. */
void match_rate(const match_plan *plan, const match_tally *tallies, match_ratings *out);

/* The probability that engine `one` is stronger than engine `other`, 0..1. False where one of them is not rated, or all
 * pairs are alike: then it says nothing. */
bool match_superiority(const match_ratings *ratings, int one, int other, double *probability);

#endif
