/* SPDX-License-Identifier: MIT
 *
 * Numbers for positions: which class of pieces a position is of, and which entry of the class is its own.
 *
 * The side to move is always White here; other positions are turned round by ranks. A class says how many men and
 * kings each side has. The number of a position within it is one of mixed radix: each group of like pieces gives the
 * number of its set of squares among all sets of that size (the combinatorial number system: Knuth, The Art of Computer
 * Programming 4A, 7.2.1.3). Men are put on the 56 squares on which they may stand, kings on the squares that are left.
 *
 * Mirror images share an entry. The first group of the class decides: of a set of squares and its mirror image only one
 * has a number, and the whole position is mirrored to get there. A set that is its own mirror image leaves it open;
 * there the smaller of both numbers counts. Numbers that no position has are holes: these, and men on one square.
 * They are 2 % of all entries.
 */
#ifndef FLANK_TABLEBASE_INDEX_H
#define FLANK_TABLEBASE_INDEX_H

#include "tablebase/tablebase.h"

/* In the order in which they take their squares. */
enum { TABLE_OWN_MEN, TABLE_OTHER_MEN, TABLE_OWN_KINGS, TABLE_OTHER_KINGS, TABLE_GROUPS };

enum { TABLE_CLASSES_MAX = 40, TABLE_SIDE_MAX = TABLEBASE_PIECES_MAX - 1 };

typedef struct table_class {
    uint8_t count[TABLE_GROUPS];
    uint32_t radix[TABLE_GROUPS]; /* how many numbers a group takes */
    unsigned lead;                /* the first group that has pieces */
    unsigned pieces;
    unsigned twin;   /* the class with the sides changed, perhaps itself */
    uint64_t size;   /* entries */
    uint64_t offset; /* entries of the classes before */
} table_class;

/* The sets of some like pieces without their mirror images. */
typedef struct table_lead {
    uint32_t *place_of; /* by number of the set: its place among those that count, times 4, and a lead_kind */
    uint32_t *set_at;   /* by place: the number of the set */
    uint32_t places;
} table_lead;

typedef struct table_index {
    unsigned pieces;
    unsigned class_count;
    uint64_t entries;
    /* Those with fewer pieces first, then those with fewer men: captures and promotions lead to classes before. A class
     * and its twin stand together. */
    table_class classes[TABLE_CLASSES_MAX];
    uint8_t class_of[TABLE_SIDE_MAX + 1][TABLE_SIDE_MAX + 1][TABLE_SIDE_MAX + 1][TABLE_SIDE_MAX + 1]; /* + 1; 0: none */
    table_lead lead[2][TABLE_SIDE_MAX + 1]; /* of men, of kings */
} table_index;

typedef struct table_place {
    unsigned class_index;
    uint64_t entry;
} table_place;

/* NULL without memory. */
table_index *table_index_create(unsigned pieces);
void table_index_free(table_index *index); /* NULL is fine */

/* The place of a position, whoever is to move. False if it has none: too many pieces, one each, or a side has none. */
bool table_index_place(const table_index *index, const flank_position *position, table_place *place);

/* The position of an entry, White to move; false for a hole. */
bool table_index_position(const table_index *index, table_place place, flank_position *position);

/* "KM-K". */
void table_class_name(const table_class *class, char name[TABLEBASE_NAME_SIZE]);

#endif
