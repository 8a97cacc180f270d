/* SPDX-License-Identifier: MIT
 *
 * One unpacked copy of the built-in weights for the whole program. It is the one variable of the library that outlives
 * a call: the weights are constant data, only packed, and a copy for each engine would cost 39 MB each.
 */
#include "othello/weights_default.h"

#include "othello/weights_file.h"

#include <assert.h>
#include <pthread.h>

/* Written by the build (tools/embed_file.py). */
extern const uint8_t weights_default_begin[], weights_default_end[];

static evaluation *unpacked;
static pthread_once_t unpack_once = PTHREAD_ONCE_INIT;

static void unpack(void)
{
    const size_t size = (size_t)(weights_default_end - weights_default_begin);
    const flank_status status = weights_parse(weights_default_begin, size, &unpacked, NULL);
    assert(status == FLANK_OK || status == FLANK_NO_MEMORY);
    (void)status;
}

const evaluation *weights_default(void)
{
    pthread_once(&unpack_once, unpack);
    return unpacked;
}
