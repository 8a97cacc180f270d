/* SPDX-License-Identifier: MIT
 *
 * Score sheets: see fuzz_format.h.
 */
#include "fuzz_format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_format("scoresheet", data, size);
    return 0;
}
