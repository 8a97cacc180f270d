/* SPDX-License-Identifier: MIT
 *
 * The result that words behind moves tell: "Black wins 38-26", "38-26 for White", "Score 38-26", "Draw", "W resigned",
 * "Black lost on time", "Black: 38 White: 26", "黒勝ち".
 */
#ifndef FLANK_FORMATS_TOLD_RESULT_H
#define FLANK_FORMATS_TOLD_RESULT_H

#include <stddef.h>

enum { TOLD_RESULT_SIZE = 16 };

typedef enum told_result {
    TOLD_NOTHING, /* words of another kind */
    TOLD_UNCLEAR, /* they tell a result, but not which */
    TOLD_CLEARLY
} told_result;

/* Read `length` bytes of words that stand behind moves, a score before them included. `result` is what they tell, never
 * longer than they are: "38-26" and "+12" if they do not say whose score it is, "B38-26" (black's discs first), "B+12"
 * and "B+" if they do, "W+R", "W+T", "W+F" (Black resigned, lost on time, forfeited), "1-1" (a draw); "?" if it is
 * unclear. A score before words of another kind stands by itself. */
told_result told_result_read(const char *words, size_t length, char result[TOLD_RESULT_SIZE]);

#endif
