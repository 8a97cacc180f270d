/* SPDX-License-Identifier: MIT
 *
 * Endgame tables: the bytes as they are, and tables of 3 pieces that have them as entries over and over, with all
 * checksums made right. Whatever nonsense is in there, a probe answers with a value that can be, and an engine that
 * believes it plays a legal move.
 */
#include "fuzz_target.h"

#include "tablebase/tablebase_file.h"

#include <stdlib.h>
#include <string.h>

static const char *const positions[] = {"W:WKa1,b2:BKh6", "B:WKa1,Kb2:Bg7", "W:Wa2:BKf6,c7", "B:Wa2:Bf6,c7"};

static void think(const tablebase *tables, const flank_position *position)
{
    const flank_rules rules = tablebase_rules(tables);
    const flank_limits limits = {.depth_plies = 3, .nodes = 1000};
    const flank_engine_options options = {.hash_bytes = 1 << 20, .tables = tables};
    flank_engine *engine = flank_engine_create(&options);
    flank_record *record = flank_record_create(tablebase_game(), &rules, position);
    flank_report report;
    if (engine && record && flank_engine_search(engine, record, &limits, NULL, NULL, &report) == FLANK_OK)
        for (int i = 0; i < report.lines[0].length; i++)
            if (flank_record_play(record, report.lines[0].moves[i]))
                abort();
    flank_record_destroy(record);
    flank_engine_destroy(engine);
}

static void use(const tablebase *tables, unsigned class_index)
{
    const flank_rules rules = tablebase_rules(tables);
    char text[FLANK_RULES_TEXT_SIZE];
    flank_rules_format(tablebase_game(), &rules, text);
    const tablebase_class about = tablebase_describe(tables, class_index);
    if (about.won + about.drawn + about.lost != about.positions)
        abort();
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        flank_position position;
        tablebase_value value;
        if (flank_position_parse(tablebase_game(), positions[i], &position, NULL))
            abort();
        if (tablebase_probe(tables, &rules, &position, &value) && (value.plies < 0 || value.plies > 253 ||
                                                                   value.sign != (!value.plies && !value.sign ? 0
                                                                                  : value.plies % 2           ? 1
                                                                                                              : -1)))
            abort();
        think(tables, &position);
    }
}

static void read_all(const uint8_t *bytes, size_t size)
{
    flank_status status = FLANK_OK;
    flank_error error = {0};
    tablebase *tables = tablebase_open_bytes(bytes, size, &status, &error);
    if (!tables && (!status || !error.code || error.offset > size))
        abort();
    if (tables)
        use(tables, size ? bytes[size - 1] % tablebase_class_count(tables) : 0);
    flank_tables_close(tables);
}

/* Of tables of 3 pieces. Its index takes longer to make than most inputs: it is made once. */
static const table_layout *small_layout(void)
{
    static table_layout layout;
    if (!layout.index && table_layout_create(&layout, TABLEBASE_PIECES_MIN))
        return NULL;
    return &layout;
}

static void read_sealed(const uint8_t *data, size_t size)
{
    const flank_rules rules = {{0}};
    const table_layout *layout = small_layout();
    if (size == 0 || !layout)
        return;
    uint8_t *bytes = calloc(1, layout->size);
    if (bytes) {
        table_header_write(bytes, layout, &rules);
        for (size_t at = layout->entries_at; at < layout->size; at += size)
            memcpy(bytes + at, data, size < layout->size - at ? size : layout->size - at);
        for (unsigned i = 0; i < layout->index->class_count; i++)
            table_class_seal(bytes, layout, i);
        read_all(bytes, layout->size);
    }
    free(bytes);
}

/* The header with its checksum made right. */
static void read_header(const uint8_t *data, size_t size)
{
    flank_rules rules = {{0}};
    const table_layout *layout = small_layout();
    uint8_t bytes[TABLE_HEADER_BYTES];
    if (size < TABLE_HEADER_BYTES || !layout)
        return;
    memcpy(rules.value, data, sizeof rules.value < size ? sizeof rules.value : size);
    table_header_write(bytes, layout, &rules);
    read_all(bytes, sizeof bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_all(data, size);
    read_header(data, size);
    read_sealed(data, size);
    return 0;
}
