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

static void set_points(match_game *game, int winner, const char *reason)
{
    game->points2 = winner < 0 ? 1 : winner == 0 ? 2 : 0;
    snprintf(game->reason, sizeof game->reason, "%s", reason);
}

static void end_by_fault(match_game *game, int faulty, const match_fault *fault)
{
    game->faulty = faulty;
    game->fault = *fault;
    set_points(game, !faulty, match_fault_text(fault->kind));
}

static void end_by_rules(match_game *game, const match_setting *setting, const flank_outcome *outcome)
{
    const int mover = engine_of(game, setting, color_to_move(game));
    set_points(game, outcome->sign == 0 ? -1 : outcome->sign > 0 ? mover : !mover, outcome->reason->words);
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

/* Ask the side to move. False if the game has ended by that, or `*stopped`. */
static bool take_turn(match_game *game, match_player *players[2], const match_setting *setting, double left_s[2],
                      flank_move *move, bool *stopped)
{
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
    match_fault fault;
    bool resigns;
    const bool answered = match_player_think(players[engine], &turn, move, &resigns, &fault);
    const double used_s = clock_now_s() - began_s;
    game->used_s[engine] += used_s;
    game->thought[engine]++;
    game->times_s[flank_record_ply(game->record) - game->opening_plies] = (float)used_s;
    *stopped = flank_stop_is_raised(setting->stop) || fault.kind == MATCH_FAULT_STOPPED;
    if (*stopped)
        return false;
    if (clock->game_s > 0)
        left_s[color] = fmax(left_s[color] - used_s, 0) + clock->increment_s;
    judge_fault(&fault, setting, allowed_s, used_s);
    if (answered && fault.kind == MATCH_FAULT_NONE && !resigns)
        return true;
    if (fault.kind != MATCH_FAULT_NONE)
        end_by_fault(game, engine, &fault);
    else
        set_points(game, !engine, "resigned");
    game->resigned = fault.kind == MATCH_FAULT_NONE;
    if (fault.kind != MATCH_FAULT_NONE && !(answered && fault.kind == MATCH_FAULT_TIME))
        match_player_dismiss(players[engine]); /* it may be in any state; late but well is well */
    return false;
}

/* Both are told that a game begins. False if that ended it, or `*stopped`. */
static bool begin(match_game *game, match_player *players[2], const match_setting *setting, bool *stopped)
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

bool match_referee_play(match_game *game, match_player *players[2], const match_setting *setting)
{
    const double full_s = setting->clock.game_s;
    double left_s[2] = {full_s, full_s};
    bool stopped = false;
    flank_move move;
    game->faulty = -1;
    game->times_s = calloc(MATCH_PLIES_MAX + 1, sizeof *game->times_s);
    if (!game->times_s)
        return false;
    if (!begin(game, players, setting, &stopped))
        return !stopped;
    for (;;) {
        const flank_outcome outcome = flank_record_outcome(game->record);
        if (outcome.over) {
            end_by_rules(game, setting, &outcome);
            return true;
        }
        if (flank_record_ply(game->record) >= game->opening_plies + MATCH_PLIES_MAX) {
            set_points(game, -1, "too long");
            return true;
        }
        if (!must_pass(game, setting, &move) && !take_turn(game, players, setting, left_s, &move, &stopped))
            return !stopped;
        if (flank_record_play(game->record, move) != FLANK_OK)
            return false;
    }
}
