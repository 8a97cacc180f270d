/* SPDX-License-Identifier: MIT
 *
 * libedit on a terminal, line_reader elsewhere.
 *
 * libedit reads through our own function, which waits for a key and for Ctrl-C at once; libedit's own handling of
 * signals stays on for the rest (window size, Ctrl-Z). History lives as long as the program: no file is written that
 * nobody asked for.
 */
#include "cli/play/play_input.h"

#include "cli/command/cli.h"

#include <errno.h>
#include <histedit.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

enum { HISTORY_LINES = 1000 };

struct play_input {
    line_reader *reader; /* without editing */
    EditLine *editor;    /* with editing */
    History *history;
    HistEvent event;
    const char *prompt;
    int wake;
    bool interrupted;
    size_t number;
    char line[LINE_READER_LINE_MAX + 1];
    play_words_fn *words;
    void *user;
};

static play_input *input_of(EditLine *editor)
{
    void *data = NULL;
    el_get(editor, EL_CLIENTDATA, &data);
    return data;
}

static char *prompt_of(EditLine *editor) { return (char *)input_of(editor)->prompt; }

/* One character for libedit: 1, 0 at the end of the input, -1 on failure or Ctrl-C. */
static int read_character(EditLine *editor, wchar_t *out)
{
    play_input *input = input_of(editor);
    mbstate_t state = {0};
    for (;;) {
        struct pollfd watched[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = input->wake, .events = POLLIN}};
        if (poll(watched, 2, -1) < 0 && errno != EINTR)
            return -1;
        if (watched[1].revents) {
            input->interrupted = true;
            return -1;
        }
        if (!watched[0].revents)
            continue;
        char byte;
        ssize_t count = read(STDIN_FILENO, &byte, 1);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return (int)count;
        size_t length = mbrtowc(out, &byte, 1, &state);
        if (length == (size_t)-2)
            continue;
        if (length == (size_t)-1)
            *out = L'?';
        else if (length == 0)
            *out = L'\0';
        return 1;
    }
}

/* ---- TAB ---- */

/* Letters that `word` and the words of `list` that begin with it have in common beyond `word`; how many words there
 * are. */
static size_t find_completions(const char *list, const char *word, size_t length, const char **first, size_t *common)
{
    size_t count = 0;
    for (const char *at = list; *at; at += strcspn(at, "\n") + 1) {
        size_t size = strcspn(at, "\n");
        if (size < length || strncmp(at, word, length) != 0)
            continue;
        if (count++ == 0) {
            *first = at;
            *common = size;
        }
        size_t same = 0;
        while (same < *common && same < size && at[same] == (*first)[same])
            same++;
        *common = same;
    }
    return count;
}

static void list_completions(const char *list, const char *word, size_t length)
{
    putchar('\n');
    for (const char *at = list; *at; at += strcspn(at, "\n") + 1)
        if (strncmp(at, word, length) == 0)
            printf("%.*s  ", (int)strcspn(at, "\n"), at);
    putchar('\n');
}

static unsigned char complete_line(play_input *input, const char *line)
{
    size_t common = 0;
    const char *first = NULL;
    text_buffer words = {NULL};
    const char *word = line + input->words(input->user, line, &words);
    const size_t length = strlen(word);
    unsigned char answer = CC_ERROR;
    size_t count = words.bytes ? find_completions(words.bytes, word, length, &first, &common) : 0;
    if (count && (common > length || count == 1)) {
        text_buffer rest = {NULL};
        const bool is_whole = count == 1 && first[common - 1] != '/'; /* behind a folder the name goes on */
        text_add_bytes(&rest, first + length, common - length);
        text_add(&rest, is_whole ? " " : "");
        if (rest.bytes && el_insertstr(input->editor, rest.bytes) == 0)
            answer = CC_REFRESH;
        text_free(&rest);
    } else if (count) {
        list_completions(words.bytes, word, length);
        answer = CC_REDISPLAY;
    }
    text_free(&words);
    return answer;
}

static unsigned char complete(EditLine *editor, int key)
{
    (void)key;
    const LineInfo *line = el_line(editor);
    char *typed = strndup(line->buffer, (size_t)(line->cursor - line->buffer));
    const unsigned char answer = typed ? complete_line(input_of(editor), typed) : CC_ERROR;
    free(typed);
    return answer;
}

/* ---- Opening and reading ---- */

static bool open_editor(play_input *input)
{
    input->editor = el_init("flank", stdin, stdout, stderr);
    input->history = history_init();
    if (!input->editor || !input->history)
        return false;
    history(input->history, &input->event, H_SETSIZE, HISTORY_LINES);
    el_set(input->editor, EL_CLIENTDATA, input);
    el_set(input->editor, EL_PROMPT, prompt_of);
    el_set(input->editor, EL_SIGNAL, 1);
    el_set(input->editor, EL_HIST, history, input->history);
    el_set(input->editor, EL_EDITOR, "emacs");
    el_set(input->editor, EL_GETCFN, read_character);
    /* el_set would copy these two texts and never free them (libedit 3.1). */
    el_wset(input->editor, EL_ADDFN, L"flank-complete", L"complete what is typed", complete);
    el_set(input->editor, EL_BIND, "^I", "flank-complete", NULL);
    el_source(input->editor, NULL); /* the person's own ~/.editrc */
    return true;
}

play_input *play_input_open(int wake, play_words_fn *words, void *user)
{
    play_input *input = calloc(1, sizeof *input);
    if (!input)
        return NULL;
    input->wake = wake;
    input->words = words;
    input->user = user;
    bool opened = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) ? open_editor(input)
                                                                : (input->reader = line_reader_open("-", wake)) != NULL;
    if (!opened) {
        play_input_close(input);
        return NULL;
    }
    return input;
}

void play_input_close(play_input *input)
{
    if (!input)
        return;
    if (input->history)
        history_end(input->history);
    if (input->editor)
        el_end(input->editor);
    line_reader_close(input->reader);
    free(input);
}

bool play_input_is_person(const play_input *input) { return input->editor || isatty(STDIN_FILENO); }

size_t play_input_number(const play_input *input) { return input->number; }

static line_result read_edited(play_input *input)
{
    int length = 0;
    input->interrupted = false;
    fflush(stdout);
    /* Before the prompt, not after it as el_gets does: a Ctrl-D typed between the two would be lost. */
    el_set(input->editor, EL_PREP_TERM, 1);
    errno = 0;
    const char *text = el_gets(input->editor, &length);
    if (input->interrupted)
        return LINE_INTERRUPTED;
    if (!text || length <= 0)
        return length < 0 && errno ? LINE_FAILED : LINE_END;
    size_t used = strcspn(text, "\n");
    if (used > LINE_READER_LINE_MAX)
        return LINE_TOO_LONG;
    memcpy(input->line, text, used);
    input->line[used] = '\0';
    if (used)
        history(input->history, &input->event, H_ENTER, input->line);
    return LINE_READ;
}

line_result play_input_line(play_input *input, const char *prompt, char **line)
{
    line_result result;
    if (input->editor) {
        input->prompt = prompt;
        result = read_edited(input);
        input->number++;
    } else {
        const char *text;
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
