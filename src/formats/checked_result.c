/* SPDX-License-Identifier: MIT
 *
 * The result that a file tells of a game, held against the last board if that ends the game. The board can be checked,
 * what is told cannot: where they differ, the board counts, and a note tells both.
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

static bool agrees(const flank_sheet *sheet, const flank_sheet_result *told, const flank_outcome *outcome)
{
    const bool same_winner =
        told->sign == outcome->sign || (sheet_side_is_unsure(sheet) && told->sign == -outcome->sign);
    return outcome->over && same_winner && (!told->has_discs || has_difference(sheet, outcome, told->discs));
}

/* True if the result is that of one of the rules on which authorities differ. */
static bool agrees_by_a_rule(const flank_sheet *sheet, const flank_sheet_result *told)
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
static const char *show(const flank_sheet *sheet, const flank_sheet_result *result, char text[SHOWN_SIZE])
{
    if (!result->has_discs || !result->discs)
        return movetext_result(sheet, result);
    snprintf(text, SHOWN_SIZE, "%+d", result->discs % 100);
    return text;
}

flank_status sheet_check_result(flank_sheet *sheet)
{
    char one[SHOWN_SIZE], other[SHOWN_SIZE];
    flank_error note;
    const flank_sheet_result told = flank_sheet_result_of(sheet), none = {.known = false};
    const flank_outcome outcome = outcome_by(sheet, flank_sheet_rules(sheet));
    if (!flank_sheet_states_result(sheet) || told.ending != FLANK_ENDING_PLAYED || !outcome.over ||
        flank_sheet_kind_of(sheet) == FLANK_SHEET_POSITION)
        return FLANK_OK;
    const bool agree = agrees(sheet, &told, &outcome);
    if (agree ? !sheet_side_is_unsure(sheet) : agrees_by_a_rule(sheet, &told))
        return FLANK_OK;
    flank_sheet_set_result(sheet, &none);
    if (agree)
        return FLANK_OK;
    flank_sheet_result board = flank_sheet_result_of(sheet);
    board.has_discs = told.has_discs;
    error_say(&note, FLANK_OK, 0, SAY(RESULT_NOT_OF_BOARD), say_text(show(sheet, &told, one)),
              say_text(show(sheet, &board, other)));
    return sheet_set_note(sheet, SHEET_NOTE, &note);
}
