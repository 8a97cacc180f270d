/* SPDX-License-Identifier: MIT
 *
 * Proof-number search: whether one side can force a win, in games that are won, drawn or lost.
 *
 * It follows the lines in which the other side has the fewest answers, however long they are, where alpha-beta goes to
 * the same depth everywhere. So it finds long wins that are forced, and says nothing of values.
 */
#ifndef FLANK_SEARCH_PROOF_SEARCH_H
#define FLANK_SEARCH_PROOF_SEARCH_H

#include "search/search.h"

typedef struct prover prover;

/* A prover with a table of at most so many bytes. NULL without memory. */
prover *prover_create(size_t table_bytes);
void prover_destroy(prover *proof); /* NULL is fine */

/* Forget what earlier questions found. */
void prover_clear(prover *proof);

/* A question: can the side `winner`, a flank_color, force a win of the root, whatever the other side does? A repeated
 * position does not win. */
typedef struct proof_question {
    unsigned winner;
    uint64_t nodes;         /* the most positions to look at; 0: as many as it takes. The line of a win may take some
                               thousand more */
    double end_s;           /* when to end, by clock_now_s(); 0: at no time */
    const flank_stop *stop; /* may be NULL */
} proof_question;

/* The end of a question. */
typedef enum proof_answer {
    PROOF_OPEN, /* not proved: the nodes ran out, it was stopped, or it found no way to win. That is no proof of the
                   contrary: what fails by repetition on one path may win on another */
    PROOF_WON,  /* proved */
    PROOF_NO_MEMORY,
} proof_answer;

typedef struct proof_result {
    proof_answer answer;
    bool hopeless;  /* open, and more nodes would not change that */
    uint64_t nodes; /* positions looked at */
    /* If proved: the game ends after at most so many plies, and a line of them: the winner plays its shortest way, the
     * other side its longest. */
    int plies, length;
    flank_move moves[FLANK_LINE_PLIES_MAX];
} proof_result;

/* Ask a question about task->root, which is not over, of a game that does not score discs. It uses what earlier
 * questions about the same game, rules and positions before the root found. */
void prover_run(prover *proof, const search_task *task, const proof_question *question, proof_result *result);

#endif
