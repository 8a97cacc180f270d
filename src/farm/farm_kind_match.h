/* SPDX-License-Identifier: MIT
 *
 * Units of kind "match": pairs of games (farm_match.h).
 */
#ifndef FLANK_FARM_FARM_KIND_MATCH_H
#define FLANK_FARM_FARM_KIND_MATCH_H

#include "farm/farm_kind.h"

farm_answer_fn farm_answer_match;

#endif
