/* SPDX-License-Identifier: MIT
 *
 * Comparing a game with those of the library that have its hash.
 */
#include "library/library_twin.h"

#include "library/library_column.h"
#include "library/library_load.h"

#include <ctype.h>
#include <string.h>

/* The certainty that two games are one, the least sure of all that is compared. */
typedef enum sameness { IS_OTHER, IS_PERHAPS, IS_SAME } sameness;

/* A game that may be the twin, as far as the statement has it. */
typedef struct candidate {
    int64_t id, black, white, event;
    const char *date;
    bool same_result; /* a draw has no discs to differ in */
} candidate;

bool is_only_year(const char *date)
{
    int letters = 0;
    for (; *date; date++)
        letters += isalnum((unsigned char)*date) || (unsigned char)*date >= 0x80;
    return letters == 4;
}

static sameness compare_dates(const char *date, const fresh_game *fresh)
{
    if (strcmp(date, fresh->date) == 0)
        return IS_SAME;
    return fresh->year > 0 && (is_only_year(date) || is_only_year(fresh->date)) ? IS_PERHAPS : IS_OTHER;
}

/* A player by the numbers in the lists of WTHOR. */
static sameness compare_numbers(const flank_sheet *known, const flank_sheet *fresh, const char *tag, bool both_nameless)
{
    const char *one = flank_node_tag(flank_sheet_root(known), tag), *two = flank_node_tag(flank_sheet_root(fresh), tag);
    if (one && two)
        return strcmp(one, two) == 0 ? IS_SAME : IS_OTHER;
    return both_nameless && !one && !two ? IS_SAME : IS_PERHAPS;
}

static sameness least(sameness one, sameness two) { return one < two ? one : two; }

/* The players. `*known`, the root of the candidate, is only loaded where a name is missing. */
static flank_status compare_players(game_library *library, const candidate *row, const fresh_game *fresh,
                                    sameness *result, flank_error *error)
{
    const bool black_named = row->black && fresh->black, white_named = row->white && fresh->white;
    *result =
        (black_named && row->black != fresh->black) || (white_named && row->white != fresh->white) ? IS_OTHER : IS_SAME;
    if (*result == IS_OTHER || (black_named && white_named))
        return FLANK_OK;
    flank_sheet *known;
    const flank_status status = load_root(library, row->id, &known, error);
    if (status)
        return status;
    if (!black_named)
        *result = compare_numbers(known, fresh->sheet, TWIN_BLACK_NUMBER, !row->black && !fresh->black);
    if (!white_named)
        *result = least(*result, compare_numbers(known, fresh->sheet, TWIN_WHITE_NUMBER, !row->white && !fresh->white));
    flank_sheet_destroy(known);
    return FLANK_OK;
}

static flank_status compare_games(game_library *library, const candidate *row, const fresh_game *fresh,
                                  sameness *result, flank_error *error)
{
    const sameness dates = compare_dates(row->date, fresh);
    *result = IS_OTHER;
    const flank_status status = dates == IS_OTHER ? FLANK_OK : compare_players(library, row, fresh, result, error);
    *result = least(*result, dates);
    if (*result == IS_PERHAPS && (fresh->year == 0 || !row->same_result))
        *result = IS_OTHER;
    return status;
}

/* True if the row is without something that the fresh game has. */
static bool row_lacks(const candidate *row, const fresh_game *fresh, sameness how_same)
{
    const char *event = flank_node_tag(flank_sheet_root(fresh->sheet), "Event");
    return how_same == IS_PERHAPS || (!row->black && fresh->black) || (!row->white && fresh->white) ||
           (!row->event && event);
}

static void bind_game(sqlite3_stmt *statement, const fresh_game *fresh)
{
    const flank_sheet_result *result = &fresh->result;
    sqlite3_bind_int64(statement, 1, (int64_t)fresh->hash);
    sqlite3_bind_int64(statement, 2, fresh->game);
    sqlite3_bind_blob(statement, 3, fresh->moves.bytes, (int)fresh->moves.length, SQLITE_STATIC);
    sqlite3_bind_blob(statement, 4, fresh->start.bytes, (int)fresh->start.length, SQLITE_STATIC);
    sqlite3_bind_text(statement, 5, fresh->rules.bytes, (int)fresh->rules.length, SQLITE_STATIC);
    store_bind_optional(statement, 6, result->known, result->sign);
    store_bind_optional(statement, 7, result->known && result->has_discs, result->discs);
}

static flank_status read_candidate(sqlite3_stmt *statement, candidate *row, flank_error *error)
{
    column_reader reader = {.statement = statement, .table = "games", .row = sqlite3_column_int64(statement, 0)};
    *row = (candidate){.id = column_number(&reader, 0, 1, INT64_MAX),
                       .black = column_name_id(&reader, 1),
                       .white = column_name_id(&reader, 2),
                       .event = column_name_id(&reader, 3),
                       .date = column_text(&reader, 4),
                       .same_result = sqlite3_column_int(statement, 5) != 0};
    return column_check(&reader, error);
}

flank_status find_twin(game_library *library, const fresh_game *fresh, game_twin *twin, flank_error *error)
{
    sqlite3_stmt *statement = store_use(library, STORE_FIND_TWIN);
    if (!statement)
        return store_failure(library, error);
    *twin = (game_twin){.id = 0};
    bind_game(statement, fresh);
    sameness best = IS_OTHER;
    flank_status status = FLANK_OK;
    while (status == FLANK_OK && best != IS_SAME) {
        const int step = sqlite3_step(statement);
        if (step == SQLITE_DONE)
            break;
        candidate row = {.id = 0};
        sameness found = IS_OTHER;
        status = step == SQLITE_ROW ? read_candidate(statement, &row, error) : store_failure(library, error);
        if (status == FLANK_OK)
            status = compare_games(library, &row, fresh, &found, error);
        if (status == FLANK_OK && found > best) {
            best = found;
            *twin = (game_twin){.id = row.id, .lacks = row_lacks(&row, fresh, found)};
        }
    }
    sqlite3_reset(statement);
    return status;
}
