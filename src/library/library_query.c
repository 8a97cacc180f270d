/* SPDX-License-Identifier: MIT
 *
 * Answers of the library: lists of games, how games went on from a position, sums.
 */
#include "core/error.h"
#include "core/text_buffer.h"
#include "library/library_column.h"
#include "library/library_index.h"
#include "library/library_scan.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MANY_GAMES = 2000 };

/* ---- Lists of games ---- */

static flank_status fill_game(game_library *library, column_reader *reader, text_buffer names[4], library_game *game,
                              flank_error *error)
{
    store_kind kind = {NULL};
    const int64_t kind_id = column_number(reader, 0, 1, STORE_GAME_ID_MAX);
    int64_t ids[4];
    for (int i = 0; i < 4; i++)
        ids[i] = column_name_id(reader, 1 + i);
    game->date = column_text(reader, 5);
    game->result = column_result(reader, 6, 7, 8);
    game->plies = (int)column_number(reader, 9, 0, INT_MAX);
    flank_status status = column_check(reader, error);
    if (status == FLANK_OK)
        status = store_get_kind(library, kind_id, &kind, error);
    game->game = kind.game;
    game->rules = kind.rules;
    for (int i = 0; i < 4 && status == FLANK_OK; i++)
        status = store_name(library, ids[i], &names[i], error);
    game->black = names[0].bytes;
    game->white = names[1].bytes;
    game->event = names[2].bytes;
    game->opening = names[3].bytes;
    return status;
}

typedef struct listing {
    game_library *library;
    library_game_fn *found;
    void *user;
    flank_status status;
    flank_error *error;
} listing;

static bool list_row(void *user, const scan_row *row)
{
    listing *list = user;
    text_buffer names[4] = {{NULL}};
    library_game game = {.id = row->id};
    bool more = false;
    column_reader reader = {store_use(list->library, STORE_GET_GAME), .table = "games", .row = row->id};
    sqlite3_bind_int64(reader.statement, 1, row->id);
    const int result = sqlite3_step(reader.statement);
    if (result == SQLITE_ROW)
        list->status = fill_game(list->library, &reader, names, &game, list->error);
    else if (result == SQLITE_DONE)
        list->status = column_say_damaged("games", row->id, "id", list->error);
    else
        list->status = store_failure(list->library, list->error);
    if (list->status == FLANK_OK)
        more = list->found(list->user, &game);
    sqlite3_reset(reader.statement);
    for (int i = 0; i < 4; i++)
        text_free(&names[i]);
    return more;
}

/* True if a list may end so early that the index of dates is worth while: nothing but a game is asked, or a common
 * position. */
static bool finds_many(game_library *library, const library_filter *filter)
{
    library_filter rest = *filter;
    rest.position = &(flank_position){.own = 0};
    if (!filter_is_place(&rest))
        return false;
    if (!filter->position)
        return true;
    library_place place = {.moves = NULL};
    uint64_t games = 0;
    if (index_covers(filter->game, filter->position) && index_explore(library, filter, &place, NULL) == FLANK_OK)
        for (size_t i = 0; i < place.count; i++)
            games += place.moves[i].tally.games;
    library_place_free(&place);
    return games >= MANY_GAMES;
}

flank_status library_search(game_library *library, const library_filter *filter, library_game_fn *found, void *user,
                            flank_error *error)
{
    listing list = {.library = library, .found = found, .user = user, .error = error};
    const scan_order order =
        filter->limit && finds_many(library, filter) ? SCAN_NEWEST_FIRST_OF_ALL : SCAN_NEWEST_FIRST;
    const flank_status status =
        scan_games(library, filter, &(scan){order, filter->limit, list_row, &list, filter->skip}, error);
    return list.status ? list.status : status;
}

/* ---- Continuations of games ---- */

typedef struct exploring {
    library_place *place;
    bool by_move, failed;
} exploring;

static bool explore_row(void *user, const scan_row *row)
{
    exploring *all = user;
    library_place *place = all->place;
    tally_add(&place->tally, &row->tally);
    if (!all->by_move)
        return true;
    size_t i = 0;
    while (i < place->count &&
           (place->moves[i].is_end != row->after.ended || !flank_move_equal(place->moves[i].move, row->after.next)))
        i++;
    if (i == place->count) {
        library_move *moves = realloc(place->moves, (place->count + 1) * sizeof *moves);
        all->failed = !moves;
        if (!moves)
            return false;
        place->moves = moves;
        place->moves[place->count++] = (library_move){.move = row->after.next, .is_end = row->after.ended};
    }
    tally_add(&place->moves[i].tally, &row->tally);
    return true;
}

static int compare_moves(const void *a, const void *b)
{
    const library_move *left = a, *right = b;
    if (left->tally.games != right->tally.games)
        return left->tally.games < right->tally.games ? 1 : -1;
    return left->move.to != right->move.to ? left->move.to - right->move.to : left->move.from - right->move.from;
}

static bool note_row(void *user, const scan_row *row)
{
    *(scan_row *)user = *row;
    return false;
}

/* The table of positions knows of no game through a position: then there is none, or the table is damaged. */
static flank_status check_none(game_library *library, const library_filter *filter, flank_error *error)
{
    scan_row row = {.id = 0};
    const flank_status status = scan_games(library, filter, &(scan){.found = note_row, .user = &row}, error);
    if (status || !row.id)
        return status;
    return column_say_damaged("places", index_move(filter->game, filter->position, &row.after), "place", error);
}

flank_status library_explore(game_library *library, const library_filter *filter, library_place *place,
                             flank_error *error)
{
    *place = (library_place){.moves = NULL};
    place->from_index = filter_is_place(filter) && index_covers(filter->game, filter->position);
    exploring all = {.place = place, .by_move = filter->position != NULL};
    flank_status status = place->from_index
                              ? index_explore(library, filter, place, error)
                              : scan_games(library, filter, &(scan){.found = explore_row, .user = &all}, error);
    if (all.failed)
        status = store_no_memory(error);
    if (status == FLANK_OK && place->from_index && !place->count)
        status = check_none(library, filter, error);
    for (size_t i = 0; place->from_index && i < place->count; i++)
        tally_add(&place->tally, &place->moves[i].tally);
    if (place->count)
        qsort(place->moves, place->count, sizeof *place->moves, compare_moves);
    if (status)
        library_place_free(place);
    return status;
}

void library_place_free(library_place *place)
{
    free(place->moves);
    *place = (library_place){.moves = NULL};
}

/* ---- Sums ---- */

/* Tallies by number, in a table that grows. */
typedef struct group_table {
    struct {
        int64_t key;
        library_tally tally; /* of no games: free */
    } * slots;
    size_t room, count;
} group_table;

static size_t find_slot(const group_table *group, int64_t key)
{
    size_t at = ((uint64_t)key * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (group->room - 1);
    while (group->slots[at].tally.games && group->slots[at].key != key)
        at = (at + 1) & (group->room - 1);
    return at;
}

static bool group_add(group_table *group, int64_t key, const library_tally *one)
{
    if (2 * group->count >= group->room) {
        group_table larger = {.room = group->room ? 2 * group->room : 256, .count = group->count};
        larger.slots = calloc(larger.room, sizeof *larger.slots);
        if (!larger.slots)
            return false;
        for (size_t i = 0; i < group->room; i++)
            if (group->slots[i].tally.games)
                larger.slots[find_slot(&larger, group->slots[i].key)] = group->slots[i];
        free(group->slots);
        *group = larger;
    }
    const size_t at = find_slot(group, key);
    group->count += group->slots[at].tally.games == 0;
    group->slots[at].key = key;
    tally_add(&group->slots[at].tally, one);
    return true;
}

/* A kind of games, as far as the sums ask. */
typedef enum kind_place { KIND_UNKNOWN, KIND_USUAL, KIND_APART } kind_place;

typedef struct summing {
    game_library *library;
    library_tally tally;
    uint64_t apart;
    bool with_apart;
    kind_place kinds[STORE_GAME_ID_MAX + 1];
    group_table groups[LIBRARY_GROUPS];
    flank_status status;
    flank_error *error;
} summing;

/* True if the rules of the game stand apart and were not asked for: its result would be one of the usual game. */
static bool is_left_out(summing *sum, int64_t game)
{
    kind_place *place = &sum->kinds[game];
    store_kind kind;
    if (sum->with_apart)
        return false;
    if (*place == KIND_UNKNOWN) {
        sum->status = store_get_kind(sum->library, game, &kind, sum->error);
        if (sum->status)
            return true;
        *place = flank_rules_stand_apart(kind.game, &kind.rules) ? KIND_APART : KIND_USUAL;
    }
    return *place == KIND_APART;
}

/* A game as white saw it. */
static library_tally other_side(const library_tally *one)
{
    library_tally turned = *one;
    turned.black = one->white;
    turned.white = one->black;
    turned.discs = -one->discs;
    return turned;
}

static bool add_groups(summing *sum, const scan_row *row)
{
    const library_tally turned = other_side(&row->tally);
    tally_add(&sum->tally, &row->tally);
    const bool is_self = row->white == row->black && row->black_counts;
    return (!row->black || !row->black_counts || group_add(&sum->groups[LIBRARY_BY_PLAYER], row->black, &row->tally)) &&
           (!row->white || !row->white_counts || is_self ||
            group_add(&sum->groups[LIBRARY_BY_PLAYER], row->white, &turned)) &&
           group_add(&sum->groups[LIBRARY_BY_EVENT], row->event, &row->tally) &&
           group_add(&sum->groups[LIBRARY_BY_OPENING], row->opening, &row->tally) &&
           group_add(&sum->groups[LIBRARY_BY_YEAR], row->year, &row->tally);
}

static bool sum_row(void *user, const scan_row *row)
{
    summing *sum = user;
    const bool left_out = is_left_out(sum, row->game);
    if (sum->status)
        return false;
    sum->apart += left_out;
    if (!group_add(&sum->groups[LIBRARY_BY_GAME], row->game, &row->tally) || (!left_out && !add_groups(sum, row)))
        sum->status = store_no_memory(sum->error);
    return !sum->status;
}

static int compare_rows(const void *a, const void *b)
{
    const library_row *left = a, *right = b;
    if (left->tally.games != right->tally.games)
        return left->tally.games < right->tally.games ? 1 : -1;
    return strcmp(left->name, right->name);
}

static int compare_years(const void *a, const void *b)
{
    return ((const library_row *)a)->tally.first_year - ((const library_row *)b)->tally.first_year;
}

/* The name of a row: of a year its digits. */
static flank_status name_row(game_library *library, library_group which, int64_t key, text_buffer *name,
                             flank_error *error)
{
    char kind_name[STORE_KIND_NAME_SIZE];
    store_kind kind;
    text_clear(name);
    text_add(name, "");
    flank_status status = FLANK_OK;
    if (which == LIBRARY_BY_GAME) {
        status = store_get_kind(library, key, &kind, error);
        if (status == FLANK_OK) {
            store_kind_name(kind.game, &kind.rules, kind_name);
            text_add(name, kind_name);
        }
    } else if (which != LIBRARY_BY_YEAR) {
        status = store_name(library, key, name, error);
    } else if (key) {
        text_addf(name, "%d", (int)key);
    }
    return status == FLANK_OK && name->failed ? store_no_memory(error) : status;
}

static flank_status fill_row(game_library *library, library_group which, int64_t key, library_row *row,
                             text_buffer *name, flank_error *error)
{
    flank_status status = name_row(library, which, key, name, error);
    if (status == FLANK_OK && !(row->name = strdup(name->bytes)))
        status = store_no_memory(error);
    return status == FLANK_OK && store_is_stopped(library) ? store_stopped(error) : status;
}

static flank_status fill_rows(game_library *library, library_group which, const group_table *group,
                              library_summary *summary, flank_error *error)
{
    text_buffer name = {NULL};
    library_row *rows = calloc(group->count + 1, sizeof *rows);
    flank_status status = rows ? FLANK_OK : store_no_memory(error);
    summary->rows[which] = rows;
    for (size_t i = 0; status == FLANK_OK && i < group->room; i++) {
        if (!group->slots[i].tally.games)
            continue;
        library_row *row = &rows[summary->count[which]++];
        row->tally = group->slots[i].tally;
        status = fill_row(library, which, group->slots[i].key, row, &name, error);
    }
    text_free(&name);
    if (status == FLANK_OK)
        qsort(rows, summary->count[which], sizeof *rows, which == LIBRARY_BY_YEAR ? compare_years : compare_rows);
    return status;
}

flank_status library_summarise(game_library *library, const library_filter *filter, library_summary *summary,
                               flank_error *error)
{
    summing sum = {.library = library, .with_apart = filter->game != NULL, .error = error};
    *summary = (library_summary){.count = {0}};
    flank_status status = scan_games(library, filter, &(scan){.found = sum_row, .user = &sum}, error);
    status = sum.status ? sum.status : status;
    summary->tally = sum.tally;
    summary->apart = sum.apart;
    for (int which = 0; which < LIBRARY_GROUPS; which++) {
        if (status == FLANK_OK)
            status = fill_rows(library, (library_group)which, &sum.groups[which], summary, error);
        free(sum.groups[which].slots);
    }
    if (status)
        library_summary_free(summary);
    return status;
}

void library_summary_free(library_summary *summary)
{
    for (int which = 0; which < LIBRARY_GROUPS; which++) {
        for (size_t i = 0; i < summary->count[which]; i++)
            free(summary->rows[which][i].name);
        free(summary->rows[which]);
    }
    *summary = (library_summary){.count = {0}};
}
