/* SPDX-License-Identifier: MIT
 *
 * Score sheets of Othello: a board with the number of its move on each square.
 *
 *      a  b  c  d  e  f  g  h            | 12 | 11 | 28 | … |         a row of tabs, as tables of spreadsheets
 *   1 41 40 33 34 36 35 53 54 1          +----+----+----+---+         are copied
 *   4 31 17 10 () ## 18 19 24 4          |  9 |  X |    | … |
 *                                        60,39,,37,,,31,55            or saved, with commas or semicolons
 *
 * Each row is cut into cells: between bars, tabs, semicolons or commas if it has seven of those, where an empty cell is
 * an empty square, else at blanks. A comma between blanks is a cell. A cell is a number, or a sign or 0 for an empty
 * square and for the four discs of the start, which may also be missing altogether. Numbers and letters at the sides
 * are told from cells once all eight rows are there: a number beside a row of eight cells counts the rows. Moves are
 * played in the order of the numbers, forced passes put in.
 *
 * Words above the first row are passed over, but for those that name a kind of Othello: they speak of the sheets below,
 * up to another name, one with a colon of the next sheet. Lines directly below a sheet speak of it. A line inside the
 * board that is no row is a fault, as are a number that is there twice and one that is missing: nothing is guessed,
 * since every sheet that is read by mistake is a game that nobody played. After a fault reading goes on behind the next
 * empty line.
 *
 * Sources: the sheets of the tournaments; Cassio reads them with the centre left out or 0 (UnitFormatsFichiers.p).
 */
#include "core/error.h"
#include "core/full_width.h"
#include "formats/drawn_letters.h"
#include "formats/format_table.h"
#include "formats/line_kind.h"
#include "formats/other_rules.h"
#include "games/othello/othello.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIZE = 8,
    CELLS_MAX = SIZE + 2, /* with a number at both sides */
    CENTRE = 2,           /* cells that rows 4 and 5 may lack */
    SQUARES = SIZE * SIZE,
    SHEET_LINE_BYTES = 1 << 16,
    GRID = 60,          /* the certainty of score_grid_detect */
    NUMBERS = 9,        /* on a board that is not whole, before it is taken for a damaged sheet */
    NUMBERS_NEARLY = 5, /* in a line that is no row, before it is taken for a damaged one */
    ROWS_CUT = 4,       /* and rows */
    KINDS_SIZE = 1024,  /* bytes of lines that name kinds of Othello; more are not kept */
    DISC = -1,          /* cells: one of the four discs, */
    NO_CELL = -2        /* and what is none */
};

/* d4, e4, d5, e5. */
static const uint64_t CENTRE_SQUARES = UINT64_C(0x1818000000);

/* The cells of a line: the number of a move, 0 for an empty square, DISC or NO_CELL. */
typedef struct grid_row {
    int cells[CELLS_MAX];
    size_t count;
    char foreign[FLANK_MOVE_TEXT_SIZE]; /* the first that is no cell, or "" */
} grid_row;

typedef enum line_kind { LINE_EMPTY, LINE_FRAME, LINE_ROW, LINE_WORDS } line_kind;

/* ---- Lines ---- */

/* The meaning of a cell. */
static int read_cell(const char *text, size_t length)
{
    while (length > 0 && strchr("([<\"", *text)) {
        text++;
        length--;
    }
    while (length > 0 && strchr(")]>.\"", text[length - 1]))
        length--;
    const size_t digits = strspn(text, "0123456789");
    if (length > 0 && digits == length)
        return length <= 2 ? atoi(text) : NO_CELL;
    if (length == 1 && strchr("XxOo*#@BbWw", *text))
        return DISC;
    const bool is_twice = length == 2 && text[0] == text[1] && strchr("-_.#*", *text);
    return length == 0 || is_twice || (length == 1 && strchr("-_.,+", *text)) ? 0 : NO_CELL;
}

static void add_cell(grid_row *row, const char *text, size_t length)
{
    const int cell = row->count < CELLS_MAX ? read_cell(text, length) : NO_CELL;
    if (row->count < CELLS_MAX)
        row->cells[row->count] = cell;
    if (cell == NO_CELL && !*row->foreign)
        snprintf(row->foreign, sizeof row->foreign, "%.*s", (int)length, text);
    row->count++;
}

/* Cut a line at its bars. Text outside of them is a cell if it is not empty. */
static void cut_at_bars(const char *line, grid_row *row)
{
    for (const char *at = line;; at++) {
        const char *bar = strchr(at, '|'), *end = bar ? bar : at + strlen(at);
        const bool outside = !bar || !memchr(line, '|', (size_t)(at - line));
        at += strspn(at, " ") < (size_t)(end - at) ? strspn(at, " ") : (size_t)(end - at);
        size_t length = (size_t)(end - at);
        while (length > 0 && at[length - 1] == ' ')
            length--;
        if (length > 0 || !outside)
            add_cell(row, at, length);
        at = end;
        if (!bar)
            return;
    }
}

static void cut_at_blanks(const char *line, grid_row *row)
{
    for (const char *at = line + strspn(line, " |"); *at; at += strspn(at, " |")) {
        const size_t length = strcspn(at, " |");
        add_cell(row, at, length);
        at += length;
    }
}

/* 1 to 8 in a row: the numbers of the columns. No such row is one of moves, the first of which is in the middle. */
static bool is_columns(const grid_row *row)
{
    for (int i = 0; i < SIZE; i++)
        if (row->cells[i] != i + 1)
            return false;
    return row->count == SIZE;
}

static bool is_frame_line(const char *line)
{
    return strpbrk(line, "-=+") && line[strspn(line, " |-=+_")] == '\0' &&
           (strstr(line, "---") || strstr(line, "=") || strstr(line, "+-"));
}

/* True if a row is one of cells alone, as many as a board has. */
static bool is_whole_row(const grid_row *row)
{
    return !*row->foreign && row->count >= SIZE - CENTRE && row->count <= CELLS_MAX;
}

static size_t count_sign(const char *text, char sign)
{
    size_t count = 0;
    for (; *text; text++)
        count += *text == sign;
    return count;
}

/* The sign that divides the cells of a table's row, or NUL. */
static char find_divider(const char *text)
{
    static const char dividers[] = "\t;,";
    for (const char *divider = dividers; *divider; divider++)
        if (count_sign(text, *divider) >= SIZE - 1)
            return *divider;
    return '\0';
}

/* Write the dividers of a table's row as bars. False if there are none, or the cells are told by blanks. */
static bool bar_table(char *text)
{
    const char divider = find_divider(text);
    grid_row by_blanks = {.count = 0};
    if (divider == ',')
        cut_at_blanks(text, &by_blanks);
    if (!divider || (divider == ',' && is_whole_row(&by_blanks)))
        return false;
    for (; *text; text++)
        *text = *text == divider ? '|' : *text;
    return true;
}

/* Cut a line, which is changed, into cells. A row of tables that is empty at its ends loses nothing there: each divider
 * becomes a bar, and so do the ends. */
static line_kind read_row(char *text, grid_row *row)
{
    char line[DRAWN_LINE_SIZE];
    *row = (grid_row){.count = 0};
    full_width_narrow(text);
    const bool is_table = bar_table(text);
    drawn_line(text, line);
    if (line[strspn(line, " ")] == '\0')
        return LINE_EMPTY;
    if (is_frame_line(line))
        return LINE_FRAME;
    const size_t bars = count_sign(line, '|');
    if (is_table && strlen(line) + 3 < sizeof line) {
        memmove(line + 1, line, strlen(line) + 1);
        *line = '|';
        strcat(line, "|");
    }
    if (bars >= SIZE - 1)
        cut_at_bars(line, row);
    else
        cut_at_blanks(line, row);
    if (is_columns(row))
        return LINE_FRAME;
    return is_whole_row(row) ? LINE_ROW : LINE_WORDS;
}

/* ---- Kinds of Othello ---- */

/* Lines that name kinds, each with its NUL. */
typedef struct kind_lines {
    char text[KINDS_SIZE];
    size_t length;
    bool once; /* they speak of one sheet */
    bool used; /* a sheet stood below them */
} kind_lines;

typedef struct grid_state {
    kind_lines above, below;
} grid_state;

/* Keep a line if it names a kind; the name of a plain game ends what was said before. */
static void take_kind_line(kind_lines *kinds, const char *line)
{
    char narrow[DRAWN_LINE_SIZE];
    if (strlen(line) >= sizeof narrow)
        return;
    strcpy(narrow, line);
    full_width_narrow(narrow);
    const char *title = narrow + strspn(narrow, "%# \t");
    const size_t size = strcspn(title, "\r\n") + 1;
    const bool is_kind = line_is_kind(narrow);
    if ((is_kind && kinds->used) || (!is_kind && other_rules_game(title)))
        *kinds = (kind_lines){.length = 0};
    if (!is_kind || size > sizeof kinds->text - kinds->length)
        return;
    snprintf(kinds->text + kinds->length, size, "%s", title);
    kinds->length += size;
    kinds->once = kinds->once || strchr(title, ':');
}

/* Put the rules on the sheet that lines name. */
static flank_status put_kinds(flank_sheet *sheet, kind_lines *kinds, flank_error *error)
{
    flank_status status = FLANK_OK;
    for (size_t at = 0; at < kinds->length && !status; at += strlen(kinds->text + at) + 1)
        status = other_rules_put_phrase(sheet, kinds->text + at, error);
    kinds->used = true;
    if (kinds->once)
        *kinds = (kind_lines){.length = 0};
    return status;
}

/* ---- The board ---- */

/* The rows of a sheet. */
typedef struct score_grid {
    grid_row rows[SIZE];
    size_t count;
    uint64_t lines[SIZE], offsets[SIZE]; /* in the file */
} score_grid;

/* The cells that a row has, if numbers stand beside it at `sides` sides. */
static size_t row_width(size_t index, size_t count, size_t sides)
{
    const bool lacks_centre = (index == 3 || index == 4) && count == SIZE - CENTRE + sides;
    return lacks_centre ? SIZE - CENTRE : SIZE;
}

/* True if the cell `behind` cells from the left, or from the right, counts the rows up, or down. */
static bool counts_rows(const score_grid *grid, bool at_right, bool down)
{
    for (size_t i = 0; i < SIZE; i++) {
        const grid_row *row = &grid->rows[i];
        if (row->cells[at_right ? row->count - 1 : 0] != (int)(down ? SIZE - i : i + 1))
            return false;
    }
    return true;
}

/* The place of the cells in the rows. */
typedef struct grid_sides {
    size_t left, right; /* numbers of rows, 0 or 1 */
    bool down;          /* the last row is on top */
} grid_sides;

/* Find out what of the rows are numbers of rows; the index of a row that has too many or too few cells, or SIZE. */
static size_t find_sides(const score_grid *grid, grid_sides *sides)
{
    const size_t extra = grid->rows[0].count - SIZE;
    *sides = (grid_sides){0};
    if (grid->rows[0].count < SIZE)
        return 0;
    if (extra > 0) {
        const bool left = counts_rows(grid, false, false) || counts_rows(grid, false, true);
        const bool right = counts_rows(grid, true, false) || counts_rows(grid, true, true);
        if ((size_t)left + right < extra)
            return 0;
        sides->left = left;
        sides->right = extra - left;
        sides->down = counts_rows(grid, !left, true);
    }
    for (size_t i = 0; i < SIZE; i++)
        if (grid->rows[i].count != row_width(i, grid->rows[i].count, extra) + extra)
            return i;
    return SIZE;
}

/* Put the number of each square, from a1 on, to `numbers`. */
static void lay_out(const score_grid *grid, const grid_sides *sides, int numbers[SQUARES])
{
    for (size_t i = 0; i < SIZE; i++) {
        const grid_row *row = &grid->rows[i];
        int *out = numbers + SIZE * (sides->down ? SIZE - 1 - i : i);
        const size_t width = row->count - sides->left - sides->right;
        for (size_t j = 0, from = sides->left; j < SIZE; j++) {
            const bool is_left_out = width < SIZE && (j == 3 || j == 4);
            out[j] = is_left_out ? 0 : row->cells[from++];
        }
    }
}

/* ---- The game ---- */

static void name_square(int square, char name[3])
{
    snprintf(name, 3, "%c%c", 'a' + square % SIZE, '1' + square / SIZE);
}

/* The fault of a board, and the row where it is. */
typedef struct grid_fault {
    flank_status status;
    size_t row; /* as the file has them */
    flank_error error;
} grid_fault;

#define fault_say(fault, value, ...) ((fault)->status = error_say(&(fault)->error, value, 0, __VA_ARGS__))

/* Note the square of each move; the fault, if there is one, is that of `square`. */
static flank_status note_number(int number, int square, int squares[SQUARES + 1], grid_fault *fault)
{
    char name[3], other[3];
    name_square(square, name);
    if (number == DISC && !(CENTRE_SQUARES >> square & 1))
        return fault_say(fault, FLANK_BAD_RECORD, SAY(SHEET_DISC), say_text(name));
    if (number > SQUARES)
        return fault_say(fault, FLANK_BAD_RECORD, SAY(SHEET_NUMBER_RANGE), say_number(number));
    if (number <= 0)
        return FLANK_OK;
    if (squares[number] >= 0) {
        name_square(squares[number], other);
        return fault_say(fault, FLANK_BAD_RECORD, SAY(SHEET_NUMBER_TWICE), say_number(number), say_text(other),
                         say_text(name));
    }
    squares[number] = square;
    return FLANK_OK;
}

/* The row of a square in the file. */
static size_t row_of(int square, const grid_sides *sides)
{
    return (size_t)(sides->down ? SIZE - 1 - square / SIZE : square / SIZE);
}

/* Find the square of each move; `*count` is how many there are. */
static flank_status order_moves(const int numbers[SQUARES], const grid_sides *sides, int squares[SQUARES + 1],
                                int *count, grid_fault *fault)
{
    *count = 0;
    for (int i = 0; i <= SQUARES; i++)
        squares[i] = -1;
    for (int i = 0; i < SQUARES; i++) {
        if (note_number(numbers[i], i, squares, fault)) {
            fault->row = row_of(i, sides);
            return fault->status;
        }
        *count = numbers[i] > *count ? numbers[i] : *count;
    }
    for (int number = 1; number <= *count; number++)
        if (squares[number] < 0)
            return fault_say(fault, FLANK_BAD_RECORD, SAY(SHEET_NUMBER_MISSING), say_number(number),
                             say_number(*count));
    return *count ? FLANK_OK : fault_say(fault, FLANK_BAD_RECORD, SAY(NO_GAME_IN_IT));
}

static flank_status play_moves(flank_sheet *sheet, const int squares[SQUARES + 1], int count, const grid_sides *sides,
                               grid_fault *fault)
{
    const flank_node *node = flank_sheet_root(sheet);
    for (int number = 1; number <= count; number++) {
        char name[3];
        flank_error inner = {0};
        name_square(squares[number], name);
        const flank_status status = flank_sheet_add_text(sheet, node, name, &node, &inner);
        if (status) {
            fault->row = row_of(squares[number], sides);
            return fault_say(fault, status, SAY(AT_MOVE), say_number(number), say_error(&inner));
        }
    }
    return FLANK_OK;
}

static flank_status make_game(const score_grid *grid, grid_state *state, flank_sheet **sheet, grid_fault *fault)
{
    grid_sides sides;
    int numbers[SQUARES], squares[SQUARES + 1], count;
    const size_t faulty = find_sides(grid, &sides);
    if (faulty < SIZE) {
        fault->row = faulty;
        return fault_say(fault, FLANK_BAD_RECORD, SAY(BOARD_ROW_LENGTH), say_number(faulty + 1),
                         say_number(grid->rows[faulty].count));
    }
    lay_out(grid, &sides, numbers);
    if (order_moves(numbers, &sides, squares, &count, fault))
        return fault->status;
    flank_sheet *fresh = flank_sheet_create(&othello_game, NULL, NULL, FLANK_SHEET_GAME);
    if (!fresh)
        return fault_say(fault, FLANK_NO_MEMORY, SAY(NO_MEMORY));
    const flank_status above = put_kinds(fresh, &state->above, &fault->error);
    fault->status = above ? above : put_kinds(fresh, &state->below, &fault->error);
    const flank_status status = fault->status ? fault->status : play_moves(fresh, squares, count, &sides, fault);
    if (status)
        flank_sheet_destroy(fresh);
    else
        *sheet = fresh;
    return status;
}

/* ---- The file ---- */

/* Say what is wrong, and pass over the rest of the board. */
static flank_status refuse_board(flank_reader *reader, const score_grid *grid, const grid_fault *fault,
                                 flank_error *error)
{
    reader_say(reader, error, fault->status, grid->offsets[fault->row], say_error(&fault->error));
    reader->error_line = grid->lines[fault->row];
    line_kind kind = LINE_ROW;
    while (kind != LINE_EMPTY && source_peek(&reader->source) != SOURCE_END) {
        grid_row rest;
        source_line(&reader->source, &reader->text, SHEET_LINE_BYTES);
        kind = reader->text.failed ? LINE_EMPTY : read_row(reader->text.bytes, &rest);
    }
    return fault->status;
}

/* The fault of a line inside the board that is no row. */
static void say_no_row(const score_grid *grid, const grid_row *row, grid_fault *fault)
{
    if (*row->foreign && row->count >= SIZE && row->count <= CELLS_MAX)
        fault_say(fault, FLANK_BAD_RECORD, SAY(SHEET_CELL), say_text(row->foreign));
    else
        fault_say(fault, FLANK_BAD_RECORD, SAY(BOARD_ROW_LENGTH), say_number(grid->count + 1), say_number(row->count));
}

/* True if a line that is no row of a board is nearly one, and no words. */
static bool is_nearly_row(const grid_row *row)
{
    size_t numbers = 0;
    for (size_t i = 0; i < row->count && i < CELLS_MAX; i++)
        numbers += row->cells[i] > 0;
    return numbers >= NUMBERS_NEARLY && row->count <= CELLS_MAX;
}

/* Read the rows of the next board; FLANK_NOT_FOUND at the end of the file. */
static flank_status read_rows(flank_reader *reader, score_grid *grid, grid_fault *fault)
{
    grid_state *state = reader->state;
    while (grid->count < SIZE && source_peek(&reader->source) != SOURCE_END) {
        grid_row row;
        if (grid->count == 0)
            reader_begin(reader);
        fault->row = grid->count;
        grid->lines[grid->count] = reader->source.line;
        grid->offsets[grid->count] = reader->source.offset;
        fault->status = reader_line(reader, SHEET_LINE_BYTES, &fault->error);
        if (fault->status)
            return fault->status;
        if (grid->count == 0)
            take_kind_line(&state->above, reader->text.bytes);
        const line_kind kind = read_row(reader->text.bytes, &row);
        if (kind == LINE_WORDS && (grid->count > 0 || is_nearly_row(&row))) {
            say_no_row(grid, &row, fault);
            return fault->status;
        }
        if (kind == LINE_ROW)
            grid->rows[grid->count++] = row;
    }
    fault->row = 0;
    if (grid->count > 0 && grid->count < SIZE)
        fault_say(fault, FLANK_BAD_RECORD, SAY(BOARD_ROWS), say_number(grid->count));
    return grid->count == 0 ? FLANK_NOT_FOUND : fault->status;
}

/* Read the words directly below a board, up to an empty line or what may be a row. */
static void read_below(flank_reader *reader)
{
    grid_state *state = reader->state;
    state->below = (kind_lines){.length = 0};
    while (source_peek(&reader->source) != SOURCE_END) {
        char line[DRAWN_LINE_SIZE], cut[DRAWN_LINE_SIZE];
        grid_row row;
        const size_t size = source_fill(&reader->source, sizeof line - 1);
        const char *bytes = (const char *)reader->source.buffer + reader->source.at, *end = memchr(bytes, '\n', size);
        snprintf(line, sizeof line, "%.*s", (int)(end ? (size_t)(end - bytes) : size), bytes);
        strcpy(cut, line);
        const line_kind kind = read_row(cut, &row);
        if (kind == LINE_EMPTY || kind == LINE_ROW || is_nearly_row(&row))
            return;
        take_kind_line(&state->below, line);
        source_line(&reader->source, &reader->text, SHEET_LINE_BYTES);
    }
}

static flank_status score_grid_read(flank_reader *reader, flank_sheet **sheet, flank_error *error)
{
    score_grid grid = {.count = 0};
    grid_fault fault = {FLANK_OK};
    flank_status status = read_rows(reader, &grid, &fault);
    if (status == FLANK_NOT_FOUND)
        return status;
    if (status == FLANK_OK) {
        read_below(reader);
        status = make_game(&grid, reader->state, sheet, &fault);
    }
    return status ? refuse_board(reader, &grid, &fault, error) : FLANK_OK;
}

/* ---- Detection ---- */

/* The different numbers of moves in rows, and all of them. */
typedef struct number_count {
    bool seen[SQUARES + 1];
    size_t different, all;
} number_count;

static void count_numbers(const grid_row *row, number_count *numbers)
{
    const size_t side = row->count > SIZE;
    for (size_t i = side; i + side < row->count; i++) {
        const int number = row->cells[i];
        if (number < 1 || number > SQUARES)
            continue;
        numbers->all++;
        numbers->different += !numbers->seen[number];
        numbers->seen[number] = true;
    }
}

/* Eight rows with more different numbers than repeated ones: drawn boards have none, besides those of the rows. */
static int score_grid_detect(const char *bytes, size_t size, bool whole)
{
    char line[DRAWN_LINE_SIZE];
    number_count numbers = {.all = 0};
    size_t rows = 0, damaged = 0;
    for (size_t at = 0, length; at < size && rows < SIZE; at += length + 1) {
        const char *end = memchr(bytes + at, '\n', size - at);
        grid_row row;
        length = end ? (size_t)(end - bytes) - at : size - at;
        if (length >= sizeof line || (!end && !whole))
            return 0;
        memcpy(line, bytes + at, length);
        line[length] = '\0';
        if (strlen(line) < length)
            return 0;
        const line_kind kind = read_row(line, &row);
        const bool is_nearly = kind == LINE_WORDS && row.count >= SIZE - 1 && row.count <= CELLS_MAX;
        if (kind == LINE_WORDS && rows > 0 && !is_nearly)
            break;
        rows += kind == LINE_ROW || (is_nearly && rows > 0);
        damaged += is_nearly && rows > 0;
        if (kind == LINE_ROW)
            count_numbers(&row, &numbers);
    }
    if (numbers.different == 0 || 2 * numbers.different <= numbers.all)
        return 0;
    if (rows == SIZE && !damaged)
        return GRID;
    return rows >= ROWS_CUT && numbers.different >= (rows == SIZE ? 2 : NUMBERS) ? FORMAT_DAMAGED : 0;
}

const flank_format format_scoresheet = {
    .name = "scoresheet",
    .title = "a board with the numbers of the moves on their squares",
    .extensions = "",
    .only_game = &othello_game,
    .detect = score_grid_detect,
    .read = score_grid_read,
    .read_state_bytes = sizeof(grid_state),
};
