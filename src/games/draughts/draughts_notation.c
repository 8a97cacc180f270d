/* SPDX-License-Identifier: MIT
 *
 * Positions of Turkish draughts in text.
 *
 *   fen       W:Wa2,b2,Kc4:Bd6,Ke8           PDN 3.0, squares as in chess; the style of records
 *   numeric   W:W49,50,K35:B20,K5            PDN with numbers 1..64 from a8, ranges of men 41-56 (pydraughts)
 *   hub       W + 64 of w W b B e            Hub 2 (Scan) stretched to 64 squares, in the order of the numbers
 *   board     64 of w W b B - and a side     the same squares, side last
 *
 * No standard fixes the square order of a Hub string for this board. Ours starts at a8 and reads as the board is
 * printed, so that character n is square number n, as on the 10x10 board for which Hub was made.
 *
 * Refused because they can only be mistakes: a square named twice, no piece at all, a man on the rank where it would
 * have become a king, a list of one colour missing. Men on their own first rank cannot arise either, but composed
 * positions (our own test data among them) have them and every rule applies to them, so they are read.
 */
#include "games/draughts/draughts_notation.h"

#include "core/error.h"
#include "games/draughts/draughts_board.h"

#include <stdio.h>
#include <string.h>

const char *const draughts_position_styles[] = {"fen", "numeric", "hub", "board", NULL};

unsigned draughts_square_number(unsigned square) { return (square ^ 56) + 1; }

unsigned draughts_read_square(const char *text, size_t *at)
{
    const char *here = text + *at;
    unsigned file = (unsigned)((here[0] | 32) - 'a');
    if (file < 8 && here[1] >= '1' && here[1] <= '8') {
        *at += 2;
        return (unsigned)(here[1] - '1') * 8 + file;
    }
    unsigned number = 0, digits = 0;
    while (digits < 3 && here[digits] >= '0' && here[digits] <= '9')
        number = number * 10 + (unsigned)(here[digits++] - '0');
    if (number < 1 || number > 64 || here[0] == '0')
        return FLANK_NO_SQUARE;
    *at += digits;
    return (number - 1) ^ 56;
}

/* ---- Reading ---- */

/* A position being read. */
typedef struct position_reader {
    const char *text;
    size_t at;
    uint64_t pieces[2]; /* indexed by flank_color */
    uint64_t kings;
    flank_error *error;
} position_reader;

static const char *const color_names[] = {"black", "white"};

static flank_status expected(position_reader *reader, flank_error_code what)
{
    return error_say(reader->error, FLANK_BAD_POSITION, reader->at, SAY(EXPECTED_FOUND), say_code(what),
                     say_byte(reader->text[reader->at]));
}

/* Put a piece, named at `offset`, on the board. */
static flank_status place(position_reader *reader, flank_color color, bool king, unsigned square, size_t offset)
{
    const char *name = flank_square_name(square);
    if ((reader->pieces[0] | reader->pieces[1]) & bit(square))
        return error_say(reader->error, FLANK_BAD_POSITION, offset, SAY(TWO_PIECES), say_text(name));
    if (!king && (bit(square) & draughts_crown_rank(color)))
        return error_say(reader->error, FLANK_BAD_POSITION, offset, SAY(MAN_WOULD_BE_KING),
                         say_name(color_names[color]), say_text(name));
    reader->pieces[color] |= bit(square);
    if (king)
        reader->kings |= bit(square);
    if (bit_count(reader->pieces[color]) > DRAUGHTS_PIECES_MAX)
        return error_say(reader->error, FLANK_BAD_POSITION, offset, SAY(TOO_MANY_PIECES),
                         say_number(DRAUGHTS_PIECES_MAX), say_name(color_names[color]));
    return FLANK_OK;
}

static flank_status finish(const position_reader *reader, int color, flank_position *position)
{
    if (!reader->pieces[0] && !reader->pieces[1])
        return error_say(reader->error, FLANK_BAD_POSITION, 0, SAY(NO_PIECE));
    *position = (flank_position){
        .own = reader->pieces[color], .other = reader->pieces[!color], .kings = reader->kings, .color = (uint8_t)color};
    return FLANK_OK;
}

/* FLANK_WHITE or FLANK_BLACK for a letter of either case, -1 for any other. */
static int read_color(char letter)
{
    return letter == 'W' || letter == 'w' ? FLANK_WHITE : letter == 'B' || letter == 'b' ? FLANK_BLACK : -1;
}

/* One item of a list: K? square, or K? number-number. */
static flank_status read_item(position_reader *reader, flank_color color)
{
    bool king = reader->text[reader->at] == 'K' || reader->text[reader->at] == 'k';
    reader->at += king;
    size_t offset = reader->at;
    bool number = reader->text[offset] >= '0' && reader->text[offset] <= '9';
    unsigned first = draughts_read_square(reader->text, &reader->at), last = first;
    if (first == FLANK_NO_SQUARE)
        return expected(reader, king ? FLANK_ERROR_A_SQUARE_AFTER_K : FLANK_ERROR_A_SQUARE);
    if (number && reader->text[reader->at] == '-') {
        reader->at++;
        last = draughts_read_square(reader->text, &reader->at);
        if (last == FLANK_NO_SQUARE || draughts_square_number(last) < draughts_square_number(first)) {
            reader->at = offset;
            return error_say(reader->error, FLANK_BAD_POSITION, offset, SAY(RANGE_GOES_UP));
        }
    }
    flank_status status = FLANK_OK;
    for (unsigned n = draughts_square_number(first); !status && n <= draughts_square_number(last); n++)
        status = place(reader, color, king, (n - 1) ^ 56, offset);
    return status;
}

/* A list of one colour after its letter: items separated by commas, perhaps none. */
static flank_status read_list(position_reader *reader, flank_color color)
{
    if (strchr(":.", reader->text[reader->at])) /* the end of the text, too */
        return FLANK_OK;
    for (;;) {
        flank_status status = read_item(reader, color);
        if (status || reader->text[reader->at] != ',')
            return status;
        reader->at++;
    }
}

static flank_status read_fen(position_reader *reader, flank_position *position)
{
    int color = read_color(reader->text[0]);
    if (color < 0)
        return expected(reader, FLANK_ERROR_SIDE_W_OR_B);
    bool listed[2] = {false, false};
    reader->at = 1;
    while (reader->text[reader->at] == ':') {
        reader->at++;
        int list_color = read_color(reader->text[reader->at]);
        if (list_color < 0)
            return expected(reader, FLANK_ERROR_LIST_W_OR_B);
        reader->at++;
        listed[list_color] = true;
        flank_status status = read_list(reader, (flank_color)list_color);
        if (status)
            return status;
    }
    bool dot = reader->text[reader->at] == '.';
    if (reader->text[reader->at + dot]) {
        reader->at += dot;
        return expected(reader, FLANK_ERROR_A_COMMA_COLON_OR_END);
    }
    if (!listed[FLANK_WHITE] || !listed[FLANK_BLACK])
        return expected(reader, listed[FLANK_WHITE] ? FLANK_ERROR_BLACK_PIECES : FLANK_ERROR_WHITE_PIECES);
    return finish(reader, color, position);
}

/* The 64 squares of a board or Hub string, from a8, at reader->at. */
static flank_status read_squares(position_reader *reader)
{
    for (unsigned number = 1; number <= 64; number++, reader->at++) {
        unsigned square = (number - 1) ^ 56;
        char letter = reader->text[reader->at];
        if (letter == 'e' || letter == '-' || letter == '.')
            continue;
        int color = read_color(letter);
        if (color < 0)
            return error_say(reader->error, FLANK_BAD_POSITION, reader->at, SAY(EXPECTED_FOUND), SAY(A_HUB_LETTER),
                             say_text(flank_square_name(square)), say_byte(letter));
        flank_status status = place(reader, (flank_color)color, letter == 'W' || letter == 'B', square, reader->at);
        if (status)
            return status;
    }
    return FLANK_OK;
}

static flank_status read_hub(position_reader *reader, flank_position *position)
{
    if (reader->text[0] != 'W' && reader->text[0] != 'B')
        return expected(reader, FLANK_ERROR_SIDE_W_OR_B);
    int color = read_color(reader->text[0]);
    reader->at = 1;
    flank_status status = read_squares(reader);
    return status ? status : finish(reader, color, position);
}

static flank_status read_board(position_reader *reader, flank_position *position)
{
    flank_status status = read_squares(reader);
    if (status)
        return status;
    while (reader->text[reader->at] == ' ')
        reader->at++;
    int color = read_color(reader->text[reader->at]);
    if (color < 0)
        return expected(reader, FLANK_ERROR_SIDE_W_OR_B);
    reader->at++;
    return reader->text[reader->at] ? expected(reader, FLANK_ERROR_NOTHING_AFTER_SIDE)
                                    : finish(reader, color, position);
}

flank_status draughts_parse_position(const char *text, flank_position *position, flank_error *error)
{
    position_reader reader = {.text = text, .error = error};
    size_t first_word = strcspn(text, " ");
    if (text[0] && text[1] == ':')
        return read_fen(&reader, position);
    if (first_word == 65 && text[65] == '\0')
        return read_hub(&reader, position);
    if (first_word >= 8 && strspn(text, "wWbBe-.") >= 8)
        return read_board(&reader, position);
    return error_say(error, FLANK_BAD_POSITION, 0, SAY(EXPECTED_DRAUGHTS_POSITION));
}

/* ---- Writing ---- */

/* Append ",K35" or the like; `first` leaves the comma out. Returns the bytes written. */
static size_t write_item(char *out, bool first, bool king, unsigned square, bool numeric)
{
    const char *comma = first ? "" : ",", *letter = king ? "K" : "";
    return numeric ? (size_t)sprintf(out, "%s%s%u", comma, letter, draughts_square_number(square))
                   : (size_t)sprintf(out, "%s%s%s", comma, letter, flank_square_name(square));
}

/* The number of men that stand on squares of consecutive numbers from `number` on. */
static unsigned run_length(uint64_t men, unsigned number)
{
    unsigned length = 0;
    while (number + length <= 64 && (men & bit((number + length - 1) ^ 56)))
        length++;
    return length;
}

/* ":W" and the pieces: from a1 by name, or from square 1 by number with ranges for three and more men. */
static size_t write_list(char *out, char letter, uint64_t pieces, uint64_t kings, bool numeric)
{
    size_t used = (size_t)sprintf(out, ":%c", letter), start = used;
    for (unsigned i = 0; i < 64; i++) {
        unsigned square = numeric ? i ^ 56 : i;
        if (!(pieces & bit(square)))
            continue;
        used += write_item(out + used, used == start, kings & bit(square), square, numeric);
        unsigned run = numeric ? run_length(pieces & ~kings, i + 1) : 0;
        if (run >= 3) {
            used += (size_t)sprintf(out + used, "-%u", i + run);
            i += run - 1;
        }
    }
    return used;
}

static void write_squares(char *out, const flank_position *position, const char *letters)
{
    for (unsigned number = 1; number <= 64; number++) {
        uint64_t here = bit((number - 1) ^ 56);
        unsigned color = position->own & here ? position->color : !position->color;
        bool occupied = (position->own | position->other) & here, king = position->kings & here;
        out[number - 1] = occupied ? letters[color * 2 + king] : letters[4];
    }
}

void draughts_format_position(const flank_position *position, const char *style, char *out)
{
    bool white_to_move = position->color == FLANK_WHITE;
    char side = white_to_move ? 'W' : 'B';
    if (strcmp(style, "hub") == 0) {
        out[0] = side;
        write_squares(out + 1, position, "bBwWe");
        out[65] = '\0';
    } else if (strcmp(style, "board") == 0) {
        write_squares(out, position, "bBwW-");
        sprintf(out + 64, " %c", side);
    } else {
        bool numeric = strcmp(style, "numeric") == 0;
        uint64_t white = white_to_move ? position->own : position->other;
        uint64_t black = white_to_move ? position->other : position->own;
        size_t used = (size_t)sprintf(out, "%c", side);
        used += write_list(out + used, 'W', white, position->kings, numeric);
        write_list(out + used, 'B', black, position->kings, numeric);
    }
}
