/* SPDX-License-Identifier: MIT
 *
 * Counting capture sequences by dynamic programming.
 *
 * A sequence is fixed by its landing squares, so the ways to finish depend only on where the white piece is, how it
 * came there and which pieces remain. Plain search (the oracle, bench/contest_reference.c) walks every sequence; here
 * every such state is counted once and kept in a hash table. Most boards are counted before looking up would pay, so
 * states are kept from a certain number of leaps on.
 *
 * For a king the state is not the square where it landed but the leap: over which piece, in which direction. All
 * squares behind that piece up to the next one are landing squares of the same leap; going on straight ahead is the
 * same from each of them, and is counted once and multiplied. That is a third of the states of (square, direction,
 * pieces). A man has no direction worth keeping: the piece behind it has just left the board, so it could not turn
 * back if it might.
 *
 * All captures of a king are found together: from all landing squares at once, smear over empty squares; the pieces
 * next to the smear, with an empty square behind them, can be captured. The last piece is looked up in a table.
 *
 * A number that exceeds 64 bits anywhere is at most the whole number, as every state that is looked at can be reached:
 * so the first overflow is the answer.
 */
#include "contest/xtreme10_ways.h"

#include "core/bits.h"

#include <assert.h>

#define ALWAYS_INLINE static inline __attribute__((always_inline))

enum { SMALL_LEFT = 4 }; /* with so few pieces left, counting again is cheaper than looking up */

/* Directions; d ^ 1 is the opposite of d. MAN stands for the direction where a man has none. */
enum { LEFT, RIGHT, UP, DOWN, MAN };

/* ---- Sets of squares; with a constant direction each is a few instructions ---- */

/* The set moved by 1, 2 or 4 squares, round the edges of the board. */
ALWAYS_INLINE uint64_t shift(uint64_t set, unsigned direction, unsigned squares)
{
    switch (direction) {
    case LEFT:
        return set >> squares;
    case RIGHT:
        return set << squares;
    case UP:
        return set >> 8 * squares;
    default:
        return set << 8 * squares;
    }
}

/* The squares onto which a step in `direction` may lead without having gone round the edge. */
ALWAYS_INLINE uint64_t inside(unsigned direction)
{
    return direction == LEFT ? ~BITS_FILE_H : direction == RIGHT ? ~BITS_FILE_A : ~UINT64_C(0);
}

/* `from` and all squares that a king can go to from there over empty squares. */
ALWAYS_INLINE uint64_t glide(uint64_t from, uint64_t pieces, unsigned direction)
{
    uint64_t empty = ~pieces & inside(direction);
    from |= empty & shift(from, direction, 1);
    empty &= shift(empty, direction, 1);
    from |= empty & shift(from, direction, 2);
    empty &= shift(empty, direction, 2);
    return from | (empty & shift(from, direction, 4));
}

/* The pieces next to squares of `from` that can be captured, as the square behind them is empty. */
ALWAYS_INLINE uint64_t victims(uint64_t from, uint64_t pieces, unsigned direction)
{
    uint64_t free_behind = shift(~pieces & inside(direction), direction ^ 1, 1);
    return shift(from, direction, 1) & inside(direction) & pieces & free_behind;
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

/* ---- Counting ---- */

/* a + b * factor, or 0 and an end to counting if that is too large. */
ALWAYS_INLINE uint64_t add_ways(ways_counter *c, uint64_t a, uint64_t b, uint64_t factor)
{
    uint64_t product, sum;
    if (!__builtin_mul_overflow(b, factor, &product) && !__builtin_add_overflow(a, product, &sum))
        return sum;
    if (c->result == WAYS_COUNTED)
        c->result = WAYS_OVERFLOW;
    return 0;
}

/* Count a leap; false if counting is over. */
ALWAYS_INLINE bool may_leap(ways_counter *c)
{
    if (++c->leaps > c->limits.leaps && c->result == WAYS_COUNTED)
        c->result = WAYS_TOO_LONG;
    return c->result == WAYS_COUNTED;
}

/* Keep the ways of a state, if counting goes on and there is room. */
static uint64_t keep(ways_counter *c, uint64_t pieces, uint32_t place, uint64_t ways)
{
    if (c->result == WAYS_COUNTED && c->memo.used < c->limits.states && !memo_keep(&c->memo, pieces, place, ways))
        c->result = WAYS_NO_MEMORY;
    return ways;
}

/* The ways of a king after a leap to the left (right, up, down), to `landing` or any empty square behind it, with
 * `pieces` left, `left` of them. */
static uint64_t king_left(ways_counter *c, unsigned landing, uint64_t pieces, unsigned left);
static uint64_t king_right(ways_counter *c, unsigned landing, uint64_t pieces, unsigned left);
static uint64_t king_up(ways_counter *c, unsigned landing, uint64_t pieces, unsigned left);
static uint64_t king_down(ways_counter *c, unsigned landing, uint64_t pieces, unsigned left);

/* The ways of a king that captures any one of `some` pieces. */
ALWAYS_INLINE uint64_t leap(ways_counter *c, uint64_t some, unsigned direction, uint64_t pieces, unsigned left)
{
    uint64_t ways = 0, more;
    for (; some; some = bit_rest(some)) {
        uint64_t rest = pieces ^ (some & -some);
        if (direction == LEFT)
            more = king_left(c, bit_first(some) - 1, rest, left - 1);
        else if (direction == RIGHT)
            more = king_right(c, bit_first(some) + 1, rest, left - 1);
        else if (direction == UP)
            more = king_up(c, bit_first(some) - 8, rest, left - 1);
        else
            more = king_down(c, bit_first(some) + 8, rest, left - 1);
        ways = add_ways(c, ways, more, 1);
    }
    return ways;
}

/* The ways of a king on any of the squares `from` that goes on in `direction`. */
ALWAYS_INLINE uint64_t go(ways_counter *c, uint64_t from, unsigned direction, uint64_t pieces, unsigned left)
{
    return leap(c, victims(glide(from, pieces, direction), pieces, direction), direction, pieces, left);
}

ALWAYS_INLINE uint64_t expand_king(ways_counter *c, unsigned landing, unsigned direction, uint64_t pieces,
                                   unsigned left)
{
    uint64_t landings = glide(bit(landing), pieces, direction), ways = 0;
    uint64_t ahead = victims(landings, pieces, direction);
    unsigned turn = direction < UP ? UP : LEFT;
    if (ahead)
        ways = add_ways(c, 0, leap(c, ahead, direction, pieces, left), bit_count(landings));
    ways = add_ways(c, ways, go(c, landings, turn, pieces, left), 1);
    return add_ways(c, ways, go(c, landings, turn + 1, pieces, left), 1);
}

ALWAYS_INLINE uint64_t count_king(ways_counter *c, unsigned landing, unsigned direction, uint64_t pieces, unsigned left)
{
    if (left <= 1)
        return left ? c->last[direction][landing][bit_first(pieces)] : bit_count(glide(bit(landing), 0, direction));
    if (left <= SMALL_LEFT)
        return expand_king(c, landing, direction, pieces, left);
    if (c->leaps < c->limits.unkept_leaps)
        return may_leap(c) ? expand_king(c, landing, direction, pieces, left) : 0;
    uint32_t place = landing << 3 | direction;
    const memo_entry *known = memo_find(&c->memo, pieces, place);
    if (memo_holds(&c->memo, known))
        return known->ways;
    return may_leap(c) ? keep(c, pieces, place, expand_king(c, landing, direction, pieces, left)) : 0;
}

static uint64_t king_left(ways_counter *c, unsigned landing, uint64_t pieces, unsigned left)
{
    return count_king(c, landing, LEFT, pieces, left);
}

static uint64_t king_right(ways_counter *c, unsigned landing, uint64_t pieces, unsigned left)
{
    return count_king(c, landing, RIGHT, pieces, left);
}

static uint64_t king_up(ways_counter *c, unsigned landing, uint64_t pieces, unsigned left)
{
    return count_king(c, landing, UP, pieces, left);
}

static uint64_t king_down(ways_counter *c, unsigned landing, uint64_t pieces, unsigned left)
{
    return count_king(c, landing, DOWN, pieces, left);
}

static uint64_t count_man(ways_counter *c, unsigned square, uint64_t pieces, unsigned left);

static uint64_t expand_man(ways_counter *c, unsigned square, uint64_t pieces, unsigned left)
{
    uint64_t from = bit(square), ways = 0, victim;
    if ((victim = victims(from, pieces, LEFT)))
        ways = count_man(c, square - 2, pieces ^ victim, left - 1);
    if ((victim = victims(from, pieces, RIGHT)))
        ways = add_ways(c, ways, count_man(c, square + 2, pieces ^ victim, left - 1), 1);
    if ((victim = victims(from, pieces, UP)) && square >= 24)
        ways = add_ways(c, ways, count_man(c, square - 16, pieces ^ victim, left - 1), 1);
    else if (victim) /* to the top row */
        ways = add_ways(c, ways, king_up(c, square - 16, pieces ^ victim, left - 1), 1);
    return ways;
}

/* The ways of a man on `square`, below the top row, with `pieces` left, `left` of them. */
static uint64_t count_man(ways_counter *c, unsigned square, uint64_t pieces, unsigned left)
{
    if (left == 0)
        return 1;
    if (c->leaps < c->limits.unkept_leaps)
        return may_leap(c) ? expand_man(c, square, pieces, left) : 0;
    uint32_t place = square << 3 | MAN;
    const memo_entry *known = memo_find(&c->memo, pieces, place);
    if (memo_holds(&c->memo, known))
        return known->ways;
    return may_leap(c) ? keep(c, pieces, place, expand_man(c, square, pieces, left)) : 0;
}

ways_result ways_count(ways_counter *counter, unsigned square, uint64_t pieces, uint64_t *ways)
{
    assert(square < 64 && pieces != 0 && !(pieces & bit(square)));
    unsigned left = bit_count(pieces);
    uint64_t number = 0, from = bit(square);
    counter->result = memo_start(&counter->memo) ? WAYS_COUNTED : WAYS_NO_MEMORY;
    counter->leaps = 0;
    if (counter->result != WAYS_COUNTED)
        return counter->result;
    if (!holds_knot(pieces)) {
        if (square >= 8) {
            number = count_man(counter, square, pieces, left);
        } else {
            number = go(counter, from, LEFT, pieces, left);
            number = add_ways(counter, number, go(counter, from, RIGHT, pieces, left), 1);
            number = add_ways(counter, number, go(counter, from, DOWN, pieces, left), 1);
        }
    }
    if (counter->result == WAYS_COUNTED && number > counter->limits.ways)
        counter->result = WAYS_OVERFLOW;
    if (counter->result == WAYS_COUNTED)
        *ways = number;
    return counter->result;
}

/* The number of squares from `square` to the edge. */
static unsigned squares_ahead(unsigned square, unsigned direction)
{
    unsigned lower = direction < UP ? square % 8 : square / 8;
    return direction & 1 ? 7 - lower : lower;
}

/* Fill in the ways to capture the last piece. From any of its landing squares the king turns and captures a piece some
 * way off, and lands on any square behind it; or it goes on straight, and any square before the piece may be the
 * landing square. */
static void make_last(ways_counter *counter, unsigned direction, unsigned landing)
{
    static const int steps[4] = {-1, 1, -8, 8};
    uint8_t *last = counter->last[direction][landing];
    unsigned landings = squares_ahead(landing, direction) + 1;
    for (unsigned before = 1; before + 1 < landings; before++)
        last[(int)landing + (int)before * steps[direction]] = (uint8_t)(before * (landings - 1 - before));
    for (unsigned i = 0; i < 2 * landings; i++) {
        unsigned from = (unsigned)((int)landing + (int)(i / 2) * steps[direction]);
        unsigned turn = (direction < UP ? UP : LEFT) + i % 2, ahead = squares_ahead(from, turn);
        for (unsigned distance = 1; distance < ahead; distance++)
            last[(int)from + (int)distance * steps[turn]] = (uint8_t)(ahead - distance);
    }
}

void ways_counter_init(ways_counter *counter, ways_limits limits)
{
    *counter = (ways_counter){.limits = limits};
    for (unsigned direction = LEFT; direction <= DOWN; direction++)
        for (unsigned landing = 0; landing < 64; landing++)
            make_last(counter, direction, landing);
}

void ways_counter_free(ways_counter *counter) { memo_free(&counter->memo); }
