/* SPDX-License-Identifier: MIT
 *
 * Tothello: a position and moves in every style.
 */
#include "fuzz_notation.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return fuzz_moves("tothello", data, size); }
