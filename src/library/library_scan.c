/* SPDX-License-Identifier: MIT
 *
 * Filters as SQL. The text is put together from constant pieces; what was asked for is bound.
 */
#include "library/library_scan.h"

#include "core/error.h"
#include "core/text_buffer.h"
#include "core/utf8.h"
#include "library/library_check.h"
#include "library/library_column.h"
#include "library/library_fold.h"
#include "library/library_opening.h"
#include "games/othello/othello.h"

#include <stdlib.h>
#include <string.h>

enum { VALUES_MAX = 16, YEAR_MAX = 9999 };

/* SQL and the values to bind to it, in order. */
typedef struct scan_query {
    text_buffer sql;
    struct {
        text_buffer text; /* a text, if it has bytes, */
        int number;       /* else a number */
    } values[VALUES_MAX];
    int count;
} scan_query;

static void add_number_condition(scan_query *query, const char *clause, int number)
{
    text_add(&query->sql, clause);
    query->values[query->count++].number = number;
}

static void add_text_condition(scan_query *query, const char *clause, const char *text)
{
    if (!text || !*text)
        return;
    text_add(&query->sql, clause);
    fold_name(text, &query->values[query->count++].text);
}

/* Of the usual game, or with `rules` that stand apart of that one. */
static void add_game_condition(scan_query *query, const char *word, const flank_game *game, const flank_rules *rules)
{
    char name[STORE_KIND_NAME_SIZE];
    store_kind_name(game, rules, name);
    text_add(&query->sql, word);
    add_text_condition(query, "game = (SELECT id FROM kinds WHERE name = ?)", name);
}

#define NAMED "IN (SELECT id FROM names WHERE named(id, name, folded, "

/* A player of either side, or two who met. */
static void add_player_conditions(scan_query *query, const char *player, const char *opponent)
{
    const char *either = !player || !*player ? opponent : !opponent || !*opponent ? player : NULL;
    add_text_condition(query, " AND (black " NAMED "?))", either);
    add_text_condition(query, " OR white " NAMED "?)))", either);
    if (either || !player)
        return;
    add_text_condition(query, " AND (black " NAMED "?))", player);
    add_text_condition(query, " AND white " NAMED "?))", opponent);
    add_text_condition(query, " OR white " NAMED "?))", player);
    add_text_condition(query, " AND black " NAMED "?)))", opponent);
}

static void add_name_conditions(scan_query *query, const library_filter *filter)
{
    add_text_condition(query, " AND black " NAMED "?))", filter->black);
    add_text_condition(query, " AND white " NAMED "?))", filter->white);
    add_text_condition(query, " AND event " NAMED "?))", filter->event);
    add_text_condition(query, " AND (opening " NAMED "?))", filter->opening);
    if (filter->opening && *filter->opening) {
        add_game_condition(query, " OR ", &othello_game, NULL);
        text_add(&query->sql, " AND passed(id, moves, start, rules))");
    }
    add_player_conditions(query, filter->player, filter->opponent);
}

/* The columns of the sums of opponents: the sides on which a player of that name sits. */
enum { BLACK_SOUGHT = 15, WHITE_SOUGHT };

static void add_side_columns(scan_query *query, const library_filter *filter)
{
    if (!filter->opponents)
        return;
    add_text_condition(query, ", black " NAMED "?))", filter->player);
    add_text_condition(query, ", white " NAMED "?))", filter->player);
}

static void make_query(scan_query *query, const library_filter *filter, scan_order order)
{
    static const char *const results[] = {
        [LIBRARY_BLACK_WON] = " AND sign > 0",
        [LIBRARY_WHITE_WON] = " AND sign < 0",
        [LIBRARY_DRAWN] = " AND sign = 0",
        [LIBRARY_UNKNOWN_RESULT] = " AND sign IS NULL",
    };
    text_add(&query->sql, "SELECT id, game, black, white, event, opening, year, sign, discs, moves, start, rules,"
                          " ending, plies, twin");
    add_side_columns(query, filter);
    text_add(&query->sql, " FROM games WHERE 1");
    add_name_conditions(query, filter);
    if (filter->first_year)
        add_number_condition(query, " AND year >= ?", filter->first_year);
    if (filter->last_year)
        add_number_condition(query, " AND year BETWEEN 1 AND ?", filter->last_year);
    if (filter->result != LIBRARY_ANY_RESULT)
        text_add(&query->sql, results[filter->result]);
    if (filter->game)
        add_game_condition(query, " AND ", filter->game, filter->rules);
    if (filter->position)
        text_add(&query->sql, " AND through(id, moves, start, rules)");
    if (order != SCAN_AS_ADDED)
        text_add(&query->sql, order == SCAN_NEWEST_FIRST ? " ORDER BY +year DESC, date DESC, id DESC"
                                                         : " ORDER BY year DESC, date DESC, id DESC");
}

static sqlite3_stmt *prepare(game_library *library, const library_filter *filter, scan_order order, scan_query *query)
{
    sqlite3_stmt *statement = NULL;
    make_query(query, filter, order);
    if (query->sql.failed || sqlite3_prepare_v2(library->db, query->sql.bytes, -1, &statement, NULL) != SQLITE_OK)
        return NULL;
    for (int i = 0; i < query->count; i++) {
        if (query->values[i].text.bytes)
            sqlite3_bind_text(statement, i + 1, query->values[i].text.bytes, -1, SQLITE_STATIC);
        else
            sqlite3_bind_int(statement, i + 1, query->values[i].number);
    }
    return statement;
}

static void free_query(scan_query *query)
{
    text_free(&query->sql);
    for (int i = 0; i < query->count; i++)
        text_free(&query->values[i].text);
}

/* ---- Rows ---- */

static library_tally tally_of(const flank_sheet_result *result, int year)
{
    return (library_tally){.games = 1,
                           .black = result->known && result->sign > 0,
                           .drawn = result->known && result->sign == 0,
                           .white = result->known && result->sign < 0,
                           .counted = result->has_discs,
                           .discs = result->discs,
                           .first_year = year,
                           .last_year = year};
}

/* An opponent sits opposite to a player who is sought; without `opponents` both count. */
static void read_sides(sqlite3_stmt *statement, const library_filter *filter, scan_row *row)
{
    row->black_counts = row->white_counts = true;
    if (filter->opponents && filter->player && *filter->player) {
        row->black_counts = sqlite3_column_int(statement, WHITE_SOUGHT);
        row->white_counts = sqlite3_column_int(statement, BLACK_SOUGHT);
    } else if (filter->opponents) {
        row->black_counts = filter->white;
        row->white_counts = filter->black;
    }
}

static flank_status read_row(game_library *library, sqlite3_stmt *statement, scan_row *row, flank_error *error)
{
    static const derived_columns derived = {.moves = 9, .start = 10, .rules = 11, .plies = 13, .twin = 14};
    column_reader reader = {.statement = statement, .table = "games", .row = sqlite3_column_int64(statement, 0)};
    *row = (scan_row){
        .id = reader.row,
        .game = column_number(&reader, 1, 1, STORE_GAME_ID_MAX),
        .black = column_name_id(&reader, 2),
        .white = column_name_id(&reader, 3),
        .event = column_name_id(&reader, 4),
        .opening = column_name_id(&reader, 5),
        .year = (int)column_number(&reader, 6, 0, YEAR_MAX),
    };
    const flank_sheet_result result = column_result(&reader, 7, 8, 12);
    row->tally = tally_of(&result, row->year);
    const flank_status status = column_check(&reader, error);
    return status ? status : check_derived(library, &reader, &derived, row->game, row->year, error);
}

/* ---- Games as the columns id, moves, start and rules ---- */

enum { VALUE_ID, VALUE_MOVES, VALUE_START, VALUE_RULES, GAME_VALUES };

/* The target of a scan in the moves of games and in names, and what was damaged there. */
typedef struct scan_view {
    sought_place place;
    sought_opening opening;
    text_buffer folded; /* a name, used again for each */
    int64_t damaged_row;
    const char *damaged_table, *damaged; /* the column; NULL: none */
    bool unplayable;                     /* it is well formed, and tells no game */
} scan_view;

static bool is_damaged(scan_view *view, sqlite3_value *const values[GAME_VALUES], const char *column)
{
    view->damaged_table = "games";
    view->damaged = column;
    view->damaged_row = sqlite3_value_int64(values[VALUE_ID]);
    return false;
}

/* A game of these columns, and what it points to. */
typedef struct stored_game {
    sought_game game;
    flank_position start;
    flank_rules rules;
} stored_game;

static code_bytes bytes_of(sqlite3_value *value)
{
    const uint8_t *bytes = sqlite3_value_blob(value);
    return (code_bytes){bytes, bytes ? bytes + sqlite3_value_bytes(value) : NULL, false};
}

static bool read_rules(const flank_game *game, sqlite3_value *value, flank_rules *rules)
{
    if (sqlite3_value_type(value) == SQLITE_NULL)
        return true;
    const char *text = sqlite3_value_type(value) == SQLITE_TEXT ? (const char *)sqlite3_value_text(value) : NULL;
    return text && flank_rules_parse(game, text, rules, NULL) == FLANK_OK;
}

static bool read_start(sqlite3_value *value, stored_game *stored)
{
    if (sqlite3_value_type(value) == SQLITE_NULL)
        return true;
    code_bytes bytes = bytes_of(value);
    stored->start = code_get_position(&bytes);
    stored->game.start = &stored->start;
    return sqlite3_value_type(value) == SQLITE_BLOB && !bytes.failed && bytes.at == bytes.end;
}

/* False: it is damaged, which `view` then says. */
static bool read_game(scan_view *view, const flank_game *game, sqlite3_value *const values[GAME_VALUES],
                      stored_game *stored)
{
    *stored = (stored_game){.game = {bytes_of(values[VALUE_MOVES]), NULL, &stored->rules}};
    if (sqlite3_value_type(values[VALUE_MOVES]) != SQLITE_BLOB)
        return is_damaged(view, values, "moves");
    if (!read_start(values[VALUE_START], stored))
        return is_damaged(view, values, "start");
    return read_rules(game, values[VALUE_RULES], &stored->rules) || is_damaged(view, values, "rules");
}

/* True if it is found; damage is told. */
static bool is_found(scan_view *view, sqlite3_value *const values[GAME_VALUES], sought_result result)
{
    view->unplayable = result == SOUGHT_DAMAGED;
    return view->unplayable ? is_damaged(view, values, "moves") : result == SOUGHT_FOUND;
}

static void give_answer(sqlite3_context *context, const scan_view *view, bool answer)
{
    if (view->damaged)
        sqlite3_result_error(context, view->damaged, -1); /* ends the statement; scan_failure says why */
    else if (flank_stop_is_raised(view->place.stop))
        sqlite3_result_error(context, "stopped", -1);
    else
        sqlite3_result_int(context, answer);
}

/* True if it went through an opening, as a function of SQL: passed(id, moves, start, rules). */
static void sql_passed(sqlite3_context *context, int count, sqlite3_value **values)
{
    scan_view *view = sqlite3_user_data(context);
    stored_game stored;
    (void)count;
    give_answer(context, view,
                read_game(view, &othello_game, values, &stored) &&
                    is_found(view, values, opening_passed(&view->opening, &stored.game)));
}

/* True if it went through the position, through(id, moves, start, rules): SQLite asks it before it takes the row apart.
 */
static void sql_through(sqlite3_context *context, int count, sqlite3_value **values)
{
    scan_view *view = sqlite3_user_data(context);
    stored_game stored;
    sought_answer unused;
    (void)count;
    give_answer(context, view,
                read_game(view, view->place.game, values, &stored) &&
                    is_found(view, values, sought_find(&view->place, &stored.game, &unused)));
}

/* ---- Names as the columns id, name and folded ---- */

enum { NAME_ID, NAME_NAME, NAME_FOLDED, NAME_SOUGHT, NAME_VALUES };

/* NULL: it is no text. */
static const char *text_of(sqlite3_value *value)
{
    const char *text = sqlite3_value_type(value) == SQLITE_TEXT ? (const char *)sqlite3_value_text(value) : NULL;
    return text && strlen(text) == (size_t)sqlite3_value_bytes(value) && utf8_is_valid(text) ? text : NULL;
}

/* True if a folded name has the text in it, or is the one between quotation marks. */
static bool is_named(const char *name, const char *sought)
{
    const size_t length = strlen(sought);
    if (length < 3 || sought[0] != '"' || sought[length - 1] != '"')
        return strstr(name, sought);
    return strlen(name) == length - 2 && strncmp(name, sought + 1, length - 2) == 0;
}

/* True if a name is as sought, named(id, name, folded, text). The stored form is compared with the name: a wrong
 * one would hide games in silence. */
static void sql_named(sqlite3_context *context, int count, sqlite3_value **values)
{
    scan_view *view = sqlite3_user_data(context);
    const char *name = text_of(values[NAME_NAME]), *folded = text_of(values[NAME_FOLDED]),
               *sought = text_of(values[NAME_SOUGHT]);
    (void)count;
    text_clear(&view->folded);
    if (name)
        fold_name(name, &view->folded);
    if (view->folded.failed || !sought) {
        sqlite3_result_error_nomem(context);
        return;
    }
    const char *expected = view->folded.bytes ? view->folded.bytes : "";
    if (!name || !folded || strcmp(folded, expected) != 0) {
        view->damaged_table = "names";
        view->damaged = name ? "folded" : "name";
        view->damaged_row = sqlite3_value_int64(values[NAME_ID]);
    }
    give_answer(context, view, !view->damaged && is_named(expected, sought));
}

/* How the game of a row that through() let pass went on. */
static void find_continuation(scan_view *view, sqlite3_stmt *statement, sought_answer *after)
{
    stored_game stored; /* values of columns are safe to look into, since the connection has no mutex */
    sqlite3_value *const values[GAME_VALUES] = {sqlite3_column_value(statement, 0), sqlite3_column_value(statement, 9),
                                                sqlite3_column_value(statement, 10),
                                                sqlite3_column_value(statement, 11)};
    if (read_game(view, view->place.game, values, &stored))
        sought_find(&view->place, &stored.game, after);
}

bool filter_is_place(const library_filter *filter)
{
    return filter->position && !filter->player && !filter->opponent && !filter->black && !filter->white &&
           !filter->event && !filter->opening && !filter->first_year && !filter->last_year &&
           filter->result == LIBRARY_ANY_RESULT;
}

static flank_status add_function(game_library *library, const char *name, int values, scan_view *view,
                                 void (*function)(sqlite3_context *, int, sqlite3_value **), flank_error *error)
{
    return sqlite3_create_function(library->db, name, values, SQLITE_UTF8 | SQLITE_DIRECTONLY, view, function, NULL,
                                   NULL)
               ? store_failure(library, error)
               : FLANK_OK;
}

static flank_status start_view(game_library *library, const library_filter *filter, scan_view *view, flank_error *error)
{
    flank_status status = add_function(library, "named", NAME_VALUES, view, sql_named, error);
    if (status == FLANK_OK && filter->position) {
        sought_start(&view->place, filter->game, filter->position);
        view->place.stop = library->stop;
        status = add_function(library, "through", GAME_VALUES, view, sql_through, error);
    }
    if (status || !filter->opening)
        return status;
    if (!opening_start(&view->opening, filter->opening))
        return store_no_memory(error);
    return add_function(library, "passed", GAME_VALUES, view, sql_passed, error);
}

static flank_status scan_failure(const game_library *library, const scan_view *view, flank_error *error)
{
    if (view->damaged)
        return (view->unplayable ? column_say_unplayable : column_say_damaged)(view->damaged_table, view->damaged_row,
                                                                               view->damaged, error);
    return store_is_stopped(library) ? store_stopped(error) : store_failure(library, error);
}

static flank_status scan_rows(game_library *library, const library_filter *filter, const scan *how, scan_view *view,
                              flank_error *error)
{
    scan_query query = {.sql = {NULL}};
    sqlite3_stmt *statement = prepare(library, filter, how->order, &query);
    flank_status status = FLANK_OK;
    int result = statement ? SQLITE_ROW : SQLITE_ERROR;
    uint64_t games = 0;
    while (result == SQLITE_ROW && !store_is_stopped(library) && (result = sqlite3_step(statement)) == SQLITE_ROW) {
        scan_row row;
        status = read_row(library, statement, &row, error);
        read_sides(statement, filter, &row);
        if (status == FLANK_OK && filter->position)
            find_continuation(view, statement, &row.after);
        if (store_is_stopped(library))
            break;
        if (status || (++games > how->skip && !how->found(how->user, &row)) ||
            (how->limit && games == how->skip + how->limit))
            result = SQLITE_DONE;
    }
    if (result != SQLITE_DONE)
        status = scan_failure(library, view, error);
    sqlite3_finalize(statement);
    free_query(&query);
    return status;
}

flank_status scan_games(game_library *library, const library_filter *filter, const scan *how, flank_error *error)
{
    scan_view view = {.opening = {NULL, 0}};
    flank_status status = start_view(library, filter, &view, error);
    if (status == FLANK_OK)
        status = scan_rows(library, filter, how, &view, error);
    opening_free(&view.opening);
    text_free(&view.folded);
    return status;
}
