/* SPDX-License-Identifier: MIT
 *
 * The shared search against a plain alpha-beta without table, ordering or windows, over all games of the registry; and
 * its limits, lines, proofs and threads.
 */
#include "cmocka_all.h"

#include "games/game_table.h"
#include "core/random.h"
#include "search/search.h"

#include <stdlib.h>
#include <string.h>

static const flank_rules default_rules;

/* ---- Positions ---- */

/* A position after `plies` random moves, not over: fewer moves if the game ends before. */
static flank_position random_position(const flank_game *game, int plies, random_state *random)
{
    flank_position position = game->start(), last = position;
    for (int ply = 0; ply < plies && !game->outcome(&default_rules, &position).over; ply++) {
        flank_move moves[FLANK_MOVES_MAX];
        size_t count = game->moves(&default_rules, &position, moves);
        last = position;
        position = game->play(&default_rules, &position, moves[random_below(random, (uint32_t)count)]);
    }
    return game->outcome(&default_rules, &position).over ? last : position;
}

/* The last positions of a random game, the latest first, that are not over; their number. */
static int last_positions(const flank_game *game, int most, flank_position *last, random_state *random)
{
    flank_position position = game->start();
    int count = 0;
    for (int ply = 0; ply < 400 && !game->outcome(&default_rules, &position).over; ply++) {
        flank_move moves[FLANK_MOVES_MAX];
        const size_t choice = game->moves(&default_rules, &position, moves);
        count = count < most ? count + 1 : most;
        memmove(last + 1, last, (size_t)(count - 1) * sizeof *last);
        last[0] = position;
        position = game->play(&default_rules, &position, moves[random_below(random, (uint32_t)choice)]);
    }
    return count;
}

/* ---- The oracle ---- */

typedef struct oracle_path {
    const flank_game *game;
    flank_position path[FLANK_LINE_PLIES_MAX + 1];
} oracle_path;

static int ended_score(const oracle_path *oracle, int ply)
{
    flank_outcome outcome = oracle->game->outcome(&default_rules, &oracle->path[ply]);
    assert_true(outcome.over);
    return oracle->game->scores_discs ? 100 * outcome.discs : outcome.sign * (FLANK_SCORE_WIN - ply);
}

static bool has_been(const oracle_path *oracle, int ply)
{
    if (oracle->game->repetition_limit(&default_rules))
        for (int before = 0; before < ply; before++)
            if (flank_position_equal(oracle->path[before], oracle->path[ply]))
                return true;
    return false;
}

static int oracle_quiesce(oracle_path *oracle, int ply, int alpha, int beta)
{
    const flank_game *game = oracle->game;
    const flank_position *position = &oracle->path[ply];
    if (game->outcome(&default_rules, position).over)
        return ended_score(oracle, ply);
    flank_move moves[FLANK_MOVES_MAX];
    size_t count = game->noisy_moves ? game->noisy_moves(&default_rules, position, moves) : 0;
    if (!game->noisy_is_forced || count == 0) {
        int value = game->evaluate(&default_rules, position), limit = game->scores_discs ? 6400 : 20000;
        value = value > limit ? limit : value < -limit ? -limit : value;
        alpha = value > alpha ? value : alpha;
    }
    for (size_t i = 0; i < count && alpha < beta; i++) {
        oracle->path[ply + 1] = game->play(&default_rules, position, moves[i]);
        int value = -oracle_quiesce(oracle, ply + 1, -beta, -alpha);
        alpha = value > alpha ? value : alpha;
    }
    return alpha;
}

/* Fail-hard alpha-beta; a single legal move costs no depth, as in the search. */
static int oracle_search(oracle_path *oracle, int ply, int depth, int alpha, int beta)
{
    if (has_been(oracle, ply))
        return 0;
    if (depth == 0)
        return oracle_quiesce(oracle, ply, alpha, beta);
    flank_move moves[FLANK_MOVES_MAX];
    size_t count = oracle->game->moves(&default_rules, &oracle->path[ply], moves);
    if (count == 0)
        return ended_score(oracle, ply);
    for (size_t i = 0; i < count && alpha < beta; i++) {
        oracle->path[ply + 1] = oracle->game->play(&default_rules, &oracle->path[ply], moves[i]);
        int left = depth - (count > 1 || ply == 0);
        int value = -oracle_search(oracle, ply + 1, left, -beta, -alpha);
        alpha = value > alpha ? value : alpha;
    }
    return alpha;
}

static int oracle_score(const flank_game *game, flank_position root, int depth)
{
    oracle_path oracle = {.game = game, .path = {root}};
    return oracle_search(&oracle, 0, depth, -FLANK_SCORE_LIMIT, FLANK_SCORE_LIMIT);
}

/* ---- Tests ---- */

static flank_report run(searcher *search, const flank_game *game, flank_position root, search_request request)
{
    search_task task = {.game = game, .rules = &default_rules, .root = root};
    flank_report report;
    assert_int_equal(search_run(search, &task, &request, &report), FLANK_OK);
    assert_true(report.line_count >= 1);
    assert_true(report.lines[0].length >= 1);
    return report;
}

static void test_fixed_depth_equals_plain_alpha_beta(void **state)
{
    searcher *search = *state;
    random_state random = {2026};
    for (size_t index = 0; index < flank_game_count(); index++)
        for (int i = 0; i < 60; i++) {
            const flank_game *game = flank_game_at(index);
            flank_position root = random_position(game, (int)random_below(&random, 60), &random);
            int depth = 1 + i % 3;
            flank_report report =
                run(search, game, root, (search_request){.limits.depth_plies = depth, .mode = SEARCH_PLAIN});
            assert_int_equal(report.lines[0].score, oracle_score(game, root, depth));
        }
}

/* An Othello position with few empty squares from random play. */
static flank_position endgame(int most_empties, random_state *random)
{
    flank_position position = random_position(flank_game_find("othello"), 60 - most_empties, random);
    return position;
}

static void test_solved_endgames_equal_brute_force(void **state)
{
    searcher *search = *state;
    const flank_game *game = flank_game_find("othello");
    random_state random = {7};
    for (int i = 0; i < 40; i++) {
        flank_position root = endgame(5 + i % 5, &random);
        flank_report report = run(search, game, root, (search_request){0});
        assert_true(report.lines[0].exact);
        assert_true(report.depth_plies <= 20); /* nothing is searched on once it is solved */
        assert_int_equal(report.lines[0].score, oracle_score(game, root, 60));
        report = run(search, game, root, (search_request){.limits.win_loss_draw = true});
        int score = oracle_score(game, root, 60);
        assert_int_equal(report.lines[0].score, score > 0 ? 100 : score < 0 ? -100 : 0);
    }
}

static void test_every_move_gets_its_own_value(void **state)
{
    searcher *search = *state;
    random_state random = {11};
    for (size_t index = 0; index < flank_game_count(); index++)
        for (int i = 0; i < 20; i++) {
            const flank_game *game = flank_game_at(index);
            flank_position root = random_position(game, (int)random_below(&random, 50), &random);
            search_request request = {.limits.depth_plies = 3, .mode = SEARCH_PLAIN};
            int best = run(search, game, root, request).lines[0].score;
            request.limits.lines = FLANK_MOVES_MAX;
            flank_report all = run(search, game, root, request);
            flank_move moves[FLANK_MOVES_MAX];
            assert_int_equal(all.line_count, game->moves(&default_rules, &root, moves));
            assert_int_equal(all.lines[0].score, best);
            int scores[FLANK_MOVES_MAX], count = all.line_count;
            for (int line = 0; line < count; line++) {
                scores[line] = all.lines[line].score;
                oracle_path oracle = {.game = game, .path = {root}};
                oracle.path[1] = game->play(&default_rules, &root, all.lines[line].moves[0]);
                int value = -oracle_search(&oracle, 1, 2, -FLANK_SCORE_LIMIT, FLANK_SCORE_LIMIT);
                assert_int_equal(scores[line], value);
                assert_true(line == 0 || scores[line - 1] >= scores[line]);
            }
            request.limits.lines = 3;
            flank_report three = run(search, game, root, request);
            assert_int_equal(three.line_count, count < 3 ? count : 3);
            for (int line = 0; line < three.line_count; line++)
                assert_int_equal(three.lines[line].score, scores[line]);
        }
}

/* Wins and losses count their plies from the root, wherever the table has met the position before: every position of a
 * game's last plies, from the last one back, with one table. */
static void test_wins_and_losses_from_the_table_keep_their_distance(void **state)
{
    enum { LAST = 6, DEPTH = 4 };
    searcher *search = *state;
    random_state random = {31};
    int decided = 0;
    for (size_t index = 0; index < flank_game_count(); index++)
        for (int i = 0; i < 12; i++) {
            const flank_game *game = flank_game_at(index);
            flank_position last[LAST];
            if (game->scores_discs)
                continue;
            const int count = last_positions(game, LAST, last, &random);
            for (int back = 0; back < count; back++) {
                const int expected = oracle_score(game, last[back], DEPTH);
                const search_request request = {.limits.depth_plies = DEPTH, .mode = SEARCH_SOLVE};
                const int score = run(search, game, last[back], request).lines[0].score;
                if (abs(expected) < FLANK_SCORE_MATE)
                    continue;
                assert_int_equal(score, expected);
                decided++;
            }
        }
    assert_true(decided > 80);
}

static void test_node_limit_is_never_exceeded(void **state)
{
    searcher *search = *state;
    static const uint64_t limits[] = {1, 2, 3, 10, 100, 1000, 12345};
    for (size_t index = 0; index < flank_game_count(); index++)
        for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
            const flank_game *game = flank_game_at(index);
            search_clear(search);
            flank_report report = run(search, game, game->start(), (search_request){.limits.nodes = limits[i]});
            assert_int_equal(report.nodes, limits[i]);
        }
}

/* Late moves are left out in a search to no given depth: one to the depth that it reaches takes more nodes. */
static void test_late_moves_are_left_out_where_no_depth_is_asked_for(void **state)
{
    enum { NODES = 200000 };
    searcher *search = *state;
    const flank_game *game = flank_game_find("loa");
    const flank_report left_out = run(search, game, game->start(), (search_request){.limits.nodes = NODES});
    const int depth = left_out.depth_plies;
    search_clear(search);
    const flank_report all = run(search, game, game->start(), (search_request){.limits.depth_plies = depth});
    assert_int_equal(all.depth_plies, depth);
    assert_true(all.nodes > NODES);
}

/* Wins and losses are true, whatever a search to no given depth leaves out: one that leaves nothing out finds them. */
static void test_wins_of_a_search_that_leaves_out_are_true(void **state)
{
    enum { POSITIONS = 60, PLIES_BACK = 5, NODES = 4000 };
    searcher *search = *state;
    const flank_game *game = flank_game_find("loa");
    random_state random = {53};
    int decided = 0;
    for (int i = 0; i < POSITIONS; i++) {
        flank_position last[PLIES_BACK];
        if (last_positions(game, PLIES_BACK, last, &random) < PLIES_BACK)
            continue;
        search_clear(search);
        const flank_position root = last[PLIES_BACK - 1];
        const int score = run(search, game, root, (search_request){.limits.nodes = NODES}).lines[0].score;
        const int plies = FLANK_SCORE_WIN - abs(score);
        if (abs(score) < FLANK_SCORE_MATE || plies > PLIES_BACK)
            continue;
        search_clear(search);
        const search_request all = {.limits.depth_plies = plies, .mode = SEARCH_SOLVE};
        const int whole = run(search, game, root, all).lines[0].score;
        assert_true(score > 0 ? whole >= score : whole <= score);
        decided++;
    }
    assert_true(decided > POSITIONS / 2);
}

static void test_same_input_same_output(void **state)
{
    searcher *search = *state;
    for (size_t index = 0; index < flank_game_count(); index++) {
        const flank_game *game = flank_game_at(index);
        search_clear(search);
        flank_line first = run(search, game, game->start(), (search_request){.limits.depth_plies = 5}).lines[0];
        flank_report noise = run(search, game, game->start(), (search_request){.limits.depth_plies = 4});
        assert_true(noise.nodes > 0);
        search_clear(search);
        flank_report second = run(search, game, game->start(), (search_request){.limits.depth_plies = 5});
        assert_int_equal(first.score, second.lines[0].score);
        assert_int_equal(first.length, second.lines[0].length);
        for (int i = 0; i < first.length; i++)
            assert_true(flank_move_equal(first.moves[i], second.lines[0].moves[i]));
    }
}

/* A win in N plies comes with the moves to it, but for those that quiescence has seen. */
static void assert_line_wins(const flank_game *game, flank_position position, const flank_line *line)
{
    const int plies = FLANK_SCORE_WIN - abs(line->score);
    const unsigned color = position.color;
    assert_true(line->length <= plies);
    for (int i = 0; i < line->length; i++) {
        assert_false(game->outcome(&default_rules, &position).over);
        position = game->play(&default_rules, &position, line->moves[i]);
    }
    const flank_outcome outcome = game->outcome(&default_rules, &position);
    assert_int_equal(outcome.over, line->length == plies);
    const int sign = position.color == color ? outcome.sign : -outcome.sign; /* a move may let the other side connect */
    assert_true(!outcome.over || (sign > 0) == (line->score > 0));
}

static void test_several_threads_find_wins(void **state)
{
    enum { LAST = 8, DEPTH = 7 };
    random_state random = {77};
    int decided = 0;
    for (size_t index = 0; index < flank_game_count(); index++)
        for (int i = 0; i < 8; i++) {
            const flank_game *game = flank_game_at(index);
            flank_position last[LAST];
            if (game->scores_discs)
                continue;
            const int count = last_positions(game, LAST, last, &random);
            for (int back = 0; back < count; back++) {
                const search_request request = {.limits.depth_plies = DEPTH};
                const flank_line line = run(*state, game, last[back], request).lines[0];
                if (abs(line.score) < FLANK_SCORE_MATE)
                    continue;
                assert_true(line.exact);
                assert_line_wins(game, last[back], &line);
                decided++;
            }
        }
    assert_true(decided > 60);
}

static void test_a_node_limit_takes_one_thread(void **state)
{
    searcher *one = search_create((size_t)1 << 20, 1);
    for (size_t index = 0; index < flank_game_count(); index++) {
        const flank_game *game = flank_game_at(index);
        const search_request request = {.limits.nodes = 30000};
        const flank_line alone = run(one, game, game->start(), request).lines[0];
        const flank_line line = run(*state, game, game->start(), request).lines[0];
        assert_int_equal(line.score, alone.score);
        assert_int_equal(line.depth_plies, alone.depth_plies);
        assert_true(flank_move_equal(line.moves[0], alone.moves[0]));
    }
    search_destroy(one);
}

static int create(void **state)
{
    *state = search_create((size_t)1 << 20, 1);
    return *state ? 0 : -1;
}

static int create_team(void **state)
{
    *state = search_create((size_t)1 << 20, 3);
    return *state ? 0 : -1;
}

static int destroy(void **state)
{
    search_destroy(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_fixed_depth_equals_plain_alpha_beta, create, destroy),
        cmocka_unit_test_setup_teardown(test_solved_endgames_equal_brute_force, create, destroy),
        cmocka_unit_test_setup_teardown(test_every_move_gets_its_own_value, create, destroy),
        cmocka_unit_test_setup_teardown(test_wins_and_losses_from_the_table_keep_their_distance, create, destroy),
        cmocka_unit_test_setup_teardown(test_node_limit_is_never_exceeded, create, destroy),
        cmocka_unit_test_setup_teardown(test_wins_of_a_search_that_leaves_out_are_true, create, destroy),
        cmocka_unit_test_setup_teardown(test_late_moves_are_left_out_where_no_depth_is_asked_for, create, destroy),
        cmocka_unit_test_setup_teardown(test_same_input_same_output, create, destroy),
        cmocka_unit_test_setup_teardown(test_solved_endgames_equal_brute_force, create_team, destroy),
        cmocka_unit_test_setup_teardown(test_wins_and_losses_from_the_table_keep_their_distance, create_team, destroy),
        cmocka_unit_test_setup_teardown(test_several_threads_find_wins, create_team, destroy),
        cmocka_unit_test_setup_teardown(test_a_node_limit_takes_one_thread, create_team, destroy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
