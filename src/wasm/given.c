/* SPDX-License-Identifier: MIT
 *
 * The weights, the books and the endgame tables are not in the module: they change more rarely than it, so the browser
 * fetches and keeps them by themselves. Until there are weights Othello is played by the simple evaluation, which the
 * page asks of the lowest levels only. This file stands in for othello/weights_default.c and
 * tablebase/tablebase_default.c.
 */
#include "wasm/given.h"

#include "core/error.h"
#include "core/json_writer.h"
#include "othello/weights_default.h"
#include "othello/weights_file.h"
#include "tablebase/tablebase.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name)))
#else
#define EXPORT(name) /* in a fuzz target */
#endif

static struct {
    evaluation *weights;
    evaluation *simple; /* instead, while there are none */
    evaluation *board_6;
    flank_book *book;
    const uint8_t *tables; /* NULL: not yet */
    size_t tables_size;
    flank_error error;
    text_buffer json;
} given;

const evaluation *weights_default_unless(const flank_stop *stop)
{
    (void)stop;
    if (!given.weights && !given.simple)
        given.simple = evaluation_create_simple();
    return given.weights ? given.weights : given.simple;
}

const evaluation *weights_default(void) { return weights_default_unless(NULL); }

const evaluation *weights_board_6_unless(const flank_stop *stop)
{
    if (!given.board_6)
        given.board_6 = evaluation_create_board_6(stop);
    return given.board_6;
}

tablebase *tablebase_open_default(void)
{
    return given.tables ? tablebase_open_bytes(given.tables, given.tables_size, NULL, NULL) : NULL;
}

const flank_book *given_book(void) { return given.book; }

bool given_has_weights(void) { return given.weights; }

static void put_word(uint8_t *at, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(word >> 8 * i);
}

/* Take a weights file whose text the page has unpacked already (zlib.h of this folder); the size of the packed text in
 * its header is then no longer true. `bytes` may be changed and freed afterwards. False: wasm_given_error says why. */
EXPORT(wasm_give_weights) bool wasm_give_weights(uint8_t *bytes, size_t size);
bool wasm_give_weights(uint8_t *bytes, size_t size)
{
    enum { PACKED_SIZE = 24, HEADER_SUM = 28, HEADER = 32 };
    if (given.weights)
        return true;
    if (size >= HEADER) {
        put_word(bytes + PACKED_SIZE, (uint32_t)(size - HEADER));
        put_word(bytes + HEADER_SUM, (uint32_t)crc32(0, bytes, HEADER_SUM));
    }
    return weights_parse(bytes, size, NULL, &given.weights, &given.error) == FLANK_OK;
}

/* Take a book file; `bytes` must stay as they are. False: wasm_given_error says why. */
EXPORT(wasm_give_book) bool wasm_give_book(const uint8_t *bytes, size_t size);
bool wasm_give_book(const uint8_t *bytes, size_t size)
{
    flank_book_close(given.book);
    given.book = flank_book_open_bytes(bytes, size, NULL, &given.error);
    return given.book;
}

/* Take the book of another game besides, likewise. */
EXPORT(wasm_add_book) bool wasm_add_book(const uint8_t *bytes, size_t size);
bool wasm_add_book(const uint8_t *bytes, size_t size)
{
    flank_book *more = flank_book_open_bytes(bytes, size, NULL, &given.error);
    given.book = flank_book_add(given.book, more);
    return more;
}

/* Take a file of endgame tables; `bytes` must stay as they are. False: wasm_given_error says why. */
EXPORT(wasm_give_tables) bool wasm_give_tables(const uint8_t *bytes, size_t size);
bool wasm_give_tables(const uint8_t *bytes, size_t size)
{
    tablebase *checked = tablebase_open_bytes(bytes, size, NULL, &given.error);
    flank_tables_close(checked);
    given.tables = checked ? bytes : NULL;
    given.tables_size = size;
    return checked;
}

/* The error as JSON, valid until the next call. */
EXPORT(wasm_given_error) const char *wasm_given_error(void);
const char *wasm_given_error(void)
{
    text_free(&given.json);
    given.json = (text_buffer){NULL};
    json_open_object(&given.json, NULL);
    error_add_json(&given.json, &given.error);
    json_close_object(&given.json);
    return given.json.failed ? "{\"code\":\"NO_MEMORY\",\"arguments\":[]}" : given.json.bytes;
}
