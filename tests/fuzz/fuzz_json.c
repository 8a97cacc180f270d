/* SPDX-License-Identifier: MIT
 *
 * Files of JSON: see fuzz_format.h.
 */
#include "fuzz_format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_format("json", data, size);
    return 0;
}
