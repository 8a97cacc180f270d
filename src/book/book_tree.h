/* SPDX-License-Identifier: MIT
 *
 * A book in memory while it is made: the positions in a hash table, and the values that follow from one another.
 */
#ifndef FLANK_BOOK_TREE_H
#define FLANK_BOOK_TREE_H

#include "book/book_record.h"

#include <stddef.h>

#define BOOK_NO_NODE SIZE_MAX
#define BOOK_COST_NONE INT32_MAX

typedef struct book_node {
    book_record record; /* first: book_rows goes over the records of nodes */
    int32_t cost;       /* the smallest sum of errors on a way from a root (book_agenda.h); BOOK_COST_NONE: no way */
    bool known;         /* false: wanted, and not searched yet; such a node counts for nothing and is not saved */
    bool busy;          /* a worker searches it */
    bool tried;         /* searched in this run */
    bool stuck;         /* searched without an answer, which asking again would not change */
} book_node;

typedef struct book_tree {
    book_node *nodes;
    size_t count, room;
    size_t known;     /* the number of nodes that are known */
    uint32_t *slots;  /* hash table of indices + 1; 0 is empty */
    size_t slot_mask; /* slots - 1; a power of two minus one */
    uint32_t *order;  /* all nodes, every position before those that can lead to it; made by book_tree_update */
    size_t order_room;
} book_tree;

bool book_tree_open(book_tree *tree); /* false without memory */
void book_tree_close(book_tree *tree);

/* The node of a position in any orientation, or BOOK_NO_NODE. */
size_t book_tree_find(const book_tree *tree, uint64_t own, uint64_t other);

/* The same, made if it is new. BOOK_NO_NODE only without memory. Pointers to nodes are then no longer valid. */
size_t book_tree_add(book_tree *tree, uint64_t own, uint64_t other);

/* Bring the nodes into the order of the file, those not known behind all others. Takes no memory. Indices and `order`
 * are then no longer valid. */
void book_tree_sort(book_tree *tree);

/* Set what is known of a node. */
void book_tree_set(book_tree *tree, size_t node, const book_record *record);

typedef struct book_child {
    size_t node;
    uint8_t move; /* a square of the parent's record, or BOOK_LEAF_PASS */
} book_child;

#define BOOK_CHILDREN_MAX 64

/* The moves of a record behind which there is a node, known or not. */
size_t book_tree_children(const book_tree *tree, const book_record *record, book_child *children);

/* The position after a legal move of a record. */
void book_play(const book_record *record, uint8_t move, uint64_t *own, uint64_t *other);

/* The number of moves that the record's position has; a forced pass counts as one. */
unsigned book_move_count(const book_record *record);

/* A move of a record to a known position of the book. */
typedef struct book_value {
    uint64_t child; /* the number of the position: symmetric moves lead to the same one, whose lines count once */
    uint8_t move;
    int16_t score; /* of that position */
    uint32_t lines;
} book_value;

/* Score, lines and leaf of a record from all its moves into the book. */
void book_record_update(book_record *record, const book_value *values, size_t count);

/* Make `record`, whose position is set, what stands before a forced pass: of `behind`, the position behind the pass. */
void book_record_pass(book_record *record, const book_record *behind);

/* Add the positions in which a pass is forced that are missing between two known positions, with what is known of the
 * one behind. FLANK_NO_MEMORY. */
flank_status book_tree_add_passes(book_tree *tree);

/* Work out all scores, lines and leaves from below, and `order`. FLANK_NO_MEMORY. */
flank_status book_tree_update(book_tree *tree);

#endif
