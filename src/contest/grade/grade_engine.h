/* SPDX-License-Identifier: MIT
 *
 * The engine on a budget: what our own contestant and opponent 4 choose their moves with.
 */
#ifndef FLANK_CONTEST_GRADE_ENGINE_H
#define FLANK_CONTEST_GRADE_ENGINE_H

#include <flank/flank.h>

typedef struct grade_engine grade_engine;

/* The budget of the ten games of a subtask. Nodes, not time, decide the moves, so that the same games come again; the
 * time is a safety net for slow machines. */
typedef struct grade_budget {
    flank_engine_options engine;
    uint64_t nodes;      /* a move before the endgame, or */
    uint64_t game_nodes; /* a game before its endgame, shared out among its moves; 0: by the move */
    int win_empties;     /* from here on it is found out whether the game can be won, or at least drawn */
    int solve_empties;   /* from here on the rest of the game is solved by discs */
    double cpu_s;        /* of the subtask; when a game has used its part of nine tenths of that, its moves are chosen
                            in haste, and soon with as little as possible */
} grade_budget;

extern const grade_budget grade_budget_contestant; /* 5 s and 502 MB */
extern const grade_budget grade_budget_opponent;   /* 5 s and 10 MB */

/* `book` (NULL: none), which must outlive the engine, is what it opens by, always with the best move. It
 * has all its memory from here on, and what taking it costs is time of the first subtask. NULL without memory. */
grade_engine *grade_engine_create(const grade_budget *budget, const flank_book *book);
void grade_engine_destroy(grade_engine *engine); /* NULL is fine */

/* Start a subtask: the budget is full, and nothing is remembered. */
void grade_engine_reset(grade_engine *engine);

/* Processor time used since the last reset, in seconds. */
double grade_engine_cpu_s(const grade_engine *engine);

#define GRADE_CHOICES_MAX 4
/* Choose a move of an Othello position with a legal move that is not a pass. Writes up to `wanted`
 * (1..GRADE_CHOICES_MAX) moves, best first, whose score is at most `margin` (hundredths of a disc) below the best;
 * returns how many, at least 1. */
int grade_engine_choose(grade_engine *engine, const flank_position *position, int wanted, int margin,
                        flank_move *moves);

#endif
