/* SPDX-License-Identifier: MIT
 *
 * Best-first expansion of a book.
 *
 * Idea (drop-out expansion: T. Lincke, "Strategies for the Automatic Construction of Opening Books", Computers and
 * Games 2000; M. Buro's books of Othello before it): a line is as interesting as its moves are good. The error of a
 * move is what it loses against the best move of its position as the book sees it now; the cost of a position is the
 * smallest sum of errors, of both sides, on a way to it from a root. The leaf whose position will be the cheapest is
 * followed first, with every ply counting as a quarter of a disc, so that a line without errors gets four plies deep
 * before one with an error of a disc begins. When values change the costs do, and the lines that are not good any more
 * are left where they are.
 *
 * Only moves with an error within plan->error pass a cost on; costs beyond plan->line_error end a line.
 *
 * All searches end after the same side's moves, so that values can be compared: an evaluation likes the side that has
 * just moved (or the other) a little, two discs with some weights, and a leaf of this position, searched as deep as the
 * position behind another move, would look that much better or worse than it. So positions in which an odd number of
 * moves has been made are searched a ply less than the others. Results of deeper searches at another level stay.
 *
 * Besides leaves, positions themselves are searched: new roots, those whose leaf has become a position of the book (and
 * need another), and those that were searched less deep than asked.
 */
#include "book/book_agenda.h"

#include "core/bits.h"
#include "games/othello/othello_board.h"

#include <stdlib.h>

enum { PLY_COST = 25 };

void book_agenda_close(book_agenda *agenda) { free(agenda->tasks); }

static int ply_of(const book_record *record) { return (int)bit_count(record->own | record->other) - 4; }

/* ---- Costs ---- */

/* Offer a way to a node; its cost stays the smallest of all. */
static void lower_cost(book_node *node, int32_t cost)
{
    if (cost < node->cost)
        node->cost = cost;
}

/* Pass a node's cost on to what its moves lead to. */
static void pass_cost_on(book_tree *tree, const book_node *node, const flank_book_plan *plan)
{
    book_child children[BOOK_CHILDREN_MAX];
    const book_record *record = &node->record;
    size_t count = book_tree_children(tree, record, children);
    for (size_t i = 0; i < count; i++) {
        book_node *child = &tree->nodes[children[i].node];
        int score;
        if (child->known)
            score = -child->record.score;
        else if (children[i].move == record->leaf)
            score = record->leaf_score;
        else
            continue;
        int error = record->score - score;
        if (error <= plan->error && node->cost + error <= plan->line_error)
            lower_cost(child, node->cost + error);
    }
}

/* From the roots downwards: against tree->order, which begins with the last positions. */
static void find_costs(book_tree *tree, const flank_book_plan *plan)
{
    for (size_t i = 0; i < tree->count; i++)
        tree->nodes[i].cost = tree->nodes[i].record.root ? 0 : BOOK_COST_NONE;
    for (size_t i = tree->count; i-- > 0;) {
        const book_node *node = &tree->nodes[tree->order[i]];
        if (node->known && node->cost != BOOK_COST_NONE)
            pass_cost_on(tree, node, plan);
    }
}

/* ---- Tasks ---- */

book_effort book_effort_for(const flank_book_plan *plan, const book_record *record)
{
    if (ply_of(record) % 2 == 0)
        return (book_effort){plan->level, plan->depth_plies};
    if (plan->level)
        return (book_effort){.level = plan->level > BOOK_LEVEL_MIN ? plan->level - 1 : plan->level + 1};
    return (book_effort){.depth_plies = plan->depth_plies > 1 ? plan->depth_plies - 1 : plan->depth_plies + 1};
}

/* A level searches as many plies as its number, and surer near the end of the game: a search that was cut short may
 * have been deep enough for a lower one. */
bool book_is_too_shallow(const book_record *record, const flank_book_plan *plan)
{
    const book_effort wanted = book_effort_for(plan, record);
    const bool to_the_end = record->depth_plies >= (int)bit_count(~(record->own | record->other));
    if (wanted.level)
        return record->level < wanted.level && (record->depth_plies < wanted.level || to_the_end);
    return record->depth_plies < wanted.depth_plies;
}

/* True if the node itself is to be searched. */
static bool wants_search(const book_node *node, const flank_book_plan *plan)
{
    const book_record *record = &node->record;
    if (node->busy || node->stuck || node->cost == BOOK_COST_NONE)
        return false;
    if (!node->known)
        return true;
    if (record->leaf == BOOK_LEAF_UNKNOWN)
        return true;
    return record->leaf != BOOK_LEAF_NONE && !node->tried && book_is_too_shallow(record, plan);
}

int32_t book_priority(int32_t cost, const book_record *record) { return cost + PLY_COST * ply_of(record); }

int32_t book_leaf_priority(int32_t cost, const book_record *record)
{
    return cost + record->score - record->leaf_score + PLY_COST * (ply_of(record) + 1);
}

bool book_may_follow(const book_record *record, int32_t cost, const flank_book_plan *plan)
{
    if (cost == BOOK_COST_NONE || !book_has_leaf(record) || ply_of(record) >= plan->plies)
        return false;
    const int error = record->score - record->leaf_score;
    if (error > plan->error || cost + error > plan->line_error)
        return false;
    uint64_t own, other;
    book_play(record, record->leaf, &own, &other);
    return othello_moves(own, other) || othello_moves(other, own);
}

/* True if the leaf is to be followed: to a position that is not there. */
static bool wants_leaf(const book_tree *tree, const book_node *node, const flank_book_plan *plan)
{
    if (!node->known || !book_may_follow(&node->record, node->cost, plan))
        return false;
    uint64_t own, other;
    book_play(&node->record, node->record.leaf, &own, &other);
    return book_tree_find(tree, own, other) == BOOK_NO_NODE;
}

static bool add_task(book_agenda *agenda, book_task task)
{
    if (agenda->count == agenda->room) {
        size_t room = agenda->room ? 2 * agenda->room : 256;
        book_task *tasks = realloc(agenda->tasks, room * sizeof *tasks);
        if (!tasks)
            return false;
        agenda->tasks = tasks;
        agenda->room = room;
    }
    agenda->tasks[agenda->count++] = task;
    return true;
}

/* Sooner first; of equals the older node, so that the order is the same every time. */
static int compare_tasks(const void *a, const void *b)
{
    const book_task *first = a, *second = b;
    if (first->priority != second->priority)
        return first->priority < second->priority ? -1 : 1;
    return (first->node > second->node) - (first->node < second->node);
}

flank_status book_agenda_fill(book_agenda *agenda, book_tree *tree, const flank_book_plan *plan)
{
    flank_status status = book_tree_update(tree);
    if (status)
        return status;
    find_costs(tree, plan);
    agenda->count = agenda->next = 0;
    for (size_t i = 0; i < tree->count; i++) {
        const book_node *node = &tree->nodes[i];
        const book_record *record = &node->record;
        book_task task = {.node = (uint32_t)i, .move = BOOK_LEAF_NONE};
        if (wants_search(node, plan)) {
            task.priority = book_priority(node->cost, record);
        } else if (wants_leaf(tree, node, plan)) {
            task.move = record->leaf;
            task.priority = book_leaf_priority(node->cost, record);
        } else {
            continue;
        }
        if (!add_task(agenda, task))
            return FLANK_NO_MEMORY;
    }
    if (agenda->count)
        qsort(agenda->tasks, agenda->count, sizeof *agenda->tasks, compare_tasks);
    return FLANK_OK;
}

/* The node that a task means now; the agenda may be older than the tree. */
static size_t task_node(const book_task *task, book_tree *tree, const flank_book_plan *plan, flank_status *status)
{
    const book_node *node = &tree->nodes[task->node];
    if (task->move == BOOK_LEAF_NONE)
        return wants_search(node, plan) ? task->node : BOOK_NO_NODE;
    if (node->record.leaf != task->move || !wants_leaf(tree, node, plan))
        return BOOK_NO_NODE;
    uint64_t own, other;
    book_play(&node->record, task->move, &own, &other);
    size_t child = book_tree_add(tree, own, other);
    if (child == BOOK_NO_NODE)
        *status = FLANK_NO_MEMORY;
    return child;
}

size_t book_agenda_take(book_agenda *agenda, book_tree *tree, const flank_book_plan *plan, flank_status *status)
{
    *status = FLANK_OK;
    while (agenda->next < agenda->count && *status == FLANK_OK) {
        size_t node = task_node(&agenda->tasks[agenda->next++], tree, plan, status);
        if (node != BOOK_NO_NODE) {
            tree->nodes[node].busy = true;
            return node;
        }
    }
    return BOOK_NO_NODE;
}
