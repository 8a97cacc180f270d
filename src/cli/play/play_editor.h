/* SPDX-License-Identifier: MIT
 *
 * A line that is typed on a terminal and can be changed, with history and TAB: of libedit, or none in a build without.
 */
#ifndef FLANK_CLI_PLAY_EDITOR_H
#define FLANK_CLI_PLAY_EDITOR_H

#include "cli/play/play_input.h"

#include <stdbool.h>

typedef struct play_editor play_editor;

/* False in a build without libedit, where none can be opened. */
bool play_editor_exists(void);

/* As play_input_open. */
play_editor *play_editor_open(int wake, play_words_fn *words, void *user);
void play_editor_close(play_editor *editor); /* NULL is fine */

/* Read a line into `line`, which has room for LINE_READER_LINE_MAX bytes and their end. */
line_result play_editor_line(play_editor *editor, const char *prompt, char *line);

#endif
