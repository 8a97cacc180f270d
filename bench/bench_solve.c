/* SPDX-License-Identifier: MIT
 *
 * bench_solve FILE.obf …: solve each position and print number, empties, score, best move, nodes, CPU seconds, M
 * nodes/s.
 *
 *   -w      win/loss/draw        -a     all moves         -h MB   table size, default 64
 *   -v      every step     -f N -l N  first and last line of each file   -t N  threads       -c LEVEL  1 plain, 2 v2, 3
 * v3, 4 v4, 5 icelake; default the best
 *
 * Exit status 1 if a score or best move differs from the file's. The table is cleared before each position.
 */
#include "othello/solver.h"
#include "solve/solve_obf.h"

#include <flank/flank.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

typedef struct totals {
    uint64_t nodes;
    double cpu_s;
    int positions, wrong;
} totals;

static bool is_right(const char *line, const solver_result *result, const solver_options *options)
{
    int expected = obf_best_score(line);
    if (options->win_loss_draw)
        return result->score == (expected > 0) - (expected < 0);
    bool right = result->score == expected && obf_score(line, result->moves[0].square) == expected;
    for (int i = 0; options->all_moves && i < result->move_count; i++) {
        int listed = obf_score(line, result->moves[i].square);
        right = right && (listed == OBF_NO_SCORE || listed == result->moves[i].score);
    }
    return right;
}

static void print_step(void *user, const solver_result *result)
{
    (void)user;
    printf("      depth %2d %3d%% %+4d %s %15llu\n", result->depth_plies, select_percent[result->selectivity],
           result->score, flank_square_name(result->moves[0].square), (unsigned long long)result->nodes);
}

static void solve_line(othello_thinker *solver, const char *line, int number, const solver_options *options,
                       solver_progress *on_progress, totals *sum)
{
    uint64_t own, other;
    solver_result result;
    if (!obf_board(line, &own, &other))
        return;
    thinker_clear(solver);
    clock_t start = clock();
    solver_run(solver, own, other, options, on_progress, NULL, &result);
    double cpu_s = (double)(clock() - start) / CLOCKS_PER_SEC;
    bool right = is_right(line, &result, options);
    printf("%3d %3d %+4d %s %15llu %9.3f s %7.1f M/s%s\n", number, 64 - __builtin_popcountll(own | other), result.score,
           flank_square_name(result.moves[0].square), (unsigned long long)result.nodes, cpu_s,
           (double)result.nodes / cpu_s / 1e6, right ? "" : "  WRONG");
    fflush(stdout);
    sum->nodes += result.nodes;
    sum->cpu_s += cpu_s;
    sum->positions++;
    sum->wrong += !right;
}

int main(int argc, char **argv)
{
    solver_options options = {0};
    solver_progress *on_progress = NULL;
    size_t table_mib = 64;
    flank_cpu cpu = FLANK_CPU_BEST;
    int threads = 1, first = 1, last = 1 << 30, option;
    while ((option = getopt(argc, argv, "wavt:h:f:l:c:")) != -1) {
        switch (option) {
        case 'w':
            options.win_loss_draw = true;
            break;
        case 'a':
            options.all_moves = true;
            break;
        case 't':
            threads = atoi(optarg);
            break;
        case 'v':
            on_progress = print_step;
            break;
        case 'h':
            table_mib = (size_t)atol(optarg);
            break;
        case 'f':
            first = atoi(optarg);
            break;
        case 'l':
            last = atoi(optarg);
            break;
        case 'c':
            cpu = (flank_cpu)atoi(optarg);
            break;
        default:
            return 64;
        }
    }
    othello_thinker *solver =
        thinker_create(&(thinker_options){.table_bytes = table_mib << 20, .cpu = cpu, .threads = threads});
    if (!solver)
        return 70;
    totals sum = {0};
    for (; optind < argc; optind++) {
        FILE *file = fopen(argv[optind], "r");
        if (!file) {
            perror(argv[optind]);
            return 66;
        }
        char line[1024];
        for (int number = 1; fgets(line, sizeof line, file); number++)
            if (number >= first && number <= last)
                solve_line(solver, line, number, &options, on_progress, &sum);
        fclose(file);
    }
    printf("%d positions, %d wrong: %llu nodes, %.2f s, %.1f M nodes/s\n", sum.positions, sum.wrong,
           (unsigned long long)sum.nodes, sum.cpu_s, (double)sum.nodes / sum.cpu_s / 1e6);
    thinker_destroy(solver);
    return sum.wrong != 0;
}
