/* SPDX-License-Identifier: MIT
 *
 * Making and extending opening books (book.h) with the engine.
 *
 * A builder holds a whole book in memory. It follows every reasonable line, the most reasonable first: a move is
 * followed if its score is within a bound of the best move's, and the losses along the line are together within
 * another. Every so often, and at the end, the book is written to a new file that then takes the place of the old one,
 * so that a builder may be killed at any moment: the file at `path` is always whole, and what is lost is the work since
 * the last time. Of a position whose search takes longer than that, the last depth completed is in it meanwhile.
 *
 * A builder is used by one thread.
 */
#ifndef FLANK_BOOK_BUILDER_H
#define FLANK_BOOK_BUILDER_H

#include <flank/book.h>
#include <flank/stop.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct flank_book_builder flank_book_builder;

/* The beginning of a builder: a new book, or the one in the file. */
typedef enum flank_book_mode {
    FLANK_BOOK_NEW,      /* begin with an empty book, write it at once; FLANK_CANNOT_WRITE if there is another file */
    FLANK_BOOK_EXISTING, /* read the file; FLANK_CANNOT_READ if it does not exist */
    FLANK_BOOK_EITHER,   /* read the file if it exists; otherwise begin with an empty book, and saving makes the file */
} flank_book_mode;

/* A builder for the book at `path`, which is read and checked as a whole. While it is open no other builder can open
 * the same book; a file `path`.lock says so. NULL with `status` and `error` (both may be NULL) set on failure:
 * FLANK_CANNOT_READ, FLANK_CANNOT_WRITE, FLANK_BAD_FILE, FLANK_NO_MEMORY. */
flank_book_builder *flank_book_builder_open(const char *path, flank_book_mode mode, flank_status *status,
                                            flank_error *error);

/* Free the builder; what was not saved is lost. NULL is fine. */
void flank_book_builder_close(flank_book_builder *builder);

/* The number of positions that the book has now. */
size_t flank_book_builder_count(const flank_book_builder *builder);

/* Let lines begin at `position` of Othello. A finished game is ignored. FLANK_NO_MEMORY. */
flank_status flank_book_builder_add_root(flank_book_builder *builder, const flank_position *position);

/* Put a position with what is known of it into the book, in place of what was known. Its score and lines are worked out
 * again when the book is saved. FLANK_BAD_ARGUMENT if the entry is no entry of this position (a leaf that is no legal
 * move, a number out of its range), FLANK_GAME_OVER, FLANK_NO_MEMORY. */
flank_status flank_book_builder_put(flank_book_builder *builder, const flank_position *position,
                                    const flank_book_entry *entry);

/* The builder's knowledge of a position, as flank_book_find; scores are as they were put in until the book is saved.
 * FLANK_NOT_FOUND. */
flank_status flank_book_builder_find(const flank_book_builder *builder, const flank_position *position,
                                     flank_book_entry *entry);

/* The work to do. A zero means the default, or "no limit" where it says so. */
typedef struct flank_book_plan {
    int level;         /* of the engine for each position (16 if there is no depth either); one that slips is refused */
    int depth_plies;   /* of each search, instead of a level */
    int plies;         /* follow lines up to so many discs placed (12) */
    int error;         /* follow moves at most so many hundredths worse than the best (200) */
    int line_error;    /* and lines whose errors of both sides add up to at most so much (twice `error`) */
    int threads;       /* 1..256 engines that search different positions (1) */
    size_t hash_bytes; /* of the tables of all engines together (64 MiB each) */
    int64_t time_ms;   /* begin no search after so long; no limit */
    size_t positions;  /* and none when the book has so many positions; with threads it may get some more; no limit */
    int64_t save_ms;   /* write the book so often (20 s) */
    const flank_stop *stop; /* raised: end the searches and save; NULL: none */
} flank_book_plan;

/* The builder's progress. */
typedef struct flank_book_progress {
    size_t positions; /* in the book */
    size_t searches;  /* made in this run */
    size_t waiting;   /* known to be still to do; following lines finds more */
    uint64_t nodes;
    double time_s;
} flank_book_progress;

/* FLANK_ENOUGH ends the building: the book is saved. */
typedef flank_reply flank_book_progress_fn(void *user, const flank_book_progress *progress);

/* Build until there is nothing left to do, a limit is reached, the plan's stop is raised or `on_progress` has enough,
 * and save what is new: a large book takes some tenths of a second, also after a stop. With a stop that is raised
 * already nothing else is done. Positions that were searched less deep than the plan asks are searched again.
 * `on_progress` (may be NULL) is called with `user` on this thread some times a second, and once at the end. FLANK_OK,
 * FLANK_BAD_ARGUMENT for a plan out of range, FLANK_CANNOT_WRITE with `error` (may be NULL) filled, FLANK_NO_MEMORY. */
flank_status flank_book_builder_run(flank_book_builder *builder, const flank_book_plan *plan,
                                    flank_book_progress_fn *on_progress, void *user, flank_error *error);

/* Write the book to its file. A position in which a pass is forced, where it is missing between two that are there, is
 * put in, so that no way through the book is broken. FLANK_CANNOT_WRITE with `error` (may be NULL) filled; the old file
 * is then untouched. */
flank_status flank_book_builder_save(flank_book_builder *builder, flank_error *error);

/* Grow a book of Lines of Action or Turkish draughts from the start position, as a builder's run does with the book at
 * `path`; another game is refused. With the same plan the book is the same to the last byte, however often the growing
 * was ended and begun again; one thread (plan.threads at most 1), and no roots but the start. The defaults are
 * 10 plies of depth, lines of 24 plies, an error of a tenth of the game's scale of chances, and lines with four of it.
 * FLANK_OK, FLANK_BAD_ARGUMENT, FLANK_CANNOT_READ, FLANK_CANNOT_WRITE, FLANK_BAD_FILE, FLANK_NO_MEMORY, with `error`
 * (may be NULL) filled. */
flank_status flank_book_grow(const char *path, const flank_game *game, flank_book_mode mode,
                             const flank_book_plan *plan, flank_book_progress_fn *on_progress, void *user,
                             flank_error *error);

#ifdef __cplusplus
}
#endif
#endif
