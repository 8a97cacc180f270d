/* SPDX-License-Identifier: MIT
 *
 * The proof in the games of a match: Elo difference with error bar, likelihood of superiority, SPRT.
 */
#ifndef FLANK_MATCH_STATS_H
#define FLANK_MATCH_STATS_H

#include <stdbool.h>
#include <stddef.h>

enum { MATCH_PAIR_SCORES = 5, MATCH_ELO_MAX = 2000 /* of a hypothesis */ };

/* Counted for the first engine. */
typedef struct match_tally {
    size_t wins, draws, losses;
    size_t pairs[MATCH_PAIR_SCORES]; /* finished pairs by their points: 0, 1/2, 1, 1 1/2, 2 */
} match_tally;

typedef struct match_verdict {
    double score;       /* points a game, 0..1; 0.5 without a game */
    bool has_elo;       /* some pair is finished, and not all points went to one side */
    double elo;         /* of the first engine against the second */
    bool has_error;     /* two pairs have different scores; else the next two say nothing */
    double elo_error;   /* half the width of the 95 % interval */
    double superiority; /* probability that the first engine is the stronger, 0..1 */
} match_verdict;

match_verdict match_judge(const match_tally *tally);

/* The score that an Elo difference stands for, 0..1. */
double match_score_of_elo(double elo);

/* The standard normal distribution: the probability of a value below x. */
double match_normal(double x);

/* Logarithm of how much more likely the pairs are under an Elo difference of `elo1` than of `elo0`; 0 without pairs. */
double match_log_likelihood_ratio(const size_t pairs[MATCH_PAIR_SCORES], double elo0, double elo1);

/* The ratio at which the SPRT accepts elo1, and at whose negative it accepts elo0 (alpha = beta = 0.05): 2.944. */
double match_sprt_bound(void);

typedef enum match_sprt { MATCH_SPRT_OPEN, MATCH_SPRT_ELO0, MATCH_SPRT_ELO1 } match_sprt;

/* Read "ELO0,ELO1", the smaller first, at most MATCH_ELO_MAX; false if it is something else. */
bool match_sprt_read(const char *text, double *elo0, double *elo1);

/* The verdict of the test on that ratio. */
match_sprt match_sprt_of(double llr);

#endif
