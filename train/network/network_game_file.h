/* SPDX-License-Identifier: MIT
 *
 * Files of games for a network, some 100 bytes a game: the first position, then for each position the move and the
 * value that the search gave, in half discs.
 */
#ifndef FLANK_TRAIN_NETWORK_GAME_FILE_H
#define FLANK_TRAIN_NETWORK_GAME_FILE_H

#include "core/text_buffer.h"
#include "train/train_board.h"
#include "train/train_data.h"

#include <flank/status.h>

/* Begin the text of a file, and append a game as train_game gives it. */
void network_game_file_begin(text_buffer *packed);
void network_game_file_add(text_buffer *packed, const train_records *game);

/* A game whose values look ahead as in the last round of training. False to stop without memory. */
typedef bool network_game_fn(void *user, const train_records *game);

/* Hand all games of a file to `each`. FLANK_OK, or FLANK_CANNOT_READ (errno says why), FLANK_BAD_FILE, FLANK_NO_MEMORY
 * after any number of games. */
flank_status network_game_file_read(const char *path, network_game_fn *each, void *user);

/* The same with the bytes of a file. */
flank_status network_game_file_parse(const uint8_t *bytes, size_t size, network_game_fn *each, void *user);

/* The position after a move and the passes that follow; `turned`: the mover is the same again. False if the square
 * cannot be placed on. */
bool network_game_advance(board *at, unsigned square, bool *turned);

#endif
