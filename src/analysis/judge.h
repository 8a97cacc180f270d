/* SPDX-License-Identifier: MIT
 *
 * From values to judgements: chances, losses, words, phases, sums, turning points. No search here.
 */
#ifndef FLANK_ANALYSIS_JUDGE_H
#define FLANK_ANALYSIS_JUDGE_H

#include <flank/analysis.h>

flank_phase judge_phase(const flank_game *game, int empties);

/* Fill in chances, loss and verdict of a known review whose lines are set; where the move played is as good as the
 * best, it becomes the best. */
void judge_move(const flank_game *game, int empties, flank_review *review);

/* The value of a position from the side of `color`. */
typedef struct judge_value {
    const flank_line *line; /* of the move that led there, or from the position on */
    double chance;
    flank_color color;
} judge_value;

/* The value of position `index`, which is known: that of the move that led to it, where that is known, too. */
judge_value judge_worth(const flank_analysis *analysis, size_t index);

/* Fill in the sums and mark the turning points. */
void judge_game(flank_analysis *analysis);

/* The standing of a side with that chance: 1 better, -1 worse, 0 even. */
int judge_standing(double chance);

int judge_empties(const flank_record *record, const flank_position *position);

#endif
