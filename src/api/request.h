/* SPDX-License-Identifier: MIT
 *
 * Functions that the files of the answers share: the question being answered, and readers of its fields.
 */
#ifndef FLANK_API_REQUEST_H
#define FLANK_API_REQUEST_H

#include "api/api.h"
#include "api/line_memory.h"
#include "api/sheet_source.h"
#include "core/json_writer.h"
#include "formats/sheet_json.h"

struct api_client {
    api_options options;
    flank_engine *engine; /* lent; NULL: none */
    flank_stop stop;      /* under that of the question being answered: readers that are kept have a pointer to it */
    line_memory lines;
    sheet_sources sources;
};

/* A question while it is being answered. */
typedef struct api_request {
    api_client *client;
    const api_question *question;
    const flank_stop *stop; /* raised when nobody waits for the answer any more */
    api_send_fn *send;
    void *user;
    flank_error error; /* for the answer of a failure */
} api_request;

/* Refuse fields with a zero byte: most readers would stop there and miss the rest. Only the texts of files ("text",
 * "input") may have one. FLANK_BAD_ARGUMENT with request->error. */
flank_status request_check(api_request *request);

/* The value of a field, or NULL; `size` (may be NULL) gets its bytes. */
const char *request_text(const api_request *request, const char *name, size_t *size);

/* The whole number of a field, `usual` without it. FLANK_BAD_ARGUMENT with request->error if it is none, or not in
 * least..most.
 */
flank_status request_number(api_request *request, const char *name, int64_t least, int64_t most, int64_t usual,
                            int64_t *number);

bool request_flag(const api_request *request, const char *name); /* the field is there and not "0" */

/* The line of play that "game", "rules", "start" and "moves" describe, or "line", "ply" and "moves" (line_memory.h),
 * its cursor at the end; the caller destroys it. It is kept where "keep" says. */
flank_status request_record(api_request *request, flank_record **record);

/* Think with all that the engine has, whatever was wished for before. */
void request_whole_engine(const api_request *request);

/* Tell an event: begin one, add members to it, send it (which frees it). */
text_buffer request_event(const api_request *request, const char *event);
void request_send(const api_request *request, text_buffer *event);

void request_fail(const api_request *request, flank_status status); /* tell the error that ends a question */

/* Add a sheet as one JSON object (docs/users/formats.md), a member `key` of an object or, with NULL, of an array. The
 * question may want it "brief", or with the board behind each move ("plies"). */
void request_add_sheet(const api_request *request, text_buffer *out, const char *key, const flank_sheet *sheet);

/* Add the squares of a move of a sheet and the board behind it to an open object. */
void request_add_squares(text_buffer *out, const flank_sheet *sheet, const flank_position *before, flank_move move);

/* The answers, one function for each question: adds the members of the answer to an open object. On failure
 * request->error says why and `answer` is dropped. */
typedef flank_status handle_fn(api_request *request, text_buffer *answer);
handle_fn handle_about, handle_line, handle_think, handle_play, handle_solve, handle_book, handle_review, handle_sheets,
    handle_write;

/* A question that can be asked. */
typedef struct api_kind {
    const char *name;
    handle_fn *ask;
    bool thinks;
} api_kind;

/* Those of this program, the last without a name: kinds.c has all, src/wasm/module_rules.c those of the rules alone. */
extern const api_kind api_kinds[];

#endif
