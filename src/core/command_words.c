/* SPDX-License-Identifier: MIT
 *
 * Command lines by wordexp(3). Handing them to `sh -c` was rejected: there would be a shell between us and the program,
 * which hides why it did not start.
 */
#define _DEFAULT_SOURCE /* wordexp with WRDE_NOCMD */

#include "core/command_words.h"

#include "core/error.h"

flank_status command_words_split(const char *command, wordexp_t *words, flank_error *error)
{
    const int failure = wordexp(command, words, WRDE_NOCMD);
    if (failure == 0 && words->we_wordc > 0)
        return FLANK_OK;
    if (failure == 0 || failure == WRDE_NOSPACE)
        wordfree(words);
    if (failure == WRDE_NOSPACE)
        return error_set(error, FLANK_NO_MEMORY, 0, "%s", flank_status_text(FLANK_NO_MEMORY));
    const char *reason = failure == 0              ? "it is empty"
                         : failure == WRDE_BADCHAR ? "quote | & ; < > ( ) { } or use sh -c '...'"
                         : failure == WRDE_CMDSUB  ? "it must not run other commands; use sh -c '...'"
                                                   : "a quotation mark is not closed";
    return error_set(error, FLANK_BAD_ARGUMENT, 0, "'%.60s' is not a command line: %s", command, reason);
}
