/* SPDX-License-Identifier: MIT
 *
 * Words of pages that look like a kind of Othello and name none: menus, "Othello | Anti-Othello | 10x10", and what
 * stands behind the label of a player.
 */
#ifndef FLANK_FORMATS_PAGE_WORDS_H
#define FLANK_FORMATS_PAGE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* True if a text of one line is a list of kinds, of which a game cannot have all: the usual game and another kind, or
 * two sizes; or of three and more, with bars or dots between them. */
bool page_is_menu(const char *text, size_t length);

/* True if a text is the label of a player's name: "Black", "Player 2:". */
bool page_is_player_label(const char *text, size_t length);

#endif
