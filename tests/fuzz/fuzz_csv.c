/* SPDX-License-Identifier: MIT
 *
 * Tables of games: see fuzz_format.h.
 */
#include "fuzz_format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_format("csv", data, size);
    return 0;
}
