/* SPDX-License-Identifier: MIT
 *
 * Starts that tags, headings, columns and members of other programs tell: FEN, Start.
 */
#ifndef FLANK_FORMATS_TOLD_START_H
#define FLANK_FORMATS_TOLD_START_H

#include <flank/flank.h>

/* True if such a name tells a start, in whatever case. */
bool told_start_is_name(const char *name);

/* Read a start in a notation of the game into `start`, which stays as it is if `text` is NULL or says nothing ("",
 * "?"), and, where `name` is not FEN, cannot be one: a clock, "12:30". FLANK_BAD_POSITION with `error` for a damaged
 * one, or one against the rules. */
flank_status told_start_take(const flank_game *game, const flank_rules *rules, const char *name, const char *text,
                             flank_position *start, flank_error *error);

#endif
