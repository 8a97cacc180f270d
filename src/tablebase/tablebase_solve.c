/* SPDX-License-Identifier: MIT
 *
 * Retrograde analysis of a class and its twin.
 *
 * Captures lead to fewer pieces and promotions to fewer men, that is to classes that are done. All other moves lead
 * from a class to its twin and back, in circles. First each position is looked at by itself: one with a capture, or
 * without a move, has its value at once; of any other the moves into the twin are counted, and a winning promotion
 * gives it a value that may yet become better. Then the values spread backwards in the order of their distance: whoever
 * can move to a lost position wins one ply later; a position whose counted moves have all turned out to lead to wins of
 * the other side is lost, and the last move tells when. Nobody can force the rest: draws.
 *
 * A move is counted once for an entry, and taken back once: two moves to mirror images are one (each_twin_entry).
 *
 * Cost: a byte for the value and one for the count of each entry; a second for a million positions.
 */
#include "tablebase/tablebase_solve.h"

#include "core/symmetry.h"
#include "games/draughts/draughts_moves.h"

#include <stdlib.h>
#include <string.h>

enum {
    COUNT_NEVER_LOST = 254, /* it can avoid a loss, or is a hole */
    COUNT_DECIDED = 255,    /* captures decide: no quiet move is legal */
    LOOK_EVERY = 1 << 16,   /* entries between looks at the stop */
    TWIN_MOVES_MAX = 14 * TABLE_SIDE_MAX,
};

typedef struct pair_work {
    const table_solver *solver;
    unsigned class_index[2];
    unsigned sides; /* 1: the class is its own twin */
    uint8_t *values[2], *counts[2];
    unsigned greatest; /* value so far */
    uint64_t done;     /* entries looked at */
} pair_work;

static bool shall_stop(const pair_work *work, unsigned side, uint64_t entry)
{
    if (entry % LOOK_EVERY)
        return false;
    if (work->solver->progress)
        work->solver->progress(work->solver->user, work->class_index[side], work->done + entry);
    return flank_stop_is_raised(work->solver->stop);
}

/* ---- Values behind moves that leave the pair ---- */

/* The moves of a position that lead to known values, summed up. */
typedef struct known_moves {
    unsigned win;        /* the value that the best of them gives, if one wins; 0: none does */
    unsigned latest_end; /* the value that the best of them gives if all moves lose */
    bool draws;
} known_moves;

static unsigned known_value(const table_solver *solver, const flank_position *position)
{
    table_place place;
    if (!position->own)
        return TABLE_LOST_NOW;
    if (draughts_one_each(position->own, position->other))
        return TABLE_DRAW;
    const bool placed = table_index_place(solver->index, position, &place);
    assert(placed);
    (void)placed;
    return solver->values[place.class_index][place.entry];
}

static void add_known(known_moves *known, unsigned value)
{
    assert(value != TABLE_HOLE);
    if (value == TABLE_DRAW)
        known->draws = true;
    else if (table_is_win(value))
        known->latest_end = value + 1 > known->latest_end ? value + 1 : known->latest_end;
    else if (!known->win || value + 1 < known->win)
        known->win = value + 1;
}

static bool is_promotion(const flank_position *position, flank_move move)
{
    return (bit(move.to) & draughts_crown_rank((flank_color)position->color)) && !(bit(move.from) & position->kings);
}

/* ---- Entries on the other side of a quiet move ---- */

typedef struct twin_entries {
    const table_index *index;
    bool fold; /* two of them may be one entry */
    unsigned count;
    uint64_t entries[TWIN_MOVES_MAX];
} twin_entries;

/* Only if the side that stays is its own mirror image, two moves can lead to mirror images. */
static twin_entries twin_entries_start(const table_index *index, const flank_position *position, uint64_t staying)
{
    const uint64_t kings = staying & position->kings;
    return (twin_entries){.index = index,
                          .fold = symmetry_mirror(staying) == staying && symmetry_mirror(kings) == kings};
}

static void add_twin_entry(twin_entries *list, const flank_position *position)
{
    table_place place;
    const bool placed = table_index_place(list->index, position, &place);
    assert(placed && list->count < TWIN_MOVES_MAX);
    (void)placed;
    for (unsigned i = 0; list->fold && i < list->count; i++)
        if (list->entries[i] == place.entry)
            return;
    list->entries[list->count++] = place.entry;
}

/* The positions from which a quiet move leads to `position`. */
static void find_twin_entries_before(twin_entries *list, const flank_position *position)
{
    const uint64_t occupied = position->own | position->other;
    for (BITS_EACH(to, position->other)) {
        const uint64_t piece = bit((unsigned)to), king = piece & position->kings;
        uint64_t origins = 0;
        for (unsigned direction = 0; direction < 4; direction++)
            if (king)
                origins |= draughts_slide((unsigned)to, direction, occupied);
            else if (direction != draughts_forward(FLANK_BLACK)) /* the moves of a man turned round */
                origins |= draughts_shift(piece, direction) & ~occupied;
        for (BITS_EACH(from, origins)) {
            const uint64_t origin = bit((unsigned)from);
            add_twin_entry(list, &(flank_position){.own = (position->other ^ piece) | origin,
                                                   .other = position->own,
                                                   .kings = (position->kings ^ king) | (king ? origin : 0),
                                                   .color = FLANK_BLACK});
        }
    }
}

/* ---- First look at each position ---- */

/* Look at the moves of a position: those that leave the pair are summed up, the others counted. Returns true if
 * captures decide. */
static bool look_at_moves(const table_solver *solver, const flank_position *position, known_moves *known,
                          unsigned *counted, bool *can_move)
{
    flank_move moves[FLANK_MOVES_MAX];
    const size_t count = draughts_moves(solver->rules, position, moves);
    twin_entries twins = twin_entries_start(solver->index, position, position->other);
    *known = (known_moves){0};
    for (size_t i = 0; i < count; i++) {
        const flank_position next = draughts_play(position, moves[i]);
        if (moves[i].captured || is_promotion(position, moves[i]))
            add_known(known, known_value(solver, &next));
        else
            add_twin_entry(&twins, &next);
    }
    *counted = twins.count;
    *can_move = count > 0;
    return count && moves[0].captured;
}

static void set_value(pair_work *work, unsigned side, uint64_t entry, unsigned value)
{
    work->values[side][entry] = (uint8_t)(value > TABLE_LAST ? TABLE_LAST : value);
    if (value > work->greatest)
        work->greatest = value;
}

static void first_look(pair_work *work, unsigned side, uint64_t entry)
{
    const table_solver *solver = work->solver;
    uint8_t *count = &work->counts[side][entry];
    flank_position position;
    *count = COUNT_DECIDED;
    if (!table_index_position(solver->index, (table_place){work->class_index[side], entry}, &position)) {
        work->values[side][entry] = TABLE_HOLE;
        return;
    }
    known_moves known;
    unsigned counted;
    bool can_move;
    const bool captures = look_at_moves(solver, &position, &known, &counted, &can_move);
    const bool ends = counted == 0; /* no move leads into the twin */
    if (known.win)
        set_value(work, side, entry, known.win);
    else if (ends && !known.draws)
        set_value(work, side, entry, can_move ? known.latest_end : TABLE_LOST_NOW);
    else
        work->values[side][entry] = TABLE_DRAW;
    if (!captures && !ends)
        *count = (uint8_t)(known.win || known.draws ? COUNT_NEVER_LOST : counted);
}

/* ---- Spreading ---- */

/* All moves of an entry lead to wins of the other side, the last one with `value` for the entry. */
static void set_lost(pair_work *work, unsigned side, uint64_t entry, unsigned value)
{
    flank_position position;
    known_moves known;
    unsigned counted;
    bool can_move;
    const table_place place = {work->class_index[side], entry};
    if (table_index_position(work->solver->index, place, &position))
        look_at_moves(work->solver, &position, &known, &counted, &can_move);
    set_value(work, side, entry, value > known.latest_end ? value : known.latest_end);
}

/* Tell the positions before an entry that has got `value`. */
static void spread(pair_work *work, unsigned side, uint64_t entry, unsigned value)
{
    flank_position position;
    const unsigned before = work->sides == 1 ? 0 : !side;
    const bool found =
        table_index_position(work->solver->index, (table_place){work->class_index[side], entry}, &position);
    assert(found);
    (void)found;
    twin_entries twins = twin_entries_start(work->solver->index, &position, position.own);
    find_twin_entries_before(&twins, &position);
    for (unsigned i = 0; i < twins.count; i++) {
        const uint64_t twin = twins.entries[i];
        uint8_t *count = &work->counts[before][twin];
        const unsigned old = work->values[before][twin];
        if (*count == COUNT_DECIDED)
            continue;
        if (!table_is_win(value) && (old == TABLE_DRAW || old > value + 1))
            set_value(work, before, twin, value + 1);
        else if (table_is_win(value) && *count != COUNT_NEVER_LOST && --*count == 0)
            set_lost(work, before, twin, value + 1);
    }
}

static flank_status spread_all(pair_work *work)
{
    const table_index *index = work->solver->index;
    for (unsigned value = TABLE_LOST_NOW; value <= work->greatest; value++)
        for (unsigned side = 0; side < work->sides; side++) {
            const uint8_t *values = work->values[side];
            const uint64_t size = index->classes[work->class_index[side]].size;
            if (work->greatest > TABLE_LAST)
                return FLANK_TOO_LARGE;
            for (uint64_t entry = 0; entry < size;) {
                /* Piece by piece, to look at the stop. */
                const uint64_t rest = size - entry, piece = rest < LOOK_EVERY ? rest : LOOK_EVERY;
                const uint8_t *end = values + entry + piece, *at = values + entry;
                if (shall_stop(work, side, 0))
                    return FLANK_STOPPED;
                while ((at = memchr(at, (int)value, (size_t)(end - at))) != NULL) {
                    spread(work, side, (uint64_t)(at - values), value);
                    at++;
                }
                entry += piece;
            }
        }
    return FLANK_OK;
}

static flank_status solve_pair(pair_work *work)
{
    for (unsigned side = 0; side < work->sides; side++) {
        const uint64_t size = work->solver->index->classes[work->class_index[side]].size;
        for (uint64_t entry = 0; entry < size; entry++) {
            if (shall_stop(work, side, entry))
                return FLANK_STOPPED;
            first_look(work, side, entry);
        }
        work->done += size;
    }
    return spread_all(work);
}

flank_status table_solve(const table_solver *solver, unsigned class_index)
{
    const table_class *class = &solver->index->classes[class_index];
    pair_work work = {.solver = solver,
                      .class_index = {class_index, class->twin},
                      .sides = class->twin == class_index ? 1 : 2,
                      .values = {solver->values[class_index], solver->values[class->twin]},
                      .counts = {malloc(class->size), malloc(solver->index->classes[class->twin].size)}};
    const flank_status status = work.counts[0] && work.counts[1] ? solve_pair(&work) : FLANK_NO_MEMORY;
    free(work.counts[0]);
    free(work.counts[1]);
    return status;
}
