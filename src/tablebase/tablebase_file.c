/* SPDX-License-Identifier: MIT
 *
 * Header and checks of the file of endgame tables; tablebase_file.h has the format.
 */
#include "tablebase/tablebase_file.h"

#include "core/error.h"
#include "core/little_endian.h"
#include "games/draughts/draughts_board.h"

#include <string.h>
#include <zlib.h>

enum { AT_VERSION = 8, AT_PIECES = 12, AT_PROMOTION = 13, AT_MAJORITY = 14, AT_CLASSES = 16, AT_ENTRIES = 20 };
enum { AT_SUM = 28, RULE_VALUES = 2 /* of both rules */ };

static const char file_magic[AT_VERSION] = "FLKTABL";

static uint32_t checksum(const uint8_t *bytes, size_t size)
{
    return (uint32_t)crc32(crc32(0, NULL, 0), bytes, (uInt)size);
}

flank_status table_layout_create(table_layout *layout, unsigned pieces)
{
    *layout = (table_layout){.index = table_index_create(pieces)};
    if (!layout->index)
        return FLANK_NO_MEMORY;
    layout->entries_at = TABLE_HEADER_BYTES + (size_t)TABLE_CLASS_BYTES * layout->index->class_count;
    layout->size = layout->entries_at + layout->index->entries;
    return FLANK_OK;
}

void table_layout_free(table_layout *layout) { table_index_free(layout->index); }

void table_header_write(uint8_t *bytes, const table_layout *layout, const flank_rules *rules)
{
    memset(bytes, 0, TABLE_HEADER_BYTES);
    memcpy(bytes, file_magic, sizeof file_magic);
    little_put(bytes + AT_VERSION, 4, TABLE_VERSION);
    bytes[AT_PIECES] = (uint8_t)layout->index->pieces;
    bytes[AT_PROMOTION] = rules->value[DRAUGHTS_PROMOTION];
    bytes[AT_MAJORITY] = rules->value[DRAUGHTS_MAJORITY];
    little_put(bytes + AT_CLASSES, 4, layout->index->class_count);
    little_put(bytes + AT_ENTRIES, 8, layout->index->entries);
    little_put(bytes + AT_SUM, 4, checksum(bytes, AT_SUM));
}

/* The checks before the number of pieces is known to make sense. */
static flank_status check_header(const uint8_t *bytes, size_t size, flank_error *error)
{
    if (size < TABLE_HEADER_BYTES || memcmp(bytes, file_magic, sizeof file_magic) != 0)
        return error_say(error, FLANK_BAD_FILE, 0, SAY(TABLES_NO_FILE));
    const uint64_t version = little_get(bytes + AT_VERSION, 4);
    if (version != TABLE_VERSION)
        return error_say(error, FLANK_BAD_FILE, AT_VERSION, SAY(WEIGHTS_FORMAT), say_number(version),
                         say_number(TABLE_VERSION));
    const unsigned pieces = bytes[AT_PIECES];
    const bool has_rules = bytes[AT_PROMOTION] < RULE_VALUES && bytes[AT_MAJORITY] < RULE_VALUES;
    if (little_get(bytes + AT_SUM, 4) != checksum(bytes, AT_SUM) || pieces < TABLEBASE_PIECES_MIN ||
        pieces > TABLEBASE_PIECES_MAX || !has_rules)
        return error_say(error, FLANK_BAD_FILE, AT_SUM, SAY(WEIGHTS_HEADER_SUM));
    return FLANK_OK;
}

flank_status table_header_read(const uint8_t *bytes, size_t size, table_layout *layout, flank_rules *rules,
                               flank_error *error)
{
    flank_status status = check_header(bytes, size, error);
    if (status)
        return status;
    status = table_layout_create(layout, bytes[AT_PIECES]);
    if (status)
        return error_say(error, status, 0, SAY(NO_MEMORY));
    if (size != layout->size) {
        status = error_say(error, FLANK_BAD_FILE, size, SAY(WEIGHTS_SIZE), say_number(size - TABLE_HEADER_BYTES),
                           say_number(layout->size - TABLE_HEADER_BYTES));
        table_layout_free(layout);
        return status;
    }
    *rules = (flank_rules){0};
    rules->value[DRAUGHTS_PROMOTION] = bytes[AT_PROMOTION];
    rules->value[DRAUGHTS_MAJORITY] = bytes[AT_MAJORITY];
    return FLANK_OK;
}

static uint32_t entries_sum(const uint8_t *bytes, const table_layout *layout, unsigned class_index)
{
    const table_class *class = &layout->index->classes[class_index];
    return checksum(bytes + layout->entries_at + class->offset, class->size);
}

void table_class_seal(uint8_t *bytes, const table_layout *layout, unsigned class_index)
{
    uint8_t *at = bytes + TABLE_HEADER_BYTES + (size_t)TABLE_CLASS_BYTES * class_index;
    little_put(at, 4, entries_sum(bytes, layout, class_index));
    little_put(at + 4, 4, 1);
}

bool table_class_is_sealed(const uint8_t *bytes, const table_layout *layout, unsigned class_index)
{
    const uint8_t *at = bytes + TABLE_HEADER_BYTES + (size_t)TABLE_CLASS_BYTES * class_index;
    return little_get(at + 4, 4) == 1 && little_get(at, 4) == entries_sum(bytes, layout, class_index);
}
