/* SPDX-License-Identifier: MIT
 *
 * The positions of a file for flank solve.
 */
#ifndef FLANK_CLI_SOLVE_INPUT_H
#define FLANK_CLI_SOLVE_INPUT_H

#include "cli/command/work_queue.h"

#include <flank/game.h>

#include <stdbool.h>

typedef struct solve_input {
    const flank_game *game; /* that is looked for */
    work_queue *queue;      /* of solve_job, where the positions go */
    int wake;               /* a descriptor that ends the waiting for input */
    double total_bytes;     /* of all files; 0 if unknown */
    double bytes;           /* of files that were read */
    flank_rules rules;      /* of positions for which their text names none */
} solve_input;

/* Queue the positions of a file ("-": standard input), each as soon as it is read, and a complaint behind them where
 * something is wrong. False if nothing more should be read. */
bool solve_input_read(solve_input *input, const char *path);

#endif
