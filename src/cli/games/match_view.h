/* SPDX-License-Identifier: MIT
 *
 * The view that people and programs have of a match.
 */
#ifndef FLANK_CLI_MATCH_VIEW_H
#define FLANK_CLI_MATCH_VIEW_H

#include "cli/command/progress.h"
#include "match/match.h"

enum { MATCH_VIEW_FORFEITS = 10 };

typedef struct match_view {
    const match_options *options;
    char plan[MATCH_PLAN_SIZE]; /* in words, "" for a match of two */
    progress_line progress;     /* says if there is a terminal, and since when */
    int lines;                  /* of the live table that stand on the terminal */
    size_t before;              /* games that were read from the record */
    size_t forfeit_count;
    text_buffer forfeits;      /* for people, a line each, the first MATCH_VIEW_FORFEITS */
    text_buffer forfeits_json; /* all of them, as members of an array */
} match_view;

/* The live table on standard error; nothing where that is no terminal. */
void match_view_draw(match_view *view, const match_state *state);
void match_view_clear(match_view *view);

void match_view_add_game(match_view *view, const match_state *state, const match_game *game);

/* The final tables, and the object of --json (docs/users/match-reference.md; match_json.c), on standard output. */
void match_view_print(const match_view *view, const match_state *state, bool interrupted);
void match_view_print_json(const match_view *view, const match_state *state, bool interrupted);

void match_view_free(match_view *view);

#endif
