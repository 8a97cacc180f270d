/* SPDX-License-Identifier: MIT
 *
 * fit_order WEIGHTS NEW_WEIGHTS: the same weights, those for the order of moves made anew (train/train_order.h). For
 * weights whose games are gone; `flank train` does this itself. Some 16 seconds.
 */
#include "othello/weights_file.h"
#include "train/train_order.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    evaluation *eval;
    flank_error error = {0};
    train_order_report report;
    if (argc != 3) {
        fprintf(stderr, "usage: fit_order WEIGHTS NEW_WEIGHTS\n");
        return 2;
    }
    if (weights_read(argv[1], &eval, &error)) {
        fprintf(stderr, "fit_order: %s: %s\n", argv[1], error.text);
        return 1;
    }
    if (!train_order(eval, TRAIN_ORDER_POSITIONS, &report)) {
        fprintf(stderr, "fit_order: not enough memory\n");
        return 1;
    }
    if (weights_write(argv[2], eval)) {
        fprintf(stderr, "fit_order: %s: %s\n", argv[2], strerror(errno));
        return 1;
    }
    printf("error %.2f discs, on positions held out %.2f\n", report.error_fit, report.error_held_out);
    evaluation_destroy(eval);
    return 0;
}
