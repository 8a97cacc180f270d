/* SPDX-License-Identifier: MIT
 *
 * The files that the page fetches and gives to the engine: the weights and the books.
 */
#ifndef FLANK_WASM_GIVEN_H
#define FLANK_WASM_GIVEN_H

#include <flank/book.h>

#include <stdbool.h>

/* NULL until there is one. */
const flank_book *given_book(void);

bool given_has_weights(void);

#endif
