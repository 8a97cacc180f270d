/* SPDX-License-Identifier: MIT
 *
 * What the page asks: one module behind the server's WebSocket and the browser's WebAssembly, so that both give the
 * same answers.
 *
 * A question is a set of named texts, "ask" names which (docs/developers/questions.md lists them); answers are JSON
 * objects, told one after the other: any number of events while it works, then one with "event":"answer" or
 * "event":"error". Each carries the question's "id".
 *
 * The answer of a question with a level or a depth, and of a solve or a review, depends on that question alone: what
 * the engine has learned is forgotten before. Only thinking that nothing but time ends goes on from there.
 */
#ifndef FLANK_PAGE_PAGE_H
#define FLANK_PAGE_PAGE_H

#include <flank/flank.h>

/* One named text of a question. */
typedef struct page_field {
    const char *name;  /* NUL-terminated */
    const char *value; /* NUL-terminated, and may have more NUL before its end */
    size_t size;       /* bytes of the value */
} page_field;

typedef struct page_question {
    const page_field *fields;
    size_t count;
} page_question;

/* Take one event; `json` is one object, NUL-terminated. */
typedef void page_tell_fn(void *user, const char *json, size_t length);

typedef struct page page;

/* What a visitor may use. */
typedef struct page_options {
    const flank_book *book; /* NULL: none; must outlive the page */
    int64_t time_limit_ms;  /* longest time for one question that thinks; 0: none */
} page_options;

/* NULL without memory. */
page *page_create(const page_options *options);
void page_destroy(page *visitor); /* NULL is fine; the engine is not its own */

/* Whether a question of this name ("ask", may be NULL) needs an engine. */
bool page_thinks(const char *ask);

/* What to think with from here on; NULL: nothing, and no question that needs one. Not while page_stop may run. */
void page_lend(page *visitor, flank_engine *engine);

/* Answer a question on this thread; one at a time. Whether it is stopped is told apart from earlier ones by page_begin,
 * which goes before it. */
void page_ask(page *visitor, const page_question *question, page_tell_fn *tell, void *user);

/* Forget what was stopped: from here on page_stop is about the next question. */
void page_begin(page *visitor);

/* Make the question that is being answered, or that comes next, end soon, with the best so far. Any thread. An engine
 * that is just about to begin does not hear it: repeat it until the question is answered. */
void page_stop(page *visitor);

#endif
