/* SPDX-License-Identifier: MIT
 *
 * The options of flank library: which file, which games.
 */
#ifndef FLANK_CLI_LIBRARY_INPUT_H
#define FLANK_CLI_LIBRARY_INPUT_H

#include "cli/command/commands.h"
#include "library/library.h"

/* A filter, and what it points to. */
typedef struct library_question {
    library_filter filter;
    flank_rules rules;
    flank_record *record; /* NULL without a position */
} library_question;

/* Read the options that choose games. CLI_DONE, or an exit status after a complaint. library_question_free afterwards.
 */
int library_question_read(const cli_arguments *arguments, library_question *question);
void library_question_free(library_question *question);

/* The path that --library names, or the user's own; NULL without a home. Free it. */
char *library_find_path(const cli_arguments *arguments);

/* Open the file that --library names, or the user's own. CLI_DONE, or an exit status after a complaint; then `*path`
 * need not be freed and `*library` not be closed. */
int library_open_given(const cli_arguments *arguments, library_access purpose, char **path, game_library **library);

/* Complain about what a library could not do. */
int library_complain(const char *path, flank_status status, const flank_error *error);

#endif
