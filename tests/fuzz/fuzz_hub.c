/* SPDX-License-Identifier: MIT
 *
 * The Hub protocol: fuzz_protocol.h.
 */
#include "fuzz_protocol.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return fuzz_protocol(&protocol_hub, data, size); }
