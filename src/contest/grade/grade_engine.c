/* SPDX-License-Identifier: MIT
 *
 * Spends a budget of processor time on the moves of ten games.
 *
 * Idea: a fixed number of nodes for the moves before the endgame; from a fixed number of empties on win, draw or loss,
 * and from a smaller one on the exact difference of discs. The figures are chosen so that ten games take no more than
 * the time allowed on a slow and busy machine (docs/users/grader.md has the measurement), and since they are not times,
 * a grading with a known seed can be repeated move by move. Dividing the time itself, as the engine does with a clock,
 * would use the budget better, and was rejected because no two runs would be the same.
 *
 * The contestant's nodes are counted by the game and shared out evenly among the moves up to the endgame, so that what
 * the book saves goes to the middle of the game, where games are decided: against itself with 45000 nodes a move it
 * lost 36 of 100 games with 45000, 14 with 150000 and 9 with 4.5 million a game; solving for the win from 24 empties on
 * instead of 21 gave 33 instead of 36, at twice the time.
 *
 * The time is a safety net for slow machines: a game that has used its share of it, and what earlier games left over,
 * is played on in haste, and after half a tenth more with hardly any thinking, so that the games after it have theirs.
 * Without these shares a budget twice too large costs the last games of a subtask. Shares are thirteenths, and the
 * first game has four: a single long game on a busy machine shall not end in haste, and be another the next time.
 */
#include "contest/grade/grade_engine.h"

#include "contest/grade/grade_reversi.h"
#include "core/bits.h"
#include "core/clock.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

const grade_budget grade_budget_contestant = {.engine = {.hash_bytes = (size_t)89 << 20},
                                              .game_nodes = 1600000,
                                              .solve_empties = 18,
                                              .win_empties = 21,
                                              .cpu_s = 4.5};
const grade_budget grade_budget_opponent = {.engine = {.hash_bytes = (size_t)4 << 20, .shared_search = true},
                                            .nodes = 25000,
                                            .solve_empties = 12,
                                            .win_empties = 14,
                                            .cpu_s = 4.5};

enum { HASTY_DIVISOR = 8, HASTY_EMPTIES = 4, SCANTY_NODES = 500, SCANTY_SOLVE_EMPTIES = 8, GAMES = 10, HEAD_START = 3 };

struct grade_engine {
    grade_budget budget;
    flank_engine *flank;
    const flank_book *book; /* or NULL */
    double cpu_s;
    double made_s;       /* what making it took, until a subtask has paid for it */
    uint64_t game_nodes; /* spent before the endgame of this game */
    int games;           /* begun since the last reset */
    int empties;         /* at the last choice; in a game they only become fewer */
};

/* All memory is taken here, since a game with no engine is lost without a word. */
static bool make_engine(grade_engine *engine)
{
    const double began_s = clock_process_s();
    engine->flank = flank_engine_create(&engine->budget.engine);
    const bool made = engine->flank && flank_engine_reserve(engine->flank, grade_reversi(), NULL) == FLANK_OK;
    engine->cpu_s = engine->made_s = clock_process_s() - began_s;
    return made;
}

grade_engine *grade_engine_create(const grade_budget *budget, const flank_book *book)
{
    grade_engine *engine = calloc(1, sizeof *engine);
    if (!engine)
        return NULL;
    engine->budget = *budget;
    engine->book = book;
    if (make_engine(engine))
        return engine;
    grade_engine_destroy(engine);
    return NULL;
}

void grade_engine_destroy(grade_engine *engine)
{
    if (!engine)
        return;
    flank_engine_destroy(engine->flank);
    free(engine);
}

void grade_engine_reset(grade_engine *engine)
{
    flank_engine_clear(engine->flank);
    engine->cpu_s = engine->made_s;
    engine->made_s = 0;
    engine->games = 0;
    engine->empties = 0;
}

double grade_engine_cpu_s(const grade_engine *engine) { return engine->cpu_s; }

/* Solve, and say whether the answer is one to play. Once the game is known to be lost, which losing move is best
 * matters: a weaker opponent may still go wrong. */
static bool solve(grade_engine *engine, const flank_record *record, bool win_loss_draw, double left_s,
                  flank_report *report)
{
    const flank_limits limits = {.win_loss_draw = win_loss_draw, .time_ms = 1 + (int64_t)(1000 * left_s)};
    return flank_engine_solve(engine->flank, record, &limits, NULL, NULL, report) == FLANK_OK &&
           report->line_count > 0 && (!win_loss_draw || report->lines[0].score >= 0);
}

/* Notice that a game has begun. */
static void count_game(grade_engine *engine, int empties)
{
    if (empties > engine->empties) {
        engine->games += engine->games < GAMES;
        engine->game_nodes = 0;
    }
    engine->empties = empties;
}

/* The budget of a move: the whole plan while the game is within its time, an eighth of it a while longer, then
 * hardly anything. */
static grade_budget plan_move(const grade_engine *engine, double left_s)
{
    grade_budget plan = engine->budget;
    if (plan.game_nodes > 0) {
        const int moves = 1 + (engine->empties > plan.solve_empties ? (engine->empties - plan.solve_empties) / 2 : 0);
        const uint64_t left =
            plan.game_nodes - (plan.game_nodes < engine->game_nodes ? plan.game_nodes : engine->game_nodes);
        plan.nodes = left / (uint64_t)moves > SCANTY_NODES ? left / (uint64_t)moves : SCANTY_NODES;
    }
    if (left_s <= -engine->budget.cpu_s / GAMES / 2) {
        plan.nodes = SCANTY_NODES;
        plan.solve_empties = plan.win_empties = SCANTY_SOLVE_EMPTIES;
    } else if (left_s <= 0) {
        plan.nodes /= HASTY_DIVISOR;
        plan.solve_empties -= HASTY_EMPTIES;
        plan.win_empties -= HASTY_EMPTIES;
    }
    return plan;
}

/* Ask the engine, within the time that is left; false if there is no answer at all. */
static bool think(grade_engine *engine, const flank_record *record, int wanted, flank_report *report)
{
    const int empties = engine->empties;
    const double share_s = engine->budget.cpu_s / GAMES;
    const double left_s =
        0.9 * engine->budget.cpu_s * (engine->games + HEAD_START) / (GAMES + HEAD_START) - engine->cpu_s;
    const grade_budget plan = plan_move(engine, left_s);
    const double solve_s = left_s + share_s / 2 > 0 ? left_s + share_s / 2 : 0;
    if (empties <= plan.win_empties && solve(engine, record, empties > plan.solve_empties, solve_s, report))
        return true;
    const flank_limits limits = {.nodes = plan.nodes, .lines = wanted};
    const bool found =
        flank_engine_search(engine->flank, record, &limits, NULL, NULL, report) == FLANK_OK && report->line_count > 0;
    engine->game_nodes += found ? report->nodes : 0;
    return found;
}

/* The best move of the book, so that a grading can be repeated; false if it knows none. */
static bool book_move(const flank_book *book, const flank_position *position, flank_move *move)
{
    flank_book_move moves[FLANK_BOOK_MOVES_MAX];
    size_t count = 0;
    const bool known = book && flank_book_moves(book, position, moves, &count, NULL) == FLANK_OK && count > 0;
    if (known)
        *move = moves[0].move;
    return known;
}

int grade_engine_choose(grade_engine *engine, const flank_position *position, int wanted, int margin, flank_move *moves)
{
    static const flank_rules rules;
    const flank_game *game = grade_reversi();
    flank_move legal[FLANK_MOVES_MAX];
    size_t legal_count = flank_game_moves(game, &rules, position, legal);
    assert(legal_count > 0 && !flank_move_is_pass(legal[0]) && wanted >= 1 && wanted <= GRADE_CHOICES_MAX);
    moves[0] = legal[0]; /* the answer if there is only one, or no memory for the record */
    int count = 1;
    double began_s = clock_process_s();
    count_game(engine, 64 - (int)bit_count(position->own | position->other));
    const bool known = legal_count == 1 || book_move(engine->book, position, &moves[0]);
    flank_record *record = known ? NULL : flank_record_create(game, &rules, position);
    flank_report report;
    if (record && think(engine, record, wanted, &report))
        for (count = 0; count < wanted && count < report.line_count; count++) {
            if (report.lines[count].score < report.lines[0].score - margin)
                break;
            moves[count] = report.lines[count].moves[0];
        }
    flank_record_destroy(record);
    engine->cpu_s += clock_process_s() - began_s;
    return count;
}
