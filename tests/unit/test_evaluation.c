/* SPDX-License-Identifier: MIT
 *
 * The built-in weights against exact values of positions that their training did not see: the error stays where
 * docs/developers/evaluation.md says it is.
 */
#include "cmocka_all.h"

#include "formats/obf/obf.h"
#include "othello/eval_board.h"
#include "othello/weights_default.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct error_row {
    int empties;
    size_t positions;
    double limit_discs; /* root mean square; a little above what was measured */
} error_row;

static const error_row rows[] = {
    {10, 500, 9.6}, {13, 500, 9.8}, {16, 500, 8.5}, {20, 500, 9.1}, {24, 1000, 7.4},
};
enum { ROWS = sizeof rows / sizeof *rows };

static void errors_are_as_documented(void **state)
{
    (void)state;
    const evaluation *eval = weights_default();
    FILE *file = fopen(TEST_DATA "/evaluation/held-out.obf", "r");
    assert_non_null(file);
    double squares[61] = {0};
    size_t counts[61] = {0};
    char text[OBF_LINE_SIZE];
    while (fgets(text, sizeof text, file)) {
        obf_line line;
        text[strcspn(text, "\n")] = '\0';
        assert_int_equal(obf_parse(text, &line, NULL), FLANK_OK);
        if (!line.has_position)
            continue;
        assert_true(line.has_score);
        const int empties = (int)bit_count(~(line.position.own | line.position.other));
        eval_board board;
        eval_board_set(eval, &board, line.position.own, line.position.other);
        const double error = (double)eval_board_value(eval, &board, empties) / EVAL_PER_DISC - line.score_discs;
        squares[empties] += error * error;
        counts[empties]++;
    }
    fclose(file);
    for (int i = 0; i < ROWS; i++) {
        const error_row *row = &rows[i];
        assert_int_equal(counts[row->empties], row->positions);
        const double error = sqrt(squares[row->empties] / (double)row->positions);
        if (error > row->limit_discs)
            fail_msg("error at %d empty squares is %.2f discs", row->empties, error);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(errors_are_as_documented)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
