/* SPDX-License-Identifier: MIT
 *
 * The interface of a fuzz target, to libFuzzer and to replay_main.c alike.
 */
#ifndef FLANK_TESTS_FUZZ_TARGET_H
#define FLANK_TESTS_FUZZ_TARGET_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
