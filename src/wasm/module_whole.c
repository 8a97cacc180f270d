/* SPDX-License-Identifier: MIT
 *
 * The module with all that Flank has for the browser.
 */
#include "wasm/module.h"

#include "wasm/contest_answer.h"
#include "wasm/given.h"

static flank_engine *engine;

api_client *module_client(size_t hash_bytes, int threads)
{
    const api_options options = {.book = given_book()};
    flank_engine_destroy(engine);
    engine = flank_engine_create(&(flank_engine_options){.hash_bytes = hash_bytes, .threads = threads});
    api_client *client = engine ? api_client_create(&options) : NULL;
    if (client)
        api_client_lend(client, engine);
    return client;
}

bool module_answer(const api_question *question, api_send_fn *send, void *user)
{
    return contest_answer(question, send, user);
}
