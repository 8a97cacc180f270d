/* SPDX-License-Identifier: MIT
 *
 * Finding the opening books: one file a game.
 */
#include "cli/input/book_input.h"
#include "core/error.h"

#include "cli/command/own_file.h"
#include "core/text_buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLACE_SIZE = 64 };

/* The path of the book of `game` that comes with flank, or NULL. */
static char *own_book(const flank_game *game)
{
    char installed[PLACE_SIZE], built[PLACE_SIZE];
    snprintf(installed, sizeof installed, "../share/flank/%s.book", flank_game_name(game));
    snprintf(built, sizeof built, "../../data/%s.book", flank_game_name(game));
    return own_file_find((const char *const[]){installed, built, NULL});
}

char *book_default_paths(void)
{
    const char *named = getenv("FLANK_BOOK");
    if (named)
        return *named ? strdup(named) : NULL;
    text_buffer paths = {NULL};
    for (size_t i = 0; flank_game_at(i); i++) {
        char *path = flank_game_has_book(flank_game_at(i)) ? own_book(flank_game_at(i)) : NULL;
        if (path)
            text_addf(&paths, "%s%s", paths.length ? ":" : "", path);
        free(path);
    }
    if (!paths.failed)
        return paths.bytes;
    text_free(&paths);
    return NULL;
}

void book_hand_on(void)
{
    char *books = book_default_paths();
    if (books)
        setenv("FLANK_BOOK", books, true);
    free(books);
}

int book_exit_status(flank_status status)
{
    switch (status) {
    case FLANK_OK:
        return CLI_DONE;
    case FLANK_CANNOT_READ:
        return CLI_NO_INPUT;
    case FLANK_CANNOT_WRITE:
        return CLI_CANNOT_WRITE;
    case FLANK_BAD_FILE:
        return CLI_DATA;
    default:
        return CLI_INTERNAL;
    }
}

int book_open(const char *path, flank_book **book)
{
    flank_status status = FLANK_OK;
    flank_error error = {0};
    *book = flank_book_open(path, &status, &error);
    return *book ? CLI_DONE : complain(book_exit_status(status), "%s: %s", path, error_english(&error));
}

/* Open a book and add it to those that are open. After a complaint, which ends with `then`, its status. */
static flank_status add_book(book_input *input, const char *path, const char *then)
{
    flank_status status = FLANK_OK;
    flank_error error = {0};
    flank_book *book = flank_book_open(path, &status, &error);
    if (!book)
        complain(CLI_DATA, "%s: %s%s", path, error_english(&error), then);
    else if (!input->book)
        input->path = strdup(path);
    input->book = flank_book_add(input->book, book);
    return status;
}

int book_input_read(const cli_arguments *arguments, book_input *input)
{
    const option_value *option = arguments->option;
    *input = (book_input){NULL};
    if (option[OPTION_NO_BOOK].given && option[OPTION_BOOK].given)
        return complain(CLI_USAGE, "%s: --book or --no-book, not both", arguments->command->name);
    if (option[OPTION_NO_BOOK].given)
        return CLI_DONE;
    if (option[OPTION_BOOK].given)
        return book_exit_status(add_book(input, option[OPTION_BOOK].text, ""));
    char *paths = book_default_paths(), *rest = paths;
    for (char *path; paths && (path = strtok_r(rest, ":", &rest));)
        add_book(input, path, "; going on without a book");
    free(paths);
    return CLI_DONE;
}

void book_input_warn(const book_input *input, const cli_arguments *arguments, const flank_game *game)
{
    if (arguments->option[OPTION_BOOK].given && input->book && flank_book_game(input->book) != game)
        complain(CLI_DATA, "%s: this is a book of %s, not of %s; going on without it", input->path,
                 flank_game_title(flank_book_game(input->book)), flank_game_title(game));
}

void book_input_close(book_input *input)
{
    flank_book_close(input->book);
    free(input->path);
    *input = (book_input){NULL};
}

size_t book_input_moves(book_input *input, const flank_record *record, flank_book_move *moves)
{
    flank_error error = {0};
    size_t count = 0;
    if (flank_book_here(input->book, record, moves, &count, &error) != FLANK_BAD_FILE)
        return count;
    if (!input->complained)
        complain(CLI_DATA, "%s: %s; going on without what is damaged", input->path, error_english(&error));
    input->complained = true;
    return 0;
}

bool book_input_choose(book_input *input, const flank_record *record, uint64_t seed, flank_book_move *choice)
{
    const int margin = flank_book_margin(flank_record_game(record));
    const flank_status status = flank_book_choose(input->book, record, margin, seed, choice);
    if (status == FLANK_BAD_FILE) { /* the choice does not describe the fault; looking again does */
        flank_book_move moves[FLANK_BOOK_MOVES_MAX];
        book_input_moves(input, record, moves);
    }
    return status == FLANK_OK;
}
