/* SPDX-License-Identifier: MIT
 *
 * The list of the contest problems that are filters, and running one.
 */
#include "contest/contest.h"

#include "contest/contest_filters.h"
#include "contest/contest_stream.h"

#include <stdlib.h>

static const contest_problem problems[] = {
    {"uva220", "Othello: list the legal moves, make moves, print the board (UVa 220)", uva220_filter},
    {"uva395", "Lines of Action: list the legal moves (UVa 395)", uva395_filter},
    {"tothello", "Tothello: the most pieces after one move (TopCoder 2001)", tothello_filter},
    {"xtreme10", "Turkish draughts: count the ways to capture everything (IEEEXtreme 10.0)", xtreme10_filter},
};

const contest_problem *contest_problem_at(size_t index)
{
    return index < sizeof problems / sizeof *problems ? &problems[index] : NULL;
}

const contest_problem *contest_problem_find(const char *name)
{
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++)
        if (strcmp(problems[i].name, name) == 0)
            return &problems[i];
    return NULL;
}

const char *contest_problem_name(const contest_problem *problem) { return problem->name; }
const char *contest_problem_summary(const contest_problem *problem) { return problem->summary; }

contest_result contest_run(const contest_problem *problem, int in_fd, int out_fd, contest_failure *failure)
{
    contest_stream *stream = malloc(sizeof *stream);
    if (!stream) {
        *failure = (contest_failure){.result = CONTEST_NO_MEMORY};
        error_say(&failure->reason, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY_FOR), SAY(THE_BUFFERS));
        return failure->result;
    }
    contest_stream_open(stream, in_fd, out_fd, failure);
    problem->filter(stream);
    contest_stream_close(stream);
    free(stream);
    return failure->result;
}
