/* SPDX-License-Identifier: MIT
 *
 * The table of kinds of units.
 */
#include "farm/farm_kind.h"

#include "farm/farm_book.h"
#include "farm/farm_kind_analyze.h"
#include "farm/farm_kind_match.h"
#include "farm/farm_kind_prove.h"
#include "farm/farm_kind_selfplay.h"
#include "farm/farm_selfplay.h"

const farm_kind farm_kinds[] = {
    {"analyze", farm_answer_analyze}, {FARM_BOOK_KIND, farm_answer_book},         {"match", farm_answer_match},
    {"prove", farm_answer_prove},     {FARM_SELFPLAY_KIND, farm_answer_selfplay}, {NULL, NULL},
};
