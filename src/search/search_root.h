/* SPDX-License-Identifier: MIT
 *
 * The root of the search as search.c asks it: one for each CPU level.
 */
#ifndef FLANK_SEARCH_SEARCH_ROOT_H
#define FLANK_SEARCH_SEARCH_ROOT_H

#include "core/cpu.h"
#include "search/search.h"
#include "search/search_team.h"

typedef struct search_root {
    flank_status (*run)(searcher *search, const search_task *task, const search_request *request, flank_report *report);
    team_work helpers; /* what they do */
} search_root;

CPU_DECLARE(extern const search_root, search_root, );

#endif
