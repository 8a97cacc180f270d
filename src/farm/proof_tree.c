/* SPDX-License-Identifier: MIT
 *
 * Nodes stand in one array and are found by a table of hashes. Costs are brought up to date by a walk over all that is
 * open below the root, some tens of nanoseconds a node; a tree of a million nodes then takes a tenth of a second, and
 * is walked once for some hundreds of expansions. Links to parents, which would spare it, take more memory than they
 * are worth.
 */
#include "farm/proof_tree.h"

#include "core/bits.h"
#include "core/symmetry.h"
#include "games/othello/othello.h"
#include "games/othello/othello_rules.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEAST_TABLE = 1 << 10,
    NONE = -1, /* in the table */
};

struct proof_tree {
    flank_rules rules;
    int at_least;
    proof_node *nodes;
    uint32_t count, room;
    uint32_t *children; /* of all nodes */
    uint32_t child_count, child_room;
    int64_t *table;     /* numbers of nodes, NONE where there is none */
    size_t table_size;  /* a power of two, at least twice the count */
    uint32_t estimated; /* all leaves before it are estimated */
    uint32_t visit;
    text_buffer journal;
};

const proof_node *proof_tree_nodes(const proof_tree *tree, uint32_t *count)
{
    *count = tree->count;
    return tree->nodes;
}

const uint32_t *proof_tree_children(const proof_tree *tree, uint32_t node)
{
    return tree->children + tree->nodes[node].children;
}

const flank_rules *proof_tree_rules(const proof_tree *tree) { return &tree->rules; }

text_buffer *proof_tree_journal(proof_tree *tree) { return &tree->journal; }

/* True if the side to move is the prover, for whom one move is enough. */
static bool proves(const proof_node *node) { return node->at.color == FLANK_BLACK; }

int proof_tree_number(const proof_tree *tree, uint32_t node)
{
    return proves(&tree->nodes[node]) ? tree->at_least : 2 - tree->at_least;
}

/* ---- Estimates --------------------------------------------------------------------------------------------------- */

/* The nodes of a search that decides a leaf, and the chance that its side to move makes the number, from its empty
 * squares and from what a shallow search says above the middle between the number and the next lower score. */
static const double least_chance = 1e-6; /* of an inner node */

static double search_nodes(int empties, double margin) { return exp(0.68 * empties + 0.5 - 0.09 * fabs(margin)); }

static double chance_of(double margin) { return 1 / (1 + exp(-(margin + 1) / 2)); }

static void set_state(proof_node *node, proof_state state)
{
    node->state = state;
    node->chance = state == PROOF_PROVED;
    node->work = 0;
}

/* ---- Nodes ------------------------------------------------------------------------------------------------------- */

/* The place of a position in the table: its own, or the empty one where it belongs. */
static size_t place_of(const proof_tree *tree, const flank_position *at)
{
    size_t place = (size_t)flank_position_hash(at) & (tree->table_size - 1);
    while (tree->table[place] != NONE && !flank_position_equal(tree->nodes[tree->table[place]].at, *at))
        place = (place + 1) & (tree->table_size - 1);
    return place;
}

static bool make_table(proof_tree *tree, size_t size)
{
    int64_t *table = malloc(size * sizeof *table);
    if (!table)
        return false;
    free(tree->table);
    tree->table = table;
    tree->table_size = size;
    for (size_t i = 0; i < size; i++)
        table[i] = NONE;
    for (uint32_t i = 0; i < tree->count; i++)
        table[place_of(tree, &tree->nodes[i].at)] = i;
    return true;
}

/* Room for the children of one more node. */
static bool make_room(proof_tree *tree)
{
    if (tree->room - tree->count < PROOF_CHILDREN_MAX) {
        const uint32_t room = tree->room ? 2 * tree->room : LEAST_TABLE;
        proof_node *nodes = realloc(tree->nodes, room * sizeof *nodes);
        if (!nodes)
            return false;
        tree->nodes = nodes;
        tree->room = room;
    }
    if (tree->child_room - tree->child_count < PROOF_CHILDREN_MAX) {
        const uint32_t room = tree->child_room ? 2 * tree->child_room : 4 * LEAST_TABLE;
        uint32_t *children = realloc(tree->children, room * sizeof *children);
        if (!children)
            return false;
        tree->children = children;
        tree->child_room = room;
    }
    return tree->table_size >= 2 * (size_t)(tree->count + PROOF_CHILDREN_MAX) || make_table(tree, 2 * tree->table_size);
}

/* The number of the node of a position, a new one if there was none. There is room. */
static uint32_t node_of(proof_tree *tree, flank_position at)
{
    symmetry_canonical(&at.own, &at.other);
    const size_t place = place_of(tree, &at);
    if (tree->table[place] != NONE)
        return (uint32_t)tree->table[place];
    proof_node *node = &tree->nodes[tree->count];
    const flank_outcome outcome = flank_game_outcome(&othello_game, &tree->rules, &at);
    *node = (proof_node){.at = at};
    tree->table[place] = tree->count;
    if (outcome.over)
        proof_tree_know(tree, tree->count, outcome.discs, outcome.discs);
    return tree->count++;
}

proof_tree *proof_tree_create(const flank_rules *rules, const flank_position *root, int at_least)
{
    assert(at_least >= -64 && at_least <= 64 && at_least % 2 == 0);
    proof_tree *tree = calloc(1, sizeof *tree);
    if (!tree)
        return NULL;
    tree->rules = *rules;
    tree->at_least = at_least;
    if (!make_table(tree, LEAST_TABLE) || !make_room(tree)) {
        proof_tree_destroy(tree);
        return NULL;
    }
    node_of(tree, (flank_position){.own = root->own, .other = root->other, .color = FLANK_BLACK});
    return tree;
}

void proof_tree_destroy(proof_tree *tree)
{
    if (!tree)
        return;
    text_free(&tree->journal);
    free(tree->table);
    free(tree->children);
    free(tree->nodes);
    free(tree);
}

/* ---- Changes ----------------------------------------------------------------------------------------------------- */

static bool is_open_leaf(const proof_node *node) { return node->state == PROOF_OPEN && node->count == 0; }

bool proof_tree_unestimated(proof_tree *tree, uint32_t *node)
{
    while (tree->estimated < tree->count && !is_open_leaf(&tree->nodes[tree->estimated]))
        tree->estimated++;
    *node = tree->estimated;
    return tree->estimated < tree->count;
}

flank_status proof_tree_expand(proof_tree *tree, uint32_t node)
{
    uint32_t unestimated;
    if (node >= tree->count || !is_open_leaf(&tree->nodes[node]) || proof_tree_unestimated(tree, &unestimated))
        return FLANK_BAD_ARGUMENT;
    if (!make_room(tree))
        return FLANK_NO_MEMORY;
    flank_move moves[FLANK_MOVES_MAX];
    const flank_position at = tree->nodes[node].at;
    const size_t count = flank_game_moves(&othello_game, &tree->rules, &at, moves);
    assert(count > 0 && count <= PROOF_CHILDREN_MAX);
    tree->nodes[node].children = tree->child_count;
    tree->nodes[node].count = (uint32_t)count;
    for (size_t i = 0; i < count; i++)
        tree->children[tree->child_count++] =
            node_of(tree, flank_game_play(&othello_game, &tree->rules, &at, moves[i]));
    text_addf(&tree->journal, "e%u\n", node);
    return FLANK_OK;
}

flank_status proof_tree_estimate(proof_tree *tree, int score)
{
    uint32_t node;
    if (!proof_tree_unestimated(tree, &node))
        return FLANK_BAD_ARGUMENT;
    proof_node *leaf = &tree->nodes[node];
    const double margin = score - (proof_tree_number(tree, node) - 1);
    leaf->work = search_nodes(bit_count(othello_squares(&tree->rules) & ~(leaf->at.own | leaf->at.other)), margin);
    leaf->chance = proves(leaf) ? chance_of(margin) : chance_of(-margin);
    tree->estimated++;
    text_addf(&tree->journal, "v%d\n", score);
    return FLANK_OK;
}

bool proof_tree_know(proof_tree *tree, uint32_t node, int lo, int hi)
{
    const int number = proof_tree_number(tree, node);
    proof_node *leaf = &tree->nodes[node];
    if (lo < number && hi >= number)
        return false;
    set_state(leaf, (lo >= number) == proves(leaf) ? PROOF_PROVED : PROOF_REFUTED);
    if (node < tree->count) /* not one that ends the game: its making tells it */
        text_addf(&tree->journal, "%c%u\n", leaf->state == PROOF_PROVED ? 'p' : 'r', node);
    return true;
}

void proof_tree_ask(proof_tree *tree, uint32_t node)
{
    tree->nodes[node].asked = true;
    text_addf(&tree->journal, "a%u\n", node);
}

void proof_tree_spend(proof_tree *tree, uint32_t node, double budget)
{
    proof_node *leaf = &tree->nodes[node];
    leaf->spent = true;
    leaf->work = fmax(leaf->work, 2 * budget);
    text_addf(&tree->journal, "s%u %.0f\n", node, budget);
}

/* ---- Costs ------------------------------------------------------------------------------------------------------- */

/* A move that is open. */
typedef struct candidate {
    uint32_t node;
    double success; /* the chance that it is enough for the side to move */
    double merit;   /* that, for its cost */
} candidate;

static int by_merit(const void *a, const void *b)
{
    const candidate *first = a, *second = b;
    if (first->merit != second->merit)
        return first->merit > second->merit ? -1 : 1;
    return (first->node > second->node) - (first->node < second->node);
}

/* The open moves of an inner node, in the order in which they are tried. */
static size_t order_moves(const proof_tree *tree, const proof_node *node, candidate order[PROOF_CHILDREN_MAX])
{
    size_t count = 0;
    for (uint32_t i = 0; i < node->count; i++) {
        const uint32_t number = tree->children[node->children + i];
        const proof_node *child = &tree->nodes[number];
        const double success = proves(node) ? child->chance : 1 - child->chance;
        if (child->state == PROOF_OPEN)
            order[count++] = (candidate){number, success, success / child->work};
    }
    qsort(order, count, sizeof *order, by_merit);
    return count;
}

static void weigh(proof_tree *tree, proof_node *node)
{
    candidate order[PROOF_CHILDREN_MAX];
    const size_t count = order_moves(tree, node, order);
    double failure = 1, work = 0;
    for (size_t i = 0; i < count; i++) {
        work += failure * tree->nodes[order[i].node].work;
        failure *= 1 - order[i].success;
    }
    failure = fmin(fmax(failure, least_chance), 1 - least_chance);
    node->chance = proves(node) ? 1 - failure : failure;
    node->work = work;
}

static void update_below(proof_tree *tree, uint32_t number)
{
    proof_node *node = &tree->nodes[number];
    if (node->visit == tree->visit || node->state != PROOF_OPEN || node->count == 0)
        return;
    node->visit = tree->visit;
    const proof_state enough = proves(node) ? PROOF_PROVED : PROOF_REFUTED;
    bool open = false;
    for (uint32_t i = 0; i < node->count; i++) {
        const uint32_t child = tree->children[node->children + i];
        update_below(tree, child);
        if (tree->nodes[child].state == enough) {
            set_state(node, enough);
            return;
        }
        open |= tree->nodes[child].state == PROOF_OPEN;
    }
    if (open)
        weigh(tree, node);
    else
        set_state(node, enough == PROOF_PROVED ? PROOF_REFUTED : PROOF_PROVED);
}

proof_state proof_tree_update(proof_tree *tree)
{
    tree->visit++;
    update_below(tree, 0);
    return tree->nodes[0].state;
}

/* ---- Selection --------------------------------------------------------------------------------------------------- */

typedef struct selection {
    proof_tree *tree;
    double least;
    uint32_t *leaves;
    size_t count, room;
} selection;

static void select_below(selection *of, uint32_t number, double need)
{
    proof_node *node = &of->tree->nodes[number];
    if (of->count == of->room || node->visit == of->tree->visit)
        return;
    node->visit = of->tree->visit;
    if (node->count == 0) {
        of->leaves[of->count++] = number;
        return;
    }
    candidate order[PROOF_CHILDREN_MAX];
    const size_t count = order_moves(of->tree, node, order);
    for (size_t i = 0; i < count && need >= of->least; i++) {
        select_below(of, order[i].node, need);
        need *= 1 - order[i].success;
    }
}

size_t proof_tree_select(proof_tree *tree, double least, uint32_t *leaves, size_t room)
{
    selection of = {.tree = tree, .least = least, .leaves = leaves, .room = room};
    tree->visit++;
    if (tree->nodes[0].state == PROOF_OPEN)
        select_below(&of, 0, 1);
    return of.count;
}

/* ---- The journal ------------------------------------------------------------------------------------------------- */

/* Carry out a line: a letter and one or two numbers. */
static flank_status replay_line(proof_tree *tree, char letter, long first, long second)
{
    const bool is_leaf = first >= 0 && first < (long)tree->count && tree->nodes[first].count == 0;
    const uint32_t node = is_leaf ? (uint32_t)first : 0;
    if (letter == 'v')
        return proof_tree_estimate(tree, (int)first) ? FLANK_BAD_FILE : FLANK_OK;
    if (!is_leaf)
        return FLANK_BAD_FILE;
    switch (letter) {
    case 'e':
        return proof_tree_expand(tree, node);
    case 'a':
        proof_tree_ask(tree, node);
        return FLANK_OK;
    case 's':
        proof_tree_spend(tree, node, (double)second);
        return FLANK_OK;
    case 'p':
    case 'r':
        set_state(&tree->nodes[node], letter == 'p' ? PROOF_PROVED : PROOF_REFUTED);
        return FLANK_OK;
    default:
        return FLANK_BAD_FILE;
    }
}

flank_status proof_tree_replay(proof_tree *tree, const char *text, size_t size)
{
    flank_status status = FLANK_OK;
    for (const char *end = text + size, *next; text < end && !status; text = next + 1) {
        char line[48], *rest;
        next = memchr(text, '\n', (size_t)(end - text));
        const size_t length = next ? (size_t)(next - text) : sizeof line;
        if (length < 2 || length >= sizeof line)
            return FLANK_BAD_FILE;
        memcpy(line, text, length);
        line[length] = '\0';
        const long first = strtol(line + 1, &rest, 10);
        const long second = *rest == ' ' ? strtol(rest, &rest, 10) : 0;
        status = *rest ? FLANK_BAD_FILE : replay_line(tree, line[0], first, second);
        if (status == FLANK_BAD_ARGUMENT)
            status = FLANK_BAD_FILE;
    }
    text_clear(&tree->journal);
    return status;
}
