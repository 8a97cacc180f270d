/* SPDX-License-Identifier: MIT
 *
 * The endgame tables that are part of the library; in the browser wasm/given.c stands in for this file.
 */
#include "tablebase/tablebase.h"

/* Written by the build (tools/embed_file.py) from data/draughts.tables. */
extern const uint8_t tablebase_default_begin[], tablebase_default_end[];

tablebase *tablebase_open_default(void)
{
    const size_t size = (size_t)(tablebase_default_end - tablebase_default_begin);
    return tablebase_open_bytes(tablebase_default_begin, size, NULL, NULL);
}
