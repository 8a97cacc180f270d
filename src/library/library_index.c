/* SPDX-License-Identifier: MIT
 *
 * Opening positions: canonical forms, sums in memory, the table.
 */
#include "library/library_index.h"

#include "core/symmetry.h"
#include "core/error.h"
#include "games/game_table.h"
#include "core/random.h"
#include "library/library_column.h"
#include "library/library_match.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1 << 14, LARGEST_COUNT = 1 << 20, KEY_BYTES = 18 };

typedef struct place_entry {
    uint8_t key[KEY_BYTES];
    uint8_t move;
    library_tally tally; /* of no games: the slot is free */
} place_entry;

struct place_index {
    place_entry *entries; /* open addressing */
    size_t room, count;
};

place_index *index_create(void)
{
    place_index *index = calloc(1, sizeof *index);
    if (index)
        index->entries = calloc(FIRST_ROOM, sizeof *index->entries);
    if (!index || !index->entries) {
        free(index);
        return NULL;
    }
    index->room = FIRST_ROOM;
    return index;
}

void index_destroy(place_index *index)
{
    if (index)
        free(index->entries);
    free(index);
}

void tally_add(library_tally *sum, const library_tally *one)
{
    sum->games += one->games;
    sum->black += one->black;
    sum->drawn += one->drawn;
    sum->white += one->white;
    sum->counted += one->counted;
    sum->discs += one->discs;
    if (one->first_year && (!sum->first_year || one->first_year < sum->first_year))
        sum->first_year = one->first_year;
    if (one->last_year > sum->last_year)
        sum->last_year = one->last_year;
}

bool index_covers(const flank_game *game, const flank_position *position)
{
    return game->moves_run_together && bit_count(position->own | position->other) <= INDEX_PIECES;
}

/* ---- Canonical form ---- */

/* The smallest image of a position; which symmetries lead to it, as bits. */
static flank_position canonical(const flank_game *game, const flank_position *position, unsigned *symmetries)
{
    flank_position best = *position;
    *symmetries = 1;
    for (unsigned symmetry = 1; symmetry < SYMMETRY_COUNT; symmetry++) {
        if (!(game->symmetries >> symmetry & 1))
            continue;
        const uint64_t own = symmetry_apply(position->own, symmetry), other = symmetry_apply(position->other, symmetry);
        if (own > best.own || (own == best.own && other > best.other))
            continue;
        if (own < best.own || other < best.other)
            *symmetries = 0;
        *symmetries |= 1u << symmetry;
        best.own = own;
        best.other = other;
    }
    return best;
}

/* A move in the canonical form: of those that are each other's image the one with the lowest square. */
static uint8_t canonical_move(flank_move move, unsigned symmetries)
{
    unsigned best = FLANK_NO_SQUARE;
    for (unsigned symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++) {
        const unsigned square = symmetry_square(move.to, symmetry);
        if (symmetries >> symmetry & 1 && square < best)
            best = square;
    }
    return (uint8_t)best;
}

int index_move(const flank_game *game, const flank_position *position, const sought_answer *answer)
{
    unsigned symmetries;
    canonical(game, position, &symmetries);
    return answer->ended ? INDEX_MOVE_END : canonical_move(answer->next, symmetries);
}

static void put_word(uint8_t *bytes, uint64_t word)
{
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(word >> (56 - 8 * i));
}

/* The first byte tells the games apart. */
static void make_key(uint8_t *key, int64_t game_id, const flank_position *position)
{
    assert(game_id >= 0 && game_id <= STORE_GAME_ID_MAX);
    key[0] = (uint8_t)game_id;
    put_word(key + 1, position->own);
    put_word(key + 9, position->other);
    key[17] = position->color;
}

/* ---- Collecting ---- */

static size_t hash_key(const uint8_t *key, uint8_t move)
{
    uint64_t words[2];
    memcpy(words, key + 1, sizeof words);
    return (size_t)random_mix(random_mix(words[0] ^ key[0]) ^ words[1] ^ (uint64_t)key[17] << 8 ^ move);
}

static place_entry *find_entry(const place_index *index, const uint8_t *key, uint8_t move)
{
    size_t at = hash_key(key, move) & (index->room - 1);
    while (index->entries[at].tally.games &&
           (index->entries[at].move != move || memcmp(index->entries[at].key, key, KEY_BYTES) != 0))
        at = (at + 1) & (index->room - 1);
    return &index->entries[at];
}

static bool grow(place_index *index)
{
    const place_index old = *index;
    place_entry *larger = calloc(2 * old.room, sizeof *larger);
    if (!larger)
        return false;
    index->entries = larger;
    index->room = 2 * old.room;
    for (size_t i = 0; i < old.room; i++)
        if (old.entries[i].tally.games)
            *find_entry(index, old.entries[i].key, old.entries[i].move) = old.entries[i];
    free(old.entries);
    return true;
}

static bool count_place(place_index *index, const uint8_t *key, uint8_t move, const library_tally *one)
{
    if (2 * index->count >= index->room && !grow(index))
        return false;
    place_entry *entry = find_entry(index, key, move);
    if (!entry->tally.games) {
        memcpy(entry->key, key, KEY_BYTES);
        entry->move = move;
        index->count++;
    }
    tally_add(&entry->tally, one);
    return true;
}

flank_status index_add(game_library *library, const flank_sheet *sheet, int64_t game_id, const library_tally *one,
                       flank_error *error)
{
    const flank_game *game = flank_sheet_game(sheet);
    for (const flank_node *node = flank_sheet_root(sheet); node && index_covers(game, &node->position);
         node = node->child) {
        unsigned symmetries;
        uint8_t key[KEY_BYTES];
        const flank_position place = canonical(game, &node->position, &symmetries);
        make_key(key, game_id, &place);
        const uint8_t move = node->child ? canonical_move(node->child->move, symmetries) : INDEX_MOVE_END;
        if (!count_place(library->index, key, move, one))
            return store_no_memory(error);
    }
    return library->index->count >= LARGEST_COUNT ? index_flush(library, error) : FLANK_OK;
}

static int compare_entries(const void *a, const void *b)
{
    const place_entry *left = *(const place_entry *const *)a, *right = *(const place_entry *const *)b;
    const int order = memcmp(left->key, right->key, KEY_BYTES);
    return order ? order : left->move - right->move;
}

static flank_status write_entry(game_library *library, const place_entry *entry, flank_error *error)
{
    sqlite3_stmt *statement = store_use(library, STORE_ADD_PLACE);
    if (!statement)
        return store_failure(library, error);
    const library_tally *tally = &entry->tally;
    const int64_t values[] = {(int64_t)tally->games, (int64_t)tally->black,   (int64_t)tally->drawn,
                              (int64_t)tally->white, (int64_t)tally->counted, tally->discs,
                              tally->first_year,     tally->last_year};
    sqlite3_bind_blob(statement, 1, entry->key, KEY_BYTES, SQLITE_STATIC);
    sqlite3_bind_int(statement, 2, entry->move);
    for (int i = 0; i < 8; i++)
        sqlite3_bind_int64(statement, 3 + i, values[i]);
    return store_run(library, statement, error);
}

flank_status index_flush(game_library *library, flank_error *error)
{
    place_index *index = library->index;
    const place_entry **sorted = malloc((index->count + 1) * sizeof *sorted);
    if (!sorted)
        return store_no_memory(error);
    size_t count = 0;
    for (size_t i = 0; i < index->room; i++)
        if (index->entries[i].tally.games)
            sorted[count++] = &index->entries[i];
    qsort(sorted, count, sizeof *sorted, compare_entries);
    flank_status status = FLANK_OK;
    for (size_t i = 0; i < count && status == FLANK_OK; i++)
        status = write_entry(library, sorted[i], error);
    free(sorted);
    memset(index->entries, 0, index->room * sizeof *index->entries);
    index->count = 0;
    return status;
}

/* ---- Asking ---- */

enum { COUNT_MAX = INT32_MAX, DISCS_MAX = 64, YEAR_MAX = 9999 };

/* The sums of a row. Nothing of it overflows where rows are added to one another. */
static library_tally read_tally(column_reader *reader)
{
    const int64_t games = column_number(reader, 1, 1, COUNT_MAX), counted = column_number(reader, 5, 0, games);
    const int64_t black = column_number(reader, 2, 0, games), drawn = column_number(reader, 3, 0, games - black);
    const int first_year = (int)column_number(reader, 7, 0, YEAR_MAX);
    return (library_tally){
        .games = (uint64_t)games,
        .black = (uint64_t)black,
        .drawn = (uint64_t)drawn,
        .white = (uint64_t)column_number(reader, 4, 0, games - black - drawn),
        .counted = (uint64_t)counted,
        .discs = column_number(reader, 6, -DISCS_MAX * counted, DISCS_MAX * counted),
        .first_year = first_year,
        .last_year = (int)column_number(reader, 8, first_year, first_year ? YEAR_MAX : 0),
    };
}

/* A row of places as a move of the position, which `back` turns to as it was asked. */
static flank_status read_move(sqlite3_stmt *statement, const sought_place *view, unsigned back, library_move *move,
                              flank_error *error)
{
    column_reader reader = {.statement = statement, .table = "places", .row = sqlite3_column_int64(statement, 0)};
    const int64_t square = column_number(&reader, 0, 0, INDEX_MOVE_END);
    const bool is_end = square == INDEX_MOVE_END;
    const flank_move found = {.from = FLANK_NO_SQUARE, .to = (uint8_t)(is_end ? FLANK_NO_SQUARE : square)};
    *move = (library_move){
        .move = sought_choose(view, sought_turn(found, back)), .is_end = is_end, .tally = read_tally(&reader)};
    const code_bytes key = column_bytes(&reader, 9);
    if (key.end - key.at != KEY_BYTES)
        column_damaged(&reader, 9);
    return column_check(&reader, error);
}

static flank_status add_move(library_place *place, const library_move *move, flank_error *error)
{
    library_move *moves = realloc(place->moves, (place->count + 1) * sizeof *moves);
    if (!moves)
        return store_no_memory(error);
    place->moves = moves;
    place->moves[place->count++] = *move;
    return FLANK_OK;
}

flank_status index_explore(game_library *library, const library_filter *filter, library_place *place,
                           flank_error *error)
{
    const flank_game *game = filter->game;
    const flank_position *position = filter->position;
    unsigned symmetries;
    const flank_position form = canonical(game, position, &symmetries);
    const unsigned back = symmetry_inverse((unsigned)__builtin_ctz(symmetries));
    sought_place view;
    sought_start(&view, game, position);
    int64_t game_id;
    flank_status status = store_kind_id(library, game, filter->rules, false, &game_id, error);
    sqlite3_stmt *statement = status ? NULL : store_use(library, STORE_GET_PLACE);
    if (!statement)
        return status ? status : store_failure(library, error);
    uint8_t key[KEY_BYTES], behind[KEY_BYTES];
    make_key(key, game_id, &form);
    memcpy(behind, key, KEY_BYTES);
    behind[KEY_BYTES - 1]++; /* so that a longer key is found, too */
    sqlite3_bind_blob(statement, 1, key, KEY_BYTES, SQLITE_STATIC);
    sqlite3_bind_blob(statement, 2, behind, KEY_BYTES, SQLITE_STATIC);
    int result = SQLITE_ROW;
    while (status == FLANK_OK && !store_is_stopped(library) && (result = sqlite3_step(statement)) == SQLITE_ROW) {
        library_move move;
        status = read_move(statement, &view, back, &move, error);
        if (status == FLANK_OK)
            status = add_move(place, &move, error);
    }
    if (status == FLANK_OK && result != SQLITE_DONE)
        status = store_is_stopped(library) ? store_stopped(error) : store_failure(library, error);
    sqlite3_reset(statement);
    return status;
}
