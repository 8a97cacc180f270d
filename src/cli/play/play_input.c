/* SPDX-License-Identifier: MIT
 *
 * The editor on a terminal, line_reader elsewhere.
 */
#include "cli/play/play_input.h"

#include "cli/command/cli.h"
#include "cli/play/play_editor.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct play_input {
    line_reader *reader; /* without editing */
    play_editor *editor; /* with editing */
    bool prompts;        /* somebody types, and nothing but us says what for */
    size_t number;
    char line[LINE_READER_LINE_MAX + 1];
};

play_input *play_input_open(int wake, play_words_fn *words, void *user)
{
    play_input *input = calloc(1, sizeof *input);
    if (!input)
        return NULL;
    const bool typed = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    input->prompts = typed && !play_editor_exists();
    if (typed && play_editor_exists())
        input->editor = play_editor_open(wake, words, user);
    else
        input->reader = line_reader_open("-", wake);
    if (input->editor || input->reader)
        return input;
    play_input_close(input);
    return NULL;
}

void play_input_close(play_input *input)
{
    if (!input)
        return;
    play_editor_close(input->editor);
    line_reader_close(input->reader);
    free(input);
}

bool play_input_is_person(const play_input *input) { return input->editor || isatty(STDIN_FILENO); }

size_t play_input_number(const play_input *input) { return input->number; }

line_result play_input_line(play_input *input, const char *prompt, char **line)
{
    line_result result;
    if (input->editor) {
        result = play_editor_line(input->editor, prompt, input->line);
        input->number++;
    } else {
        const char *text;
        if (input->prompts)
            fputs(prompt, stdout);
        if (fflush(stdout))
            return LINE_END; /* nobody listens; main finds out why */
        result = line_reader_next(input->reader, &text);
        input->number = line_reader_number(input->reader);
        if (result == LINE_READ)
            snprintf(input->line, sizeof input->line, "%s", text);
    }
    *line = input->line;
    return result;
}

int play_input_complain(const play_input *input, line_result result)
{
    if (input->reader)
        return line_reader_complain(input->reader, "-", result);
    return complain_at("-", input->number, "%s", line_reader_text(result));
}
