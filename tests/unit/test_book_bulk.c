/* SPDX-License-Identifier: MIT
 *
 * A book made outside memory is, byte for byte, the one that a builder makes: random books with passes, transpositions
 * by symmetry, gaps, roots, doubles and links, with buffers of a thousand rows.
 */
#include "cmocka_all.h"

#include <flank/flank.h>

#include "book/book_agenda.h"
#include "book/book_bulk.h"
#include "book/book_frontier.h"
#include "core/error.h"
#include "core/random.h"
#include "core/symmetry.h"
#include "games/othello/othello_board.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ADDED_MAX = 40000 };

/* A position, or a link of the one before it. */
typedef struct added {
    bool is_link;
    uint8_t move;
    int score;
    book_record record;
} added;

static char folder[] = "/tmp/flank_bulk_XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

static const char *path_of(const char *name)
{
    static _Thread_local char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static bool same_files(const char *a, const char *b)
{
    char command[400];
    int used = snprintf(command, sizeof command, "cmp '%s' ", path_of(a));
    snprintf(command + used, sizeof command - (size_t)used, "'%s'", path_of(b));
    return system(command) == 0;
}

/* Of two as deep and sure the later one, or the one with a leaf. */
static bool later_wins(const book_record *record, const book_record *there)
{
    return record->depth_plies > there->depth_plies ||
           (record->depth_plies == there->depth_plies && record->selectivity >= there->selectivity);
}

static bool more_wins(const book_record *record, const book_record *there)
{
    if (record->depth_plies != there->depth_plies)
        return record->depth_plies > there->depth_plies;
    return record->selectivity > there->selectivity ||
           (record->selectivity == there->selectivity && book_has_leaf(record) && there->leaf == BOOK_LEAF_UNKNOWN);
}

/* ---- Random input ---- */

static uint8_t random_move(uint64_t moves, random_state *random)
{
    return moves ? (uint8_t)random_square(random, moves) : BOOK_LEAF_PASS;
}

static int random_score(random_state *random) { return (int)random_below(random, 9) * 50 - 200; }

static book_record random_record(uint64_t own, uint64_t other, random_state *random)
{
    book_record record = {.own = own, .other = other, .score = (int16_t)random_score(random)};
    symmetry_canonical(&record.own, &record.other);
    record.depth_plies = (uint8_t)random_below(random, 3);
    record.selectivity = (uint8_t)(90 + random_below(random, 3));
    record.level = (uint8_t)random_below(random, 20);
    record.lines = random_below(random, 8) ? random_below(random, 100) : UINT32_MAX;
    record.root = random_below(random, 20) == 0;
    record.leaf = random_below(random, 2) ? BOOK_LEAF_UNKNOWN : BOOK_LEAF_NONE;
    if (random_below(random, 3) == 0)
        return record;
    record.leaf = random_move(othello_moves(record.own, record.other), random);
    record.leaf_score = (int16_t)random_score(random);
    return record;
}

/* Play a random game; most positions from ply `from` on are added, the way there mostly by the first move, so that
 * lines meet. */
static size_t add_game(added *list, size_t count, unsigned from, random_state *random)
{
    uint64_t own = UINT64_C(0x0000000810000000), other = UINT64_C(0x0000001008000000);
    for (;;) {
        const uint64_t moves = othello_moves(own, other);
        if (!moves && !othello_moves(other, own))
            return count;
        if (bit_count(own | other) >= from + 4 && random_below(random, 5) && count + 4 < ADDED_MAX) {
            list[count++].record = random_record(own, other, random);
            const book_record *record = &list[count - 1].record;
            for (uint32_t links = random_below(random, 6) == 0 ? random_below(random, 4) : 0; links > 0; links--)
                list[count++] = (added){.is_link = true,
                                        .move = random_move(othello_moves(record->own, record->other), random),
                                        .score = random_score(random)};
        }
        const uint8_t move = random_move(random_below(random, 3) ? moves & -moves : moves, random);
        const book_record here = {.own = own, .other = other};
        uint64_t next_own, next_other;
        book_play(&here, move, &next_own, &next_other);
        own = next_own;
        other = next_other;
    }
}

/* ---- The slow way ---- */

typedef struct loose_link {
    flank_position position;
    uint8_t move;
    int score;
} loose_link;

static flank_position position_of(uint64_t own, uint64_t other)
{
    return (flank_position){.own = own, .other = other, .color = FLANK_BLACK};
}

static void settle(flank_book_builder *builder, const loose_link *link)
{
    flank_book_entry entry, there;
    const book_record from = {.own = link->position.own, .other = link->position.other};
    uint64_t own, other;
    book_play(&from, link->move, &own, &other);
    const flank_position next = position_of(own, other);
    assert_int_equal(flank_book_builder_find(builder, &link->position, &entry), FLANK_OK);
    if (flank_book_builder_find(builder, &next, &there) == FLANK_OK ||
        (entry.has_leaf && link->score <= entry.leaf_score))
        return;
    entry.has_leaf = true;
    entry.rest_unknown = false;
    entry.leaf = (flank_move){.from = FLANK_NO_SQUARE, .to = link->move};
    entry.leaf_score = link->score;
    assert_int_equal(flank_book_builder_put(builder, &link->position, &entry), FLANK_OK);
}

static size_t build_slowly(const char *name, const added *list, size_t count, book_bulk_rule *replaces)
{
    flank_error error = {0};
    flank_book_builder *builder = flank_book_builder_open(path_of(name), FLANK_BOOK_EITHER, NULL, &error);
    loose_link *links = calloc(count + 1, sizeof *links);
    size_t link_count = 0;
    bool taken = false;
    assert_non_null(builder);
    flank_position position = {0};
    for (size_t i = 0; i < count; i++) {
        if (list[i].is_link) {
            if (taken)
                links[link_count++] = (loose_link){position, list[i].move, list[i].score};
            continue;
        }
        book_record record = list[i].record, there = {.own = record.own, .other = record.other};
        flank_book_entry entry;
        position = position_of(record.own, record.other);
        taken = true;
        if (flank_book_builder_find(builder, &position, &entry) == FLANK_OK) {
            book_entry_to_record(&entry, 0, &there);
            taken = replaces(&record, &there);
            record.root = record.root || there.root;
        }
        book_entry_from_record(&record, 0, &entry);
        if (taken)
            assert_int_equal(flank_book_builder_put(builder, &position, &entry), FLANK_OK);
    }
    for (size_t i = 0; i < link_count; i++)
        settle(builder, &links[i]);
    const size_t before_passes = flank_book_builder_count(builder);
    if (flank_book_builder_save(builder, &error))
        fail_msg("%s", error_english(&error));
    const size_t passes = flank_book_builder_count(builder) - before_passes;
    flank_book_builder_close(builder);
    free(links);
    return passes;
}

/* ---- The other way ---- */

static book_bulk *open_bulk(const char *name, const book_bulk_options *options)
{
    flank_status status;
    flank_error error = {0};
    book_bulk *bulk = book_bulk_open(path_of(name), options, &status, &error);
    if (!bulk)
        fail_msg("%s", error_english(&error));
    return bulk;
}

static void add_all(book_bulk *bulk, const added *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        flank_error error = {0};
        const flank_status status = list[i].is_link ? book_bulk_add_link(bulk, list[i].move, list[i].score, &error)
                                                    : book_bulk_add(bulk, &list[i].record, &error);
        if (status)
            fail_msg("%s", error_english(&error));
    }
}

static book_bulk_counts build_in_bulk(const char *name, const added *list, size_t count,
                                      const book_bulk_options *options, book_bulk_rule *replaces)
{
    flank_error error = {0};
    book_bulk_counts counts;
    book_bulk *bulk = open_bulk(name, options);
    add_all(bulk, list, count);
    if (book_bulk_finish(bulk, replaces, &counts, &error))
        fail_msg("%s", error_english(&error));
    book_bulk_close(bulk);
    return counts;
}

/* Adds to `total` what has been counted. */
static void check_random_book(uint64_t seed, added *list, book_bulk_counts *total)
{
    static book_bulk_rule *const rules[] = {later_wins, more_wins};
    random_state random = {seed};
    size_t count = 0;
    memset(list, 0, ADDED_MAX * sizeof *list);
    for (uint32_t games = 2 + random_below(&random, 400); games > 0; games--)
        count = add_game(list, count, random_below(&random, 2) ? 0 : random_below(&random, 58), &random);
    const size_t first = random_below(&random, (uint32_t)count); /* the rest goes into the book of these */
    const book_bulk_options options = {.memory_bytes = seed % 3 ? 1 : (size_t)8 << 20};
    for (int part = 0; part < 2; part++) {
        const added *from = part ? list + first : list;
        const size_t added_count = part ? count - first : first;
        const size_t passes = build_slowly("slow", from, added_count, rules[seed % 2]);
        const book_bulk_counts counts = build_in_bulk("bulk", from, added_count, &options, rules[seed % 2]);
        if (!same_files("slow", "bulk"))
            fail_msg("seed %u, part %d: the books differ", (unsigned)seed, part);
        assert_int_equal(counts.passes, passes);
        total->passes += counts.passes;
        total->kept += counts.kept;
        total->leaves += counts.leaves;
    }
    remove(path_of("slow"));
    remove(path_of("bulk"));
}

static void test_random_books(void **state)
{
    (void)state;
    added *list = malloc(ADDED_MAX * sizeof *list);
    assert_non_null(list);
    book_bulk_counts total = {.passes = 0};
    for (uint64_t seed = 0; seed < 40; seed++)
        check_random_book(seed, list, &total);
    assert_true(total.passes > 100 && total.kept > 100 && total.leaves > 100);
    free(list);
}

static void test_an_empty_book(void **state)
{
    (void)state;
    const book_bulk_options options = {.memory_bytes = 1};
    build_slowly("slow", NULL, 0, later_wins);
    assert_int_equal(build_in_bulk("bulk", NULL, 0, &options, later_wins).positions, 0);
    assert_true(same_files("slow", "bulk"));
}

/* ---- The agenda ---- */

static int compare_wishes(const void *a, const void *b)
{
    const book_wish *first = a, *second = b;
    if (first->priority != second->priority)
        return first->priority < second->priority ? -1 : 1;
    return book_key_compare(first->own, first->other, second->own, second->other);
}

/* The wishes of a tree, in order; `*count` of them. */
static book_wish *agenda_of_tree(const added *list, size_t added_count, const flank_book_plan *plan, size_t *count)
{
    book_tree tree;
    book_agenda agenda = {.tasks = NULL};
    assert_true(book_tree_open(&tree));
    for (size_t i = 0; i < added_count; i++) {
        if (list[i].is_link)
            continue;
        const size_t node = book_tree_add(&tree, list[i].record.own, list[i].record.other);
        if (!tree.nodes[node].known) /* the first of doubles */
            book_tree_set(&tree, node, &list[i].record);
    }
    assert_int_equal(book_tree_add_passes(&tree), FLANK_OK);
    assert_int_equal(book_agenda_fill(&agenda, &tree, plan), FLANK_OK);
    book_wish *wishes = calloc(agenda.count + 1, sizeof *wishes);
    for (size_t i = 0; i < agenda.count; i++) {
        const book_record *record = &tree.nodes[agenda.tasks[i].node].record;
        wishes[i] = (book_wish){agenda.tasks[i].priority, record->own, record->other, agenda.tasks[i].move};
    }
    *count = agenda.count;
    qsort(wishes, *count, sizeof *wishes, compare_wishes);
    book_agenda_close(&agenda);
    book_tree_close(&tree);
    return wishes;
}

typedef struct expectation {
    const book_wish *wishes;
    size_t count, at;
} expectation;

static bool expect_wish(void *user, const book_wish *wish)
{
    expectation *of = user;
    assert_true(of->at < of->count);
    const book_wish *expected = &of->wishes[of->at++];
    assert_int_equal(compare_wishes(wish, expected), 0);
    assert_int_equal(wish->move, expected->move);
    return true;
}

static int compare_added(const void *a, const void *b)
{
    const added *first = a, *second = b;
    return book_key_compare(first->record.own, first->record.other, second->record.own, second->record.other);
}

static size_t check_agenda(added *list, size_t count, const flank_book_plan *plan)
{
    expectation expected = {.at = 0};
    book_layers layers = {.beside = path_of("layers"), .memory_bytes = 1};
    expected.wishes = agenda_of_tree(list, count, plan, &expected.count);
    book_layers_open(&layers);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || memcmp(&list[i].record, &list[i - 1].record, 16) != 0)
            assert_int_equal(book_layers_add(&layers, &list[i].record, 0), 0);
    assert_int_equal(book_layers_update(&layers), 0);
    assert_int_equal(book_frontier_each(&layers, plan, expect_wish, &expected), 0);
    assert_int_equal(expected.at, expected.count);
    book_layers_close(&layers);
    free((void *)expected.wishes);
    return expected.count;
}

/* The same wishes as those of a tree in memory. */
static void test_the_agenda_is_that_of_a_tree(void **state)
{
    (void)state;
    added *list = malloc(ADDED_MAX * sizeof *list);
    size_t wishes = 0;
    assert_non_null(list);
    for (uint64_t seed = 0; seed < 30; seed++) {
        random_state random = {seed};
        size_t count = 0, kept = 0;
        memset(list, 0, ADDED_MAX * sizeof *list);
        for (uint32_t games = 2 + random_below(&random, 200); games > 0; games--)
            count = add_game(list, count, random_below(&random, 2) ? 0 : random_below(&random, 58), &random);
        for (size_t i = 0; i < count; i++)
            if (!list[i].is_link)
                list[kept++] = list[i];
        qsort(list, kept, sizeof *list, compare_added);
        const flank_book_plan plan = {.depth_plies = seed % 2 ? 2 : 0,
                                      .level = seed % 2 ? 0 : 12,
                                      .plies = 1 + (int)random_below(&random, 60),
                                      .error = 50 * (int)random_below(&random, 9),
                                      .line_error = 100 * (int)random_below(&random, 20)};
        wishes += check_agenda(list, kept, &plan);
    }
    assert_true(wishes > 1000);
    free(list);
}

/* A stop, and a record that is none, leave the book as it is, and nothing beside it. */
static void test_a_stop_changes_nothing(void **state)
{
    (void)state;
    added *list = calloc(ADDED_MAX, sizeof *list);
    random_state random = {7};
    size_t count = 0;
    flank_stop stop = FLANK_STOP_INIT;
    const book_bulk_options options = {.memory_bytes = 1, .stop = &stop};
    while (count < 5000)
        count = add_game(list, count, 0, &random);
    build_in_bulk("bulk", list, 100, &options, later_wins);
    build_in_bulk("copy", list, 100, &options, later_wins);
    book_bulk *bulk = open_bulk("bulk", &options);
    add_all(bulk, list, count);
    const book_record none = {.own = 1, .other = 1};
    assert_int_equal(book_bulk_add(bulk, &none, NULL), FLANK_BAD_ARGUMENT);
    flank_stop_raise(&stop);
    book_bulk_counts counts;
    assert_int_equal(book_bulk_finish(bulk, later_wins, &counts, NULL), FLANK_STOPPED);
    book_bulk_close(bulk);
    assert_true(same_files("bulk", "copy"));
    DIR *there = opendir(folder);
    int files = 0;
    for (const struct dirent *entry; (entry = readdir(there));)
        files += entry->d_name[0] != '.';
    closedir(there);
    assert_int_equal(files, 3); /* and "slow" */
    free(list);
}

static void test_nobody_else_replaces_it(void **state)
{
    (void)state;
    const book_bulk_options options = {.memory_bytes = 1};
    flank_status status;
    flank_error error = {0};
    book_bulk *bulk = open_bulk("bulk", &options);
    assert_null(flank_book_builder_open(path_of("bulk"), FLANK_BOOK_EITHER, &status, &error));
    assert_int_equal(status, FLANK_CANNOT_WRITE);
    book_bulk_close(bulk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_books),
        cmocka_unit_test(test_an_empty_book),
        cmocka_unit_test(test_the_agenda_is_that_of_a_tree),
        cmocka_unit_test(test_a_stop_changes_nothing),
        cmocka_unit_test(test_nobody_else_replaces_it),
    };
    return cmocka_run_group_tests_name("books outside memory", tests, make_folder, remove_folder);
}
