/* SPDX-License-Identifier: MIT
 *
 * What a network says, and how fast:   network_value FILE.network FILE.obf…   values in 1/32 disc, a line a position
 *                                      network_value -s FILE.network          how fast, at each CPU level
 *
 * The speed is that of positions of a million random games' plies, one after the other: the indices kept up move by
 * move, the sums built anew, beside the engine's sum over the same positions.
 */
#include "core/random.h"
#include "core/tool_end.h"
#include "formats/obf/obf.h"
#include "othello/network.h"
#include "othello/weights_default.h"
#include "train/train_board.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SPEED_POSITIONS = 1 << 16, SPEED_ROUNDS = 8 };

/* Positions of random games, of which a search meets no fewer kinds. The number of changed patterns would be theirs. */
static void random_positions(board *positions, size_t count)
{
    random_state dice = {1};
    board at = BOARD_START;
    for (size_t i = 0; i < count;) {
        const uint64_t moves = othello_moves(at.own, at.other);
        if (!moves || board_empties(at) < 12) {
            at = BOARD_START;
            continue;
        }
        at = board_after(at, random_square(&dice, moves));
        if (board_empties(at) <= 40)
            positions[i++] = at;
    }
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int measure(const evaluation *eval)
{
    static const char *const names[] = {"", "plain", "x86-64-v2", "v3", "v4", "Ice Lake"};
    board *positions = malloc(SPEED_POSITIONS * sizeof *positions);
    if (!positions) {
        fprintf(stderr, "network_value: no memory\n");
        return 70;
    }
    random_positions(positions, SPEED_POSITIONS);
    for (int cpu = FLANK_CPU_PLAIN; cpu <= (int)cpu_best(); cpu++) {
        network_judge_fn *judge = network_judge((flank_cpu)cpu);
        int64_t sum = 0;
        double begin = 0;
        for (int round = 0; round <= SPEED_ROUNDS; round++) { /* the first warms up */
            if (round == 1)
                begin = seconds();
            for (size_t i = 0; i < SPEED_POSITIONS; i++)
                sum += judge(eval, positions[i].own, positions[i].other);
        }
        const double each = (seconds() - begin) / SPEED_ROUNDS / SPEED_POSITIONS;
        printf("%-10s %6.1f ns, %5.2f M a second, sum of values %lld\n", names[cpu], 1e9 * each, 1e-6 / each,
               (long long)sum);
    }
    free(positions);
    return 0;
}

/* 0, or the exit status. */
static int print_values(const evaluation *eval, const char *path)
{
    FILE *file = fopen(path, "r");
    char text[OBF_LINE_SIZE];
    bool fine = file != NULL;
    while (fine && fgets(text, sizeof text, file)) {
        obf_line line;
        text[strcspn(text, "\n")] = '\0';
        fine = obf_parse(text, &line, NULL) == FLANK_OK &&
               (!line.has_position || bit_count(line.position.own | line.position.other) >= 4);
        if (fine && line.has_position)
            printf("%d\n", network_judge(FLANK_CPU_BEST)(eval, line.position.own, line.position.other));
    }
    if (file)
        fclose(file);
    if (!fine)
        fprintf(stderr, "network_value: %s: not a file of positions\n", path);
    return fine ? 0 : 65;
}

int main(int argc, char **argv)
{
    const bool speed = argc == 3 && strcmp(argv[1], "-s") == 0;
    flank_error error = {.code = FLANK_ERROR_NO_MEMORY};
    network *net = NULL;
    int status = 0;
    if (argc < 3) {
        fprintf(stderr, "network_value FILE.network FILE.obf… | -s FILE.network\n");
        return 64;
    }
    const flank_status read = network_read(argv[speed ? 2 : 1], &net, &error);
    if (read) {
        fprintf(stderr, "network_value: %s: %s\n", argv[speed ? 2 : 1], error_english(&error));
        return read == FLANK_CANNOT_READ ? 66 : 65;
    }
    evaluation *eval = evaluation_create_empty();
    if (eval)
        eval->network = net;
    else
        status = 70;
    if (status == 0 && speed)
        status = measure(eval);
    for (int i = 2; i < argc && status == 0 && !speed; i++)
        status = print_values(eval, argv[i]);
    evaluation_destroy(eval);
    network_destroy(net);
    return tool_end("network_value", status);
}
