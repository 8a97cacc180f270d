/* SPDX-License-Identifier: MIT
 *
 * Ratings from many pairings: the Elo model of match_stats.c, fitted to all of them at once.
 *
 * Pairing p of engines i and j has N_p finished pairs with the scores a (0, 1/4 … 1 points a game, of i). The model
 * expects s_p = 1 / (1 + exp(-k (r_i - r_j))), k = log(10) / 400. The ratings r make
 *
 *   L(r) = sum_p sum_pairs a log s_p + (1 - a) log(1 - s_p)
 *
 * largest (E. Zermelo 1929, R. Bradley and M. Terry 1952; a draw is half a win). L is concave and does not change when
 * all ratings rise alike; the mean is held at 0. Newton's method finds it, its step halved while L does not grow.
 *
 * The error is that of an estimate whose units are pairs, not games, and whose variance is the observed one
 * ("sandwich": P. Huber 1967): with H = sum_p k^2 N_p s_p (1 - s_p) D_p and J = sum_p k^2 sum_pairs (a - s_p)^2 D_p,
 * where D_p is 1 at (i, i) and (j, j) and -1 at (i, j) and (j, i), the covariance is H+ J H+. H+ is the inverse on the
 * ratings of mean 0. For two engines that is v / (N (k s (1 - s))^2), the error of match_stats.c to first order.
 *
 * A largest L exists for engines that are connected by points in both directions: from each one a chain leads to each
 * other one in which everyone has taken a point from the next (Zermelo's condition). The largest such group is rated;
 * who has won or lost all against it is not, since no number is too large for that.
 *
 * To order all engines, a thousandth of a drawn pair is added to each pairing, which makes everyone a member of the
 * group.
 *
 * Rejected: a prior that bounds every rating (it moves all of them, and its strength is a matter of taste), and the
 * mean of the differences of single pairings (it does not weigh how sure each is).
 */
#include "match/match_ratings.h"

#include <math.h>
#include <string.h>

enum { MOST = MATCH_ENGINES_MAX, STEPS_MAX = 1000, HALVINGS_MAX = 60 };

static const double elo_factor = 0.0057564627324851142; /* log(10) / 400 */

static const double no_variance = 1e-6; /* what rounding leaves, in Elo squared */

/* The pairs of a pairing of engines that are rated. */
typedef struct rated_pairing {
    int one, other; /* rows of the group */
    double count, sum, squares;
} rated_pairing;

typedef struct rated_group {
    int size, members[MOST]; /* engines, in rising order */
    int pairings;
    rated_pairing of[MATCH_PAIRINGS_MAX];
} rated_group;

typedef struct square_matrix {
    double at[MOST][MOST];
} square_matrix;

static rated_pairing sum_up(const match_tally *tally)
{
    rated_pairing sums = {.count = 0};
    for (int i = 0; i < MATCH_PAIR_SCORES; i++) {
        const double count = (double)tally->pairs[i], score = i / (double)(MATCH_PAIR_SCORES - 1);
        sums.count += count;
        sums.sum += count * score;
        sums.squares += count * score * score;
    }
    return sums;
}

/* ---- The group that is rated ---- */

/* took[i][j]: a chain of points leads from i to j. */
static void find_chains(const match_plan *plan, const match_tally *tallies, bool took[MOST][MOST])
{
    memset(took, 0, MOST * sizeof *took);
    for (int p = 0; p < match_plan_pairings(plan); p++) {
        const match_pairing pairing = match_plan_pairing(plan, p);
        const rated_pairing sums = sum_up(&tallies[p]);
        took[pairing.engines[0]][pairing.engines[1]] = sums.sum > 0;
        took[pairing.engines[1]][pairing.engines[0]] = sums.sum < sums.count;
    }
    for (int middle = 0; middle < plan->engines; middle++)
        for (int i = 0; i < plan->engines; i++)
            for (int j = 0; j < plan->engines; j++)
                took[i][j] = took[i][j] || (took[i][middle] && took[middle][j]);
}

/* The largest group with chains both ways, of two or more; of several that of the lowest number. */
static void find_group(const match_plan *plan, const match_tally *tallies, rated_group *group)
{
    bool took[MOST][MOST];
    find_chains(plan, tallies, took);
    group->size = 1;
    for (int i = 0; i < plan->engines; i++) {
        int size = 0, members[MOST];
        for (int j = 0; j < plan->engines; j++)
            if (i == j || (took[i][j] && took[j][i]))
                members[size++] = j;
        if (size > group->size) {
            group->size = size;
            memcpy(group->members, members, sizeof members);
        }
    }
    group->size = group->size < 2 ? 0 : group->size;
}

static int row_of(const rated_group *group, int engine)
{
    int row = 0;
    while (row < group->size && group->members[row] != engine)
        row++;
    return row < group->size ? row : -1;
}

/* The pairings within the group that have pairs, `drawn` of a drawn one added to each. */
static void collect(const match_plan *plan, const match_tally *tallies, double drawn, rated_group *group)
{
    group->pairings = 0;
    for (int p = 0; p < match_plan_pairings(plan); p++) {
        const match_pairing pairing = match_plan_pairing(plan, p);
        rated_pairing sums = sum_up(&tallies[p]);
        sums.count += drawn;
        sums.sum += drawn / 2;
        sums.squares += drawn / 4;
        sums.one = row_of(group, pairing.engines[0]);
        sums.other = row_of(group, pairing.engines[1]);
        if (sums.count > 0 && sums.one >= 0 && sums.other >= 0)
            group->of[group->pairings++] = sums;
    }
}

/* ---- The fit ---- */

/* By how much the first engine is the stronger; ratings here are in natural units, k times Elo. */
static double lead(const rated_pairing *pairing, const double r[MOST]) { return r[pairing->one] - r[pairing->other]; }

static double expected(double lead) { return 1 / (1 + exp(-lead)); }

static double likelihood(const rated_group *group, const double r[MOST])
{
    double sum = 0;
    for (int p = 0; p < group->pairings; p++) {
        const rated_pairing *pairing = &group->of[p];
        const double by = lead(pairing, r); /* log(1 - s) of an s near 1 would be lost */
        sum -= pairing->sum * log1p(exp(-by)) + (pairing->count - pairing->sum) * log1p(exp(by));
    }
    return sum;
}

static void add_difference(square_matrix *matrix, const rated_pairing *pairing, double value)
{
    matrix->at[pairing->one][pairing->one] += value;
    matrix->at[pairing->other][pairing->other] += value;
    matrix->at[pairing->one][pairing->other] -= value;
    matrix->at[pairing->other][pairing->one] -= value;
}

/* Invert a positive definite matrix in place (Gauss and Jordan: no pivot of such a matrix is 0). */
static void invert(square_matrix *matrix, int size)
{
    for (int pivot = 0; pivot < size; pivot++) {
        const double scale = 1 / matrix->at[pivot][pivot];
        matrix->at[pivot][pivot] = 1;
        for (int j = 0; j < size; j++)
            matrix->at[pivot][j] *= scale;
        for (int i = 0; i < size; i++) {
            const double factor = matrix->at[i][pivot];
            if (i == pivot)
                continue;
            matrix->at[i][pivot] = 0;
            for (int j = 0; j < size; j++)
                matrix->at[i][j] -= factor * matrix->at[pivot][j];
        }
    }
}

/* H+ at the ratings: H with the direction that it does not see, all alike, filled by ones. On ratings of mean 0 its
 * inverse is that of H. */
static void invert_curvature(const rated_group *group, const double r[MOST], square_matrix *inverse)
{
    memset(inverse, 0, sizeof *inverse);
    for (int p = 0; p < group->pairings; p++) {
        const double by = lead(&group->of[p], r);
        add_difference(inverse, &group->of[p], group->of[p].count * expected(by) * expected(-by));
    }
    for (int i = 0; i < group->size; i++)
        for (int j = 0; j < group->size; j++)
            inverse->at[i][j] += 1;
    invert(inverse, group->size);
}

/* Newton's step from the ratings. */
static void find_step(const rated_group *group, const double r[MOST], double step[MOST])
{
    square_matrix inverse;
    double slope[MOST] = {0};
    for (int p = 0; p < group->pairings; p++) {
        const rated_pairing *pairing = &group->of[p];
        const double surplus = pairing->sum - pairing->count * expected(lead(pairing, r));
        slope[pairing->one] += surplus;
        slope[pairing->other] -= surplus;
    }
    invert_curvature(group, r, &inverse);
    for (int i = 0; i < group->size; i++) {
        step[i] = 0;
        for (int j = 0; j < group->size; j++)
            step[i] += inverse.at[i][j] * slope[j];
    }
}

static void fit(const rated_group *group, double r[MOST])
{
    static const double enough = 1e-10, longest = 2;
    double step[MOST], next[MOST], size = 1;
    memset(r, 0, MOST * sizeof *r);
    for (int round = 0; round < STEPS_MAX && size > enough; round++) {
        const double before = likelihood(group, r);
        find_step(group, r, step);
        size = 0;
        for (int i = 0; i < group->size; i++)
            size = fmax(size, fabs(step[i]));
        double part = size > longest ? longest / size : 1;
        for (int halving = 0; halving < HALVINGS_MAX; halving++, part /= 2) {
            for (int i = 0; i < group->size; i++)
                next[i] = r[i] + part * step[i];
            if (likelihood(group, next) >= before)
                break;
        }
        memcpy(r, next, (size_t)group->size * sizeof *r);
    }
}

/* ---- The error ---- */

static void multiply(const square_matrix *a, const square_matrix *b, int size, square_matrix *product)
{
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++) {
            product->at[i][j] = 0;
            for (int k = 0; k < size; k++)
                product->at[i][j] += a->at[i][k] * b->at[k][j];
        }
}

/* H+ J H+, in natural units. J has no part in the direction that the ones fill. */
static void find_covariance(const rated_group *group, const double r[MOST], square_matrix *covariance)
{
    square_matrix inverse, spread = {{{0}}}, half;
    invert_curvature(group, r, &inverse);
    for (int p = 0; p < group->pairings; p++) {
        const rated_pairing *pairing = &group->of[p];
        const double score = expected(lead(pairing, r));
        const double squares = pairing->squares - 2 * score * pairing->sum + pairing->count * score * score;
        add_difference(&spread, pairing, fmax(squares, 0));
    }
    multiply(&inverse, &spread, group->size, &half);
    multiply(&half, &inverse, group->size, covariance);
}

static void find_strengths(const match_plan *plan, const match_tally *tallies, match_ratings *out)
{
    static const double drawn = 1e-3;
    rated_group all = {.size = plan->engines};
    double r[MOST];
    for (int engine = 0; engine < plan->engines; engine++)
        all.members[engine] = engine;
    collect(plan, tallies, drawn, &all);
    fit(&all, r);
    for (int engine = 0; engine < plan->engines; engine++)
        out->of[engine].strength = r[engine];
}

void match_rate(const match_plan *plan, const match_tally *tallies, match_ratings *out)
{
    static const double two_sided_95 = 1.959964;
    rated_group group;
    double r[MOST];
    square_matrix covariance;
    memset(out, 0, sizeof *out);
    find_strengths(plan, tallies, out);
    find_group(plan, tallies, &group);
    collect(plan, tallies, 0, &group);
    if (group.size == 0)
        return;
    fit(&group, r);
    find_covariance(&group, r, &covariance);
    for (int i = 0; i < group.size; i++) {
        const int engine = group.members[i];
        for (int j = 0; j < group.size; j++)
            out->covariance[engine][group.members[j]] = covariance.at[i][j] / (elo_factor * elo_factor);
        const double variance = out->covariance[engine][engine];
        out->of[engine].rated = true;
        out->of[engine].elo = r[i] / elo_factor;
        out->of[engine].has_error = variance > no_variance;
        out->of[engine].elo_error = two_sided_95 * sqrt(fmax(variance, 0));
    }
}

bool match_superiority(const match_ratings *ratings, int one, int other, double *probability)
{
    const double(*c)[MOST] = ratings->covariance;
    const double variance = c[one][one] + c[other][other] - c[one][other] - c[other][one];
    if (!ratings->of[one].rated || !ratings->of[other].rated || variance <= no_variance)
        return false;
    *probability = match_normal((ratings->of[one].elo - ratings->of[other].elo) / sqrt(variance));
    return true;
}
