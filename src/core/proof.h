/* SPDX-License-Identifier: MIT
 *
 * Values that are proofs. In games without a disc score a proved win is a value of its own range (engine.h); what is
 * written for people and programs says in how many plies it comes, not how many hundredths of a piece that would be.
 */
#ifndef FLANK_CORE_PROOF_H
#define FLANK_CORE_PROOF_H

#include <flank/engine.h>

#include <stdlib.h>

/* Plies until the game is decided, or -1 if `score` (hundredths) does not tell. */
static inline int proof_plies(const flank_game *game, int score)
{
    const bool proved = abs(score) >= FLANK_SCORE_MATE && abs(score) <= FLANK_SCORE_WIN;
    return proved && !flank_game_scores_discs(game) ? FLANK_SCORE_WIN - abs(score) : -1;
}

#endif
