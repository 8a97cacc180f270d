/* SPDX-License-Identifier: MIT
 *
 * Lines from the person who plays: with editing, history and TAB on a terminal, plain otherwise.
 */
#ifndef FLANK_CLI_PLAY_INPUT_H
#define FLANK_CLI_PLAY_INPUT_H

#include "cli/command/line_reader.h"
#include "core/text_buffer.h"

typedef struct play_input play_input;

/* Writes the words that could be typed at the end of `line` to `out`, each followed by a newline. Returns where in the
 * line the word that is typed begins. */
typedef size_t play_words_fn(void *user, const char *line, text_buffer *out);

/* `wake` as in line_reader_open. NULL without memory. */
play_input *play_input_open(int wake, play_words_fn *words, void *user);
void play_input_close(play_input *input); /* NULL is fine */

/* True if a person types: standard input is a terminal. */
bool play_input_is_person(const play_input *input);

/* The next line, after `prompt` if a person types. The line may be written to and is valid until the next call. */
line_result play_input_line(play_input *input, const char *prompt, char **line);

/* The number of the line that was read last. */
size_t play_input_number(const play_input *input);

/* Complain about a result that line_reader_complain knows. Returns the exit status. */
int play_input_complain(const play_input *input, line_result result);

#endif
