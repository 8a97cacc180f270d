/* SPDX-License-Identifier: MIT
 *
 * Books as text and as the files of other programs: flank book import and flank book export.
 */
#ifndef FLANK_CLI_BOOK_TRANSFER_H
#define FLANK_CLI_BOOK_TRANSFER_H

#include "cli/command/commands.h"
#include "formats/books/foreign_book.h"

int book_import(const cli_arguments *arguments);
int book_export(const cli_arguments *arguments);

/* The position before or behind a pass. */
flank_position position_with_sides_swapped(const flank_position *position);

/* True if the side to move must pass, and the game goes on. */
bool position_is_pass(const flank_position *position);

bool position_is_over(const flank_position *position);

/* True if this is the start of a game, in any orientation. */
bool position_is_start(const flank_position *position);

int position_empties(const flank_position *position);

#endif
