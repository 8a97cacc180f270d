/* SPDX-License-Identifier: MIT
 *
 * The public name of an evaluation of Othello.
 */
#ifndef FLANK_ENGINE_EVALUATION_HANDLE_H
#define FLANK_ENGINE_EVALUATION_HANDLE_H

#include <flank/engine.h>

#include "othello/evaluation.h"

/* The weights of a handle; of NULL the built-in ones. NULL without memory. */
const evaluation *evaluation_of(const flank_evaluation *handle);

#endif
