/* SPDX-License-Identifier: MIT
 *
 * One unpacked copy of the built-in weights for the whole program. It is the one variable of the library that outlives
 * a call: the weights are constant data, only packed, and a copy for each engine would cost 39 MB each.
 */
#include "othello/weights_default.h"

#include "core/stop_poll.h"
#include "othello/weights_file.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

/* Written by the build (tools/embed_file.py). */
extern const uint8_t weights_default_begin[], weights_default_end[];

static evaluation *_Atomic unpacked;
static pthread_mutex_t unpacking = PTHREAD_MUTEX_INITIALIZER;

/* Wait while another thread unpacks; false if `stop` is set meanwhile, which a mutex alone would not see. */
static bool begin_unpacking(const flank_stop *stop)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    while (pthread_mutex_trylock(&unpacking)) {
        if (stop_poll(stop))
            return false;
        nanosleep(&pause, NULL);
    }
    return true;
}

const evaluation *weights_default_unless(const flank_stop *stop)
{
    if (atomic_load(&unpacked))
        return atomic_load(&unpacked);
    if (!begin_unpacking(stop))
        return NULL;
    evaluation *made = atomic_load(&unpacked);
    if (!made) {
        const size_t size = (size_t)(weights_default_end - weights_default_begin);
        const flank_status status = weights_parse(weights_default_begin, size, stop, &made, NULL);
        assert(status == FLANK_OK || status == FLANK_NO_MEMORY || status == FLANK_STOPPED);
        (void)status;
        atomic_store(&unpacked, made);
    }
    pthread_mutex_unlock(&unpacking);
    return made;
}

const evaluation *weights_default(void) { return weights_default_unless(NULL); }
