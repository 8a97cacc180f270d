/* SPDX-License-Identifier: MIT
 *
 * play_editor.h in a build without libedit: lines are read as from a file.
 */
#include "cli/play/play_editor.h"

#include <stddef.h>

bool play_editor_exists(void) { return false; }

play_editor *play_editor_open(int wake, play_words_fn *words, void *user)
{
    (void)wake, (void)words, (void)user;
    return NULL;
}

void play_editor_close(play_editor *editor) { (void)editor; }

line_result play_editor_line(play_editor *editor, const char *prompt, char *line)
{
    (void)editor, (void)prompt, (void)line;
    return LINE_FAILED;
}
