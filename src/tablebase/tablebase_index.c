/* SPDX-License-Identifier: MIT
 *
 * tablebase_index.h says how positions are numbered.
 */
#include "tablebase/tablebase_index.h"

#include "core/symmetry.h"
#include "games/draughts/draughts_board.h"

#include <stdlib.h>

/* The kinds of sets of squares in the lead table. */
enum lead_kind { LEAD_COUNTS = 0, LEAD_MIRRORED = 1, LEAD_SYMMETRIC = 2, LEAD_KINDS = 4 };

static bool is_kings(unsigned group) { return group >= TABLE_OWN_KINGS; }
static bool is_other(unsigned group) { return group == TABLE_OTHER_MEN || group == TABLE_OTHER_KINGS; }

/* ---- Sets of squares ---- */

/* n over k. */
static inline uint32_t choose(uint32_t n, unsigned k)
{
    assert(k <= TABLE_SIDE_MAX);
    switch (k) {
    case 0:
        return 1;
    case 1:
        return n;
    case 2:
        return n * (n - 1) / 2;
    default:
        return n < 3 ? 0 : n * (n - 1) * (n - 2) / 6;
    }
}

/* The number of a set among those of as many squares of `domain`. */
static uint32_t set_number(uint64_t set, uint64_t domain)
{
    uint32_t number = 0;
    unsigned k = 0;
    for (BITS_EACH(square, set))
        number += choose(bit_count(domain & (bit((unsigned)square) - 1)), ++k);
    return number;
}

/* The set of `count` squares of `domain` with a number. */
static uint64_t set_of_number(uint32_t number, unsigned count, uint64_t domain)
{
    uint64_t set = 0;
    for (unsigned k = count; k > 0; k--) {
        unsigned n = k - 1; /* the greatest n with choose(n, k) <= number */
        while (choose(n + 1, k) <= number)
            n++;
        number -= choose(n, k);
        uint64_t squares = domain;
        for (unsigned i = 0; i < n; i++)
            squares = bit_rest(squares);
        set |= squares & (0 - squares);
    }
    return set;
}

/* The set with the next number: that of the next greater of all integers with as many bits, where the domain is a run
 * of squares. */
static inline uint64_t set_next(uint64_t set)
{
    const uint64_t lowest = set & (0 - set), carried = set + lowest;
    return carried | (carried ^ set) >> 2 >> bit_first(set);
}

/* The squares that a group may take once the groups before it have theirs. */
static uint64_t group_domain(unsigned group, const uint64_t sets[TABLE_GROUPS])
{
    if (!is_kings(group))
        return ~draughts_crown_rank(is_other(group) ? FLANK_BLACK : FLANK_WHITE);
    return ~(sets[TABLE_OWN_MEN] | sets[TABLE_OTHER_MEN] | (is_other(group) ? sets[TABLE_OWN_KINGS] : 0));
}

static bool lead_fill(table_lead *lead, unsigned count, bool kings)
{
    const uint64_t none[TABLE_GROUPS] = {0};
    const uint64_t domain = group_domain(kings ? TABLE_OWN_KINGS : TABLE_OWN_MEN, none);
    const uint32_t sets = choose(bit_count(domain), count);
    lead->place_of = malloc(sets * sizeof *lead->place_of);
    lead->set_at = malloc(sets * sizeof *lead->set_at);
    if (!lead->place_of || !lead->set_at)
        return false;
    uint64_t set = set_of_number(0, count, domain);
    for (uint32_t number = 0; number < sets; number++, set = set_next(set)) {
        const uint32_t other = set_number(symmetry_mirror(set), domain);
        if (other < number) {
            lead->place_of[number] = lead->place_of[other] / LEAD_KINDS * LEAD_KINDS | LEAD_MIRRORED;
            continue;
        }
        lead->set_at[lead->places] = number;
        lead->place_of[number] = lead->places++ * LEAD_KINDS | (other == number ? LEAD_SYMMETRIC : LEAD_COUNTS);
    }
    return true;
}

/* ---- Classes ---- */

static uint8_t *class_slot(table_index *index, const uint8_t count[TABLE_GROUPS])
{
    return &index->class_of[count[TABLE_OWN_MEN]][count[TABLE_OTHER_MEN]][count[TABLE_OWN_KINGS]]
                           [count[TABLE_OTHER_KINGS]];
}

/* Add a class unless it is there; returns its index. */
static unsigned add_class(table_index *index, const uint8_t count[TABLE_GROUPS])
{
    uint8_t *slot = class_slot(index, count);
    if (*slot)
        return *slot - 1u;
    assert(index->class_count < TABLE_CLASSES_MAX);
    table_class *class = &index->classes[index->class_count];
    unsigned squares = 64;
    *class = (table_class){.lead = TABLE_GROUPS, .size = 1, .offset = index->entries};
    for (unsigned group = 0; group < TABLE_GROUPS; group++) {
        class->count[group] = count[group];
        class->pieces += count[group];
        class->radix[group] = choose(is_kings(group) ? squares : 56, count[group]);
        squares -= count[group];
        if (count[group] && class->lead == TABLE_GROUPS) {
            class->lead = group;
            class->radix[group] = index->lead[is_kings(group)][count[group]].places;
        }
        class->size *= class->radix[group];
    }
    index->entries += class->size;
    *slot = (uint8_t)++index->class_count;
    return *slot - 1u;
}

static void add_twins(table_index *index, unsigned pieces, unsigned men, unsigned own, unsigned own_men)
{
    if (own_men > own || own_men > men || men - own_men > pieces - own)
        return;
    const uint8_t count[TABLE_GROUPS] = {(uint8_t)own_men, (uint8_t)(men - own_men), (uint8_t)(own - own_men),
                                         (uint8_t)(pieces - own - (men - own_men))};
    const uint8_t changed[TABLE_GROUPS] = {count[1], count[0], count[3], count[2]};
    const unsigned first = add_class(index, count), second = add_class(index, changed);
    index->classes[first].twin = second;
    index->classes[second].twin = first;
}

table_index *table_index_create(unsigned pieces)
{
    assert(pieces >= TABLEBASE_PIECES_MIN && pieces <= TABLEBASE_PIECES_MAX);
    table_index *index = calloc(1, sizeof *index);
    if (!index)
        return NULL;
    index->pieces = pieces;
    for (unsigned kings = 0; kings < 2; kings++)
        for (unsigned count = 1; count < pieces; count++)
            if (!lead_fill(&index->lead[kings][count], count, kings)) {
                table_index_free(index);
                return NULL;
            }
    for (unsigned all = TABLEBASE_PIECES_MIN; all <= pieces; all++)
        for (unsigned men = 0; men <= all; men++)
            for (unsigned own = all - 1; own > 0; own--)
                for (unsigned own_men = 0; own_men <= own; own_men++)
                    add_twins(index, all, men, own, own_men);
    return index;
}

void table_index_free(table_index *index)
{
    if (!index)
        return;
    for (unsigned kings = 0; kings < 2; kings++)
        for (unsigned count = 0; count <= TABLE_SIDE_MAX; count++) {
            free(index->lead[kings][count].place_of);
            free(index->lead[kings][count].set_at);
        }
    free(index);
}

void table_class_name(const table_class *class, char name[TABLEBASE_NAME_SIZE])
{
    static const uint8_t order[TABLE_GROUPS] = {TABLE_OWN_KINGS, TABLE_OWN_MEN, TABLE_OTHER_KINGS, TABLE_OTHER_MEN};
    for (unsigned i = 0; i < TABLE_GROUPS; i++) {
        if (i == 2)
            *name++ = '-';
        for (unsigned piece = 0; piece < class->count[order[i]]; piece++)
            *name++ = is_kings(order[i]) ? 'K' : 'M';
    }
    *name = '\0';
}

/* ---- Positions ---- */

/* The entry of a position whose lead group has the place `place`. */
static uint64_t entry_of(const table_class *class, const uint64_t sets[TABLE_GROUPS], uint32_t place)
{
    uint64_t entry = place;
    for (unsigned group = class->lead + 1; group < TABLE_GROUPS; group++)
        if (class->count[group])
            entry = entry * class->radix[group] + set_number(sets[group], group_domain(group, sets));
    return entry;
}

static uint64_t entry_of_sets(const table_index *index, const table_class *class, const uint64_t sets[TABLE_GROUPS])
{
    const unsigned lead = class->lead;
    const uint64_t mirrored[TABLE_GROUPS] = {symmetry_mirror(sets[0]), symmetry_mirror(sets[1]),
                                             symmetry_mirror(sets[2]), symmetry_mirror(sets[3])};
    const table_lead *table = &index->lead[is_kings(lead)][class->count[lead]];
    const uint32_t found = table->place_of[set_number(sets[lead], group_domain(lead, sets))];
    const uint32_t place = found / LEAD_KINDS;
    if (found % LEAD_KINDS == LEAD_MIRRORED)
        return entry_of(class, mirrored, place);
    const uint64_t entry = entry_of(class, sets, place);
    if (found % LEAD_KINDS == LEAD_COUNTS)
        return entry;
    const uint64_t other = entry_of(class, mirrored, place);
    return entry < other ? entry : other;
}

bool table_index_place(const table_index *index, const flank_position *position, table_place *place)
{
    if (bit_count(position->own | position->other) > index->pieces)
        return false;
    uint64_t own = position->own, other = position->other, kings = position->kings;
    if (position->color == FLANK_BLACK) {
        own = symmetry_turn(own);
        other = symmetry_turn(other);
        kings = symmetry_turn(kings);
    }
    const uint64_t sets[TABLE_GROUPS] = {own & ~kings, other & ~kings, own & kings, other & kings};
    if (!own || !other || (sets[TABLE_OWN_MEN] & BITS_RANK_8) || (sets[TABLE_OTHER_MEN] & BITS_RANK_1))
        return false;
    uint8_t count[TABLE_GROUPS];
    for (unsigned group = 0; group < TABLE_GROUPS; group++)
        count[group] = (uint8_t)bit_count(sets[group]);
    const unsigned found = index->class_of[count[0]][count[1]][count[2]][count[3]];
    if (!found)
        return false;
    place->class_index = found - 1;
    place->entry = entry_of_sets(index, &index->classes[found - 1], sets);
    return true;
}

bool table_index_position(const table_index *index, table_place place, flank_position *position)
{
    const table_class *class = &index->classes[place.class_index];
    uint32_t number[TABLE_GROUPS] = {0};
    uint64_t rest = place.entry, sets[TABLE_GROUPS] = {0};
    assert(place.entry < class->size);
    for (unsigned group = TABLE_GROUPS; group-- > class->lead;)
        if (class->count[group]) {
            number[group] = (uint32_t)(rest % class->radix[group]);
            rest /= class->radix[group];
        }
    const unsigned lead = class->lead;
    number[lead] = index->lead[is_kings(lead)][class->count[lead]].set_at[number[lead]];
    for (unsigned group = lead; group < TABLE_GROUPS; group++)
        if (class->count[group])
            sets[group] = set_of_number(number[group], class->count[group], group_domain(group, sets));
    if (sets[TABLE_OWN_MEN] & sets[TABLE_OTHER_MEN])
        return false;
    *position = (flank_position){.own = sets[TABLE_OWN_MEN] | sets[TABLE_OWN_KINGS],
                                 .other = sets[TABLE_OTHER_MEN] | sets[TABLE_OTHER_KINGS],
                                 .kings = sets[TABLE_OWN_KINGS] | sets[TABLE_OTHER_KINGS],
                                 .color = FLANK_WHITE};
    return entry_of_sets(index, class, sets) == place.entry;
}
