/* SPDX-License-Identifier: MIT
 *
 * Counting the looks of a thread at its stop (stop_poll.h). A search looks every few hundred nodes, and everything else
 * that takes long does so too: whoever has counted no look of a thread for long knows that it hangs.
 *
 * Not in WebAssembly, whose threads have no variables of their own here.
 */
#ifndef FLANK_CORE_STOP_LOOKS_H
#define FLANK_CORE_STOP_LOOKS_H

#include <stdatomic.h>

#ifndef __wasm__
/* Counts the looks of this thread; NULL: nobody counts. Only this thread writes it. */
extern _Thread_local atomic_uint *stop_looks;
#endif

static inline void stop_count_look(void)
{
#ifndef __wasm__
    atomic_uint *looks = stop_looks;
    if (looks)
        atomic_store_explicit(looks, atomic_load_explicit(looks, memory_order_relaxed) + 1, memory_order_relaxed);
#endif
}

#endif
