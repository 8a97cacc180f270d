/* SPDX-License-Identifier: MIT
 *
 * The plan of a book and its roots, as a command line says them.
 */
#ifndef FLANK_CLI_BOOK_PLAN_INPUT_H
#define FLANK_CLI_BOOK_PLAN_INPUT_H

#include "cli/command/commands.h"

#include <flank/book_builder.h>

/* An exit status, after a complaint about options that exclude each other. */
int book_plan_check(const cli_arguments *arguments);

/* The plan, with zeros for what is not said. */
flank_book_plan book_plan_given(const cli_arguments *arguments);

/* A root more; an exit status, after a complaint if it is not CLI_DONE, which ends it. */
typedef int book_root_fn(void *user, const flank_position *position);

/* All positions where lines begin: the position that is given, the openings; for a book with nothing in it else the
 * start. An exit status, after a complaint. */
int book_roots_given(const cli_arguments *arguments, bool is_empty, book_root_fn *add, void *user);

#endif
