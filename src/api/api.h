/* SPDX-License-Identifier: MIT
 *
 * The page's requests: one module behind the server's WebSocket and the browser's WebAssembly, so that both give the
 * same answers.
 *
 * A question is a set of named texts, "ask" names which (docs/developers/questions.md lists them); answers are JSON
 * objects, told one after the other: any number of events while it works, then one with "event":"answer" or
 * "event":"error". Each carries the question's "id".
 *
 * The answer of a question with a level or a depth, and of a solve or a review, depends on that question alone: what
 * the engine has learned is forgotten before. Only thinking that nothing but time ends goes on from there.
 */
#ifndef FLANK_API_API_H
#define FLANK_API_API_H

#include <flank/flank.h>

/* One named text of a question. */
typedef struct api_field {
    const char *name;  /* NUL-terminated */
    const char *value; /* NUL-terminated, and may have more NUL before its end */
    size_t size;       /* bytes of the value */
} api_field;

typedef struct api_question {
    const api_field *fields;
    size_t count;
} api_question;

/* Take one event; `json` is one object, NUL-terminated. */
typedef void api_send_fn(void *user, const char *json, size_t length);

typedef struct api_client api_client;

/* The resources that a client may use. */
typedef struct api_options {
    const flank_book *book;             /* NULL: none; must outlive the page */
    int64_t time_limit_ms;              /* longest time for one question that thinks; 0: none */
    const struct search_memory *memory; /* of reviews by a level (analysis/search_memory.h); NULL: none */
    int threads_max, hash_mib_max;      /* of the engines that are lent: how much "think" may wish for; 0: nothing */
} api_options;

/* NULL without memory. */
api_client *api_client_create(const api_options *options);
void api_client_destroy(api_client *client); /* NULL is fine; the engine is not its own */

/* True if a question of this name ("ask", may be NULL) needs an engine. */
bool api_thinks(const char *ask);

/* The engine to think with from here on; NULL: nothing, and no question that needs one. */
void api_client_lend(api_client *client, flank_engine *engine);

/* An upper estimate of the bytes that the answer of a question takes while it is made, itself included, besides the
 * engine's; and the bytes that are kept for later questions of this client: texts and lines of play. */
size_t api_question_memory(const api_client *client, const api_question *question);
size_t api_client_kept(const api_client *client);
void api_client_forget(api_client *client); /* keep nothing: questions that name such a text or line are refused */

/* Answer a question on this thread; one at a time. `stop` (NULL: none) ends it soon, with the best so far. */
void api_handle(api_client *client, const api_question *question, const flank_stop *stop, api_send_fn *send,
                void *user);

#endif
