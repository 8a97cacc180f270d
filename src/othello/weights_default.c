/* SPDX-License-Identifier: MIT
 *
 * One copy of each built-in evaluation for the whole program. They are the only variables of the library that outlive a
 * call: they are constant data, only packed or computed, and a copy for each engine would cost 39 MB each.
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

/* What is made at the first call, and stays. */
typedef struct shared_evaluation {
    evaluation *_Atomic made;
    pthread_mutex_t making;
    evaluation *(*make)(const flank_stop *stop); /* NULL without memory, or stopped */
} shared_evaluation;

static evaluation *unpack(const flank_stop *stop)
{
    evaluation *made = NULL;
    const size_t size = (size_t)(weights_default_end - weights_default_begin);
    const flank_status status = weights_parse(weights_default_begin, size, stop, &made, NULL);
    assert(status == FLANK_OK || status == FLANK_NO_MEMORY || status == FLANK_STOPPED);
    (void)status;
    return made;
}

static shared_evaluation trained = {.making = PTHREAD_MUTEX_INITIALIZER, .make = unpack};
static shared_evaluation board_6 = {.making = PTHREAD_MUTEX_INITIALIZER, .make = evaluation_create_board_6};

/* Wait while another thread makes it; false if `stop` is set meanwhile, which a mutex alone would not see. */
static bool begin_making(shared_evaluation *of, const flank_stop *stop)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    while (pthread_mutex_trylock(&of->making)) {
        if (stop_poll(stop))
            return false;
        nanosleep(&pause, NULL);
    }
    return true;
}

static const evaluation *shared(shared_evaluation *of, const flank_stop *stop)
{
    if (atomic_load(&of->made))
        return atomic_load(&of->made);
    if (!begin_making(of, stop))
        return NULL;
    if (!atomic_load(&of->made))
        atomic_store(&of->made, of->make(stop));
    pthread_mutex_unlock(&of->making);
    return atomic_load(&of->made);
}

const evaluation *weights_default_unless(const flank_stop *stop) { return shared(&trained, stop); }

const evaluation *weights_default(void) { return weights_default_unless(NULL); }

const evaluation *weights_board_6_unless(const flank_stop *stop) { return shared(&board_6, stop); }
