/* SPDX-License-Identifier: MIT
 *
 * The words of a command line that somebody has typed for a program to be started.
 */
#ifndef FLANK_CORE_COMMAND_WORDS_H
#define FLANK_CORE_COMMAND_WORDS_H

#include <flank/status.h>

#include <wordexp.h>

/* Split a command into words as sh does, variables and file patterns too, without running anything. FLANK_OK with
 * `words`, at least one, to be freed with wordfree; FLANK_NO_MEMORY; FLANK_BAD_ARGUMENT with `error` (may be NULL)
 * saying what is wrong. */
flank_status command_words_split(const char *command, wordexp_t *words, flank_error *error);

#endif
