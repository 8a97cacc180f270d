/* SPDX-License-Identifier: MIT
 *
 * The networks that are built in (games/piece_network.h): sound, and no worse on positions of games that they were not
 * fitted to (tests/evaluation/NAME-results.txt) than they are. A bound is lowered with a better network.
 */
#include "cmocka_all.h"

#include "games/draughts/draughts.h"
#include "games/loa/loa.h"
#include "games/piece_network.h"

#include <flank/flank.h>

#include <math.h>
#include <stdio.h>

extern const piece_network draughts_network, loa_network;

static void test_sound(void **state)
{
    (void)state;
    assert_true(piece_network_is_sound(&draughts_network));
    assert_true(piece_network_is_sound(&loa_network));
}

/* The mean loss of chances against results, in natural units: 0.693 without any knowledge. */
static double loss(const flank_game *game, const piece_network *network, const char *path)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    const flank_rules rules = {{0}};
    double sum = 0;
    int count = 0, result;
    char line[256], board[80], side[2];
    while (fgets(line, sizeof line, file)) {
        if (*line == '#' || sscanf(line, "%64s %1s %d", board, side, &result) != 3)
            continue;
        flank_position position;
        snprintf(board + 64, sizeof board - 64, " %s", side);
        assert_int_equal(flank_position_parse(game, board, &position, NULL), FLANK_OK);
        const double chance = 1 / (1 + exp(-game->evaluate(&rules, &position) / (double)network->hundredths));
        const double won = (result + 1) / 2.0;
        sum -= won * log(fmax(chance, 1e-9)) + (1 - won) * log(fmax(1 - chance, 1e-9));
        count++;
    }
    fclose(file);
    assert_int_equal(count, 400);
    print_message("# %s: %.4f\n", flank_game_name(game), sum / count);
    return sum / count;
}

static void test_no_worse_than_it_is(void **state)
{
    (void)state;
    assert_true(loss(&draughts_game, &draughts_network, TEST_DATA "/evaluation/draughts-results.txt") < 0.25);
    assert_true(loss(&loa_game, &loa_network, TEST_DATA "/evaluation/loa-results.txt") < 0.58);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sound), cmocka_unit_test(test_no_worse_than_it_is)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
