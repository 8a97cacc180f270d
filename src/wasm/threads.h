/* SPDX-License-Identifier: MIT
 *
 * Functions that the page's Workers call; threads.c says how they work together.
 */
#ifndef FLANK_WASM_THREADS_H
#define FLANK_WASM_THREADS_H

/* The life of helper `number` (0..62): it works for the engine and never returns. */
__attribute__((export_name("wasm_helper"))) void wasm_helper(int number);

/* Wait until helpers 0 to count - 1 have come to wait for work. */
__attribute__((export_name("wasm_await_helpers"))) void wasm_await_helpers(int count);

#endif
