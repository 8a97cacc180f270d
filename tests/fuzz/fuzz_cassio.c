/* SPDX-License-Identifier: MIT
 *
 * Cassio's engine protocol: fuzz_protocol.h.
 */
#include "fuzz_protocol.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return fuzz_protocol(&protocol_cassio, data, size); }
