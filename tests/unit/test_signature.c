/* SPDX-License-Identifier: MIT
 *
 * The node count of the bench equals the one kept in tests/signature.txt.
 */
#include "cmocka_all.h"

#include <flank/bench.h>

#include <inttypes.h>
#include <stdio.h>

static uint64_t kept_signature(void)
{
    FILE *file = fopen(TEST_DATA "/signature.txt", "r");
    assert_non_null(file);
    char line[256];
    uint64_t nodes = 0;
    while (fgets(line, sizeof line, file))
        if (line[0] != '#')
            sscanf(line, "%" SCNu64, &nodes);
    fclose(file);
    return nodes;
}

static void test_the_search_visits_the_same_nodes(void **state)
{
    (void)state;
    uint64_t nodes = 0, kept = kept_signature();
    for (size_t i = 0; i < flank_bench_count(); i++) {
        flank_bench_item item;
        assert_int_equal(flank_bench_run(i, &item), FLANK_OK);
        print_message("# %s, depth %d: %" PRIu64 " nodes\n", item.game, item.depth_plies, item.nodes);
        nodes += item.nodes;
    }
    if (nodes != kept)
        fail_msg("the bench counts %" PRIu64 " nodes, tests/signature.txt says %" PRIu64
                 ": if the change of search or evaluation is meant, write the new number there and in the commit",
                 nodes, kept);
}

static void test_there_is_an_end(void **state)
{
    (void)state;
    flank_bench_item item;
    assert_int_equal(flank_bench_run(flank_bench_count(), &item), FLANK_BAD_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_search_visits_the_same_nodes),
        cmocka_unit_test(test_there_is_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
