/* SPDX-License-Identifier: MIT
 *
 * The results that a file tells of a game (stated_result.c) held against the last board if that ends the game. The
 * board can be checked, what is told cannot: where they differ, the board counts. Of a game that is not over, two
 * results that contradict each other are both left out. A note tells both.
 *
 * A result that does not say whose it is, "1-0" or "38-26", may be that of either
 * side: some programs name White first, others the winner. It agrees if that of the other side would, and the board
 * tells whose it is. So does a result by another value of a rule on which authorities differ. Games that end before
 * the board does (resignation, time, an agreement) keep what is told, but for a score where fewest discs win: it may
 * count them or name the winner's first.
 */
#include "core/bits.h"
#include "core/error.h"
#include "formats/format_table.h"
#include "formats/movetext.h"
#include "games/game_table.h"

#include <stdio.h>
#include <stdlib.h>

enum { SHOWN_SIZE = 8 };

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

/* True if a score tells discs where fewest may win: who has won is open. */
static bool has_open_count(const flank_sheet *sheet, const stated_result *told)
{
    return told->is_count && flank_rules_stand_apart(flank_sheet_game(sheet), flank_sheet_rules(sheet));
}

static bool agrees(const flank_sheet *sheet, const stated_result *told, const flank_outcome *outcome)
{
    const flank_sheet_result *result = &told->result;
    const bool is_open = told->side || has_open_count(sheet, told);
    const bool same_winner = result->sign == outcome->sign || (is_open && result->sign == -outcome->sign);
    const bool same_discs = !result->has_discs || has_difference(sheet, outcome, result->discs) ||
                            has_difference(sheet, outcome, stated_full_difference(told));
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
    snprintf(text, SHOWN_SIZE, "%+d", stated_full_difference(stated) % 100);
    return text;
}

static flank_status note(flank_sheet *sheet, flank_error_code code, const stated_result *one,
                         const stated_result *other)
{
    char first[SHOWN_SIZE], second[SHOWN_SIZE];
    flank_error error;
    error_say(&error, FLANK_OK, 0, say_code(code), say_text(show(sheet, one, first)),
              say_text(show(sheet, other, second)));
    return sheet_add_note(sheet, SHEET_NOTE, &error);
}

/* Take what was stated of a game that was not played to its end. On a board that is not `final` nobody has the empty
 * squares: of a score that leaves some out only the winner is known. */
static flank_status take_told(flank_sheet *sheet, const stated_result *told, const stated_result *against, bool final)
{
    flank_sheet_result result = told->result;
    const bool by_discs = has_open_count(sheet, told);
    const bool is_open = (told->side == SIDE_OPEN || by_discs) && result.sign && !against->result.known;
    result.known = !against->result.known && !is_open;
    result.has_discs = result.has_discs && (final || !told->empties);
    result.discs = result.has_discs ? stated_full_difference(told) : 0;
    flank_sheet_set_result(sheet, &result);
    if (is_open) {
        flank_error error;
        error_say(&error, FLANK_OK, 0, by_discs ? SAY(SCORE_OF_FEWEST) : SAY(LIST_SCORE_SIDE));
        return sheet_add_note(sheet, SHEET_NOTE, &error);
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
    result.discs =
        abs(stated_full_difference(&told)) == abs(outcome.discs) ? stated_full_difference(&told) : result.discs;
    result.known = !has_open_count(sheet, &told) && (!agree || told.side == SIDE_TOLD);
    flank_sheet_set_result(sheet, &result);
    return FLANK_OK;
}
