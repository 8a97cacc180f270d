/* SPDX-License-Identifier: MIT
 *
 * A whole library file of any bytes: it is refused as damaged or foreign, or everything can be asked of it, and a game
 * can be added.
 *
 * The file is never on a disk: SQLite takes its bytes as they are (sqlite3_deserialize). It has no log in memory, so
 * the two bytes of the header that ask for one are changed.
 */
#include "fuzz_target.h"
#include "core/error.h"
#include "library/library_json.h"
#include "library/library_open.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MAX = 1 << 16, WRITE_VERSION = 18, READ_VERSION = 19, GAMES_MAX = 20 };

/* All that can fail is the file. */
static void expect(flank_status status, const flank_error *error)
{
    if (!status || (status == FLANK_BAD_FILE && error->code))
        return;
    fprintf(stderr, "status %d: %s\n", status, error_english(error));
    abort();
}

/* NULL for bytes that are no library. */
static game_library *open_bytes(const uint8_t *data, size_t size, library_access access, flank_error *error)
{
    sqlite3 *db = NULL;
    flank_status status;
    unsigned char *copy = sqlite3_malloc64(size);
    if (sqlite3_open_v2(":memory:", &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) || !copy)
        abort();
    memcpy(copy, data, size);
    copy[WRITE_VERSION] = copy[READ_VERSION] = 1;
    if (sqlite3_deserialize(db, "main", copy, (sqlite3_int64)size, (sqlite3_int64)size,
                            SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE))
        abort();
    game_library *library = library_adopt(db, access, &status, error);
    expect(status, error);
    return library;
}

static bool show_game(void *user, const library_game *game)
{
    text_buffer *out = user;
    json_open_object(out, NULL);
    library_add_json_game(out, game);
    json_close_object(out);
    return !out->failed;
}

static bool drop(void *user, const void *bytes, size_t size)
{
    (void)user;
    (void)bytes;
    (void)size;
    return true;
}

static bool write_sheet(void *user, const flank_sheet *sheet)
{
    int *left = user;
    flank_writer *writer = flank_writer_open_sink(drop, NULL, flank_format_find("flank"), NULL, NULL);
    if (!writer)
        abort();
    flank_writer_write(writer, sheet, NULL);
    flank_writer_close(writer, true, NULL);
    return --*left > 0;
}

/* What flank library search, stats and export do. */
static void ask(game_library *library, const library_filter *filter)
{
    flank_error error = {0};
    text_buffer out = {NULL};
    library_place place;
    library_summary summary;
    int left = GAMES_MAX;
    expect(library_explore(library, filter, &place, &error), &error);
    if (filter->position) {
        flank_record *record = flank_record_create(filter->game, NULL, filter->position);
        library_add_json_place(&out, &place, record);
        flank_record_destroy(record);
    }
    library_place_free(&place);
    expect(library_search(library, filter, show_game, &out, &error), &error);
    flank_status status = library_summarise(library, filter, &summary, &error);
    expect(status, &error);
    if (status == FLANK_OK)
        library_add_json_summary(&out, &summary, GAMES_MAX);
    library_summary_free(&summary);
    expect(library_each(library, filter, write_sheet, &left, &error), &error);
    text_free(&out);
}

static void ask_everything(game_library *library)
{
    const flank_game *othello = flank_game_at(0), *loa = flank_game_find("loa");
    const flank_position start = flank_game_start(othello), loa_start = flank_game_start(loa);
    const library_filter filters[] = {
        {.limit = GAMES_MAX},
        {.player = "a", .opening = "tiger"},
        {.game = othello, .position = &start},
        {.game = loa, .position = &loa_start, .first_year = 1},
    };
    for (size_t i = 0; i < sizeof filters / sizeof *filters; i++)
        ask(library, &filters[i]);
}

/* A game of which the file may have a twin. */
static void add_game(game_library *library)
{
    flank_sheet *sheet = flank_sheet_create(flank_game_at(0), NULL, NULL, FLANK_SHEET_GAME);
    const flank_node *root = sheet ? flank_sheet_root(sheet) : NULL, *node = NULL;
    flank_error error = {0};
    library_added added;
    if (!sheet || flank_sheet_add_text(sheet, root, "f5", &node, NULL) ||
        flank_sheet_add_text(sheet, node, "d6", NULL, NULL) || flank_sheet_set_tag(sheet, root, "Black", "Anna") ||
        flank_sheet_set_tag(sheet, root, "Date", "2001"))
        abort();
    flank_status status = library_begin(library, &error);
    expect(status, &error);
    if (status == FLANK_OK)
        status = library_add(library, sheet, &added, &error);
    expect(status, &error);
    if (status == FLANK_OK)
        expect(library_commit(library, &error), &error);
    flank_sheet_destroy(sheet);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    flank_error error = {0};
    if (size <= READ_VERSION || size > FILE_MAX)
        return 0;
    game_library *library = open_bytes(data, size, LIBRARY_READ, &error);
    if (library)
        ask_everything(library);
    library_close(library);
    library = open_bytes(data, size, LIBRARY_WRITE, &error);
    if (library) {
        add_game(library);
        ask(library, &(library_filter){.limit = GAMES_MAX});
    }
    library_close(library);
    return 0;
}
