/* SPDX-License-Identifier: MIT
 *
 * The rule parameters of Lines of Action: their places in flank_rules and their values, each in the order of the lists
 * in loa.c.
 */
#ifndef FLANK_GAMES_LOA_RULES_H
#define FLANK_GAMES_LOA_RULES_H

enum { LOA_SIMULTANEOUS, LOA_NO_MOVE, LOA_REPETITION };

enum { LOA_SIMULTANEOUS_DRAW, LOA_SIMULTANEOUS_MOVER };
enum { LOA_NO_MOVE_PASS, LOA_NO_MOVE_LOSE };
enum { LOA_REPETITION_3, LOA_REPETITION_2, LOA_REPETITION_NONE };

#endif
