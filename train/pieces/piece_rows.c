/* SPDX-License-Identifier: MIT
 *
 * Rows of positions: their bytes, and files of them.
 */
#include "train/pieces/piece_rows.h"

#include "core/little_endian.h"

#include <flank/engine.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include <zlib.h>

enum {
    FIRST_ROOM = 1 << 12,
    AT_OTHER = 8,
    AT_KINGS = 16,
    AT_SCORE = 24,
    AT_LEFT = 26,
    AT_RESULT = 28,
    AT_COLOR = 29,
    AT_NOISY = 30,
    AT_UNUSED = 31,
};

/* ---- Bytes ------------------------------------------------------------------------------------------------------- */

void piece_row_put(const piece_row *row, uint8_t bytes[PIECE_ROW_BYTES])
{
    little_put(bytes, 8, row->own);
    little_put(bytes + AT_OTHER, 8, row->other);
    little_put(bytes + AT_KINGS, 8, row->kings);
    little_put(bytes + AT_SCORE, 2, (uint16_t)row->score);
    little_put(bytes + AT_LEFT, 2, row->left);
    bytes[AT_RESULT] = (uint8_t)row->result;
    bytes[AT_COLOR] = row->color;
    bytes[AT_NOISY] = row->noisy;
    bytes[AT_UNUSED] = row->unused;
}

bool piece_row_get(const uint8_t bytes[PIECE_ROW_BYTES], piece_row *row)
{
    *row = (piece_row){
        .own = little_get(bytes, 8),
        .other = little_get(bytes + AT_OTHER, 8),
        .kings = little_get(bytes + AT_KINGS, 8),
        .score = (int16_t)little_get(bytes + AT_SCORE, 2),
        .left = (uint16_t)little_get(bytes + AT_LEFT, 2),
        .result = (int8_t)bytes[AT_RESULT],
        .color = bytes[AT_COLOR],
        .noisy = bytes[AT_NOISY],
        .unused = bytes[AT_UNUSED],
    };
    const uint64_t pieces = row->own | row->other;
    return row->own && row->other && (row->own & row->other) == 0 && (row->kings & ~pieces) == 0 &&
           row->score >= -PIECE_SCORE_MAX && row->score <= PIECE_SCORE_MAX && row->result >= -1 && row->result <= 1 &&
           row->color <= FLANK_WHITE && row->noisy <= 1 && row->unused == 0;
}

/* ---- Lists ------------------------------------------------------------------------------------------------------- */

bool piece_rows_add(piece_rows *rows, const piece_row *row)
{
    uint8_t bytes[PIECE_ROW_BYTES];
    if (row->noisy || abs(row->score) >= FLANK_SCORE_MATE)
        return true;
    if (rows->count == rows->room) {
        const size_t room = rows->room ? 2 * rows->room : FIRST_ROOM;
        piece_row *list = realloc(rows->list, room * sizeof *list);
        if (!list)
            return false;
        rows->list = list;
        rows->room = room;
    }
    rows->list[rows->count++] = *row;
    piece_row_put(row, bytes);
    rows->sum = (uint32_t)crc32_z(rows->sum, bytes, sizeof bytes);
    return true;
}

void piece_rows_free(piece_rows *rows)
{
    free(rows->list);
    *rows = (piece_rows){0};
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

static flank_status read_rows(FILE *file, piece_rows *to)
{
    uint8_t bytes[PIECE_ROW_BYTES];
    piece_row row;
    size_t got;
    while ((got = fread(bytes, 1, sizeof bytes, file)) == sizeof bytes) {
        if (!piece_row_get(bytes, &row))
            return FLANK_BAD_FILE;
        if (!piece_rows_add(to, &row))
            return FLANK_NO_MEMORY;
    }
    return ferror(file) ? FLANK_CANNOT_READ : got == 0 ? FLANK_OK : FLANK_BAD_FILE;
}

flank_status piece_rows_read(const char *path, piece_rows *to)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return FLANK_CANNOT_READ;
    const flank_status status = read_rows(file, to);
    const int why = errno;
    fclose(file);
    errno = why;
    return status;
}
