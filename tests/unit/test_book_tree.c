/* SPDX-License-Identifier: MIT
 *
 * Values in a book from below, and what a builder does next.
 */
#include "cmocka_all.h"

#include "book/book_agenda.h"
#include "book_fixture.h"
#include "core/random.h"
#include "games/othello/othello_board.h"

#include <stdio.h>

static void put(book_tree *tree, const char *moves, int score, const char *leaf, int leaf_score)
{
    book_record record = fixture_record(moves, score, leaf, leaf_score);
    record.depth_plies = 10 - strlen(moves) / 2 % 2; /* as a plan of 10 plies wants it */
    size_t node = book_tree_add(tree, record.own, record.other);
    assert_int_not_equal(node, BOOK_NO_NODE);
    book_tree_set(tree, node, &record);
}

static book_node *get(book_tree *tree, const char *moves)
{
    book_record record = fixture_record(moves, 0, NULL, 0);
    size_t node = book_tree_find(tree, record.own, record.other);
    assert_int_not_equal(node, BOOK_NO_NODE);
    return &tree->nodes[node];
}

static void root(book_tree *tree, const char *moves) { get(tree, moves)->record.root = true; }

/*  start ── f5 ─┬─ f6 ── e6 (leaf +100)
 *               ├─ d6 ── c3 ─┬─ g5 (leaf -50)          values for the side to move
 *               └─ f4 (leaf +20)  └ d3, in the book and worth +70 there
 */
static void hand_made(book_tree *tree)
{
    assert_true(book_tree_open(tree));
    put(tree, "", 999, "f5", 999); /* a leaf that has become a position: its 999 counts no more */
    put(tree, "f5", 0, "f4", 20);
    put(tree, "f5f6", 0, "e6", 100);
    put(tree, "f5d6", 0, NULL, 0);
    put(tree, "f5d6c3", 0, "g5", -50);
    put(tree, "f5d6c3d3", 70, NULL, 0);
}

static void test_values_of_a_hand_made_tree(void **state)
{
    (void)state;
    static const struct {
        const char *moves;
        int score;
        unsigned lines;
        uint8_t leaf; /* BOOK_LEAF_NONE, BOOK_LEAF_UNKNOWN, or 0 for "a square" */
    } expected[] = {
        {"f5d6c3d3", 70, 1, BOOK_LEAF_NONE}, /* no moves of it are known: what was there stays */
        {"f5d6c3", -50, 2, 0},               /* the better of -70 and -50 */
        {"f5d6", 50, 2, BOOK_LEAF_NONE},
        {"f5f6", 100, 1, 0},
        {"f5", 20, 4, 0},             /* the best of -100, -50 and 20 */
        {"", -20, 4, BOOK_LEAF_NONE}, /* four first moves, but one position */
    };
    book_tree tree;
    hand_made(&tree);
    assert_int_equal(book_tree_update(&tree), FLANK_OK);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const book_record *record = &get(&tree, expected[i].moves)->record;
        if (record->score != expected[i].score || record->lines != expected[i].lines)
            fail_msg("%s: %d, %u lines", expected[i].moves, record->score, record->lines);
        assert_int_equal(book_has_leaf(record) ? 0 : record->leaf, expected[i].leaf);
    }
    book_tree_close(&tree);
}

/* ---- Against a slow recursion on random books ---- */

/* Play random moves from the start; some of the positions on the way are put into the tree with random leaves. */
static void add_random_line(book_tree *tree, random_state *random)
{
    static const flank_rules rules;
    const flank_game *game = flank_game_find("othello");
    flank_position position = flank_game_start(game);
    flank_move moves[FLANK_MOVES_MAX];
    for (int ply = 0; ply < 60; ply++) {
        size_t count = flank_game_moves(game, &rules, &position, moves);
        if (count == 0)
            return;
        book_record record = {.own = position.own, .other = position.other};
        unsigned symmetry = symmetry_canonical(&record.own, &record.other);
        flank_book_entry entry = {.score = (int)random_below(random, 2001) - 1000, .lines = 1};
        entry.has_leaf = random_below(random, 4) != 0;
        entry.rest_unknown = !entry.has_leaf;
        if (entry.has_leaf) {
            entry.leaf = moves[random_below(random, (uint32_t)count)];
            entry.leaf_score = (int)random_below(random, 2001) - 1000;
        }
        book_entry_to_record(&entry, symmetry, &record);
        size_t node = book_tree_add(tree, record.own, record.other);
        assert_int_not_equal(node, BOOK_NO_NODE);
        if (random_below(random, 8) != 0)
            book_tree_set(tree, node, &record);
        position =
            flank_game_play(game, &rules, &position, moves[random_below(random, (uint32_t)(count > 2 ? 2 : count))]);
    }
}

static int slow_score(const book_tree *tree, const book_record *record)
{
    static const flank_rules rules;
    const flank_game *game = flank_game_find("othello");
    flank_position position = {.own = record->own, .other = record->other};
    flank_move moves[FLANK_MOVES_MAX];
    size_t count = flank_game_moves(game, &rules, &position, moves);
    int best = INT16_MIN;
    bool leaf_in_book = false;
    for (size_t i = 0; i < count; i++) {
        flank_position next = flank_game_play(game, &rules, &position, moves[i]);
        size_t child = book_tree_find(tree, next.own, next.other);
        if (child == BOOK_NO_NODE || !tree->nodes[child].known)
            continue;
        int score = -slow_score(tree, &tree->nodes[child].record);
        best = score > best ? score : best;
        leaf_in_book |= moves[i].to == record->leaf;
    }
    if (book_has_leaf(record) && !leaf_in_book && record->leaf_score > best)
        best = record->leaf_score;
    return best == INT16_MIN ? record->score : best;
}

static void test_values_agree_with_a_slow_recursion(void **state)
{
    (void)state;
    random_state random = {7};
    for (int round = 0; round < 20; round++) {
        book_tree tree;
        assert_true(book_tree_open(&tree));
        for (int line = 0; line < 60; line++)
            add_random_line(&tree, &random);
        int *scores = calloc(tree.count, sizeof *scores);
        for (size_t i = 0; i < tree.count; i++)
            scores[i] = tree.nodes[i].known ? slow_score(&tree, &tree.nodes[i].record) : 0;
        assert_int_equal(book_tree_update(&tree), FLANK_OK);
        for (size_t i = 0; i < tree.count; i++)
            if (tree.nodes[i].known) {
                assert_int_equal(tree.nodes[i].record.score, scores[i]);
                assert_int_equal(book_record_fault(&tree.nodes[i].record), FLANK_ERROR_OK);
            }
        free(scores);
        book_tree_close(&tree);
    }
}

/* ---- The agenda ---- */

/* The next task, as text: "score moves-of-the-position leaf" would need names; squares of canonical boards do. */
static void check_tasks(book_tree *tree, const flank_book_plan *plan, const char *const *lines, size_t count)
{
    book_agenda agenda = {.tasks = NULL};
    flank_status status;
    assert_int_equal(book_agenda_fill(&agenda, tree, plan), FLANK_OK);
    assert_int_equal(agenda.count, count);
    for (size_t i = 0; i < count; i++) {
        size_t node = book_agenda_take(&agenda, tree, plan, &status);
        assert_int_not_equal(node, BOOK_NO_NODE);
        book_record wanted = fixture_record(lines[i], 0, NULL, 0);
        if (tree->nodes[node].record.own != wanted.own || tree->nodes[node].record.other != wanted.other)
            fail_msg("task %zu is not %s", i + 1, lines[i]);
        assert_true(tree->nodes[node].busy);
        tree->nodes[node].busy = false;
    }
    assert_int_equal(book_agenda_take(&agenda, tree, plan, &status), BOOK_NO_NODE);
    book_agenda_close(&agenda);
}

static void test_the_best_lines_come_first(void **state)
{
    (void)state;
    const flank_book_plan plan = {.depth_plies = 10, .plies = 12, .error = 1000, .line_error = 1000};
    book_tree tree;
    hand_made(&tree);
    root(&tree, "");
    /* f4 after f5 costs nothing, at ply 2: 50. f5d6c3d3 (cost 70, and 20 that d3 loses) is known and has no
     * leaf. f5d6c3g5 costs 70 at ply 4: 170. f5f6e6 costs 120 at ply 3: 195. */
    check_tasks(&tree, &plan, (const char *const[]){"f5f4", "f5d6c3g5", "f5f6e6"}, 3);
    book_tree_close(&tree);
}

static void test_bounds_end_lines(void **state)
{
    (void)state;
    book_tree tree;
    flank_book_plan plan = {.depth_plies = 10, .plies = 12, .error = 100, .line_error = 1000};
    hand_made(&tree);
    root(&tree, "");
    check_tasks(&tree, &plan, (const char *const[]){"f5f4", "f5d6c3g5"}, 2); /* f6 loses 120 */
    book_tree_close(&tree);
    plan = (flank_book_plan){.depth_plies = 10, .plies = 12, .error = 1000, .line_error = 69};
    hand_made(&tree);
    root(&tree, "");
    check_tasks(&tree, &plan, (const char *const[]){"f5f4"}, 1); /* d6 loses 70 */
    book_tree_close(&tree);
    plan = (flank_book_plan){.depth_plies = 10, .plies = 3, .error = 1000, .line_error = 1000};
    hand_made(&tree);
    root(&tree, "");
    check_tasks(&tree, &plan, (const char *const[]){"f5f4", "f5f6e6"}, 2); /* f5d6c3g5 is a ply too far */
    book_tree_close(&tree);
    hand_made(&tree); /* without a root nothing is asked for */
    check_tasks(&tree, &plan, NULL, 0);
    book_tree_close(&tree);
}

static void test_shallow_and_unknown_positions_are_searched(void **state)
{
    (void)state;
    const flank_book_plan plan = {.depth_plies = 11, .plies = 1, .error = 1000, .line_error = 1000};
    book_tree tree;
    hand_made(&tree);
    root(&tree, "");
    get(&tree, "f5d6c3")->tried = true;          /* already in this run */
    get(&tree, "f5f6")->record.depth_plies = 11; /* deep enough */
    get(&tree, "f5d6c3d3")->record.leaf = BOOK_LEAF_UNKNOWN;
    check_tasks(&tree, &plan, (const char *const[]){"f5", "f5d6c3d3"}, 2);
    get(&tree, "f5d6c3d3")->stuck = true;
    check_tasks(&tree, &plan, (const char *const[]){"f5"}, 1);
    book_tree_close(&tree);
}

/* After an odd number of moves a ply less; what was searched less deep than that is searched again. */
static void test_searches_end_after_the_same_side(void **state)
{
    (void)state;
    const flank_book_plan depth = {.depth_plies = 9}, one = {.depth_plies = 1}, level = {.level = 12},
                          six = {.level = 6};
    book_record even = fixture_record("f5d6", 0, "c3", 0), odd = fixture_record("f5d6c3", 0, "d3", 0);
    assert_int_equal(book_effort_for(&depth, &even).depth_plies, 9);
    assert_int_equal(book_effort_for(&depth, &odd).depth_plies, 8);
    assert_int_equal(book_effort_for(&one, &odd).depth_plies, 2);
    assert_int_equal(book_effort_for(&level, &even).level, 12);
    assert_int_equal(book_effort_for(&level, &odd).level, 11);
    assert_int_equal(book_effort_for(&six, &odd).level, 7);
    const flank_book_plan plan = {.depth_plies = 10, .plies = 1, .error = 1000, .line_error = 1000};
    book_tree tree;
    hand_made(&tree);
    root(&tree, "");
    check_tasks(&tree, &plan, NULL, 0);
    get(&tree, "f5")->record.depth_plies = 10; /* ends after the other side, but deeper than asked: stays */
    get(&tree, "f5f6")->record.depth_plies = 12;
    check_tasks(&tree, &plan, NULL, 0);
    get(&tree, "f5")->record.depth_plies = 8;
    check_tasks(&tree, &plan, (const char *const[]){"f5"}, 1);
    book_tree_close(&tree);
}

/* Many positions in no order, some of them only wanted: the known ones come first, in the order of the file, and each
 * is found again. */
static void test_sorting(void **state)
{
    (void)state;
    random_state random = {3};
    for (size_t wanted = 0; wanted < 300; wanted = 2 * wanted + 1) {
        book_tree tree;
        assert_true(book_tree_open(&tree));
        for (size_t i = 0; i < wanted; i++) {
            const uint64_t own = random_next(&random), other = random_next(&random) & ~own;
            const size_t node = book_tree_add(&tree, own, other);
            tree.nodes[node].known = random_below(&random, 4) != 0;
            tree.known += tree.nodes[node].known;
        }
        book_tree_sort(&tree);
        for (size_t i = 0; i < tree.count; i++) {
            const book_record *record = &tree.nodes[i].record, *before = i > 0 ? &tree.nodes[i - 1].record : record;
            assert_int_equal(tree.nodes[i].known, i < tree.known);
            assert_true(i == 0 || i == tree.known ||
                        book_key_compare(before->own, before->other, record->own, record->other) < 0);
            assert_int_equal(book_tree_find(&tree, record->own, record->other), i);
        }
        book_tree_close(&tree);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_of_a_hand_made_tree),
        cmocka_unit_test(test_sorting),
        cmocka_unit_test(test_values_agree_with_a_slow_recursion),
        cmocka_unit_test(test_the_best_lines_come_first),
        cmocka_unit_test(test_bounds_end_lines),
        cmocka_unit_test(test_searches_end_after_the_same_side),
        cmocka_unit_test(test_shallow_and_unknown_positions_are_searched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
