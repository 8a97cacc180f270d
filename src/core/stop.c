/* SPDX-License-Identifier: MIT
 *
 * Stops for users of the library; the searches look at them by core/stop_poll.h.
 */
#include "core/stop_poll.h"

void flank_stop_raise(flank_stop *stop) { __atomic_store_n(&stop->raised, 1, __ATOMIC_RELEASE); }

void flank_stop_clear(flank_stop *stop) { __atomic_store_n(&stop->raised, 0, __ATOMIC_RELEASE); }

bool flank_stop_is_raised(const flank_stop *stop) { return stop_poll(stop); }
