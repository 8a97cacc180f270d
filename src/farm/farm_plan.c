/* SPDX-License-Identifier: MIT
 *
 * Runs, apart from the store that keeps them: their limits, and when a position is answered.
 */
#include "core/error.h"
#include "core/text_buffer.h"
#include "farm/farm_store.h"

#include <string.h>

const char *farm_kind_of_wish(farm_wish wish) { return wish.question == FARM_LEVEL ? "label" : "solve"; }

bool farm_has_positions(const char *kind) { return strcmp(kind, "solve") == 0 || strcmp(kind, "label") == 0; }

bool farm_is_repeatable(const char *kind)
{
    return strcmp(kind, "analyze") == 0 || strcmp(kind, "match") == 0 || strcmp(kind, "selfplay") == 0;
}

/* True if the text has no more than `most` bytes; NULL has none. */
static bool fits(const char *text, size_t most) { return !text || strlen(text) <= most; }

flank_status farm_check_plan(const farm_plan *plan, flank_error *error)
{
    const char *wrong = !plan->name || !*plan->name || !fits(plan->name, FARM_NAME_SIZE - 1) ? "the name of the run"
                        : !fits(plan->kind, FARM_KIND_SIZE - 1)                              ? "the kind of the run"
                        : !fits(plan->params, FARM_PARAMS_MAX)                               ? "the run's parameters"
                        : !fits(plan->rules, FARM_RULES_SIZE - 1)                            ? "the rules of the run"
                                                                                             : NULL;
    text_buffer text = {NULL};
    if (!wrong)
        return FLANK_OK;
    text_addf(&text, "%s: too long, or nothing", wrong);
    error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(TEXT), say_text(text.bytes ? text.bytes : wrong));
    text_free(&text);
    return FLANK_BAD_ARGUMENT;
}

bool farm_is_answered(farm_wish wish, const farm_answer *known)
{
    const bool sure = known->lo == known->hi;
    switch (wish.question) {
    case FARM_EXACT:
        return sure;
    case FARM_SIGN:
        return sure || known->lo > 0 || known->hi < 0;
    case FARM_AT_LEAST:
        return known->lo >= wish.number || known->hi < wish.number;
    case FARM_LEVEL:
        return known->guess != FARM_NO_GUESS;
    }
    return false;
}
