/* SPDX-License-Identifier: MIT
 *
 * Costs from above: each layer hands its costs on to the positions behind its moves, as rows that are sorted by those
 * positions and read beside them.
 */
#include "book/book_frontier.h"

#include "book/book_filter.h"
#include "core/symmetry.h"
#include "games/othello/othello_board.h"

#include <errno.h>

enum { PARTS = 6, LOOK_ROWS = 1 << 16, DISCS = 65 };

typedef struct frontier {
    book_layers *layers;
    const flank_book_plan *plan;
    row_sort offers[2 * DISCS + 2]; /* to each layer: position, cost of the one before it, its score */
    row_sort wishes;
} frontier;

static size_t part_bytes(const frontier *of) { return of->layers->memory_bytes / PARTS; }

/* ---- Costs ---- */

static word_row offer_row(uint64_t own, uint64_t other, int32_t cost, int16_t score)
{
    return (word_row){{own, other, (uint64_t)cost, (uint16_t)score}};
}

/* The smallest cost that the moves to a position offer. */
static int32_t cost_of(const frontier *of, const book_record *record, row_cursor *offer)
{
    int32_t cost = record->root ? 0 : BOOK_COST_NONE;
    while (offer->more && book_key_compare(offer->head.word[0], offer->head.word[1], record->own, record->other) < 0)
        row_cursor_step(offer);
    for (; offer->more && offer->head.word[0] == record->own && offer->head.word[1] == record->other;
         row_cursor_step(offer)) {
        const int error = (int16_t)(uint16_t)offer->head.word[3] + record->score;
        const int32_t by_this = (int32_t)offer->head.word[2] + error;
        if (error <= of->plan->error && by_this <= of->plan->line_error && by_this < cost)
            cost = by_this;
    }
    return cost;
}

/* Offer a position's cost to all that its moves lead to. */
static int make_offers(frontier *of, const book_record *record, int32_t cost, const book_filter *filters)
{
    const uint64_t legal = othello_moves(record->own, record->other);
    uint64_t left = legal;
    int number = 0;
    do {
        const uint8_t move = legal ? (uint8_t)bit_first(left) : BOOK_LEAF_PASS;
        uint64_t own, other;
        book_play(record, move, &own, &other);
        symmetry_canonical(&own, &other);
        left = legal ? bit_rest(left) : 0;
        const unsigned pass = othello_moves(own, other) == 0;
        const word_row offer = offer_row(own, other, cost, record->score);
        if (book_filter_has(&filters[pass], &offer))
            number = row_sort_add(&of->offers[2 * bit_count(own | other) + pass], &offer);
    } while (left && number == 0);
    return number;
}

/* ---- Wishes ---- */

static bool wants_search(const book_record *record, uint32_t tag, const flank_book_plan *plan)
{
    return record->leaf == BOOK_LEAF_UNKNOWN ||
           (record->leaf != BOOK_LEAF_NONE && !(tag & BOOK_TAG_TRIED) && book_is_too_shallow(record, plan));
}

static int wish(frontier *of, int32_t priority, const book_record *record, uint8_t move)
{
    const word_row added = {{(uint64_t)((int64_t)priority - INT32_MIN), record->own, record->other, move}};
    return row_sort_add(&of->wishes, &added);
}

/* A leaf that leads to a position of the book is none any more since the layers were updated. */
static int make_wish(frontier *of, const book_record *record, uint32_t tag, int32_t cost)
{
    if (wants_search(record, tag, of->plan))
        return wish(of, book_priority(cost, record), record, BOOK_LEAF_NONE);
    if (!book_may_follow(record, cost, of->plan))
        return 0;
    return wish(of, book_leaf_priority(cost, record), record, record->leaf);
}

/* ---- Layers ---- */

static int walk_layer(frontier *of, unsigned index, const book_filter *filters)
{
    row_reader reader;
    row_cursor offer = {.more = false};
    const word_row *next = NULL;
    int number = row_sort_read(&of->offers[index], &offer);
    number = number ? number : row_reader_open(&reader, row_file_span(&of->layers->layers[index]), ROW_READER_BYTES);
    if (number) {
        row_cursor_close(&offer);
        return number;
    }
    for (uint64_t at = 0; number == 0 && (next = row_reader_next(&reader)); at++) {
        const book_record record = book_row_record(next);
        const int32_t cost = cost_of(of, &record, &offer);
        if (cost != BOOK_COST_NONE)
            number = make_wish(of, &record, book_row_tag(next), cost);
        if (cost != BOOK_COST_NONE && number == 0)
            number = make_offers(of, &record, cost, filters);
        if (at % LOOK_ROWS == 0 && flank_stop_is_raised(of->layers->stop))
            number = ECANCELED;
    }
    number = number ? number : reader.error ? reader.error : offer.merge.error;
    row_reader_close(&reader);
    row_cursor_close(&offer);
    return number;
}

/* Passes come before what they lead to, which has as many discs. */
static int walk_discs(frontier *of, unsigned discs)
{
    for (unsigned pass = 2; pass-- > 0;) {
        const unsigned index = 2 * discs + pass, behind = pass ? 2 * discs : 2 * (discs + 1);
        book_filter filters[2] = {{NULL}, {NULL}};
        int number = 0;
        if (row_file_count(&of->layers->layers[index]) == 0)
            continue;
        for (unsigned i = 0; i < 2 && number == 0; i++) {
            const bool is_there = behind + i < BOOK_LAYERS && (pass == 0 || i == 0);
            const row_span span = is_there ? row_file_span(&of->layers->layers[behind + i]) : (row_span){.count = 0};
            number = book_filter_fill(&filters[i], &span, 1, part_bytes(of));
        }
        number = number ? number : walk_layer(of, index, filters);
        book_filter_free(&filters[0]);
        book_filter_free(&filters[1]);
        row_sort_close(&of->offers[index]);
        if (number)
            return number;
    }
    return 0;
}

/* Hand the wishes out. */
static int hand_out(frontier *of, book_wish_fn *on_wish, void *user)
{
    row_cursor next = {.more = false};
    int number = row_sort_read(&of->wishes, &next);
    for (; number == 0 && next.more; row_cursor_step(&next)) {
        const book_wish one = {.priority = (int32_t)((int64_t)next.head.word[0] + INT32_MIN),
                               .own = next.head.word[1],
                               .other = next.head.word[2],
                               .move = (uint8_t)next.head.word[3]};
        if (!on_wish(user, &one))
            break;
    }
    number = number ? number : next.merge.error;
    row_cursor_close(&next);
    return number;
}

int book_frontier_each(book_layers *layers, const flank_book_plan *plan, book_wish_fn *on_wish, void *user)
{
    frontier of = {.layers = layers, .plan = plan};
    int number = 0;
    for (unsigned i = 0; i < 2 * DISCS + 2; i++)
        row_sort_open(&of.offers[i], layers->beside, part_bytes(&of));
    row_sort_open(&of.wishes, layers->beside, part_bytes(&of));
    for (unsigned discs = 0; discs < DISCS && number == 0; discs++)
        number = walk_discs(&of, discs);
    number = number ? number : hand_out(&of, on_wish, user);
    for (unsigned i = 0; i < 2 * DISCS + 2; i++)
        row_sort_close(&of.offers[i]);
    row_sort_close(&of.wishes);
    return number;
}
