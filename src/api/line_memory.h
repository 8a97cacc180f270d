/* SPDX-License-Identifier: MIT
 *
 * The lines of play that a client has asked about: a later question names one of them and brings only the moves that
 * are new.
 *
 * The asker chooses the slot in which a line is kept ("keep") and begins other lines with it ("line", "ply"). It knows
 * what is in each slot, since answers come in the order of the questions; a session that begins anew has empty slots.
 * A line whose length is not the one that the asker counts ("length") is not kept: passes that were left out are in it.
 */
#ifndef FLANK_API_LINE_MEMORY_H
#define FLANK_API_LINE_MEMORY_H

#include <flank/record.h>

enum { LINE_SLOTS = 16 };

/* All zero: nothing is known. */
typedef struct line_memory {
    flank_record *lines[LINE_SLOTS];
} line_memory;

/* A new record with the first `plies` plies of a line. NULL if the slot is empty, the line shorter, or without memory.
 */
flank_record *line_memory_begin(const line_memory *memory, size_t slot, size_t plies);

/* Keep a copy of the line up to its cursor; NULL empties the slot. False without memory: then the slot is empty, too.
 */
bool line_memory_keep(line_memory *memory, size_t slot, const flank_record *line);

void line_memory_clear(line_memory *memory);

#endif
