/* SPDX-License-Identifier: MIT
 *
 * A game of a library whose bytes are anything: it loads or is damaged, and positions are looked for in it.
 *
 * The first byte chooses the column (moves, tree, tags, start) and the game. The libraries, one for each game, are made
 * once; what an input changes is rolled back.
 */
#include "fuzz_target.h"
#include "library/library_store.h"
#include "core/error.h"

#include <stdlib.h>

static const char *const columns[] = {
    "UPDATE games SET moves = ?1",
    "UPDATE notes SET tree = ?1",
    "UPDATE notes SET tags = ?1",
    "UPDATE games SET start = ?1",
};

/* A library in memory with one game in it. */
static game_library *make_library(const flank_game *game)
{
    game_library *library = library_open(NULL, LIBRARY_WRITE, NULL, NULL);
    flank_sheet *sheet = flank_sheet_create(game, NULL, NULL, FLANK_SHEET_GAME);
    library_added added;
    if (!library || !sheet || flank_sheet_set_tag(sheet, flank_sheet_root(sheet), "Site", "here") ||
        library_begin(library, NULL) || library_add(library, sheet, &added, NULL) || library_commit(library, NULL))
        abort();
    flank_sheet_destroy(sheet);
    return library;
}

static void put(game_library *library, const char *sql, const uint8_t *data, size_t size)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(library->db, sql, -1, &statement, NULL) != SQLITE_OK)
        abort();
    sqlite3_bind_blob(statement, 1, data, (int)size, SQLITE_STATIC);
    sqlite3_step(statement);
    sqlite3_finalize(statement);
}

/* By going through the games: the table is not asked. */
static void look_for(game_library *library, const flank_game *game, const flank_position *position)
{
    const library_filter filter = {.game = game, .position = position, .result = LIBRARY_UNKNOWN_RESULT};
    library_place place;
    const flank_status status = library_explore(library, &filter, &place, NULL);
    if (status && status != FLANK_BAD_FILE)
        abort();
    library_place_free(&place);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    const flank_game *game = flank_game_at(data[0] / 4 % flank_game_count());
    static game_library *libraries[8];
    game_library **library_slot = &libraries[data[0] / 4 % flank_game_count()];
    if (!*library_slot)
        *library_slot = make_library(game);
    game_library *library = *library_slot;
    sqlite3_exec(library->db, "BEGIN", NULL, NULL, NULL);
    put(library, columns[data[0] % 4], data + 1, size - 1);
    flank_sheet *sheet = NULL;
    flank_error error = {0};
    const flank_status status = library_load(library, 1, &sheet, &error);
    if (status && (status != FLANK_BAD_FILE || !error.code))
        abort();
    const flank_position end = status ? flank_game_start(game) : flank_sheet_end(sheet)->position;
    look_for(library, game, &end);
    /* A position that occupies what the bytes occupy, so that they have to be replayed, legal or not. */
    flank_position taken = flank_game_start(game);
    for (size_t i = 1; i < size; i++)
        if (data[i] < 64 && !(taken.other >> data[i] & 1))
            taken.own |= UINT64_C(1) << data[i];
    look_for(library, game, &taken);
    flank_sheet_destroy(sheet);
    sqlite3_exec(library->db, "ROLLBACK", NULL, NULL, NULL);
    return 0;
}
