/* SPDX-License-Identifier: MIT
 *
 * How far the evaluation is from known values:   eval_error [-w WEIGHTS] FILE…
 *
 * A line of a file is a position as OBF has it, and its value for the side to move: `---…X; +6`. Prints one line a
 * number of empty squares: positions, mean, mean absolute and root mean square error in discs, and how often the sign
 * is right (draws left out).
 */
#include "othello/eval_board.h"
#include "othello/weights_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct error_sums {
    size_t count, signs, right;
    double sum, absolute, square;
} error_sums;

/* False if the line is not a position with its value. */
static bool read_line(const char *line, uint64_t *own, uint64_t *other, int *value)
{
    uint64_t sets[2] = {0, 0};
    if (strlen(line) < 68 || line[64] != ' ' || (line[65] != 'X' && line[65] != 'O') || line[66] != ';')
        return false;
    for (unsigned square = 0; square < 64; square++) {
        if (line[square] == 'X' || line[square] == 'O')
            sets[line[square] != line[65]] |= bit(square);
        else if (line[square] != '-')
            return false;
    }
    *own = sets[0];
    *other = sets[1];
    char *end;
    *value = (int)strtol(line + 67, &end, 10);
    return end != line + 67;
}

static void measure(const evaluation *eval, uint64_t own, uint64_t other, int value, error_sums *sums)
{
    const int empties = (int)bit_count(~(own | other));
    eval_board board;
    eval_board_set(eval, &board, own, other);
    const double guess = (double)eval_board_value(eval, &board, empties) / EVAL_PER_DISC, error = guess - value;
    error_sums *at = &sums[empties];
    at->count++;
    at->sum += error;
    at->absolute += fabs(error);
    at->square += error * error;
    at->signs += value != 0;
    at->right += (value > 0 && guess > 0) || (value < 0 && guess < 0);
}

static bool measure_file(const evaluation *eval, const char *path, error_sums *sums)
{
    FILE *file = strcmp(path, "-") ? fopen(path, "r") : stdin;
    if (!file) {
        fprintf(stderr, "eval_error: %s: cannot read\n", path);
        return false;
    }
    char line[256];
    bool fine = true;
    for (size_t number = 1; fine && fgets(line, sizeof line, file); number++) {
        uint64_t own, other;
        int value;
        fine = read_line(line, &own, &other, &value);
        if (fine)
            measure(eval, own, other, value, sums);
        else
            fprintf(stderr, "eval_error: %s:%zu: expected a position and its value, `64 squares X; +6`\n", path,
                    number);
    }
    fclose(file);
    return fine;
}

int main(int argc, char **argv)
{
    evaluation *eval = NULL;
    flank_error error;
    int option;
    while ((option = getopt(argc, argv, "w:")) != -1) {
        if (option != 'w')
            return 64;
        if (weights_read(optarg, &eval, &error)) {
            fprintf(stderr, "eval_error: %s: %s\n", optarg, error.text);
            return 65;
        }
    }
    if (!eval)
        eval = evaluation_create_simple();
    static error_sums sums[61];
    bool fine = eval != NULL;
    for (; fine && optind < argc; optind++)
        fine = measure_file(eval, argv[optind], sums);
    printf("empties  positions   mean  absolute   root mean square  sign right\n");
    for (int i = 0; i <= 60; i++)
        if (sums[i].count)
            printf("%7d  %9zu  %5.2f  %8.2f  %17.2f  %9.1f%%\n", i, sums[i].count, sums[i].sum / (double)sums[i].count,
                   sums[i].absolute / (double)sums[i].count, sqrt(sums[i].square / (double)sums[i].count),
                   100.0 * (double)sums[i].right / (double)(sums[i].signs ? sums[i].signs : 1));
    evaluation_destroy(eval);
    return fine ? 0 : 65;
}
