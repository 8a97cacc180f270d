/* SPDX-License-Identifier: MIT
 *
 * The contest problem tothello over any bytes; contest_fuzz.h says what is checked.
 */
#include "contest_fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_contest("tothello", reference_tothello, data, size);
    return 0;
}
