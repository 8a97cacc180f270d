/* SPDX-License-Identifier: MIT
 *
 * The speed of the contest problems beside plain solutions with one formatted call a token.
 *
 * usage: bench_contest [MEGABYTES [SEED]]
 *
 * For each problem it makes about MEGABYTES (8) of random input in a temporary file, runs both solutions over it,
 * compares their output byte for byte, and times each five times with the output going to /dev/null. Times are
 * processor time, user and system, the least of five. Exit status 1 if an output differs.
 */
#include "contest/contest.h"
#include "contest_generate.h"
#include "contest_reference.h"
#include "core/tool_end.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { REPEATS = 5 };

typedef struct bench_row {
    const char *name, *kind; /* the problem, and what contest_generate is to make for it */
    void (*reference)(FILE *in, FILE *out);
    double share; /* of MEGABYTES; less where the plain solution takes long */
} bench_row;

static const bench_row rows[] = {
    {"uva220", "uva220", reference_uva220, 1},
    {"uva395", "uva395", reference_uva395, 1},
    {"tothello", "tothello", reference_tothello, 1},
    {"xtreme10", "xtreme10", reference_xtreme10, 1},
    {"xtreme10", "xtreme10-won", reference_xtreme10, 0.2},
    {"xtreme10", "xtreme10-hard", reference_xtreme10, 1e-4},
};

static double processor_time_s(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static void stop(const char *what)
{
    perror(what);
    exit(1);
}

/* Run the filter (or the reference) over the whole of `in`; the time it took. */
static double run(const bench_row *row, bool reference, FILE *in, FILE *out)
{
    rewind(in);
    double start = processor_time_s();
    if (reference) {
        row->reference(in, out);
        fflush(out);
    } else {
        contest_failure failure;
        if (lseek(fileno(in), 0, SEEK_SET) != 0 ||
            contest_run(contest_problem_find(row->name), fileno(in), fileno(out), &failure) != CONTEST_OK)
            stop(row->name);
    }
    return processor_time_s() - start;
}

static double least_time(const bench_row *row, bool reference, FILE *in)
{
    double least = 1e9;
    FILE *out = fopen("/dev/null", "w");
    if (!out)
        stop("/dev/null");
    for (int i = 0; i < REPEATS; i++) {
        double time = run(row, reference, in, out);
        least = time < least ? time : least;
    }
    fclose(out);
    return least;
}

static bool same_output(const bench_row *row, FILE *in)
{
    FILE *outputs[2] = {tmpfile(), tmpfile()};
    if (!outputs[0] || !outputs[1])
        stop("tmpfile");
    int a, b;
    for (int i = 0; i < 2; i++) {
        run(row, i, in, outputs[i]);
        rewind(outputs[i]);
    }
    do {
        a = getc(outputs[0]);
        b = getc(outputs[1]);
    } while (a == b && a != EOF);
    fclose(outputs[0]);
    fclose(outputs[1]);
    return a == b;
}

/* As many cases as make about `size` bytes. */
static FILE *make_input(const char *kind, uint64_t seed, double size, uint64_t *cases)
{
    FILE *in = NULL;
    for (*cases = 9;; *cases = 1 + (uint64_t)((double)*cases * size / (double)ftell(in)), fclose(in)) {
        in = tmpfile();
        if (!in)
            stop("tmpfile");
        contest_generate(in, kind, seed, *cases);
        fflush(in);
        if ((double)ftell(in) >= 0.9 * size)
            return in;
    }
}

int main(int argc, char **argv)
{
    double size = 1e6 * (argc > 1 ? atof(argv[1]) : 8);
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    bool all_same = true;
    printf("%-13s %9s %8s %13s %13s %8s %10s  %s\n", "input", "cases", "MB", "plain us/case", "flank us/case", "ratio",
           "flank MB/s", "output");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint64_t cases;
        FILE *in = make_input(rows[i].kind, seed, rows[i].share * size, &cases);
        double megabytes = (double)ftell(in) / 1e6;
        bool same = same_output(&rows[i], in);
        double plain = least_time(&rows[i], true, in), flank = least_time(&rows[i], false, in);
        printf("%-13s %9llu %8.3f %13.3f %13.3f %8.1f %10.1f  %s\n", rows[i].kind, (unsigned long long)cases, megabytes,
               1e6 * plain / (double)cases, 1e6 * flank / (double)cases, plain / flank, megabytes / flank,
               same ? "same" : "DIFFERENT");
        fflush(stdout);
        all_same &= same;
        fclose(in);
    }
    return tool_end("bench_contest", !all_same);
}
