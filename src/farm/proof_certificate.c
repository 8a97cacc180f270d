/* SPDX-License-Identifier: MIT
 *
 * Of a tree that is decided, a certificate needs one good move where one is enough, and all where all are needed: the
 * first good one in the order of the moves, so that it is always the same.
 */
#include "farm/proof_certificate.h"

#include "core/bits.h"
#include "core/error.h"
#include "games/othello/othello.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct entry {
    flank_position at;
    uint32_t node;
} entry;

typedef struct writer {
    const proof_file *file;
    const proof_node *nodes;
    entry *chosen; /* nodes of the certificate */
    uint32_t count;
    bool *seen; /* by node */
} writer;

/* True if what holds at the node is that its side to move makes the number, and not that it fails. */
static bool holds_at_least(const proof_node *node)
{
    return (node->state == PROOF_PROVED) == (node->at.color == FLANK_BLACK);
}

/* The first child that is enough. */
static uint32_t good_move(const writer *of, const proof_node *node)
{
    const uint32_t *children = proof_tree_children(of->file->tree, (uint32_t)(node - of->nodes));
    uint32_t i = 0;
    while (of->nodes[children[i]].state != node->state)
        i++;
    assert(i < node->count);
    return i;
}

static void choose(writer *of, uint32_t number)
{
    const proof_node *node = &of->nodes[number];
    if (of->seen[number])
        return;
    of->seen[number] = true;
    of->chosen[of->count++] = (entry){node->at, number};
    if (node->count == 0)
        return;
    const uint32_t *children = proof_tree_children(of->file->tree, number);
    if (holds_at_least(node)) {
        choose(of, children[good_move(of, node)]);
        return;
    }
    for (uint32_t i = 0; i < node->count; i++)
        choose(of, children[i]);
}

static int compare_words(uint64_t a, uint64_t b) { return (a > b) - (a < b); }

static int by_position(const void *a, const void *b)
{
    const flank_position *first = &((const entry *)a)->at, *second = &((const entry *)b)->at;
    const int discs = (int)bit_count(first->own | first->other) - (int)bit_count(second->own | second->other);
    const int own = compare_words(first->own, second->own), other = compare_words(first->other, second->other);
    return discs ? discs : own ? own : other ? other : first->color - second->color;
}

/* ---- The text ---------------------------------------------------------------------------------------------------- */

static void add_move(const writer *of, const proof_node *node, text_buffer *out)
{
    flank_move moves[FLANK_MOVES_MAX];
    flank_game_moves(&othello_game, proof_tree_rules(of->file->tree), &node->at, moves);
    const flank_move move = moves[good_move(of, node)];
    text_addf(out, "move %s\n", flank_move_is_pass(move) ? "pass" : flank_square_name(move.to));
}

/* The reason for the bound of a node; `known` is what the store knows of a leaf. */
static void add_reason(const writer *of, const proof_node *node, const farm_answer *known, text_buffer *out)
{
    if (node->count > 0 && holds_at_least(node))
        add_move(of, node, out);
    else if (node->count > 0)
        text_add(out, "all\n");
    else if (flank_game_outcome(&othello_game, proof_tree_rules(of->file->tree), &node->at).over)
        text_add(out, "over\n");
    else
        text_addf(out, "leaf %d %d %" PRIu64 "\n", known->lo, known->hi, known->nodes);
}

static void add_bound(bool at_least, int number, text_buffer *out)
{
    text_addf(out, "at-%s %+d", at_least ? "least" : "most", at_least ? number : number - 2);
}

static void add_node(const writer *of, const entry *at, const farm_answer *known, text_buffer *out)
{
    char board[FLANK_POSITION_TEXT_SIZE];
    const proof_node *node = &of->nodes[at->node];
    flank_position position = node->at;
    position.color = FLANK_BLACK; /* X is to move */
    flank_position_format(&othello_game, &position, NULL, board);
    text_addf(out, "%.64s ", board);
    add_bound(holds_at_least(node), proof_tree_number(of->file->tree, at->node), out);
    text_add(out, " ");
    add_reason(of, node, known, out);
}

static void add_head(const writer *of, text_buffer *out)
{
    char rules[FLANK_RULES_TEXT_SIZE], board[FLANK_POSITION_TEXT_SIZE];
    flank_rules_format(&othello_game, proof_tree_rules(of->file->tree), rules);
    flank_position_format(&othello_game, &of->file->root, NULL, board);
    text_addf(out, "flank proof certificate 1\nrules %s\nroot %s\nclaim ", *rules ? rules : "usual", board);
    add_bound(of->nodes[0].state == PROOF_PROVED, of->file->at_least, out);
    text_addf(out, "\nsolver flank %s\nnodes %" PRIu32 "\n", FLANK_VERSION, of->count);
}

static flank_status write_chosen(const writer *of, const proof_source *source, text_buffer *out, flank_error *error)
{
    uint32_t *numbers = calloc(of->count, sizeof *numbers);
    farm_answer *known = calloc(of->count, sizeof *known);
    flank_status status = numbers && known ? FLANK_OK : error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    for (uint32_t i = 0; i < of->count && !status; i++)
        numbers[i] = of->chosen[i].node;
    if (!status)
        status = proof_file_look_up(source->stores, source->store, source->rules_id, 0, of->file->tree, numbers,
                                    of->count, known, error);
    if (!status)
        add_head(of, out);
    for (uint32_t i = 0; i < of->count && !status; i++)
        add_node(of, &of->chosen[i], &known[i], out);
    free(numbers);
    free(known);
    return status || !out->failed ? status : error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
}

flank_status proof_certificate_write(const proof_file *file, const proof_source *source, text_buffer *out,
                                     flank_error *error)
{
    uint32_t count;
    writer of = {.file = file, .nodes = proof_tree_nodes(file->tree, &count)};
    flank_status status = FLANK_OK;
    assert(of.nodes[0].state != PROOF_OPEN);
    of.chosen = calloc(count, sizeof *of.chosen);
    of.seen = calloc(count, sizeof *of.seen);
    if (of.chosen && of.seen) {
        choose(&of, 0);
        qsort(of.chosen, of.count, sizeof *of.chosen, by_position);
        status = write_chosen(&of, source, out, error);
    } else
        status = error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    free(of.chosen);
    free(of.seen);
    return status;
}
