/* SPDX-License-Identifier: MIT
 *
 * Tothello in text. There is no established notation for whole games, so positions are Othello's 64 letters with the
 * side to move, followed by one word `pass` for each pass in a row just made (they decide when the game ends); or the
 * three assignments of TopCoder's examples. Letters mean columns in both, as in the original problem.
 */
#include "games/tothello/tothello_notation.h"

#include "core/bits.h"
#include "core/disc_text.h"
#include "core/error.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const char *const tothello_position_styles[] = {"board", "lists", NULL};
const char *const tothello_move_styles[] = {"square", "upper", NULL};

static const disc_letters letters = {.color = {"Xx*Bb", "OoRrWw"}, .empty = "-."};

/* ---- Positions as three assignments: redPieces = [C2,C3] blackPieces = [B1] whoseTurn = "Black" ---- */

typedef struct lists_reader {
    const char *text;
    size_t at;
    uint64_t discs[2];
    flank_color side;
    bool seen[3]; /* which assignments have been read, in the order of list_names */
    flank_error *error;
} lists_reader;

static const char *const list_names[3] = {"blackPieces", "redPieces", "whoseTurn"};

static flank_status wrong(const lists_reader *reader, flank_error_code expected)
{
    return error_say(reader->error, FLANK_BAD_POSITION, reader->at, SAY(EXPECTED_FOUND), say_code(expected),
                     say_byte(reader->text[reader->at]));
}

/* Step over `character` after blanks; false, at the place, if something else is there. */
static bool take(lists_reader *reader, char character)
{
    reader->at = disc_text_skip_blanks(reader->text, reader->at);
    if (reader->text[reader->at] != character)
        return false;
    reader->at++;
    return true;
}

static bool take_word(lists_reader *reader, const char *word)
{
    reader->at = disc_text_skip_blanks(reader->text, reader->at);
    size_t length = strlen(word);
    if (strncmp(reader->text + reader->at, word, length) != 0)
        return false;
    reader->at += length;
    return true;
}

/* One square, in double quotes or not. */
static flank_status read_square(lists_reader *reader, flank_color color)
{
    bool quoted = take(reader, '"');
    int square = disc_text_square(reader->text + reader->at);
    if (square < 0)
        return wrong(reader, FLANK_ERROR_A_SQUARE_A1_H8);
    if ((reader->discs[0] | reader->discs[1]) & bit((unsigned)square))
        return error_say(reader->error, FLANK_BAD_POSITION, reader->at, SAY(HOLDS_PIECE),
                         say_text(flank_square_name((unsigned)square)));
    reader->discs[color] |= bit((unsigned)square);
    reader->at += 2;
    return quoted && !take(reader, '"') ? wrong(reader, FLANK_ERROR_A_CLOSING_QUOTE) : FLANK_OK;
}

static flank_status read_squares(lists_reader *reader, flank_color color)
{
    if (!take(reader, '['))
        return wrong(reader, FLANK_ERROR_AN_OPENING_BRACKET);
    if (take(reader, ']'))
        return FLANK_OK;
    do {
        flank_status status = read_square(reader, color);
        if (status)
            return status;
    } while (take(reader, ','));
    return take(reader, ']') ? FLANK_OK : wrong(reader, FLANK_ERROR_A_COMMA_OR_BRACKET);
}

static flank_status read_turn(lists_reader *reader)
{
    bool quoted = take(reader, '"');
    if (take_word(reader, "Black"))
        reader->side = FLANK_BLACK;
    else if (take_word(reader, "Red"))
        reader->side = FLANK_WHITE;
    else
        return wrong(reader, FLANK_ERROR_BLACK_OR_RED);
    return quoted && !take(reader, '"') ? wrong(reader, FLANK_ERROR_A_CLOSING_QUOTE) : FLANK_OK;
}

/* One of the three assignments that has not been read yet. */
static flank_status read_assignment(lists_reader *reader)
{
    for (int i = 0; i < 3; i++)
        if (!reader->seen[i] && take_word(reader, list_names[i])) {
            reader->seen[i] = true;
            if (!take(reader, '='))
                return wrong(reader, FLANK_ERROR_AN_EQUALS_SIGN);
            return i == 2 ? read_turn(reader) : read_squares(reader, (flank_color)i);
        }
    return error_say(reader->error, FLANK_BAD_POSITION, reader->at, SAY(EXPECTED_LIST),
                     say_text(list_names[!reader->seen[0]   ? 0
                                         : !reader->seen[1] ? 1
                                                            : 2]));
}

static flank_status parse_lists(const char *text, size_t *at, uint64_t discs[2], flank_color *side, flank_error *error)
{
    lists_reader reader = {.text = text, .error = error};
    for (int i = 0; i < 3; i++) {
        flank_status status = read_assignment(&reader);
        if (status)
            return status;
    }
    *at = reader.at;
    discs[0] = reader.discs[0];
    discs[1] = reader.discs[1];
    *side = reader.side;
    return FLANK_OK;
}

static size_t format_list(char *out, const char *name, uint64_t discs)
{
    size_t used = (size_t)sprintf(out, "%s=[", name);
    const char *comma = "";
    for (BITS_EACH(square, discs)) {
        used += (size_t)sprintf(out + used, "%s%c%u", comma, 'A' + (int)square_file(square), square_rank(square) + 1);
        comma = ",";
    }
    return used + (size_t)sprintf(out + used, "] ");
}

static size_t format_lists(const flank_position *position, char *out)
{
    bool red = position->color == FLANK_WHITE;
    size_t used = format_list(out, "redPieces", red ? position->own : position->other);
    used += format_list(out + used, "blackPieces", red ? position->other : position->own);
    return used + (size_t)sprintf(out + used, "whoseTurn=\"%s\"", red ? "Red" : "Black");
}

/* ---- Positions ---- */

flank_status tothello_parse_position(const char *text, flank_position *position, flank_error *error)
{
    size_t at = 0;
    uint64_t discs[2];
    flank_color side;
    flank_status status;
    if (strchr(text, '=')) {
        status = parse_lists(text, &at, discs, &side, error);
    } else {
        status = disc_text_read_board(text, &at, &letters, discs, error);
        status = status ? status : disc_text_read_side(text, &at, &letters, &side, error);
    }
    if (status)
        return status;
    uint8_t passes = 0;
    for (at = disc_text_skip_blanks(text, at); text[at]; at = disc_text_skip_blanks(text, at)) {
        if (passes == 2 || strncmp(text + at, "pass", 4) != 0)
            return error_say(error, FLANK_BAD_POSITION, at, SAY(EXPECTED_AFTER_SIDE),
                             passes == 2 ? SAY(NO_THIRD_PASS) : SAY(NOTHING_OR_PASS));
        passes++;
        at += 4;
    }
    *position = (flank_position){.own = discs[side], .other = discs[!side], .color = (uint8_t)side, .passes = passes};
    return FLANK_OK;
}

void tothello_format_position(const flank_position *position, const char *style, char *out)
{
    size_t used =
        strcmp(style, "lists") == 0 ? format_lists(position, out) : disc_text_write_board(position, &letters, out);
    for (int i = 0; i < position->passes; i++)
        used += (size_t)sprintf(out + used, " pass");
}

/* ---- Moves ---- */

flank_status tothello_parse_move(const flank_rules *rules, const flank_position *position, const char *text,
                                 flank_move *move, flank_error *error)
{
    (void)rules;
    bool pass = disc_text_is_pass(text);
    int square = disc_text_square(text);
    char shown[DISC_TEXT_SHOW_SIZE];
    if (!pass && (square < 0 || text[2]))
        return error_say(error, FLANK_BAD_MOVE, 0, SAY(NOT_A_SQUARE), say_text(disc_text_show(text, shown)));
    if (position->passes == 2)
        return error_say(error, FLANK_ILLEGAL_MOVE, 0, SAY(BOTH_PASSED));
    uint64_t taken = position->own | position->other;
    if (taken == UINT64_MAX)
        return error_say(error, FLANK_ILLEGAL_MOVE, 0, SAY(BOARD_FULL));
    if (!pass && taken & bit((unsigned)square))
        return error_say(error, FLANK_ILLEGAL_MOVE, 0, SAY(MOVE_ON_DISC),
                         say_text(flank_square_name((unsigned)square)));
    *move = (flank_move){.from = FLANK_NO_SQUARE, .to = pass ? FLANK_NO_SQUARE : (uint8_t)square};
    return FLANK_OK;
}

void tothello_format_move(const flank_rules *rules, const flank_position *position, flank_move move, const char *style,
                          char *out)
{
    (void)rules, (void)position;
    assert(flank_move_is_pass(move) || move.to < 64);
    bool upper = strcmp(style, "upper") == 0;
    if (flank_move_is_pass(move))
        strcpy(out, upper ? "PA" : "pass");
    else
        sprintf(out, "%c%u", (upper ? 'A' : 'a') + (int)square_file(move.to), square_rank(move.to) + 1);
}
