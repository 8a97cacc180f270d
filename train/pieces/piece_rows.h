/* SPDX-License-Identifier: MIT
 *
 * Positions of games to learn from, as files of piece_games.h hold them: 32 bytes each, little-endian, in the order of
 * the members below.
 */
#ifndef FLANK_TRAIN_PIECES_PIECE_ROWS_H
#define FLANK_TRAIN_PIECES_PIECE_ROWS_H

#include <flank/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PIECE_ROW_BYTES = 32,
    PIECE_CHUNK_GAMES = 500, /* of a file */
    PIECE_SCORE_MAX = 32000,
};

typedef struct piece_row {
    uint64_t own, other, kings; /* own: of the side to move */
    int16_t score;              /* of the search, in hundredths, for the side to move */
    uint16_t left;              /* plies to the end of the game, 1 for the last position */
    int8_t result;              /* 1, 0 or -1 as the side to move won, drew or lost */
    uint8_t color;              /* flank_color of the side to move */
    uint8_t noisy;              /* 1: there are moves that a quiescence search looks at */
    uint8_t unused;             /* 0 */
} piece_row;

void piece_row_put(const piece_row *row, uint8_t bytes[PIECE_ROW_BYTES]);

/* False if the bytes are no position, or a number is out of its range. */
bool piece_row_get(const uint8_t bytes[PIECE_ROW_BYTES], piece_row *row);

typedef struct piece_rows {
    piece_row *list; /* owned */
    size_t count, room;
    uint32_t sum; /* CRC-32 of them, as files have them */
} piece_rows;

/* Append the rows to learn from that a file has: those that are neither noisy nor scored with a proved result.
 * FLANK_OK, FLANK_CANNOT_READ (errno), FLANK_BAD_FILE or FLANK_NO_MEMORY. */
flank_status piece_rows_read(const char *path, piece_rows *to);

/* Append a row to learn from; what is not is left out. False without memory. */
bool piece_rows_add(piece_rows *rows, const piece_row *row);

void piece_rows_free(piece_rows *rows);

#endif
