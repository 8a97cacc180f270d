/* SPDX-License-Identifier: MIT
 *
 * The results that a file tells of a game, in a tag, a heading, a column, behind the moves, held against each other: as
 * one where they agree, and the first that contradicts it. checked_result.c holds them against the last board.
 *
 * Two results agree if they have the same winner and, where both count discs, the same difference; the empty squares
 * may be the winner's or nobody's.
 */
#include "formats/format_table.h"

#include <stdlib.h>

enum { SQUARES = 64 };

stated_result stated_score(int black, int white)
{
    const int sign = (black > white) - (black < white);
    return (stated_result){.result = {.known = true, .sign = sign, .has_discs = true, .discs = black - white},
                           .empties = sign ? SQUARES - black - white : 0,
                           .is_count = true};
}

int stated_full_difference(const stated_result *stated)
{
    return stated->result.discs + stated->result.sign * stated->empties;
}

static bool same_difference(const stated_result *one, const stated_result *other)
{
    const int bare = abs(one->result.discs), full = abs(stated_full_difference(one));
    const int other_bare = abs(other->result.discs), other_full = abs(stated_full_difference(other));
    return bare == other_bare || bare == other_full || full == other_bare || full == other_full;
}

static bool contradict(const flank_sheet *sheet, const stated_result *one, const stated_result *other)
{
    const bool counted = one->result.has_discs || other->result.has_discs;
    const bool is_open = one->side == SIDE_OPEN || other->side == SIDE_OPEN ||
                         (counted && flank_rules_stand_apart(flank_sheet_game(sheet), flank_sheet_rules(sheet)));
    const int sign = one->result.sign, other_sign = other->result.sign;
    if (is_open ? (sign == 0) != (other_sign == 0) : sign != other_sign)
        return true;
    return one->result.has_discs && other->result.has_discs && !same_difference(one, other);
}

/* Add to `known` what only `other` says, which agrees with it. */
static void complete(stated_result *known, const stated_result *other)
{
    const bool counts_all = other->result.has_discs && (!known->result.has_discs || known->empties > other->empties);
    if (known->result.ending == FLANK_ENDING_PLAYED)
        known->result.ending = other->result.ending;
    if (counts_all) {
        known->result.has_discs = true;
        known->empties = other->empties;
    }
    const int discs = abs(counts_all ? other->result.discs : known->result.discs);
    if (other->side < known->side || (known->is_count && !other->is_count)) {
        known->side = other->side < known->side ? other->side : known->side;
        known->result.sign = other->result.sign;
        known->is_count = other->is_count;
    }
    known->result.discs = known->result.sign * discs;
}

void sheet_state_result(flank_sheet *sheet, const stated_result *stated)
{
    stated_result *results = sheet_stated_results(sheet);
    if (!stated->result.known)
        return;
    if (!results[STATED_RESULT].result.known)
        results[STATED_RESULT] = *stated;
    else if (!contradict(sheet, &results[STATED_RESULT], stated))
        complete(&results[STATED_RESULT], stated);
    else if (!results[STATED_AGAINST].result.known)
        results[STATED_AGAINST] = *stated;
}
