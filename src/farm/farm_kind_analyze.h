/* SPDX-License-Identifier: MIT
 *
 * Units of kind "analyze": a game each (farm_game_unit.h), answered by its review.
 *
 * The parameter of the run is the level as a number, 0 for that of flank analyze. The answer is the object that
 * flank analyze --json prints, with no time in it: it does not depend on the machine.
 */
#ifndef FLANK_FARM_FARM_KIND_ANALYZE_H
#define FLANK_FARM_FARM_KIND_ANALYZE_H

#include "farm/farm_kind.h"

farm_answer_fn farm_answer_analyze;

#endif
