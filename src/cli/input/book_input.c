/* SPDX-License-Identifier: MIT
 *
 * Finding the opening book.
 */
#include "cli/input/book_input.h"
#include "core/error.h"

#include "cli/command/own_file.h"

#include <stdlib.h>
#include <string.h>

char *book_default_path(void)
{
    static const char *const places[] = {"../share/flank/othello.book", "../../data/othello.book", NULL};
    const char *named = getenv("FLANK_BOOK");
    if (named)
        return *named ? strdup(named) : NULL;
    return own_file_find(places);
}

void book_hand_on(void)
{
    char *book = book_default_path();
    if (book)
        setenv("FLANK_BOOK", book, true);
    free(book);
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

int book_input_read(const cli_arguments *arguments, book_input *input)
{
    const option_value *option = arguments->option;
    *input = (book_input){NULL};
    if (option[OPTION_NO_BOOK].given && option[OPTION_BOOK].given)
        return complain(CLI_USAGE, "%s: --book or --no-book, not both", arguments->command->name);
    if (option[OPTION_NO_BOOK].given)
        return CLI_DONE;
    input->path = option[OPTION_BOOK].given ? strdup(option[OPTION_BOOK].text) : book_default_path();
    if (!input->path)
        return option[OPTION_BOOK].given ? complain(CLI_INTERNAL, "not enough memory") : CLI_DONE;
    flank_status status = FLANK_OK;
    flank_error error = {0};
    input->book = flank_book_open(input->path, &status, &error);
    if (input->book)
        return CLI_DONE;
    const bool asked_for = option[OPTION_BOOK].given;
    complain(CLI_DATA, "%s: %s%s", input->path, error_english(&error), asked_for ? "" : "; going on without a book");
    book_input_close(input);
    return asked_for ? book_exit_status(status) : CLI_DONE;
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
    if (!input->book || !flank_book_covers(record))
        return 0;
    if (flank_book_moves(input->book, flank_record_position(record), moves, &count, &error) != FLANK_BAD_FILE)
        return count;
    if (!input->complained)
        complain(CLI_DATA, "%s: %s; going on without what is damaged", input->path, error_english(&error));
    input->complained = true;
    return 0;
}

bool book_input_choose(book_input *input, const flank_record *record, uint64_t seed, flank_book_move *choice)
{
    const flank_status status = flank_book_choose(input->book, record, FLANK_BOOK_MARGIN, seed, choice);
    if (status == FLANK_BAD_FILE) { /* the choice does not describe the fault; looking again does */
        flank_book_move moves[FLANK_BOOK_MOVES_MAX];
        book_input_moves(input, record, moves);
    }
    return status == FLANK_OK;
}
