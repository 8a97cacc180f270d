/* SPDX-License-Identifier: MIT
 *
 * A module for the browser: api/api.h with a memory for the page to write to. Another file has what is
 * behind it: the whole engine (module_whole.c) or the rules (module_rules.c).
 *
 * A question is put into a buffer as its fields, one behind the other: the size of the name as four bytes (lowest
 * first), the name, a zero byte, the size of the value, the value, a zero byte. Events come out through the imported
 * function flank.send. One thread calls these functions.
 */
#include "api/api.h"
#include "wasm/module.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name)))

enum { FIELDS_MAX = 64, PAGE_BYTES = 1 << 16 };

__attribute__((import_module("flank"), import_name("send"))) extern void send_text(const char *json, size_t length);

static struct {
    api_client *client;
    uint8_t *buffer;
    size_t room;
    flank_stop stop; /* the page's: wasm_stop_flag */
} module;

/* Room for `size` bytes that the page writes before it calls; valid until the next call of this. NULL without memory.
 */
EXPORT(wasm_buffer) uint8_t *wasm_buffer(size_t size);
uint8_t *wasm_buffer(size_t size)
{
    if (size > module.room) {
        free(module.buffer);
        module.buffer = malloc(size);
        module.room = module.buffer ? size : 0;
    }
    return module.buffer;
}

/* Start, or start again with other limits: those of an engine, if the module has one. False without memory. */
EXPORT(wasm_start) bool wasm_start(size_t hash_bytes, int threads);
bool wasm_start(size_t hash_bytes, int threads)
{
    api_client_destroy(module.client);
    module.client = module_client(hash_bytes, threads);
    return module.client;
}

static bool take(const uint8_t **at, const uint8_t *end, const char **text, size_t *size)
{
    if (end - *at < 4)
        return false;
    const uint8_t *from = *at;
    *size = from[0] | (size_t)from[1] << 8 | (size_t)from[2] << 16 | (size_t)from[3] << 24;
    if (*size >= (size_t)(end - from) - 4 || from[4 + *size] != 0)
        return false;
    *text = (const char *)from + 4;
    *at += 4 + *size + 1;
    return true;
}

static void send_event(void *user, const char *json, size_t length)
{
    (void)user;
    send_text(json, length);
}

/* Answer the question of `size` bytes in the buffer. False if it is not one. */
EXPORT(wasm_answer) bool wasm_answer(size_t size);
bool wasm_answer(size_t size)
{
    api_field fields[FIELDS_MAX];
    api_question question = {.fields = fields};
    const uint8_t *at = module.buffer, *end = at + size;
    if (size > module.room || !module.client)
        return false;
    while (at < end) {
        api_field *field = &fields[question.count];
        size_t name_size;
        if (question.count == FIELDS_MAX || !take(&at, end, &field->name, &name_size) ||
            !take(&at, end, &field->value, &field->size))
            return false;
        question.count++;
    }
    if (!module_answer(&question, send_event, NULL))
        api_handle(module.client, &question, &module.stop, send_event, NULL);
    return true;
}

/* The address of a word that belongs to whoever asks: 0 before a question begins; 1 ends the question soon. If
 * threads share the memory, it may be set from any of them. */
EXPORT(wasm_stop_flag) int *wasm_stop_flag(void);
int *wasm_stop_flag(void) { return &module.stop.raised; }
