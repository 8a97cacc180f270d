/* SPDX-License-Identifier: MIT
 *
 * Words of pages that look like a kind of Othello and name none: menus, "Othello | Anti-Othello | 10x10", and what
 * stands behind the label of a player.
 */
#ifndef FLANK_FORMATS_PAGE_WORDS_H
#define FLANK_FORMATS_PAGE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* True if a text of one line is a list in which two different kinds stand, the usual one perhaps: "10x10 / 6x6". The
 * same kind twice, or one of the usual size, "8x8, Anti-Othello", is that of a game. */
bool page_is_menu(const char *text, size_t length);

/* True if a text is the label of a player's name and nothing else: "Black", "White player:". */
bool page_is_player_label(const char *text, size_t length);

#endif
