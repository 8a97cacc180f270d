/* SPDX-License-Identifier: MIT
 *
 * GTP: fuzz_protocol.h.
 */
#include "fuzz_protocol.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return fuzz_protocol(&protocol_gtp, data, size); }
