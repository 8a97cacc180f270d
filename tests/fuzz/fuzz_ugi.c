/* SPDX-License-Identifier: MIT
 *
 * UGI: fuzz_protocol.h.
 */
#include "fuzz_protocol.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return fuzz_protocol(&protocol_ugi, data, size); }
