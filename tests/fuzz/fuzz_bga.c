/* SPDX-License-Identifier: MIT
 *
 * Logs of Board Game Arena: see fuzz_format.h.
 */
#include "fuzz_format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_format("bga", data, size);
    return 0;
}
