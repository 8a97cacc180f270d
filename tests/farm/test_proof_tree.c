/* SPDX-License-Identifier: MIT
 *
 * Proof trees in memory: what comes of claims about random endgames is what a plain search says, by the usual rules and
 * by goal=fewest; a journal makes the same tree again, and damaged ones are refused.
 */
#include "cmocka_all.h"
#include "core/random.h"
#include "farm/proof_tree.h"
#include "games/othello/othello.h"

#include <flank/flank.h>

#include <stdlib.h>
#include <string.h>

enum { EMPTIES = 10, LEAF_EMPTIES = 6, GAMES = 24, SELECT_MOST = 64 };

static unsigned empties_of(const flank_position *at) { return 64 - bit_count(at->own | at->other); }

/* The score with best play. */
static int value_of(const flank_rules *rules, const flank_position *at, int alpha, int beta)
{
    flank_move moves[FLANK_MOVES_MAX];
    const flank_outcome outcome = flank_game_outcome(&othello_game, rules, at);
    if (outcome.over)
        return outcome.discs;
    int best = -64;
    const size_t count = flank_game_moves(&othello_game, rules, at, moves);
    for (size_t i = 0; i < count && best < beta; i++) {
        const flank_position next = flank_game_play(&othello_game, rules, at, moves[i]);
        const int value = -value_of(rules, &next, -beta, -(best > alpha ? best : alpha));
        best = value > best ? value : best;
    }
    return best;
}

/* A position of a random game with so many empty squares, or one that is over with more. */
static flank_position random_position(random_state *random, const flank_rules *rules)
{
    flank_position at = flank_game_start(&othello_game);
    flank_move moves[FLANK_MOVES_MAX];
    size_t count;
    while (empties_of(&at) > EMPTIES && (count = flank_game_moves(&othello_game, rules, &at, moves)) > 0)
        at = flank_game_play(&othello_game, rules, &at, moves[random_below(random, (uint32_t)count)]);
    return at;
}

/* Estimates that are no better than chance: the outcome may not depend on them. */
static void estimate_new(proof_tree *tree, random_state *random)
{
    uint32_t leaf;
    while (proof_tree_unestimated(tree, &leaf))
        assert_int_equal(proof_tree_estimate(tree, (int)random_below(random, 129) - 64), FLANK_OK);
}

static void deal_with(proof_tree *tree, uint32_t number, random_state *random)
{
    uint32_t count;
    const proof_node *leaf = &proof_tree_nodes(tree, &count)[number];
    if (leaf->state != PROOF_OPEN || leaf->count > 0)
        return; /* by another leaf of this round */
    if (empties_of(&leaf->at) > LEAF_EMPTIES) {
        proof_tree_ask(tree, number);
        proof_tree_spend(tree, number, 1000);
        assert_int_equal(proof_tree_expand(tree, number), FLANK_OK);
        estimate_new(tree, random);
        return;
    }
    const int value = value_of(proof_tree_rules(tree), &leaf->at, -64, 64);
    proof_tree_ask(tree, number);
    assert_true(proof_tree_know(tree, number, value, value));
}

static proof_state work_off(proof_tree *tree, random_state *random)
{
    uint32_t leaves[SELECT_MOST];
    estimate_new(tree, random);
    while (proof_tree_update(tree) == PROOF_OPEN) {
        const size_t count = proof_tree_select(tree, 0.25, leaves, SELECT_MOST);
        assert_int_not_equal(count, 0);
        for (size_t i = 0; i < count; i++)
            deal_with(tree, leaves[i], random);
    }
    uint32_t count;
    return proof_tree_nodes(tree, &count)[0].state;
}

static void assert_same_tree(const proof_tree *first, const proof_tree *second)
{
    uint32_t count, other;
    const proof_node *a = proof_tree_nodes(first, &count), *b = proof_tree_nodes(second, &other);
    assert_int_equal(count, other);
    for (uint32_t i = 0; i < count; i++)
        assert_true(flank_position_equal(a[i].at, b[i].at) && a[i].state == b[i].state && a[i].asked == b[i].asked &&
                    a[i].spent == b[i].spent && a[i].count == b[i].count && a[i].chance == b[i].chance &&
                    a[i].work == b[i].work);
}

static void check_claim(const flank_rules *rules, const flank_position *root, int at_least, bool holds)
{
    random_state random = {(uint64_t)at_least + 64};
    proof_tree *tree = proof_tree_create(rules, root, at_least), *again = proof_tree_create(rules, root, at_least);
    assert_non_null(tree);
    assert_non_null(again);
    assert_int_equal(work_off(tree, &random), holds ? PROOF_PROVED : PROOF_REFUTED);
    const text_buffer *journal = proof_tree_journal(tree);
    if (journal->length)
        assert_int_equal(proof_tree_replay(again, journal->bytes, journal->length), FLANK_OK);
    proof_tree_update(again);
    uint32_t count, other;
    assert_int_equal(proof_tree_nodes(tree, &count)[0].state, proof_tree_nodes(again, &other)[0].state);
    assert_int_equal(count, other);
    proof_tree_destroy(tree);
    proof_tree_destroy(again);
}

static void check_claims(const char *rules_text)
{
    flank_rules rules = {{0}};
    random_state random = {7};
    assert_int_equal(flank_rules_parse(&othello_game, rules_text, &rules, NULL), FLANK_OK);
    for (int game = 0; game < GAMES; game++) {
        const flank_position root = random_position(&random, &rules);
        const int value = value_of(&rules, &root, -64, 64);
        for (int at_least = value - 2; at_least <= value + 4; at_least += 2)
            if (at_least >= -62 && at_least <= 64)
                check_claim(&rules, &root, at_least, value >= at_least);
    }
}

static void test_claims_end_as_a_plain_search_says(void **state)
{
    (void)state;
    check_claims("");
    check_claims("goal=fewest");
}

static void test_a_journal_makes_the_tree_again_at_any_point(void **state)
{
    (void)state;
    const flank_rules rules = {{0}};
    random_state random = {11};
    const flank_position root = random_position(&random, &rules);
    proof_tree *tree = proof_tree_create(&rules, &root, 2), *again = proof_tree_create(&rules, &root, 2);
    uint32_t leaves[SELECT_MOST];
    estimate_new(tree, &random);
    for (int step = 0; step < 12 && proof_tree_update(tree) == PROOF_OPEN; step++) {
        const size_t count = proof_tree_select(tree, 0.5, leaves, SELECT_MOST);
        for (size_t i = 0; i < count; i++)
            deal_with(tree, leaves[i], &random);
        text_buffer *journal = proof_tree_journal(tree);
        assert_int_equal(proof_tree_replay(again, journal->bytes, journal->length), FLANK_OK);
        text_clear(journal);
        assert_int_equal(proof_tree_update(tree), proof_tree_update(again));
        assert_same_tree(tree, again);
    }
    proof_tree_destroy(tree);
    proof_tree_destroy(again);
}

static void test_damaged_journals_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"e0\n",
                                      "v0",
                                      "v0\ne1\n",
                                      "v0\nv0\n",
                                      "x0\n",
                                      "v0\ne-1\n",
                                      "\n",
                                      "vzero\n",
                                      "v0\np7\n",
                                      "v0\ne0\ne0\n",
                                      "v0\ns\n",
                                      "e",
                                      "v0\ne99999999999999999999999999999999999999999999\n"};
    const flank_rules rules = {{0}};
    const flank_position root = flank_game_start(&othello_game);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        proof_tree *tree = proof_tree_create(&rules, &root, 2);
        if (proof_tree_replay(tree, bad[i], strlen(bad[i])) != FLANK_BAD_FILE)
            fail_msg("taken: %s", bad[i]);
        proof_tree_destroy(tree);
    }
}

/* The four first moves are one position. */
static void test_positions_that_are_the_same_are_one_node(void **state)
{
    (void)state;
    const flank_rules rules = {{0}};
    const flank_position root = flank_game_start(&othello_game);
    proof_tree *tree = proof_tree_create(&rules, &root, 0);
    uint32_t count, leaf;
    assert_true(proof_tree_unestimated(tree, &leaf) && leaf == 0);
    assert_int_equal(proof_tree_expand(tree, 0), FLANK_BAD_ARGUMENT);
    assert_int_equal(proof_tree_estimate(tree, 0), FLANK_OK);
    assert_int_equal(proof_tree_expand(tree, 0), FLANK_OK);
    const proof_node *nodes = proof_tree_nodes(tree, &count);
    assert_true(count == 2 && nodes[0].count == 4);
    for (int i = 0; i < 4; i++)
        assert_int_equal(proof_tree_children(tree, 0)[i], 1);
    assert_int_equal(proof_tree_number(tree, 0), 0);
    assert_int_equal(proof_tree_number(tree, 1), 2);
    proof_tree_destroy(tree);
}

/* Estimates count the squares of the board that is played on: 36 take as many nodes as 32 empty squares of 64. */
static void test_estimates_are_of_the_squares_in_play(void **state)
{
    (void)state;
    flank_rules rules = {{0}};
    flank_position root = flank_game_start(&othello_game);
    uint32_t count;
    double work[2];
    assert_int_equal(flank_rules_parse(&othello_game, "board=6", &rules, NULL), FLANK_OK);
    proof_tree *small = proof_tree_create(&rules, &root, 0);
    root.own |= UINT64_C(0xFFFFFF0000000000); /* with the next line and the middle: 32 discs */
    root.own |= UINT64_C(0xF);
    proof_tree *large = proof_tree_create(&(flank_rules){{0}}, &root, 0);
    assert_int_equal(proof_tree_estimate(small, 0), FLANK_OK);
    assert_int_equal(proof_tree_estimate(large, 0), FLANK_OK);
    work[0] = proof_tree_nodes(small, &count)->work;
    work[1] = proof_tree_nodes(large, &count)->work;
    assert_true(work[0] == work[1]);
    proof_tree_destroy(small);
    proof_tree_destroy(large);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_claims_end_as_a_plain_search_says),
        cmocka_unit_test(test_a_journal_makes_the_tree_again_at_any_point),
        cmocka_unit_test(test_damaged_journals_are_refused),
        cmocka_unit_test(test_positions_that_are_the_same_are_one_node),
        cmocka_unit_test(test_estimates_are_of_the_squares_in_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
