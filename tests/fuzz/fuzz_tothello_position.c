/* SPDX-License-Identifier: MIT
 *
 * Tothello: positions in every style.
 */
#include "fuzz_notation.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return fuzz_position("tothello", data, size); }
