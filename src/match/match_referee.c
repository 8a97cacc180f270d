/* SPDX-License-Identifier: MIT
 *
 * The referee.
 *
 * He keeps the only board that counts, makes forced passes for the players, and measures time himself, from sending the
 * question to reading the answer. Starting a process's turn and waking it up takes time that is no fault of the engine,
 * so an answer counts up to MATCH_TOLERANCE_MS after the clock has run out; the clock then stands at zero (and gains
 * the increment). The tolerance is not a gift: what was used is taken off the clock in full.
 */
#include "match/match_referee.h"

#include "core/clock.h"
#include "core/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void match_game_free(match_game *game)
{
    flank_record_destroy(game->record);
    free(game->times_s);
    game->record = NULL;
    game->times_s = NULL;
}

static int color_to_move(const match_game *game) { return flank_record_position(game->record)->color; }

/* The engine that plays `color`. */
static int engine_of(const match_game *game, const match_setting *setting, int color)
{
    return color == flank_game_start(setting->game).color ? game->first : !game->first;
}

/* `reason` is NULL where the ending says it. */
static void end_game(match_game *game, match_ending ending, int winner, const char *reason)
{
    game->ending = ending;
    game->points2 = winner < 0 ? 1 : winner == 0 ? 2 : 0;
    snprintf(game->reason, sizeof game->reason, "%s", reason ? reason : match_ending_text(ending));
}

static void end_by_fault(match_game *game, int faulty, const match_fault *fault)
{
    game->faulty = faulty;
    game->fault = *fault;
    end_game(game, MATCH_ENDED_FORFEIT, !faulty, match_fault_text(fault->kind));
}

/* The engine that wins if the result is `sign` for the side to move; -1 for a draw. */
static int winner_of(const match_game *game, const match_setting *setting, int sign)
{
    const int mover = engine_of(game, setting, color_to_move(game));
    return sign == 0 ? -1 : sign > 0 ? mover : !mover;
}

static void end_by_rules(match_game *game, const match_setting *setting, const flank_outcome *outcome)
{
    end_game(game, MATCH_ENDED_RULES, winner_of(game, setting, outcome->sign), outcome->reason->words);
}

static bool must_pass(const match_game *game, const match_setting *setting, flank_move *pass)
{
    flank_move moves[FLANK_MOVES_MAX];
    const size_t count = flank_game_moves(setting->game, &setting->rules, flank_record_position(game->record), moves);
    *pass = moves[0];
    return count == 1 && flank_move_is_pass(moves[0]);
}

/* A fault, seen as the clock sees it: an answer that a clock waited for in vain is late. */
static void judge_fault(match_fault *fault, const match_setting *setting, double allowed_s, double used_s)
{
    if (!match_has_clock(&setting->clock))
        return;
    if (fault->kind == MATCH_FAULT_HANG || used_s > allowed_s + MATCH_TOLERANCE_MS / 1000.0) {
        fault->kind = MATCH_FAULT_TIME;
        snprintf(fault->text, sizeof fault->text, "%.2f s for a move with %.2f s left", used_s, allowed_s);
    }
}

/* A game while it is played. */
typedef struct game_course {
    const match_table *table;
    const match_setting *setting;
    double left_s[2]; /* clocks, by colour */
    match_watch watch;
} game_course;

/* Ask the side to move. False if the game has ended by that, or `*stopped`. */
static bool take_turn(match_game *game, game_course *course, flank_move *move, bool *stopped)
{
    const match_setting *setting = course->setting;
    double *left_s = course->left_s;
    const int color = color_to_move(game), engine = engine_of(game, setting, color);
    const match_clock *clock = &setting->clock;
    const bool clocked = match_has_clock(clock);
    const double allowed_s = clock->move_s > 0 ? clock->move_s : clocked ? left_s[color] : setting->patience_s;
    const double began_s = clock_now_s();
    match_turn turn = {.record = game->record,
                       .opening_plies = game->opening_plies,
                       .times_s = game->times_s,
                       .left_s = {left_s[0], left_s[1]},
                       .until_s = began_s + allowed_s + (clocked ? MATCH_TOLERANCE_MS / 1000.0 : 0)};
    match_player *player = course->table->players[engine];
    match_fault fault;
    match_answer answer;
    const bool answered = match_player_think(player, &turn, &answer, &fault);
    const double used_s = clock_now_s() - began_s;
    game->used_s[engine] += used_s;
    game->thought[engine]++;
    game->nodes += answer.nodes;
    game->times_s[flank_record_ply(game->record) - game->opening_plies] = (float)used_s;
    *stopped = flank_stop_is_raised(setting->stop) || fault.kind == MATCH_FAULT_STOPPED;
    if (*stopped)
        return false;
    if (clock->game_s > 0)
        left_s[color] = fmax(left_s[color] - used_s, 0) + clock->increment_s;
    judge_fault(&fault, setting, allowed_s, used_s);
    if (answered && fault.kind == MATCH_FAULT_NONE && !answer.resigns) {
        match_watch_take(&course->watch, &setting->adjudication, engine, &answer.opinion);
        *move = answer.move;
        return true;
    }
    if (fault.kind != MATCH_FAULT_NONE)
        end_by_fault(game, engine, &fault);
    else
        end_game(game, MATCH_ENDED_RESIGNED, !engine, NULL);
    if (fault.kind != MATCH_FAULT_NONE && !(answered && fault.kind == MATCH_FAULT_TIME))
        match_player_dismiss(player); /* it may be in any state; late but well is well */
    return false;
}

/* Both are told that a game begins. False if that ended it, or `*stopped`. */
static bool begin(match_game *game, match_player *const players[2], const match_setting *setting, bool *stopped)
{
    const uint64_t seed = random_mix(setting->seed ^ random_mix(game->number));
    for (int engine = 0; engine < 2; engine++) {
        match_fault fault = {MATCH_FAULT_NONE, ""};
        if (match_player_begin(players[engine], game->record, seed, &fault))
            continue;
        *stopped = fault.kind == MATCH_FAULT_STOPPED;
        if (!*stopped)
            end_by_fault(game, engine, &fault);
        match_player_dismiss(players[engine]);
        return false;
    }
    return true;
}

/* True if the game is over by its rules, its length, or what is clear. `*stopped` if it could not be found out. */
static bool is_over(match_game *game, const game_course *course, bool *stopped)
{
    const match_setting *setting = course->setting;
    const size_t plies = flank_record_ply(game->record);
    const flank_outcome outcome = flank_record_outcome(game->record);
    bool solved;
    int sign, winner;
    if (outcome.over) {
        end_by_rules(game, setting, &outcome);
        return true;
    }
    if (match_solve(course->table->solver, game->record, &setting->adjudication, setting->stop, &solved, &sign)) {
        *stopped = true;
        return true;
    }
    if (solved) {
        end_game(game, MATCH_ENDED_SOLVED, winner_of(game, setting, sign), NULL);
        return true;
    }
    const match_ending ending = match_watch_judge(&course->watch, &setting->adjudication, plies, &winner);
    if (ending != MATCH_ENDED_RULES)
        end_game(game, ending, winner, NULL);
    else if (plies >= game->opening_plies + MATCH_PLIES_MAX)
        end_game(game, MATCH_ENDED_TOO_LONG, -1, NULL);
    else
        return false;
    return true;
}

bool match_referee_play(match_game *game, const match_table *table, const match_setting *setting)
{
    const double full_s = setting->clock.game_s;
    game_course course = {.table = table, .setting = setting, .left_s = {full_s, full_s}};
    bool stopped = false;
    flank_move move;
    game->faulty = -1;
    game->times_s = calloc(MATCH_PLIES_MAX + 1, sizeof *game->times_s);
    if (!game->times_s)
        return false;
    if (!begin(game, table->players, setting, &stopped))
        return !stopped;
    while (!is_over(game, &course, &stopped)) {
        if (!must_pass(game, setting, &move) && !take_turn(game, &course, &move, &stopped))
            break;
        if (flank_record_play(game->record, move) != FLANK_OK)
            return false;
    }
    return !stopped;
}
