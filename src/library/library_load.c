/* SPDX-License-Identifier: MIT
 *
 * Games of the library as sheets again.
 */
#include "library/library_load.h"

#include "core/error.h"
#include "library/library_check.h"
#include "library/library_scan.h"

#include <limits.h>
#include <stdlib.h>

/* ---- Tags and trees ---- */

enum { NODE_FLAGS = 31 }; /* all that put_node in library_import.c writes */

/* Memory needed on the way, and texts that are used again. */
typedef struct loading {
    game_library *library;
    flank_sheet *sheet;
    text_buffer name, value;
    code_bytes bytes;
    bool too_long;
} loading;

/* True while there may be another move; the sheet's memory is bounded by it. */
static bool has_room(loading *load)
{
    load->too_long = flank_sheet_count(load->sheet) > STORE_MOVES_MAX;
    return !load->too_long;
}

/* Tags up to the 0 that ends them. */
static flank_status get_tags(loading *load, const flank_node *node, flank_error *error)
{
    for (uint64_t id; (id = code_get_number(&load->bytes)) != 0;) {
        load->bytes.failed = load->bytes.failed || id > INT64_MAX;
        if (load->bytes.failed)
            break;
        flank_status status = store_name(load->library, (int64_t)id, &load->name, error);
        const char *value = code_get_text(&load->bytes, &load->value);
        if (status == FLANK_OK && value && flank_sheet_set_tag(load->sheet, node, load->name.bytes, value))
            status = store_no_memory(error);
        if (status || load->bytes.failed)
            return status;
    }
    return FLANK_OK;
}

/* A number that no arithmetic on it overflows; else the bytes have failed. */
static int64_t get_bounded(code_bytes *bytes, int64_t most)
{
    const int64_t number = code_get_signed(bytes);
    bytes->failed = bytes->failed || number < -most || number > most;
    return bytes->failed ? 0 : number;
}

static flank_status get_node(loading *load, const flank_node *parent, uint64_t flags, const flank_node **node,
                             flank_error *error)
{
    flank_status status = FLANK_OK;
    *node = flank_sheet_root(load->sheet);
    load->bytes.failed = flags > NODE_FLAGS || (!parent && flags & 2);
    if (load->bytes.failed)
        return FLANK_OK;
    if (parent)
        status = flank_sheet_append(load->sheet, parent, code_get_move(&load->bytes), node);
    if (status == FLANK_OK && flags & 4)
        flank_sheet_set_value(load->sheet, *node, (int)get_bounded(&load->bytes, INT_MAX / 2));
    if (status == FLANK_OK && flags & 8)
        flank_sheet_set_time(load->sheet, *node, get_bounded(&load->bytes, INT64_MAX / 2));
    return status == FLANK_OK && flags & 16 ? get_tags(load, *node, error) : status;
}

/* Nodes as put_tree in library_import.c wrote them; `waiting` are the parents whose next child comes later. */
static flank_status get_tree(loading *load, flank_error *error)
{
    const flank_node **waiting = NULL, *parent = NULL, *node;
    size_t count = 0;
    flank_status status = FLANK_OK;
    for (bool more = true; more && status == FLANK_OK && !load->bytes.failed && has_room(load);) {
        if (store_is_stopped(load->library)) {
            status = store_stopped(error);
            break;
        }
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

static flank_status get_line(loading *load, flank_error *error)
{
    const flank_node *node = flank_sheet_root(load->sheet);
    flank_status status = FLANK_OK;
    while (status == FLANK_OK && load->bytes.at < load->bytes.end && !load->bytes.failed && has_room(load)) {
        status = flank_sheet_append(load->sheet, node, code_get_move(&load->bytes), &node);
        if (store_is_stopped(load->library))
            status = store_stopped(error);
    }
    return status;
}

/* ---- The row ---- */

/* The columns of STORE_GET_GAME. */
enum {
    IN_GAME,
    IN_BLACK,
    IN_WHITE,
    IN_EVENT,
    IN_OPENING,
    IN_DATE,
    IN_SIGN,
    IN_DISCS,
    IN_ENDING,
    IN_PLIES,
    IN_MOVES,
    IN_START,
    IN_RULES,
    IN_TAGS,
    IN_TREE,
    IN_YEAR,
    IN_TWIN,
};

static flank_status create_sheet(game_library *library, column_reader *row, flank_sheet **sheet, flank_error *error)
{
    store_kind kind;
    flank_position start;
    const int64_t id = column_number(row, IN_GAME, 1, STORE_GAME_ID_MAX);
    flank_status status = column_check(row, error);
    if (status == FLANK_OK)
        status = store_get_kind(library, id, &kind, error);
    if (status)
        return status;
    const bool has_start = column_start(row, IN_START, &start);
    column_rules(row, IN_RULES, kind.game, &kind.rules);
    status = column_check(row, error);
    if (status)
        return status;
    *sheet = flank_sheet_create(kind.game, &kind.rules, has_start ? &start : NULL, FLANK_SHEET_GAME);
    return *sheet ? FLANK_OK : store_no_memory(error);
}

static flank_status set_name(loading *load, const char *tag, int64_t id, flank_error *error)
{
    const flank_status status = store_name(load->library, id, &load->name, error);
    if (status)
        return status;
    return flank_sheet_set_tag(load->sheet, flank_sheet_root(load->sheet), tag, load->name.bytes)
               ? store_no_memory(error)
               : FLANK_OK;
}

static flank_status set_columns(loading *load, column_reader *row, flank_error *error)
{
    const int64_t event = column_name_id(row, IN_EVENT), black = column_name_id(row, IN_BLACK),
                  white = column_name_id(row, IN_WHITE);
    const char *date = column_text(row, IN_DATE);
    const flank_sheet_result result = column_result(row, IN_SIGN, IN_DISCS, IN_ENDING);
    flank_status status = column_check(row, error);
    if (status == FLANK_OK)
        status = set_name(load, "Event", event, error);
    if (status == FLANK_OK && flank_sheet_set_tag(load->sheet, flank_sheet_root(load->sheet), "Date", date))
        status = store_no_memory(error);
    if (status == FLANK_OK)
        status = set_name(load, "Black", black, error);
    if (status == FLANK_OK)
        status = set_name(load, "White", white, error);
    if (!column_is_null(row, IN_ENDING))
        flank_sheet_set_result(load->sheet, &result);
    return status;
}

/* The tree, or the line if there is no tree. */
static flank_status set_moves(loading *load, column_reader *row, column_reader *notes, flank_error *error)
{
    const bool has_tree = !column_is_null(notes, IN_TREE);
    column_reader *from = has_tree ? notes : row;
    load->bytes = column_bytes(from, has_tree ? IN_TREE : IN_MOVES);
    flank_status status = column_check(from, error);
    if (status)
        return status;
    status = has_tree ? get_tree(load, error) : get_line(load, error);
    if (status && status != FLANK_ILLEGAL_MOVE)
        return status;
    if (load->too_long)
        return column_say_too_long(from->table, row->row, has_tree ? "tree" : "moves", STORE_MOVES_MAX, error);
    const bool whole = status == FLANK_OK && !load->bytes.failed && load->bytes.at == load->bytes.end;
    return whole ? FLANK_OK : column_say_unplayable(from->table, row->row, has_tree ? "tree" : "moves", error);
}

/* True if the line of the sheet, which came from the tree, is that of the column `moves`. */
static bool is_line_of(const flank_sheet *sheet, code_bytes moves)
{
    const flank_node *node = flank_sheet_root(sheet)->child;
    for (; node && moves.at < moves.end && !moves.failed; node = node->child)
        if (!flank_move_equal(code_get_move(&moves), node->move))
            return false;
    return !node && !moves.failed && moves.at == moves.end;
}

/* Check that the rest of the row follows from the moves, which the sheet has by now. */
static flank_status check_row(loading *load, column_reader *row, flank_error *error)
{
    static const derived_columns derived = {IN_MOVES, IN_START, IN_RULES, IN_PLIES, IN_TWIN};
    const flank_sheet_result found = flank_sheet_result_of(load->sheet),
                             said = column_result(row, IN_SIGN, IN_DISCS, IN_ENDING);
    const bool is_stated = !column_is_null(row, IN_ENDING);
    const int64_t game = column_number(row, IN_GAME, 1, STORE_GAME_ID_MAX);
    const int year = derive_year(column_text(row, IN_DATE));
    if (column_number(row, IN_YEAR, 0, INT_MAX) != year)
        column_damaged(row, IN_YEAR);
    if (!is_stated && (said.known != found.known || said.sign != found.sign))
        column_damaged(row, IN_SIGN);
    if (!is_stated && (said.has_discs != found.has_discs || said.discs != found.discs))
        column_damaged(row, IN_DISCS);
    flank_status status = column_check(row, error);
    if (status == FLANK_OK)
        status = check_derived(load->library, row, &derived, game, year, error);
    if (status == FLANK_OK && !is_line_of(load->sheet, column_bytes(row, IN_MOVES)))
        status = column_say_damaged("notes", row->row, "tree", error);
    return status;
}

/* The tags of the game. */
static flank_status set_notes(loading *load, column_reader *notes, flank_error *error)
{
    if (column_is_null(notes, IN_TAGS) && column_is_null(notes, IN_TREE)) /* it has none */
        return FLANK_OK;
    load->bytes = column_bytes(notes, IN_TAGS);
    flank_status status = column_check(notes, error);
    if (status == FLANK_OK)
        status = get_tags(load, flank_sheet_root(load->sheet), error);
    if (status == FLANK_OK && (load->bytes.failed || load->bytes.at != load->bytes.end))
        column_damaged(notes, IN_TAGS);
    return status ? status : column_check(notes, error);
}

static flank_status fill_sheet(loading *load, column_reader *row, bool with_moves, flank_error *error)
{
    column_reader notes = {.statement = row->statement, .table = "notes", .row = row->row};
    flank_status status = create_sheet(load->library, row, &load->sheet, error);
    if (status == FLANK_OK && with_moves)
        status = set_moves(load, row, &notes, error);
    if (status == FLANK_OK && with_moves)
        status = check_row(load, row, error);
    if (status == FLANK_OK)
        status = set_columns(load, row, error);
    return status ? status : set_notes(load, &notes, error);
}

static flank_status load_game(game_library *library, int64_t id, bool with_moves, flank_sheet **sheet,
                              flank_error *error)
{
    column_reader row = {store_use(library, STORE_GET_GAME), .table = "games", .row = id};
    if (!row.statement)
        return store_failure(library, error);
    sqlite3_bind_int64(row.statement, 1, id);
    loading load = {.library = library};
    const int result = sqlite3_step(row.statement);
    const flank_status status = result == SQLITE_ROW ? fill_sheet(&load, &row, with_moves, error)
                                : result == SQLITE_DONE
                                    ? error_say(error, FLANK_NOT_FOUND, 0, SAY(LIBRARY_NO_GAME), say_number(id))
                                    : store_failure(library, error);
    sqlite3_reset(row.statement);
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

/* Not there: then the row or the index that has the number is damaged. */
static flank_status damaged_if_missing(flank_status status, int64_t id, flank_error *error)
{
    return status == FLANK_NOT_FOUND ? column_say_damaged("games", id, "id", error) : status;
}

flank_status load_known(game_library *library, int64_t id, flank_sheet **sheet, flank_error *error)
{
    return damaged_if_missing(load_game(library, id, true, sheet, error), id, error);
}

flank_status load_root(game_library *library, int64_t id, flank_sheet **sheet, flank_error *error)
{
    return damaged_if_missing(load_game(library, id, false, sheet, error), id, error);
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
    hand->status = load_known(hand->library, row->id, &sheet, hand->error);
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
