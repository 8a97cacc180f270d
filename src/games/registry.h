/* SPDX-License-Identifier: MIT
 *
 * The registry: the only list of the games, in the order in which people see them. A line names a folder of src/games,
 * whose table is NAME_game; meson.build takes the folders from here, games.c the tables.
 */
GAME(othello)
GAME(tothello)
GAME(draughts)
GAME(loa)
