/* SPDX-License-Identifier: MIT
 *
 * The positions of games, 20 bytes each, as a network is trained with them.
 */
#ifndef FLANK_TRAIN_NETWORK_POSITIONS_H
#define FLANK_TRAIN_NETWORK_POSITIONS_H

#include <flank/status.h>

#include <stddef.h>
#include <stdint.h>

enum {
    NETWORK_FEWEST_EMPTY = 8, /* positions outside are left out */
    NETWORK_MOST_EMPTY = 56,
    NETWORK_HELD_OUT_ONE_IN = 40, /* files whose number this divides are not trained with */
};

/* A position for its side to move, whose discs are `own`; words of 32 bits, lower first, so that nothing is padded. */
typedef struct network_position {
    uint32_t own[2], other[2];
    int16_t value;              /* in 1/EVAL_PER_DISC disc */
    uint8_t moves, moves_other; /* legal moves of the mover, and those that the opponent would have */
} network_position;

typedef struct network_positions {
    network_position *list; /* owned */
    size_t count, room;
    uint32_t sum; /* CRC-32 of them */
} network_positions;

static inline uint64_t network_squares(const uint32_t words[2]) { return words[0] | (uint64_t)words[1] << 32; }

/* All files games-NUMBER of the folders, in the order of the folders and of their names. FLANK_OK, or what is wrong
 * with the folder or file that `*fault` then names, to be freed by the caller: FLANK_CANNOT_READ (errno),
 * FLANK_BAD_FILE; or FLANK_NO_MEMORY. Both lists are to be freed in any case. */
flank_status network_positions_read(const char *const *folders, size_t count, network_positions *fit,
                                    network_positions *held_out, char **fault);

void network_positions_free(network_positions *positions);

#endif
