/* SPDX-License-Identifier: MIT
 *
 * Judging the calls of a contestant, in one place for a program and for our own engine.
 *
 * The first rule broken is the one named, in this order: the game is over; it is not the caller's turn; then what is
 * wrong with the move itself. A square off the board is called so even when a pass is due.
 */
#include "contest/grade/grade_referee.h"

#include "contest/grade/grade_breach.h"
#include "contest/grade/grade_reversi.h"
#include "games/othello/othello_board.h"

#include <assert.h>

void grade_referee_start(grade_referee *referee, grade_game *game)
{
    *referee = (grade_referee){.game = game, .position = flank_game_start(grade_reversi())};
    game->plies = 0;
    game->discs[FLANK_BLACK] = game->discs[FLANK_WHITE] = 2;
}

void grade_referee_play(grade_referee *referee, flank_move move)
{
    static const flank_rules rules;
    assert(!referee->over && referee->game->plies < GRADE_PLIES_MAX);
    referee->game->moves[referee->game->plies++] = move;
    referee->position = flank_game_play(grade_reversi(), &rules, &referee->position, move);
    const flank_position *now = &referee->position;
    referee->over = !othello_moves(now->own, now->other) && !othello_moves(now->other, now->own);
    referee->game->discs[now->color] = (int)bit_count(now->own);
    referee->game->discs[!now->color] = (int)bit_count(now->other);
}

/* The rule that MakeMove breaks in the contestant's turn, or GRADE_RULE_NONE. */
static grade_rule judge_move(const flank_position *position, int row, int column)
{
    uint64_t legal = othello_moves(position->own, position->other);
    if (row == -1 && column == -1)
        return legal ? GRADE_RULE_PASS : GRADE_RULE_NONE;
    if (row < 0 || row > 7 || column < 0 || column > 7)
        return GRADE_RULE_OFF_BOARD;
    if (!legal)
        return GRADE_RULE_MUST_PASS;
    uint64_t square = bit((unsigned)(8 * row + column));
    if (square & (position->own | position->other))
        return GRADE_RULE_OCCUPIED;
    return square & legal ? GRADE_RULE_NONE : GRADE_RULE_NO_FLIP;
}

static grade_rule judge(const grade_referee *referee, grade_call call)
{
    bool own_turn = referee->position.color == referee->game->side;
    if (call.kind == GRADE_CALL_RETURN)
        return referee->over ? GRADE_RULE_NONE : GRADE_RULE_EARLY_RETURN;
    if (referee->over)
        return GRADE_RULE_ENDED;
    if (call.kind == GRADE_CALL_RECEIVE)
        return own_turn ? GRADE_RULE_YOUR_TURN : GRADE_RULE_NONE;
    return own_turn ? judge_move(&referee->position, call.row, call.column) : GRADE_RULE_NOT_YOUR_TURN;
}

static void set_breach(const grade_referee *referee, grade_call call, grade_rule rule)
{
    if (call.kind == GRADE_CALL_RETURN) {
        grade_breach_set(&referee->game->breach, rule, "Play %s", grade_rule_text(rule));
    } else if (call.kind == GRADE_CALL_RECEIVE) {
        grade_breach_set(&referee->game->breach, rule, "ReceiveMove: %s", grade_rule_text(rule));
    } else if (rule == GRADE_RULE_PASS) {
        unsigned square = bit_first(othello_moves(referee->position.own, referee->position.other));
        grade_breach_set(&referee->game->breach, rule, "MakeMove(-1,-1): %s, (%u,%u) for one", grade_rule_text(rule),
                         square_rank(square), square_file(square));
    } else {
        grade_breach_set(&referee->game->breach, rule, "MakeMove(%d,%d): %s", call.row, call.column,
                         grade_rule_text(rule));
    }
}

bool grade_referee_call(grade_referee *referee, grade_call call)
{
    assert(call.kind == GRADE_CALL_MOVE || call.kind == GRADE_CALL_RECEIVE || call.kind == GRADE_CALL_RETURN);
    grade_rule rule = judge(referee, call);
    if (rule != GRADE_RULE_NONE) {
        set_breach(referee, call, rule);
        return false;
    }
    if (call.kind == GRADE_CALL_MOVE) {
        unsigned to = call.row == -1 ? FLANK_NO_SQUARE : (unsigned)(8 * call.row + call.column);
        grade_referee_play(referee, (flank_move){.from = FLANK_NO_SQUARE, .to = (uint8_t)to});
    }
    return true;
}
