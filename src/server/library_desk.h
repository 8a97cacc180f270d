/* SPDX-License-Identifier: MIT
 *
 * What the page asks of the library of games: "library_search", "library_position", "library_stats" and "library_game"
 * (docs/developers/questions.md).
 * The members of the answers are those of flank library --json.
 */
#ifndef FLANK_SERVER_LIBRARY_DESK_H
#define FLANK_SERVER_LIBRARY_DESK_H

#include "library/library.h"
#include "page/page.h"

/* One reader of the library. All zero but `path`: not opened yet. */
typedef struct library_desk {
    const char *path; /* NULL: there is no library */
    game_library *library;
} library_desk;

/* Whether a question of this name ("ask", may be NULL) is about the library, and answer one that is. */
bool library_desk_is_asked(const char *ask);
void library_desk_answer(library_desk *desk, const page_question *question, page_tell_fn *tell, void *user);
void library_desk_close(library_desk *desk);

#endif
