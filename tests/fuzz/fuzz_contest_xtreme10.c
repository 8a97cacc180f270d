/* SPDX-License-Identifier: MIT
 *
 * The contest problem xtreme10 over any bytes; contest_fuzz.h says what is checked. Plain search takes for ever on some
 * boards of more than about 14 pieces, so that input with more is not compared with it.
 */
#include "contest_fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t pieces = 0;
    for (size_t i = 0; i < size; i++)
        pieces += data[i] == 'x';
    fuzz_contest("xtreme10", pieces <= 14 ? reference_xtreme10 : NULL, data, size);
    return 0;
}
