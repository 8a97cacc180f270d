/* SPDX-License-Identifier: MIT
 *
 * The kind of units that are proofs: a claim (proof_file.h), in a run whose parameter is the name of the run of its
 * leaves.
 */
#ifndef FLANK_FARM_FARM_KIND_PROVE_H
#define FLANK_FARM_FARM_KIND_PROVE_H

#include "farm/farm_kind.h"

farm_answer_fn farm_answer_prove;

#endif
