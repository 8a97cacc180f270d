/* SPDX-License-Identifier: MIT
 *
 * The statistics of a match.
 *
 * The unit is the pair: an opening played twice with the colours changed. The two games of a pair are not independent
 * (a lopsided opening gives each side one win), so that counting single games overstates the error; pairs are
 * independent of one another. With N pairs, n_i of them of score a_i = 0, 1/4, 1/2, 3/4, 1 points a game:
 *
 *   score      s = sum n_i a_i / N
 *   variance   v = sum n_i (a_i - s)^2 / N            of one pair
 *   Elo        E(s) = 400 log10(s / (1 - s))             the logistic model
 *   error      (E(s + 1.96 d) - E(s - 1.96 d)) / 2     with d = sqrt(v / N), s +- 1.96 d kept inside [1/4N, 1 - 1/4N]
 *   LOS        Phi((s - 1/2) / d)                      Phi: the normal distribution
 *
 * Games of a pair that is not finished count for wins, draws and losses only.
 *
 * SPRT (A. Wald, Sequential Tests of Statistical Hypotheses, 1945): play until the log-likelihood ratio of "the
 * difference is elo1" to "it is elo0" leaves (log(beta / (1 - alpha)), log((1 - beta) / alpha)). The distribution of
 * the five outcomes is not known beforehand, so the generalised ratio is used: each hypothesis gets the distribution
 * that makes the observed pairs likeliest among those whose mean is its score s_j. With p_i = n_i / N that is
 *
 *   q_i = p_i / (1 + t (a_i - s_j)),   t such that sum q_i (a_i - s_j) = 0,      LLR = N sum p_i log(q1_i / q0_i)
 *
 * (M. Van den Bergh, "Comments on normalized Elo" and "The GSPRT approximation", the notes behind Stockfish's
 * fishtest.) The sum falls as t grows between the poles of the q_i, so bisection finds t. An outcome that has not
 * occurred counts as 0.001 pairs, as there, since otherwise a mean beyond the outcomes seen would have no distribution
 * at all.
 *
 * Rejected: the normal approximation of the LLR (a formula without a root to find, but 5 % off for small N), and
 * counting wins and losses singly (trinomial), which ignores the pairing.
 */
#include "match/match_stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pair_points[MATCH_PAIR_SCORES] = {0, 0.25, 0.5, 0.75, 1};

double match_score_of_elo(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

static double elo_of_score(double score) { return 400 * log10(score / (1 - score)); }

static double between(double least, double value) { return fmin(fmax(value, least), 1 - least); }

double match_normal(double x) { return 0.5 * erfc(-x / sqrt(2)); }

match_verdict match_judge(const match_tally *tally)
{
    static const double two_sided_95 = 1.959964;
    const double games = (double)(tally->wins + tally->draws + tally->losses);
    match_verdict verdict = {.score = 0.5};
    double count = 0, sum = 0, squares = 0;
    if (games > 0)
        verdict.score = ((double)tally->wins + 0.5 * (double)tally->draws) / games;
    for (int i = 0; i < MATCH_PAIR_SCORES; i++) {
        count += (double)tally->pairs[i];
        sum += (double)tally->pairs[i] * pair_points[i];
        squares += (double)tally->pairs[i] * pair_points[i] * pair_points[i];
    }
    if (count == 0 || sum == 0 || sum == count)
        return verdict;
    const double score = sum / count, deviation = sqrt(fmax(squares / count - score * score, 0) / count);
    const double least = 0.25 / count, margin = two_sided_95 * deviation;
    verdict.has_elo = true;
    verdict.elo = elo_of_score(score);
    if (deviation < 1e-9)
        return verdict;
    verdict.has_error = true;
    verdict.elo_error =
        (elo_of_score(between(least, score + margin)) - elo_of_score(between(least, score - margin))) / 2;
    verdict.superiority = match_normal((score - 0.5) / deviation);
    return verdict;
}

/* sum p_i (a_i - score) / (1 + t (a_i - score)). */
static double moment(const double p[MATCH_PAIR_SCORES], double score, double t)
{
    double sum = 0;
    for (int i = 0; i < MATCH_PAIR_SCORES; i++)
        sum += p[i] * (pair_points[i] - score) / (1 + t * (pair_points[i] - score));
    return sum;
}

/* The likeliest distribution of mean `score` given the observed one; 0 < score < 1. */
static void fit_mean(const double p[MATCH_PAIR_SCORES], double score, double q[MATCH_PAIR_SCORES])
{
    enum { HALVINGS = 200 };
    double low = -1 / (1 - score), high = 1 / score; /* the poles, where 1 + t (a - score) = 0 for a = 1 and a = 0 */
    for (int step = 0; step < HALVINGS; step++) {
        const double middle = (low + high) / 2;
        if (moment(p, score, middle) > 0)
            low = middle;
        else
            high = middle;
    }
    const double t = (low + high) / 2;
    for (int i = 0; i < MATCH_PAIR_SCORES; i++)
        q[i] = p[i] / (1 + t * (pair_points[i] - score));
}

double match_log_likelihood_ratio(const size_t pairs[MATCH_PAIR_SCORES], double elo0, double elo1)
{
    static const double unseen = 1e-3;
    double p[MATCH_PAIR_SCORES], q0[MATCH_PAIR_SCORES], q1[MATCH_PAIR_SCORES], count = 0, ratio = 0;
    size_t seen = 0;
    for (int i = 0; i < MATCH_PAIR_SCORES; i++) {
        p[i] = pairs[i] ? (double)pairs[i] : unseen;
        seen += pairs[i];
        count += p[i];
    }
    if (seen == 0)
        return 0;
    for (int i = 0; i < MATCH_PAIR_SCORES; i++)
        p[i] /= count;
    fit_mean(p, match_score_of_elo(elo0), q0);
    fit_mean(p, match_score_of_elo(elo1), q1);
    for (int i = 0; i < MATCH_PAIR_SCORES; i++)
        ratio += p[i] * log(q1[i] / q0[i]);
    return count * ratio;
}

double match_sprt_bound(void)
{
    static const double alpha = 0.05;
    return log((1 - alpha) / alpha);
}

match_sprt match_sprt_of(double llr)
{
    return llr >= match_sprt_bound() ? MATCH_SPRT_ELO1 : llr <= -match_sprt_bound() ? MATCH_SPRT_ELO0 : MATCH_SPRT_OPEN;
}

bool match_sprt_read(const char *text, double *elo0, double *elo1)
{
    char *end;
    const bool blank = strpbrk(text, " \t\nxX") != NULL; /* strtod would take them */
    *elo0 = strtod(text, &end);
    if (blank || end == text || *end != ',')
        return false;
    const char *second = end + 1;
    *elo1 = strtod(second, &end);
    return end != second && *end == '\0' && fabs(*elo0) <= MATCH_ELO_MAX && fabs(*elo1) <= MATCH_ELO_MAX &&
           *elo0 < *elo1;
}
