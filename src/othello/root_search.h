/* SPDX-License-Identifier: MIT
 *
 * The moves of the root: iterative deepening, windows, several best lines, time. think.c and solver.c are faces of it.
 */
#ifndef FLANK_OTHELLO_ROOT_SEARCH_H
#define FLANK_OTHELLO_ROOT_SEARCH_H

#include "othello/split.h"
#include "othello/think.h"

struct othello_thinker {
    position_table table;
    edge_table edges;
    near_table near;
    const evaluation *eval;
    const endgame_watch *watch;
    flank_cpu cpu;
    split_pool *pool; /* NULL: one thread */
    int helpers;
    think_line lines[THINK_LINES_MAX]; /* of the last report */
};

typedef struct root_move {
    think_line line; /* of the last step that gave the move a value of its own */
    int ceiling;     /* a proved upper bound of its value; MIDGAME_VALUE_MAX if nothing is */
} root_move;

/* One search under way. */
typedef struct root_search {
    othello_thinker *thinker;
    midgame_search search;
    midgame_value_fn *value;
    const think_limits *limits;
    bool proving;       /* a proof is asked for, whatever limits there are */
    bool win_loss_draw; /* only the sign of the result is asked for */
    uint64_t own, other;
    int empties;
    double start_s;
    int line_count; /* lines asked for, at most move_count */
    int move_count;
    int depth, selectivity;           /* of the last completed step; 0, 0 before */
    root_move moves[THINK_LINES_MAX]; /* the lines best first, then the others */
} root_search;

/* Called after every completed step; false ends the search. */
typedef bool root_progress(void *user, root_search *root);

/* Prepare the search of a position: its moves get listed. */
void root_begin(root_search *root, othello_thinker *thinker, uint64_t own, uint64_t other, const think_limits *limits);

/* Deeper and deeper until the limits end it. Returns whether it reached the last step. */
bool root_run(root_search *root, root_progress *on_progress, void *user);

/* The value for the mover of playing `square` (or passing) in the position of `own` and `other`. */
int root_move_value(root_search *root, uint64_t own, uint64_t other, unsigned square, const midgame_question *question);

/* A move of a position that keeps `score`, its value in discs or its sign, which is searched for: the table's best move
 * is tried first. Of no meaning if the search was aborted meanwhile. */
unsigned root_keeping_move(root_search *root, uint64_t own, uint64_t other, int score);

/* Play a proved line on to the end of the game, or until the search must stop: from its first move one null-window
 * search a move, which the table nearly always answers. */
void root_walk_line(root_search *root, think_line *line);

/* Moves made on a board so far, by all threads. */
uint64_t root_nodes(const root_search *root);

/* The legal moves in no order; a pass only if it is legal; none if the game is over. */
int root_legal_moves(uint64_t own, uint64_t other, uint8_t *squares);

/* The position after a move or a pass, seen from the next side. */
void root_play(uint64_t *own, uint64_t *other, unsigned square);

#endif
