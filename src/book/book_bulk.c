/* SPDX-License-Identifier: MIT
 *
 * Positions in the order of their arrival become one of each, by layers; what they are worth is left to book_layers.c.
 */
#include "book/book_bulk.h"

#include "core/error.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

enum { LINK = 253 }; /* in the place of the leaf: the row is a link of the position that came before it */
enum { LOOK_ROWS = 1 << 16 };

struct book_bulk {
    book_place place;
    book_bulk_options options;
    row_sort arrivals; /* tagged by their number, so that they keep their order */
    uint32_t arrived;
    book_record latest;
    book_layers layers;
    book_bulk_counts counts;
};

static flank_status say_number_of(int number, flank_error *error)
{
    if (number == 0)
        return FLANK_OK;
    if (number == ECANCELED)
        return error_say(error, FLANK_STOPPED, 0, say_status(FLANK_STOPPED));
    if (number == ENOMEM)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    return error_say(error, FLANK_CANNOT_WRITE, 0, SAY(CANNOT_WRITE_BECAUSE), say_system(number));
}

/* ---- Arrivals ---- */

static flank_status arrive(book_bulk *bulk, const book_record *record, flank_error *error)
{
    if (bulk->arrived == UINT32_MAX)
        return error_say(error, FLANK_CANNOT_WRITE, 0, SAY(CANNOT_WRITE_BECAUSE), say_system(EFBIG));
    const word_row added = book_row(record, bulk->arrived++);
    const int number = bulk->arrived % LOOK_ROWS == 0 && flank_stop_is_raised(bulk->options.stop)
                           ? ECANCELED
                           : row_sort_add(&bulk->arrivals, &added);
    return say_number_of(number, error);
}

flank_status book_bulk_add(book_bulk *bulk, const book_record *record, flank_error *error)
{
    const flank_error_code fault = book_record_fault(record);
    if (fault)
        return error_say(error, FLANK_BAD_ARGUMENT, 0, say_code(fault));
    bulk->latest = *record;
    return arrive(bulk, record, error);
}

flank_status book_bulk_add_link(book_bulk *bulk, uint8_t move, int score, flank_error *error)
{
    const book_record link = {.own = bulk->latest.own,
                              .other = bulk->latest.other,
                              .leaf = LINK,
                              .depth_plies = move,
                              .score = (int16_t)score};
    return arrive(bulk, &link, error);
}

static flank_status add_book(book_bulk *bulk, const flank_book *book, flank_error *error)
{
    flank_status status = flank_book_verify(book, error);
    for (size_t i = 0; i < flank_book_count(book) && status == FLANK_OK; i++) {
        flank_position position;
        flank_book_entry entry;
        status = flank_book_at(book, i, &position, &entry, error);
        if (status)
            break;
        book_record record = {.own = position.own, .other = position.other};
        book_entry_to_record(&entry, 0, &record);
        status = arrive(bulk, &record, error);
    }
    bulk->counts.before = flank_book_count(book);
    return status;
}

static flank_status open_bulk(book_bulk *bulk, const char *path, flank_error *error)
{
    flank_status status = book_place_take(&bulk->place, path, error);
    if (status)
        return status;
    row_sort_open(&bulk->arrivals, bulk->place.path, bulk->options.memory_bytes);
    bulk->layers = (book_layers){.beside = bulk->place.path,
                                 .memory_bytes = bulk->options.memory_bytes,
                                 .stop = bulk->options.stop,
                                 .on_layers = bulk->options.on_layers,
                                 .user = bulk->options.user};
    book_layers_open(&bulk->layers);
    if (access(path, F_OK) != 0)
        return FLANK_OK;
    flank_book *book = flank_book_open(path, &status, error);
    if (book && !bulk->options.anew)
        status = add_book(bulk, book, error);
    flank_book_close(book);
    return status;
}

book_bulk *book_bulk_open(const char *path, const book_bulk_options *options, flank_status *status, flank_error *error)
{
    book_bulk *bulk = calloc(1, sizeof *bulk);
    if (!bulk) {
        *status = error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
        return NULL;
    }
    bulk->options = *options;
    *status = open_bulk(bulk, path, error);
    if (*status == FLANK_OK)
        return bulk;
    book_bulk_close(bulk);
    return NULL;
}

void book_bulk_close(book_bulk *bulk)
{
    if (!bulk)
        return;
    row_sort_close(&bulk->arrivals);
    book_layers_close(&bulk->layers);
    book_place_leave(&bulk->place);
    free(bulk);
}

/* ---- One of each ---- */

/* The arrivals of one position, folded. */
typedef struct fold {
    bool any;
    bool taken; /* the last one was */
    book_record record;
} fold;

static int add_arrival(book_bulk *bulk, book_bulk_rule *replaces, fold *one, const word_row *arrival)
{
    book_record record = book_row_record(arrival);
    if (record.leaf == LINK)
        return one->taken
                   ? book_layers_add_link(&bulk->layers, record.own, record.other, record.depth_plies, record.score)
                   : 0;
    one->taken = !one->any || replaces(&record, &one->record);
    bulk->counts.kept += !one->taken;
    if (one->taken) {
        record.root = record.root || (one->any && one->record.root);
        one->record = record;
    }
    one->any = true;
    return 0;
}

static int fold_arrivals(book_bulk *bulk, book_bulk_rule *replaces)
{
    fold one = {.any = false};
    row_merge merge;
    word_row next;
    int number = row_sort_finish(&bulk->arrivals, &merge);
    if (number)
        return number;
    for (uint64_t at = 0; number == 0 && row_merge_next(&merge, &next); at++) {
        if (one.any && (next.word[0] != one.record.own || next.word[1] != one.record.other)) {
            number = book_layers_add(&bulk->layers, &one.record, 0);
            one.any = false;
        }
        number = number ? number : add_arrival(bulk, replaces, &one, &next);
        if (at % LOOK_ROWS == 0 && flank_stop_is_raised(bulk->options.stop))
            number = number ? number : ECANCELED;
    }
    number = number ? number : merge.error;
    if (number == 0 && one.any)
        number = book_layers_add(&bulk->layers, &one.record, 0);
    row_merge_close(&merge);
    return number;
}

/* ---- The file ---- */

typedef struct bulk_stream {
    const book_bulk *bulk;
    row_merge merge;
    uint64_t handed_out;
} bulk_stream;

static int next_record(void *user, book_record *record)
{
    bulk_stream *stream = user;
    word_row next;
    if (stream->handed_out++ % LOOK_ROWS == 0 && flank_stop_is_raised(stream->bulk->options.stop)) {
        errno = ECANCELED;
        return -1;
    }
    if (!row_merge_next(&stream->merge, &next)) {
        errno = stream->merge.error;
        return errno ? -1 : 0;
    }
    *record = book_row_record(&next);
    return 1;
}

flank_status book_bulk_finish(book_bulk *bulk, book_bulk_rule *replaces, book_bulk_counts *counts, flank_error *error)
{
    bulk_stream stream = {.bulk = bulk};
    int number = fold_arrivals(bulk, replaces);
    row_sort_close(&bulk->arrivals);
    const uint64_t added = bulk->layers.count;
    number = number ? number : book_layers_update(&bulk->layers);
    number = number ? number : book_layers_read(&bulk->layers, &stream.merge);
    if (number)
        return say_number_of(number, error);
    const flank_status status = book_store_write(bulk->place.path, next_record, &stream, error);
    row_merge_close(&stream.merge);
    if (status && flank_stop_is_raised(bulk->options.stop))
        return say_number_of(ECANCELED, error);
    *counts = bulk->counts;
    counts->positions = bulk->layers.count;
    counts->passes = bulk->layers.count - added;
    counts->leaves = bulk->layers.leaves;
    return status;
}
