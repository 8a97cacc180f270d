/* SPDX-License-Identifier: MIT
 *
 * Proof-number search, against retrograde analysis on small graphs full of repetitions, against the endgame tables of
 * draughts, and against plain alpha-beta in Lines of Action.
 */
#include "cmocka_all.h"

#include "core/clock.h"
#include "core/random.h"
#include "games/draughts/draughts.h"
#include "games/loa/loa.h"
#include "search/proof_search.h"
#include "tablebase/tablebase.h"

#include <string.h>

static const flank_rules usual = {{0}};

/* ---- A game on a graph ---- */

enum { NODES = 14, EDGES = 3 };

/* A token walks along edges, moved by both sides in turn: even nodes are black to move. */
static struct graph {
    int edges[NODES][EDGES], count[NODES];
    int result[NODES]; /* of a node without edges, for the side to move: 1, 0, -1 */
} graph;

#include "graph_game.h" /* plays on `graph` */

static int limit_of_rules(const flank_rules *rules) { return rules->value[0]; }

static const flank_game graph_game = {
    .name = "graph",
    .moves = graph_moves,
    .play = graph_play,
    .outcome = graph_outcome,
    .repetition_limit = limit_of_rules,
};

static void make_graph(uint64_t seed)
{
    memset(&graph, 0, sizeof graph);
    for (int node = 0; node < NODES; node++) {
        const int count = (int)((seed = random_mix(seed)) % (EDGES + 1));
        graph.result[node] = (int)((seed >> 8) % 3) - 1;
        for (int i = 0; i < count; i++) {
            const int to = (int)((seed = random_mix(seed)) % (NODES / 2)) * 2 + !(node & 1);
            bool there = false;
            for (int j = 0; j < graph.count[node]; j++)
                there |= graph.edges[node][j] == to;
            if (!there)
                graph.edges[node][graph.count[node]++] = to;
        }
    }
}

/* Does `winner` force a win of `node`, by what is known of the others? */
static bool wins_next(unsigned winner, int node, const bool won[NODES])
{
    const bool chooses = (unsigned)(node & 1) == winner;
    if (graph.count[node] == 0)
        return graph.result[node] == (chooses ? 1 : -1);
    for (int i = 0; i < graph.count[node]; i++)
        if (won[graph.edges[node][i]] == chooses)
            return chooses;
    return !chooses;
}

/* The nodes that `winner` wins and, of them, in how many plies at least. */
static void find_won(unsigned winner, bool won[NODES], int plies[NODES])
{
    memset(won, 0, NODES * sizeof *won);
    for (int round = 0; round < NODES; round++) {
        bool next[NODES];
        for (int node = 0; node < NODES; node++) {
            next[node] = won[node] || wins_next(winner, node, won);
            if (next[node] && !won[node])
                plies[node] = round;
        }
        memcpy(won, next, sizeof next);
    }
}

/* The line leads to a win, by legal moves, in as many plies as the result says at most. */
static void assert_line(const flank_game *game, const flank_rules *rules, flank_position position, unsigned winner,
                        const proof_result *result)
{
    assert_true(result->length > 0 && result->length <= result->plies);
    for (int i = 0; i < result->length; i++) {
        flank_move moves[FLANK_MOVES_MAX];
        const size_t count = game->moves(rules, &position, moves);
        size_t at = 0;
        while (at < count && !flank_move_equal(moves[at], result->moves[i]))
            at++;
        assert_true(at < count);
        position = game->play(rules, &position, moves[at]);
    }
    const flank_outcome outcome = game->outcome(rules, &position);
    assert_true(outcome.over);
    assert_int_equal(outcome.sign, position.color == winner ? 1 : -1);
}

static void test_wins_on_graphs(void **state)
{
    (void)state;
    enum { GRAPHS = 3000, TABLE = 4096 };
    int wins = 0;
    for (uint64_t seed = 1; seed <= GRAPHS; seed++) {
        make_graph(seed);
        prover *proof = prover_create(TABLE);
        assert_non_null(proof);
        for (unsigned winner = 0; winner < 2; winner++) {
            bool won[NODES];
            int plies[NODES];
            find_won(winner, won, plies);
            for (int node = 0; node < NODES; node++) {
                if (graph.count[node] == 0)
                    continue;
                const flank_rules rules = {{(uint8_t)(2 + seed % 2)}};
                const search_task task = {.game = &graph_game, .rules = &rules, .root = place(node)};
                proof_result result;
                prover_run(proof, &task, &(proof_question){.winner = winner, .nodes = 100000}, &result);
                assert_int_equal(result.answer, won[node] ? PROOF_WON : PROOF_OPEN);
                assert_true(won[node] || result.hopeless);
                if (!won[node])
                    continue;
                wins++;
                assert_true(result.plies >= plies[node]);
                assert_line(&graph_game, &rules, place(node), winner, &result);
            }
        }
        prover_destroy(proof);
    }
    assert_true(wins > GRAPHS);
}

/* A position that has occurred as often as it may does not lead to a win. */
static void test_positions_that_are_spent(void **state)
{
    (void)state;
    /* 0 -> 1 -> 2, where black to move has won; and 0 -> 3 -> 4 -> 5 -> 2. */
    graph =
        (struct graph){.edges = {{1, 3}, {2}, {0}, {4}, {5}, {2}}, .count = {2, 1, 0, 1, 1, 1}, .result = {0, 0, 1}};
    const flank_position first = place(1);
    const uint64_t once = flank_position_hash(&first);
    const uint64_t history[] = {once, once};
    prover *proof = prover_create(4096);
    for (size_t times = 0; times <= 2; times++) {
        const flank_rules rules = {{3}};
        const search_task task = {
            .game = &graph_game, .rules = &rules, .root = place(0), .history = history, .history_count = times};
        proof_result result;
        prover_run(proof, &task, &(proof_question){.winner = FLANK_BLACK}, &result);
        assert_int_equal(result.answer, PROOF_WON);
        assert_int_equal(result.plies, times == 2 ? 4 : 2);
    }
    prover_destroy(proof);
}

/* ---- Real games ---- */

/* A random position of draughts with so many kings and men, one side to move. */
static flank_position random_draughts(uint64_t seed, int pieces)
{
    flank_position position = {.color = (uint8_t)(seed & 1)};
    for (int i = 0; i < pieces;) {
        seed = random_mix(seed);
        const flank_squares square = UINT64_C(1) << (seed % 64);
        const bool king = seed >> 8 & 1 || seed % 64 < 8 || seed % 64 >= 56;
        if ((position.own | position.other) & square)
            continue;
        *(i % 2 ? &position.other : &position.own) |= square;
        position.kings |= king ? square : 0;
        i++;
    }
    return position;
}

static void test_wins_of_draughts_are_those_of_the_tables(void **state)
{
    (void)state;
    enum { POSITIONS = 300, NODES_EACH = 50000 };
    tablebase *tables = tablebase_open_default();
    prover *proof = prover_create((size_t)16 << 20);
    assert_true(tables && proof);
    int wins = 0, found = 0;
    for (uint64_t seed = 1; seed <= POSITIONS; seed++) {
        const flank_position position = random_draughts(random_mix(seed), 3);
        tablebase_value value;
        if (flank_position_check(&draughts_game, &usual, &position, NULL) ||
            draughts_game.outcome(&usual, &position).over || !tablebase_probe(tables, &usual, &position, &value))
            continue;
        const search_task task = {.game = &draughts_game, .rules = &usual, .root = position};
        for (unsigned winner = 0; winner < 2; winner++) {
            const bool won = value.sign == (position.color == winner ? 1 : -1);
            proof_result result;
            prover_run(proof, &task, &(proof_question){.winner = winner, .nodes = NODES_EACH}, &result);
            assert_true(won || result.answer == PROOF_OPEN);
            wins += won;
            found += result.answer == PROOF_WON;
            if (result.answer != PROOF_WON)
                continue;
            assert_true(result.plies >= value.plies);
            assert_line(&draughts_game, &usual, position, winner, &result);
        }
    }
    assert_true(wins > POSITIONS / 4 && found * 10 >= wins * 9);
    prover_destroy(proof);
    flank_tables_close(tables);
}

/* With the tables the proof ends where they know. */
static bool known(const void *user, const flank_rules *rules, const flank_position *position, int *sign, int *plies)
{
    tablebase_value value;
    if (!tablebase_probe(user, rules, position, &value))
        return false;
    *sign = value.sign;
    *plies = value.plies;
    return true;
}

static void test_known_positions(void **state)
{
    (void)state;
    tablebase *tables = tablebase_open_default();
    prover *proof = prover_create((size_t)1 << 20);
    int wins = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        const flank_position position = random_draughts(random_mix(seed), 3);
        tablebase_value value;
        if (flank_position_check(&draughts_game, &usual, &position, NULL) ||
            draughts_game.outcome(&usual, &position).over || !tablebase_probe(tables, &usual, &position, &value) ||
            value.sign <= 0)
            continue;
        const search_task task = {
            .game = &draughts_game, .rules = &usual, .root = position, .known = {known, tables, 3}};
        proof_result result;
        prover_run(proof, &task, &(proof_question){.winner = position.color, .nodes = 1000}, &result);
        assert_int_equal(result.answer, PROOF_WON);
        assert_line(&draughts_game, &usual, position, position.color, &result);
        wins++;
    }
    assert_true(wins > 50);
    prover_destroy(proof);
    flank_tables_close(tables);
}

/* Positions some plies before the end of games played at random, with the value of a plain search. */
static void test_wins_of_loa_are_those_of_alpha_beta(void **state)
{
    (void)state;
    enum { GAMES = 60, DEPTH = 4 };
    searcher *search = search_create((size_t)4 << 20, 1);
    prover *proof = prover_create((size_t)16 << 20);
    int wins = 0, found = 0;
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        flank_position positions[200] = {loa_game.start()};
        int last = 0;
        uint64_t dice = random_mix(seed);
        while (last < 199 && !loa_game.outcome(&usual, &positions[last]).over) {
            flank_move moves[FLANK_MOVES_MAX];
            const size_t count = loa_game.moves(&usual, &positions[last], moves);
            dice = random_mix(dice);
            positions[last + 1] = loa_game.play(&usual, &positions[last], moves[dice % count]);
            last++;
        }
        if (last < 199 && last > 3) {
            const search_task task = {.game = &loa_game, .rules = &usual, .root = positions[last - 3]};
            const search_request request = {.limits = {.depth_plies = DEPTH, .lines = 1}, .mode = SEARCH_PLAIN};
            flank_report report;
            search_clear(search);
            assert_int_equal(search_run(search, &task, &request, &report), FLANK_OK);
            const int score = report.lines[0].score;
            for (unsigned winner = 0; winner < 2; winner++) {
                const int for_winner = task.root.color == winner ? score : -score;
                proof_result result;
                prover_run(proof, &task, &(proof_question){.winner = winner, .nodes = 300000}, &result);
                wins += for_winner >= FLANK_SCORE_MATE;
                found += for_winner >= FLANK_SCORE_MATE && result.answer == PROOF_WON;
                if (for_winner <= -FLANK_SCORE_MATE)
                    assert_int_equal(result.answer, PROOF_OPEN);
                if (result.answer != PROOF_WON)
                    continue;
                assert_true(for_winner < FLANK_SCORE_MATE || result.plies >= FLANK_SCORE_WIN - for_winner);
                assert_line(&loa_game, &usual, task.root, winner, &result);
            }
        }
    }
    assert_true(wins > GAMES / 3 && found * 10 >= wins * 9);
    prover_destroy(proof);
    search_destroy(search);
}

static void test_limits(void **state)
{
    (void)state;
    prover *proof = prover_create((size_t)1 << 20);
    const search_task task = {.game = &loa_game, .rules = &usual, .root = loa_game.start()};
    proof_result result;
    prover_run(proof, &task, &(proof_question){.nodes = 5000}, &result);
    assert_true(result.answer == PROOF_OPEN && !result.hopeless);
    assert_in_range(result.nodes, 5000, 5000 + FLANK_MOVES_MAX);
    prover_run(proof, &task, &(proof_question){.end_s = clock_now_s()}, &result);
    assert_true(result.answer == PROOF_OPEN && result.nodes < 5000);
    flank_stop stop = {.raised = 1};
    prover_run(proof, &task, &(proof_question){.stop = &stop}, &result);
    assert_true(result.answer == PROOF_OPEN && result.nodes < 5000);
    prover_destroy(proof);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wins_on_graphs),
        cmocka_unit_test(test_positions_that_are_spent),
        cmocka_unit_test(test_wins_of_draughts_are_those_of_the_tables),
        cmocka_unit_test(test_known_positions),
        cmocka_unit_test(test_wins_of_loa_are_those_of_alpha_beta),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
