/* SPDX-License-Identifier: MIT
 *
 * Which opening book a command uses.
 */
#ifndef FLANK_CLI_BOOK_INPUT_H
#define FLANK_CLI_BOOK_INPUT_H

#include "cli/commands.h"

/* The book that --book, $FLANK_BOOK or the installation names, in this order; `*book` is NULL with --no-book, with an
 * empty $FLANK_BOOK, and where none comes with flank. Close it with flank_book_close. CLI_DONE or a complaint. */
int book_from_arguments(const cli_arguments *arguments, flank_book **book);

/* Open the book at `path`, complaining if that fails. */
int book_open(const char *path, flank_book **book);

/* The exit status that goes with a failure to read or write a book. */
int book_exit_status(flank_status status);

/* The path of the book that is used unless --book names one, whether it is there or not; free it. NULL for none. */
char *book_default_path(void);

#endif
