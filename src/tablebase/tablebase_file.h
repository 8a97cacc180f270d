/* SPDX-License-Identifier: MIT
 *
 * The file of endgame tables.
 *
 * A header of 32 bytes, numbers little-endian:
 *
 *    0  "FLKTABL" and a zero byte      8  version of the format, 4 bytes
 *   12  pieces, 1 byte                13  value of the rule promotion, of majority: 1 byte each; a zero byte
 *   16  number of classes, 4 bytes    20  number of entries, 8 bytes
 *   28  CRC-32 of the bytes before
 *
 * then 8 bytes a class: the CRC-32 of its entries, and 1 (0 in a file that is being built and has none yet); then the
 * entries of the classes one after the other, a byte each (tablebase_solve.h). The number of pieces says
 * which classes there are and how large they are (tablebase_index.h).
 *
 * The entries are not packed: a probe reads one byte of the mapped file, and all 4 pieces take 58 MB.
 */
#ifndef FLANK_TABLEBASE_FILE_H
#define FLANK_TABLEBASE_FILE_H

#include "tablebase/tablebase_index.h"

enum { TABLE_VERSION = 1, TABLE_HEADER_BYTES = 32, TABLE_CLASS_BYTES = 8 };

typedef struct table_layout {
    table_index *index;
    size_t entries_at; /* where the entries begin */
    size_t size;       /* of the whole file */
} table_layout;

/* FLANK_NO_MEMORY. */
flank_status table_layout_create(table_layout *layout, unsigned pieces);
void table_layout_free(table_layout *layout);

void table_header_write(uint8_t *bytes, const table_layout *layout, const flank_rules *rules);

/* Read and check a header, and that the file has the right size. FLANK_BAD_FILE with `error`. */
flank_status table_header_read(const uint8_t *bytes, size_t size, table_layout *layout, flank_rules *rules,
                               flank_error *error);

/* The two numbers of a class: set them from its entries; and see if they are those of its entries. */
void table_class_seal(uint8_t *bytes, const table_layout *layout, unsigned class_index);
bool table_class_is_sealed(const uint8_t *bytes, const table_layout *layout, unsigned class_index);

#endif
