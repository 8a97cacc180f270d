/* SPDX-License-Identifier: MIT
 *
 * SGF: see fuzz_format.h.
 */
#include "fuzz_format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_format("sgf", data, size);
    return 0;
}
