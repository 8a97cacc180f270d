/* SPDX-License-Identifier: MIT
 *
 * The list of the contest problems that are filters, and running one.
 */
#include "contest/contest.h"

#include "contest/contest_filters.h"
#include "contest/contest_stream.h"

#include <stdlib.h>

static const contest_system systems[] = {
    {"uva220", "Othello: list the legal moves, make moves, print the board (UVa 220)", uva220_filter},
    {"uva395", "Lines of Action: list the legal moves (UVa 395)", uva395_filter},
    {"tothello", "Tothello: the most pieces after one move (TopCoder 2001)", tothello_filter},
    {"xtreme10", "Turkish draughts: count the ways to capture everything (IEEEXtreme 10.0)", xtreme10_filter},
};

const contest_system *contest_system_at(size_t index)
{
    return index < sizeof systems / sizeof *systems ? &systems[index] : NULL;
}

const contest_system *contest_system_find(const char *name)
{
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++)
        if (strcmp(systems[i].name, name) == 0)
            return &systems[i];
    return NULL;
}

const char *contest_system_name(const contest_system *system) { return system->name; }
const char *contest_system_summary(const contest_system *system) { return system->summary; }

contest_result contest_run(const contest_system *system, int in_fd, int out_fd, contest_failure *failure)
{
    contest_stream *stream = malloc(sizeof *stream);
    if (!stream) {
        *failure = (contest_failure){.result = CONTEST_NO_MEMORY, .text = "not enough memory for the buffers"};
        return failure->result;
    }
    contest_stream_open(stream, in_fd, out_fd, failure);
    system->filter(stream);
    contest_stream_close(stream);
    free(stream);
    return failure->result;
}
