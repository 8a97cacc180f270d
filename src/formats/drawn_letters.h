/* SPDX-License-Identifier: MIT
 *
 * Lines of drawings in plain letters: discs of Unicode and bars become X, O and |, other lines of boxes =, wide digits
 * 1 to 8 and blanks what they are in ASCII; colours of terminals vanish, all else is ?.
 */
#ifndef FLANK_FORMATS_DRAWN_LETTERS_H
#define FLANK_FORMATS_DRAWN_LETTERS_H

enum { DRAWN_LINE_SIZE = 256 };

/* Copy the line at `text` in plain letters, without blanks at its end and cut to its room; where the next line begins,
 * or the end. */
const char *drawn_line(const char *text, char line[DRAWN_LINE_SIZE]);

#endif
