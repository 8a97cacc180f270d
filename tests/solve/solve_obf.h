/* SPDX-License-Identifier: MIT
 *
 * A tiny reader of OBF lines for tests and the bench, apart from the one that is tested: it looks at the board's form
 * and finds scores; formats/obf/obf.h checks all.
 */
#ifndef FLANK_TESTS_SOLVE_OBF_H
#define FLANK_TESTS_SOLVE_OBF_H

#include <flank/game.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OBF_NO_SCORE (-128)

/* The board of a line, for its side to move; false if the line is no position. */
static inline bool obf_board(const char *line, uint64_t *own, uint64_t *other)
{
    uint64_t discs[2] = {0, 0};
    if (strlen(line) < 66 || line[64] != ' ' || (line[65] != 'X' && line[65] != 'O'))
        return false;
    if (strspn(line, "XO-") != 64)
        return false;
    for (int i = 0; i < 64; i++)
        discs[line[i] == 'O'] |= (uint64_t)(line[i] != '-') << i;
    *own = discs[line[65] == 'O'];
    *other = discs[line[65] != 'O'];
    return true;
}

/* The score that a line lists for a move, or OBF_NO_SCORE. */
static inline int obf_score(const char *line, unsigned square)
{
    char name[8];
    const char *text = flank_square_name(square);
    snprintf(name, sizeof name, " %c%c:", text[0] - 'a' + 'A', text[1]);
    const char *at = strstr(line, name);
    return at ? atoi(at + strlen(name)) : OBF_NO_SCORE;
}

/* The best score that a line lists, or OBF_NO_SCORE. */
static inline int obf_best_score(const char *line)
{
    const char *at = strchr(line, ':');
    return at ? atoi(at + 1) : OBF_NO_SCORE;
}

#endif
