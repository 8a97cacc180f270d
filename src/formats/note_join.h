/* SPDX-License-Identifier: MIT
 *
 * Several notes of one name on one node become one. A sheet keeps every text it ever had, so that a hostile file of
 * thousands of pieces would cost their square: there is a budget that only such a file meets.
 */
#ifndef FLANK_FORMATS_NOTE_JOIN_H
#define FLANK_FORMATS_NOTE_JOIN_H

#include <flank/formats.h>

/* The loss that joining may cost a game, and has cost; all zero but for the sheet at its start. */
typedef struct note_budget {
    flank_sheet *sheet;
    uint64_t bytes; /* of the game, read so far */
    uint64_t spent;
} note_budget;

/* Put `text` on `node` under `name`, behind `separator` if there is one already. FLANK_NO_MEMORY, or FLANK_BAD_RECORD
 * beyond the budget; `error` is filled in. */
flank_status note_join(note_budget *budget, const flank_node *node, const char *name, const char *text,
                       const char *separator, flank_error *error);

#endif
