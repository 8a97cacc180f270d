/* SPDX-License-Identifier: MIT
 *
 * Joining notes within a budget of bytes copied and tags passed over.
 */
#include "formats/note_join.h"

#include "core/error.h"
#include "core/text_buffer.h"

#include <string.h>

enum { BUDGET_FLOOR = 1 << 20, BUDGET_FACTOR = 16, BUDGET_MAX = 1 << 24, TAG_COST = 8 };

flank_status note_join(note_budget *budget, const flank_node *node, const char *name, const char *text,
                       const char *separator, flank_error *error)
{
    const flank_tag *tag = node->tags;
    for (; tag && strcmp(tag->name, name) != 0; tag = tag->next)
        budget->spent += TAG_COST;
    budget->spent += tag ? strlen(tag->value) : 0;
    if (budget->spent > BUDGET_MAX || budget->spent > BUDGET_FLOOR + BUDGET_FACTOR * budget->bytes)
        return error_say(error, FLANK_BAD_RECORD, 0, SAY(TOO_MANY_NOTES));
    flank_status status;
    if (tag && *text) {
        text_buffer joined = {NULL};
        text_add(&joined, tag->value);
        text_add(&joined, separator);
        text_add(&joined, text);
        status = joined.failed ? FLANK_NO_MEMORY : flank_sheet_set_tag(budget->sheet, node, name, joined.bytes);
        text_free(&joined);
    } else {
        status = tag ? FLANK_OK : flank_sheet_set_tag(budget->sheet, node, name, text);
    }
    return status ? error_say(error, status, 0, say_status(status)) : FLANK_OK;
}
