/* SPDX-License-Identifier: MIT
 *
 * The page's requests to the library of games: "library_search", "library_position", "library_stats",
 * "library_names" and "library_game" (docs/developers/questions.md).
 * The members of the answers are those of flank library --json.
 */
#ifndef FLANK_SERVER_LIBRARY_HANDLER_H
#define FLANK_SERVER_LIBRARY_HANDLER_H

#include "library/library.h"
#include "api/api.h"

/* One reader of the library. All zero but `path`: not opened yet. */
typedef struct library_handler {
    const char *path; /* NULL: there is no library */
    game_library *library;
} library_handler;

/* True if a question of this name ("ask", may be NULL) is about the library, and answer one that is. Soon after `stop`
 * is raised the answer is that it was stopped. */
bool library_handler_takes(const char *ask);
void library_handler_answer(library_handler *handler, api_client *client, const api_question *question,
                            const flank_stop *stop, api_send_fn *send, void *user);
void library_handler_close(library_handler *handler);

#endif
