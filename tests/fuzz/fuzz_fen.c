/* SPDX-License-Identifier: MIT
 *
 * Lines of positions: see fuzz_format.h.
 */
#include "fuzz_format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_format("fen", data, size);
    return 0;
}
