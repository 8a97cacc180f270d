/* SPDX-License-Identifier: MIT
 *
 * From what moves cost to the tables by which searches to the end of the game order them.
 *
 * A search that asks whether a position exceeds alpha is over with the first move that does, so the best order is the
 * one that costs least, which is not the order of the moves' values: of several moves that are good enough the one with
 * the smallest tree is best, and nearly all moves that come first are good enough. So positions are taken out of the
 * trees of real solves, each of their moves is searched, and the tables are fitted to the nodes that this took.
 */
#ifndef FLANK_TRAIN_COSTS_H
#define FLANK_TRAIN_COSTS_H

#include "othello/othello_search.h"
#include "train/train_data.h"

/* A move of a position that was asked whether it exceeds alpha. The moves of a position follow each other. */
typedef struct cost_row {
    uint64_t own, other; /* after the move; own is the side to move then */
    uint32_t nodes;      /* that the search of the move took */
    uint8_t exceeds;     /* 1: it exceeds alpha, so the search would be over */
    uint8_t first;       /* 1: the first row of its position */
    uint8_t none[2];     /* zero */
} cost_row;

typedef struct cost_rows {
    cost_row *rows; /* owned */
    size_t count, room;
} cost_rows;

void cost_rows_free(cost_rows *list);

/* The same as train_chunk_write and train_chunk_read, of costs. */
bool cost_chunk_write(const char *path, const cost_rows *list);
bool cost_chunk_read(const char *path, cost_rows *list);

/* Solve so many positions from games that `seed` stands for, with `table_bytes` of memory for each of two tables, and
 * append what moves cost in some of the positions of their trees: 20,000 to 30,000 rows a solve, in one or two seconds.
 * False without memory. */
bool cost_rows_make(const evaluation *eval, size_t table_bytes, uint64_t seed, int solves, cost_rows *list);

typedef struct cost_report {
    double before[ORDER_TABLES], after[ORDER_TABLES]; /* nodes of positions held out, by the tables before and after, as
                                                         a part of what the cheapest order would take */
} cost_report;

/* Fit eval->order, which holds what train_order made; the same every time. `held_out` is only measured. `report` may be
 * NULL. False without memory. */
bool cost_fit(evaluation *eval, const cost_rows *fit, const cost_rows *held_out, cost_report *report);

#endif
