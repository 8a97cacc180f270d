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
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    const error_part reason = failure == 0              ? SAY(IT_IS_EMPTY)
                              : failure == WRDE_BADCHAR ? SAY(QUOTE_OR_SHELL)
                              : failure == WRDE_CMDSUB  ? SAY(MUST_NOT_RUN_COMMANDS)
                                                        : SAY(QUOTATION_NOT_CLOSED);
    return error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(NOT_A_COMMAND_LINE), say_cut(command, 60), reason);
}
