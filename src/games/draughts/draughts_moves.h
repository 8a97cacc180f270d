/* SPDX-License-Identifier: MIT
 *
 * The moves of the pieces of Turkish draughts; draughts_moves.c says how it is found. Only the draw by one piece each
 * is not known here: it ends a game that still has moves, and the published counts go on through it.
 */
#ifndef FLANK_GAMES_DRAUGHTS_MOVES_H
#define FLANK_GAMES_DRAUGHTS_MOVES_H

#include "core/cpu.h"
#include "games/draughts/draughts_board.h"

#include <flank/game.h>

#define draughts_moves CPU_NAME(draughts_moves)
#define draughts_captures CPU_NAME(draughts_captures)
#define draughts_each_path CPU_NAME(draughts_each_path)
#define draughts_path_init CPU_NAME(draughts_path_init)
#define draughts_find_path CPU_NAME(draughts_find_path)
#define draughts_play CPU_NAME(draughts_play)
#define draughts_can_move CPU_NAME(draughts_can_move)

/* One way of making a capture: what it takes and where it lands, step by step. */
typedef struct draughts_path {
    flank_move move;      /* its target is the last landing */
    unsigned length;      /* number of captures, at least 1 */
    uint8_t landings[64]; /* FLANK_NO_SQUARE: unknown, in a description for draughts_find_path */
    uint8_t victims[64];  /* victims[i] is taken on the way to landings[i] */
} draughts_path;

typedef void draughts_path_fn(void *user, const draughts_path *path);

/* The legal moves, each (from, to, captured set) once; at most FLANK_MOVES_MAX. */
size_t draughts_moves(const flank_rules *rules, const flank_position *position, flank_move *moves);

/* The legal captures only; 0 if there is none. */
size_t draughts_captures(const flank_rules *rules, const flank_position *position, flank_move *moves);

/* Call `visit` with every legal capture path: a move that can be made in two ways is visited twice. */
void draughts_each_path(const flank_rules *rules, const flank_position *position, draughts_path_fn *visit, void *user);

/* The description of any path of the capture `move`: no landing or victim is known. */
void draughts_path_init(draughts_path *path, flank_move move);

/* Complete a description: find a path of `path->move` that agrees with every landing and victim in `path` that is not
 * FLANK_NO_SQUARE. The same path at every call; of a king's landings the nearest that serves. False if there is none.
 */
bool draughts_find_path(const flank_rules *rules, const flank_position *position, draughts_path *path);

flank_position draughts_play(const flank_position *position, flank_move move);

/* True if the side to move can move any piece at all. */
bool draughts_can_move(const flank_position *position);

#endif
