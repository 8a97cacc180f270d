/* SPDX-License-Identifier: MIT
 *
 * The kind "selfplay": games for training (farm_selfplay.h).
 */
#ifndef FLANK_FARM_FARM_KIND_SELFPLAY_H
#define FLANK_FARM_FARM_KIND_SELFPLAY_H

#include "farm/farm_kind.h"

farm_answer_fn farm_answer_selfplay;

#endif
