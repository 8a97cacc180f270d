/* SPDX-License-Identifier: MIT
 *
 * A question as it comes over the WebSocket, one JSON object of texts, numbers, true and false, as fields of api.h.
 */
#ifndef FLANK_SERVER_QUESTION_TEXT_H
#define FLANK_SERVER_QUESTION_TEXT_H

#include "api/api.h"

enum { QUESTION_FIELDS_MAX = 64 };

/* A question that owns its texts. */
typedef struct question_text {
    api_question question;
    api_field fields[QUESTION_FIELDS_MAX];
    char *texts;
    size_t size; /* bytes: of the texts, or of the JSON where only some fields have been read */
    char *json;  /* where only some fields have been read; else NULL */
} question_text;

/* Numbers become their digits, true "1", false "0"; null is as if the field were not there. NULL with `error` set:
 * FLANK_BAD_ARGUMENT or FLANK_NO_MEMORY. Free with question_free. */
question_text *question_parse(const char *json, size_t size, flank_error *error);

/* The fields "ask" and "id" alone if they can be found, at gigabytes a second, of a text that may be no question
 * otherwise. NULL: no memory. */
question_text *question_peek(const char *json, size_t size);

/* A large text in two steps. The first is question_peek, and keeps a copy in `json`; NULL: no memory. That copy parsed
 * is the `whole` of the second, which takes it over; the size stays that of the JSON. */
question_text *question_skim(const char *json, size_t size, flank_error *error);
void question_complete(question_text *question, question_text *whole);
void question_free(question_text *question); /* NULL is fine */

/* The value of a field, or NULL. */
const char *question_field(const question_text *question, const char *name);

#endif
