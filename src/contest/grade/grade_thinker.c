/* SPDX-License-Identifier: MIT
 *
 * Spends a budget of processor time on the moves of ten games.
 *
 * Idea: a fixed number of nodes for each move before the endgame; from a fixed number of empties on win, draw or loss,
 * and from a smaller one on the exact difference of discs. The figures are chosen so that ten games take less than half
 * of the time allowed (docs/grader.md has the measurement), and since they are not times, a grading with a known seed
 * can be repeated move by move. Dividing the time itself, as the engine does with a clock, would use the budget better,
 * and was rejected because no two runs would be the same.
 *
 * The time is a safety net for slow machines: a game that has used its tenth of it, and what earlier games left over,
 * is finished with hardly any thinking, so that the games after it have theirs. Without these shares a budget twice too
 * large costs the last games of a subtask.
 */
#include "contest/grade/grade_thinker.h"

#include "core/bits.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

const grade_budget grade_budget_contestant = {
    .hash_bytes = (size_t)128 << 20, .nodes = 45000, .solve_empties = 18, .win_empties = 21, .cpu_s = 4.5};
const grade_budget grade_budget_opponent = {
    .hash_bytes = (size_t)6 << 20, .nodes = 25000, .solve_empties = 16, .win_empties = 18, .cpu_s = 4.5};

enum { SCANTY_NODES = 500, SCANTY_SOLVE_EMPTIES = 8, GAMES = 10 };

struct grade_thinker {
    grade_budget budget;
    flank_engine *engine;
    double cpu_s;
    int games;   /* begun since the last reset */
    int empties; /* at the last choice; in a game they only become fewer */
};

static double process_cpu_s(void)
{
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (double)used.tv_sec + (double)used.tv_nsec * 1e-9;
}

grade_thinker *grade_thinker_create(const grade_budget *budget)
{
    grade_thinker *thinker = calloc(1, sizeof *thinker);
    if (!thinker)
        return NULL;
    thinker->budget = *budget;
    thinker->engine = flank_engine_create(&(flank_engine_options){.hash_bytes = budget->hash_bytes});
    if (thinker->engine)
        return thinker;
    free(thinker);
    return NULL;
}

void grade_thinker_destroy(grade_thinker *thinker)
{
    if (!thinker)
        return;
    flank_engine_destroy(thinker->engine);
    free(thinker);
}

void grade_thinker_reset(grade_thinker *thinker)
{
    flank_engine_clear(thinker->engine);
    thinker->cpu_s = 0;
    thinker->games = 0;
    thinker->empties = 0;
}

double grade_thinker_cpu_s(const grade_thinker *thinker) { return thinker->cpu_s; }

/* Solve, and say whether the answer is one to play. Once the game is known to be lost, which losing move is best
 * matters: a weaker opponent may still go wrong. */
static bool solve(grade_thinker *thinker, const flank_record *record, bool win_loss_draw, double left_s,
                  flank_report *report)
{
    flank_solve_options options = {.win_loss_draw = win_loss_draw, .time_ms = 1 + (int64_t)(1000 * left_s)};
    return flank_engine_solve(thinker->engine, record, &options, NULL, NULL, report) == FLANK_OK &&
           report->line_count > 0 && (!win_loss_draw || report->lines[0].score >= 0);
}

/* Ask the engine, within the time that is left; false if there is no answer at all. */
static bool ask(grade_thinker *thinker, const flank_record *record, int wanted, flank_report *report)
{
    const flank_position *position = flank_record_position(record);
    const grade_budget *budget = &thinker->budget;
    int empties = 64 - (int)bit_count(position->own | position->other);
    thinker->games += empties > thinker->empties && thinker->games < GAMES;
    thinker->empties = empties;
    double left_s = 0.9 * budget->cpu_s * thinker->games / GAMES - thinker->cpu_s;
    bool scanty = left_s <= 0;
    left_s = scanty ? 0 : left_s;
    if (empties <= (scanty ? SCANTY_SOLVE_EMPTIES : budget->solve_empties) &&
        solve(thinker, record, false, left_s, report))
        return true;
    if (!scanty && empties > budget->solve_empties && empties <= budget->win_empties &&
        solve(thinker, record, true, left_s, report))
        return true;
    flank_limits limits = {.nodes = scanty ? SCANTY_NODES : budget->nodes, .lines = wanted};
    return flank_engine_search(thinker->engine, record, &limits, NULL, NULL, report) == FLANK_OK &&
           report->line_count > 0;
}

int grade_thinker_choose(grade_thinker *thinker, const flank_position *position, int wanted, int margin,
                         flank_move *moves)
{
    static const flank_rules rules;
    const flank_game *game = flank_game_find("othello");
    flank_move legal[FLANK_MOVES_MAX];
    size_t legal_count = flank_game_moves(game, &rules, position, legal);
    assert(legal_count > 0 && !flank_move_is_pass(legal[0]) && wanted >= 1 && wanted <= GRADE_CHOICES_MAX);
    moves[0] = legal[0]; /* the answer if there is only one, or no memory to think with */
    int count = 1;
    double began_s = process_cpu_s();
    flank_record *record = legal_count > 1 ? flank_record_create(game, &rules, position) : NULL;
    flank_report report;
    if (record && ask(thinker, record, wanted, &report))
        for (count = 0; count < wanted && count < report.line_count; count++) {
            if (report.lines[count].score < report.lines[0].score - margin)
                break;
            moves[count] = report.lines[count].moves[0];
        }
    flank_record_destroy(record);
    thinker->cpu_s += process_cpu_s() - began_s;
    return count;
}
