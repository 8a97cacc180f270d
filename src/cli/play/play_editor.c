/* SPDX-License-Identifier: MIT
 *
 * A line that is typed and changed, by libedit.
 *
 * libedit reads through our own function, which waits for a key and for Ctrl-C at once; libedit's own handling of
 * signals stays on for the rest (window size, Ctrl-Z). History lives as long as the program: no file is written that
 * nobody asked for.
 */
#include "cli/play/play_editor.h"

#include <errno.h>
#include <histedit.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

enum { HISTORY_LINES = 1000 };

struct play_editor {
    EditLine *lines;
    History *history;
    HistEvent event;
    const char *prompt;
    int wake;
    bool interrupted;
    play_words_fn *words;
    void *user;
};

static play_editor *editor_of(EditLine *lines)
{
    void *data = NULL;
    el_get(lines, EL_CLIENTDATA, &data);
    return data;
}

static char *prompt_of(EditLine *lines) { return (char *)editor_of(lines)->prompt; }

/* One character for libedit: 1, 0 at the end of the input, -1 on failure or Ctrl-C. */
static int read_character(EditLine *lines, wchar_t *out)
{
    play_editor *editor = editor_of(lines);
    mbstate_t state = {0};
    for (;;) {
        struct pollfd watched[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = editor->wake, .events = POLLIN}};
        if (poll(watched, 2, -1) < 0 && errno != EINTR)
            return -1;
        if (watched[1].revents) {
            editor->interrupted = true;
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

static unsigned char complete_line(play_editor *editor, const char *line)
{
    size_t common = 0;
    const char *first = NULL;
    text_buffer words = {NULL};
    const char *word = line + editor->words(editor->user, line, &words);
    const size_t length = strlen(word);
    unsigned char answer = CC_ERROR;
    size_t count = words.bytes ? find_completions(words.bytes, word, length, &first, &common) : 0;
    if (count && (common > length || count == 1)) {
        text_buffer rest = {NULL};
        const bool is_whole = count == 1 && first[common - 1] != '/'; /* behind a folder the name goes on */
        text_add_bytes(&rest, first + length, common - length);
        text_add(&rest, is_whole ? " " : "");
        if (rest.bytes && el_insertstr(editor->lines, rest.bytes) == 0)
            answer = CC_REFRESH;
        text_free(&rest);
    } else if (count) {
        list_completions(words.bytes, word, length);
        answer = CC_REDISPLAY;
    }
    text_free(&words);
    return answer;
}

static unsigned char complete(EditLine *lines, int key)
{
    (void)key;
    const LineInfo *line = el_line(lines);
    char *typed = strndup(line->buffer, (size_t)(line->cursor - line->buffer));
    const unsigned char answer = typed ? complete_line(editor_of(lines), typed) : CC_ERROR;
    free(typed);
    return answer;
}

/* ---- Opening and reading ---- */

bool play_editor_exists(void) { return true; }

static void set_up(play_editor *editor)
{
    history(editor->history, &editor->event, H_SETSIZE, HISTORY_LINES);
    el_set(editor->lines, EL_CLIENTDATA, editor);
    el_set(editor->lines, EL_PROMPT, prompt_of);
    el_set(editor->lines, EL_SIGNAL, 1);
    el_set(editor->lines, EL_HIST, history, editor->history);
    el_set(editor->lines, EL_EDITOR, "emacs");
    el_set(editor->lines, EL_GETCFN, read_character);
    /* el_set would copy these two texts and never free them (libedit 3.1). */
    el_wset(editor->lines, EL_ADDFN, L"flank-complete", L"complete what is typed", complete);
    el_set(editor->lines, EL_BIND, "^I", "flank-complete", NULL);
    el_source(editor->lines, NULL); /* the person's own ~/.editrc */
}

play_editor *play_editor_open(int wake, play_words_fn *words, void *user)
{
    play_editor *editor = calloc(1, sizeof *editor);
    if (!editor)
        return NULL;
    *editor = (play_editor){.lines = el_init("flank", stdin, stdout, stderr),
                            .history = history_init(),
                            .wake = wake,
                            .words = words,
                            .user = user};
    if (editor->lines && editor->history) {
        set_up(editor);
        return editor;
    }
    play_editor_close(editor);
    return NULL;
}

void play_editor_close(play_editor *editor)
{
    if (!editor)
        return;
    if (editor->history)
        history_end(editor->history);
    if (editor->lines)
        el_end(editor->lines);
    free(editor);
}

line_result play_editor_line(play_editor *editor, const char *prompt, char *line)
{
    int length = 0;
    editor->prompt = prompt;
    editor->interrupted = false;
    fflush(stdout);
    /* Before the prompt, not after it as el_gets does: a Ctrl-D typed between the two would be lost. */
    el_set(editor->lines, EL_PREP_TERM, 1);
    errno = 0;
    const char *text = el_gets(editor->lines, &length);
    if (editor->interrupted)
        return LINE_INTERRUPTED;
    if (!text || length <= 0)
        return length < 0 && errno ? LINE_FAILED : LINE_END;
    size_t used = strcspn(text, "\n");
    if (used > LINE_READER_LINE_MAX)
        return LINE_TOO_LONG;
    memcpy(line, text, used);
    line[used] = '\0';
    if (used)
        history(editor->history, &editor->event, H_ENTER, line);
    return LINE_READ;
}
