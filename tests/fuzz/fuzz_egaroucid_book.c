/* SPDX-License-Identifier: MIT
 *
 * Opening books of Egaroucid.
 */
#include "foreign_book_fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return fuzz_book(&foreign_egaroucid, data, size); }
