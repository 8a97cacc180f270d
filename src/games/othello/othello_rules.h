/* SPDX-License-Identifier: MIT
 *
 * The chosen values of Othello's rule parameters; othello.c lists them.
 */
#ifndef FLANK_GAMES_OTHELLO_RULES_H
#define FLANK_GAMES_OTHELLO_RULES_H

#include "games/othello/othello_board.h"

#include <flank/game.h>

enum { RULE_PASS, RULE_ENDED, RULE_GOAL, RULE_BOARD }; /* their order in the table */

static inline bool othello_fewest_win(const flank_rules *rules) { return rules->value[RULE_GOAL] == 1; }

/* The squares of the board: all, or with board=6 OTHELLO_MIDDLE_36. */
static inline uint64_t othello_squares(const flank_rules *rules)
{
    return rules->value[RULE_BOARD] == 1 ? OTHELLO_MIDDLE_36 : OTHELLO_ALL_64;
}

#endif
