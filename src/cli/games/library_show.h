/* SPDX-License-Identifier: MIT
 *
 * The answers of flank library, as tables and as JSON.
 */
#ifndef FLANK_CLI_LIBRARY_SHOW_H
#define FLANK_CLI_LIBRARY_SHOW_H

#include "library/library.h"

/* The continuations of games from the position at the record's cursor. */
void library_show_place(const library_place *place, const flank_record *record, bool json);

/* One line above the list, one game of it, and what is said below: `all` games were found. */
void library_show_heading(void);
void library_show_game(const library_game *game, bool json);
void library_show_rest(uint64_t shown, uint64_t all);

/* Sums; at most `limit` rows of each table (0: all). */
void library_show_summary(const char *path, const library_summary *summary, uint64_t limit, bool json);

#endif
