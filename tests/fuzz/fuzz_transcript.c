/* SPDX-License-Identifier: MIT
 *
 * Transcripts: see fuzz_format.h.
 */
#include "fuzz_format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_format("transcript", data, size);
    return 0;
}
