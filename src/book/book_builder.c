/* SPDX-License-Identifier: MIT
 *
 * A builder between runs: opening and closing, positions put in from outside, saving.
 */
#define _DEFAULT_SOURCE /* realpath */
#include "book/book_builder_state.h"

#include "book/book_store.h"
#include "core/error.h"
#include "core/symmetry.h"
#include "games/othello/othello.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Opening ---- */

/* True if there is only what a builder put there that was stopped before its first save. */
static bool is_empty_book(const char *path)
{
    flank_book *book = flank_book_open(path, NULL, NULL);
    const bool empty = book && flank_book_count(book) == 0;
    flank_book_close(book);
    return empty;
}

static flank_status open_book(flank_book_builder *builder, flank_book_mode mode, flank_error *error)
{
    bool there = access(builder->path, F_OK) == 0;
    if (there && mode == FLANK_BOOK_NEW && !is_empty_book(builder->path))
        return error_say(error, FLANK_CANNOT_WRITE, 0, SAY(BOOK_FILE_EXISTS));
    if (!there && mode == FLANK_BOOK_NEW)
        return flank_book_builder_save(builder, error);
    if (!there && mode == FLANK_BOOK_EITHER)
        return FLANK_OK;
    return book_store_load(builder->path, &builder->tree, error);
}

flank_book_builder *flank_book_builder_open(const char *path, flank_book_mode mode, flank_status *status,
                                            flank_error *error)
{
    flank_status answer;
    flank_book_builder *builder = calloc(1, sizeof *builder);
    if (builder) {
        builder->lock = -1;
        builder->path = realpath(path, NULL); /* behind a link, so that the link stays and all lock the same file */
        builder->path = builder->path ? builder->path : strdup(path);
    }
    struct stat link;
    if (builder && access(path, F_OK) && lstat(path, &link) == 0) {
        answer = error_say(error, FLANK_CANNOT_WRITE, 0, SAY(BOOK_DEAD_LINK));
    } else if (!builder || !builder->path || !book_tree_open(&builder->tree)) {
        answer = error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    } else {
        builder->lock = book_store_lock(builder->path, &answer, error);
        if (builder->lock >= 0)
            answer = open_book(builder, mode, error);
    }
    if (status)
        *status = answer;
    if (answer == FLANK_OK)
        return builder;
    flank_book_builder_close(builder);
    return NULL;
}

void flank_book_builder_close(flank_book_builder *builder)
{
    if (!builder)
        return;
    if (builder->lock >= 0)
        book_store_unlock(builder->path, builder->lock);
    book_tree_close(&builder->tree);
    free(builder->path);
    free(builder);
}

size_t flank_book_builder_count(const flank_book_builder *builder) { return builder->tree.known; }

/* ---- Positions from outside ---- */

static bool is_over(const flank_position *position)
{
    static const flank_rules rules;
    return flank_game_outcome(&othello_game, &rules, position).over;
}

flank_status flank_book_builder_add_root(flank_book_builder *builder, const flank_position *position)
{
    if (is_over(position))
        return FLANK_OK;
    size_t node = book_tree_add(&builder->tree, position->own, position->other);
    if (node == BOOK_NO_NODE)
        return FLANK_NO_MEMORY;
    builder->tree.nodes[node].record.root = true;
    builder->unsaved = true;
    return FLANK_OK;
}

/* True if the numbers fit into a record at all; book_record_fault has the rest. */
static bool score_fits(int score) { return score >= -BOOK_SCORE_MAX && score <= BOOK_SCORE_MAX; }

static bool entry_fits(const flank_book_entry *entry)
{
    return score_fits(entry->score) && entry->depth_plies >= 0 && entry->depth_plies <= UINT8_MAX &&
           entry->level >= 0 && entry->level <= UINT8_MAX && entry->selectivity >= 0 && entry->selectivity <= 100 &&
           (!entry->has_leaf || (score_fits(entry->leaf_score) && entry->leaf.to <= FLANK_NO_SQUARE));
}

flank_status flank_book_builder_put(flank_book_builder *builder, const flank_position *position,
                                    const flank_book_entry *entry)
{
    if (is_over(position))
        return FLANK_GAME_OVER;
    book_record record = {.own = position->own, .other = position->other};
    unsigned symmetry = symmetry_canonical(&record.own, &record.other);
    if (!entry_fits(entry))
        return FLANK_BAD_ARGUMENT;
    book_entry_to_record(entry, symmetry, &record);
    if (book_record_fault(&record))
        return FLANK_BAD_ARGUMENT;
    size_t node = book_tree_add(&builder->tree, record.own, record.other);
    if (node == BOOK_NO_NODE)
        return FLANK_NO_MEMORY;
    book_tree_set(&builder->tree, node, &record);
    builder->unsaved = true;
    return FLANK_OK;
}

flank_status flank_book_builder_find(const flank_book_builder *builder, const flank_position *position,
                                     flank_book_entry *entry)
{
    uint64_t own = position->own, other = position->other;
    unsigned symmetry = symmetry_canonical(&own, &other);
    size_t node = book_tree_find(&builder->tree, own, other);
    if (node == BOOK_NO_NODE || !builder->tree.nodes[node].known)
        return FLANK_NOT_FOUND;
    book_entry_from_record(&builder->tree.nodes[node].record, symmetry, entry);
    return FLANK_OK;
}

/* ---- Saving ---- */

flank_status flank_book_builder_save(flank_book_builder *builder, flank_error *error)
{
    flank_status status = book_tree_add_passes(&builder->tree);
    status = status ? status : book_tree_update(&builder->tree);
    if (status)
        return error_say(error, status, 0, say_status(status));
    book_tree_sort(&builder->tree); /* in its place: a copy of a large book would take as much again */
    const book_node *nodes = builder->tree.nodes;
    const book_rows rows = {nodes ? &nodes->record : NULL, builder->tree.known, sizeof *nodes};
    status = book_store_write(builder->path, rows, error);
    builder->unsaved = builder->unsaved && status;
    return status;
}
