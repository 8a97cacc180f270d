/* SPDX-License-Identifier: MIT
 *
 * Books of Lines of Action and draughts: the bytes as they are, and as entries of a file whose sum is right. A lookup
 * gives legal moves, the best first.
 */
#include "fuzz_target.h"

#include "book/piece_book.h"
#include "core/error.h"

#include <stdlib.h>
#include <string.h>

static void look_up(const flank_book *book)
{
    flank_record *record = flank_record_create(flank_book_game(book), NULL, NULL);
    flank_book_move moves[FLANK_BOOK_MOVES_MAX];
    size_t count;
    while (record && flank_book_here(book, record, moves, &count, NULL) == FLANK_OK) {
        for (size_t i = 1; i < count; i++)
            if (moves[i].score > moves[i - 1].score)
                abort();
        if (count == 0 || flank_record_ply(record) > PIECE_PLY_MAX || flank_record_play(record, moves[0].move))
            abort();
    }
    flank_record_destroy(record);
}

static void read_all(const uint8_t *bytes, size_t size)
{
    flank_status status = FLANK_OK;
    flank_error error = {0};
    flank_book *book = flank_book_open_bytes(bytes, size, &status, &error);
    if (!book && (!status || !error.code || error.offset > size))
        abort();
    if (book)
        look_up(book);
    flank_book_close(book);
}

/* A book of the input's bytes as entries behind the start position, sorted. */
static void read_sealed(const flank_game *game, const uint8_t *data, size_t size)
{
    static const flank_rules rules;
    flank_position start = flank_game_start(game);
    flank_move moves[FLANK_MOVES_MAX];
    const size_t legal = flank_game_moves(game, &rules, &start, moves);
    flank_position next = flank_game_play(game, &rules, &start, moves[size ? data[0] % legal : 0]);
    piece_entry entries[2] = {{.key = piece_book_key(game, &start)}, {.key = piece_book_key(game, &next)}};
    if (entries[0].key > entries[1].key) {
        const piece_entry first = entries[0];
        entries[0] = entries[1];
        entries[1] = first;
    }
    for (size_t i = 0; i < 2 && size >= 7 + 6 * i; i++) {
        memcpy(&entries[i].score, data + 1 + 6 * i, 2);
        memcpy(&entries[i].rest, data + 3 + 6 * i, 2);
        entries[i].ply = data[5 + 6 * i];
        entries[i].depth_plies = data[6 + 6 * i];
    }
    size_t bytes_size;
    uint8_t *bytes = piece_book_write(game, entries, 2, &bytes_size);
    if (bytes)
        read_all(bytes, bytes_size);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_all(data, size);
    read_sealed(flank_game_find("loa"), data, size);
    read_sealed(flank_game_find("draughts"), data, size);
    return 0;
}
