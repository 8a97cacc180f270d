/* SPDX-License-Identifier: MIT
 *
 * A builder between runs: opening and closing, positions put in from outside, saving.
 */
#include "book/book_builder_state.h"

#include "core/error.h"
#include "core/plain_file.h"
#include "core/symmetry.h"
#include "games/othello/othello.h"

#include <stdlib.h>
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
    const flank_status unfit = plain_file_check(builder->place.path, FLANK_CANNOT_WRITE, error);
    if (unfit && mode == FLANK_BOOK_NEW)
        return unfit;
    bool there = access(builder->place.path, F_OK) == 0;
    if (there && mode == FLANK_BOOK_NEW && !is_empty_book(builder->place.path))
        return error_say(error, FLANK_CANNOT_WRITE, 0, SAY(BOOK_FILE_EXISTS));
    if (!there && mode == FLANK_BOOK_NEW)
        return flank_book_builder_save(builder, error);
    if (!there && mode == FLANK_BOOK_EITHER)
        return FLANK_OK;
    return book_store_load(builder->place.path, &builder->tree, error);
}

flank_book_builder *flank_book_builder_open(const char *path, flank_book_mode mode, flank_status *status,
                                            flank_error *error)
{
    flank_status answer;
    flank_book_builder *builder = calloc(1, sizeof *builder);
    if (builder)
        builder->place.lock = -1;
    if (!builder || !book_tree_open(&builder->tree))
        answer = error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    else
        answer = book_place_take(&builder->place, path, error);
    if (answer == FLANK_OK)
        answer = open_book(builder, mode, error);
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
    book_place_leave(&builder->place);
    book_tree_close(&builder->tree);
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

flank_status flank_book_builder_put(flank_book_builder *builder, const flank_position *position,
                                    const flank_book_entry *entry)
{
    book_record record;
    const flank_status status = book_record_make(position, entry, &record);
    if (status)
        return status;
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
    book_rows rows = {nodes ? &nodes->record : NULL, builder->tree.known, sizeof *nodes};
    status = book_store_write(builder->place.path, book_rows_next, &rows, error);
    builder->unsaved = builder->unsaved && status;
    return status;
}
