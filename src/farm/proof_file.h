/* SPDX-License-Identifier: MIT
 *
 * A proof as a run of a store keeps it: its claim is the run's only unit, its leaves are the positions of another run,
 * and its tree is a journal (proof_tree.h) in notes of its run. The journal only grows, so that a step of the foreman
 * writes the last note alone.
 */
#ifndef FLANK_FARM_PROOF_FILE_H
#define FLANK_FARM_PROOF_FILE_H

#include "farm/farm_store.h"
#include "farm/proof_tree.h"

/* The kind of runs that are proofs. */
#define PROOF_KIND "prove"
#define PROOF_LEAVES ".leaves" /* behind its name: the name of the run of its leaves */

/* The note of a run that tells people how far it is. */
#define PROOF_PROGRESS "progress"

typedef struct proof_file {
    flank_position root; /* as it was given */
    int at_least;        /* discs for its side to move */
    proof_tree *tree;
    int last;         /* the number of the last note */
    text_buffer text; /* of that note */
} proof_file;

/* The claim as the unit of a run. */
void proof_file_write_claim(const flank_position *root, int at_least, text_buffer *unit);

/* Read a claim and the notes of its run. FLANK_BAD_FILE: that is none; the failures of the store. Close it in any case.
 */
flank_status proof_file_open(const farm_store_kind *stores, farm_store *store, int64_t run, farm_bytes unit,
                             const flank_rules *rules, proof_file *file, flank_error *error);
void proof_file_close(proof_file *file);

/* Write what the tree's journal has told since the last call. `*taken` as in the store. */
flank_status proof_file_save(const farm_store_kind *stores, farm_store *store, const farm_lease *lease,
                             proof_file *file, bool *taken, flank_error *error);

/* All that the store knows of some nodes, in their order; `spent` by the run `leaves`. */
flank_status proof_file_look_up(const farm_store_kind *stores, farm_store *store, int rules_id, int64_t leaves,
                                const proof_tree *tree, const uint32_t *nodes, size_t count, farm_answer *answers,
                                flank_error *error);

#endif
