/* SPDX-License-Identifier: MIT
 *
 * Time management.
 *
 * Othello tells how long a game lasts, and its end can be solved: so the time left is divided by weights of the own
 * moves that are still to be thought about. The moves just before the endgame count more than the opening, the move
 * that solves the rest most; those after it cost nothing, since the answer is in the table by then. The beginning of
 * the solving depends on the time itself: each empty square doubles the cost, so the plan asks from how many empties on
 * a third of the remaining time is enough. In other games the number of moves is unknown, and a fixed share is taken.
 *
 * From the share come two limits. The search asks after each depth whether to go on: a best move that has just changed
 * or a falling score stretches the soft limit, a move that leads clearly or has been best for many depths shrinks it,
 * and a depth that could hardly be finished is not begun. The hard limit ends a depth in its middle. It is a part of
 * what is left, never all, so that after any number of searches that ran to it there is time for the next.
 *
 * The reserve that is never touched: a reserve for the delays between the program and its clock, some for each move to
 * come. When only the reserve is left, moves are made almost at once.
 *
 * Rejected: a table of target times by move number as in many engines (Othello's games all have the same length, but
 * clocks and increments differ), and ending a depth at the soft limit, which throws away the most expensive part of the
 * search in its middle.
 */
#include "engine/clock_plan.h"

#include <assert.h>
#include <stdlib.h>

/* Delays outside the search: once in all, and once a move. Kept back as long as there is more than that; of less than
 * that, a small part may be spent. */
static const double delay_once_s = 0.05, delay_each_s = 0.006, part_of_reserve = 0.1;

/* Below this a search makes no sense: the best guess must do. */
static const double least_s = 0.001;

enum { UNKNOWN_SHARES = 25 };

static double smaller(double a, double b) { return a < b ? a : b; }
static double larger(double a, double b) { return a > b ? a : b; }

/* Seconds that may be spent now, the reserve set aside. */
static double free_s(const flank_clock *clock, int moves_left)
{
    const double left_s = (double)clock->left_ms / 1000;
    return larger(left_s - delay_once_s - delay_each_s * moves_left, part_of_reserve * left_s);
}

/* ---- The outlook ------------------------------------------------------------------------------------------------- */

/* About what one thread takes to solve so many empties after a few moves' preparation; a ply doubles it. */
static double solving_s(int empties)
{
    double cost_s = 0.06; /* 20 empties */
    for (; empties > 20; empties--)
        cost_s *= 2;
    for (; empties < 20 && cost_s > 1e-6; empties++)
        cost_s /= 2;
    return cost_s;
}

clock_outlook clock_outlook_othello(const flank_clock *clock, int empties)
{
    const int moves_left = (empties + 1) / 2 > 0 ? (empties + 1) / 2 : 1;
    const double for_end_s = clock->move_ms > 0 ? 0.5 * (double)clock->move_ms / 1000 : free_s(clock, moves_left) / 3;
    int solved = empties;
    while (solved > 0 && solving_s(solved) > for_end_s)
        solved -= 2;
    return (clock_outlook){.moves_left = moves_left, .thinking_moves = (empties - (solved > 0 ? solved : 0)) / 2};
}

/* ---- Limits ------------------------------------------------------------------------------------------------------ */

/* The weight of an own move so many before the one that solves. */
static double weight_before_solving(int moves)
{
    enum { CRITICAL = 5, OPENING = 14 };
    return moves == 0 ? 3 : moves <= CRITICAL ? 1.4 : moves <= OPENING ? 1 : 0.8;
}

/* The share of this move in all that is to be spent. */
static double share_of_move(const clock_outlook *outlook)
{
    const double after_solving = 0.1;
    if (outlook->moves_left <= 0)
        return 1.0 / UNKNOWN_SHARES;
    const int solving = outlook->thinking_moves;
    if (solving <= 0)
        return outlook->moves_left == 1 ? 1 : 0.5; /* if it is not over with this one, the next is four times easier */
    double sum = after_solving * larger(outlook->moves_left - solving - 1, 0);
    for (int move = 0; move <= solving; move++)
        sum += weight_before_solving(move);
    assert(sum > 0);
    return weight_before_solving(solving) / sum;
}

/* So much time for the move alone: all of it but for the delays. */
static clock_plan plan_of_move_time(double move_s)
{
    const double use_s = larger(move_s - smaller(delay_once_s, move_s / 3), least_s);
    return (clock_plan){.soft_s = use_s, .hard_s = use_s, .saves = false};
}

clock_plan clock_plan_make(const flank_clock *clock, const clock_outlook *outlook)
{
    const double move_s = (double)clock->move_ms / 1000;
    if (clock->left_ms <= 0)
        return clock->move_ms > 0 ? plan_of_move_time(move_s) : (clock_plan){least_s, least_s, true};
    const int moves_left = outlook->moves_left > 0 ? outlook->moves_left : UNKNOWN_SHARES;
    const bool solving = outlook->moves_left > 0 && outlook->thinking_moves <= 0;
    const double now_s = free_s(clock, moves_left);
    const double later_s = 0.9 * (double)clock->increment_ms / 1000 * (moves_left - 1);
    clock_plan plan = {.soft_s = (now_s + later_s) * share_of_move(outlook), .saves = true};
    plan.hard_s = smaller(3 * plan.soft_s, (solving ? 0.7 : 0.4) * now_s);
    plan.hard_s = larger(plan.hard_s, least_s);
    if (clock->move_ms > 0) /* a limit for the move besides that of the game */
        plan.hard_s = smaller(plan.hard_s, plan_of_move_time(move_s).hard_s);
    plan.soft_s = smaller(plan.soft_s, plan.hard_s);
    assert(plan.soft_s > 0 && plan.soft_s <= plan.hard_s);
    return plan;
}

/* ---- Going on or not --------------------------------------------------------------------------------------------- */

clock_watch clock_watch_start(const clock_plan *plan) { return (clock_watch){.plan = *plan}; }

double clock_watch_factor(const clock_watch *watch)
{
    const double clear_discs = 8, least = 0.4, most = 2.5, calm = 0.8;
    const double lead = smaller(watch->clear_lead / clear_discs, 1);
    const double factor = (calm + watch->unsettled) * (1 - lead * (1 - least / calm));
    return larger(least, smaller(factor, most));
}

/* The share that one depth adds to what is unsettled: a new best move, and each disc that the score has fallen by. */
static double unrest(const clock_watch *watch, const clock_depth *depth)
{
    const double new_best = 0.6, lost_disc = 0.25, most_lost = 1;
    if (watch->depths == 0)
        return 0;
    const double lost_discs = (watch->score - depth->score) / 100.0;
    return (depth->best != watch->best ? new_best : 0) + larger(0, smaller(lost_disc * lost_discs, most_lost));
}

bool clock_watch_note(clock_watch *watch, const clock_depth *depth)
{
    enum { TRUSTED_DEPTHS = 4 };  /* changes among the first depths mean nothing */
    const double fading = 0.6;    /* a depth later so much of an unrest is left */
    const double next_part = 0.5; /* the next depth costs at least as much as all before it */
    const double fresh = watch->depths >= TRUSTED_DEPTHS ? unrest(watch, depth) : 0;
    watch->unsettled = fading * watch->unsettled + fresh;
    watch->depths++;
    watch->best = depth->best;
    watch->score = depth->score;
    if (depth->settled)
        return true;
    if (!watch->plan.saves) /* time that cannot be saved is used, unless the next depth would hardly begin */
        return depth->elapsed_s >= 0.9 * watch->plan.hard_s;
    return depth->elapsed_s >= next_part * smaller(clock_watch_factor(watch) * watch->plan.soft_s, watch->plan.hard_s);
}
