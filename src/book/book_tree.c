/* SPDX-License-Identifier: MIT
 *
 * The tree of a book, which is no tree: many moves lead to the same position, by transposition and by symmetry.
 *
 * Nodes hold no links. A child is found by making the move and looking the position up, some 100 ns, and so nothing has
 * to be kept right when a position is added that others lead to already. The consequences of a new position (scores,
 * lines) are worked out for the whole book at once, in one pass over the positions by number of discs; with links from
 * children to parents a single change could be passed upwards, but one search takes longer than a thousand such passes
 * over a small book, and over a large one the builder waits for some hundred results before the next.
 */
#include "book/book_tree.h"

#include "core/random.h"
#include "core/symmetry.h"
#include "games/othello/othello_board.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 1024, ORDER_KEYS = 2 * 65 };

bool book_tree_open(book_tree *tree)
{
    *tree = (book_tree){.slots = calloc(FIRST_SLOTS, sizeof *tree->slots), .slot_mask = FIRST_SLOTS - 1};
    return tree->slots != NULL;
}

void book_tree_close(book_tree *tree)
{
    free(tree->nodes);
    free(tree->slots);
    free(tree->order);
}

/* ---- The hash table: open addressing, at most half full ---- */

/* The slot of a canonical position: where its node is, or would be. */
static size_t find_slot(const book_tree *tree, uint64_t own, uint64_t other)
{
    size_t slot = random_mix(random_mix(own) ^ other) & tree->slot_mask;
    while (tree->slots[slot]) {
        const book_record *record = &tree->nodes[tree->slots[slot] - 1].record;
        if (record->own == own && record->other == other)
            break;
        slot = (slot + 1) & tree->slot_mask;
    }
    return slot;
}

/* Put all nodes into an empty table. */
static void fill_slots(book_tree *tree)
{
    for (size_t i = 0; i < tree->count; i++)
        tree->slots[find_slot(tree, tree->nodes[i].record.own, tree->nodes[i].record.other)] = (uint32_t)i + 1;
}

static bool grow_slots(book_tree *tree)
{
    size_t count = 2 * (tree->slot_mask + 1);
    uint32_t *slots = calloc(count, sizeof *slots);
    if (!slots)
        return false;
    free(tree->slots);
    tree->slots = slots;
    tree->slot_mask = count - 1;
    fill_slots(tree);
    return true;
}

static bool grow_nodes(book_tree *tree)
{
    size_t room = tree->room ? 2 * tree->room : FIRST_SLOTS / 2;
    book_node *nodes = room <= UINT32_MAX / 2 ? realloc(tree->nodes, room * sizeof *nodes) : NULL;
    if (!nodes)
        return false;
    tree->nodes = nodes;
    tree->room = room;
    return true;
}

size_t book_tree_find(const book_tree *tree, uint64_t own, uint64_t other)
{
    symmetry_canonical(&own, &other);
    uint32_t found = tree->slots[find_slot(tree, own, other)];
    return found ? found - 1 : BOOK_NO_NODE;
}

size_t book_tree_add(book_tree *tree, uint64_t own, uint64_t other)
{
    symmetry_canonical(&own, &other);
    size_t slot = find_slot(tree, own, other);
    if (tree->slots[slot])
        return tree->slots[slot] - 1;
    if (tree->count == tree->room && !grow_nodes(tree))
        return BOOK_NO_NODE;
    if (2 * tree->count > tree->slot_mask) {
        if (!grow_slots(tree))
            return BOOK_NO_NODE;
        slot = find_slot(tree, own, other);
    }
    tree->nodes[tree->count] = (book_node){
        .record = {.own = own, .other = other, .leaf = BOOK_LEAF_UNKNOWN, .lines = 1}, .cost = BOOK_COST_NONE};
    tree->slots[slot] = (uint32_t)++tree->count;
    return tree->count - 1;
}

void book_tree_set(book_tree *tree, size_t node, const book_record *record)
{
    book_node *here = &tree->nodes[node];
    assert(here->record.own == record->own && here->record.other == record->other && !book_record_fault(record));
    here->record = *record;
    tree->known += !here->known;
    here->known = true;
}

/* ---- In the order of the file ---- */

static bool is_before(const book_node *a, const book_node *b)
{
    if (a->known != b->known)
        return a->known;
    return book_key_compare(a->record.own, a->record.other, b->record.own, b->record.other) < 0;
}

static void swap_nodes(book_node *a, book_node *b)
{
    const book_node kept = *a;
    *a = *b;
    *b = kept;
}

/* Quicksort by pivots that no file can foresee to be bad ones; qsort may take as much memory again as it sorts. The
 * smaller part first keeps the calls few. */
static void sort_range(book_node *nodes, size_t count, random_state *random)
{
    while (count > 1) {
        const book_node pivot = nodes[random_below(random, (uint32_t)count)];
        size_t low = 0, high = count - 1;
        for (;; low++, high--) {
            while (is_before(&nodes[low], &pivot))
                low++;
            while (is_before(&pivot, &nodes[high]))
                high--;
            if (low >= high)
                break;
            swap_nodes(&nodes[low], &nodes[high]);
        }
        const size_t behind = low + (low == high), right = count - behind; /* the pivot stands where they meet */
        if (low < right) {
            sort_range(nodes, low, random);
            nodes += behind;
            count = right;
        } else {
            sort_range(nodes + behind, right, random);
            count = low;
        }
    }
}

void book_tree_sort(book_tree *tree)
{
    random_state random = {(uint64_t)tree->count};
    free(tree->order);
    tree->order = NULL;
    tree->order_room = 0;
    sort_range(tree->nodes, tree->count, &random);
    memset(tree->slots, 0, (tree->slot_mask + 1) * sizeof *tree->slots);
    fill_slots(tree);
}

/* ---- Moves ---- */

void book_play(const book_record *record, uint8_t move, uint64_t *own, uint64_t *other)
{
    uint64_t flips = move < 64 ? othello_flips(move, record->own, record->other) : 0;
    *own = record->other ^ flips;
    *other = record->own | flips | (move < 64 ? bit(move) : 0);
}

unsigned book_move_count(const book_record *record)
{
    uint64_t moves = othello_moves(record->own, record->other);
    return moves ? bit_count(moves) : 1;
}

static void add_child(const book_tree *tree, const book_record *record, uint8_t move, book_child *children,
                      size_t *count)
{
    uint64_t own, other;
    book_play(record, move, &own, &other);
    size_t node = book_tree_find(tree, own, other);
    if (node != BOOK_NO_NODE)
        children[(*count)++] = (book_child){.node = node, .move = move};
}

size_t book_tree_children(const book_tree *tree, const book_record *record, book_child *children)
{
    size_t count = 0;
    uint64_t moves = othello_moves(record->own, record->other);
    for (BITS_EACH(square, moves))
        add_child(tree, record, (uint8_t)square, children, &count);
    if (!moves)
        add_child(tree, record, BOOK_LEAF_PASS, children, &count);
    return count;
}

/* ---- Passes ---- */

void book_record_pass(book_record *record, const book_record *behind)
{
    const book_record position = *record;
    *record = *behind;
    record->own = position.own;
    record->other = position.other;
    record->root = position.root;
    record->score = (int16_t)-behind->score;
    record->leaf_score = 0;
    record->leaf = BOOK_LEAF_NONE;
}

/* Add the position before a pass, if `move` of a node leads to one whose other end is known. */
static flank_status add_pass(book_tree *tree, const book_record *parent, uint8_t move)
{
    uint64_t own, other;
    book_play(parent, move, &own, &other);
    if (othello_moves(own, other))
        return FLANK_OK;
    size_t behind = book_tree_find(tree, other, own);
    if (behind == BOOK_NO_NODE || !tree->nodes[behind].known)
        return FLANK_OK;
    size_t node = book_tree_add(tree, own, other);
    if (node == BOOK_NO_NODE)
        return FLANK_NO_MEMORY;
    if (tree->nodes[node].known)
        return FLANK_OK;
    book_record record = tree->nodes[node].record;
    book_record_pass(&record, &tree->nodes[behind].record);
    book_tree_set(tree, node, &record);
    return FLANK_OK;
}

flank_status book_tree_add_passes(book_tree *tree)
{
    flank_status status = FLANK_OK;
    for (size_t i = 0, count = tree->count; i < count && status == FLANK_OK; i++) {
        const book_record record = tree->nodes[i].record; /* a copy: adding moves the nodes */
        uint64_t moves = tree->nodes[i].known ? othello_moves(record.own, record.other) : 0;
        for (BITS_EACH(square, moves))
            if (status == FLANK_OK)
                status = add_pass(tree, &record, (uint8_t)square);
    }
    return status;
}

/* ---- From below ---- */

/* Positions with more discs come first, and of those with as many the ones where a pass is forced last: what a pass
 * leads to has the same discs and a move. */
static unsigned order_key(const book_record *record)
{
    unsigned discs = bit_count(record->own | record->other);
    bool pass = othello_moves(record->own, record->other) == 0;
    return 2 * (64 - discs) + pass;
}

/* A counting sort; the order among equals is that of the nodes, so that it is the same every time. */
static flank_status sort_nodes(book_tree *tree)
{
    if (tree->order_room < tree->room) {
        uint32_t *order = realloc(tree->order, tree->room * sizeof *order);
        if (!order)
            return FLANK_NO_MEMORY;
        tree->order = order;
        tree->order_room = tree->room;
    }
    size_t start[ORDER_KEYS + 1] = {0};
    for (size_t i = 0; i < tree->count; i++)
        start[order_key(&tree->nodes[i].record) + 1]++;
    for (size_t key = 1; key <= ORDER_KEYS; key++)
        start[key] += start[key - 1];
    for (size_t i = 0; i < tree->count; i++)
        tree->order[start[order_key(&tree->nodes[i].record)]++] = (uint32_t)i;
    return FLANK_OK;
}

static bool is_repeated(const book_value *values, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (values[i].child == values[index].child)
            return true;
    return false;
}

void book_record_update(book_record *record, const book_value *values, size_t count)
{
    int best = INT16_MIN;
    uint64_t lines = 0;
    for (size_t i = 0; i < count; i++) {
        best = -values[i].score > best ? -values[i].score : best;
        lines += is_repeated(values, i) ? 0 : values[i].lines;
        if (values[i].move == record->leaf)
            record->leaf = BOOK_LEAF_UNKNOWN; /* the position itself tells its value now */
    }
    if (count == book_move_count(record))
        record->leaf = BOOK_LEAF_NONE;
    if (book_has_leaf(record)) {
        best = record->leaf_score > best ? record->leaf_score : best;
        lines++;
    } else {
        record->leaf_score = 0;
    }
    if (best != INT16_MIN) /* else nothing better is known than what was there */
        record->score = (int16_t)best;
    record->lines = lines == 0 ? 1 : lines < UINT32_MAX ? (uint32_t)lines : UINT32_MAX;
}

/* A node from its children. */
static void update_node(book_tree *tree, book_node *node)
{
    book_child children[BOOK_CHILDREN_MAX];
    book_value values[BOOK_CHILDREN_MAX];
    const size_t count = book_tree_children(tree, &node->record, children);
    size_t known = 0;
    for (size_t i = 0; i < count; i++) {
        const book_node *child = &tree->nodes[children[i].node];
        if (child->known)
            values[known++] = (book_value){.child = children[i].node,
                                           .move = children[i].move,
                                           .score = child->record.score,
                                           .lines = child->record.lines};
    }
    book_record_update(&node->record, values, known);
}

flank_status book_tree_update(book_tree *tree)
{
    flank_status status = sort_nodes(tree);
    for (size_t i = 0; status == FLANK_OK && i < tree->count; i++)
        if (tree->nodes[tree->order[i]].known)
            update_node(tree, &tree->nodes[tree->order[i]]);
    return status;
}
