/* SPDX-License-Identifier: MIT
 *
 * Judging moves.
 *
 * Discs are what Othello's players count in, so there the words go by discs. If nothing but the result counts, a
 * hundred hundredths mean much in an even position and nothing in a won one, so there losses are chances to win. Even
 * in Othello a few discs do not matter in a game that is decided, so there the words begin at twice as many discs; and
 * a result that is certainly given away is never a small thing, however few the discs.
 *
 * A chance is a logistic function of the value, 1 / (1 + e^(-value / scale)). The scale is the game's
 * (games/game_table.h); docs/users/verdicts.md has the figures.
 */
#include "analysis/judge.h"

#include "core/bits.h"
#include "games/game_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_SHOWN = 3 }; /* so many of the largest losses are turning points */

static const double decided = 0.9, better = 0.6;

/* From which loss on a move is called an inaccuracy, a mistake, a blunder. */
static const int disc_steps[] = {200, 500, 1000};    /* hundredths of a disc */
static const int chance_steps[] = {500, 1000, 2000}; /* hundredths of a percent */

/* ---- Phases and chances ---- */

int judge_empties(const flank_record *record, const flank_position *position)
{
    return game_empties(flank_record_game(record), flank_record_rules(record), position);
}

/* Empty squares become fewer where pieces are placed, more where they are captured. */
flank_phase judge_phase(const flank_game *game, int empties)
{
    const int middle = game->phase_empties[0], end = game->phase_empties[1];
    const int progress = middle > end ? -1 : 1;
    return progress * (empties - middle) < 0 ? FLANK_PHASE_OPENING
           : progress * (empties - end) < 0  ? FLANK_PHASE_MIDGAME
                                             : FLANK_PHASE_ENDGAME;
}

/* The value, in hundredths, that makes the odds e : 1. */
static double chance_scale(const flank_game *game, int empties)
{
    return game->chance_scale + (double)game->chance_scale_per_empty * empties;
}

double flank_win_chance(const flank_game *game, const flank_line *line, int empties)
{
    const bool proved_end = !flank_game_scores_discs(game) && abs(line->score) >= FLANK_SCORE_MATE;
    if (proved_end || line->exact)
        return line->score > 0 ? 1 : line->score < 0 ? 0 : 0.5;
    return 1 / (1 + exp(-line->score / chance_scale(game, empties)));
}

int judge_standing(double chance) { return (chance >= better) - (chance <= 1 - better); }

/* ---- One move ---- */

static flank_verdict verdict_by(const int steps[3], int factor, int loss)
{
    int step = 0;
    while (step < 3 && loss >= factor * steps[step])
        step++;
    return (flank_verdict)(FLANK_VERDICT_GOOD + step);
}

static bool is_decided(const flank_review *review)
{
    return review->chance_after >= decided || review->chance <= 1 - decided;
}

static flank_verdict verdict_of_discs(const flank_review *review)
{
    const flank_verdict verdict = verdict_by(disc_steps, is_decided(review) ? 2 : 1, review->loss);
    const bool proved = review->best.exact && review->played.exact;
    const bool given_away = proved && judge_standing(review->chance) > judge_standing(review->chance_after);
    return given_away && verdict < FLANK_VERDICT_MISTAKE ? FLANK_VERDICT_MISTAKE : verdict;
}

/* Proved wins are all as good, whatever their length. */
static bool is_as_good(const flank_game *game, const flank_review *review)
{
    return review->played.score == review->best.score ||
           (!flank_game_scores_discs(game) && review->played.score >= FLANK_SCORE_MATE);
}

void judge_move(const flank_game *game, int empties, flank_review *review)
{
    review->chance = flank_win_chance(game, &review->best, empties);
    review->chance_after = review->chance;
    if (!review->has_move)
        return;
    if (is_as_good(game, review)) {
        review->best = review->played;
        review->chance = review->chance_after = flank_win_chance(game, &review->best, empties);
        review->loss = 0;
        review->verdict = FLANK_VERDICT_BEST;
        return;
    }
    review->chance_after = flank_win_chance(game, &review->played, empties);
    if (review->chance < review->chance_after)
        review->chance = review->chance_after; /* a proved win of fewer discs than an unproved value */
    if (flank_game_scores_discs(game)) {
        review->loss = review->best.score - review->played.score;
        review->verdict = verdict_of_discs(review);
    } else {
        review->loss = (int)lround(10000 * (review->chance - review->chance_after));
        review->verdict = verdict_by(chance_steps, 1, review->loss);
    }
}

judge_value judge_worth(const flank_analysis *analysis, size_t index)
{
    const flank_review *here = &analysis->reviews[index], *before = here - 1;
    if (index > 0 && before->known)
        return (judge_value){&before->played, before->chance_after,
                             flank_record_position_at(analysis->record, index - 1)->color};
    return (judge_value){&here->best, here->chance, flank_record_position_at(analysis->record, index)->color};
}

/* ---- The whole game ---- */

static void add_to_sum(flank_review_sum *sum, const flank_review *review)
{
    if (review->forced) {
        sum->forced++;
        return;
    }
    sum->moves++;
    sum->verdicts[review->verdict]++;
    sum->loss += review->loss;
}

static flank_review *largest_unmarked(flank_analysis *analysis)
{
    flank_review *largest = NULL;
    for (size_t i = 0; i < analysis->count; i++) {
        flank_review *review = &analysis->reviews[i];
        if (review->known && review->has_move && !review->turning && review->verdict >= FLANK_VERDICT_MISTAKE &&
            (!largest || review->loss > largest->loss))
            largest = review;
    }
    return largest;
}

/* The moves with which the better side changed, and the largest mistakes. */
static void mark_turning_points(flank_analysis *analysis)
{
    for (size_t i = 0; i < analysis->count; i++) {
        flank_review *review = &analysis->reviews[i];
        review->turning = review->known && review->has_move && review->verdict >= FLANK_VERDICT_INACCURACY &&
                          judge_standing(review->chance) > judge_standing(review->chance_after);
    }
    flank_review *largest;
    for (int shown = 0; shown < LARGEST_SHOWN && (largest = largest_unmarked(analysis)); shown++)
        largest->turning = true;
}

void judge_game(flank_analysis *analysis)
{
    memset(analysis->phases, 0, sizeof analysis->phases);
    memset(analysis->totals, 0, sizeof analysis->totals);
    for (size_t i = 0; i < analysis->count; i++) {
        const flank_review *review = &analysis->reviews[i];
        const int color = flank_record_position_at(analysis->record, i)->color;
        if (!review->known || !review->has_move)
            continue;
        add_to_sum(&analysis->phases[color][review->phase], review);
        add_to_sum(&analysis->totals[color], review);
    }
    mark_turning_points(analysis);
}

double flank_review_accuracy(const flank_review_sum *sum)
{
    const int fine = sum->verdicts[FLANK_VERDICT_BEST] + sum->verdicts[FLANK_VERDICT_GOOD];
    return sum->moves ? (double)fine / sum->moves : 1;
}

const char *flank_verdict_name(flank_verdict verdict)
{
    static const char *const names[FLANK_VERDICTS] = {"best", "good", "inaccuracy", "mistake", "blunder"};
    return names[verdict];
}

const char *flank_phase_name(flank_phase phase)
{
    static const char *const names[FLANK_PHASES] = {"opening", "midgame", "endgame"};
    return names[phase];
}
