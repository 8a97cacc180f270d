/* SPDX-License-Identifier: MIT
 *
 * The contest problem uva395 over any bytes; contest_fuzz.h says what is checked.
 */
#include "contest_fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_contest("uva395", reference_uva395, data, size);
    return 0;
}
