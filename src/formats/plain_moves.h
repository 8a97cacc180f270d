/* SPDX-License-Identifier: MIT
 *
 * Lists of moves without what people write around them: signs of the sides, circled numbers, a comment at the end,
 * names before the moves; and results in one form. What is no move becomes blanks, so that all else keeps its place in
 * the line.
 *
 *   B f5 / W d6     B: f5 W: d6     黒f5 白d6     ●:f5 ○:d6     ① f5 ② d6
 *   f5d6 ; a comment     f5d6 # a comment     f5d6 // a comment
 *   f5d6 {a comment}     f5d6 (a comment)     f5d6 "a comment"     f5d6 words to the end of the line
 *   f5d6(anti)       the name of a kind of Othello, without a blank before it
 *   1,black,f5   black;f5   1,f5,b       a row of a table, with a tab, too
 *   33 - 31   (33:31)   as 33-31, black's discs first, with a dash of print, too;   B+12   W+4   as +12   -4
 */
#ifndef FLANK_FORMATS_PLAIN_MOVES_H
#define FLANK_FORMATS_PLAIN_MOVES_H

/* The signs of the sides; such blanks of the line itself become others. */
enum { PLAIN_BLACK = '\v', PLAIN_WHITE = '\f' };

/* The sign before a result that stood in a comment, "?" for one that is not clear (told_result.h); it ends the line.
 * Such a byte of the line itself becomes a question mark. */
enum { PLAIN_RESULT = '\x01' };

/* Change a line in place; its length stays. The sign of a side becomes a blank of its own, so that it can be compared
 * with the side to move; a circled number becomes one with a dot. */
void plain_moves(char *line);

#endif
