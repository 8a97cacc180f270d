/* SPDX-License-Identifier: MIT
 *
 * Counting capture sequences by dynamic programming.
 *
 * A sequence is fixed by its landing squares, so the ways to finish depend only on where the white piece is, how it
 * came there and which pieces remain. Plain search (the oracle, bench/contest_reference.c) walks every sequence; here
 * every such state is counted once and kept in a hash table.
 *
 * For a king the state is not the square where it landed but the leap: over which piece, in which direction. All
 * squares behind that piece up to the next one are landing squares of the same leap; going on straight ahead is the
 * same from each of them, and is counted once and multiplied. That is a third of the states of (square, direction,
 * pieces). A man has no direction worth keeping: the piece behind it has just left the board, so it could not turn
 * back if it might.
 *
 * A number that exceeds 64 bits anywhere is at most the whole number, as every state that is looked at can be reached:
 * so the first overflow is the answer.
 */
#include "contest/xtreme10_ways.h"

#include "core/bits.h"
#include "core/random.h"

#include <assert.h>
#include <stdlib.h>

/* Directions; the higher of a pair leads to higher squares. MAN stands for the direction where a man has none. */
enum { LEFT, RIGHT, UP, DOWN, MAN };

typedef struct ways_entry {
    uint64_t pieces, ways;
    uint32_t board;
    uint32_t place; /* the first landing square of the last leap, and its direction */
} ways_entry;

typedef struct counter {
    ways_memo *memo;
    ways_result result; /* WAYS_COUNTED until something is in the way; then every number is 0 */
} counter;

static const int steps[4] = {-1, 1, -8, 8};

void ways_memo_init(ways_memo *memo)
{
    *memo = (ways_memo){.entries = NULL};
    for (unsigned square = 0; square < 64; square++) {
        uint64_t row = BITS_RANK_1 << (square & 56), column = BITS_FILE_A << (square & 7);
        uint64_t lower = bit(square) - 1, higher = ~lower & ~bit(square);
        memo->rays[LEFT][square] = row & lower;
        memo->rays[RIGHT][square] = row & higher;
        memo->rays[UP][square] = column & lower;
        memo->rays[DOWN][square] = column & higher;
    }
}

void ways_memo_free(ways_memo *memo)
{
    free(memo->entries);
    memo->entries = NULL;
}

/* ---- The memo: open addressing, at most half full ---------------------------------------------------------------- */

/* The entry of a state: its own if it is kept, else the free one where it belongs. */
static ways_entry *memo_find(const ways_memo *memo, uint64_t pieces, uint32_t place)
{
    size_t slot = random_mix(pieces + place * UINT64_C(0x9e3779b97f4a7c15)) & (memo->capacity - 1);
    for (;; slot = (slot + 1) & (memo->capacity - 1)) {
        ways_entry *e = &memo->entries[slot];
        if (e->board != memo->board || (e->pieces == pieces && e->place == place))
            return e;
    }
}

/* Give the memo `capacity` entries and move those of this board. */
static ways_result memo_resize(ways_memo *memo, size_t capacity)
{
    ways_memo larger = {.capacity = capacity, .board = memo->board, .entries = calloc(capacity, sizeof(ways_entry))};
    if (!larger.entries)
        return WAYS_NO_MEMORY;
    for (size_t i = 0; i < memo->capacity; i++) {
        const ways_entry *e = &memo->entries[i];
        if (e->board == memo->board)
            *memo_find(&larger, e->pieces, e->place) = *e;
    }
    free(memo->entries);
    memo->entries = larger.entries;
    memo->capacity = capacity;
    return WAYS_COUNTED;
}

static uint64_t memo_keep(counter *c, uint64_t pieces, uint32_t place, uint64_t ways)
{
    ways_memo *memo = c->memo;
    if (c->result != WAYS_COUNTED)
        return 0;
    if (memo->used == WAYS_STATES_MAX)
        c->result = WAYS_TOO_MANY;
    else if (2 * memo->used >= memo->capacity)
        c->result = memo_resize(memo, 2 * memo->capacity);
    if (c->result != WAYS_COUNTED)
        return 0;
    *memo_find(memo, pieces, place) = (ways_entry){pieces, ways, memo->board, place};
    memo->used++;
    return ways;
}

/* Start a board: all entries are free. */
static ways_result memo_start_board(ways_memo *memo)
{
    enum { CAPACITY_AT_FIRST = 1 << 10 };
    memo->used = 0;
    memo->board++;
    if (memo->board == 0 || memo->capacity == 0 || memo->capacity > 64 * CAPACITY_AT_FIRST) {
        /* The numbers of boards have come round, there is no memory yet, or more than other boards will need. */
        free(memo->entries);
        memo->entries = NULL;
        memo->capacity = 0;
        memo->board = 1;
        return memo_resize(memo, CAPACITY_AT_FIRST);
    }
    return WAYS_COUNTED;
}

/* ---- Counting ---------------------------------------------------------------------------------------------------- */

/* a + b * factor, or 0 and an end to counting if that is too large. */
static uint64_t add_ways(counter *c, uint64_t a, uint64_t b, uint64_t factor)
{
    uint64_t product, sum;
    if (__builtin_mul_overflow(b, factor, &product) || __builtin_add_overflow(a, product, &sum)) {
        if (c->result == WAYS_COUNTED)
            c->result = WAYS_OVERFLOW;
        return 0;
    }
    return sum;
}

static uint64_t count_king(counter *c, unsigned landing, unsigned direction, uint64_t pieces);

/* The ways of a king that captures `victim` in `direction`. */
static uint64_t leap(counter *c, unsigned victim, unsigned direction, uint64_t pieces)
{
    unsigned landing = victim + (unsigned)steps[direction];
    if (!c->memo->rays[direction][victim] || pieces & bit(landing))
        return 0;
    return count_king(c, landing, direction, pieces & ~bit(victim));
}

/* The piece nearest to its beginning on a ray that holds one. */
static unsigned nearest(uint64_t ray_pieces, unsigned direction)
{
    return direction & 1 ? bit_first(ray_pieces) : 63 - (unsigned)__builtin_clzll(ray_pieces);
}

/* The ways of a king on `square` that goes on in `direction`. */
static uint64_t count_direction(counter *c, unsigned square, unsigned direction, uint64_t pieces)
{
    uint64_t ahead = c->memo->rays[direction][square] & pieces;
    return ahead ? leap(c, nearest(ahead, direction), direction, pieces) : 0;
}

/* The ways of a king after a leap in `direction`, to `landing` or any empty square behind it, with `pieces` left. */
static uint64_t count_king(counter *c, unsigned landing, unsigned direction, uint64_t pieces)
{
    const uint64_t *rays = c->memo->rays[direction];
    uint64_t ahead = rays[landing] & pieces, landings = rays[landing] | bit(landing), ways = 0;
    unsigned next = 0;
    if (ahead) {
        next = nearest(ahead, direction);
        landings &= ~(rays[next] | bit(next));
    }
    if (!pieces)
        return bit_count(landings);
    if (c->result != WAYS_COUNTED)
        return 0;
    uint32_t place = landing << 3 | direction;
    const ways_entry *known = memo_find(c->memo, pieces, place);
    if (known->board == c->memo->board)
        return known->ways;
    if (ahead)
        ways = add_ways(c, ways, leap(c, next, direction, pieces), bit_count(landings));
    unsigned turn = direction < UP ? UP : LEFT;
    for (BITS_EACH(square, landings)) {
        ways = add_ways(c, ways, count_direction(c, (unsigned)square, turn, pieces), 1);
        ways = add_ways(c, ways, count_direction(c, (unsigned)square, turn + 1, pieces), 1);
    }
    return memo_keep(c, pieces, place, ways);
}

/* The ways of a man on `square`, below the top row, with `pieces` left. */
static uint64_t count_man(counter *c, unsigned square, uint64_t pieces)
{
    uint64_t ways = 0;
    if (!pieces)
        return 1;
    if (c->result != WAYS_COUNTED)
        return 0;
    uint32_t place = square << 3 | MAN;
    const ways_entry *known = memo_find(c->memo, pieces, place);
    if (known->board == c->memo->board)
        return known->ways;
    for (unsigned direction = LEFT; direction <= UP; direction++) {
        const uint64_t *rays = c->memo->rays[direction];
        unsigned victim = square + (unsigned)steps[direction], landing = victim + (unsigned)steps[direction];
        if (!rays[square] || !rays[victim] || !(pieces & bit(victim)) || pieces & bit(landing))
            continue;
        uint64_t left = pieces & ~bit(victim);
        ways = add_ways(c, ways, landing < 8 ? count_king(c, landing, UP, left) : count_man(c, landing, left), 1);
    }
    return memo_keep(c, pieces, place, ways);
}

ways_result ways_count(ways_memo *memo, unsigned square, uint64_t pieces, uint64_t *ways)
{
    assert(square < 64 && pieces != 0 && !(pieces & bit(square)));
    const uint64_t corners = bit(0) | bit(7) | bit(56) | bit(63);
    uint64_t number = 0;
    counter c = {memo, memo_start_board(memo)};
    if (c.result != WAYS_COUNTED)
        return c.result;
    if (!(pieces & corners)) { /* a piece in a corner can never be captured */
        if (square >= 8)
            number = count_man(&c, square, pieces);
        else
            for (unsigned direction = LEFT; direction <= DOWN; direction++)
                number = add_ways(&c, number, count_direction(&c, square, direction, pieces), 1);
    }
    if (c.result == WAYS_COUNTED)
        *ways = number;
    return c.result;
}
