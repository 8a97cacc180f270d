/* SPDX-License-Identifier: MIT
 *
 * Endgame tables (tablebase/tablebase.h) where there are none: the page's module would be 0.8 MB larger.
 */
#include "tablebase/tablebase.h"

const flank_game *tablebase_game(void) { return NULL; }

tablebase *tablebase_open_default(void) { return NULL; }

void flank_tables_close(tablebase *tables) { (void)tables; }

bool tablebase_fits(const tablebase *tables, const flank_rules *rules)
{
    (void)tables;
    (void)rules;
    return false;
}

unsigned tablebase_pieces(const tablebase *tables)
{
    (void)tables;
    return 0;
}

bool tablebase_probe(const tablebase *tables, const flank_rules *rules, const flank_position *position,
                     tablebase_value *value)
{
    (void)tables;
    (void)rules;
    (void)position;
    (void)value;
    return false;
}
