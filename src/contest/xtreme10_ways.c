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
#include <string.h>

#define ALWAYS_INLINE static inline __attribute__((always_inline))

enum {
    SMALL_LEFT = 4,     /* with so few pieces left, counting again is cheaper than looking up */
    LEAPS_UNKEPT = 4000 /* most boards are counted before so many leaps, and never touch the memo */
};

/* Directions; the higher of a pair leads to higher squares. MAN stands for the direction where a man has none. */
enum { LEFT, RIGHT, UP, DOWN, MAN };

typedef struct counter {
    ways_memo *memo;
    ways_result result; /* WAYS_COUNTED until something is in the way; then every number is 0 */
    uint64_t leaps;     /* counted so far, without those at the ends of the sequences */
} counter;

static const int steps[4] = {-1, 1, -8, 8};

void ways_memo_init(ways_memo *memo)
{
    *memo = (ways_memo){.capacity = 0};
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
    free(memo->tables[0]);
    free(memo->tables[1]);
    *memo = (ways_memo){.capacity = 0};
}

/* ---- The memo: open addressing, at most half full ---------------------------------------------------------------- */

/* The entry of a state: its own if it is kept, else the free one where it belongs. */
static ways_entry *memo_find(const ways_memo *memo, uint64_t pieces, uint32_t place)
{
    ways_entry *entries = memo->tables[memo->current];
    size_t slot = random_mix(pieces + place * UINT64_C(0x9e3779b97f4a7c15)) & (memo->capacity - 1);
    for (;; slot = (slot + 1) & (memo->capacity - 1)) {
        ways_entry *e = &entries[slot];
        if (e->epoch != memo->epoch || (e->pieces == pieces && e->place == place))
            return e;
    }
}

/* Go over to an empty table of `capacity` entries, the one with the index `table`. */
static ways_result memo_open(ways_memo *memo, unsigned table, size_t capacity)
{
    if (memo->sizes[table] < capacity) {
        free(memo->tables[table]);
        memo->sizes[table] = 0;
        memo->tables[table] = calloc(capacity, sizeof(ways_entry));
        if (!memo->tables[table])
            return WAYS_NO_MEMORY;
        memo->sizes[table] = capacity;
    }
    if (++memo->epoch == 0) { /* the numbers have come round: old entries would look new */
        for (int i = 0; i < 2; i++)
            for (size_t slot = 0; slot < memo->sizes[i]; slot++)
                memo->tables[i][slot].epoch = 0;
        memo->epoch = 1;
    }
    memo->current = table;
    memo->capacity = capacity;
    return WAYS_COUNTED;
}

/* Pour the entries into a table four times as large. */
static ways_result memo_grow(ways_memo *memo)
{
    ways_memo old = *memo;
    ways_result result = memo_open(memo, !old.current, 4 * old.capacity);
    if (result != WAYS_COUNTED)
        return result;
    for (size_t i = 0; i < old.capacity; i++) {
        const ways_entry *e = &old.tables[old.current][i];
        if (e->epoch == old.epoch) {
            ways_entry *copy = memo_find(memo, e->pieces, e->place);
            *copy = *e;
            copy->epoch = memo->epoch;
        }
    }
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
        c->result = memo_grow(memo);
    if (c->result != WAYS_COUNTED)
        return 0;
    *memo_find(memo, pieces, place) =
        (ways_entry){.pieces = pieces, .ways = ways, .epoch = memo->epoch, .place = place};
    memo->used++;
    return ways;
}

/* Start a board: forget the states of the last one. */
static ways_result memo_start_board(ways_memo *memo)
{
    enum { CAPACITY_AT_FIRST = 1 << 9 };
    memo->used = 0;
    return memo_open(memo, 0, CAPACITY_AT_FIRST);
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

/* The piece nearest to its beginning on a ray that holds one. */
static unsigned nearest(uint64_t ray_pieces, unsigned direction)
{
    return direction & 1 ? bit_first(ray_pieces) : 63 - (unsigned)__builtin_clzll(ray_pieces);
}

/* How many squares lie behind a piece, where a king that captures it in `direction` may land once the board is empty.
 */
static unsigned squares_behind(unsigned victim, unsigned direction)
{
    unsigned lower = direction < UP ? victim % 8 : victim / 8;
    return direction & 1 ? 7 - lower : lower;
}

/* The pieces that a king on some square of `from` may capture upwards, and so on: smear over empty squares in steps of
 * 1, 2 and 4, then one more step onto a piece that has an empty square behind it. */
ALWAYS_INLINE uint64_t victims_up(uint64_t from, uint64_t pieces)
{
    uint64_t empty = ~pieces;
    from |= empty & from >> 8;
    empty &= empty >> 8;
    from |= empty & from >> 16;
    from |= empty & empty >> 16 & from >> 32;
    return from >> 8 & pieces & ~pieces << 8;
}

ALWAYS_INLINE uint64_t victims_down(uint64_t from, uint64_t pieces)
{
    uint64_t empty = ~pieces;
    from |= empty & from << 8;
    empty &= empty << 8;
    from |= empty & from << 16;
    from |= empty & empty << 16 & from << 32;
    return from << 8 & pieces & ~pieces >> 8;
}

ALWAYS_INLINE uint64_t victims_left(uint64_t from, uint64_t pieces)
{
    uint64_t empty = ~pieces & ~BITS_FILE_H;
    from |= empty & from >> 1;
    empty &= empty >> 1;
    from |= empty & from >> 2;
    from |= empty & empty >> 2 & from >> 4;
    return from >> 1 & pieces & ~pieces << 1 & ~(BITS_FILE_A | BITS_FILE_H);
}

ALWAYS_INLINE uint64_t victims_right(uint64_t from, uint64_t pieces)
{
    uint64_t empty = ~pieces & ~BITS_FILE_A;
    from |= empty & from << 1;
    empty &= empty << 1;
    from |= empty & from << 2;
    from |= empty & empty << 2 & from << 4;
    return from << 1 & pieces & ~pieces >> 1 & ~(BITS_FILE_A | BITS_FILE_H);
}

/* count_king with one piece left: in line with the leap, or across it from one of the landing squares. */
ALWAYS_INLINE uint64_t count_last(const counter *c, unsigned landing, unsigned direction, uint64_t piece)
{
    unsigned victim = bit_first(piece);
    uint64_t landings = c->memo->rays[direction][landing];
    if (landings & piece) {
        unsigned distance = victim > landing ? victim - landing : landing - victim;
        return (uint64_t)(direction < UP ? distance : distance / 8) * squares_behind(victim, direction);
    }
    uint64_t line = direction < UP ? BITS_FILE_A << victim % 8 : BITS_RANK_1 << (victim & 56);
    uint64_t crossing = (landings | bit(landing)) & line;
    return crossing ? squares_behind(victim, (direction < UP ? UP : LEFT) + (crossing < piece)) : 0;
}

/* The ways of a king that has just captured upwards, and so on, as count_king says. */
static uint64_t king_left(counter *c, unsigned landing, uint64_t pieces, unsigned left);
static uint64_t king_right(counter *c, unsigned landing, uint64_t pieces, unsigned left);
static uint64_t king_up(counter *c, unsigned landing, uint64_t pieces, unsigned left);
static uint64_t king_down(counter *c, unsigned landing, uint64_t pieces, unsigned left);

/* The ways of a king that captures any one of `victims` in `direction`. */
ALWAYS_INLINE uint64_t leap(counter *c, uint64_t victims, unsigned direction, uint64_t pieces, unsigned left)
{
    uint64_t ways = 0, more;
    for (; victims; victims = bit_rest(victims)) {
        unsigned landing = bit_first(victims) + (unsigned)steps[direction];
        uint64_t rest = pieces ^ (victims & -victims);
        switch (direction) {
        case LEFT:
            more = king_left(c, landing, rest, left - 1);
            break;
        case RIGHT:
            more = king_right(c, landing, rest, left - 1);
            break;
        case UP:
            more = king_up(c, landing, rest, left - 1);
            break;
        default:
            more = king_down(c, landing, rest, left - 1);
            break;
        }
        ways = add_ways(c, ways, more, 1);
    }
    return ways;
}

ALWAYS_INLINE uint64_t expand_king(counter *c, unsigned landing, unsigned direction, uint64_t pieces, unsigned left)
{
    const uint64_t *rays = c->memo->rays[direction];
    uint64_t ahead = rays[landing] & pieces, landings = rays[landing] | bit(landing), ways = 0;
    if (ahead) {
        unsigned victim = nearest(ahead, direction), behind = victim + (unsigned)steps[direction];
        unsigned distance = (direction & 1 ? victim - landing : landing - victim) / (direction < UP ? 1 : 8);
        landings &= ~(rays[victim] | bit(victim));
        if (rays[victim] && !(pieces & bit(behind)))
            ways = add_ways(c, 0, leap(c, bit(victim), direction, pieces, left), distance);
    }
    if (direction < UP) {
        ways = add_ways(c, ways, leap(c, victims_up(landings, pieces), UP, pieces, left), 1);
        return add_ways(c, ways, leap(c, victims_down(landings, pieces), DOWN, pieces, left), 1);
    }
    ways = add_ways(c, ways, leap(c, victims_left(landings, pieces), LEFT, pieces, left), 1);
    return add_ways(c, ways, leap(c, victims_right(landings, pieces), RIGHT, pieces, left), 1);
}

/* The ways of a king after a leap in `direction`, to `landing` or any empty square behind it, with `pieces` left. */
ALWAYS_INLINE uint64_t count_king(counter *c, unsigned landing, unsigned direction, uint64_t pieces, unsigned left)
{
    if (left <= 1)
        return left ? count_last(c, landing, direction, pieces) : bit_count(c->memo->rays[direction][landing]) + 1;
    if (left <= SMALL_LEFT || ++c->leaps <= LEAPS_UNKEPT)
        return expand_king(c, landing, direction, pieces, left);
    if (c->result != WAYS_COUNTED)
        return 0;
    uint32_t place = landing << 3 | direction;
    const ways_entry *known = memo_find(c->memo, pieces, place);
    if (known->epoch == c->memo->epoch)
        return known->ways;
    return memo_keep(c, pieces, place, expand_king(c, landing, direction, pieces, left));
}

static uint64_t king_left(counter *c, unsigned landing, uint64_t pieces, unsigned left)
{
    return count_king(c, landing, LEFT, pieces, left);
}

static uint64_t king_right(counter *c, unsigned landing, uint64_t pieces, unsigned left)
{
    return count_king(c, landing, RIGHT, pieces, left);
}

static uint64_t king_up(counter *c, unsigned landing, uint64_t pieces, unsigned left)
{
    return count_king(c, landing, UP, pieces, left);
}

static uint64_t king_down(counter *c, unsigned landing, uint64_t pieces, unsigned left)
{
    return count_king(c, landing, DOWN, pieces, left);
}

/* The ways of a man on `square`, below the top row, with `pieces` left. */
static uint64_t count_man(counter *c, unsigned square, uint64_t pieces, unsigned left)
{
    uint64_t ways = 0;
    if (left == 0)
        return 1;
    if (c->result != WAYS_COUNTED)
        return 0;
    uint32_t place = square << 3 | MAN;
    const ways_entry *known = memo_find(c->memo, pieces, place);
    if (known->epoch == c->memo->epoch)
        return known->ways;
    for (unsigned direction = LEFT; direction <= UP; direction++) {
        const uint64_t *rays = c->memo->rays[direction];
        unsigned victim = square + (unsigned)steps[direction], landing = victim + (unsigned)steps[direction];
        if (!rays[square] || !rays[victim] || !(pieces & bit(victim)) || pieces & bit(landing))
            continue;
        uint64_t rest = pieces & ~bit(victim);
        ways = add_ways(c, ways,
                        landing < 8 ? king_up(c, landing, rest, left - 1) : count_man(c, landing, rest, left - 1), 1);
    }
    return memo_keep(c, pieces, place, ways);
}

/* True if some pieces can never be captured: a set of pieces of which none can be the first to go. A piece at the end
 * of a line cannot be captured along it, and none while a neighbour of the set stands before or behind it. */
static bool holds_knot(uint64_t pieces)
{
    uint64_t freed;
    do {
        uint64_t along_row = ~(BITS_FILE_A | BITS_FILE_H) & ~(pieces << 1) & ~(pieces >> 1);
        uint64_t along_column = ~(BITS_RANK_1 | BITS_RANK_8) & ~(pieces << 8) & ~(pieces >> 8);
        freed = pieces & (along_row | along_column);
        pieces ^= freed;
    } while (freed);
    return pieces != 0;
}

ways_result ways_count(ways_memo *memo, unsigned square, uint64_t pieces, uint64_t *ways)
{
    assert(square < 64 && pieces != 0 && !(pieces & bit(square)));
    uint64_t number = 0, from = bit(square);
    unsigned left = bit_count(pieces);
    counter c = {memo, memo_start_board(memo), 0};
    if (c.result == WAYS_COUNTED && !holds_knot(pieces)) {
        if (square >= 8) {
            number = count_man(&c, square, pieces, left);
        } else {
            number = leap(&c, victims_left(from, pieces), LEFT, pieces, left);
            number = add_ways(&c, number, leap(&c, victims_right(from, pieces), RIGHT, pieces, left), 1);
            number = add_ways(&c, number, leap(&c, victims_down(from, pieces), DOWN, pieces, left), 1);
        }
    }
    if (c.result == WAYS_COUNTED)
        *ways = number;
    return c.result;
}
