/* SPDX-License-Identifier: MIT
 *
 * A game as a unit of a run (farm_store.h): where it was found, and the game in Flank's own text.
 *
 *   games.pgn          the file
 *   12 345             its line, 0 in formats without lines, and byte
 *   …                  the game
 */
#ifndef FLANK_FARM_FARM_GAME_UNIT_H
#define FLANK_FARM_FARM_GAME_UNIT_H

#include "core/text_buffer.h"
#include "farm/farm_store.h"

#include <flank/sheet.h>

typedef struct farm_game_place {
    char file[4096];
    uint64_t line; /* 0: there are none */
    uint64_t offset;
} farm_game_place;

/* Put the unit into an empty buffer. FLANK_NOT_SUPPORTED: the text cannot hold the game, or is too long;
 * FLANK_NO_MEMORY. */
flank_status farm_game_unit_write(text_buffer *out, const farm_game_place *place, const flank_sheet *sheet,
                                  flank_error *error);

/* Read it: the caller destroys `*sheet`. FLANK_BAD_FILE, FLANK_NO_MEMORY. */
flank_status farm_game_unit_read(farm_bytes unit, farm_game_place *place, flank_sheet **sheet, flank_error *error);

#endif
