/* SPDX-License-Identifier: MIT
 *
 * Time that was used stays used, whatever is taken back. The clock of the first move stands still: it begins when
 * both know that there is a game.
 */
#include "server/live_game.h"

#include "core/error.h"

#include <string.h>

flank_color live_game_turn(const live_game *of) { return (flank_color)flank_record_position(of->record)->color; }

/* ---- Clocks ---- */

static double left_s(const live_game *of, flank_color who, double now_s)
{
    const bool runs = of->running_s > 0 && live_game_turn(of) == who;
    return of->left_s[who] - (runs ? now_s - of->running_s : 0);
}

int64_t live_game_left_ms(const live_game *of, flank_color who, double now_s)
{
    const double left = left_s(of, who, now_s);
    return left > 0 ? (int64_t)(left * 1000) : 0;
}

int live_game_running(const live_game *of) { return of->running_s > 0 ? (int)live_game_turn(of) : LIVE_NOBODY; }

static void stop_clock(live_game *of, double now_s)
{
    const flank_color who = live_game_turn(of);
    of->left_s[who] = left_s(of, who, now_s);
    of->running_s = 0;
}

/* That of the side to move. */
static void start_clock(live_game *of, double now_s)
{
    const bool runs = of->terms.total_ms > 0 && of->ending == LIVE_GOING && flank_record_ply(of->record) > of->given;
    of->running_s = runs ? now_s : 0;
}

/* The offer has an answer. */
static void settle(live_game *of, bool accepted)
{
    of->settled = of->offer;
    of->accepted = accepted;
    of->offer = LIVE_NO_OFFER;
}

static void finish(live_game *of, live_ending ending, int winner)
{
    of->ending = ending;
    of->winner = winner;
    of->offer = LIVE_NO_OFFER;
}

bool live_game_look(live_game *of, double now_s)
{
    const flank_color who = live_game_turn(of);
    if (of->running_s <= 0 || left_s(of, who, now_s) > 0)
        return false;
    of->left_s[who] = 0;
    of->running_s = 0;
    of->settled = LIVE_NO_OFFER;
    finish(of, LIVE_ON_TIME, !who);
    return true;
}

/* ---- Moves ---- */

void live_game_free(live_game *of)
{
    flank_record_destroy(of->record);
    of->record = NULL;
}

/* True if the side to move can do nothing but pass. */
static bool must_pass(const flank_game *game, const flank_rules *rules, const flank_position *position,
                      flank_move *pass)
{
    flank_move moves[FLANK_MOVES_MAX];
    if (flank_game_moves(game, rules, position, moves) != 1 || !flank_move_is_pass(moves[0]))
        return false;
    *pass = moves[0];
    return true;
}

/* The end, and before it the passes that nobody chooses. */
static flank_status go_on(live_game *of)
{
    flank_record *record = of->record;
    flank_move pass;
    flank_outcome outcome;
    while (!(outcome = flank_record_outcome(record)).over && flank_record_ply(record) < LIVE_PLIES_MAX &&
           must_pass(of->terms.game, &of->terms.rules, flank_record_position(record), &pass)) {
        const flank_status status = flank_record_play(record, pass);
        if (status)
            return status;
    }
    if (outcome.over) {
        const flank_color who = live_game_turn(of);
        finish(of, LIVE_BY_RULES, outcome.sign == 0 ? LIVE_NOBODY : (int)(outcome.sign > 0 ? who : !who));
    } else if (flank_record_ply(record) >= LIVE_PLIES_MAX) {
        finish(of, LIVE_TOO_MANY_PLIES, LIVE_NOBODY);
    }
    return FLANK_OK;
}

static flank_status game_over(const live_game *of, flank_error *error)
{
    const flank_reason *reason = of->ending == LIVE_BY_RULES ? flank_record_outcome(of->record).reason : NULL;
    if (reason)
        return error_say(error, FLANK_GAME_OVER, 0, SAY(GAME_OVER_BECAUSE), say_reason(reason));
    return error_say(error, FLANK_GAME_OVER, 0, say_status(FLANK_GAME_OVER));
}

flank_status live_game_begin(live_game *of, const live_terms *terms, flank_error *error)
{
    const double total_s = (double)terms->total_ms / 1000;
    *of = (live_game){.terms = *terms, .left_s = {total_s, total_s}, .winner = LIVE_NOBODY};
    of->record = flank_record_create(terms->game, &terms->rules, NULL);
    if (!of->record)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    flank_status status = flank_record_play_text(of->record, terms->opening, error);
    if (status)
        return status;
    status = go_on(of);
    if (status)
        return error_say(error, status, 0, say_status(status));
    of->given = flank_record_ply(of->record);
    return of->ending == LIVE_GOING ? FLANK_OK : game_over(of, error);
}

/* True if the move before `ply` + 1 is the one that `text` names. */
static bool was_made(const live_game *of, size_t ply, flank_color who, const char *text)
{
    flank_move move;
    const flank_position *position = flank_record_position_at(of->record, ply);
    return position->color == who && !flank_move_parse(of->terms.game, &of->terms.rules, position, text, &move, NULL) &&
           flank_move_equal(move, flank_record_move_at(of->record, ply));
}

flank_status live_game_move(live_game *of, flank_color who, size_t ply, const char *text, double now_s,
                            flank_error *error)
{
    flank_record *record = of->record;
    const size_t plies = flank_record_ply(record);
    if (ply < plies && was_made(of, ply, who, text))
        return FLANK_OK;
    if (of->ending != LIVE_GOING)
        return game_over(of, error);
    if (ply != plies)
        return error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(LIVE_OTHER_PLY), say_number(plies));
    if (live_game_turn(of) != who)
        return error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(LIVE_NOT_YOUR_TURN));
    flank_move move;
    flank_status status =
        flank_move_parse(of->terms.game, &of->terms.rules, flank_record_position(record), text, &move, error);
    if (status)
        return status;
    const bool timed = of->running_s > 0;
    stop_clock(of, now_s);
    status = flank_record_play(record, move);
    if (!status && timed)
        of->left_s[who] += (double)of->terms.increment_ms / 1000;
    if (!status) {
        of->settled = LIVE_NO_OFFER;
        if (of->offer != LIVE_NO_OFFER && of->offered_by != (int)who)
            settle(of, false);
        of->offer = LIVE_NO_OFFER;
        status = go_on(of);
    }
    start_clock(of, now_s);
    return status ? error_say(error, status, 0, say_status(status)) : FLANK_OK;
}

/* ---- Offers ---- */

const char *live_offer_name(live_offer offer)
{
    static const char *const names[] = {
        [LIVE_TAKE_BACK] = "takeback", [LIVE_DRAW] = "draw", [LIVE_REMATCH] = "rematch"};
    return names[offer];
}

/* The number of moves that stay if the last move that `who` chose is taken back; that of all moves if there is none. */
static size_t plies_before_last(const live_game *of, flank_color who)
{
    const flank_record *record = of->record;
    flank_move pass;
    for (size_t ply = flank_record_ply(record); ply-- > of->given;) {
        const flank_position *position = flank_record_position_at(record, ply);
        if (position->color == who && !must_pass(of->terms.game, &of->terms.rules, position, &pass))
            return ply;
    }
    return flank_record_ply(record);
}

static bool may_offer(const live_game *of, flank_color who, live_offer offer)
{
    if (offer == LIVE_REMATCH)
        return of->ending != LIVE_GOING;
    if (of->ending != LIVE_GOING)
        return false;
    if (offer == LIVE_DRAW)
        return !flank_game_scores_discs(of->terms.game);
    return plies_before_last(of, who) < flank_record_ply(of->record);
}

static void take_back(live_game *of, flank_color who, double now_s)
{
    const size_t plies = plies_before_last(of, who);
    stop_clock(of, now_s);
    while (flank_record_ply(of->record) > plies)
        flank_record_undo(of->record);
    start_clock(of, now_s);
}

/* The same game anew. Turning the colors is the business of those who sit there. */
static flank_status begin_again(live_game *of, flank_error *error)
{
    live_game next;
    const flank_status status = live_game_begin(&next, &of->terms, error);
    if (status) {
        live_game_free(&next);
        return status;
    }
    next.number = of->number + 1;
    next.settled = of->settled;
    next.accepted = of->accepted;
    live_game_free(of);
    *of = next;
    return FLANK_OK;
}

/* The offer is carried out. */
static flank_status accept(live_game *of, double now_s, flank_error *error)
{
    const live_offer offer = of->offer;
    settle(of, true);
    if (offer == LIVE_REMATCH)
        return begin_again(of, error);
    if (offer == LIVE_TAKE_BACK) {
        take_back(of, (flank_color)of->offered_by, now_s);
    } else {
        stop_clock(of, now_s);
        finish(of, LIVE_AGREED, LIVE_NOBODY);
    }
    return FLANK_OK;
}

flank_status live_game_offer(live_game *of, flank_color who, live_offer offer, double now_s, flank_error *error)
{
    if (!may_offer(of, who, offer))
        return error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(LIVE_CANNOT_OFFER));
    const bool others = of->offer != LIVE_NO_OFFER && of->offered_by != (int)who;
    if (others && (of->offer != offer || offer == LIVE_TAKE_BACK)) /* each takes another move back */
        return error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(LIVE_ANSWER_FIRST));
    if (others)
        return accept(of, now_s, error);
    of->offer = offer;
    of->offered_by = (int)who;
    of->settled = LIVE_NO_OFFER;
    return FLANK_OK;
}

flank_status live_game_reply(live_game *of, flank_color who, bool accepts, double now_s, flank_error *error)
{
    const bool own = of->offered_by == (int)who;
    if (of->offer == LIVE_NO_OFFER || (own && accepts))
        return error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(LIVE_NOTHING_OFFERED));
    if (accepts)
        return accept(of, now_s, error);
    if (own)
        of->offer = LIVE_NO_OFFER;
    else
        settle(of, false);
    return FLANK_OK;
}

flank_status live_game_resign(live_game *of, flank_color who, double now_s, flank_error *error)
{
    if (of->ending != LIVE_GOING)
        return game_over(of, error);
    stop_clock(of, now_s);
    of->settled = LIVE_NO_OFFER;
    finish(of, LIVE_RESIGNED, !who);
    return FLANK_OK;
}
