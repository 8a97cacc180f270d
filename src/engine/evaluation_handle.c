/* SPDX-License-Identifier: MIT
 *
 * An evaluation as users of the library hold it: read once, shared by any number of engines.
 *
 * A path in the options of each engine was rejected: every engine would unpack its own 36 MB, and creating an engine
 * would need a way to tell what is wrong with a file.
 */
#include "engine/evaluation_handle.h"

#include "othello/weights_default.h"
#include "othello/weights_file.h"

#include <stdlib.h>

struct flank_evaluation {
    evaluation *weights;
};

flank_status flank_evaluation_read(const char *path, flank_evaluation **out, flank_error *error)
{
    flank_evaluation *made = calloc(1, sizeof *made);
    if (!made)
        return FLANK_NO_MEMORY;
    const flank_status status = weights_read(path, &made->weights, error);
    if (status)
        free(made);
    else
        *out = made;
    return status;
}

void flank_evaluation_destroy(flank_evaluation *handle)
{
    if (!handle)
        return;
    evaluation_destroy(handle->weights);
    free(handle);
}

size_t flank_evaluation_bytes(void) { return sizeof(evaluation); }

const evaluation *evaluation_of(const flank_evaluation *handle) { return handle ? handle->weights : weights_default(); }
