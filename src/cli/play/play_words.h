/* SPDX-License-Identifier: MIT
 *
 * The words that TAB offers: commands and legal moves; behind a command what it takes.
 */
#ifndef FLANK_CLI_PLAY_WORDS_H
#define FLANK_CLI_PLAY_WORDS_H

#include "core/text_buffer.h"

#include <stddef.h>

/* As play_words_fn has it; `user` is the play_session. */
size_t play_words(void *user, const char *line, text_buffer *out);

#endif
