/* SPDX-License-Identifier: MIT
 *
 * Games of the library as sheets again.
 */
#include "library/library_load.h"

#include "core/error.h"
#include "library/library_code.h"
#include "library/library_scan.h"

#include <inttypes.h>
#include <stdlib.h>

static flank_status damaged(flank_error *error, int64_t id)
{
    return error_say(error, FLANK_BAD_FILE, 0, SAY(LIBRARY_GAME_DAMAGED), say_number(id));
}

static code_bytes column_bytes(sqlite3_stmt *statement, int column)
{
    const uint8_t *bytes = sqlite3_column_blob(statement, column);
    return (code_bytes){bytes, bytes ? bytes + sqlite3_column_bytes(statement, column) : NULL, false};
}

/* ---- Tags and trees ---- */

/* Memory needed on the way, and texts that are used again. */
typedef struct loading {
    game_library *library;
    flank_sheet *sheet;
    text_buffer name, value;
    code_bytes bytes;
} loading;

/* Tags up to the 0 that ends them. */
static flank_status get_tags(loading *load, const flank_node *node, flank_error *error)
{
    for (uint64_t id; (id = code_get_number(&load->bytes)) != 0;) {
        flank_status status = store_name(load->library, (int64_t)id, &load->name, error);
        const char *value = code_get_text(&load->bytes, &load->value);
        if (status == FLANK_OK && value && flank_sheet_set_tag(load->sheet, node, load->name.bytes, value))
            status = store_no_memory(error);
        if (status || load->bytes.failed)
            return status;
    }
    return FLANK_OK;
}

static flank_status get_node(loading *load, const flank_node *parent, uint64_t flags, const flank_node **node,
                             flank_error *error)
{
    flank_status status = FLANK_OK;
    *node = flank_sheet_root(load->sheet);
    if (parent)
        status = flank_sheet_append(load->sheet, parent, code_get_move(&load->bytes), node);
    if (status == FLANK_OK && flags & 4)
        flank_sheet_set_value(load->sheet, *node, (int)code_get_signed(&load->bytes));
    if (status == FLANK_OK && flags & 8)
        flank_sheet_set_time(load->sheet, *node, code_get_signed(&load->bytes));
    return status == FLANK_OK && flags & 16 ? get_tags(load, *node, error) : status;
}

/* Nodes as put_tree in library_import.c wrote them; `waiting` are the parents whose next child comes later. */
static flank_status get_tree(loading *load, flank_error *error)
{
    const flank_node **waiting = NULL, *parent = NULL, *node;
    size_t count = 0;
    flank_status status = FLANK_OK;
    for (bool more = true; more && status == FLANK_OK && !load->bytes.failed;) {
        const uint64_t flags = code_get_number(&load->bytes);
        status = load->bytes.failed ? FLANK_OK : get_node(load, parent, flags, &node, error);
        if (status || load->bytes.failed)
            break;
        if (flags & 1 && flags & 2) {
            const flank_node **longer = realloc(waiting, (count + 1) * sizeof *waiting);
            if (!longer) {
                status = store_no_memory(error);
                break;
            }
            waiting = longer;
            waiting[count++] = parent;
        }
        more = (flags & 3) || count > 0;
        parent = flags & 1 ? node : flags & 2 ? parent : more ? waiting[--count] : NULL;
    }
    free(waiting);
    return status;
}

static flank_status get_line(loading *load)
{
    const flank_node *node = flank_sheet_root(load->sheet);
    flank_status status = FLANK_OK;
    while (status == FLANK_OK && load->bytes.at < load->bytes.end && !load->bytes.failed)
        status = flank_sheet_append(load->sheet, node, code_get_move(&load->bytes), &node);
    return status;
}

/* ---- The row ---- */

static flank_sheet *create_sheet(game_library *library, sqlite3_stmt *statement)
{
    const flank_game *game = store_game(library, sqlite3_column_int64(statement, 0));
    const bool has_start = sqlite3_column_type(statement, 11) != SQLITE_NULL;
    flank_rules rules = {{0}};
    flank_position start = {.color = 0};
    if (!game)
        return NULL;
    if (has_start) {
        code_bytes bytes = column_bytes(statement, 11);
        start = code_get_position(&bytes);
        if (bytes.failed)
            return NULL;
    }
    if (sqlite3_column_type(statement, 12) != SQLITE_NULL &&
        flank_rules_parse(game, (const char *)sqlite3_column_text(statement, 12), &rules, NULL))
        return NULL;
    return flank_sheet_create(game, &rules, has_start ? &start : NULL, FLANK_SHEET_GAME);
}

static flank_status set_columns(loading *load, sqlite3_stmt *statement, flank_error *error)
{
    static const char *const tags[] = {"Event", "Date", "Black", "White"};
    static const int columns[] = {3, 5, 1, 2};
    const flank_node *root = flank_sheet_root(load->sheet);
    flank_status status = FLANK_OK;
    for (int i = 0; i < 4 && status == FLANK_OK; i++) {
        if (i != 1)
            status = store_name(load->library, sqlite3_column_int64(statement, columns[i]), &load->name, error);
        const char *value = i == 1 ? (const char *)sqlite3_column_text(statement, 5) : load->name.bytes;
        if (status == FLANK_OK && flank_sheet_set_tag(load->sheet, root, tags[i], value))
            status = store_no_memory(error);
    }
    if (sqlite3_column_type(statement, 8) == SQLITE_NULL)
        return status;
    const flank_sheet_result result = {.known = sqlite3_column_type(statement, 6) != SQLITE_NULL,
                                       .sign = sqlite3_column_int(statement, 6),
                                       .has_discs = sqlite3_column_type(statement, 7) != SQLITE_NULL,
                                       .discs = sqlite3_column_int(statement, 7),
                                       .ending = (flank_ending)sqlite3_column_int(statement, 8)};
    flank_sheet_set_result(load->sheet, &result);
    return status;
}

/* The tree, or the line if there is no tree. */
static flank_status set_moves(loading *load, sqlite3_stmt *statement, int64_t id, flank_error *error)
{
    const bool has_tree = sqlite3_column_type(statement, 14) != SQLITE_NULL;
    load->bytes = column_bytes(statement, has_tree ? 14 : 10);
    const flank_status status = has_tree ? get_tree(load, error) : get_line(load);
    return status == FLANK_ILLEGAL_MOVE || load->bytes.failed ? damaged(error, id) : status;
}

/* The tags of the game. */
static flank_status set_notes(loading *load, sqlite3_stmt *statement, int64_t id, flank_error *error)
{
    flank_status status = set_columns(load, statement, error);
    if (status == FLANK_OK && sqlite3_column_type(statement, 13) != SQLITE_NULL) {
        load->bytes = column_bytes(statement, 13);
        status = get_tags(load, flank_sheet_root(load->sheet), error);
    }
    return status == FLANK_OK && load->bytes.failed ? damaged(error, id) : status;
}

static flank_status load_game(game_library *library, int64_t id, bool with_moves, flank_sheet **sheet,
                              flank_error *error)
{
    sqlite3_stmt *statement = store_use(library, STORE_GET_GAME);
    if (!statement)
        return store_failure(library, error);
    sqlite3_bind_int64(statement, 1, id);
    loading load = {.library = library};
    const int result = sqlite3_step(statement);
    flank_status status = result == SQLITE_ROW ? FLANK_OK
                          : result == SQLITE_DONE
                              ? error_say(error, FLANK_NOT_FOUND, 0, SAY(LIBRARY_NO_GAME), say_number(id))
                              : store_failure(library, error);
    if (status == FLANK_OK) {
        load.sheet = create_sheet(library, statement);
        status = load.sheet ? FLANK_OK : damaged(error, id);
    }
    if (status == FLANK_OK && with_moves)
        status = set_moves(&load, statement, id, error);
    if (status == FLANK_OK)
        status = set_notes(&load, statement, id, error);
    sqlite3_reset(statement);
    text_free(&load.name);
    text_free(&load.value);
    if (status == FLANK_OK)
        *sheet = load.sheet;
    else
        flank_sheet_destroy(load.sheet);
    return status;
}

flank_status library_load(game_library *library, int64_t id, flank_sheet **sheet, flank_error *error)
{
    return load_game(library, id, true, sheet, error);
}

flank_status load_root(game_library *library, int64_t id, flank_sheet **sheet, flank_error *error)
{
    return load_game(library, id, false, sheet, error);
}

/* ---- All of them ---- */

typedef struct handing {
    game_library *library;
    library_sheet_fn *found;
    void *user;
    flank_status status;
    flank_error *error;
} handing;

static bool hand_row(void *user, const scan_row *row)
{
    handing *hand = user;
    flank_sheet *sheet;
    hand->status = library_load(hand->library, row->id, &sheet, hand->error);
    if (hand->status)
        return false;
    const bool more = hand->found(hand->user, sheet);
    flank_sheet_destroy(sheet);
    return more;
}

flank_status library_each(game_library *library, const library_filter *filter, library_sheet_fn *found, void *user,
                          flank_error *error)
{
    handing hand = {.library = library, .found = found, .user = user, .error = error};
    const scan_order order = filter->limit ? SCAN_NEWEST_FIRST : SCAN_AS_ADDED;
    const flank_status status = scan_games(library, filter, &(scan){order, filter->limit, hand_row, &hand}, error);
    return hand.status ? hand.status : status;
}
