/* SPDX-License-Identifier: MIT
 *
 * flank serve: becomes the program flank-serve, which is given the same words.
 *
 * It is one of its own so that no other command carries the page and the server's libraries
 * (docs/decisions/0004-the-server-is-its-own-program.md). The words have been checked here; that it checks them again
 * by the same table costs nothing.
 */
#include "cli/input/book_input.h"
#include "cli/command/cmd.h"
#include "cli/command/own_file.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORDS_MAX = 64 }; /* each option once, with its value */

/* Only returns when that fails. */
static int become(char *program, char *const *given)
{
    char *words[WORDS_MAX + 2] = {program};
    for (size_t i = 0; given[i]; i++) {
        assert(i < WORDS_MAX);
        words[i + 1] = given[i];
    }
    execv(program, words);
    return complain(CLI_NO_INPUT, "serve: %s cannot be started: %s", program, strerror(errno));
}

int cmd_serve(const cli_arguments *arguments)
{
    static const char *const places[] = {"flank-serve", SERVE_PLACE, NULL}; /* in a build tree, as installed */
    char *program = own_file_find(places), *book = book_default_path();
    if (book) /* the one beside this program */
        setenv("FLANK_BOOK", book, true);
    const int status =
        program
            ? become(program, arguments->operands)
            : complain(CLI_NO_INPUT,
                       "serve: the server is missing: no flank-serve beside flank, and no " SERVE_PLACE " from there");
    free(program);
    free(book);
    return status;
}
