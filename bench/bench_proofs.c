/* SPDX-License-Identifier: MIT
 *
 * Counts the won positions that alpha-beta and proof-number search solve, and their nodes:
 *
 *   bench_proofs GAME [GAMES] [NODES]       (100 games, 300,000 nodes a position)
 *
 * The games are short searches against shorter ones, with a random move now and then, so that one side wins. Of each
 * that was won, the positions 3, 5, 7 … plies before the end are asked, the winner to move, as long as either way
 * solves them. Nodes are those of positions that both solve.
 */
#include "core/clock.h"
#include "core/random.h"
#include "games/game_table.h"
#include "search/proof_search.h"

#include <flank/flank.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { PLIES_MAX = 400, RANDOM_PLIES = 6, RANDOM_IN = 10, NODES_STRONG = 3000, NODES_WEAK = 800, BACK_MAX = 41 };

#define TABLE_BYTES ((size_t)64 << 20)

static const flank_rules usual = {{0}};

typedef struct proof_score {
    int asked, by_search, by_proof, by_both;
    uint64_t search_nodes, proof_nodes;
    double search_s, proof_s;
} proof_score;

static flank_move choose(const flank_game *game, const flank_position *position, int ply, uint64_t seed, uint64_t *dice,
                         searcher *player)
{
    flank_move moves[FLANK_MOVES_MAX];
    const size_t count = game->moves(&usual, position, moves);
    *dice = random_mix(*dice);
    if (ply < RANDOM_PLIES || *dice % RANDOM_IN == 0)
        return moves[random_mix(*dice + 1) % count];
    const search_task task = {.game = game, .rules = &usual, .root = *position};
    const uint64_t nodes = ((uint64_t)ply & 1) == (seed & 1) ? NODES_WEAK : NODES_STRONG;
    const search_request request = {.limits = {.nodes = nodes, .lines = 1, .selectivity = 100}};
    flank_report report;
    return search_run(player, &task, &request, &report) == FLANK_OK ? report.lines[0].moves[0] : moves[0];
}

/* Ask both about a position that its mover has won in the game. True if one of them solves it. */
static bool ask(const search_task *task, uint64_t nodes, proof_score *score)
{
    searcher *search = search_create(TABLE_BYTES, 1);
    prover *proof = prover_create(TABLE_BYTES);
    if (!search || !proof)
        exit(EXIT_FAILURE);
    const search_request request = {.limits = {.nodes = nodes, .lines = 1, .selectivity = 100}, .mode = SEARCH_SOLVE};
    const proof_question question = {.winner = task->root.color, .nodes = nodes};
    flank_report report;
    proof_result result;
    const double start_s = clock_now_s();
    if (search_run(search, task, &request, &report))
        exit(EXIT_FAILURE);
    const double middle_s = clock_now_s();
    prover_run(proof, task, &question, &result);
    score->search_s += middle_s - start_s;
    score->proof_s += clock_now_s() - middle_s;
    const bool searched = report.lines[0].exact && report.lines[0].score >= FLANK_SCORE_MATE;
    const bool proved = result.answer == PROOF_WON;
    score->asked++;
    score->by_search += searched;
    score->by_proof += proved;
    score->by_both += searched && proved;
    score->search_nodes += searched && proved ? report.nodes : 0;
    score->proof_nodes += searched && proved ? result.nodes : 0;
    search_destroy(search);
    prover_destroy(proof);
    return searched || proved;
}

static void play_and_ask(const flank_game *game, uint64_t seed, uint64_t nodes, searcher *player, proof_score *score)
{
    static flank_position line[PLIES_MAX + 1];
    uint64_t dice = random_mix(seed);
    int last = 0;
    line[0] = game->start();
    search_clear(player);
    while (last < PLIES_MAX && !game->outcome(&usual, &line[last]).over) {
        const flank_move move = choose(game, &line[last], last, seed, &dice, player);
        line[last + 1] = game->play(&usual, &line[last], move);
        last++;
    }
    const flank_outcome outcome = game->outcome(&usual, &line[last]);
    if (!outcome.over || outcome.sign == 0)
        return;
    const unsigned winner = outcome.sign > 0 ? line[last].color : !line[last].color;
    for (int back = 3; back <= BACK_MAX && back < last; back += 2) {
        const int at = last - back + (line[last - back].color != winner);
        const search_task task = {.game = game, .rules = &usual, .root = line[at]};
        if (!ask(&task, nodes, score))
            return;
    }
}

int main(int argc, char **argv)
{
    const flank_game *game = argc > 1 ? flank_game_find(argv[1]) : NULL;
    const uint64_t games = argc > 2 ? strtoull(argv[2], NULL, 10) : 100;
    const uint64_t nodes = argc > 3 ? strtoull(argv[3], NULL, 10) : 300000;
    if (!game || game->scores_discs || !games || !nodes) {
        fputs("usage: bench_proofs loa|draughts [GAMES] [NODES]\n", stderr);
        return 64;
    }
    searcher *player = search_create((size_t)1 << 20, 1);
    proof_score score = {0};
    if (!player)
        return EXIT_FAILURE;
    for (uint64_t seed = 1; seed <= games; seed++)
        play_and_ask(game, seed, nodes, player, &score);
    search_destroy(player);
    const double both = score.by_both ? score.by_both : 1;
    printf("%d positions\n", score.asked);
    printf("alpha-beta    solves %d, %.0f nodes each of those that both solve, %.1f s\n", score.by_search,
           (double)score.search_nodes / both, score.search_s);
    printf("proof numbers solves %d, %.0f nodes each, %.1f s\n", score.by_proof, (double)score.proof_nodes / both,
           score.proof_s);
    printf("both          %d\n", score.by_both);
    return 0;
}
