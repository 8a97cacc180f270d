/* SPDX-License-Identifier: MIT
 *
 * Lines of positions with known counts, in the forms that such files have: with and without semicolons, with tabs, with
 * several conventions side by side, with a word for a finished game.
 */
#include "cli/think/perft_line.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The blank-separated numbers of text[start..end), as many as there are at its end; where they begin. Last first. */
static size_t take_counts(const char *text, size_t start, size_t end, perft_counts *counts)
{
    for (counts->count = 0; counts->count < PERFT_COUNTS_MAX; counts->count++) {
        size_t last = end;
        while (last > start && text[last - 1] == ' ')
            last--;
        size_t first = last;
        while (first > start && text[first - 1] >= '0' && text[first - 1] <= '9')
            first--;
        bool a_word = first < last && (first == start || text[first - 1] == ' ');
        errno = 0;
        uint64_t number = a_word ? strtoull(text + first, NULL, 10) : 0;
        if (!a_word || errno)
            break;
        counts->leaves[counts->count] = number;
        end = first;
    }
    while (end > start && text[end - 1] == ' ')
        end--;
    return end;
}

/* "… T", "… T 1", "… T -1": the game is over there, so no leaves at depth 1. The end of what is before it, or `end`. */
static size_t take_finished(const char *text, size_t end, perft_counts *counts)
{
    size_t at = end;
    while (at > 0 && strchr(" -01", text[at - 1]))
        at--;
    if (at < 2 || text[at - 1] != 'T' || text[at - 2] != ' ')
        return end;
    *counts = (perft_counts){.count = 1};
    return at - 2;
}

bool perft_line_split(char *line, int group, perft_counts *counts)
{
    for (char *at = line; *at; at++)
        *at = *at == '\t' ? ' ' : *at;
    size_t end = strcspn(line, ";"), start = end;
    if (line[end] == '\0') {
        size_t finished = group == 1 ? take_finished(line, end, counts) : end;
        start = finished < end ? finished : take_counts(line, 0, end, counts);
        line[start] = '\0';
        return group == 1 && counts->count > 0;
    }
    size_t position_end = end;
    for (int i = 0; i < group; i++) {
        if (line[end] == '\0')
            return false;
        start = end + 1;
        end = start + strcspn(line + start, ";");
    }
    size_t rest = take_counts(line, start, end, counts);
    line[position_end] = '\0';
    return counts->count > 0 && rest == start;
}

int perft_line_groups(const char *line)
{
    int marks = 0;
    for (; *line; line++)
        marks += *line == ';' && line[1 + strspn(line + 1, " \t;")] != '\0';
    return marks > 0 ? marks : 1;
}
