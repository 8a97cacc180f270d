/* SPDX-License-Identifier: MIT
 *
 * The opening books that a command uses, one a game.
 */
#ifndef FLANK_CLI_BOOK_INPUT_H
#define FLANK_CLI_BOOK_INPUT_H

#include "cli/command/commands.h"

enum { BOOK_LEVEL_FIRST = 6 }; /* levels below slip, and do not use a book: they would open like a master */

/* A book that was opened. */
typedef struct book_source {
    char *path;
    const flank_game *game;
} book_source;

/* The books of a command. */
typedef struct book_input {
    flank_book *book;     /* with all others added to it; or NULL */
    book_source *sources; /* in the order in which they were opened */
    size_t source_count;
    bool complained; /* about damage: once is enough */
} book_input;

/* The book that --book, or those that $FLANK_BOOK or the installation name, in this order; none with --no-book, with an
 * empty $FLANK_BOOK, and where none comes with flank. That --book cannot be used is a failure, with a complaint; any
 * other book that cannot is only complained about, and done without. Close `input` after success. An exit status. */
int book_input_read(const cli_arguments *arguments, book_input *input);
void book_input_close(book_input *input);

/* Say so if the book that --book names is of another game than the one that is thought about. */
void book_input_warn(const book_input *input, const cli_arguments *arguments, const flank_game *game);

/* The path of the book that answers for `game`, one of those that are open. */
const char *book_input_path(const book_input *input, const flank_game *game);

/* Look up as flank_book_choose and flank_book_moves do (0 moves if there are none). Damage in the book is complained
 * about the first time and counts as absent. */
bool book_input_choose(book_input *input, const flank_record *record, uint64_t seed, flank_book_move *choice);
size_t book_input_moves(book_input *input, const flank_record *record, flank_book_move *moves);

/* Open the book at `path`, complaining if that fails. */
int book_open(const char *path, flank_book **book);

/* The exit status that goes with a failure to read or write a book. */
int book_exit_status(flank_status status);

/* The paths of the books that are used unless --book names one, whether they are there or not, with NULL behind the
 * last; free them with book_paths_free. NULL for none. In $FLANK_BOOK a ':' stands between two paths, and "\:" for a
 * ':' of a name. */
char **book_default_paths(void);
void book_paths_free(char **paths);

/* Name those books in $FLANK_BOOK for the program that this one becomes, which may lie elsewhere. */
void book_hand_on(void);

#endif
