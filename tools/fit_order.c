/* SPDX-License-Identifier: MIT
 *
 * fit_order WEIGHTS NEW_WEIGHTS FOLDER [THREADS [PERCENT]]: the same weights, the tables for the order of moves made
 * anew (train/train_costs.h). For weights whose games are gone; `flank train` does this itself. The costs of moves are
 * kept in FOLDER, half an hour of a core, for these weights alone; a stopped run goes on from there. PERCENT of it is
 * enough for a trial.
 */
#include "core/tool_end.h"
#include "train/train.h"
#include "core/error.h"

#include <stdio.h>
#include <stdlib.h>

static void listen(void *user, const train_event *event)
{
    (void)user;
    if (!event->path) {
        fprintf(stderr, "%d of %d chunks of %s\n", event->chunks_done, event->chunks, event->kind);
        return;
    }
    printf("%zu moves, %zu held out; nodes of those, the cheapest order 1:\n", event->positions, event->held_out);
    for (int table = 0; table < ORDER_TABLES; table++)
        printf("table %d: %.3f before, %.3f after\n", table, event->costs->before[table], event->costs->after[table]);
}

static int exit_status(flank_status status)
{
    switch (status) {
    case FLANK_OK:
        return 0;
    case FLANK_BAD_FILE:
        return 65;
    case FLANK_CANNOT_READ:
        return 66;
    case FLANK_CANNOT_WRITE:
        return 73;
    default:
        return 70;
    }
}

int main(int argc, char **argv)
{
    if (argc < 4 || argc > 6) {
        fprintf(stderr, "usage: fit_order WEIGHTS NEW_WEIGHTS FOLDER [THREADS [PERCENT]]\n");
        return 64;
    }
    flank_error error = {0};
    const train_settings settings = {.folder = argv[3],
                                     .threads = argc > 4 ? atoi(argv[4]) : 1,
                                     .rounds = TRAIN_ROUNDS,
                                     .percent = argc > 5 ? atoi(argv[5]) : 100};
    if (settings.threads < 1 || settings.threads > TRAIN_THREADS_MAX || settings.percent < TRAIN_PERCENT_MIN ||
        settings.percent > 100) {
        fprintf(stderr, "fit_order: THREADS is from 1 to %d, PERCENT from %d to 100\n", TRAIN_THREADS_MAX,
                TRAIN_PERCENT_MIN);
        return 64;
    }
    const flank_status status = train_order_run(argv[1], argv[2], &settings, listen, NULL, &error);
    if (status)
        fprintf(stderr, "fit_order: %s\n", error.code ? error_english(&error) : flank_status_text(status));
    return tool_end("fit_order", exit_status(status));
}
