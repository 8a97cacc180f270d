/* SPDX-License-Identifier: MIT
 *
 * An evaluation as users of the library hold it: read once, shared by any number of engines.
 *
 * A path in the options of each engine was rejected: every engine would unpack its own 39 MB, and creating an engine
 * would need a way to tell what is wrong with a file.
 */
#include "engine/evaluation_handle.h"

#include "core/error.h"
#include "othello/weights_default.h"
#include "othello/weights_file.h"

#include <stdlib.h>

struct flank_evaluation {
    evaluation *weights;
};

/* A handle that owns the weights; without memory they are destroyed. */
static flank_evaluation *handle_of(evaluation *weights)
{
    flank_evaluation *made = weights ? calloc(1, sizeof *made) : NULL;
    if (made)
        made->weights = weights;
    else
        evaluation_destroy(weights);
    return made;
}

flank_status flank_evaluation_read(const char *path, flank_evaluation **out, flank_error *error)
{
    evaluation *weights;
    const flank_status status = weights_read(path, &weights, error);
    if (status)
        return status;
    flank_evaluation *made = handle_of(weights);
    if (!made)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    *out = made;
    return FLANK_OK;
}

flank_evaluation *flank_evaluation_create_simple(void) { return handle_of(evaluation_create_simple()); }

void flank_evaluation_destroy(flank_evaluation *handle)
{
    if (!handle)
        return;
    evaluation_destroy(handle->weights);
    free(handle);
}

size_t flank_evaluation_bytes(void) { return sizeof(evaluation); }

const evaluation *evaluation_of(const flank_evaluation *handle) { return handle ? handle->weights : weights_default(); }
