/* SPDX-License-Identifier: MIT
 *
 * Words of a command line: blanks part them, quotes of both kinds hold them together. A backslash is a letter as any
 * other, since paths are full of them. Variables and patterns stay as they are.
 */
#ifndef FLANK_WINDOWS_WORDEXP_H
#define FLANK_WINDOWS_WORDEXP_H

#include <stddef.h>

typedef struct {
    size_t we_wordc;
    char **we_wordv;
} wordexp_t;

enum { WRDE_NOCMD = 1, WRDE_BADCHAR, WRDE_CMDSUB, WRDE_NOSPACE, WRDE_SYNTAX };

int wordexp(const char *text, wordexp_t *words, int flags);
void wordfree(wordexp_t *words);

#endif
