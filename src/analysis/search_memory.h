/* SPDX-License-Identifier: MIT
 *
 * A memory of searches, so that a review does not search what another one has searched: two functions of the caller,
 * which keep texts in a store that is no business of ours (a farm's, farm/farm_reviews.h).
 *
 * A question is all that an answer depends on, as a text: the game, its rules, the position, the limits, the build and
 * the settings of its engine. In Othello the position is the one of its eight symmetries that stands for all, with
 * black to move. The other games know repetition: there it is the start of the game and its moves. An answer is the
 * best line of a search that began with an empty table, and its nodes. So it is the same byte for byte, found or
 * searched, whatever was searched before; a review without a memory keeps its table from position to position, and
 * may think a little differently.
 */
#ifndef FLANK_ANALYSIS_SEARCH_MEMORY_H
#define FLANK_ANALYSIS_SEARCH_MEMORY_H

#include "core/text_buffer.h"

#include <flank/analysis.h>

typedef struct search_memory search_memory;

struct search_memory {
    const char *engine; /* the build and the settings of the engine, one line */
    /* Add the answer that is kept of a question. FLANK_NOT_FOUND: none is; any other failure ends the review. */
    flank_status (*look_up)(const search_memory *memory, const char *question, text_buffer *answer, flank_error *error);
    /* Keep an answer, if there is none yet. A failure ends the review. */
    flank_status (*remember)(const search_memory *memory, const char *question, const char *answer, flank_error *error);
    void *user;
    const flank_stop *stop; /* of the review while one runs, which a function that waits looks at; or NULL */
    uint64_t nodes;         /* of all answers so far, those that were found and those that were searched */
    flank_error error;      /* of the failure of a function, or of an answer that is damaged (FLANK_BAD_FILE) */
    bool damaged;           /* the latter: other questions are answered all the same */
};

/* flank_analysis_run with a memory (NULL: none). Nodes of answers that are found count in memory->nodes, not in those
 * of the analysis. FLANK_BAD_ARGUMENT also for a time together with a memory; a failure of the memory. */
flank_status analysis_run(flank_engine *engine, const flank_record *record, const flank_analysis_options *options,
                          search_memory *memory, flank_analysis **analysis);

/* A record of the moves up to the cursor: to be destroyed, NULL without memory. */
flank_record *search_memory_copy(const flank_record *record);

/* The best line of a search, and its nodes. */
typedef struct remembered_search {
    flank_line line;
    uint64_t nodes;
} remembered_search;

/* The record that is searched instead of `record`, at its cursor: to be destroyed, NULL without memory. `symmetry`
 * leads from the one position to the other. */
flank_record *search_memory_record(const flank_record *record, unsigned *symmetry);

/* Turn a line of that record back to one of the original. */
void search_memory_turn_back(flank_line *line, unsigned symmetry);

/* Add the question about the position at the cursor. */
void search_memory_add_question(text_buffer *out, const char *engine, const flank_record *record,
                                const flank_limits *limits);

/* Add the answer to a question, and read it: false if it is not as it was written. */
void search_memory_add_answer(text_buffer *out, const char *question, const flank_record *record,
                              const remembered_search *found);
bool search_memory_read_answer(const char *question, const char *answer, const flank_record *record,
                               remembered_search *found);

/* True if the answer was written for that question, and is whole. */
bool search_memory_is_whole(const char *question, const char *answer);

#endif
