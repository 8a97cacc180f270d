/* SPDX-License-Identifier: MIT
 *
 * The order of a tournament: opening by opening, and within it pairing by pairing. So at any moment the pairings have
 * played the same openings but for the last one, and the number of a game does not depend on how many are asked for: a
 * record can be continued with more games.
 *
 * Rejected: all games of one pairing before the next. Programs would be started less often, but standings would say
 * nothing before the end, and more games would have to be numbered behind those of all pairings.
 */
#include "match/match_plan.h"

#include <assert.h>

int match_plan_pairings(const match_plan *plan)
{
    const int others = plan->engines - 1;
    assert(plan->engines >= 2 && plan->engines <= MATCH_ENGINES_MAX);
    return plan->tournament == MATCH_GAUNTLET ? others : plan->engines * others / 2;
}

match_pairing match_plan_pairing(const match_plan *plan, int index)
{
    int first = 0, row = plan->engines - 1; /* opponents of `first` that stand behind it */
    assert(index >= 0 && index < match_plan_pairings(plan));
    for (; index >= row; row--) {
        index -= row;
        first++;
    }
    return (match_pairing){{first, first + 1 + index}};
}

int match_plan_pairing_of(const match_plan *plan, size_t number)
{
    return (int)(number / 2 % (size_t)match_plan_pairings(plan));
}

size_t match_plan_opening_of(const match_plan *plan, size_t number)
{
    return number / 2 / (size_t)match_plan_pairings(plan);
}
