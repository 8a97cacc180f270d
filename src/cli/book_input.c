/* SPDX-License-Identifier: MIT
 *
 * Finding the opening book.
 *
 * The book that comes with flank is looked for beside the program, not at a path that was fixed when it was built: so
 * an installation may be moved, and a program in a build tree finds the book of its own tree.
 */
#include "cli/book_input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

/* From the folder of the program: as installed (bin, share/flank), and in a build tree (src/cli, data). */
static const char *const places[] = {"../share/flank/othello.book", "../../data/othello.book"};

/* The folder of the running program with a slash at its end; false where the system does not tell. */
static bool program_folder(char *folder)
{
    ssize_t length = readlink("/proc/self/exe", folder, PATH_SIZE - 1);
    if (length <= 0)
        return false;
    folder[length] = '\0';
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[1] = '\0';
    return slash != NULL;
}

char *book_default_path(void)
{
    const char *named = getenv("FLANK_BOOK");
    if (named)
        return *named ? strdup(named) : NULL;
    char folder[PATH_SIZE], path[PATH_SIZE + 64];
    if (!program_folder(folder))
        return NULL;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(path, sizeof path, "%s%s", folder, places[i]);
        if (access(path, F_OK) == 0)
            return strdup(path);
    }
    return NULL;
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
    flank_error error;
    *book = flank_book_open(path, &status, &error);
    return *book ? CLI_DONE : complain(book_exit_status(status), "%s: %s", path, error.text);
}

int book_from_arguments(const cli_arguments *arguments, flank_book **book)
{
    const option_value *option = arguments->option;
    *book = NULL;
    if (option[OPTION_NO_BOOK].given && option[OPTION_BOOK].given)
        return complain(CLI_USAGE, "%s: --book or --no-book, not both", arguments->command->name);
    if (option[OPTION_NO_BOOK].given)
        return CLI_DONE;
    if (option[OPTION_BOOK].given)
        return book_open(option[OPTION_BOOK].text, book);
    char *path = book_default_path();
    int status = path ? book_open(path, book) : CLI_DONE;
    free(path);
    return status;
}
