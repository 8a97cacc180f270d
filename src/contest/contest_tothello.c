/* SPDX-License-Identifier: MIT
 *
 * Tothello (TopCoder Invitational 2001): the most pieces that the player to move can have after one move.
 *
 * Only a placement that would be legal in Othello closes a bracket, as the start board holds none; every other
 * placement just adds its piece. So the cascade is played out only for Othello's moves, about ten of fifty empty
 * squares, and one number stands for the rest. The cascade adds pieces to one side only, so its end does not depend on
 * the order in which runs are turned.
 *
 * The text is read as it comes, character by character: blanks may stand between any two words or signs, and also line
 * ends between two assignments. An assignment must be finished on its line. If the problem is silent: a fault of the
 * whole case is reported at its first line.
 */
#include "contest/contest_filters.h"
#include "core/bits.h"
#include "games/othello/othello_board.h"
#include "games/tothello/tothello_board.h"

#include <inttypes.h>
#include <stdio.h>

enum { RED, BLACK, TURN };
enum { LIST_MAX = 50, WORD_SIZE = 16 };

static const char *const assignment_names[3] = {"redPieces", "blackPieces", "whoseTurn"};
static const char *const color_names[2] = {"Red", "Black"};

typedef struct test_case {
    contest_stream *stream;
    uint64_t number; /* 1 for the first */
    unsigned seen;   /* bit RED, BLACK, TURN: that assignment has been read */
    uint64_t pieces[2];
    unsigned mover; /* RED or BLACK */
} test_case;

/* ---- Rules ----------------------------------------------------------------------------------------------------- */

/* The most own pieces after a pass, a placement that turns nothing, or one that does. */
static unsigned best_move(tothello_board board)
{
    unsigned best = bit_count(board.own) + ((board.own | board.other) != ~UINT64_C(0));
    for (BITS_EACH(square, othello_moves(board.own, board.other))) {
        unsigned pieces = bit_count(tothello_place(board, (unsigned)square).own);
        if (pieces > best)
            best = pieces;
    }
    return best;
}

/* ---- Reading --------------------------------------------------------------------------------------------------- */

static bool fail_expected(test_case *c, flank_error_code expected)
{
    return contest_say(c->stream, SAY(EXPECTED_IN_CASE), say_code(expected), say_number(c->number),
                       say_found(c->stream));
}

/* Step over blanks and the one sign that must come next. */
static bool read_sign(test_case *c, int sign, flank_error_code expected)
{
    if (contest_skip_blanks(c->stream) != sign)
        return fail_expected(c, expected);
    contest_step(c->stream);
    return true;
}

/* Step over a quotation mark, if one is there. */
static bool skip_quote(test_case *c)
{
    bool quoted = contest_peek(c->stream) == '"';
    if (quoted)
        contest_step(c->stream);
    return quoted;
}

static bool close_quote(test_case *c, bool quoted)
{
    if (!quoted)
        return true;
    if (contest_peek(c->stream) != '"')
        return fail_expected(c, FLANK_ERROR_THE_CLOSING_QUOTE);
    contest_step(c->stream);
    return true;
}

/* Read letters, at most WORD_SIZE - 1 of them, and return how many there were. */
static size_t read_word(test_case *c, char *word)
{
    size_t length = 0;
    for (;;) {
        int byte = contest_peek(c->stream);
        bool letter = (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
        if (!letter || length == WORD_SIZE - 1)
            break;
        word[length++] = (char)byte;
        contest_step(c->stream);
    }
    word[length] = '\0';
    return length;
}

static bool add_square(test_case *c, unsigned color, unsigned square)
{
    char name[3] = {(char)('A' + square % 8), (char)('1' + square / 8), '\0'};
    if (c->pieces[color] & bit(square))
        return contest_say(c->stream, SAY(SQUARE_TWICE), say_text(name), say_text(assignment_names[color]),
                           say_number(c->number));
    if (c->pieces[!color] & bit(square))
        return contest_say(c->stream, SAY(SQUARE_IN_BOTH), say_text(name), say_text(assignment_names[RED]),
                           say_text(assignment_names[BLACK]), say_number(c->number));
    c->pieces[color] |= bit(square);
    return true;
}

static bool read_square(test_case *c, unsigned color)
{
    bool quoted = skip_quote(c);
    int column = contest_peek(c->stream);
    if (column < 'A' || column > 'H')
        return fail_expected(c, FLANK_ERROR_A_SQUARE_A1_H8);
    contest_step(c->stream);
    int row = contest_peek(c->stream);
    if (row < '1' || row > '8')
        return fail_expected(c, FLANK_ERROR_A_ROW_AFTER_COLUMN);
    contest_step(c->stream);
    return add_square(c, color, 8 * (unsigned)(row - '1') + (unsigned)(column - 'A')) && close_quote(c, quoted);
}

static bool read_list(test_case *c, unsigned color)
{
    if (!read_sign(c, '[', FLANK_ERROR_AN_OPENING_BRACKET))
        return false;
    bool closed = contest_skip_blanks(c->stream) == ']';
    if (closed)
        contest_step(c->stream);
    for (unsigned count = 0; !closed; count++) {
        if (count == LIST_MAX)
            return contest_say(c->stream, SAY(LIST_TOO_LONG), say_text(assignment_names[color]), say_number(c->number),
                               say_number(LIST_MAX));
        contest_skip_blanks(c->stream);
        if (!read_square(c, color))
            return false;
        int byte = contest_skip_blanks(c->stream);
        if (byte != ',' && byte != ']')
            return fail_expected(c, FLANK_ERROR_A_COMMA_OR_BRACKET_AFTER_SQUARE);
        closed = byte == ']';
        contest_step(c->stream);
    }
    return true;
}

static bool read_turn(test_case *c)
{
    char word[WORD_SIZE];
    contest_skip_blanks(c->stream);
    bool quoted = skip_quote(c);
    if (read_word(c, word) == 0)
        return fail_expected(c, FLANK_ERROR_RED_OR_BLACK);
    if (strcmp(word, color_names[RED]) != 0 && strcmp(word, color_names[BLACK]) != 0)
        return contest_say(c->stream, SAY(CASE_EXPECTED_COLOR), say_number(c->number), say_text(word));
    c->mover = strcmp(word, color_names[BLACK]) == 0 ? BLACK : RED;
    return close_quote(c, quoted);
}

/* The assignments that the case still lacks, as "redPieces, whoseTurn". Writes to `out`, returns it. */
static const char *missing_names(const test_case *c, char out[64])
{
    size_t length = 0;
    for (unsigned i = 0; i < 3; i++)
        if (!(c->seen >> i & 1))
            length += (size_t)snprintf(out + length, 64 - length, "%s%s", length ? ", " : "", assignment_names[i]);
    return out;
}

static bool read_assignment(test_case *c)
{
    char word[WORD_SIZE], missing[64];
    unsigned name = 0;
    if (contest_skip_space(c->stream) == CONTEST_END)
        return contest_say(c->stream, SAY(CASE_INPUT_ENDS), say_text(missing_names(c, missing)), say_number(c->number));
    if (read_word(c, word) == 0)
        return contest_say(c->stream, SAY(EXPECTED_IN_CASE), SAY(TEXT), say_text(missing_names(c, missing)),
                           say_number(c->number), say_found(c->stream));
    while (name < 3 && strcmp(word, assignment_names[name]) != 0)
        name++;
    if (name == 3)
        return contest_say(c->stream, SAY(CASE_EXPECTED_NAME), say_text(missing_names(c, missing)),
                           say_number(c->number), say_text(word));
    if (c->seen >> name & 1)
        return contest_say(c->stream, SAY(ASSIGNED_TWICE), say_text(word), say_number(c->number),
                           say_text(missing_names(c, missing)));
    c->seen |= 1u << name;
    return read_sign(c, '=', FLANK_ERROR_AN_EQUALS_SIGN) && (name == TURN ? read_turn(c) : read_list(c, name));
}

/* The problem promises that nothing is bracketed before the move. */
static bool check_start(test_case *c, uint64_t line)
{
    for (unsigned color = RED; color <= BLACK; color++) {
        uint64_t held = tothello_bracketed((tothello_board){c->pieces[!color], c->pieces[color]});
        if (held) {
            unsigned square = bit_first(held);
            return contest_say_at(c->stream, line, SAY(ALREADY_BRACKETED), say_name(color_names[color]),
                                  say_text((char[]){(char)('A' + square % 8), (char)('1' + square / 8), '\0'}),
                                  say_number(c->number));
        }
    }
    return true;
}

static bool answer_case(contest_stream *stream, uint64_t number)
{
    test_case c = {.stream = stream, .number = number};
    uint64_t line = stream->line;
    for (int i = 0; i < 3; i++)
        if (!read_assignment(&c))
            return false;
    if (!check_start(&c, line))
        return false;
    contest_write_number(stream, best_move((tothello_board){c.pieces[c.mover], c.pieces[!c.mover]}));
    contest_write(stream, "\n", 1);
    return true;
}

void tothello_filter(contest_stream *stream)
{
    for (uint64_t number = 1; contest_skip_space(stream) != CONTEST_END; number++)
        if (!answer_case(stream, number))
            return;
}
