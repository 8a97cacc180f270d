/* SPDX-License-Identifier: MIT
 *
 * The rule that ends games without progress: records count the plies, and both searches tell wins that come in time and
 * draws that are draws. The searches are compared with retrograde analysis on small graphs, where the state is a node
 * with its counts, and with the endgame tables of two kings against one, who cannot make progress but by winning.
 */
#include "cmocka_all.h"

#include "core/bits.h"
#include "core/random.h"
#include "games/draughts/draughts.h"
#include "search/proof_search.h"
#include "search/search.h"
#include "tablebase/tablebase.h"

#include <string.h>

enum { TABLE_BYTES = 1 << 20 };

static flank_rules rules_of(const char *text)
{
    flank_rules rules = {{0}};
    assert_int_equal(flank_rules_parse(&draughts_game, text, &rules, NULL), FLANK_OK);
    return rules;
}

static flank_record *record_of(const char *fen, const char *rules_text)
{
    const flank_rules rules = rules_of(rules_text);
    flank_position position;
    assert_int_equal(flank_position_parse(&draughts_game, fen, &position, NULL), FLANK_OK);
    flank_record *record = flank_record_create(&draughts_game, &rules, &position);
    assert_non_null(record);
    return record;
}

/* ---- Records ---- */

static void assert_counts(const char *fen, const char *rules_text, const char *moves, int idle_plies)
{
    flank_record *record = record_of(fen, rules_text);
    assert_int_equal(flank_record_play_text(record, moves, NULL), FLANK_OK);
    if (flank_record_idle_plies(record) != idle_plies)
        fail_msg("%s, %s, %s: %d plies", fen, rules_text, moves, flank_record_idle_plies(record));
    flank_record_destroy(record);
}

static void records_count_plies(void **state)
{
    (void)state;
    static const char *const fen = "W:WKa1,a3,c4:BKh8,h6,e5";
    assert_counts(fen, "no_progress=100", "", 0);
    assert_counts(fen, "no_progress=100", "a1-b1 h8-g8 b1-c1", 3);
    assert_counts(fen, "no_progress=100", "a1-b1 h8-g8 a3-b3", 0); /* a man, sideways too */
    assert_counts(fen, "no_progress=100", "a1-b1 h6-h5 b1-a1 h8-g8", 2);
    assert_counts(fen, "no_progress=150", "a1-b1 h8-g8 a3-b3 h6-h5 b1-c1", 5); /* captures alone */
    assert_counts(fen, "no_progress=150", "a1-b1 h8-g8 c4-d4 e5-d5 d4xd6 g8-f8", 1);
    assert_counts(fen, "no_progress=none", "a1-b1 h8-g8 b1-c1", 0);
    assert_counts(fen, "", "a1-b1 h8-g8 b1-c1", 0);
}

/* Any move of a king after which nothing can be taken and the game goes on. */
static bool play_idle(flank_record *record, random_state *dice)
{
    flank_move moves[FLANK_MOVES_MAX];
    const flank_position before = *flank_record_position(record);
    const size_t count = flank_game_moves(&draughts_game, flank_record_rules(record), &before, moves);
    for (int tries = 0; tries < 100; tries++) {
        const flank_move move = moves[random_below(dice, (uint32_t)count)];
        if (move.captured || !(before.kings & bit(move.from)) || flank_record_play(record, move))
            continue;
        flank_move replies[FLANK_MOVES_MAX];
        const bool quiet =
            draughts_game.noisy_moves(flank_record_rules(record), flank_record_position(record), replies) == 0;
        if (quiet && flank_record_occurrences(record) == 1)
            return true;
        flank_record_undo(record);
    }
    return false;
}

/* Play moves of kings until so many plies are idle, going back a little if there is none. */
static flank_record *record_with_idle(const char *fen, const char *rules_text, int plies)
{
    random_state dice = {1};
    flank_record *record = record_of(fen, rules_text);
    for (int tries = 0; flank_record_idle_plies(record) < plies; tries++) {
        assert_true(tries < 10000);
        if (!play_idle(record, &dice))
            for (int back = 0; back < 3; back++)
                flank_record_undo(record);
    }
    assert_int_equal(flank_record_idle_plies(record), plies);
    return record;
}

static void assert_no_progress(const char *rules_text, int limit)
{
    static const char *const fen = "W:WKa1,a2:BKh8,h7";
    flank_record *record = record_with_idle(fen, rules_text, limit - 1);
    assert_false(flank_record_outcome(record).over);
    flank_record_destroy(record);
    record = record_with_idle(fen, rules_text, limit);
    const flank_outcome outcome = flank_record_outcome(record);
    assert_true(outcome.over);
    assert_int_equal(outcome.sign, 0);
    assert_string_equal(outcome.reason->code, "NO_PROGRESS");
    flank_move moves[FLANK_MOVES_MAX];
    assert_true(flank_game_moves(&draughts_game, flank_record_rules(record), flank_record_position(record), moves) > 0);
    assert_int_equal(flank_record_play(record, moves[0]), FLANK_GAME_OVER);
    char text[8000];
    flank_record_format(record, text, sizeof text);
    assert_non_null(strstr(text, "[Result \"1/2-1/2\"]"));
    flank_record *again = flank_record_parse(text, NULL, NULL);
    assert_non_null(again);
    assert_string_equal(flank_record_outcome(again).reason->code, "NO_PROGRESS");
    flank_record_destroy(again);
    assert_true(flank_record_undo(record));
    assert_false(flank_record_outcome(record).over);
    flank_record_destroy(record);
}

static void a_game_without_progress_is_a_draw(void **state)
{
    (void)state;
    assert_no_progress("no_progress=100", 100);
    assert_no_progress("no_progress=150", 150);
    assert_int_equal(flank_game_no_progress_limit(&draughts_game, &(flank_rules){{0}}), 0);
}

/* ---- Games on graphs ---- */

enum { LAYERS = 3, WIDTH = 8, NODES = LAYERS * WIDTH, EDGES = 3, LIMIT = 5, DEPTH = 40, NEVER = 1000 };

/* A token walks along edges, moved by both sides in turn: even nodes are black to move. An edge to the next layer is
 * progress for good, as none leads back. */
static struct graph {
    int edges[NODES][EDGES], count[NODES];
    bool for_now[NODES][EDGES];
    int result[NODES]; /* of a node without edges, for the side to move: 1, 0, -1 */
} graph;

#include "graph_game.h" /* plays on `graph` */

static int graph_repetition_limit(const flank_rules *rules)
{
    (void)rules;
    return 3;
}

static int graph_no_progress_limit(const flank_rules *rules)
{
    (void)rules;
    return LIMIT;
}

static game_progress progress_of(int node, int edge)
{
    if (graph.edges[node][edge] / WIDTH != node / WIDTH)
        return PROGRESS_FOR_GOOD;
    return graph.for_now[node][edge] ? PROGRESS_FOR_NOW : PROGRESS_NONE;
}

static game_progress graph_progress(const flank_rules *rules, const flank_position *position, flank_move move)
{
    (void)rules;
    const int node = (int)position->kings;
    int edge = 0;
    while (graph.edges[node][edge] != move.to)
        edge++;
    return progress_of(node, edge);
}

static int graph_evaluate(const flank_rules *rules, const flank_position *position)
{
    (void)rules;
    return position->color == FLANK_BLACK ? 70 : -70;
}

static int graph_order(const flank_rules *rules, const flank_position *position, flank_move move)
{
    (void)rules, (void)position, (void)move;
    return 0;
}

static const flank_game graph_game = {
    .name = "graph",
    .moves = graph_moves,
    .play = graph_play,
    .outcome = graph_outcome,
    .repetition_limit = graph_repetition_limit,
    .no_progress_limit = graph_no_progress_limit,
    .progress = graph_progress,
    .evaluate = graph_evaluate,
    .order = graph_order,
};

static void make_graph(uint64_t seed)
{
    memset(&graph, 0, sizeof graph);
    random_state dice = {seed};
    for (int node = 0; node < NODES; node++) {
        const int layer = node / WIDTH;
        const uint32_t count = random_below(&dice, EDGES + 2);
        graph.result[node] = (int)random_below(&dice, 3) - 1;
        for (uint32_t i = 0; i < count && i < EDGES; i++) {
            const int further = layer + 1 < LAYERS && random_below(&dice, 4) == 0;
            const int to = (layer + further) * WIDTH + 2 * (int)random_below(&dice, WIDTH / 2) + !(node & 1);
            bool there = false;
            for (int j = 0; j < graph.count[node]; j++)
                there |= graph.edges[node][j] == to;
            if (there)
                continue;
            graph.for_now[node][graph.count[node]] = random_below(&dice, 4) == 0;
            graph.edges[node][graph.count[node]++] = to;
        }
    }
}

/* In how many plies the side to move wins or loses a node with so many idle plies. `strict`: if progress for good
 * counts alone. */
typedef struct truth {
    bool strict;
    int win[NODES][LIMIT], loss[NODES][LIMIT]; /* NEVER: it does not */
} truth;

static void value_behind(const truth *of, int node, int edge, int idle, int *win, int *loss)
{
    const int to = graph.edges[node][edge];
    const game_progress progress = progress_of(node, edge);
    const bool anew = progress == PROGRESS_FOR_GOOD || (progress == PROGRESS_FOR_NOW && !of->strict);
    const int next = anew ? 0 : idle + 1;
    *win = *loss = NEVER;
    if (graph.count[to] == 0)
        *(graph.result[to] > 0 ? win : graph.result[to] < 0 ? loss : &(int){0}) = 0;
    else if (next < LIMIT) {
        *win = of->win[to][next];
        *loss = of->loss[to][next];
    }
}

static truth find_truth(bool strict)
{
    truth of = {.strict = strict};
    for (int node = 0; node < NODES; node++)
        for (int idle = 0; idle < LIMIT; idle++)
            of.win[node][idle] = of.loss[node][idle] = NEVER;
    for (int round = 1; round < NODES * LIMIT; round++) {
        const truth before = of;
        for (int node = 0; node < NODES; node++)
            for (int idle = 0; idle < LIMIT && graph.count[node]; idle++) {
                int best = NEVER, worst = 0;
                for (int i = 0; i < graph.count[node]; i++) {
                    int win, loss;
                    value_behind(&before, node, i, idle, &win, &loss);
                    best = loss < best ? loss : best;
                    worst = win > worst ? win : worst;
                }
                of.win[node][idle] = best < NEVER ? best + 1 : NEVER;
                of.loss[node][idle] = worst < NEVER ? worst + 1 : NEVER;
            }
    }
    return of;
}

static void assert_search_is_right(searcher *search, const search_task *task, const truth *real, const truth *strict)
{
    const int node = (int)task->root.kings, idle = task->idle_plies;
    const search_request request = {.limits.depth_plies = DEPTH, .mode = SEARCH_SOLVE};
    flank_report report;
    assert_int_equal(search_run(search, task, &request, &report), FLANK_OK);
    const int score = report.lines[0].score;
    const bool won = score >= FLANK_SCORE_MATE, lost = score <= -FLANK_SCORE_MATE;
    const int plies = FLANK_SCORE_WIN - (won ? score : -score);
    if (won != (strict->win[node][idle] < NEVER) || lost != (strict->loss[node][idle] < NEVER) ||
        (won && plies < real->win[node][idle]) || (lost && plies < real->loss[node][idle]))
        fail_msg("node %d after %d: score %d", node, idle, score);
    if (report.lines[0].exact && score == 0 && (real->win[node][idle] < NEVER || real->loss[node][idle] < NEVER))
        fail_msg("node %d after %d: no draw", node, idle);
}

static void assert_prover_is_right(prover *proof, const search_task *task, const truth *real, const truth *strict)
{
    const int node = (int)task->root.kings, idle = task->idle_plies;
    for (unsigned winner = 0; winner < 2; winner++) {
        const bool to_move = winner == task->root.color;
        const int least = to_move ? strict->win[node][idle] : strict->loss[node][idle];
        proof_result result;
        prover_run(proof, task, &(proof_question){.winner = winner, .nodes = 20000}, &result);
        if ((result.answer == PROOF_WON) != (least < NEVER))
            fail_msg("node %d after %d: winner %u, answer %d, %d", node, idle, winner, (int)result.answer, least);
        if (least < NEVER && result.plies < (to_move ? real->win : real->loss)[node][idle])
            fail_msg("node %d after %d: %d plies", node, idle, result.plies);
    }
}

static void searches_are_right_on_graphs(void **state)
{
    (void)state;
    enum { GRAPHS = 150 };
    int wins = 0, late = 0;
    searcher *search = search_create(TABLE_BYTES, 1);
    prover *proof = prover_create(TABLE_BYTES);
    assert_non_null(search);
    assert_non_null(proof);
    for (uint64_t seed = 1; seed <= GRAPHS; seed++) {
        make_graph(seed);
        search_clear(search);
        prover_clear(proof);
        const truth real = find_truth(false), strict = find_truth(true);
        for (int node = 0; node < NODES; node++)
            for (int idle = 0; idle < LIMIT && graph.count[node]; idle++) {
                const search_task task = {
                    .game = &graph_game, .rules = &(flank_rules){{0}}, .root = place(node), .idle_plies = idle};
                assert_search_is_right(search, &task, &real, &strict);
                assert_prover_is_right(proof, &task, &real, &strict);
                wins += strict.win[node][idle] < NEVER;
                late += strict.win[node][0] < NEVER && strict.win[node][idle] == NEVER;
            }
    }
    assert_true(wins > 1000 && late > 50);
    prover_destroy(proof);
    search_destroy(search);
}

/* ---- Tables ---- */

static bool value_in_tables(const void *user, const flank_rules *rules, const flank_position *position, int *sign,
                            int *plies)
{
    tablebase_value value;
    if (!tablebase_probe(user, rules, position, &value))
        return false;
    *sign = value.sign;
    *plies = value.plies;
    return true;
}

static flank_position random_kings(random_state *dice)
{
    for (;;) {
        const uint64_t a = bit(random_below(dice, 64)), b = bit(random_below(dice, 64)),
                       c = bit(random_below(dice, 64));
        if (a != b && b != c && a != c)
            return (flank_position){.own = a | b, .other = c, .kings = a | b | c, .color = FLANK_WHITE};
    }
}

/* Two kings against one win only by taking it: after `idle` plies in time, or not at all. */
static void assert_in_time(searcher *search, const search_task *task, int win_plies)
{
    const search_request request = {.limits.depth_plies = win_plies + 2, .mode = SEARCH_SOLVE};
    const bool in_time = task->idle_plies + win_plies <= 100;
    flank_report report;
    assert_int_equal(search_run(search, task, &request, &report), FLANK_OK);
    assert_int_equal(report.lines[0].score, in_time ? FLANK_SCORE_WIN - win_plies : 0);
    if (in_time || task->idle_plies > 96) /* no position can occur twice before the draw */
        assert_true(report.lines[0].exact);
}

static void wins_of_tables_come_in_time(void **state)
{
    (void)state;
    random_state dice = {5};
    const flank_rules rules = rules_of("no_progress=100");
    tablebase *tables = tablebase_open_default();
    searcher *search = search_create(TABLE_BYTES, 1);
    assert_non_null(tables);
    assert_non_null(search);
    int seen[8] = {0};
    for (int i = 0; i < 60000; i++) {
        const flank_position root = random_kings(&dice);
        tablebase_value value;
        if (!tablebase_probe(tables, &rules, &root, &value) || value.sign <= 0 || seen[value.plies]++ >= 40)
            continue;
        for (int idle = 94; idle < 100; idle++)
            for (unsigned pieces = 0; pieces <= 3; pieces += 3) {
                const search_task task = {.game = &draughts_game,
                                          .rules = &rules,
                                          .root = root,
                                          .idle_plies = idle,
                                          .known = {value_in_tables, tables, pieces}};
                assert_in_time(search, &task, value.plies);
            }
    }
    assert_true(seen[1] >= 40 && seen[5] >= 40);
    search_destroy(search);
    flank_tables_close(tables);
}

/* ---- Dead draws ---- */

static flank_line best_line(const char *fen, const char *rules_text, const char *moves)
{
    flank_engine *engine = flank_engine_create(&(flank_engine_options){.hash_bytes = TABLE_BYTES});
    flank_record *record = record_of(fen, rules_text);
    flank_report report;
    assert_non_null(engine);
    assert_int_equal(flank_record_play_text(record, moves, NULL), FLANK_OK);
    assert_int_equal(flank_engine_search(engine, record, &(flank_limits){.depth_plies = 3}, NULL, NULL, &report),
                     FLANK_OK);
    const flank_line line = report.lines[0];
    flank_record_destroy(record);
    flank_engine_destroy(engine);
    return line;
}

static void dead_draws_are_0(void **state)
{
    (void)state;
    static const struct {
        const char *what, *fen, *rules, *moves;
        bool exact; /* draws by repetition are never proved */
    } rows[] = {
        {"of the tables", "W:WKa1,b2:BKh6", "", "", true},
        {"two kings against one", "W:WKa1,Kb2:BKh6", "", "", true},
        {"after two repetitions", "W:WKa1,Kb2:BKh6", "", "a1-a2 h6-h5 a2-a1 h5-h6 a1-a2 h6-h5 a2-a1", false},
        {"a man more, after two repetitions", "W:WKa1,b2:BKh6", "", "a1-a2 h6-h5 a2-a1 h5-h6 a1-a2 h6-h5", true},
        {"by other rules of draws", "W:WKa1,Kb2:BKh6", "no_progress=100", "a1-a2 h6-h5", true},
        {"behind a capture that must be made", "W:WKa1,Kb4:BKh6,b5", "", "", true},
        {"king against king behind a capture", "W:WKa1:BKa3,Kh8", "", "", true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const flank_line line = best_line(rows[i].fen, rows[i].rules, rows[i].moves);
        if (line.score != 0 || line.exact != rows[i].exact)
            fail_msg("%s: %d, exact %d", rows[i].what, line.score, line.exact);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_count_plies),
        cmocka_unit_test(a_game_without_progress_is_a_draw),
        cmocka_unit_test(searches_are_right_on_graphs),
        cmocka_unit_test(wins_of_tables_come_in_time),
        cmocka_unit_test(dead_draws_are_0),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
