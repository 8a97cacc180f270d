/* SPDX-License-Identifier: MIT
 *
 * The distance of the evaluation from known values:   eval_error [-w WEIGHTS | -s] FILE…
 *
 * With -s the simple evaluation that is built in; with neither the trained one.
 *
 * A line of a file is a position as OBF has it, and its value for the side to move: `---…X; +6`. Prints one line a
 * number of empty squares: positions, mean, mean absolute and root mean square error in discs, and how often the sign
 * is right (draws left out).
 */
#include "formats/obf/obf.h"
#include "othello/eval_board.h"
#include "othello/weights_default.h"
#include "othello/weights_file.h"
#include "core/error.h"
#include "core/tool_end.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct error_sums {
    size_t count, signs, right;
    double sum, absolute, square;
} error_sums;

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

/* 0, or the exit status. */
static int measure_file(const evaluation *eval, const char *path, error_sums *sums)
{
    FILE *file = strcmp(path, "-") ? fopen(path, "r") : stdin;
    if (!file) {
        fprintf(stderr, "eval_error: %s: %s\n", path, strerror(errno));
        return 66;
    }
    char text[OBF_LINE_SIZE];
    bool fine = true;
    for (size_t number = 1; fine && fgets(text, sizeof text, file); number++) {
        obf_line line;
        text[strcspn(text, "\n")] = '\0';
        fine = obf_parse(text, &line, NULL) == FLANK_OK &&
               (!line.has_position || (line.has_score && bit_count(line.position.own | line.position.other) >= 4));
        if (!fine)
            fprintf(stderr, "eval_error: %s:%zu: expected a position of four discs or more and its value\n", path,
                    number);
        else if (line.has_position)
            measure(eval, line.position.own, line.position.other, line.score_discs, sums);
    }
    const int status = fine ? tool_read_end("eval_error", path, file) : 65;
    fclose(file);
    return status;
}

static void print_sums(const error_sums sums[61])
{
    printf("empties  positions   mean  absolute   root mean square  sign right\n");
    for (int i = 0; i <= 60; i++)
        if (sums[i].count)
            printf("%7d  %9zu  %5.2f  %8.2f  %17.2f  %9.1f%%\n", i, sums[i].count, sums[i].sum / (double)sums[i].count,
                   sums[i].absolute / (double)sums[i].count, sqrt(sums[i].square / (double)sums[i].count),
                   100.0 * (double)sums[i].right / (double)(sums[i].signs ? sums[i].signs : 1));
}

int main(int argc, char **argv)
{
    evaluation *owned = NULL;
    flank_error error = {.code = FLANK_ERROR_NO_MEMORY};
    flank_status read;
    int option;
    while ((option = getopt(argc, argv, "sw:")) != -1) {
        evaluation_destroy(owned);
        owned = NULL;
        if (option == 's' && !(owned = evaluation_create_simple())) {
            fprintf(stderr, "eval_error: not enough memory\n");
            return 70;
        }
        if (option == 's')
            continue;
        if (option != 'w')
            return 64;
        else if ((read = weights_read(optarg, &owned, &error))) {
            fprintf(stderr, "eval_error: %s: %s\n", optarg, error_english(&error));
            return read == FLANK_CANNOT_READ ? 66 : 65;
        }
    }
    const evaluation *eval = owned ? owned : weights_default();
    static error_sums sums[61];
    int status = eval ? 0 : 70;
    for (; status == 0 && optind < argc; optind++)
        status = measure_file(eval, argv[optind], sums);
    if (status == 0)
        print_sums(sums);
    evaluation_destroy(owned);
    return tool_end("eval_error", status);
}
