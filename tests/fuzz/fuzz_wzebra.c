/* SPDX-License-Identifier: MIT
 *
 * Files and exports of WZebra: see fuzz_format.h.
 */
#include "fuzz_format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_format("wzebra", data, size);
    return 0;
}
