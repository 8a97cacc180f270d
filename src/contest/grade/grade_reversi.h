/* SPDX-License-Identifier: MIT
 *
 * The game of the Reversi problem, in the one place of the grader that names it.
 */
#ifndef FLANK_CONTEST_GRADE_REVERSI_H
#define FLANK_CONTEST_GRADE_REVERSI_H

#include "games/othello/othello.h"

static inline const flank_game *grade_reversi(void) { return &othello_game; }

#endif
