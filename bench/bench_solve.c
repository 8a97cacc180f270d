/* SPDX-License-Identifier: MIT
 *
 * bench_solve FILE.obf …: solve each position and print number, empties, score, best move, nodes, CPU seconds, M
 * nodes/s.
 *
 *   -w         win/loss/draw                    -a  all moves
 *   -o N       one-sided: at least N?           -r N  one-sided: at least N more than the file says?
 *   -v         every step                       -h MB  table size, default 64
 *   -n NODES   give a position up after so many, which says CUT and is not wrong
 *   -f N -l N  first and last line of each file
 *   -t N       threads
 *   -c LEVEL   1 plain, 2 v2, 3 v3, 4 v4, 5 icelake; default the best
 *
 * Exit status 1 if a score or best move differs from the file's; 64, 65 or 66 if the command line, a line of a file or
 * the name of one is wrong. The table is cleared before each position.
 */
#include "othello/othello_search.h"
#include "solve/solve_obf.h"
#include "core/tool_end.h"

#include <flank/flank.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { RIGHT = 0, WRONG = 1, USAGE = 64, BAD_DATA = 65, NO_INPUT = 66, INTERNAL = 70, LAST_LINE = 1 << 30 };

typedef struct bench_settings {
    search_request request;
    bool relative; /* the one-sided question counts from what the file says */
    int table_mib, threads, cpu, first, last;
} bench_settings;

typedef struct totals {
    uint64_t nodes;
    double cpu_s;
    int positions, wrong;
} totals;

static bool is_right(const char *line, const flank_report *report, const flank_limits *limits)
{
    const int expected = obf_best_score(line), score = report->lines[0].score / 100;
    if (limits->win_loss_draw)
        return score == (expected > 0) - (expected < 0);
    if (limits->one_sided)
        return report->lines[0].bound == FLANK_BOUND_LOWER ? score >= limits->at_least_discs && expected >= score
                                                           : score < limits->at_least_discs && expected <= score;
    bool right = score == expected && obf_score(line, report->lines[0].moves[0].to) == expected;
    for (int i = 0; limits->lines > 1 && i < report->line_count; i++) {
        int listed = obf_score(line, report->lines[i].moves[0].to);
        right = right && (listed == OBF_NO_SCORE || listed == report->lines[i].score / 100);
    }
    return right;
}

static flank_reply print_step(void *user, const flank_report *report)
{
    const flank_line *best = &report->lines[0];
    (void)user;
    printf("      depth %2d %3d%% %+4d %s %15llu\n", report->depth_plies, best->selectivity, best->score / 100,
           flank_square_name(best->moves[0].to), (unsigned long long)report->nodes);
    return FLANK_GO_ON;
}

/* False if the line is no position with the scores of its moves. */
static bool solve_line(othello_search *solver, const char *line, int number, const bench_settings *settings,
                       totals *sum)
{
    uint64_t own, other;
    flank_report report;
    if (!obf_board(line, &own, &other) || obf_best_score(line) == OBF_NO_SCORE)
        return false;
    othello_search_clear(solver);
    clock_t start = clock();
    search_request request = settings->request;
    if (settings->relative)
        request.limits.at_least_discs += obf_best_score(line);
    if (request.limits.at_least_discs > 64) /* nothing to ask */
        return true;
    const bool complete = othello_search_run(solver, own, other, &request, &report);
    double cpu_s = (double)(clock() - start) / CLOCKS_PER_SEC;
    if (report.line_count == 0)
        return false;
    bool right = !complete || is_right(line, &report, &request.limits);
    printf("%3d %3d %+4d %s %15llu %9.3f s %7.1f M/s%s\n", number, 64 - __builtin_popcountll(own | other),
           report.lines[0].score / 100, flank_square_name(report.lines[0].moves[0].to),
           (unsigned long long)report.nodes, cpu_s, (double)report.nodes / cpu_s / 1e6,
           !complete ? "  CUT"
           : right   ? ""
                     : "  WRONG");
    fflush(stdout);
    sum->nodes += report.nodes;
    sum->cpu_s += cpu_s;
    sum->positions++;
    sum->wrong += !right;
    return true;
}

/* Empty lines and comments are neither right nor wrong. */
static bool is_blank(const char *line) { return line[strspn(line, " \t\r\n")] == '\0' || line[0] == '%'; }

static int solve_lines(othello_search *solver, FILE *file, const char *path, const bench_settings *settings,
                       totals *sum)
{
    const int before = sum->positions;
    char line[1024];
    for (int number = 1; number <= settings->last && fgets(line, sizeof line, file); number++) {
        if (number < settings->first || is_blank(line))
            continue;
        if (!solve_line(solver, line, number, settings, sum)) {
            fprintf(stderr, "bench_solve: %s:%d: expected a position and the scores of its moves\n", path, number);
            return BAD_DATA;
        }
    }
    if (sum->positions > before)
        return RIGHT;
    if (settings->first > 1)
        fprintf(stderr, "bench_solve: %s: no positions from line %d on\n", path, settings->first);
    else
        fprintf(stderr, "bench_solve: %s: no positions\n", path);
    return BAD_DATA;
}

static int solve_file(othello_search *solver, const char *path, const bench_settings *settings, totals *sum)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        fprintf(stderr, "bench_solve: %s: %s\n", path, strerror(errno));
        return NO_INPUT;
    }
    const int status = solve_lines(solver, file, path, settings, sum), read = tool_read_end("bench_solve", path, file);
    fclose(file);
    return status ? status : read;
}

static bool read_number(const char *text, long least, long most, int *out)
{
    char *end;
    const long number = strtol(text, &end, 10);
    *out = (int)number;
    return end != text && *end == '\0' && number >= least && number <= most;
}

static bool read_nodes(const char *text, uint64_t *out)
{
    char *end;
    *out = strtoull(text, &end, 10);
    return end != text && *end == '\0' && *text != '-' && *out > 0;
}

/* False if it is none that the first comment tells of. */
static bool read_option(int option, const char *text, bench_settings *settings)
{
    switch (option) {
    case 'w':
        settings->request.limits.win_loss_draw = true;
        return true;
    case 'r':
        settings->relative = true;
        /* fall through */
    case 'o':
        settings->request.limits.one_sided = true;
        return read_number(text, -63, 64, &settings->request.limits.at_least_discs);
    case 'a':
        settings->request.limits.lines = FLANK_MOVES_MAX;
        return true;
    case 'n':
        return read_nodes(text, &settings->request.limits.nodes);
    case 'v':
        settings->request.on_report = print_step;
        return true;
    case 't':
        return read_number(text, 1, 256, &settings->threads);
    case 'h':
        return read_number(text, 1, 65536, &settings->table_mib);
    case 'f':
        return read_number(text, 1, LAST_LINE, &settings->first);
    case 'l':
        return read_number(text, 1, LAST_LINE, &settings->last);
    case 'c':
        return read_number(text, FLANK_CPU_PLAIN, FLANK_CPU_ICELAKE, &settings->cpu);
    default:
        return false;
    }
}

int main(int argc, char **argv)
{
    bench_settings settings = {.request.mode = SEARCH_SOLVE,
                               .table_mib = 64,
                               .threads = 1,
                               .cpu = FLANK_CPU_BEST,
                               .first = 1,
                               .last = LAST_LINE};
    bool fine = true;
    opterr = 0;
    for (int option; fine && (option = getopt(argc, argv, "wavo:r:n:t:h:f:l:c:")) != -1;)
        fine = read_option(option, optarg, &settings);
    if (!fine || optind == argc || settings.first > settings.last) {
        fprintf(
            stderr,
            "usage: bench_solve [-w] [-a] [-v] [-o N] [-r N] [-n NODES] [-h MB] [-t THREADS] [-c 1..5] [-f FIRST] [-l "
            "LAST] FILE…\n");
        return USAGE;
    }
    othello_search *solver = othello_search_create(&(othello_search_options){
        .table_bytes = (size_t)settings.table_mib << 20, .cpu = (flank_cpu)settings.cpu, .threads = settings.threads});
    if (!solver) {
        fprintf(stderr, "bench_solve: not enough memory\n");
        return INTERNAL;
    }
    totals sum = {0};
    int status = RIGHT;
    for (; status == RIGHT && optind < argc; optind++)
        status = solve_file(solver, argv[optind], &settings, &sum);
    if (status == RIGHT)
        printf("%d positions, %d wrong: %llu nodes, %.2f s, %.1f M nodes/s\n", sum.positions, sum.wrong,
               (unsigned long long)sum.nodes, sum.cpu_s, (double)sum.nodes / sum.cpu_s / 1e6);
    othello_search_destroy(solver);
    return tool_end("bench_solve", status ? status : sum.wrong ? WRONG : RIGHT);
}
