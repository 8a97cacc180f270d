/* SPDX-License-Identifier: MIT
 *
 * Opening books of Edax.
 */
#include "foreign_book_fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return fuzz_book(&foreign_edax, data, size); }
