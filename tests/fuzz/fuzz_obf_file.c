/* SPDX-License-Identifier: MIT
 *
 * OBF files, several lines with comments: see fuzz_format.h.
 */
#include "fuzz_format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_format("obf", data, size);
    return 0;
}
