/* SPDX-License-Identifier: MIT
 *
 * Whole numbers among the arguments of the programs here.
 */
#ifndef FLANK_TRAIN_PIECES_PIECE_ARGUMENTS_H
#define FLANK_TRAIN_PIECES_PIECE_ARGUMENTS_H

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum { PIECE_NUMBER_MAX = 1000000000 };

/* False if the text is not a number of least … most, in digits. */
static inline bool piece_number(const char *text, uint64_t least, uint64_t most, uint64_t *number)
{
    char *end = NULL;
    errno = 0;
    const uint64_t value = isdigit((unsigned char)*text) ? strtoull(text, &end, 10) : 0;
    if (!end || *end || errno || value < least || value > most)
        return false;
    *number = value;
    return true;
}

#endif
