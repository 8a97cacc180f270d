/* SPDX-License-Identifier: MIT
 *
 * A whole book outside memory while it is made: its positions in layers by number of discs, each a temporary file in
 * the order of the book, and the values that follow from one another, layer by layer from the fullest to the emptiest.
 *
 * The same as book_tree_add_passes and book_tree_update, which need some 60 bytes of memory a position; this needs as
 * much as it is given, and some 100 bytes of disk a position.
 */
#ifndef FLANK_BOOK_LAYERS_H
#define FLANK_BOOK_LAYERS_H

#include "book/book_record.h"
#include "core/row_sort.h"

#include <flank/stop.h>

enum { BOOK_LAYERS = 2 * 65 };

/* Called some times a second: so many of all positions have their value. */
typedef void book_layers_fn(void *user, uint64_t done, uint64_t all);

typedef struct book_layers {
    const char *beside;        /* temporary files lie in the folder of this path; the caller's, as the next ones */
    size_t memory_bytes;       /* the most that buffers take */
    const flank_stop *stop;    /* raised: the call under way answers ECANCELED; NULL: none */
    book_layers_fn *on_layers; /* NULL: none */
    void *user;
    row_file layers[BOOK_LAYERS]; /* 2 * discs, and the next one for positions in which a pass is forced */
    row_file links[BOOK_LAYERS];
    uint64_t count;  /* of positions */
    uint64_t leaves; /* made of links */
    uint64_t done;
} book_layers;

/* Fill in everything up to `user`, then open. */
void book_layers_open(book_layers *layers);
void book_layers_close(book_layers *layers); /* zero is fine */

/* Bits of the tag that a position keeps. */
enum {
    BOOK_TAG_PUT_IN = 1, /* a pass that nobody had added */
    BOOK_TAG_TRIED = 2,  /* searched as the plan asks: book_frontier.h does not ask again */
};

/* Add a position behind all that stand before it in the order of a book. 0, or an errno, as all of these. */
int book_layers_add(book_layers *layers, const book_record *record, uint32_t tag);

/* A move of the position that is added next, and its value in hundredths of a disc: if it leads to no position that was
 * added, it becomes the leaf where it is better than the leaf. Of several, the earlier ones come first. */
int book_layers_add_link(book_layers *layers, uint64_t own, uint64_t other, uint8_t move, int score);

/* Put in missing passes, and work out scores, lines and leaves. */
int book_layers_update(book_layers *layers);

/* All positions as rows in the order of a book. */
int book_layers_read(const book_layers *layers, row_merge *merge);

/* A record as a row, whose order is that of the file; `tag` stands between the position and the rest. */
word_row book_row(const book_record *record, uint32_t tag);
book_record book_row_record(const word_row *row);
static inline uint32_t book_row_tag(const word_row *row) { return (uint32_t)(row->word[2] >> 32); }

#endif
