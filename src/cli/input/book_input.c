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

void book_paths_free(char **paths)
{
    for (size_t i = 0; paths && paths[i]; i++)
        free(paths[i]);
    free(paths);
}

/* Take the first path of a list in $FLANK_BOOK: a copy, and `*list` stands behind it. NULL without memory. */
static char *take_path(const char **list)
{
    char *path = malloc(strlen(*list) + 1), *end = path;
    const char *at = *list;
    for (; path && *at && *at != ':'; at++) {
        at += at[0] == '\\' && at[1] == ':';
        *end++ = *at;
    }
    if (!path)
        return NULL;
    *end = '\0';
    *list = *at ? at + 1 : at;
    return path;
}

/* The paths that $FLANK_BOOK names; empty ones count for nothing. */
static void split(const char *list, char **paths)
{
    size_t count = 0;
    while (*list) {
        char *path = take_path(&list);
        if (!path)
            return;
        if (*path)
            paths[count++] = path;
        else
            free(path);
    }
}

/* The paths of the books that come with flank. */
static void find_own(char **paths)
{
    for (size_t i = 0, count = 0; flank_game_at(i); i++) {
        char *path = flank_game_has_book(flank_game_at(i)) ? own_book(flank_game_at(i)) : NULL;
        if (path)
            paths[count++] = path;
    }
}

char **book_default_paths(void)
{
    const char *named = getenv("FLANK_BOOK");
    size_t room = 2; /* one more than ':' part them, and the NULL */
    for (const char *at = named; at && *at; at++)
        room += *at == ':';
    for (size_t i = 0; !named && flank_game_at(i); i++)
        room++;
    char **paths = calloc(room, sizeof *paths);
    if (paths && named)
        split(named, paths);
    else if (paths)
        find_own(paths);
    if (paths && paths[0])
        return paths;
    free(paths);
    return NULL;
}

void book_hand_on(void)
{
    char **paths = getenv("FLANK_BOOK") ? NULL : book_default_paths();
    text_buffer list = {NULL};
    for (size_t i = 0; paths && paths[i]; i++) {
        text_add(&list, i ? ":" : "");
        for (const char *at = paths[i]; *at; at++)
            text_addf(&list, "%s%c", *at == ':' ? "\\" : "", *at);
    }
    if (paths && !list.failed)
        setenv("FLANK_BOOK", list.bytes, true);
    text_free(&list);
    book_paths_free(paths);
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

/* Open a book and add it to those that are open. After a complaint, which ends with `then`, its exit status. */
static int add_book(book_input *input, const char *path, const char *then)
{
    flank_status status = FLANK_OK;
    flank_error error = {0};
    book_source *sources = realloc(input->sources, (input->source_count + 1) * sizeof *sources);
    input->sources = sources ? sources : input->sources;
    char *copy = sources ? strdup(path) : NULL;
    if (!copy)
        return complain(CLI_INTERNAL, "not enough memory");
    flank_book *book = flank_book_open(path, &status, &error);
    if (!book) {
        free(copy);
        return complain(book_exit_status(status), "%s: %s%s", path, error_english(&error), then);
    }
    sources[input->source_count++] = (book_source){copy, flank_book_game(book)};
    input->book = flank_book_add(input->book, book);
    return CLI_DONE;
}

int book_input_read(const cli_arguments *arguments, book_input *input)
{
    const option_value *option = arguments->option;
    *input = (book_input){NULL};
    if (option[OPTION_NO_BOOK].given && option[OPTION_BOOK].given)
        return complain(CLI_USAGE, "%s: --book or --no-book, not both", arguments->command->name);
    if (option[OPTION_NO_BOOK].given)
        return CLI_DONE;
    if (option[OPTION_BOOK].given) {
        const int status = add_book(input, option[OPTION_BOOK].text, "");
        if (status)
            book_input_close(input);
        return status;
    }
    char **paths = book_default_paths();
    for (size_t i = 0; paths && paths[i]; i++)
        add_book(input, paths[i], "; going on without it");
    book_paths_free(paths);
    return CLI_DONE;
}

const char *book_input_path(const book_input *input, const flank_game *game)
{
    size_t i = 0;
    while (i + 1 < input->source_count && input->sources[i].game != game)
        i++;
    return input->sources[i].path;
}

void book_input_warn(const book_input *input, const cli_arguments *arguments, const flank_game *game)
{
    if (arguments->option[OPTION_BOOK].given && input->book && flank_book_game(input->book) != game)
        complain(CLI_DATA, "%s: this is a book of %s, not of %s; going on without it", book_input_path(input, game),
                 flank_game_title(flank_book_game(input->book)), flank_game_title(game));
}

void book_input_close(book_input *input)
{
    flank_book_close(input->book);
    for (size_t i = 0; i < input->source_count; i++)
        free(input->sources[i].path);
    free(input->sources);
    *input = (book_input){NULL};
}

size_t book_input_moves(book_input *input, const flank_record *record, flank_book_move *moves)
{
    flank_error error = {0};
    size_t count = 0;
    if (flank_book_here(input->book, record, moves, &count, &error) != FLANK_BAD_FILE)
        return count;
    if (!input->complained)
        complain(CLI_DATA, "%s: %s; going on without what is damaged",
                 book_input_path(input, flank_record_game(record)), error_english(&error));
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
