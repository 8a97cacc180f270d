/* SPDX-License-Identifier: MIT
 *
 * Moves are counted and hashed, which takes less than a microsecond; they are played only to tell which column is
 * damaged.
 */
#include "library/library_check.h"

#include "core/random.h"
#include "library/library_match.h"

#include <stdlib.h>
#include <string.h>

int derive_year(const char *date)
{
    for (const char *at = date; *at;) {
        at += strcspn(at, "0123456789");
        const size_t digits = strspn(at, "0123456789");
        if (digits == 4 || digits == 8)
            return (int)strtol((const char[5]){at[0], at[1], at[2], at[3], 0}, NULL, 10);
        at += digits;
    }
    return 0;
}

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * UINT64_C(1099511628211); /* FNV-1a */
    return random_mix(hash ^ size);
}

uint64_t derive_twin(const twin_key *key)
{
    uint64_t hash = hash_bytes(0, key->moves.bytes, key->moves.size);
    hash = hash_bytes(hash, key->start.bytes, key->start.size);
    hash = hash_bytes(hash, key->rules.bytes, key->rules.size);
    const int64_t numbers[] = {key->game, key->year};
    return hash_bytes(hash, numbers, sizeof numbers);
}

static bool can_be_played(game_library *library, column_reader *reader, const derived_columns *columns, int64_t game,
                          code_bytes moves)
{
    store_kind kind;
    flank_position position;
    if (store_get_kind(library, game, &kind, NULL))
        return true; /* nobody knows */
    if (!column_start(reader, columns->start, &position))
        position = flank_game_start(kind.game);
    column_rules(reader, columns->rules, kind.game, &kind.rules);
    if (reader->damaged)
        return true;
    while (moves.at < moves.end && !store_is_stopped(library))
        if (!sought_play(kind.game, &kind.rules, &moves, &position))
            return false;
    return true;
}

/* The number of moves, or one more than a game may have. */
static int count_moves(code_bytes *moves)
{
    int count = 0;
    for (; moves->at < moves->end && !moves->failed && count <= STORE_MOVES_MAX; count++)
        code_get_move(moves);
    return count;
}

flank_status check_derived(game_library *library, column_reader *reader, const derived_columns *columns, int64_t game,
                           int year, flank_error *error)
{
    const code_bytes none = {NULL, NULL, false}, moves = column_bytes(reader, columns->moves);
    const code_bytes start = column_is_null(reader, columns->start) ? none : column_bytes(reader, columns->start);
    const char *rules = column_is_null(reader, columns->rules) ? "" : column_text(reader, columns->rules);
    const int64_t plies = column_number(reader, columns->plies, 0, STORE_MOVES_MAX);
    const int64_t twin = column_number(reader, columns->twin, INT64_MIN, INT64_MAX);
    const flank_status status = column_check(reader, error);
    if (status)
        return status;
    code_bytes rest = moves;
    const int count = count_moves(&rest);
    if (count > STORE_MOVES_MAX)
        return column_say_too_long(reader->table, reader->row, "moves", STORE_MOVES_MAX, error);
    const twin_key key = {.moves = {moves.at, (size_t)(moves.end - moves.at)},
                          .start = {start.at, (size_t)(start.end - start.at)},
                          .rules = {rules, strlen(rules)},
                          .game = game,
                          .year = year};
    if (!rest.failed && count == plies && twin == (int64_t)derive_twin(&key))
        return FLANK_OK;
    if (rest.failed || !can_be_played(library, reader, columns, game, moves))
        return column_say_unplayable(reader->table, reader->row, "moves", error);
    column_damaged(reader, count != plies ? columns->plies : columns->twin);
    return column_check(reader, error);
}
