/* SPDX-License-Identifier: MIT
 *
 * A build of flank proves itself by what it answers: another answer is another build.
 */
#ifndef FLANK_FARM_FARM_SIGNATURE_H
#define FLANK_FARM_FARM_SIGNATURE_H

#include <flank/analysis.h>

/* The name of this build in stores. */
#define FARM_BUILD "flank " FLANK_VERSION

/* The nodes of the first searches of flank bench, or of all that there are. */
flank_status farm_bench_nodes(size_t searches, uint64_t *nodes);

/* A number of all that a unit of this game would be answered by; FLANK_NO_MEMORY. */
flank_status farm_review_mark(const flank_analysis *analysis, uint64_t *mark);

/* The nodes of the searches of flank bench in Othello, and the mark of a review of the last one's moves: what a build
 * has to prove itself by. Takes some tenths of a second. */
flank_status farm_signature(uint64_t *signature, flank_error *error);

#endif
