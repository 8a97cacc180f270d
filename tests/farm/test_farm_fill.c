/* SPDX-License-Identifier: MIT
 *
 * test_farm_fill STORE: rows of every table for check_farm_copy.py and check_farm_verify.py, among them all that is
 * rare: rules, conflicts, parked and leased tasks, answers, notes, budgets that were used up. Exit status 1 if the
 * store fails.
 */
#include "analysis/search_memory.h"
#include "farm/farm_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEASE_S = 100000, OVER = -1 };

static const farm_store_kind *kind;
static farm_store *store;
static int64_t worker;
static farm_lease lease;

static void must(flank_status status)
{
    if (status) {
        fprintf(stderr, "test_farm_fill: %s\n", flank_status_text(status));
        exit(1);
    }
}

static farm_item item(unsigned number, int8_t at_least)
{
    return (farm_item){.own = UINT64_C(1) << (number % 40),
                       .other = UINT64_C(0x8000000000000000) >> (number % 23),
                       .turn = number % 8,
                       .color = number % 2,
                       .number = at_least};
}

static int64_t run_of(const farm_plan *plan, const farm_item *list, size_t count)
{
    int64_t run;
    must(kind->begin_run(store, plan, &run, NULL));
    if (count)
        must(kind->add_items(store, run, 0, list, count, NULL));
    must(kind->open_run(store, run, NULL));
    return run;
}

static int64_t position_run(const farm_plan *plan, unsigned count)
{
    farm_item list[32];
    for (unsigned i = 0; i < count; i++)
        list[i] = item(i * 5, 0);
    return run_of(plan, list, count);
}

static void claim(const char *kinds, int most, int lease_s)
{
    must(kind->claim(store, worker, kinds, most, lease_s, &lease, NULL));
}

static void bring(int count, int lo, int hi, bool spent)
{
    static farm_answer answers[FARM_BATCH_MAX];
    bool taken;
    for (int i = 0; i < count; i++)
        answers[i] = (farm_answer){.own = lease.tasks[i].own,
                                   .other = lease.tasks[i].other,
                                   .lo = lo,
                                   .hi = hi,
                                   .best = i % 66,
                                   .guess = spent ? FARM_NO_GUESS : -137 * i,
                                   .depth = i % 20,
                                   .selectivity = 73,
                                   .nodes = 1000U * (unsigned)i,
                                   .spent = spent};
    must(kind->finish(store, worker, &lease, answers, (size_t)count, &taken, NULL));
}

static void fill_positions(void)
{
    farm_item answered[5];
    position_run(&(farm_plan){.name = "first", .wish = {FARM_LEVEL, 10}, .rules = "goal=fewest"}, 20);
    claim(NULL, 8, LEASE_S);
    for (int i = 0; i < 5; i++)
        answered[i] = (farm_item){.own = lease.tasks[i].own, .other = lease.tasks[i].other};
    must(kind->set_sample(store, 1, NULL)); /* all are to be given again, */
    bring(5, -4, 8, false);
    must(kind->set_sample(store, 0, NULL)); /* and no others */
    const int64_t again = position_run(&(farm_plan){.name = "again", .wish = {FARM_LEVEL, 10}, .priority = -7}, 6);
    must(kind->set_state(store, again, FARM_PAUSED, NULL));
    must(kind->set_state(store, 1, FARM_PAUSED, NULL));
    run_of(&(farm_plan){.name = "more", .wish = {FARM_LEVEL, 12}, .rules = "goal=fewest"}, answered, 5);
    claim(NULL, 8, LEASE_S);
    bring(5, 10, 12, false); /* contradictions */
    run_of(&(farm_plan){.name = "most", .wish = {FARM_LEVEL, 12}, .rules = "goal=fewest"}, answered, 5);
    claim(NULL, 8, LEASE_S);
    bring(5, -64, 64, false); /* labels of both */
    must(kind->set_state(store, 1, FARM_OPEN, NULL));
    for (int i = 0; i < 5; i++) /* some are parked, and others wait after a loss */
        claim(NULL, 3, OVER);
    claim(NULL, 4, LEASE_S); /* in work */
}

static void fill_units(void)
{
    static unsigned char bytes[70000];
    bool taken;
    int64_t run, made;
    const char *params = "\"quoted\" \\ back, caf\xC3\xA9\n\tand {braces}, 'apostrophes'";
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * 37);
    const farm_bytes payloads[] = {{bytes, 300}, {NULL, 0}, {bytes, 65536}, {"x", 1}};
    const farm_bytes answers[] = {{bytes, 70000}, {NULL, 0}};
    must(kind->begin_run(store, &(farm_plan){.name = "units", .kind = "tree", .params = "leaves"}, &run, NULL));
    must(kind->add_units(store, run, 0, payloads, 4, NULL));
    must(kind->open_run(store, run, NULL));
    claim("tree", 3, LEASE_S);
    must(kind->finish_units(store, worker, &lease, answers, 2, UINT64_C(5000000000), &taken, NULL));
    claim("tree", 1, LEASE_S);
    const int64_t leaves = position_run(
        &(farm_plan){
            .name = "leaves", .params = params, .wish = {FARM_AT_LEAST, 2}, .budget_nodes = 12345678901, .priority = 9},
        0);
    const farm_item items[] = {item(1, -5), item(1, 6), item(2, 64), item(3, 0)};
    must(kind->append(store, &lease, leaves, items, 4, &made, &taken, NULL));
    must(kind->put_note(store, &lease, "state", (farm_bytes){bytes, sizeof bytes}, &taken, NULL));
    must(kind->put_note(store, &lease, "Zeta", (farm_bytes){NULL, 0}, &taken, NULL));
    must(kind->put_note(store, &lease, "alpha \"1\"", (farm_bytes){"a", 1}, &taken, NULL));
    must(kind->hand_back(store, worker, &lease, LEASE_S, 17, &taken, NULL));
    claim("solve", 3, LEASE_S);
    bring(2, -64, 64, true);
}

static void fill_reviews(void)
{
    static const char *const questions[] = {"what of \"this\" \\ board?", "a board"};
    flank_record *record = flank_record_create(flank_game_find("othello"), NULL, NULL);
    remembered_search found = {.nodes = 12345678901, .line = {.score = -150, .depth_plies = 8, .selectivity = 73}};
    must(record ? FLANK_OK : FLANK_NO_MEMORY);
    must(flank_record_play_text(record, "f5", NULL));
    found.line.moves[found.line.length++] = (flank_move){.from = FLANK_NO_SQUARE, .to = 43}; /* d6 */
    for (size_t i = 0; i < 2; i++) {
        text_buffer answer = {NULL};
        search_memory_add_answer(&answer, questions[i], record, &found);
        must(kind->put_review(store, NULL, questions[i], answer.bytes, NULL));
        text_free(&answer);
    }
    flank_record_destroy(record);
}

int main(int argc, char **argv)
{
    const farm_worker me = {.host = "here", .build = "0.1", .threads = 3, .signature = INT64_MAX, .settings = 5};
    if (argc != 2 || !(kind = farm_store_kind_of(argv[1])))
        return 1;
    must(kind->open(argv[1], false, &store, NULL));
    must(kind->admit_build(store, "another", INT64_MAX, true, NULL));
    must(kind->add_worker(store, &me, &worker, NULL));
    must(kind->beat(store, worker, UINT64_C(9000000000), NULL, 0, LEASE_S, NULL));
    fill_positions();
    fill_units();
    fill_reviews();
    kind->close(store);
    return 0;
}
