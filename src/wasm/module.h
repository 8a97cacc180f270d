/* SPDX-License-Identifier: MIT
 *
 * The part of a module behind wasm_api.c: module_whole.c has the engine, the book, formats and the contest problems,
 * module_rules.c the rules alone, for the page to have a board before the rest has come.
 */
#ifndef FLANK_WASM_MODULE_H
#define FLANK_WASM_MODULE_H

#include "api/api.h"

/* A client that can be asked all questions of the module, with an engine of these limits if it has one; the caller
 * destroys it. NULL without memory. A client of an earlier call must be gone. */
api_client *module_client(size_t hash_bytes, int threads);

/* Answer a question that the module has besides those of the client; false if it is none. */
bool module_answer(const api_question *question, api_send_fn *send, void *user);

#endif
