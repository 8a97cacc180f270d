/* SPDX-License-Identifier: MIT
 *
 * Games of the library as sheets again, also without their moves.
 */
#ifndef FLANK_LIBRARY_LIBRARY_LOAD_H
#define FLANK_LIBRARY_LIBRARY_LOAD_H

#include "library/library.h"

/* A game whose number a row or an index has; if it is not there that is damage. Otherwise like library_load. */
flank_status load_known(game_library *library, int64_t id, flank_sheet **sheet, flank_error *error);

/* The facts known of a game besides its moves: the root alone. The caller destroys `*sheet`. As load_known. */
flank_status load_root(game_library *library, int64_t id, flank_sheet **sheet, flank_error *error);

#endif
