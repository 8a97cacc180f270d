/* SPDX-License-Identifier: MIT
 *
 * WTHOR files: see fuzz_format.h.
 */
#include "fuzz_format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_format("wthor", data, size);
    return 0;
}
