/* SPDX-License-Identifier: MIT
 *
 * Who counts the looks of a thread.
 */
#include "core/stop_looks.h"

#ifndef __wasm__
_Thread_local atomic_uint *stop_looks;
#endif
