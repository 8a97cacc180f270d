/* SPDX-License-Identifier: MIT
 *
 * What the page gives to the engine in the browser: a book (first byte b), endgame tables (e), a weights file (w), or
 * the text of one with a right header but for the fields that the page leaves wrong (t). It is taken, or there is a
 * reason, which is whole.
 */
#include "fuzz_target.h"

#include "othello/weights_file.h"
#include "tablebase/tablebase.h"
#include "wasm/given.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

bool wasm_give_weights(uint8_t *bytes, size_t size);
bool wasm_give_book(const uint8_t *bytes, size_t size);
bool wasm_give_tables(const uint8_t *bytes, size_t size);
tablebase *given_tables(void); /* tablebase_open_default of given.c */
const char *wasm_given_error(void);

enum { HEADER_BYTES = 32 };

static void check_error(void)
{
    const char *json = wasm_given_error();
    const size_t length = strlen(json);
    if (length < 2 || !strstr(json, "\"code\":\"") || json[0] != '{' || json[length - 1] != '}')
        abort();
}

/* The bytes of a book must stay as long as it is used. */
static void give_book(const uint8_t *data, size_t size)
{
    const bool taken = wasm_give_book(data, size);
    if (taken != (given_book() != NULL))
        abort();
    if (taken) {
        const flank_position start = flank_game_start(flank_game_find("othello"));
        flank_book_move moves[FLANK_BOOK_MOVES_MAX];
        size_t count;
        flank_book_moves(given_book(), &start, moves, &count, NULL);
        flank_book_verify(given_book(), NULL);
    } else {
        check_error();
    }
    wasm_give_book(NULL, 0);
}

static void give_tables(const uint8_t *data, size_t size)
{
    const bool taken = wasm_give_tables(data, size);
    tablebase *tables = given_tables();
    if (taken != (tables != NULL))
        abort();
    if (!taken)
        check_error();
    flank_tables_close(tables);
    wasm_give_tables(NULL, 0);
}

static void give_weights(const uint8_t *data, size_t size, bool has_header)
{
    uint8_t *bytes = malloc(size ? size : 1);
    if (!bytes)
        abort();
    if (size)
        memcpy(bytes, data, size);
    const bool taken = wasm_give_weights(bytes, size);
    free(bytes);
    if (taken != given_has_weights())
        abort();
    if (!taken)
        check_error();
    if (!taken && has_header && strstr(wasm_given_error(), "\"code\":\"WEIGHTS_FORMAT\""))
        abort(); /* nothing behind the header would be tried */
}

static void put_word(uint8_t *bytes, uLong word)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(word >> 8 * i);
}

static void give_text(const uint8_t *data, size_t size)
{
    uLongf packed = compressBound((uLong)size);
    uint8_t *file = calloc(1, HEADER_BYTES + packed);
    if (!file || compress(file + HEADER_BYTES, &packed, size ? data : (const uint8_t *)"", (uLong)size) != Z_OK)
        abort();
    memcpy(file, "FLKEVAL", 8);
    put_word(file + 8, WEIGHTS_VERSION);
    put_word(file + 12, WEIGHTS_SHAPES);
    put_word(file + 16, (uLong)size);
    put_word(file + 20, size ? crc32(crc32(0, NULL, 0), data, (uInt)size) : 0);
    give_weights(file, HEADER_BYTES + packed, true);
    free(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    if (data[0] == 'b')
        give_book(data + 1, size - 1);
    else if (data[0] == 'e')
        give_tables(data + 1, size - 1);
    else if (data[0] == 't')
        give_text(data + 1, size - 1);
    else
        give_weights(data + 1, size - 1, false);
    return 0;
}
