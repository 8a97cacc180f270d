/* SPDX-License-Identifier: MIT
 *
 * The names of squares. They stand below the games, whose notations all use them.
 */
#include <flank/game.h>

#include <assert.h>

const char *flank_square_name(unsigned square)
{
    static const char names[64][3] = {
#define ROW(n) "a" n, "b" n, "c" n, "d" n, "e" n, "f" n, "g" n, "h" n
        ROW("1"), ROW("2"), ROW("3"), ROW("4"), ROW("5"), ROW("6"), ROW("7"), ROW("8"),
#undef ROW
    };
    assert(square < 64);
    return names[square];
}
