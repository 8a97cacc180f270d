/* SPDX-License-Identifier: MIT
 *
 * GGF: see fuzz_format.h.
 */
#include "fuzz_format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_format("ggf", data, size);
    return 0;
}
