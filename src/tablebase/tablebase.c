/* SPDX-License-Identifier: MIT
 *
 * Opening, probing and describing endgame tables.
 */
#include "tablebase/tablebase.h"

#include "core/error.h"
#include "core/mapped_file.h"
#include "games/draughts/draughts.h"
#include "games/draughts/draughts_board.h"
#include "tablebase/tablebase_file.h"
#include "tablebase/tablebase_solve.h"

#include <stdlib.h>
#include <sys/mman.h>

struct flank_tables {
    const uint8_t *bytes;
    size_t size;
    bool mapped; /* by flank_tables_open, to be unmapped */
    flank_rules rules;
    table_layout layout;
};

const flank_game *tablebase_game(void) { return &draughts_game; }

/* ---- Opening ---- */

static flank_status check_classes(const tablebase *tables, flank_error *error)
{
    for (unsigned i = 0; i < tables->layout.index->class_count; i++)
        if (!table_class_is_sealed(tables->bytes, &tables->layout, i)) {
            char name[TABLEBASE_NAME_SIZE];
            table_class_name(&tables->layout.index->classes[i], name);
            return error_say(error, FLANK_BAD_FILE, 0, SAY(TABLES_SUM), say_text(name));
        }
    return FLANK_OK;
}

static tablebase *answer(tablebase *tables, flank_status given, flank_status *status)
{
    if (status)
        *status = given;
    return tables;
}

tablebase *tablebase_open_bytes(const void *bytes, size_t size, flank_status *status, flank_error *error)
{
    tablebase *tables = malloc(sizeof *tables);
    if (!tables)
        return answer(NULL, error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY)), status);
    *tables = (tablebase){.bytes = bytes, .size = size};
    flank_status checked = table_header_read(bytes, size, &tables->layout, &tables->rules, error);
    if (checked) {
        free(tables);
        return answer(NULL, checked, status);
    }
    checked = check_classes(tables, error);
    if (checked) {
        flank_tables_close(tables);
        tables = NULL;
    }
    return answer(tables, checked, status);
}

tablebase *flank_tables_open(const char *path, flank_status *status, flank_error *error)
{
    size_t size = 0;
    flank_status mapped = FLANK_OK;
    void *bytes = mapped_file_open(path, FLANK_ERROR_TABLES_NO_FILE, FLANK_ERROR_TABLES_NO_FILE, &size, &mapped, error);
    if (!bytes)
        return answer(NULL, mapped, status);
    tablebase *tables = tablebase_open_bytes(bytes, size, status, error);
    if (tables)
        tables->mapped = true;
    else
        munmap(bytes, size);
    return tables;
}

void flank_tables_close(tablebase *tables)
{
    if (!tables)
        return;
    if (tables->mapped)
        munmap((void *)tables->bytes, tables->size);
    table_layout_free(&tables->layout);
    free(tables);
}

/* ---- Probing ---- */

static const uint8_t *class_entries(const tablebase *tables, unsigned class_index)
{
    return tables->bytes + tables->layout.entries_at + tables->layout.index->classes[class_index].offset;
}

bool tablebase_fits(const tablebase *tables, const flank_rules *rules)
{
    return rules->value[DRAUGHTS_PROMOTION] == tables->rules.value[DRAUGHTS_PROMOTION] &&
           rules->value[DRAUGHTS_MAJORITY] == tables->rules.value[DRAUGHTS_MAJORITY];
}

int tablebase_idle_plies(const flank_rules *rules, const flank_position *position, flank_move move, int idle_plies)
{
    const bool counts = flank_game_no_progress_limit(&draughts_game, rules) > 0;
    return counts && draughts_game.progress(rules, position, move) == PROGRESS_NONE ? idle_plies + 1 : 0;
}

bool tablebase_probe(const tablebase *tables, const flank_rules *rules, const flank_position *position,
                     tablebase_value *value)
{
    table_place place;
    if (!tablebase_fits(tables, rules) || !table_index_place(tables->layout.index, position, &place))
        return false;
    const unsigned entry = class_entries(tables, place.class_index)[place.entry];
    if (entry == TABLE_HOLE) /* whoever made the file: no builder does that */
        return false;
    *value = (tablebase_value){.sign = entry == TABLE_DRAW   ? 0
                                       : table_is_win(entry) ? 1
                                                             : -1,
                               .plies = entry == TABLE_DRAW ? 0 : (int)entry - 1};
    return true;
}

/* ---- Describing ---- */

unsigned tablebase_pieces(const tablebase *tables) { return tables->layout.index->pieces; }
flank_rules tablebase_rules(const tablebase *tables) { return tables->rules; }
size_t tablebase_size(const tablebase *tables) { return tables->size; }
unsigned tablebase_class_count(const tablebase *tables) { return tables->layout.index->class_count; }

tablebase_class tablebase_describe(const tablebase *tables, unsigned index)
{
    const table_class *class = &tables->layout.index->classes[index];
    const uint8_t *entries = class_entries(tables, index);
    uint64_t of_value[UINT8_MAX + 1] = {0};
    tablebase_class about = {.pieces = class->pieces};
    table_class_name(class, about.name);
    for (uint64_t i = 0; i < class->size; i++)
        of_value[entries[i]]++;
    about.drawn = of_value[TABLE_DRAW];
    for (unsigned value = TABLE_LOST_NOW; value <= TABLE_LAST; value++) {
        *(table_is_win(value) ? &about.won : &about.lost) += of_value[value];
        if (of_value[value])
            *(table_is_win(value) ? &about.longest_win_plies : &about.longest_loss_plies) = (int)value - 1;
    }
    about.positions = about.won + about.drawn + about.lost;
    return about;
}
