/* SPDX-License-Identifier: MIT
 *
 * A line is kept as a record of its own: some 60 bytes a ply.
 */
#include "api/line_memory.h"

#include <assert.h>

static flank_record *beginning_of(const flank_record *line, size_t plies)
{
    flank_record *copy =
        flank_record_create(flank_record_game(line), flank_record_rules(line), flank_record_position_at(line, 0));
    for (size_t i = 0; copy && i < plies; i++) {
        if (flank_record_play(copy, flank_record_move_at(line, i)) == FLANK_OK)
            continue;
        flank_record_destroy(copy);
        copy = NULL;
    }
    return copy;
}

flank_record *line_memory_begin(const line_memory *memory, size_t slot, size_t plies)
{
    const flank_record *line = slot < LINE_SLOTS ? memory->lines[slot] : NULL;
    return line && plies <= flank_record_length(line) ? beginning_of(line, plies) : NULL;
}

bool line_memory_keep(line_memory *memory, size_t slot, const flank_record *line)
{
    assert(slot < LINE_SLOTS);
    flank_record_destroy(memory->lines[slot]);
    memory->lines[slot] = line ? beginning_of(line, flank_record_ply(line)) : NULL;
    return !line || memory->lines[slot];
}

void line_memory_clear(line_memory *memory)
{
    for (size_t slot = 0; slot < LINE_SLOTS; slot++) {
        flank_record_destroy(memory->lines[slot]);
        memory->lines[slot] = NULL;
    }
}
