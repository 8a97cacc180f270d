/* SPDX-License-Identifier: MIT
 *
 * Games of the library as sheets again, also without their moves.
 */
#ifndef FLANK_LIBRARY_LIBRARY_LOAD_H
#define FLANK_LIBRARY_LIBRARY_LOAD_H

#include "library/library.h"

/* The facts known of a game besides its moves: the root alone. The caller destroys `*sheet`. As library_load. */
flank_status load_root(game_library *library, int64_t id, flank_sheet **sheet, flank_error *error);

#endif
