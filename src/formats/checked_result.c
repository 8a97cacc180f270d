/* SPDX-License-Identifier: MIT
 *
 * The results that a file tells of a game, in a tag, a heading, a column, behind the moves, held against each other and
 * against the last board if that ends the game. The board can be checked, what is told cannot: where they differ, the
 * board counts. Of a game that is not over, two results that contradict each other are both left out. A note tells
 * both.
 *
 * Two results agree if they have the same winner and, where both count discs, the same difference; the empty squares
 * may be the winner's or nobody's. A result that does not say whose it is, "1-0" or "38-26", may be that of either
 * side: some programs name White first, others the winner. It agrees if that of the other side would, and the board
 * tells whose it is. So does a result by another value of a rule on which authorities differ. Games that end before
 * the board does (resignation, time, an agreement) keep what is told.
 */
#include "core/bits.h"
#include "core/error.h"
#include "formats/format_table.h"
#include "formats/movetext.h"
#include "games/game_table.h"

#include <stdio.h>
#include <stdlib.h>

enum { SHOWN_SIZE = 8, SQUARES = 64 };

/* ---- Results held against each other ---- */

stated_result stated_score(int black, int white)
{
    const int sign = (black > white) - (black < white);
    return (stated_result){.result = {.known = true, .sign = sign, .has_discs = true, .discs = black - white},
                           .empties = sign ? SQUARES - black - white : 0};
}

/* The difference of a score with the empty squares, which are the winner's. */
static int full_difference(const stated_result *stated)
{
    return stated->result.discs + stated->result.sign * stated->empties;
}

static bool same_difference(const stated_result *one, const stated_result *other)
{
    const int bare = abs(one->result.discs), full = abs(full_difference(one));
    const int other_bare = abs(other->result.discs), other_full = abs(full_difference(other));
    return bare == other_bare || bare == other_full || full == other_bare || full == other_full;
}

static bool contradict(const flank_sheet *sheet, const stated_result *one, const stated_result *other)
{
    const bool counted = one->result.has_discs || other->result.has_discs;
    const bool is_open = one->side == SIDE_OPEN || other->side == SIDE_OPEN ||
                         (counted && flank_rules_stand_apart(flank_sheet_game(sheet), flank_sheet_rules(sheet)));
    const int sign = one->result.sign, other_sign = other->result.sign;
    if (is_open ? (sign == 0) != (other_sign == 0) : sign != other_sign)
        return true;
    return one->result.has_discs && other->result.has_discs && !same_difference(one, other);
}

/* Add to `known` what only `other` says, which agrees with it. */
static void complete(stated_result *known, const stated_result *other)
{
    const bool counts_all = other->result.has_discs && (!known->result.has_discs || known->empties > other->empties);
    if (known->result.ending == FLANK_ENDING_PLAYED)
        known->result.ending = other->result.ending;
    if (counts_all) {
        known->result.has_discs = true;
        known->empties = other->empties;
    }
    const int discs = abs(counts_all ? other->result.discs : known->result.discs);
    if (other->side < known->side) {
        known->side = other->side;
        known->result.sign = other->result.sign;
    }
    known->result.discs = known->result.sign * discs;
}

void sheet_state_result(flank_sheet *sheet, const stated_result *stated)
{
    stated_result *results = sheet_stated_results(sheet);
    if (!stated->result.known)
        return;
    if (!results[STATED_RESULT].result.known)
        results[STATED_RESULT] = *stated;
    else if (!contradict(sheet, &results[STATED_RESULT], stated))
        complete(&results[STATED_RESULT], stated);
    else if (!results[STATED_AGAINST].result.known)
        results[STATED_AGAINST] = *stated;
}

/* ---- Results held against the last board ---- */

/* The end of the main line by `rules`, in black's view. */
static flank_outcome outcome_by(const flank_sheet *sheet, const flank_rules *rules)
{
    const flank_position *end = &flank_sheet_end(sheet)->position;
    const int view = end->color == FLANK_BLACK ? 1 : -1;
    flank_outcome outcome = flank_game_outcome(flank_sheet_game(sheet), rules, end);
    outcome.sign *= view;
    outcome.discs *= view;
    return outcome;
}

static bool has_difference(const flank_sheet *sheet, const flank_outcome *outcome, int discs)
{
    const flank_position *end = &flank_sheet_end(sheet)->position;
    const int on_board = (int)bit_count(end->own) - (int)bit_count(end->other);
    return abs(discs) == abs(outcome->discs) || abs(discs) == abs(on_board);
}

static bool agrees(const flank_sheet *sheet, const stated_result *told, const flank_outcome *outcome)
{
    const flank_sheet_result *result = &told->result;
    const bool same_winner = result->sign == outcome->sign || (told->side && result->sign == -outcome->sign);
    const bool same_discs = !result->has_discs || has_difference(sheet, outcome, result->discs) ||
                            has_difference(sheet, outcome, full_difference(told));
    return outcome->over && same_winner && same_discs;
}

/* True if the result is that of one of the rules on which authorities differ. */
static bool agrees_by_a_rule(const flank_sheet *sheet, const stated_result *told)
{
    const flank_rules *rules = flank_sheet_rules(sheet);
    const flank_param *params = flank_sheet_game(sheet)->params;
    for (size_t i = 0; params && params[i].name; i++)
        for (size_t value = 0; !params[i].apart && params[i].values[value]; value++) {
            flank_rules other = *rules;
            other.value[i] = (uint8_t)value;
            const flank_outcome outcome = outcome_by(sheet, &other);
            if (agrees(sheet, told, &outcome))
                return true;
        }
    return false;
}

/* "+12" for Black, or as Flank's files have it, "1-0". */
static const char *show(const flank_sheet *sheet, const stated_result *stated, char text[SHOWN_SIZE])
{
    if (!stated->result.has_discs || !stated->result.discs)
        return movetext_result(sheet, &stated->result);
    snprintf(text, SHOWN_SIZE, "%+d", full_difference(stated) % 100);
    return text;
}

static flank_status note(flank_sheet *sheet, flank_error_code code, const stated_result *one,
                         const stated_result *other)
{
    char first[SHOWN_SIZE], second[SHOWN_SIZE];
    flank_error error;
    error_say(&error, FLANK_OK, 0, say_code(code), say_text(show(sheet, one, first)),
              say_text(show(sheet, other, second)));
    return sheet_set_note(sheet, SHEET_NOTE, &error);
}

/* Take what was stated of a game that was not played to its end. On a board that is not `final` nobody has the empty
 * squares: of a score that leaves some out only the winner is known. */
static flank_status take_told(flank_sheet *sheet, const stated_result *told, const stated_result *against, bool final)
{
    flank_sheet_result result = told->result;
    const bool is_open = told->side == SIDE_OPEN && result.sign && !against->result.known;
    result.known = !against->result.known && !is_open;
    result.has_discs = result.has_discs && (final || !told->empties);
    result.discs = result.has_discs ? full_difference(told) : 0;
    flank_sheet_set_result(sheet, &result);
    if (is_open) {
        flank_error error;
        error_say(&error, FLANK_OK, 0, SAY(LIST_SCORE_SIDE));
        return sheet_set_note(sheet, SHEET_NOTE, &error);
    }
    return against->result.known ? note(sheet, FLANK_ERROR_RESULTS_DIFFER, told, against) : FLANK_OK;
}

/* Take the board's result, as counted as the one in the file that it differs from, which is told. */
static flank_status take_board(flank_sheet *sheet, const stated_result *told)
{
    flank_sheet_set_result(sheet, &(flank_sheet_result){.known = false});
    stated_result board = {.result = flank_sheet_result_of(sheet)};
    board.result.has_discs = told->result.has_discs;
    return note(sheet, FLANK_ERROR_RESULT_NOT_OF_BOARD, told, &board);
}

flank_status sheet_check_result(flank_sheet *sheet)
{
    const stated_result *results = sheet_stated_results(sheet);
    const stated_result told = results[STATED_RESULT], against = results[STATED_AGAINST];
    const flank_outcome outcome = outcome_by(sheet, flank_sheet_rules(sheet));
    if (!told.result.known || flank_sheet_kind_of(sheet) == FLANK_SHEET_POSITION)
        return FLANK_OK;
    if (!outcome.over || told.result.ending != FLANK_ENDING_PLAYED)
        return take_told(sheet, &told, &against, outcome.over);
    const bool agree = agrees(sheet, &told, &outcome);
    if (!agree && !agrees_by_a_rule(sheet, &told))
        return take_board(sheet, &told);
    if (against.result.known && !agrees(sheet, &against, &outcome) && !agrees_by_a_rule(sheet, &against))
        return take_board(sheet, &against);
    flank_sheet_result result = told.result;
    result.discs = abs(full_difference(&told)) == abs(outcome.discs) ? full_difference(&told) : result.discs;
    result.known = !agree || told.side == SIDE_TOLD;
    flank_sheet_set_result(sheet, &result);
    return FLANK_OK;
}
