/* SPDX-License-Identifier: MIT
 *
 * Adding games to the library: those that are not there yet (library_twin.h), and to those that are there what they
 * lack.
 */
#include "core/error.h"
#include "library/library_check.h"
#include "library/library_code.h"
#include "library/library_column.h"
#include "library/library_index.h"
#include "library/library_load.h"
#include "library/library_tidy.h"
#include "library/library_twin.h"

#include <stdlib.h>
#include <string.h>

/* Names of openings do not go further than this. */
enum { OPENING_PLIES = 30 };

static void free_game(fresh_game *fresh)
{
    text_free(&fresh->moves);
    text_free(&fresh->start);
    text_free(&fresh->rules);
    text_free(&fresh->tags);
    text_free(&fresh->tree);
}

/* ---- Transactions ---- */

/* True unless it is sure that there are none. */
static bool has_games(const game_library *library)
{
    sqlite3_stmt *statement = NULL;
    const bool none = sqlite3_prepare_v2(library->db, "SELECT 1 FROM games", -1, &statement, NULL) == SQLITE_OK &&
                      sqlite3_step(statement) == SQLITE_DONE;
    sqlite3_finalize(statement);
    return !none;
}

void library_close(game_library *library)
{
    if (!library)
        return;
    index_destroy(library->index);
    char *made = NULL;
    if (library->made && !has_games(library)) {
        made = library->made;
        library->made = NULL;
    }
    store_close(library);
    if (made)
        tidy_unwritten(made);
    free(made);
}

void library_rollback(game_library *library)
{
    for (int i = 0; i < STORE_STATEMENTS; i++)
        sqlite3_reset(library->statement[i]);
    sqlite3_exec(library->db, "ROLLBACK", NULL, NULL, NULL);
    index_destroy(library->index);
    library->index = NULL;
}

/* A hash that is no number finds no game; such ones stand at the end of the index. */
static flank_status check_twins(game_library *library, flank_error *error)
{
    sqlite3_stmt *statement = store_use(library, STORE_FIND_STRANGE_TWIN);
    if (!statement)
        return store_failure(library, error);
    const int result = sqlite3_step(statement);
    const int64_t id = result == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_reset(statement);
    if (result == SQLITE_DONE)
        return FLANK_OK;
    return result == SQLITE_ROW ? column_say_damaged("games", id, "twin", error) : store_failure(library, error);
}

flank_status library_begin(game_library *library, flank_error *error)
{
    library->index = index_create();
    if (!library->index)
        return store_no_memory(error);
    flank_status status = store_execute(library, "BEGIN IMMEDIATE", error);
    if (status == FLANK_OK && (status = check_twins(library, error)))
        sqlite3_exec(library->db, "ROLLBACK", NULL, NULL, NULL);
    if (status) {
        index_destroy(library->index);
        library->index = NULL;
    }
    return status;
}

flank_status library_commit(game_library *library, flank_error *error)
{
    flank_status status = index_flush(library, error);
    if (status == FLANK_OK)
        status = store_execute(library, "COMMIT", error);
    if (status) {
        library_rollback(library);
        return status;
    }
    index_destroy(library->index);
    library->index = NULL;
    return FLANK_OK;
}

/* ---- Parts of a sheet beside the main line ---- */

static bool is_column(const char *tag)
{
    static const char *const columns[] = {"Event", "Date", "Black", "White"};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        if (strcmp(columns[i], tag) == 0)
            return true;
    return false;
}

/* The tags of a node as names' numbers and texts, without those that are columns. */
static flank_status put_tags(game_library *library, const flank_node *node, text_buffer *out, flank_error *error)
{
    for (const flank_tag *tag = node->tags; tag; tag = tag->next) {
        int64_t id;
        if (!node->parent && (is_column(tag->name) || strncmp(tag->name, "flank.", 6) == 0)) /* told when read */
            continue;
        const flank_status status = store_name_id(library, tag->name, &id, error);
        if (status)
            return status;
        code_put_number(out, (uint64_t)id);
        code_put_text(out, tag->value);
    }
    code_put_number(out, 0);
    return FLANK_OK;
}

/* True if there is anything but a line of moves. */
static bool needs_tree(const flank_sheet *sheet)
{
    size_t line = 0;
    for (const flank_node *node = flank_sheet_root(sheet); node; node = node->child) {
        if (node->has_value || node->has_time || (node->parent && node->tags))
            return true;
        line++;
    }
    return line != flank_sheet_count(sheet);
}

static flank_status put_node(game_library *library, const flank_node *node, text_buffer *out, flank_error *error)
{
    const bool has_tags = node->parent && node->tags;
    code_put_number(out, (node->child ? 1u : 0) | (node->sibling ? 2u : 0) | (node->has_value ? 4u : 0) |
                             (node->has_time ? 8u : 0) | (has_tags ? 16u : 0));
    if (node->parent)
        code_put_move(out, node->move);
    if (node->has_value)
        code_put_signed(out, node->value);
    if (node->has_time)
        code_put_signed(out, node->time_ms);
    return has_tags ? put_tags(library, node, out, error) : FLANK_OK;
}

static flank_status put_tree(game_library *library, const flank_sheet *sheet, text_buffer *out, flank_error *error)
{
    flank_status status = FLANK_OK;
    for (const flank_node *node = flank_sheet_root(sheet); node && status == FLANK_OK; node = flank_node_next(node))
        status = put_node(library, node, out, error);
    return status;
}

/* ---- The row ---- */

static const char *tag_of(const flank_sheet *sheet, const char *name)
{
    const char *value = flank_node_tag(flank_sheet_root(sheet), name);
    return value ? value : "";
}

static void put_moves(fresh_game *fresh)
{
    const flank_node *root = flank_sheet_root(fresh->sheet);
    const flank_game *game = flank_sheet_game(fresh->sheet);
    const flank_position start = flank_game_start(game);
    text_add_bytes(&fresh->moves, "", 0);
    for (const flank_node *node = root->child; node; node = node->child, fresh->plies++)
        code_put_move(&fresh->moves, node->move);
    if (!flank_position_equal(start, root->position))
        code_put_position(&fresh->start, &root->position);
    char rules[FLANK_RULES_TEXT_SIZE];
    flank_rules_format(game, flank_sheet_rules(fresh->sheet), rules);
    if (rules[0])
        text_add(&fresh->rules, rules);
}

static flank_status name_opening(game_library *library, fresh_game *fresh, flank_error *error)
{
    const flank_node *node = flank_sheet_root(fresh->sheet);
    while (node->child && node->ply < OPENING_PLIES)
        node = node->child;
    flank_record *record = flank_sheet_record(fresh->sheet, node);
    if (!record)
        return store_no_memory(error);
    const char *name = flank_opening_name(record);
    flank_record_destroy(record);
    return store_name_id(library, name, &fresh->opening, error);
}

static uint64_t hash_game(const fresh_game *fresh)
{
    const twin_key key = {.moves = {fresh->moves.bytes, fresh->moves.length},
                          .start = {fresh->start.bytes, fresh->start.length},
                          .rules = {fresh->rules.bytes, fresh->rules.length},
                          .game = fresh->game,
                          .year = fresh->year};
    return derive_twin(&key);
}

static flank_status describe(game_library *library, fresh_game *fresh, flank_error *error)
{
    const flank_sheet *sheet = fresh->sheet;
    fresh->date = tag_of(sheet, "Date");
    fresh->year = derive_year(fresh->date);
    fresh->result = flank_sheet_result_of(sheet);
    put_moves(fresh);
    flank_status status =
        store_kind_id(library, flank_sheet_game(sheet), flank_sheet_rules(sheet), true, &fresh->game, error);
    if (status == FLANK_OK)
        status = store_name_id(library, tag_of(sheet, "Black"), &fresh->black, error);
    if (status == FLANK_OK)
        status = store_name_id(library, tag_of(sheet, "White"), &fresh->white, error);
    fresh->hash = hash_game(fresh);
    return status;
}

static flank_status add_row(game_library *library, fresh_game *fresh, flank_error *error)
{
    sqlite3_stmt *statement = store_use(library, STORE_ADD_GAME);
    if (!statement)
        return store_failure(library, error);
    const flank_sheet_result *result = &fresh->result;
    sqlite3_bind_int64(statement, 1, (int64_t)fresh->hash);
    sqlite3_bind_int64(statement, 2, fresh->game);
    sqlite3_bind_int64(statement, 3, fresh->black);
    sqlite3_bind_int64(statement, 4, fresh->white);
    sqlite3_bind_text(statement, 5, fresh->date, -1, SQLITE_STATIC);
    sqlite3_bind_blob(statement, 6, fresh->moves.bytes, (int)fresh->moves.length, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 7, fresh->event);
    sqlite3_bind_int64(statement, 8, fresh->opening);
    sqlite3_bind_int(statement, 9, fresh->year);
    store_bind_optional(statement, 10, result->known, result->sign);
    store_bind_optional(statement, 11, result->known && result->has_discs, result->discs);
    store_bind_optional(statement, 12, flank_sheet_states_result(fresh->sheet), (int)result->ending);
    sqlite3_bind_int(statement, 13, fresh->plies);
    sqlite3_bind_blob(statement, 14, fresh->start.bytes, (int)fresh->start.length, SQLITE_STATIC);
    sqlite3_bind_text(statement, 15, fresh->rules.bytes, (int)fresh->rules.length, SQLITE_STATIC);
    const flank_status status = store_run(library, statement, error);
    fresh->id = sqlite3_last_insert_rowid(library->db);
    return status;
}

static flank_status put_notes(game_library *library, const fresh_game *fresh, flank_error *error)
{
    if (fresh->tags.failed || fresh->tree.failed)
        return store_no_memory(error);
    sqlite3_stmt *statement = store_use(library, STORE_PUT_NOTES);
    if (!statement)
        return store_failure(library, error);
    sqlite3_bind_int64(statement, 1, fresh->id);
    sqlite3_bind_blob(statement, 2, fresh->tags.bytes, (int)fresh->tags.length, SQLITE_STATIC);
    sqlite3_bind_blob(statement, 3, fresh->tree.bytes, (int)fresh->tree.length, SQLITE_STATIC);
    return store_run(library, statement, error);
}

static flank_status add_notes(game_library *library, fresh_game *fresh, flank_error *error)
{
    flank_status status = put_tags(library, flank_sheet_root(fresh->sheet), &fresh->tags, error);
    if (status == FLANK_OK && needs_tree(fresh->sheet))
        status = put_tree(library, fresh->sheet, &fresh->tree, error);
    if (status || (fresh->tags.length == 1 && fresh->tree.length == 0))
        return status;
    return put_notes(library, fresh, error);
}

static library_tally tally_of(const fresh_game *fresh)
{
    const flank_sheet_result *result = &fresh->result;
    const bool counted = result->known && result->has_discs;
    return (library_tally){
        .games = 1,
        .black = result->known && result->sign > 0,
        .drawn = result->known && result->sign == 0,
        .white = result->known && result->sign < 0,
        .counted = counted,
        .discs = counted ? result->discs : 0,
        .first_year = fresh->year,
        .last_year = fresh->year,
    };
}

static flank_status insert(game_library *library, fresh_game *fresh, flank_error *error)
{
    flank_status status = store_name_id(library, tag_of(fresh->sheet, "Event"), &fresh->event, error);
    if (status == FLANK_OK)
        status = name_opening(library, fresh, error);
    if (status == FLANK_OK)
        status = add_row(library, fresh, error);
    const library_tally one = tally_of(fresh);
    if (status == FLANK_OK)
        status = index_add(library, fresh->sheet, fresh->game, &one, error);
    return status ? status : add_notes(library, fresh, error);
}

/* ---- A game that is there ---- */

/* Give `known` what it lacks of who played where and when; whether anything. */
static flank_status complete_sheet(flank_sheet *known, const fresh_game *fresh, bool *changed, flank_error *error)
{
    static const char *const names[] = {"Black",           "White",           "Event",
                                        TWIN_BLACK_NUMBER, TWIN_WHITE_NUMBER, "wthor.tournament"};
    const flank_node *root = flank_sheet_root(known);
    *changed = is_only_year(tag_of(known, "Date")) && !is_only_year(fresh->date);
    flank_status status = *changed ? flank_sheet_set_tag(known, root, "Date", fresh->date) : FLANK_OK;
    for (size_t i = 0; i < sizeof names / sizeof *names && status == FLANK_OK; i++) {
        const char *value = tag_of(fresh->sheet, names[i]);
        if (!value[0] || flank_node_tag(root, names[i]))
            continue;
        status = flank_sheet_set_tag(known, root, names[i], value);
        *changed = true;
    }
    return status ? store_no_memory(error) : FLANK_OK;
}

/* Write what a sheet says of who played where and when to its row. */
static flank_status update_row(game_library *library, const flank_sheet *known, int64_t id, flank_error *error)
{
    static const char *const names[] = {"Black", "White", "Event"};
    fresh_game row = {.id = id};
    int64_t numbers[3];
    flank_status status = put_tags(library, flank_sheet_root(known), &row.tags, error);
    for (int i = 0; i < 3 && status == FLANK_OK; i++)
        status = store_name_id(library, tag_of(known, names[i]), &numbers[i], error);
    sqlite3_stmt *statement = status ? NULL : store_use(library, STORE_COMPLETE_GAME);
    if (statement) {
        sqlite3_bind_int64(statement, 1, id);
        for (int i = 0; i < 3; i++)
            sqlite3_bind_int64(statement, 2 + i, numbers[i]);
        sqlite3_bind_text(statement, 5, tag_of(known, "Date"), -1, SQLITE_STATIC);
        status = store_run(library, statement, error);
    } else if (!status) {
        status = store_failure(library, error);
    }
    if (status == FLANK_OK)
        status = put_notes(library, &row, error);
    text_free(&row.tags);
    return status;
}

static flank_status complete(game_library *library, const fresh_game *fresh, int64_t id, bool *changed,
                             flank_error *error)
{
    flank_sheet *known;
    flank_status status = load_root(library, id, &known, error);
    if (status)
        return status;
    status = complete_sheet(known, fresh, changed, error);
    if (status == FLANK_OK && *changed)
        status = update_row(library, known, id, error);
    flank_sheet_destroy(known);
    return status;
}

/* True if its rows are of a size that is read again: a move with its numbers takes 32 bytes at most. */
static bool is_of_usual_size(const flank_sheet *sheet)
{
    size_t text = 0;
    if (flank_sheet_count(sheet) - 1 > STORE_MOVES_MAX)
        return false;
    for (const flank_node *node = flank_sheet_root(sheet); node; node = flank_node_next(node))
        for (const flank_tag *tag = node->tags; tag; tag = tag->next)
            text += strlen(tag->value);
    return text <= STORE_TEXT_MAX;
}

flank_status library_add(game_library *library, const flank_sheet *sheet, library_added *added, flank_error *error)
{
    if (flank_sheet_kind_of(sheet) == FLANK_SHEET_POSITION)
        return error_say(error, FLANK_NOT_SUPPORTED, 0, SAY(LIBRARY_POSITION));
    if (!is_of_usual_size(sheet))
        return error_say(error, FLANK_NOT_SUPPORTED, 0, SAY(LIBRARY_GAME_TOO_LARGE), say_number(STORE_MOVES_MAX),
                         say_number(STORE_TEXT_MAX));
    fresh_game game = {.sheet = sheet};
    game_twin twin = {.id = 0};
    bool changed = false;
    flank_status status = describe(library, &game, error);
    if (status == FLANK_OK && (game.moves.failed || game.start.failed || game.rules.failed))
        status = store_no_memory(error);
    if (status == FLANK_OK)
        status = find_twin(library, &game, &twin, error);
    if (status == FLANK_OK && !twin.id)
        status = insert(library, &game, error);
    else if (status == FLANK_OK && twin.lacks)
        status = complete(library, &game, twin.id, &changed, error);
    free_game(&game);
    if (status)
        library_rollback(library);
    else
        *added = !twin.id ? LIBRARY_NEW : changed ? LIBRARY_COMPLETED : LIBRARY_KNOWN;
    return status;
}
