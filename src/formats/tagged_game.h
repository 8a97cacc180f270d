/* SPDX-License-Identifier: MIT
 *
 * The game that a text of tag lines and moves is of, where it does not say so in Flank's way: files in the manner of
 * PGN, as servers for many games write them.
 */
#ifndef FLANK_FORMATS_TAGGED_GAME_H
#define FLANK_FORMATS_TAGGED_GAME_H

#include <flank/game.h>

/* The game that a tag tells: Game and Variant by a name, GameType by a number of PDN; NULL if it tells none. */
const flank_game *game_of_tag(const char *name, const char *value);

/* The game that a line names, and nothing else but perhaps the number of a board or game: "Lines of Action Board 306",
 * as servers head a game. `line` ends with NUL or its line end; NULL: it is no such line. */
const flank_game *game_of_title(const char *line);

/* The game of which the first move in a text is one, Othello before Tothello; comments and numbers before it are passed
 * over. NULL if it is of none, or a tag line comes first. */
const flank_game *game_of_first_move(const char *bytes, size_t size);

#endif
