/* SPDX-License-Identifier: MIT
 *
 * Taking games out of the library.
 *
 * The table of opening positions is made anew from the games that stay: the first and last year of a position cannot be
 * subtracted. That costs as much as importing them: some seconds for a hundred thousand. Names stay, since tags in
 * other games may refer to them.
 */
#include "library/library_index.h"
#include "library/library_load.h"
#include "library/library_scan.h"

#include <stdlib.h>

typedef struct chosen_games {
    int64_t *ids;
    size_t count, room;
    bool failed;
} chosen_games;

static bool choose_game(void *user, const scan_row *row)
{
    chosen_games *chosen = user;
    if (chosen->count == chosen->room) {
        const size_t room = chosen->room ? 2 * chosen->room : 256;
        int64_t *ids = realloc(chosen->ids, room * sizeof *ids);
        chosen->failed = !ids;
        if (!ids)
            return false;
        chosen->ids = ids;
        chosen->room = room;
    }
    chosen->ids[chosen->count++] = row->id;
    return true;
}

static flank_status delete_row(game_library *library, store_statement which, int64_t id, flank_error *error)
{
    sqlite3_stmt *statement = store_use(library, which);
    if (!statement)
        return store_failure(library, error);
    sqlite3_bind_int64(statement, 1, id);
    return store_run(library, statement, error);
}

static flank_status delete_rows(game_library *library, const chosen_games *chosen, flank_error *error)
{
    flank_status status = FLANK_OK;
    for (size_t i = 0; i < chosen->count && status == FLANK_OK; i++) {
        status = delete_row(library, STORE_DELETE_GAME, chosen->ids[i], error);
        if (status == FLANK_OK)
            status = delete_row(library, STORE_DELETE_NOTES, chosen->ids[i], error);
    }
    return status;
}

/* ---- The table of positions ---- */

typedef struct indexing {
    game_library *library;
    flank_status status;
    flank_error *error;
} indexing;

static bool index_row(void *user, const scan_row *row)
{
    indexing *run = user;
    flank_sheet *sheet;
    run->status = load_known(run->library, row->id, &sheet, run->error);
    if (run->status)
        return false;
    run->status = index_add(run->library, sheet, row->game, &row->tally, run->error);
    flank_sheet_destroy(sheet);
    return run->status == FLANK_OK;
}

static flank_status index_again(game_library *library, flank_error *error)
{
    const library_filter all = {.limit = 0};
    indexing run = {.library = library, .error = error};
    flank_status status = store_execute(library, "DELETE FROM places", error);
    if (status == FLANK_OK)
        status = scan_games(library, &all, &(scan){.found = index_row, .user = &run}, error);
    return run.status ? run.status : status;
}

flank_status library_delete(game_library *library, const library_filter *filter, uint64_t *deleted, flank_error *error)
{
    chosen_games chosen = {.ids = NULL};
    const scan_order order = filter->limit ? SCAN_NEWEST_FIRST : SCAN_AS_ADDED;
    flank_status status = index_flush(library, error); /* of games added before */
    if (status == FLANK_OK)
        status = scan_games(library, filter, &(scan){order, filter->limit, choose_game, &chosen}, error);
    if (status == FLANK_OK && chosen.failed)
        status = store_no_memory(error);
    if (status == FLANK_OK)
        status = delete_rows(library, &chosen, error);
    if (status == FLANK_OK && chosen.count)
        status = index_again(library, error);
    *deleted = chosen.count;
    free(chosen.ids);
    if (status)
        library_rollback(library);
    return status;
}
