/* SPDX-License-Identifier: MIT
 *
 * What the files that answer share: the question being answered, and readers of its fields.
 */
#ifndef FLANK_PAGE_ASK_H
#define FLANK_PAGE_ASK_H

#include "core/json_writer.h"
#include "page/page.h"

#include <stdatomic.h>

struct page {
    page_options options;
    flank_engine *engine; /* lent; NULL: none */
    atomic_bool stopped; /* the question being answered is no longer wanted */
};

/* A question while it is being answered. */
typedef struct asking {
    page *visitor;
    const page_question *question;
    page_tell_fn *tell;
    void *user;
    flank_error error; /* for the answer of a failure */
} asking;

/* FLANK_BAD_ARGUMENT with asked->error if a field has a zero byte, after which most of it would not be read; the text
 * of a file ("text", "input") may. */
flank_status ask_check(asking *asked);

/* The value of a field, or NULL; `size` (may be NULL) gets its bytes. */
const char *ask_text(const asking *asked, const char *name, size_t *size);

/* The whole number of a field, `usual` without it. FLANK_BAD_ARGUMENT with asked->error if it is none, or not in
 * least..most.
 */
flank_status ask_number(asking *asked, const char *name, int64_t least, int64_t most, int64_t usual, int64_t *number);

bool ask_flag(const asking *asked, const char *name); /* the field is there and not "0" */

/* The game that "game", "rules", "start" and "moves" describe, its cursor at the end; the caller destroys it. */
flank_status ask_record(asking *asked, flank_record **record);

/* Tell an event: begin one, add members to it, send it (which frees it). */
text_buffer ask_event(const asking *asked, const char *event);
void ask_send(const asking *asked, text_buffer *event);

void ask_fail(const asking *asked, flank_status status); /* tell the error that ends a question */

/* Add a sheet as one JSON object (docs/users/formats.md), a member `key` of an object or, with NULL, of an array. */
flank_status ask_add_sheet(text_buffer *out, const char *key, const flank_sheet *sheet, flank_error *error);

/* The answers, one function for each question: adds the members of the answer to an open object. On failure
 * asked->error says why and `answer` is dropped. */
typedef flank_status ask_fn(asking *asked, text_buffer *answer);
ask_fn ask_about, ask_line, ask_think, ask_play, ask_solve, ask_book, ask_review, ask_sheets, ask_write;

#endif
