/* SPDX-License-Identifier: MIT
 *
 * Values from below without a table of all positions: each step reads and writes files from beginning to end.
 *
 * A layer's moves into the book are found by a join. Every move of every position gives a row (position behind it; from
 * which, by which move); these are sorted, read beside the layer behind, and what is found there is sorted back into
 * the order of the layer. Nine moves in ten lead to no position of a usual book, and most of them are dropped before
 * they are sorted, by a filter of two bytes a position (B. Bloom, CACM 13, 1970): a binary search for every move in a
 * mapped file, the simpler way, reads a page of the disk for each as soon as the layers do not fit into memory.
 *
 * Beside memory for buffers this takes a third of it for each of the filter, the sorted moves, and what was found.
 */
#include "book/book_layers.h"

#include "book/book_filter.h"
#include "book/book_tree.h"
#include "core/symmetry.h"
#include "games/othello/othello_board.h"

#include <errno.h>

enum { LOOK_ROWS = 1 << 16, PARTS = 3 };

/* ---- Rows ---- */

word_row book_row(const book_record *record, uint32_t tag)
{
    const uint64_t confidence = record->selectivity | (record->root ? 0x80U : 0U);
    return (word_row){{record->own, record->other, (uint64_t)tag << 32 | record->lines,
                       (uint16_t)record->score | (uint64_t)(uint16_t)record->leaf_score << 16 |
                           (uint64_t)record->leaf << 32 | (uint64_t)record->depth_plies << 40 |
                           (uint64_t)record->level << 48 | confidence << 56}};
}

book_record book_row_record(const word_row *row)
{
    const uint64_t rest = row->word[3];
    return (book_record){.own = row->word[0],
                         .other = row->word[1],
                         .score = (int16_t)(rest & 0xffff),
                         .leaf_score = (int16_t)(rest >> 16 & 0xffff),
                         .leaf = (uint8_t)(rest >> 32),
                         .depth_plies = (uint8_t)(rest >> 40),
                         .level = (uint8_t)(rest >> 48),
                         .selectivity = (uint8_t)(rest >> 56 & 0x7f),
                         .root = rest >> 63 != 0,
                         .lines = (uint32_t)row->word[2]};
}

static bool is_same_key(const word_row *a, const word_row *b)
{
    return a->word[0] == b->word[0] && a->word[1] == b->word[1];
}

static bool is_key_before(const word_row *a, const word_row *b)
{
    return book_key_compare(a->word[0], a->word[1], b->word[0], b->word[1]) < 0;
}

/* ---- Layers ---- */

static unsigned layer_of(uint64_t own, uint64_t other)
{
    return 2 * bit_count(own | other) + (othello_moves(own, other) == 0);
}

void book_layers_open(book_layers *layers)
{
    for (size_t i = 0; i < BOOK_LAYERS; i++) {
        row_file_open(&layers->layers[i], layers->beside);
        row_file_open(&layers->links[i], layers->beside);
    }
    layers->count = layers->leaves = layers->done = 0;
}

void book_layers_close(book_layers *layers)
{
    for (size_t i = 0; i < BOOK_LAYERS; i++) {
        row_file_close(&layers->layers[i]);
        row_file_close(&layers->links[i]);
    }
}

int book_layers_add(book_layers *layers, const book_record *record, uint32_t tag)
{
    const word_row added = book_row(record, tag);
    layers->count++;
    return row_file_add(&layers->layers[layer_of(record->own, record->other)], &added, 1);
}

int book_layers_add_link(book_layers *layers, uint64_t own, uint64_t other, uint8_t move, int score)
{
    const word_row added = {{own, other, move, (uint16_t)score}};
    return row_file_add(&layers->links[layer_of(own, other)], &added, 1);
}

int book_layers_read(const book_layers *layers, row_merge *merge)
{
    row_span spans[BOOK_LAYERS];
    size_t count = 0;
    for (size_t i = 0; i < BOOK_LAYERS; i++)
        if (row_file_count(&layers->layers[i]))
            spans[count++] = row_file_span(&layers->layers[i]);
    return row_merge_open(merge, spans, count, count * ROW_READER_BYTES);
}

static size_t part_bytes(const book_layers *layers) { return layers->memory_bytes / PARTS; }

/* 0, or ECANCELED. */
static int look(const book_layers *layers, uint64_t at)
{
    if (at % LOOK_ROWS)
        return 0;
    if (layers->on_layers)
        layers->on_layers(layers->user, layers->done, layers->count);
    return flank_stop_is_raised(layers->stop) ? ECANCELED : 0;
}

/* ---- Moves into the book ---- */

/* Note every move of a layer that may lead to one of the positions in the filter: position behind it, index in the
 * layer, move. */
static int find_moves(book_layers *layers, const row_file *layer, const book_filter *filter, row_sort *moves)
{
    row_reader reader;
    int number = row_reader_open(&reader, row_file_span(layer), ROW_READER_BYTES);
    const word_row *next = NULL;
    for (uint64_t at = 0; number == 0 && (next = row_reader_next(&reader)); at++) {
        const book_record record = book_row_record(next);
        const uint64_t legal = othello_moves(record.own, record.other);
        uint64_t left = legal;
        do {
            const uint8_t move = legal ? (uint8_t)bit_first(left) : BOOK_LEAF_PASS;
            word_row found = {{0, 0, at, move}};
            book_play(&record, move, &found.word[0], &found.word[1]);
            symmetry_canonical(&found.word[0], &found.word[1]);
            left = legal ? bit_rest(left) : 0;
            if (book_filter_has(filter, &found))
                number = row_sort_add(moves, &found);
        } while (left && number == 0);
        number = number ? number : look(layers, at);
    }
    number = number ? number : reader.error;
    row_reader_close(&reader);
    return number;
}

/* Look the moves up in the layers behind, and note for each what stands there: index in the layer, move, child. */
static int find_values(book_layers *layers, row_sort *moves, const row_span *behind, size_t count, row_sort *values)
{
    row_cursor move = {.more = false}, child = {.more = false};
    uint64_t child_index = 0;
    int number = row_sort_read(moves, &move);
    number = number ? number : row_cursor_open(&child, behind, count);
    for (uint64_t at = 0; number == 0 && move.more && child.more; at++) {
        if (is_key_before(&child.head, &move.head)) {
            row_cursor_step(&child);
            child_index++;
            continue;
        }
        if (is_same_key(&child.head, &move.head)) {
            const word_row found = {
                {move.head.word[2], move.head.word[3] << 56 | child_index, child.head.word[2], child.head.word[3]}};
            number = row_sort_add(values, &found);
        }
        row_cursor_step(&move);
        number = number ? number : look(layers, at);
    }
    number = number ? number : move.merge.error ? move.merge.error : child.merge.error;
    row_cursor_close(&child);
    row_cursor_close(&move);
    return number;
}

/* ---- Values ---- */

/* Links to positions that nobody wrote down become leaves where they are better. */
static void settle_links(book_layers *layers, row_cursor *link, book_record *record, const uint64_t *written)
{
    const word_row key = {{record->own, record->other, 0, 0}};
    for (; link->more && is_same_key(&link->head, &key); row_cursor_step(link)) {
        const uint8_t move = (uint8_t)link->head.word[2];
        const int16_t score = (int16_t)(uint16_t)link->head.word[3];
        if ((written[move / 64] & bit(move % 64)) || (book_has_leaf(record) && score <= record->leaf_score))
            continue;
        record->leaf = move;
        record->leaf_score = score;
        layers->leaves++;
    }
}

/* One position: take the values of its moves. */
static word_row update_row(book_layers *layers, const word_row *from, uint64_t at, row_cursor *value, row_cursor *link)
{
    book_record record = book_row_record(from);
    book_value values[BOOK_CHILDREN_MAX];
    uint64_t written[2] = {0, 0}; /* the moves to positions that were added; a pass is number 64 */
    size_t count = 0;
    for (; value->more && value->head.word[0] == at; row_cursor_step(value)) {
        const uint8_t move = (uint8_t)(value->head.word[1] >> 56);
        const book_record child = book_row_record(&value->head);
        values[count++] =
            (book_value){.child = value->head.word[1] << 8, .move = move, .score = child.score, .lines = child.lines};
        if (!(book_row_tag(&value->head) & BOOK_TAG_PUT_IN))
            written[move / 64] |= bit(move % 64);
    }
    settle_links(layers, link, &record, written);
    book_record_update(&record, values, count);
    return book_row(&record, book_row_tag(from));
}

/* Write the layer anew, with what has been found behind its moves. */
static int write_layer(book_layers *layers, unsigned number_of_layer, row_sort *values, row_file *out)
{
    const row_file *layer = &layers->layers[number_of_layer];
    const row_span links = row_file_span(&layers->links[number_of_layer]);
    row_cursor value = {.more = false}, link = {.more = false};
    row_reader reader = {.error = 0};
    const word_row *next = NULL;
    int number = row_sort_read(values, &value);
    number = number ? number : row_cursor_open(&link, &links, 1);
    number = number ? number : row_reader_open(&reader, row_file_span(layer), ROW_READER_BYTES);
    for (uint64_t at = 0; number == 0 && (next = row_reader_next(&reader)); at++) {
        const word_row updated = update_row(layers, next, at, &value, &link);
        number = row_file_add(out, &updated, 1);
        layers->done++;
        number = number ? number : look(layers, at);
    }
    number = number ? number : reader.error ? reader.error : value.merge.error ? value.merge.error : link.merge.error;
    row_reader_close(&reader);
    row_cursor_close(&link);
    row_cursor_close(&value);
    return number;
}

static int find_all(book_layers *layers, const row_file *layer, const row_span *behind, size_t count, row_sort *values)
{
    book_filter filter = {NULL};
    row_sort moves;
    row_sort_open(&moves, layers->beside, part_bytes(layers));
    int number = book_filter_fill(&filter, behind, count, part_bytes(layers));
    number = number ? number : find_moves(layers, layer, &filter, &moves);
    book_filter_free(&filter);
    number = number ? number : find_values(layers, &moves, behind, count, values);
    row_sort_close(&moves);
    return number;
}

static void replace(row_file *layer, row_file *by)
{
    row_file_close(layer);
    *layer = *by;
}

static int update_layer(book_layers *layers, unsigned index)
{
    row_file *layer = &layers->layers[index];
    const unsigned discs = index / 2, behind = index % 2 ? 2 * discs : 2 * (discs + 1);
    const size_t count = index % 2 ? 1 : 2;
    row_span spans[2] = {{.count = 0}, {.count = 0}};
    for (size_t i = 0; i < count && behind < BOOK_LAYERS; i++)
        spans[i] = row_file_span(&layers->layers[behind + i]);
    if (row_file_count(layer) == 0)
        return 0;
    row_sort values;
    row_file out;
    row_sort_open(&values, layers->beside, part_bytes(layers));
    row_file_open(&out, layers->beside);
    int number = spans[0].count + spans[1].count ? find_all(layers, layer, spans, count, &values) : 0;
    number = number ? number : write_layer(layers, index, &values, &out);
    row_sort_close(&values);
    if (number)
        row_file_close(&out);
    else
        replace(layer, &out);
    return number;
}

/* ---- Passes ---- */

/* Note the position behind the pass, wherever a move of a layer leaves the other side nothing but that. */
static int find_passes(book_layers *layers, const row_file *layer, row_sort *passes)
{
    row_reader reader;
    int number = row_reader_open(&reader, row_file_span(layer), ROW_READER_BYTES);
    const word_row *next = NULL;
    for (uint64_t at = 0; number == 0 && (next = row_reader_next(&reader)); at++) {
        const book_record record = book_row_record(next);
        const uint64_t legal = othello_moves(record.own, record.other);
        for (BITS_EACH(square, legal)) {
            uint64_t own, other;
            book_play(&record, (uint8_t)square, &own, &other);
            if (othello_moves(own, other))
                continue;
            symmetry_canonical(&other, &own);
            number = number ? number : row_sort_add(passes, &(word_row){{other, own, 0, 0}});
        }
        number = number ? number : look(layers, at);
    }
    number = number ? number : reader.error;
    row_reader_close(&reader);
    return number;
}

/* The passes in front of the positions that are there. */
static int make_passes(row_sort *wanted, const row_file *behind, row_sort *made)
{
    const row_span span = row_file_span(behind);
    row_cursor want = {.more = false}, there = {.more = false};
    int number = row_sort_read(wanted, &want);
    number = number ? number : row_cursor_open(&there, &span, 1);
    while (number == 0 && want.more && there.more) {
        if (is_key_before(&want.head, &there.head)) {
            row_cursor_step(&want);
            continue;
        }
        if (is_same_key(&want.head, &there.head)) {
            const book_record record = book_row_record(&there.head);
            book_record pass = {.own = record.other, .other = record.own};
            symmetry_canonical(&pass.own, &pass.other);
            book_record_pass(&pass, &record);
            const word_row added = book_row(&pass, BOOK_TAG_PUT_IN);
            number = row_sort_add(made, &added);
        }
        row_cursor_step(&there);
    }
    number = number ? number : want.merge.error ? want.merge.error : there.merge.error;
    row_cursor_close(&there);
    row_cursor_close(&want);
    return number;
}

/* Put the passes that were made between those that were written down, which stay. */
static int put_passes(book_layers *layers, row_file *layer, row_sort *made)
{
    const row_span span = row_file_span(layer);
    row_file out;
    row_cursor fresh = {.more = false}, there = {.more = false};
    row_file_open(&out, layers->beside);
    int number = row_sort_read(made, &fresh);
    number = number ? number : row_cursor_open(&there, &span, 1);
    while (number == 0 && (fresh.more || there.more)) {
        const bool is_fresh = fresh.more && (!there.more || is_key_before(&fresh.head, &there.head));
        row_cursor *from = is_fresh ? &fresh : &there;
        if (!is_fresh && fresh.more && is_same_key(&fresh.head, &there.head))
            row_cursor_step(&fresh);
        number = row_file_add(&out, &from->head, 1);
        layers->count += is_fresh;
        row_cursor_step(from);
    }
    number = number ? number : fresh.merge.error ? fresh.merge.error : there.merge.error;
    row_cursor_close(&there);
    row_cursor_close(&fresh);
    if (number)
        row_file_close(&out);
    else
        replace(layer, &out);
    return number;
}

/* Add to the positions of so many discs the passes to which a move leads and whose other end is known. */
static int add_passes(book_layers *layers, unsigned discs)
{
    const row_file *behind = &layers->layers[2 * discs];
    if (discs == 0 || row_file_count(behind) == 0)
        return 0;
    row_sort wanted, made;
    row_sort_open(&wanted, layers->beside, part_bytes(layers));
    row_sort_open(&made, layers->beside, part_bytes(layers));
    int number = find_passes(layers, &layers->layers[2 * (discs - 1)], &wanted);
    number = number ? number : make_passes(&wanted, behind, &made);
    row_sort_close(&wanted);
    if (number == 0 && (made.count || made.run_count))
        number = put_passes(layers, &layers->layers[2 * discs + 1], &made);
    row_sort_close(&made);
    return number;
}

int book_layers_update(book_layers *layers)
{
    int number = 0;
    for (unsigned discs = 65; discs-- > 0 && number == 0;) {
        number = update_layer(layers, 2 * discs);
        number = number ? number : add_passes(layers, discs);
        number = number ? number : update_layer(layers, 2 * discs + 1);
    }
    return number;
}
