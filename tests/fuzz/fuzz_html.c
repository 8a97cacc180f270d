/* SPDX-License-Identifier: MIT
 *
 * Saved pages: see fuzz_format.h.
 */
#include "fuzz_format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_format("html", data, size);
    return 0;
}
