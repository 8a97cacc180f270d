/* SPDX-License-Identifier: MIT
 *
 * Finding the legal moves of Turkish draughts.
 *
 * Captures are mandatory, so they are looked for first: a depth-first walk of each piece, which is lifted from the
 * board, takes one victim per step, removes it at once and never turns back by 180 degrees. Under the majority rule
 * only the walks of the greatest length count; the list is emptied whenever a longer one turns up. Without it every
 * walk that cannot go on counts: the published counts of that variant (7,550 at depth 4, 127,323,986 at depth 8) are
 * met if a capture, once begun, must be continued to its end, and missed if it may be broken off.
 *
 * The same move (from, to, captured set) can often be made along several paths. Men never cause that: they do not go
 * backwards, so their victims tell their path. A king's walk is a tree whose branches meet again; in the worst
 * positions found by hill climbing, one side with 16 pieces to take, it has 1.5 million nodes but 0.23 million distinct
 * states (square, last direction, pieces left). A small table of states already walked, which forgets by overwriting,
 * brings this close to the number of states; it is only opened when a walk gets deep, since ordinary captures are over
 * before clearing it pays. Every state kept apart in a growing table was rejected: it needs an allocation, and gains a
 * factor of 1.6.
 *
 * Longest list: an empty square is reached by at most four pieces without a capture, so there are at most 252 quiet
 * moves. Captures under the majority rule: hill climbing over hundreds of thousands of positions reached about 900, and
 * nothing met in play comes near 100. Without the majority rule there are composed positions with 50,000 captures. A
 * list is cut at FLANK_MOVES_MAX, so that no position can overrun it.
 */
#include "games/draughts/draughts_moves.h"

#include <assert.h>
#include <string.h>

/* ---- Walking captures ---- */

enum { SEEN_FROM_DEPTH = 6, SEEN_SIZE = 1 << 12 };

/* A state of a walk, and all that decides how it can go on. */
typedef struct walk_state {
    uint64_t others; /* pieces still to take */
    uint8_t square;
    uint8_t direction; /* of the last step */
    uint8_t king;
    uint8_t from;
} walk_state;

typedef struct capture_walk {
    uint64_t own; /* without the lifted piece */
    uint64_t crown_rank;
    unsigned backward;
    bool crown_at_once;
    bool skip_seen; /* walk a state only once: paths do not matter, or one path is enough */
    bool seen_opened;
    uint8_t from;
    const draughts_path *wanted; /* walk only what fits this description of a path; NULL: everything */
    draughts_path path;
    void (*at_end)(struct capture_walk *walk); /* called where no step is possible, with `path` up to there */
    void *user;
    walk_state seen[SEEN_SIZE];
} capture_walk;

static bool seen_before(capture_walk *walk, walk_state state)
{
    if (!walk->seen_opened) {
        memset(walk->seen, 0, sizeof walk->seen); /* an unused entry has no piece to take, which no state asks for */
        walk->seen_opened = true;
    }
    uint64_t key = state.others ^ (uint64_t)state.square << 58 ^ (uint64_t)state.direction << 52 ^
                   (uint64_t)state.king << 50 ^ (uint64_t)state.from << 44;
    walk_state *entry = &walk->seen[(key * UINT64_C(0x9e3779b97f4a7c15)) >> 52];
    if (entry->others == state.others && entry->square == state.square && entry->direction == state.direction &&
        entry->king == state.king && entry->from == state.from)
        return true;
    *entry = state;
    return false;
}

/* The piece that can be taken from `square` in `direction`, or FLANK_NO_SQUARE; `*landings` are the squares behind it.
 */
static unsigned find_victim(const capture_walk *walk, uint64_t others, unsigned square, unsigned direction, bool king,
                            uint64_t *landings)
{
    uint64_t occupied = walk->own | others;
    uint64_t blockers = king ? draughts_line(square, direction) & occupied : draughts_shift(bit(square), direction);
    if (!blockers)
        return FLANK_NO_SQUARE;
    unsigned victim = draughts_nearest(blockers, direction);
    if (!(bit(victim) & others))
        return FLANK_NO_SQUARE;
    *landings = king ? draughts_slide(victim, direction, occupied) : draughts_shift(bit(victim), direction) & ~occupied;
    return *landings ? victim : FLANK_NO_SQUARE;
}

/* The part of `landings` behind `victim` that the wanted path allows at step `depth`. */
static uint64_t wanted_landings(const draughts_path *wanted, unsigned depth, unsigned victim, uint64_t landings)
{
    if (!(bit(victim) & wanted->move.captured))
        return 0;
    if (wanted->victims[depth] != FLANK_NO_SQUARE && wanted->victims[depth] != victim)
        return 0;
    return wanted->landings[depth] == FLANK_NO_SQUARE ? landings : landings & bit(wanted->landings[depth]);
}

static void walk_on(capture_walk *walk, walk_state at)
{
    unsigned depth = walk->path.length;
    assert(depth < sizeof walk->path.victims / sizeof *walk->path.victims && (walk->own & at.others) == 0);
    if (walk->skip_seen && depth >= SEEN_FROM_DEPTH && at.others && seen_before(walk, at))
        return;
    bool ended = true;
    for (unsigned direction = 0; direction < 4; direction++) {
        uint64_t landings;
        if (direction == draughts_opposite(at.direction) || (!at.king && direction == walk->backward))
            continue;
        unsigned victim = find_victim(walk, at.others, at.square, direction, at.king, &landings);
        if (victim == FLANK_NO_SQUARE)
            continue;
        ended = false;
        if (walk->wanted)
            landings = wanted_landings(walk->wanted, depth, victim, landings);
        while (landings) {
            unsigned landing = draughts_nearest(landings, direction);
            landings ^= bit(landing);
            walk->path.victims[depth] = (uint8_t)victim;
            walk->path.landings[depth] = (uint8_t)landing;
            walk->path.length = depth + 1;
            walk_on(walk, (walk_state){.others = at.others ^ bit(victim),
                                       .square = (uint8_t)landing,
                                       .direction = (uint8_t)direction,
                                       .king = at.king || (walk->crown_at_once && (bit(landing) & walk->crown_rank)),
                                       .from = at.from});
        }
    }
    walk->path.length = depth;
    if (ended && depth)
        walk->at_end(walk);
}

/* Fill in `path.move` from the steps; ends call it when they want the move. */
static flank_move walked_move(const capture_walk *walk)
{
    flank_move move = {.from = walk->from, .to = walk->path.landings[walk->path.length - 1]};
    for (unsigned i = 0; i < walk->path.length; i++)
        move.captured |= bit(walk->path.victims[i]);
    return move;
}

/* Set up `walk` and walk the pieces of `pieces` one after the other. */
static void walk_pieces(capture_walk *walk, const flank_rules *rules, const flank_position *position, uint64_t pieces)
{
    flank_color color = (flank_color)position->color;
    walk->crown_rank = draughts_crown_rank(color);
    walk->backward = draughts_opposite(draughts_forward(color));
    walk->crown_at_once = rules->value[DRAUGHTS_PROMOTION] != 0;
    walk->seen_opened = false;
    walk->path.length = 0;
    for (BITS_EACH(from, pieces)) {
        walk->from = (uint8_t)from;
        walk->own = position->own ^ bit((unsigned)from);
        walk_on(walk, (walk_state){.others = position->other,
                                   .square = (uint8_t)from,
                                   .direction = DRAUGHTS_NO_DIRECTION,
                                   .king = (position->kings & bit((unsigned)from)) != 0,
                                   .from = (uint8_t)from});
    }
}

/* ---- Lists of captures ---- */

typedef struct capture_list {
    bool majority;
    unsigned longest;
    size_t count;
    flank_move *moves;
} capture_list;

static void add_to_list(capture_walk *walk)
{
    capture_list *list = walk->user;
    if (list->majority && walk->path.length < list->longest)
        return;
    if (list->majority && walk->path.length > list->longest)
        list->count = 0;
    list->longest = walk->path.length;
    flank_move move = walked_move(walk);
    for (size_t i = list->count; i > 0 && list->moves[i - 1].from == move.from; i--)
        if (flank_move_equal(list->moves[i - 1], move))
            return;
    if (list->count < FLANK_MOVES_MAX)
        list->moves[list->count++] = move;
}

/* The pieces of the side to move that can take something; exact, and cheap enough to ask first. */
static uint64_t capturing_pieces(const flank_position *position)
{
    assert((position->own & position->other) == 0 && (position->kings & ~(position->own | position->other)) == 0);
    uint64_t occupied = position->own | position->other, found = 0;
    uint64_t men = position->own & ~position->kings, kings = position->own & position->kings;
    unsigned backward = draughts_opposite(draughts_forward((flank_color)position->color));
    for (unsigned direction = 0; direction < 4; direction++) {
        uint64_t takeable = position->other & draughts_shift(~occupied, draughts_opposite(direction));
        if (direction != backward)
            found |= men & draughts_shift(takeable, draughts_opposite(direction));
        for (BITS_EACH(king, kings)) {
            uint64_t blockers = draughts_line((unsigned)king, direction) & occupied;
            if (blockers && (bit(draughts_nearest(blockers, direction)) & takeable))
                found |= bit((unsigned)king);
        }
    }
    return found;
}

size_t draughts_captures(const flank_rules *rules, const flank_position *position, flank_move *moves)
{
    uint64_t pieces = capturing_pieces(position);
    if (!pieces)
        return 0;
    capture_list list = {.majority = rules->value[DRAUGHTS_MAJORITY] == 0, .moves = moves};
    capture_walk walk;
    walk.wanted = NULL;
    walk.skip_seen = true;
    walk.at_end = add_to_list;
    walk.user = &list;
    walk_pieces(&walk, rules, position, pieces);
    return list.count;
}

size_t draughts_moves(const flank_rules *rules, const flank_position *position, flank_move *moves)
{
    if (!position->other)
        return 0;
    size_t count = draughts_captures(rules, position, moves);
    if (count)
        return count;
    uint64_t occupied = position->own | position->other;
    unsigned backward = draughts_opposite(draughts_forward((flank_color)position->color));
    for (BITS_EACH(from, position->own)) {
        bool king = position->kings & bit((unsigned)from);
        for (unsigned direction = 0; direction < 4; direction++) {
            uint64_t targets = king                    ? draughts_slide((unsigned)from, direction, occupied)
                               : direction != backward ? draughts_shift(bit((unsigned)from), direction) & ~occupied
                                                       : 0;
            for (BITS_EACH(to, targets))
                moves[count++] = (flank_move){.from = (uint8_t)from, .to = (uint8_t)to};
        }
    }
    assert(count <= FLANK_MOVES_MAX);
    return count;
}

bool draughts_can_move(const flank_position *position)
{
    uint64_t empty = ~(position->own | position->other);
    uint64_t men = position->own & ~position->kings, kings = position->own & position->kings;
    unsigned backward = draughts_opposite(draughts_forward((flank_color)position->color));
    for (unsigned direction = 0; direction < 4; direction++) {
        uint64_t movers = direction == backward ? kings : kings | men;
        if (draughts_shift(movers, direction) & empty)
            return true;
    }
    return capturing_pieces(position) != 0;
}

/* ---- Paths ---- */

static void note_longest(capture_walk *walk)
{
    unsigned *longest = walk->user;
    if (walk->path.length > *longest)
        *longest = walk->path.length;
}

typedef struct path_visitor {
    unsigned shortest_allowed;
    draughts_path_fn *visit;
    void *user;
} path_visitor;

static void visit_path(capture_walk *walk)
{
    path_visitor *visitor = walk->user;
    if (walk->path.length < visitor->shortest_allowed)
        return;
    walk->path.move = walked_move(walk);
    visitor->visit(visitor->user, &walk->path);
}

void draughts_each_path(const flank_rules *rules, const flank_position *position, draughts_path_fn *visit, void *user)
{
    uint64_t pieces = capturing_pieces(position);
    if (!pieces)
        return;
    path_visitor visitor = {.visit = visit, .user = user};
    capture_walk walk;
    walk.wanted = NULL;
    if (rules->value[DRAUGHTS_MAJORITY] == 0) {
        walk.skip_seen = true;
        walk.at_end = note_longest;
        walk.user = &visitor.shortest_allowed;
        walk_pieces(&walk, rules, position, pieces);
    }
    walk.skip_seen = false;
    walk.at_end = visit_path;
    walk.user = &visitor;
    walk_pieces(&walk, rules, position, pieces);
}

typedef struct path_search {
    flank_move move;
    bool found;
    draughts_path *path;
} path_search;

static void keep_first_path(capture_walk *walk)
{
    path_search *search = walk->user;
    if (search->found || !flank_move_equal(walked_move(walk), search->move))
        return;
    search->found = true;
    *search->path = walk->path;
    search->path->move = search->move;
}

void draughts_path_init(draughts_path *path, flank_move move)
{
    path->move = move;
    path->length = bit_count(move.captured);
    memset(path->landings, FLANK_NO_SQUARE, sizeof path->landings);
    memset(path->victims, FLANK_NO_SQUARE, sizeof path->victims);
}

bool draughts_find_path(const flank_rules *rules, const flank_position *position, draughts_path *path)
{
    draughts_path wanted = *path;
    path_search search = {.move = path->move, .path = path};
    capture_walk walk;
    walk.wanted = &wanted;
    walk.skip_seen = true;
    walk.at_end = keep_first_path;
    walk.user = &search;
    walk_pieces(&walk, rules, position, bit(path->move.from));
    return search.found;
}

/* ---- Playing ---- */

flank_position draughts_play(const flank_position *position, flank_move move)
{
    flank_color color = (flank_color)position->color;
    uint64_t from = bit(move.from), to = bit(move.to);
    assert((position->own & from) && !((position->own | position->other) & to & ~(from | move.captured)));
    assert((move.captured & ~position->other) == 0);
    bool king = (position->kings & from) || (to & draughts_crown_rank(color));
    return (flank_position){.own = position->other & ~move.captured,
                            .other = (position->own & ~from) | to,
                            .kings = (position->kings & ~(from | move.captured)) | (king ? to : 0),
                            .color = !color};
}
