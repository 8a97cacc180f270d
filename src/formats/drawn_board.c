/* SPDX-License-Identifier: MIT
 *
 * Drawn boards.
 *
 *     A B C D E F G H                   a  b  c  d  e  f  g  h         +---+---+---+
 *   1 - - - - - - - - 1             3   .  .  .  +  .  .  .  .  3      |   | X | O | …
 *   2 - - - - * O . - 2             4   .  .  + [O] X  .  .  .  4      +---+---+---+
 *
 * Each line is first put into plain letters (drawn_letters.h). A row of the board is a line with exactly eight squares,
 * which may have its number before or behind it; if any row has one, lines without are words. In a grid of bars an
 * empty cell is an empty square. The side to move is what some words say ("* to move", "White's turn"), else a letter
 * alone behind the board, else it is worked out: in Othello by the number of discs, which is even when black is to move
 * as long as nobody has passed.
 */
#include "formats/drawn_board.h"

#include "core/error.h"
#include "formats/drawn_letters.h"
#include "games/game_table.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { ROWS_MAX = 16, SQUARES = 8, KINGS_MAX = 6 };

static const char black_letters[] = "Xx*#@Bb", white_letters[] = "OoWw0Rr", empty_letters[] = "-._+,";

typedef struct board_row {
    char squares[SQUARES];
    int label;     /* its number, 0 without one */
    bool has_bars; /* at its sides or between the squares */
    size_t offset; /* of its line in the text */
} board_row;

typedef struct board_lines {
    board_row rows[ROWS_MAX];
    size_t count;
    bool labelled;      /* some row has a number */
    bool barred;        /* some row has bars */
    char side;          /* a letter that tells the side to move, or NUL */
    size_t near_offset; /* a numbered row that has not eight squares: */
    int near_label;     /* its number, 0 if there is none */
    size_t near_squares;
} board_lines;

static bool is_one_of(char letter, const char *set) { return letter && strchr(set, letter); }

static bool is_square(char letter)
{
    return is_one_of(letter, black_letters) || is_one_of(letter, white_letters) || is_one_of(letter, empty_letters);
}

/* ---- Rows ---- */

static bool is_frame(char letter) { return is_one_of(letter, " |[]()<>="); }

/* A number from 1 to 8 by itself; 0 if there is none at `*at`, else it moves behind it. */
static int read_label(const char *line, size_t *at)
{
    size_t cursor = *at;
    while (is_frame(line[cursor]))
        cursor++;
    if (line[cursor] < '1' || line[cursor] > '8' || isalnum((unsigned char)line[cursor + 1]))
        return 0;
    *at = cursor + 1;
    return line[cursor] - '0';
}

/* The squares between bars, where a blank is an empty one; how many, 0 if it is no such row. */
static size_t read_barred(const char *line, size_t *at, char squares[SQUARES])
{
    size_t count = 0, cursor = *at + strspn(line + *at, " ");
    cursor += line[cursor] == '|';
    while (count < SQUARES && line[cursor]) {
        char square = '-';
        const size_t length = strcspn(line + cursor, "|");
        for (size_t i = 0, seen = 0; i < length; i++)
            if (line[cursor + i] != ' ' && (seen++ || !is_square(square = line[cursor + i])))
                return 0;
        squares[count++] = square;
        cursor += length;
        cursor += line[cursor] == '|';
    }
    *at = cursor;
    return count;
}

/* Squares one after the other; how many, at most eight. */
static size_t read_squares(const char *line, size_t *at, char squares[SQUARES])
{
    size_t count = 0;
    for (; count < SQUARES && (is_square(line[*at]) || is_frame(line[*at])) && line[*at]; ++*at)
        if (is_square(line[*at]))
            squares[count++] = line[*at];
    return count;
}

/* The squares of a row with the same number at both ends whose empty squares are blanks, two columns a square, as flank
 * draws it with colours; how many, 0 if it is no such row. */
static size_t read_columns(const char *line, int label, size_t *at, char squares[SQUARES])
{
    enum { WIDTH = 2 * SQUARES + 1 };
    const size_t length = strlen(line);
    if (!label || length < *at + WIDTH + 1 || line[length - 1] != '0' + label || length - 1 < WIDTH + *at)
        return 0;
    for (size_t i = 0; i < SQUARES; i++) {
        const char square = line[*at + 1 + 2 * i];
        if (line[*at + 2 * i] != ' ' || (square != ' ' && !is_square(square)))
            return 0;
        squares[i] = square == ' ' ? '-' : square;
    }
    *at += WIDTH;
    return SQUARES;
}

static size_t count_bars(const char *line)
{
    size_t bars = 0;
    for (; *line; line++)
        bars += *line == '|';
    return bars;
}

/* Take a line as a row if it is one. */
static void read_row(board_lines *lines, const char *line, size_t offset)
{
    board_row row = {.offset = offset};
    size_t at = 0;
    row.label = read_label(line, &at);
    const size_t start = at;
    const size_t bars = count_bars(line + at);
    size_t count = bars >= SQUARES - 1 ? read_barred(line, &at, row.squares) : 0;
    row.has_bars = bars > 0;
    if (count != SQUARES) {
        at = start;
        count = read_squares(line, &at, row.squares);
    }
    if (count != SQUARES && read_columns(line, row.label, &(size_t){start}, row.squares)) {
        count = SQUARES;
        at = strlen(line);
    }
    const bool glued = isalpha((unsigned char)line[at]) && !is_frame(line[at - (at > 0)]);
    const bool numbered_before = row.label != 0;
    const int behind = count == SQUARES && !glued ? read_label(line, &at) : 0;
    row.label = numbered_before ? row.label : behind;
    at += strspn(line + at, " |=");
    const bool is_side = !numbered_before && !behind && is_square(line[at]) && line[at + 1] == '\0';
    if (count == SQUARES && !glued && lines->count < ROWS_MAX && (row.label || !line[at] || is_side)) {
        lines->labelled = lines->labelled || row.label;
        lines->barred = lines->barred || row.has_bars;
        lines->rows[lines->count++] = row;
        lines->side = is_side ? line[at] : lines->side;
    } else if (numbered_before && count > 4 && !lines->near_label) {
        lines->near_label = row.label;
        lines->near_squares = count;
        lines->near_offset = offset;
    }
}

/* A rule of a frame, "--------" between rows of bars, or a row of words where others have numbers. */
static bool is_no_row(const board_lines *lines, const board_row *row)
{
    if (lines->labelled)
        return row->label == 0;
    return lines->barred && !row->has_bars && memcmp(row->squares, "--------", SQUARES) == 0;
}

static void drop_words(board_lines *lines)
{
    size_t kept = 0;
    for (size_t i = 0; i < lines->count; i++)
        if (!is_no_row(lines, &lines->rows[i]))
            lines->rows[kept++] = lines->rows[i];
    lines->count = kept;
}

/* A letter alone on its line behind the board. */
static bool is_side_line(const char *line)
{
    const size_t at = strspn(line, " ");
    return is_square(line[at]) && !is_one_of(line[at], empty_letters) && line[at + 1] == '\0';
}

/* 64 squares in any lines; false if there are more or fewer, or anything else. */
static bool read_run(const char *text, board_lines *lines)
{
    size_t count = 0;
    for (; *text; text++) {
        if (isspace((unsigned char)*text))
            continue;
        if (count == 64 || (!is_square(*text) && *text != '1'))
            return false;
        /* In Egaroucid's strings of digits 0 is black. */
        lines->rows[count / 8].squares[count % 8] = *text == '0' ? 'X' : *text == '1' ? 'O' : *text;
        count++;
    }
    lines->count = SQUARES;
    return count == 64;
}

static void read_lines(const char *text, board_lines *lines)
{
    char line[DRAWN_LINE_SIZE];
    for (const char *at = text, *next; *at; at = next) {
        next = drawn_line(at, line);
        if (lines->count >= SQUARES && is_side_line(line))
            lines->side = line[strspn(line, " ")];
        else
            read_row(lines, line, (size_t)(at - text));
    }
    drop_words(lines);
}

/* ---- The side to move ---- */

/* The side that a word names, -1 if none. */
static int side_of_word(const char *word, size_t length)
{
    static const struct {
        const char *word;
        flank_color color;
    } words[] = {{"black", FLANK_BLACK}, {"white", FLANK_WHITE}, {"red", FLANK_WHITE},  {"x", FLANK_BLACK},
                 {"*", FLANK_BLACK},     {"o", FLANK_WHITE},     {"b", FLANK_BLACK},    {"w", FLANK_WHITE},
                 {"#", FLANK_BLACK},     {"@", FLANK_BLACK},     {"dark", FLANK_BLACK}, {"light", FLANK_WHITE}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].word) == length && strncasecmp(word, words[i].word, length) == 0)
            return words[i].color;
    return -1;
}

static bool is_word_letter(char letter) { return isalpha((unsigned char)letter) || is_one_of(letter, "*#@"); }

/* The side named just before `at` in `line`: "White (O) to move", "black's turn". */
static int side_before(const char *line, size_t at)
{
    while (at > 0 && is_one_of(line[at - 1], " ()'\""))
        at--;
    if (at > 1 && line[at - 1] == 's' && line[at - 2] == '\'')
        at -= 2;
    size_t end = at;
    while (at > 0 && is_word_letter(line[at - 1]))
        at--;
    return side_of_word(line + at, end - at);
}

/* The side named behind `at`: "to move: black". */
static int side_behind(const char *line, size_t at)
{
    at += strspn(line + at, " :=('\"");
    size_t length = 0;
    while (is_word_letter(line[at + length]))
        length++;
    return side_of_word(line + at, length);
}

/* The meaning of the words around the board; -1 if nothing. */
static int side_of_words(const char *text)
{
    static const char *const phrases[] = {"to move", "to play", "turn"};
    char line[DRAWN_LINE_SIZE];
    if (strstr(text, "\u9ED2\u756A") || strstr(text, "\u767D\u756A")) /* Japanese: black's turn, white's turn */
        return strstr(text, "\u9ED2\u756A") ? FLANK_BLACK : FLANK_WHITE;
    while (*text) {
        text = drawn_line(text, line);
        for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++)
            for (size_t at = 0; line[at]; at++) {
                if (strncasecmp(line + at, phrases[i], strlen(phrases[i])) != 0)
                    continue;
                const int before = side_before(line, at), behind = side_behind(line, at + strlen(phrases[i]));
                if (before >= 0 || behind >= 0)
                    return before >= 0 ? before : behind;
            }
    }
    return -1;
}

static int side_of_letter(char letter)
{
    return is_one_of(letter, black_letters) ? FLANK_BLACK : is_one_of(letter, white_letters) ? FLANK_WHITE : -1;
}

/* ---- The position ---- */

/* The board is drawn with row 8 on top, as no program does for Othello. */
static bool is_upside_down(const board_lines *lines) { return lines->rows[0].label == 8; }

/* True if letters of draughts mean discs: a man stands on the row where it would be a king, or nearly all are kings. */
static bool are_discs(const board_lines *lines)
{
    size_t men = 0, kings = 0;
    for (size_t i = 0; i < SQUARES; i++)
        for (size_t j = 0; j < SQUARES; j++) {
            const char square = lines->rows[i].squares[j];
            if ((i == 0 && square == 'w') || (i == SQUARES - 1 && square == 'b'))
                return true;
            men += is_one_of(square, "bw");
            kings += is_one_of(square, "BW");
        }
    return men == 0 && kings > KINGS_MAX;
}

/* True if the game draws kings by other letters than men. */
static bool has_king_letters(const flank_game *game) { return game->glyphs[0][0] != game->glyphs[0][1]; }

/* The first game whose board lies as the drawing does and, where row 8 is on top, has kings if the letters do. */
static const flank_game *guess_game(const board_lines *lines, flank_error *note)
{
    bool has_signs = false;
    for (size_t i = 0; i < SQUARES; i++)
        for (size_t j = 0; j < SQUARES; j++)
            has_signs = has_signs || is_one_of(lines->rows[i].squares[j], "XxOo*#@0");
    const bool turned = is_upside_down(lines), has_kings = turned && !has_signs && !are_discs(lines);
    const flank_game *game;
    for (size_t i = 0; (game = flank_game_at(i)); i++)
        if (game->row_1_on_top != turned && has_king_letters(game) == has_kings)
            break;
    if (turned && game)
        error_say(note, FLANK_OK, 0, SAY(GAME_GUESSED_BY_ROWS), say_name(flank_game_title(game)));
    return game ? game : flank_game_at(0);
}

/* The letters in which every game reads such a square (games/game_table.h). */
static char square_letter(const flank_game *game, char square)
{
    if (is_one_of(square, empty_letters))
        return '-';
    return has_king_letters(game) ? square : game->glyphs[!is_one_of(square, black_letters)][false];
}

/* Read the rows as a position with `side` to move. */
static flank_status read_position(const board_lines *lines, const flank_game *game, flank_color side,
                                  flank_position *position, flank_error *error)
{
    const bool turned = lines->labelled && is_upside_down(lines) == flank_game_row_1_on_top(game);
    char text[FLANK_POSITION_TEXT_SIZE];
    size_t used = 0;
    for (size_t i = 0; i < SQUARES; i++)
        for (size_t j = 0; j < SQUARES; j++)
            text[used++] = square_letter(game, lines->rows[turned ? SQUARES - 1 - i : i].squares[j]);
    text[used++] = ' ';
    text[used++] = game->glyphs[side][true];
    text[used] = '\0';
    const flank_status status = flank_position_parse(game, text, position, error);
    if (status && error)
        error->offset = lines->rows[0].offset;
    return status;
}

/* Say that the side to move is a guess. */
static flank_status guess_side(const board_lines *lines, drawn_board *board, flank_error *error)
{
    const flank_rules rules = {{0}};
    flank_move moves[FLANK_MOVES_MAX];
    const bool counts = flank_game_scores_discs(board->game);
    flank_color side = flank_game_start(board->game).color;
    flank_status status = read_position(lines, board->game, side, &board->position, error);
    if (status)
        return status;
    int discs = 0;
    for (flank_squares all = board->position.own | board->position.other; all; all &= all - 1)
        discs++;
    if (counts && discs % 2)
        side = !side;
    status = read_position(lines, board->game, side, &board->position, error);
    const size_t count = flank_game_moves(board->game, &rules, &board->position, moves);
    const bool must_pass = count == 1 && flank_move_is_pass(moves[0]);
    if (must_pass)
        status = read_position(lines, board->game, side = !side, &board->position, error);
    error_say(&board->note, FLANK_OK, 0,
              must_pass ? SAY(SIDE_GUESSED_BY_MOVES)
              : counts  ? SAY(SIDE_GUESSED_BY_DISCS)
                        : SAY(SIDE_GUESSED),
              say_name(flank_game_color_name(board->game, side)));
    return status;
}

/* The fault of something that is nearly a board. */
static flank_status nearly(const board_lines *lines, flank_error *error)
{
    if (lines->near_label && lines->count > 2)
        return error_say(error, FLANK_BAD_POSITION, lines->near_offset, SAY(BOARD_ROW_LENGTH),
                         say_number(lines->near_label), say_number(lines->near_squares));
    if (lines->count < 4)
        return FLANK_NOT_FOUND;
    return error_say(error, FLANK_BAD_POSITION, lines->rows[lines->count - 1].offset, SAY(BOARD_ROWS),
                     say_number(lines->count));
}

/* Discs of both sides that differ only in a colour, which is lost in the text. */
static flank_status check_signs(const board_lines *lines, const char *text, flank_error *error)
{
    const char *sign = strstr(text, "\u25CF");
    bool has_white = !sign;
    for (size_t i = 0; i < SQUARES; i++)
        for (size_t j = 0; j < SQUARES; j++)
            has_white = has_white || is_one_of(lines->rows[i].squares[j], white_letters);
    return has_white ? FLANK_OK : error_say(error, FLANK_BAD_POSITION, (size_t)(sign - text), SAY(DISCS_LOOK_ALIKE));
}

/* The numbers of the rows must go up or down by one. */
static flank_status check_labels(const board_lines *lines, flank_error *error)
{
    const int first = lines->rows[0].label, step = first == 1 ? 1 : -1;
    for (int i = 0; lines->labelled && i < SQUARES; i++)
        if ((first != 1 && first != 8) || lines->rows[i].label != first + i * step)
            return error_say(error, FLANK_BAD_POSITION, lines->rows[i].offset, SAY(BOARD_ROW_PLACE),
                             say_number(lines->rows[i].label));
    return FLANK_OK;
}

flank_status drawn_board_read(const char *text, const flank_game *game, drawn_board *board, flank_error *error)
{
    board_lines lines = {.count = 0};
    if (!read_run(text, &lines)) {
        lines = (board_lines){.count = 0};
        read_lines(text, &lines);
    }
    flank_status status = lines.count == SQUARES ? check_labels(&lines, error) : nearly(&lines, error);
    status = status ? status : check_signs(&lines, text, error);
    if (status)
        return status;
    *board = (drawn_board){.game = game};
    if (!game)
        board->game = guess_game(&lines, &board->game_note);
    const int words = side_of_words(text), side = words >= 0 ? words : side_of_letter(lines.side);
    if (side < 0)
        return guess_side(&lines, board, error);
    return read_position(&lines, board->game, (flank_color)side, &board->position, error);
}
