/* SPDX-License-Identifier: MIT
 *
 * Books: the bytes as they are, and the same bytes with all checks made right, so that nonsense gets past them.
 * Whatever a lookup answers must be a legal move of the position and a value of the board.
 */
#include "fuzz_target.h"

#include "book/book_record.h"
#include "core/error.h"

#include <stdlib.h>
#include <string.h>

static void look_up(const flank_book *book, const flank_position *position)
{
    static const flank_rules rules;
    flank_book_move moves[FLANK_BOOK_MOVES_MAX];
    flank_move legal[FLANK_MOVES_MAX];
    size_t count, legal_count = flank_game_moves(flank_game_find("othello"), &rules, position, legal);
    if (flank_book_moves(book, position, moves, &count, NULL))
        return;
    for (size_t i = 0; i < count; i++) {
        size_t at = 0;
        while (at < legal_count && !flank_move_equal(legal[at], moves[i].move))
            at++;
        if (at == legal_count || abs(moves[i].score) > 6400 || (i > 0 && moves[i].score > moves[i - 1].score))
            abort();
    }
}

static void read_all(const uint8_t *bytes, size_t size)
{
    flank_status status = FLANK_OK;
    flank_error error = {0};
    flank_book *book = flank_book_open_bytes(bytes, size, &status, &error);
    if (!book) {
        if (!status || !error.code || error.offset > size)
            abort();
        return;
    }
    bool whole = flank_book_verify(book, &error) == FLANK_OK;
    const bool is_othello = flank_book_game(book) == flank_game_find("othello"); /* fuzz_piece_book.c has the others */
    for (size_t i = 0; is_othello && i < flank_book_count(book); i++) {
        flank_position position;
        flank_book_entry entry;
        flank_status answer = flank_book_at(book, i, &position, &entry, &error);
        if (answer && whole)
            abort();
        if (answer == FLANK_OK)
            look_up(book, &position);
    }
    flank_position start = flank_game_start(flank_game_find("othello"));
    look_up(book, &start);
    flank_book_close(book);
}

/* A book of the input's bytes as records. */
static void read_sealed(const uint8_t *data, size_t size)
{
    size_t count = size / BOOK_RECORD_BYTES, room = BOOK_HEADER_BYTES + count * BOOK_RECORD_BYTES;
    uint8_t *bytes = malloc(room);
    if (!bytes)
        return;
    book_header header = {.count = count, .content = BOOK_CONTENT_START};
    if (count)
        memcpy(bytes + BOOK_HEADER_BYTES, data, count * BOOK_RECORD_BYTES);
    for (size_t i = 0; i < count; i++) {
        uint8_t *record = bytes + BOOK_HEADER_BYTES + i * BOOK_RECORD_BYTES;
        uint32_t sum = book_record_sum(record);
        for (int byte = 0; byte < 4; byte++)
            record[28 + byte] = (uint8_t)(sum >> (8 * byte));
        header.content = book_content_add(header.content, record);
    }
    book_header_write(&header, bytes);
    read_all(bytes, room);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_all(data, size);
    read_sealed(data, size);
    if (size > BOOK_HEADER_BYTES)
        read_sealed(data + BOOK_HEADER_BYTES, size - BOOK_HEADER_BYTES);
    return 0;
}
