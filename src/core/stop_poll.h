/* SPDX-License-Identifier: MIT
 *
 * Looking at a flank_stop from inside a search: a load and a comparison for each stop of the chain, which rarely has
 * two.
 *
 * The public type holds a plain int, because C++ before C++23 has no _Atomic; the compiler's builtins read and write it
 * as C11's atomics would.
 */
#ifndef FLANK_CORE_STOP_POLL_H
#define FLANK_CORE_STOP_POLL_H

#include "core/stop_looks.h"

#include <flank/stop.h>

#include <stddef.h>

static inline bool stop_poll(const flank_stop *stop)
{
    stop_count_look();
    for (; stop; stop = stop->parent)
        if (__atomic_load_n(&stop->raised, __ATOMIC_ACQUIRE))
            return true;
    return false;
}

#endif
