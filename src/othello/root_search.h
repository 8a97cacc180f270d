/* SPDX-License-Identifier: MIT
 *
 * The moves of the root: iterative deepening, windows, several best lines, time. Part of othello_search.c.
 */
#ifndef FLANK_OTHELLO_ROOT_SEARCH_H
#define FLANK_OTHELLO_ROOT_SEARCH_H

#include "othello/othello_search.h"
#include "othello/split.h"

enum {
    ROOT_MOVES_MAX = 60, /* no position has more legal moves than empty squares after the first four */
    ROOT_PLIES_MAX = 120 /* 60 placements and as many passes */
};

struct othello_search {
    transposition_table table;
    edge_table edges;
    local_table local;
    network_cache guesses;
    const evaluation *eval;
    uint64_t board; /* its squares; what is outside is a frame (search_board.h) */
    const endgame_watch *watch;
    flank_cpu cpu;
    split_pool *pool; /* NULL: one thread */
    int helpers;
    flank_line lines[ROOT_MOVES_MAX]; /* of the last report */
};

/* A move, its value by the last step that gave it one of its own, and the moves that follow. */
typedef struct root_move {
    uint8_t moves[ROOT_PLIES_MAX]; /* 0..63, or FLANK_NO_SQUARE for a pass */
    int length;                    /* at least 1 */
    int value;                     /* in 1/EVAL_PER_DISC disc for the side to move */
    int depth_plies;
    int selectivity;
    bool exact; /* proved: searched to the end of the game at SELECT_100. All moves that follow keep the value */
} root_move;

/* One search under way. */
typedef struct root_search {
    othello_search *owner;
    midgame_search search;
    midgame_value_fn *value;
    const search_request *request;
    uint64_t own, other;
    int empties;
    double start_s;
    int line_count; /* lines asked for, at most move_count */
    int move_count;
    int depth, selectivity;          /* of the last completed step; 0, 0 before */
    bool cut;                        /* a step after that was cut short */
    root_move moves[ROOT_MOVES_MAX]; /* the lines best first, then the others */
} root_search;

typedef enum root_step_result {
    ROOT_STEP_MADE,
    ROOT_STEP_CUT, /* short, by a limit or a stop: some moves may have values of this step */
    ROOT_NO_STEP,  /* the last step has been made */
} root_step_result;

/* Prepare the search of a position: its moves get listed. */
void root_begin(root_search *root, othello_search *owner, uint64_t own, uint64_t other, const search_request *request);

/* Search one step deeper or surer. */
root_step_result root_step(root_search *root);

/* Best first among the first `count` moves; equal ones stay in order. */
void root_sort(root_search *root, int count);

/* Play a proved line on to the end of the game, or until the search must stop: from its first move one null-window
 * search a move, which the table nearly always answers. */
void root_walk_line(root_search *root, root_move *line);

/* What a one-sided question asks for, in 1/EVAL_PER_DISC disc. */
static inline int root_least_value(const root_search *root)
{
    return root->request->limits.at_least_discs * EVAL_PER_DISC;
}

/* Moves made on a board so far, by all threads. */
uint64_t root_nodes(const root_search *root);

#endif
