/* SPDX-License-Identifier: MIT
 *
 * The contest problem uva220 over any bytes; contest_fuzz.h says what is checked.
 */
#include "contest_fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_contest("uva220", reference_uva220, data, size);
    return 0;
}
