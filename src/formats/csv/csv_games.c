/* SPDX-License-Identifier: MIT
 *
 * Tables of games (CSV): a row a game, with its moves in one field, the names and all else in others.
 *
 *   black,white,result,date,moves
 *   "A. Player",B,38-26,2001-05-03,f5d6c3d3c4
 *
 * Read are commas, semicolons and tabs, with names above the columns or without (csv_columns.c). Columns that are not
 * known are passed over. Results are those of transcripts, or black's and white's discs in two columns, or the winner.
 * Tables are not written: each program has its own columns.
 */
#include "core/full_width.h"
#include "formats/csv/csv_columns.h"
#include "formats/format_table.h"
#include "formats/guessed_game.h"
#include "formats/line_kind.h"
#include "formats/moves_line.h"
#include "formats/movetext.h"
#include "formats/other_rules.h"
#include "formats/plain_moves.h"
#include "formats/told_start.h"
#include "games/game_table.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { ALIKE = 60, TEXT_SIZE = 64, SQUARES = 64 };

typedef struct csv_state {
    bool begun;
    char divider;
    csv_row row;
    csv_columns columns;
    const flank_game *guessed; /* by the first game, where the file does not say */
} csv_state;

/* ---- Recognising ---- */

/* A source of the first bytes of a file. */
typedef struct csv_bytes {
    const char *bytes;
    size_t left;
} csv_bytes;

static int64_t read_bytes(void *user, void *buffer, size_t size)
{
    csv_bytes *from = user;
    const size_t count = size < from->left ? size : from->left;
    if (count)
        memcpy(buffer, from->bytes, count);
    from->bytes += count;
    from->left -= count;
    return (int64_t)count;
}

static int csv_detect(const char *bytes, size_t size, bool whole)
{
    const char *end = size ? memchr(bytes, '\n', size) : NULL;
    const char divider = csv_find_divider(bytes, size);
    if (!divider || (!end && !whole) || memchr(bytes, '\0', end ? (size_t)(end - bytes) : size))
        return 0;
    byte_source *source = malloc(sizeof *source);
    csv_bytes from = {bytes, size};
    csv_row row = {.count = 0};
    csv_columns columns;
    bool alike = false;
    if (source) {
        source_start(source, read_bytes, &from);
        alike = csv_read_row(source, divider, &row) == CSV_ROW && !row.text.failed &&
                (csv_is_header(&row) || csv_columns_of_game(&row, &columns));
    }
    text_free(&row.text);
    free(source);
    return alike ? ALIKE : 0;
}

/* ---- Reading ---- */

static const char *field_of(const csv_state *state, csv_column column)
{
    return csv_field(&state->row, state->columns.at[column]);
}

/* A field as a line of moves: narrow letters, and nothing but moves and a result. NULL without memory. */
static char *plain_field(const char *field)
{
    char *line = malloc(strlen(field) + 2);
    if (!line)
        return NULL;
    *line = ' '; /* a result stands behind a blank */
    strcpy(line + 1, field);
    full_width_narrow(line);
    plain_moves(line);
    return line;
}

/* The name of the game; a number is that of a row. */
static const char *game_name(const csv_state *state)
{
    const char *name = field_of(state, CSV_GAME);
    return name[strspn(name, "0123456789")] ? name : "";
}

static const flank_game *find_game(flank_reader *reader, const char *line)
{
    csv_state *state = reader->state;
    const char *name = game_name(state);
    size_t plies;
    if (*name)
        return other_rules_game(name);
    if (reader->game)
        return reader->game;
    if (!state->guessed)
        state->guessed = moves_line_game(line, reader->stop, &plies);
    return state->guessed ? state->guessed : game_of_likely_move(line);
}

/* The discs that a column has, or -1. */
static int read_count(const char *field)
{
    char *end;
    const long count = strtol(field, &end, 10);
    return *field && !*end && count >= 0 && count <= SQUARES ? (int)count : -1;
}

/* The discs of both sides; without those of one the rest of the board is that side's. */
static bool read_discs(const csv_state *state, stated_result *stated)
{
    const char *black = field_of(state, CSV_BLACK_SCORE), *white = field_of(state, CSV_WHITE_SCORE);
    const int one = *black ? read_count(black) : SQUARES - read_count(white);
    const int other = *white ? read_count(white) : SQUARES - one;
    if (one < 0 || other < 0 || one + other > SQUARES)
        return false;
    *stated = stated_score(one, other);
    return true;
}

/* 1 if a field names Black, -1 White, 0 nobody: by a word or number, or by the player's name in the same row. */
static bool read_side(const flank_sheet *sheet, const char *field, int *sign)
{
    static const struct {
        const char *text;
        int sign;
    } sides[] = {{"1", 1},  {"black", 1}, {"b", 1},    {"-1", -1},   {"white", -1},
                 {"w", -1}, {"0", 0},     {"draw", 0}, {"drawn", 0}, {"tie", 0}};
    const char *black = flank_node_tag(flank_sheet_root(sheet), "Black");
    const char *white = flank_node_tag(flank_sheet_root(sheet), "White");
    *sign = black && strcmp(field, black) == 0 ? 1 : -1;
    if (*field && black && white && strcmp(black, white) != 0 && (*sign > 0 || strcmp(field, white) == 0))
        return true;
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        if (strcasecmp(field, sides[i].text) == 0) {
            *sign = sides[i].sign;
            return true;
        }
    return false;
}

/* Find who won by the columns of who won and who lost. False if they are names that nothing in the row gives a color.
 */
static bool find_winner(const csv_state *state, const flank_sheet *sheet, stated_result *won, stated_result *lost)
{
    const char *winner = field_of(state, CSV_WINNER), *loser = field_of(state, CSV_LOSER);
    *won = *lost = (stated_result){.empties = 0};
    won->result.known = read_side(sheet, winner, &won->result.sign);
    lost->result.known = read_side(sheet, loser, &lost->result.sign);
    lost->result.sign = -lost->result.sign;
    return won->result.known || lost->result.known || (!*winner && !*loser);
}

/* State the column of results; false if it says nothing to flank. */
static bool state_result(const csv_state *state, flank_sheet *sheet)
{
    const char *field = field_of(state, CSV_RESULT);
    stated_result *stated = &sheet_stated_results(sheet)[STATED_RESULT];
    const bool is_first = !stated->result.known;
    if (!moves_line_score(sheet, field, strlen(field)))
        return !*field;
    if (is_first && state->columns.white_first && stated->side == SIDE_BY_CUSTOM && stated->result.has_discs)
        stated->side = SIDE_OPEN; /* black's score stands first by custom, White's as the players do */
    return true;
}

/* State by how many discs the winner won, once that is known; false if the column cannot be read. */
static bool state_margin(const csv_state *state, flank_sheet *sheet)
{
    const char *field = field_of(state, CSV_MARGIN);
    const stated_result known = sheet_stated_results(sheet)[STATED_RESULT];
    stated_result margin = {.result = {.known = true, .has_discs = true}, .side = known.side};
    const int discs = read_count(field + (*field == '+' || *field == '-'));
    if (discs < 0 || (discs && !known.result.known))
        return !*field;
    margin.result.sign = discs ? known.result.sign : 0;
    margin.result.discs = margin.result.sign * discs;
    sheet_state_result(sheet, &margin);
    return true;
}

static flank_status note_result(flank_sheet *sheet, flank_error_code code)
{
    flank_error note;
    error_say(&note, FLANK_OK, 0, say_code(code));
    return sheet_add_note(sheet, SHEET_NOTE, &note);
}

/* State all that the columns tell of the result; what is left out is told. */
static flank_status put_result(const csv_state *state, flank_sheet *sheet)
{
    const bool scores_discs = flank_game_scores_discs(flank_sheet_game(sheet));
    stated_result discs, won, lost;
    flank_ending ending;
    if (!find_winner(state, sheet, &won, &lost))
        return note_result(sheet, FLANK_ERROR_LIST_WINNER_COLOR);
    bool is_read = state_result(state, sheet);
    if (scores_discs && read_discs(state, &discs))
        sheet_state_result(sheet, &discs);
    else
        is_read = is_read && !(scores_discs && *field_of(state, CSV_BLACK_SCORE));
    sheet_state_result(sheet, &won);
    sheet_state_result(sheet, &lost);
    if (scores_discs)
        is_read = state_margin(state, sheet) && is_read;
    if (flank_sheet_states_result(sheet) && movetext_read_termination(field_of(state, CSV_TERMINATION), &ending))
        movetext_state_ending(sheet, ending);
    return is_read ? FLANK_OK : note_result(sheet, FLANK_ERROR_ROW_RESULT_UNREAD);
}

/* "2001-05-03" and "2001/05/03" as 2001.05.03; anything else as it is. */
static void plain_date(const char *field, char date[TEXT_SIZE])
{
    snprintf(date, TEXT_SIZE, "%s", field);
    const bool year_first = strspn(date, "0123456789") == 4;
    for (size_t i = 4; year_first && i < 10 && date[i]; i++)
        if (date[i] == '-' || date[i] == '/')
            date[i] = '.';
}

static flank_status put_tags(const csv_state *state, flank_sheet *sheet)
{
    const csv_columns *columns = &state->columns;
    const flank_node *root = flank_sheet_root(sheet);
    flank_status status = FLANK_OK;
    char date[TEXT_SIZE];
    const char *year = field_of(state, CSV_YEAR);
    if (strlen(year) == 4 && strspn(year, "0123456789") == 4) {
        snprintf(date, sizeof date, "%s.??.?\?", year);
        status = flank_sheet_set_tag(sheet, root, "Date", date);
    }
    for (size_t i = 0; i < columns->tag_count && !status; i++) {
        const char *value = csv_field(&state->row, columns->tags[i].at);
        const bool is_date = strcmp(columns->tags[i].name, "Date") == 0 && strlen(value) < sizeof date;
        if (is_date)
            plain_date(value, date);
        if (*value)
            status = flank_sheet_set_tag(sheet, root, columns->tags[i].name, is_date ? date : value);
    }
    return status;
}

/* Take what a field of a table without names says: a kind and nothing else is one, if it is no player. */
static flank_status take_unnamed(const csv_columns *columns, const flank_game *game, const char *field, size_t at,
                                 told_rules *told, flank_error *fault)
{
    bool is_tag = false;
    for (size_t i = 0; i < columns->tag_count; i++)
        is_tag = is_tag || columns->tags[i].at == at;
    const bool is_kind = !is_tag && other_rules_has_kinds(game) && other_rules_is_title(field, strlen(field));
    return is_kind ? other_rules_take_phrase(game, field, told, fault)
                   : other_rules_take_fact(game, FACT_TITLE, field, told, fault);
}

/* Rules of ours, or a kind of Othello that others name. */
static flank_status read_rules(const csv_state *state, const flank_game *game, told_rules *told, flank_error *fault)
{
    const csv_columns *columns = &state->columns;
    const char *field = field_of(state, CSV_RULES);
    const bool failed = flank_rules_parse(game, field, &told->rules, NULL);
    told->ours = *field && !failed;
    flank_status status = failed ? other_rules_take(game, field, told, fault) : FLANK_OK;
    if (!status && !told->ours)
        status = other_rules_take(game, game_name(state), told, fault);
    for (size_t i = 0; i < columns->fact_count && !status; i++) {
        told->flag = columns->facts[i].flag;
        status = other_rules_take_fact(game, columns->facts[i].fact, csv_field(&state->row, columns->facts[i].at), told,
                                       fault);
    }
    for (size_t i = 0; i < state->row.count && !columns->has_header && !status; i++)
        status = take_unnamed(columns, game, csv_field(&state->row, i), i, told, fault);
    return status;
}

/* Put the moves of a line on a new sheet. */
static flank_status put_moves(flank_reader *reader, const char *line, flank_sheet **sheet, flank_error *fault)
{
    const char *field = field_of(reader->state, CSV_MOVES);
    const flank_game *game = find_game(reader, line);
    size_t at = 0;
    if (!game && *game_name(reader->state))
        return error_say(fault, FLANK_BAD_RECORD, 0, SAY(UNKNOWN_GAME), say_cut(game_name(reader->state), 40));
    if (!game)
        return error_say(fault, FLANK_BAD_RECORD, 0, SAY(NO_MOVES_OF_GAMES));
    told_rules told = {.note = {.code = FLANK_ERROR_OK}};
    flank_status status = read_rules(reader->state, game, &told, fault);
    if (status)
        return status;
    flank_position start = flank_game_start(game);
    status = told_start_take(game, &told.rules, "Start", field_of(reader->state, CSV_START), &start, fault);
    status =
        status ? status : told_start_take(game, &told.rules, "FEN", field_of(reader->state, CSV_FEN), &start, fault);
    if (status)
        return status;
    *sheet = flank_sheet_create(game, &told.rules, &start, FLANK_SHEET_GAME);
    const flank_node *node = *sheet ? flank_sheet_root(*sheet) : NULL;
    if (!node || sheet_add_note(*sheet, SHEET_NOTE, &told.note))
        return error_say(fault, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    status = line_kind_put(*sheet, field, fault);
    if (status)
        return status;
    status = moves_line_add(*sheet, &node, line, reader->stop, &at, fault);
    at += fault->offset;
    fault->offset = full_width_offset(field, at ? at - 1 : 0);
    if (status)
        return status;
    return node->parent ? FLANK_OK : error_say(fault, FLANK_BAD_RECORD, 0, SAY(NO_MOVE_IN_LINE));
}

/* Make a sheet of the row. */
static flank_status read_game(flank_reader *reader, flank_sheet **sheet, flank_error *fault)
{
    csv_state *state = reader->state;
    const flank_game *known = state->guessed;
    char *line = plain_field(field_of(state, CSV_MOVES));
    flank_status status = line ? put_moves(reader, line, sheet, fault) : FLANK_NO_MEMORY;
    free(line);
    if (status)
        return status;
    status = put_tags(state, *sheet);
    status = status ? status : put_result(state, *sheet);
    if (!status && state->guessed && !known && game_twin(state->guessed))
        status = guessed_game_note(*sheet);
    return status ? error_say(fault, status, 0, say_status(status)) : FLANK_OK;
}

/* Take the next row that is not empty. */
static csv_reading next_row(flank_reader *reader)
{
    csv_state *state = reader->state;
    do
        source_skip_blanks(&reader->source);
    while (source_peek(&reader->source) == '\n');
    reader_begin(reader);
    return csv_read_row(&reader->source, state->divider, &state->row);
}

/* Pass over the numbers of a column of lengths that has others than those of boards in the rows that the buffer holds:
 * they count something else. */
static flank_status drop_counts(flank_reader *reader, flank_error *error)
{
    csv_state *state = reader->state;
    if (!csv_columns_have(&state->columns, FACT_LENGTH))
        return FLANK_OK;
    byte_source *rows = malloc(sizeof *rows);
    if (!rows)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    const size_t size = source_fill(&reader->source, SOURCE_BUFFER_SIZE / 2);
    csv_bytes from = {(const char *)reader->source.buffer + reader->source.at, size};
    source_start(rows, read_bytes, &from);
    while (csv_read_row(rows, state->divider, &state->row) != CSV_END && !state->row.text.failed)
        csv_columns_drop_counts(&state->columns, &state->row);
    free(rows);
    return FLANK_OK;
}

/* Find the columns by the first row, which is taken if it has names. */
static flank_status begin(flank_reader *reader, flank_error *error)
{
    csv_state *state = reader->state;
    const size_t size = source_fill(&reader->source, SOURCE_BUFFER_SIZE / 2);
    const char *bytes = (const char *)reader->source.buffer + reader->source.at;
    const char divider = csv_find_divider(bytes, size);
    state->divider = divider ? divider : ',';
    state->begun = true;
    csv_bytes from = {bytes, size};
    byte_source *source = malloc(sizeof *source);
    if (!source)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    source_start(source, read_bytes, &from);
    const bool is_row = csv_read_row(source, state->divider, &state->row) == CSV_ROW;
    free(source);
    if (is_row && csv_is_header(&state->row)) {
        next_row(reader);
        const flank_status status = csv_columns_of_header(&state->row, &state->columns, error);
        return status ? status : drop_counts(reader, error);
    }
    if (!is_row || !csv_columns_of_game(&state->row, &state->columns))
        return error_say(error, FLANK_BAD_FILE, 0, SAY(LIST_NO_MOVES));
    if (state->columns.unsure)
        reader->warning = "the columns have no names, and it is not clear which are the players: they are left out";
    return FLANK_OK;
}

static flank_status csv_read(flank_reader *reader, flank_sheet **sheet, flank_error *error)
{
    csv_state *state = reader->state;
    flank_error fault = {0};
    if (!state->begun) {
        source_skip_blanks(&reader->source);
        reader_begin(reader);
        const flank_status status = source_peek(&reader->source) == SOURCE_END ? FLANK_OK : begin(reader, &fault);
        if (status) {
            while (source_next(&reader->source) != SOURCE_END)
                ;
            return reader_fail_line(reader, error, status, &fault);
        }
    }
    const csv_reading row = next_row(reader);
    if (row == CSV_END)
        return FLANK_NOT_FOUND;
    if (state->row.text.failed)
        return reader_say(reader, error, FLANK_NO_MEMORY, reader->game_offset, SAY(NO_MEMORY));
    if (row != CSV_ROW) {
        error_say(&fault, FLANK_BAD_RECORD, 0, row == CSV_OPEN_QUOTE ? SAY(LIST_QUOTE) : SAY(LINE_TOO_LONG));
        return reader_fail_line(reader, error, FLANK_BAD_RECORD, &fault);
    }
    flank_sheet *fresh = NULL;
    const flank_status status = read_game(reader, &fresh, &fault);
    if (status) {
        flank_sheet_destroy(fresh);
        const size_t at = state->columns.at[CSV_MOVES];
        fault.offset += at < state->row.count ? (size_t)(state->row.offset[at] - reader->game_offset) : 0;
        return reader_fail_line(reader, error, status, &fault);
    }
    *sheet = fresh;
    return FLANK_OK;
}

static void csv_read_end(flank_reader *reader)
{
    csv_state *state = reader->state;
    text_free(&state->row.text);
}

const flank_format format_csv = {
    .name = "csv",
    .title = "tables of games (CSV), with or without names of columns",
    .extensions = "csv tsv",
    .detect = csv_detect,
    .read = csv_read,
    .read_state_bytes = sizeof(csv_state),
    .read_end = csv_read_end,
};
