/* SPDX-License-Identifier: MIT
 *
 * Filters as SQL. The text is put together from constant pieces; what was asked for is bound.
 */
#include "library/library_scan.h"

#include "core/error.h"
#include "core/text_buffer.h"
#include "library/library_fold.h"
#include "library/library_opening.h"
#include "games/othello/othello.h"

#include <stdlib.h>
#include <string.h>

enum { VALUES_MAX = 12 };

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

static void add_game_condition(scan_query *query, const char *word, const flank_game *game)
{
    text_add(&query->sql, word);
    add_text_condition(query, "game = (SELECT id FROM kinds WHERE name = ?)", flank_game_name(game));
}

#define NAMED "IN (SELECT id FROM names WHERE instr(folded, "

static void add_name_conditions(scan_query *query, const library_filter *filter)
{
    add_text_condition(query, " AND black " NAMED "?))", filter->black);
    add_text_condition(query, " AND white " NAMED "?))", filter->white);
    add_text_condition(query, " AND event " NAMED "?))", filter->event);
    add_text_condition(query, " AND (opening " NAMED "?))", filter->opening);
    if (filter->opening && *filter->opening) {
        add_game_condition(query, " OR ", &othello_game);
        text_add(&query->sql, " AND passed(moves, start, rules))");
    }
    add_text_condition(query, " AND (black " NAMED "?))", filter->player);
    add_text_condition(query, " OR white " NAMED "?)))", filter->player);
}

static void make_query(scan_query *query, const library_filter *filter, scan_order order)
{
    static const char *const results[] = {
        [LIBRARY_BLACK_WON] = " AND sign > 0",
        [LIBRARY_WHITE_WON] = " AND sign < 0",
        [LIBRARY_DRAWN] = " AND sign = 0",
        [LIBRARY_UNKNOWN_RESULT] = " AND sign IS NULL",
    };
    text_add(&query->sql, "SELECT id, game, black, white, event, opening, year, sign, discs, moves, start, rules"
                          " FROM games WHERE 1");
    add_name_conditions(query, filter);
    if (filter->first_year)
        add_number_condition(query, " AND year >= ?", filter->first_year);
    if (filter->last_year)
        add_number_condition(query, " AND year BETWEEN 1 AND ?", filter->last_year);
    if (filter->result != LIBRARY_ANY_RESULT)
        text_add(&query->sql, results[filter->result]);
    if (filter->game)
        add_game_condition(query, " AND ", filter->game);
    if (filter->position)
        text_add(&query->sql, " AND through(moves, start, rules)");
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

static library_tally tally_of(sqlite3_stmt *statement, int year)
{
    const bool known = sqlite3_column_type(statement, 7) != SQLITE_NULL;
    const bool counted = sqlite3_column_type(statement, 8) != SQLITE_NULL;
    const int sign = sqlite3_column_int(statement, 7);
    return (library_tally){.games = 1,
                           .black = known && sign > 0,
                           .drawn = known && sign == 0,
                           .white = known && sign < 0,
                           .counted = counted,
                           .discs = counted ? sqlite3_column_int(statement, 8) : 0,
                           .first_year = year,
                           .last_year = year};
}

static code_bytes bytes_of(sqlite3_value *value)
{
    const uint8_t *bytes = sqlite3_value_blob(value);
    return (code_bytes){bytes, bytes ? bytes + sqlite3_value_bytes(value) : NULL, false};
}

/* A game of the columns moves, start and rules, and what it points to. */
typedef struct stored_game {
    sought_game game;
    flank_position start;
    flank_rules rules;
} stored_game;

static bool read_game(const flank_game *game, sqlite3_value *const columns[3], stored_game *stored)
{
    *stored = (stored_game){.game = {bytes_of(columns[0]), NULL, &stored->rules}};
    if (sqlite3_value_type(columns[2]) != SQLITE_NULL)
        flank_rules_parse(game, (const char *)sqlite3_value_text(columns[2]), &stored->rules, NULL);
    if (sqlite3_value_type(columns[1]) == SQLITE_NULL)
        return true;
    code_bytes bytes = bytes_of(columns[1]);
    stored->start = code_get_position(&bytes);
    stored->game.start = &stored->start;
    return !bytes.failed;
}

/* True if the game of these columns went through the position, and how it went on. */
static bool goes_through(const sought_place *view, sqlite3_value *const columns[3], sought_answer *after)
{
    stored_game stored;
    return read_game(view->game, columns, &stored) && sought_find(view, &stored.game, after);
}

/* True if it went through an opening, as a function of SQL: passed(moves, start, rules). */
static void sql_passed(sqlite3_context *context, int count, sqlite3_value **values)
{
    stored_game stored;
    (void)count;
    sqlite3_result_int(context, read_game(&othello_game, values, &stored) &&
                                    opening_passed(sqlite3_user_data(context), &stored.game));
}

/* True if it went through the position, through(moves, start, rules): SQLite asks it before it takes the row apart. */
static void sql_through(sqlite3_context *context, int count, sqlite3_value **values)
{
    sought_answer unused;
    (void)count;
    sqlite3_result_int(context, goes_through(sqlite3_user_data(context), values, &unused));
}

static scan_row read_row(sqlite3_stmt *statement)
{
    scan_row row = {
        .id = sqlite3_column_int64(statement, 0),
        .game = sqlite3_column_int64(statement, 1),
        .black = sqlite3_column_int64(statement, 2),
        .white = sqlite3_column_int64(statement, 3),
        .event = sqlite3_column_int64(statement, 4),
        .opening = sqlite3_column_int64(statement, 5),
        .year = sqlite3_column_int(statement, 6),
    };
    row.tally = tally_of(statement, row.year);
    return row;
}

bool filter_is_place(const library_filter *filter)
{
    return filter->position && !filter->player && !filter->black && !filter->white && !filter->event &&
           !filter->opening && !filter->first_year && !filter->last_year && filter->result == LIBRARY_ANY_RESULT;
}

/* The target of a scan in the moves of games. */
typedef struct scan_view {
    sought_place place;
    sought_opening opening;
} scan_view;

static flank_status start_view(game_library *library, const library_filter *filter, scan_view *view, flank_error *error)
{
    if (filter->position) {
        sought_start(&view->place, filter->game, filter->position);
        if (sqlite3_create_function(library->db, "through", 3, SQLITE_UTF8, &view->place, sql_through, NULL, NULL))
            return store_failure(library, error);
    }
    if (!filter->opening)
        return FLANK_OK;
    if (!opening_start(&view->opening, filter->opening))
        return store_no_memory(error);
    return sqlite3_create_function(library->db, "passed", 3, SQLITE_UTF8, &view->opening, sql_passed, NULL, NULL)
               ? store_failure(library, error)
               : FLANK_OK;
}

static flank_status scan_rows(game_library *library, const library_filter *filter, const scan *how,
                              const scan_view *view, flank_error *error)
{
    scan_query query = {.sql = {NULL}};
    sqlite3_stmt *statement = prepare(library, filter, how->order, &query);
    int result = statement ? SQLITE_ROW : SQLITE_ERROR;
    uint64_t games = 0;
    while (result == SQLITE_ROW && !store_is_stopped(library) && (result = sqlite3_step(statement)) == SQLITE_ROW) {
        scan_row row = read_row(statement);
        if (filter->position) { /* values of columns are safe to look into, since the connection has no mutex */
            sqlite3_value *const columns[] = {sqlite3_column_value(statement, 9), sqlite3_column_value(statement, 10),
                                              sqlite3_column_value(statement, 11)};
            goes_through(&view->place, columns, &row.after);
        }
        if (!how->found(how->user, &row) || ++games == how->limit)
            result = SQLITE_DONE;
    }
    const flank_status status = result == SQLITE_DONE       ? FLANK_OK
                                : store_is_stopped(library) ? store_stopped(error)
                                                            : store_failure(library, error);
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
    return status;
}
