/* SPDX-License-Identifier: MIT
 *
 * Books of pieces: the file and the lookup.
 */
#include "book/piece_book.h"

#include "core/error.h"
#include "core/little_endian.h"
#include "core/position_hash.h"
#include "core/symmetry.h"
#include "games/game_table.h"

#include <flank/engine.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

enum { VERSION = 1, AT_VERSION = 8, AT_ENTRY_BYTES = 10, AT_COUNT = 12, AT_GAME = 16, AT_SUM = 28, GAME_BYTES = 12 };
enum { AT_SCORE = 8, AT_REST = 10, AT_PLY = 12, AT_DEPTH = 13 }; /* in an entry */

static const char magic[AT_VERSION] = {'F', 'l', 'a', 'n', 'k', 'P', 'B', '\n'};

/* ---- Positions ---- */

static int compare_positions(const flank_position *first, const flank_position *second)
{
    if (first->own != second->own)
        return first->own < second->own ? -1 : 1;
    if (first->other != second->other)
        return first->other < second->other ? -1 : 1;
    return (first->kings > second->kings) - (first->kings < second->kings);
}

uint64_t piece_book_key(const flank_game *game, flank_position *position)
{
    flank_position best = *position;
    for (unsigned symmetry = 1; symmetry < SYMMETRY_COUNT; symmetry++) {
        const flank_position turn = symmetry_position(position, symmetry);
        if (game->symmetries >> symmetry & 1 && compare_positions(&turn, &best) < 0)
            best = turn;
    }
    *position = best;
    return position_hash(position);
}

int piece_book_scale(const flank_game *game)
{
    static const flank_rules rules;
    const flank_position start = game->start();
    return game->chance_scale + game->chance_scale_per_empty * game_empties(game, &rules, &start);
}

/* ---- The file ---- */

static piece_entry read_entry(const uint8_t *bytes)
{
    return (piece_entry){.key = little_get(bytes, 8),
                         .score = (int16_t)little_get(bytes + AT_SCORE, 2),
                         .rest = (int16_t)little_get(bytes + AT_REST, 2),
                         .ply = bytes[AT_PLY],
                         .depth_plies = bytes[AT_DEPTH]};
}

piece_entry piece_book_at(const piece_book *book, size_t index)
{
    assert(index < book->count);
    return read_entry(book->entries + index * PIECE_ENTRY_BYTES);
}

static uint32_t sum_of(const uint8_t *bytes, size_t size)
{
    const uLong header = crc32(crc32(0, NULL, 0), bytes, AT_SUM);
    return (uint32_t)crc32(header, bytes + PIECE_BOOK_HEADER, (uInt)(size - PIECE_BOOK_HEADER));
}

bool piece_book_is_one(const uint8_t *bytes, size_t size)
{
    return size >= sizeof magic && memcmp(bytes, magic, sizeof magic) == 0;
}

/* The game of a book by the name in its header, or NULL. */
static const flank_game *game_of(const uint8_t *header, char name[GAME_BYTES + 1])
{
    memcpy(name, header + AT_GAME, GAME_BYTES);
    name[GAME_BYTES] = '\0';
    const flank_game *game = flank_game_find(name);
    return game && game->has_book && !game->scores_discs && strcmp(game->name, name) == 0 ? game : NULL;
}

/* The size that the header promises is the one of the file. */
static flank_status check_size(size_t size, size_t count, flank_error *error)
{
    const size_t room = (size - PIECE_BOOK_HEADER) / PIECE_ENTRY_BYTES;
    const size_t end = PIECE_BOOK_HEADER + count * PIECE_ENTRY_BYTES;
    if (count > room)
        return error_say(error, FLANK_BAD_FILE, size, SAY(BOOK_CUT), say_number(size), say_number(room),
                         say_number(count));
    return size > end ? error_say(error, FLANK_BAD_FILE, end, SAY(BOOK_GOES_ON), say_number(end)) : FLANK_OK;
}

static flank_status check_header(const uint8_t *bytes, size_t size, flank_error *error)
{
    if (!piece_book_is_one(bytes, size))
        return error_say(error, FLANK_BAD_FILE, 0, SAY(NO_BOOK_NO_MARK));
    if (size < PIECE_BOOK_HEADER)
        return error_say(error, FLANK_BAD_FILE, size, SAY(BOOK_HEADER_CUT), say_number(size));
    const uint64_t version = little_get(bytes + AT_VERSION, 2), entry_bytes = little_get(bytes + AT_ENTRY_BYTES, 2);
    if (version != VERSION)
        return error_say(error, FLANK_BAD_FILE, AT_VERSION, SAY(BOOK_VERSION), say_number(version),
                         say_number(VERSION));
    if (entry_bytes != PIECE_ENTRY_BYTES)
        return error_say(error, FLANK_BAD_FILE, AT_ENTRY_BYTES, SAY(BOOK_RECORD_SIZE), say_number(entry_bytes),
                         say_number(PIECE_ENTRY_BYTES));
    return check_size(size, (size_t)little_get(bytes + AT_COUNT, 4), error);
}

static bool is_in_range(const piece_entry *entry)
{
    const bool has_rest = entry->rest != PIECE_REST_NONE && entry->rest != PIECE_NOT_GROWN;
    return abs(entry->score) < FLANK_SCORE_LIMIT && entry->ply <= PIECE_PLY_MAX &&
           (!has_rest || abs(entry->rest) < FLANK_SCORE_LIMIT);
}

/* The sum finds damage; this finds what no builder wrote. */
static flank_status check_entries(const piece_book *book, flank_error *error)
{
    for (size_t i = 0; i < book->count; i++) {
        const piece_entry entry = piece_book_at(book, i);
        const bool in_order = i == 0 || piece_book_at(book, i - 1).key < entry.key;
        const bool in_range = is_in_range(&entry);
        const size_t at = PIECE_BOOK_HEADER + i * PIECE_ENTRY_BYTES;
        if (!in_order || !in_range)
            return error_say(error, FLANK_BAD_FILE, at, SAY(BOOK_WRONG_AT), say_number(at), say_number(i + 1),
                             say_number(book->count),
                             say_code(in_order ? FLANK_ERROR_BOOK_ENTRY_RANGE : FLANK_ERROR_BOOK_NOT_IN_ORDER));
    }
    return FLANK_OK;
}

flank_status piece_book_read(const uint8_t *bytes, size_t size, piece_book *book, flank_error *error)
{
    const flank_status status = check_header(bytes, size, error);
    if (status)
        return status;
    if (little_get(bytes + AT_SUM, 4) != sum_of(bytes, size))
        return error_say(error, FLANK_BAD_FILE, AT_SUM, SAY(BOOK_SUM));
    char name[GAME_BYTES + 1];
    *book = (piece_book){.game = game_of(bytes, name),
                         .entries = bytes + PIECE_BOOK_HEADER,
                         .count = (size_t)little_get(bytes + AT_COUNT, 4)};
    if (!book->game)
        return error_say(error, FLANK_BAD_FILE, AT_GAME, SAY(UNKNOWN_GAME), say_cut(name, GAME_BYTES));
    return check_entries(book, error);
}

uint8_t *piece_book_write(const flank_game *game, const piece_entry *entries, size_t count, size_t *size)
{
    *size = PIECE_BOOK_HEADER + count * PIECE_ENTRY_BYTES;
    uint8_t *bytes = calloc(1, *size);
    if (!bytes)
        return NULL;
    memcpy(bytes, magic, sizeof magic);
    little_put(bytes + AT_VERSION, 2, VERSION);
    little_put(bytes + AT_ENTRY_BYTES, 2, PIECE_ENTRY_BYTES);
    little_put(bytes + AT_COUNT, 4, count);
    assert(strlen(game->name) <= GAME_BYTES);
    memcpy(bytes + AT_GAME, game->name, strlen(game->name));
    uint8_t *at = bytes + PIECE_BOOK_HEADER;
    for (size_t i = 0; i < count; i++, at += PIECE_ENTRY_BYTES) {
        little_put(at, 8, entries[i].key);
        little_put(at + AT_SCORE, 2, (uint16_t)entries[i].score);
        little_put(at + AT_REST, 2, (uint16_t)entries[i].rest);
        at[AT_PLY] = entries[i].ply;
        at[AT_DEPTH] = entries[i].depth_plies;
    }
    little_put(bytes + AT_SUM, 4, sum_of(bytes, *size));
    return bytes;
}

/* ---- Lookup ---- */

bool piece_book_find(const piece_book *book, uint64_t key, piece_entry *entry)
{
    size_t low = 0, high = book->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        *entry = piece_book_at(book, middle);
        if (entry->key == key)
            return true;
        if (entry->key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

/* Best first; of equals in the order of the game's moves. */
static void insert_move(flank_book_move *moves, size_t count, const flank_book_move *move)
{
    size_t at = count;
    for (; at > 0 && moves[at - 1].score < move->score; at--)
        moves[at] = moves[at - 1];
    moves[at] = *move;
}

size_t piece_book_moves(const piece_book *book, const flank_position *position, flank_book_move *moves)
{
    static const flank_rules rules;
    flank_position canonical = *position;
    piece_entry here, behind;
    flank_move legal[FLANK_MOVES_MAX];
    size_t count = 0;
    if (!piece_book_find(book, piece_book_key(book->game, &canonical), &here) || here.rest == PIECE_NOT_GROWN)
        return 0;
    const size_t legal_count = book->game->moves(&rules, position, legal);
    for (size_t i = 0; i < legal_count && count < FLANK_BOOK_MOVES_MAX; i++) {
        flank_position next = book->game->play(&rules, position, legal[i]);
        if (!piece_book_find(book, piece_book_key(book->game, &next), &behind) || behind.ply <= here.ply)
            continue;
        const flank_book_move move = {.move = legal[i],
                                      .score = -behind.score,
                                      .in_book = behind.rest != PIECE_NOT_GROWN,
                                      .depth_plies = behind.depth_plies,
                                      .selectivity = 100,
                                      .lines = 1};
        insert_move(moves, count++, &move);
    }
    return count && moves[0].score >= here.rest ? count : 0;
}
