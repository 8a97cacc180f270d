/* SPDX-License-Identifier: MIT
 *
 * The module that a visit begins with: the rules, all that a board needs to be played on. Formats are in the whole one
 * (module_whole.c), which is four times as large. The table of questions stands in for api/kinds.c.
 */
#include "wasm/module.h"

#include "api/request.h"

const api_kind api_kinds[] = {
    {"about", handle_about, false},
    {"line", handle_line, false},
    {NULL, NULL, false},
};

api_client *module_client(size_t hash_bytes, int threads)
{
    (void)hash_bytes;
    (void)threads;
    return api_client_create(&(api_options){.book = NULL});
}

bool module_answer(const api_question *question, api_send_fn *send, void *user)
{
    (void)question;
    (void)send;
    (void)user;
    return false;
}
