/* SPDX-License-Identifier: MIT
 *
 * The tree of a proof that a position of Othello is worth at least N discs to the side to move, the prover; or that it
 * is not.
 *
 * Where the prover is to move, one move that is worth N is enough for a proof, and all must fail for a refutation;
 * where its opponent is to move, all of its moves must be answered for a proof, and one is enough for a refutation.
 * Passes are moves. Positions that are the same, mirrored or turned, are one node, so that the tree is a graph.
 *
 * Each node has a chance that the claim holds there, and the nodes of a search that are likely to decide it. A leaf has
 * them from an estimate. An inner node tries its moves one after the other until one is enough: that with the best
 * chance for its cost first; its chance and cost follow as if moves were independent of each other. They are not, but
 * the order is sound, and chances near a half move away from it quickly, so that the tree keeps to one end. A leaf is
 * needed as likely as all that is tried before it fails; the leaves to work on are those that are needed most. Costs
 * without chances (proof numbers, Allis, van der Meulen, van den Herik, "Proof-number search", 1994) were tried first:
 * where the value is next to the claim they wander from one end to the other, and took 100 times as many nodes.
 *
 * Whoever uses the tree decides leaves (by search, or because the store knows them), or expands them. Each change is
 * also told by a line of a journal, which makes the same tree again from its root.
 */
#ifndef FLANK_FARM_PROOF_TREE_H
#define FLANK_FARM_PROOF_TREE_H

#include "core/text_buffer.h"

#include <flank/game.h>

enum { PROOF_CHILDREN_MAX = 64 /* of a node: a move has a square of its own */ };

typedef enum proof_state { PROOF_OPEN, PROOF_PROVED, PROOF_REFUTED } proof_state;

typedef struct proof_node {
    flank_position at; /* canonical; black is the prover */
    proof_state state; /* of the claim at this node */
    bool asked;        /* its question is put to a search */
    bool spent;        /* such a search ended without an answer */
    uint32_t children; /* the place of the first child in the list of all; a leaf has none */
    uint32_t count;    /* of children; 0: a leaf */
    uint32_t visit;    /* the last walk that came by */
    double chance;     /* that the claim holds there */
    double work;       /* the nodes of searches that decide it; 0: it is decided */
} proof_node;

typedef struct proof_tree proof_tree;

/* A tree of its root alone, with the claim that the side to move makes `at_least` discs or more: -64..64, even. NULL
 * without memory. Free with proof_tree_destroy. The root is node 0 for as long as the tree lives. */
proof_tree *proof_tree_create(const flank_rules *rules, const flank_position *root, int at_least);
void proof_tree_destroy(proof_tree *tree); /* NULL is fine */

/* The nodes, and how many there are. The pointer is good until the next expansion. */
const proof_node *proof_tree_nodes(const proof_tree *tree, uint32_t *count);

/* The children of an inner node: their numbers, in the order of its moves. */
const uint32_t *proof_tree_children(const proof_tree *tree, uint32_t node);

const flank_rules *proof_tree_rules(const proof_tree *tree);

/* The question that decides a node: is it worth so many discs to its side to move? It proves the claim there if the
 * prover is to move and it is, or the other is to move and it is not. */
int proof_tree_number(const proof_tree *tree, uint32_t node);

/* ---- Changes ----------------------------------------------------------------------------------------------------- */

/* Give an open leaf its children. Those that end the game decide themselves; other new ones are leaves that have to be
 * estimated, in the order of their numbers. FLANK_NO_MEMORY; FLANK_BAD_ARGUMENT: it is no open leaf that is estimated,
 * or another leaf is to be estimated first. */
flank_status proof_tree_expand(proof_tree *tree, uint32_t node);

/* The next leaf that has to be estimated; false: there is none. */
bool proof_tree_unestimated(proof_tree *tree, uint32_t *node);

/* Estimate that leaf: `score` is what a shallow search thinks of it, in discs for its side to move. */
flank_status proof_tree_estimate(proof_tree *tree, int score);

/* An open leaf is worth between lo and hi discs to its side to move. False: that does not decide it. */
bool proof_tree_know(proof_tree *tree, uint32_t node, int lo, int hi);

/* A leaf is put to a search of at most `budget` nodes, or such a search ended without an answer. */
void proof_tree_ask(proof_tree *tree, uint32_t node);
void proof_tree_spend(proof_tree *tree, uint32_t node, double budget);

/* Bring the costs and states of all inner nodes up to date. The verdict on the claim at the root. */
proof_state proof_tree_update(proof_tree *tree);

/* The open leaves that are needed with a chance of `least` or more, after an update: at most `room`. How many. */
size_t proof_tree_select(proof_tree *tree, double least, uint32_t *leaves, size_t room);

/* ---- The journal ------------------------------------------------------------------------------------------------- */

/* The changes since the last call of text_clear for it, a line each. */
text_buffer *proof_tree_journal(proof_tree *tree);

/* Make the changes that a journal tells. FLANK_BAD_FILE: it is none of this tree; FLANK_NO_MEMORY. */
flank_status proof_tree_replay(proof_tree *tree, const char *text, size_t size);

#endif
