/* SPDX-License-Identifier: MIT
 *
 * The referee of one game: keeps the board, knows whose turn it is, and judges every call of the contestant.
 */
#ifndef FLANK_CONTEST_GRADE_REFEREE_H
#define FLANK_CONTEST_GRADE_REFEREE_H

#include "contest/grade/grade.h"
#include "contest/grade/grade_protocol.h"

typedef struct grade_referee {
    grade_game *game;        /* moves, discs and breach are written here */
    flank_position position; /* after those moves */
    bool over;
} grade_referee;

/* Set up the board; `game` says which side the contestant has. */
void grade_referee_start(grade_referee *referee, grade_game *game);

/* Judge a call: a move, a receive or a return. A fair move is played. false with the game's breach filled in if the
 * call breaks a rule. */
bool grade_referee_call(grade_referee *referee, grade_call call);

/* Play a legal move for whoever is to move. */
void grade_referee_play(grade_referee *referee, flank_move move);

#endif
