/* SPDX-License-Identifier: MIT
 *
 * An evaluation as users of the library hold it: read once, shared by any number of engines.
 *
 * A path in the options of each engine was rejected: every engine would unpack its own 39 MB, and creating an engine
 * would need a way to tell what is wrong with a file.
 */
#include "engine/evaluation_handle.h"

#include "core/error.h"
#include "othello/network.h"
#include "othello/weights_default.h"
#include "othello/weights_file.h"

#include <stdlib.h>

struct flank_evaluation {
    evaluation *weights;
    network *net; /* that judges in their place, or NULL */
};

/* A handle that owns the weights, and the network if there is one; without memory they are destroyed. */
static flank_evaluation *handle_of(evaluation *weights, network *net)
{
    flank_evaluation *made = weights ? calloc(1, sizeof *made) : NULL;
    if (made) {
        *made = (flank_evaluation){weights, net};
    } else {
        evaluation_destroy(weights);
        network_destroy(net);
    }
    return made;
}

/* A file of weights, or one of a network. */
static flank_status read_either(const char *path, evaluation **weights, network **net, flank_error *error)
{
    const flank_status status = weights_read(path, weights, error);
    if (status != FLANK_BAD_FILE || !error || error->code != FLANK_ERROR_WEIGHTS_NO_FILE)
        return status;
    const flank_status read = network_read(path, net, error);
    *weights = read ? NULL : network_evaluation(*net);
    return read;
}

flank_status flank_evaluation_read(const char *path, flank_evaluation **out, flank_error *error)
{
    evaluation *weights = NULL;
    network *net = NULL;
    flank_error own;
    const flank_status status = read_either(path, &weights, &net, error ? error : &own);
    if (status)
        return status;
    flank_evaluation *made = handle_of(weights, net);
    if (!made)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    *out = made;
    return FLANK_OK;
}

flank_evaluation *flank_evaluation_create_simple(void) { return handle_of(evaluation_create_simple(), NULL); }

void flank_evaluation_destroy(flank_evaluation *handle)
{
    if (!handle)
        return;
    evaluation_destroy(handle->weights);
    network_destroy(handle->net);
    free(handle);
}

size_t flank_evaluation_bytes(void) { return sizeof(evaluation); }

const evaluation *evaluation_of(const flank_evaluation *handle) { return handle ? handle->weights : weights_default(); }
