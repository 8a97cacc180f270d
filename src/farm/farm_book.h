/* SPDX-License-Identifier: MIT
 *
 * A book made by a farm: units of the kind "book" (farm_kind.h).
 *
 * A run NAME has one unit, the foreman, with the plan as its parameters. It makes runs of its own, "NAME round 1" and
 * so on, whose units are searches: a position, its moves into the book, and the effort. When a round is answered, the
 * foreman works out the next one from the answers to all rounds before, and ends when there is nothing left to ask.
 * "NAME round 0", which never opens, has what the book knew before.
 *
 * The state is what is asked and what is answered, nothing else: whoever goes on as foreman, on whatever machine, asks
 * the same. A round is some sixteenth of the book, so that working it out costs little beside its searches.
 */
#ifndef FLANK_FARM_FARM_BOOK_H
#define FLANK_FARM_FARM_BOOK_H

#include "book/book_agenda.h"
#include "farm/farm_kind.h"

enum {
    FARM_BOOK_NAME_SIZE = FARM_NAME_SIZE - 20,
    FARM_BOOK_ROOTS = 4000,
    FARM_BOOK_PARAMS_SIZE = 160,
    FARM_BOOK_PACKED = 1024, /* records in a unit of round 0 */
    FARM_BOOK_QUESTION_BYTES = BOOK_RECORD_BYTES + 12,
};

#define FARM_BOOK_KIND "book"

/* The name of a round's run. */
void farm_book_round_name(const char *name, int round, char out[FARM_NAME_SIZE]);

/* True of the run of round 0: what a book knew before, which nobody is asked. It is never opened. */
bool farm_book_is_known(const farm_run *run);

/* A plan without defaults left as parameters of a run, and back: FLANK_BAD_FILE. */
void farm_book_write_plan(const flank_book_plan *plan, char out[FARM_BOOK_PARAMS_SIZE]);
flank_status farm_book_read_plan(const char *params, flank_book_plan *plan, flank_error *error);

/* The foreman's unit: the name of its run and the positions at which lines begin, canonical; added to `out`. */
typedef struct farm_book_root {
    uint64_t own, other;
} farm_book_root;

void farm_book_write_foreman(const char *name, const farm_book_root *roots, size_t count, text_buffer *out);

/* A search as a unit of FARM_BOOK_QUESTION_BYTES. */
void farm_book_write_question(const book_question *question, uint8_t *bytes);

/* A record more of the run, each position as often as it was asked, the latest answer last; `tried`: it is an answer.
 */
typedef flank_status farm_book_fn(void *user, const book_record *record, bool tried, flank_error *error);

typedef struct farm_book_progress {
    int rounds;   /* that were asked */
    int64_t open; /* searches without an answer */
} farm_book_progress;

/* Hand out all that a run knows. FLANK_NOT_FOUND if there is no such run; the failure of the store or of `call`. */
flank_status farm_book_each(const farm_store_kind *stores, farm_store *store, const char *name, farm_book_fn *call,
                            void *user, farm_book_progress *progress, flank_error *error);

/* The answer of the kind. */
flank_status farm_answer_book(farm_unit *unit, flank_error *error);

#endif
