/* SPDX-License-Identifier: MIT
 *
 * Flank's own files: see fuzz_format.h.
 */
#include "fuzz_format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_format("flank", data, size);
    return 0;
}
