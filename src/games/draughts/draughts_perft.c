/* SPDX-License-Identifier: MIT
 *
 * Counting the game tree of Turkish draughts fast.
 *
 * Three ideas, from the root to the leaves. The board is always turned so that the side to move goes north; after a
 * move it is turned over by reversing bytes, which costs less than code for two directions. The last ply is not made
 * but counted, for all pieces at once with shifts. And so is the ply before it, where no king stands and neither side
 * can capture: a quiet move changes the number of replies only around its two squares, so the replies to all moves that
 * leave nothing to capture are summed by counting bits of a dozen sets, and only moves that give something up are made
 * one by one. Of the 123 million positions at depth 8 from the start, 49 million are made.
 *
 * Men make chains of captures easy: a man never returns to a rank it has left, so neither its old square nor the pieces
 * it has taken are ever in its way, and chains are paths in a graph that stands still. All men walk it at once, and no
 * two paths of men share origin, target and victims, so both ways of counting agree on them.
 *
 * Kings are counted with the same sets for up to two captures. One position in fifteen at depth 8 is of a side with
 * kings; in one of twelve of those a king takes three pieces or more, and these go through the ordinary generator.
 *
 * Measured to depth 9 on one core of a busy machine: 1.8 s. Instruction sets matter little: counting instructions (v2
 * and up) save a third. Counting the replies on four or eight boards side by side in vector registers was tried and
 * gained nothing: most moves that give something up start long chains, and every board then waits for the longest.
 */
#include "games/draughts/draughts_perft.h"

#include "games/draughts/draughts_moves.h"

#include <assert.h>

/* A position seen from the side to move, whose men go north. */
typedef struct seen_board {
    uint64_t own, other, kings;
} seen_board;

static inline uint64_t turned(uint64_t set) { return __builtin_bswap64(set); }

static inline uint64_t jump_north(uint64_t set, uint64_t other, uint64_t empty)
{
    return bits_north(bits_north(set) & other) & empty;
}

static inline uint64_t jump_east(uint64_t set, uint64_t other, uint64_t empty)
{
    return bits_east(bits_east(set) & other) & empty;
}

static inline uint64_t jump_west(uint64_t set, uint64_t other, uint64_t empty)
{
    return bits_west(bits_west(set) & other) & empty;
}

/* The longest chains of captures by men found so far, and the board they are on. */
typedef struct longest_chains {
    uint64_t other, empty;
    unsigned longest;
    unsigned count;
} longest_chains;

/* Walk all men of `at` on, which have made `length` captures and may go north, east and west as the flags say. */
static void walk_chains(longest_chains *found, uint64_t at, unsigned length, bool east, bool west)
{
    const uint64_t other = found->other, empty = found->empty;
    uint64_t to_north = jump_north(at, other, empty);
    uint64_t to_east = east ? jump_east(at, other, empty) : 0;
    uint64_t to_west = west ? jump_west(at, other, empty) : 0;
    if (to_north)
        walk_chains(found, to_north, length + 1, true, true);
    if (to_east)
        walk_chains(found, to_east, length + 1, true, false);
    if (to_west)
        walk_chains(found, to_west, length + 1, false, true);
    if ((to_north | to_east | to_west) == 0 && length >= found->longest) {
        found->count = length > found->longest ? bit_count(at) : found->count + bit_count(at);
        found->longest = length;
    }
}

/* ---- The last ply ---- */

static inline unsigned count_quiet_men(uint64_t men, uint64_t empty)
{
    return bit_count(bits_north(men) & empty) + bit_count(bits_east(men) & empty) + bit_count(bits_west(men) & empty);
}

/* Landings of men after one capture north, east and west. A man that went east or west may not come straight back. */
typedef struct men_captures {
    uint64_t north, east, west;
} men_captures;

static inline men_captures first_captures(uint64_t men, uint64_t other, uint64_t empty)
{
    return (men_captures){jump_north(men, other, empty), jump_east(men, other, empty), jump_west(men, other, empty)};
}

static inline bool can_take_on(men_captures at, uint64_t other, uint64_t empty)
{
    return (jump_north(at.north | at.east | at.west, other, empty) | jump_east(at.north | at.east, other, empty) |
            jump_west(at.north | at.west, other, empty)) != 0;
}

/* The captures of men, who land on `at` with their first: all go on together, a step a round. As long as no two of them
 * stand on one square the three sets lose nobody; if two do and the round is not the last, every sequence of directions
 * gets its own set. */
static inline unsigned count_men_captures(uint64_t men, men_captures at, uint64_t other, uint64_t empty)
{
    for (;;) {
        uint64_t all = at.north | at.east | at.west;
        men_captures next = {jump_north(all, other, empty), jump_east(at.north | at.east, other, empty),
                             jump_west(at.north | at.west, other, empty)};
        if ((next.north | next.east | next.west) == 0)
            return bit_count(at.north) + bit_count(at.east) + bit_count(at.west);
        if ((at.north & at.east) | (at.north & at.west) | (at.east & at.west))
            break;
        at = next;
    }
    longest_chains found = {.other = other, .empty = empty};
    walk_chains(&found, men, 0, true, true);
    return found.count;
}

/* The moves of a side without kings. */
static inline unsigned count_men(uint64_t men, uint64_t other)
{
    uint64_t empty = ~(men | other);
    men_captures once = first_captures(men, other, empty);
    if (once.north | once.east | once.west)
        return count_men_captures(men, once, other, empty);
    return count_quiet_men(men, empty);
}

/* Squares that a slide from any square of `set` reaches over `empty` ones in one direction: three doubling steps.
 * Slides of different pieces in the same direction never overlap, so counting the bits counts the moves. */
static inline uint64_t slide_north(uint64_t set, uint64_t empty)
{
    uint64_t reached = set | (empty & set << 8);
    empty &= empty << 8;
    reached |= empty & reached << 16;
    empty &= empty << 16;
    reached |= empty & reached << 32;
    return reached ^ set;
}

static inline uint64_t slide_south(uint64_t set, uint64_t empty)
{
    return turned(slide_north(turned(set), turned(empty)));
}

static inline uint64_t slide_east(uint64_t set, uint64_t empty)
{
    uint64_t reached = set, room = empty & ~BITS_FILE_A;
    reached |= room & reached << 1;
    room &= room << 1;
    reached |= room & reached << 2;
    room &= room << 2;
    reached |= room & reached << 4;
    return reached ^ set;
}

static inline uint64_t slide_west(uint64_t set, uint64_t empty)
{
    uint64_t reached = set, room = empty & ~BITS_FILE_H;
    reached |= room & reached >> 1;
    room &= room >> 1;
    reached |= room & reached >> 2;
    room &= room >> 2;
    reached |= room & reached >> 4;
    return reached ^ set;
}

/* The squares that pieces reach by one capture in each direction: kings a row of squares each, men one. */
typedef struct capture_sets {
    uint64_t north, east, south, west;
} capture_sets;

/* Landings of the captures by kings that start north from the squares of `from.north`, and so on. */
static inline capture_sets king_captures(capture_sets from, uint64_t other, uint64_t empty)
{
    uint64_t north = bits_north(from.north | slide_north(from.north, empty)) & other;
    uint64_t east = bits_east(from.east | slide_east(from.east, empty)) & other;
    uint64_t south = bits_south(from.south | slide_south(from.south, empty)) & other;
    uint64_t west = bits_west(from.west | slide_west(from.west, empty)) & other;
    return (capture_sets){slide_north(north, empty), slide_east(east, empty), slide_south(south, empty),
                          slide_west(west, empty)};
}

static inline bool any_capture(capture_sets sets) { return (sets.north | sets.east | sets.south | sets.west) != 0; }

/* Landings of the captures that follow on captures with landings `at`, each going on straight or turning aside. */
static inline capture_sets next_captures(capture_sets at, uint64_t other, uint64_t empty)
{
    uint64_t along = at.north | at.south, across = at.east | at.west;
    return king_captures((capture_sets){at.north | across, at.east | along, at.south | across, at.west | along}, other,
                         empty);
}

static inline unsigned count_landings(capture_sets sets)
{
    return bit_count(sets.north) + bit_count(sets.east) + bit_count(sets.south) + bit_count(sets.west);
}

/* The captures of two pieces by a lone king whose first landings are `once`, or 0 if it can take three. Its landings in
 * one direction lie one a rank or file, so that what turns aside from them does not overlap; going straight on leads to
 * the same squares from each of them, which are different paths of the same moves. As long as no more than three
 * captures are looked at, neither origin nor victims lie where they could matter once they are gone. */
static unsigned count_king_pairs(capture_sets once, uint64_t other, uint64_t empty, bool paths)
{
    uint64_t n = once.north, e = once.east, s = once.south, w = once.west;
    capture_sets from_north = king_captures((capture_sets){n, n, 0, n}, other, empty);
    capture_sets from_east = king_captures((capture_sets){e, e, e, 0}, other, empty);
    capture_sets from_south = king_captures((capture_sets){0, s, s, s}, other, empty);
    capture_sets from_west = king_captures((capture_sets){w, 0, w, w}, other, empty);
    capture_sets all = {
        from_north.north | from_east.north | from_west.north, from_north.east | from_east.east | from_south.east,
        from_east.south | from_south.south | from_west.south, from_north.west | from_south.west | from_west.west};
    if (any_capture(next_captures(all, other, empty)))
        return 0;
    unsigned count =
        count_landings(from_north) + count_landings(from_east) + count_landings(from_south) + count_landings(from_west);
    if (paths)
        count += (bit_count(n) - 1) * bit_count(from_north.north) + (bit_count(e) - 1) * bit_count(from_east.east) +
                 (bit_count(s) - 1) * bit_count(from_south.south) + (bit_count(w) - 1) * bit_count(from_west.west);
    return count;
}

static void count_one_path(void *user, const draughts_path *path)
{
    (void)path;
    ++*(uint64_t *)user;
}

static flank_position as_position(seen_board board)
{
    return (flank_position){.own = board.own, .other = board.other, .kings = board.kings, .color = FLANK_WHITE};
}

/* Captures by the ordinary generator. */
static uint64_t count_listed_captures(const flank_rules *rules, seen_board board)
{
    flank_position position = as_position(board);
    flank_move moves[FLANK_MOVES_MAX];
    uint64_t paths = 0;
    if (rules->value[DRAUGHTS_COUNT] == 0)
        return draughts_captures(rules, &position, moves);
    draughts_each_path(rules, &position, count_one_path, &paths);
    return paths;
}

/* The quiet moves of kings, as squares reached in each direction. */
static inline capture_sets king_slides(uint64_t kings, uint64_t empty)
{
    return (capture_sets){slide_north(kings, empty), slide_east(kings, empty), slide_south(kings, empty),
                          slide_west(kings, empty)};
}

/* The moves of a side with kings. A first capture does not change what can be taken next: origin and victim lie behind.
 */
static uint64_t count_kings(const flank_rules *rules, seen_board board)
{
    uint64_t empty = ~(board.own | board.other), other = board.other;
    uint64_t kings = board.own & board.kings, men = board.own & ~board.kings;
    men_captures men_once = first_captures(men, other, empty);
    capture_sets once = king_captures((capture_sets){kings, kings, kings, kings}, other, empty);
    bool men_capture = (men_once.north | men_once.east | men_once.west) != 0;
    if (!men_capture && !any_capture(once))
        return count_quiet_men(men, empty) + count_landings(king_slides(kings, empty));
    bool men_go_on = men_capture && can_take_on(men_once, other, empty);
    if (!men_go_on && !any_capture(next_captures(once, other, empty)))
        return bit_count(men_once.north) + bit_count(men_once.east) + bit_count(men_once.west) + count_landings(once);
    unsigned pairs =
        men_go_on || bit_rest(kings) ? 0 : count_king_pairs(once, other, empty, rules->value[DRAUGHTS_COUNT] != 0);
    return pairs ? pairs : count_listed_captures(rules, board);
}

/* ---- The last two plies ---- */

/* Squares to which the opponent moves in either of two directions. */
typedef struct reply_squares {
    uint64_t one, another;
} reply_squares;

static inline uint64_t count_in(uint64_t set, reply_squares squares)
{
    return bit_count(set & squares.one) + bit_count(set & squares.another);
}

/* Replies to all moves of men by one step from `origins` to `safe`, in one direction, that leave nothing to capture;
 * see count_quiet_pairs. */
static inline uint64_t sum_replies(uint64_t base, uint64_t origins, uint64_t safe, reply_squares freed,
                                   reply_squares blocked)
{
    return bit_count(safe) * base - count_in(safe, blocked) + count_in(origins, freed);
}

static inline uint64_t count_after(uint64_t own, uint64_t other) { return count_men(turned(other), turned(own)); }

/* Two plies from a position of men in which the side to move cannot capture. */
static uint64_t count_quiet_pairs(uint64_t own, uint64_t other)
{
    uint64_t empty = ~(own | other);
    uint64_t to_north = bits_north(own) & empty, to_east = bits_east(own) & empty, to_west = bits_west(own) & empty;
    /* Squares next to opposing men: the opponent moves or captures from there towards us (south), east or west. */
    uint64_t below = bits_south(other), right = bits_east(other), left = bits_west(other);
    uint64_t threats = (bits_south(below & own) | bits_east(right & own) | bits_west(left & own)) & empty;
    uint64_t leaves = 0;
    if (!threats) {
        /* Squares that a move uncovers: squares on which, once empty, a capture would land. */
        uint64_t landing_south = bits_south(below & own), landing_east = bits_east(right & own),
                 landing_west = bits_west(left & own);
        uint64_t room_south = bits_north(empty), room_east = bits_west(empty), room_west = bits_east(empty);
        uint64_t base = bit_count(below & empty) + bit_count(right & empty) + bit_count(left & empty);
        uint64_t safe_north =
            to_north & ~(below | (left & room_west) | (right & room_east) | bits_north(landing_east | landing_west));
        uint64_t safe_east = to_east & ~(left | (below & room_south) | bits_east(landing_south | landing_east));
        uint64_t safe_west = to_west & ~(right | (below & room_south) | bits_west(landing_south | landing_west));
        const reply_squares sides = {left, right}, south = {below, 0};
        leaves = sum_replies(base, bits_south(safe_north), safe_north, sides, sides) +
                 sum_replies(base, bits_west(safe_east), safe_east, (reply_squares){below, right}, south) +
                 sum_replies(base, bits_east(safe_west), safe_west, (reply_squares){below, left}, south);
        to_north ^= safe_north, to_east ^= safe_east, to_west ^= safe_west;
    }
    for (BITS_EACH(to, to_north))
        leaves += count_after(own ^ bit((unsigned)to) ^ bit((unsigned)to - 8), other);
    for (BITS_EACH(to, to_east))
        leaves += count_after(own ^ bit((unsigned)to) ^ bit((unsigned)to - 1), other);
    for (BITS_EACH(to, to_west))
        leaves += count_after(own ^ bit((unsigned)to) ^ bit((unsigned)to + 1), other);
    return leaves;
}

/* ---- The tree above ---- */

static uint64_t count(const flank_rules *rules, seen_board board, int depth);

/* Count below the move of a man from `from` to `to` that takes `captured`. */
static uint64_t count_below(const flank_rules *rules, seen_board board, uint64_t from, uint64_t to, uint64_t captured,
                            int depth)
{
    uint64_t own = board.own ^ from ^ to, other = board.other ^ captured;
    uint64_t kings = (board.kings & ~captured) | (to & BITS_RANK_8);
    return count(rules, (seen_board){.own = turned(other), .other = turned(own), .kings = turned(kings)}, depth - 1);
}

/* One man's chain on its way: `left` captures are still to be made. */
typedef struct man_chain {
    uint64_t from, at, captured;
    unsigned left;
    bool east, west;
} man_chain;

static uint64_t count_chain(const flank_rules *rules, seen_board board, man_chain chain, int depth)
{
    if (chain.left == 0)
        return count_below(rules, board, chain.from, chain.at, chain.captured, depth);
    uint64_t empty = ~(board.own | board.other), leaves = 0;
    man_chain next = {.from = chain.from, .left = chain.left - 1};
    if ((next.at = jump_north(chain.at, board.other, empty))) {
        next.captured = chain.captured | bits_north(chain.at);
        next.east = next.west = true;
        leaves += count_chain(rules, board, next, depth);
    }
    if (chain.east && (next.at = jump_east(chain.at, board.other, empty))) {
        next.captured = chain.captured | bits_east(chain.at);
        next.east = true, next.west = false;
        leaves += count_chain(rules, board, next, depth);
    }
    if (chain.west && (next.at = jump_west(chain.at, board.other, empty))) {
        next.captured = chain.captured | bits_west(chain.at);
        next.east = false, next.west = true;
        leaves += count_chain(rules, board, next, depth);
    }
    return leaves;
}

/* Captures of one piece each: three rows of them. */
static uint64_t count_below_singles(const flank_rules *rules, seen_board board, men_captures once, int depth)
{
    uint64_t leaves = 0;
    for (BITS_EACH(to, once.north))
        leaves += count_below(rules, board, bit((unsigned)to) >> 16, bit((unsigned)to), bit((unsigned)to) >> 8, depth);
    for (BITS_EACH(to, once.east))
        leaves += count_below(rules, board, bit((unsigned)to) >> 2, bit((unsigned)to), bit((unsigned)to) >> 1, depth);
    for (BITS_EACH(to, once.west))
        leaves += count_below(rules, board, bit((unsigned)to) << 2, bit((unsigned)to), bit((unsigned)to) << 1, depth);
    return leaves;
}

static uint64_t count_below_captures(const flank_rules *rules, seen_board board, men_captures once, int depth)
{
    uint64_t empty = ~(board.own | board.other), leaves = 0;
    if (!can_take_on(once, board.other, empty))
        return count_below_singles(rules, board, once, depth);
    longest_chains found = {.other = board.other, .empty = empty};
    walk_chains(&found, board.own, 0, true, true);
    for (BITS_EACH(from, once.north >> 16 | once.east >> 2 | once.west << 2)) {
        uint64_t man = bit((unsigned)from);
        man_chain chain = {.from = man, .at = man, .left = found.longest, .east = true, .west = true};
        leaves += count_chain(rules, board, chain, depth);
    }
    return leaves;
}

static uint64_t count_below_men(const flank_rules *rules, seen_board board, int depth)
{
    uint64_t men = board.own & ~board.kings, empty = ~(board.own | board.other), leaves = 0;
    for (BITS_EACH(to, bits_north(men) & empty))
        leaves += count_below(rules, board, bit((unsigned)to - 8), bit((unsigned)to), 0, depth);
    for (BITS_EACH(to, bits_east(men) & empty))
        leaves += count_below(rules, board, bit((unsigned)to - 1), bit((unsigned)to), 0, depth);
    for (BITS_EACH(to, bits_west(men) & empty))
        leaves += count_below(rules, board, bit((unsigned)to + 1), bit((unsigned)to), 0, depth);
    return leaves;
}

/* Below the quiet moves of a side with kings. */
static uint64_t count_below_kings(const flank_rules *rules, seen_board board, int depth)
{
    uint64_t empty = ~(board.own | board.other), leaves = count_below_men(rules, board, depth);
    for (BITS_EACH(from, board.own & board.kings)) {
        uint64_t king = bit((unsigned)from);
        capture_sets slides = king_slides(king, empty);
        seen_board next = {turned(board.other), 0, 0};
        for (BITS_EACH(to, slides.north | slides.east | slides.south | slides.west)) {
            next.other = turned(board.own ^ king ^ bit((unsigned)to));
            next.kings = turned(board.kings ^ king ^ bit((unsigned)to));
            leaves += count(rules, next, depth - 1);
        }
    }
    return leaves;
}

/* The state of listing moves or paths. */
typedef struct listing {
    const flank_rules *rules;
    const flank_position *position;
    int depth;
    uint64_t leaves;
} listing;

static void count_below_path(void *user, const draughts_path *path)
{
    listing *all = user;
    flank_position next = draughts_play(all->position, path->move);
    seen_board board = {.own = turned(next.own), .other = turned(next.other), .kings = turned(next.kings)};
    all->leaves += count(all->rules, board, all->depth - 1);
}

static uint64_t count_listed(const flank_rules *rules, seen_board board, int depth)
{
    flank_position position = as_position(board);
    flank_move moves[FLANK_MOVES_MAX];
    size_t move_count = draughts_moves(rules, &position, moves);
    listing all = {.rules = rules, .position = &position, .depth = depth};
    if (move_count && moves[0].captured && rules->value[DRAUGHTS_COUNT] != 0)
        draughts_each_path(rules, &position, count_below_path, &all);
    else
        for (size_t i = 0; i < move_count; i++)
            count_below_path(&all, &(draughts_path){.move = moves[i]});
    return all.leaves;
}

static uint64_t count(const flank_rules *rules, seen_board board, int depth)
{
    if (depth == 1)
        return board.own & board.kings ? count_kings(rules, board) : count_men(board.own, board.other);
    uint64_t empty = ~(board.own | board.other), kings = board.own & board.kings;
    men_captures once = first_captures(board.own & ~kings, board.other, empty);
    bool men_capture = (once.north | once.east | once.west) != 0;
    if (kings) {
        capture_sets all_round = {kings, kings, kings, kings};
        bool capture = men_capture || any_capture(king_captures(all_round, board.other, empty));
        return capture ? count_listed(rules, board, depth) : count_below_kings(rules, board, depth);
    }
    if (men_capture)
        return count_below_captures(rules, board, once, depth);
    if (depth == 2 && !board.kings)
        return count_quiet_pairs(board.own, board.other);
    return count_below_men(rules, board, depth);
}

uint64_t CPU_NAME(draughts_perft)(const flank_rules *rules, const flank_position *position, int depth)
{
    assert(depth >= 1 && rules->value[DRAUGHTS_PROMOTION] == 0 && rules->value[DRAUGHTS_MAJORITY] == 0);
    if (!position->other)
        return 0;
    seen_board board = {.own = position->own, .other = position->other, .kings = position->kings};
    if (position->color == FLANK_BLACK)
        board = (seen_board){.own = turned(board.own), .other = turned(board.other), .kings = turned(board.kings)};
    return count(rules, board, depth);
}
