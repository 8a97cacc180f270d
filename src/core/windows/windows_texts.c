/* SPDX-License-Identifier: MIT
 *
 * Small functions of POSIX that take and give texts; the headers of this folder say more.
 */
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wordexp.h>

char *strndup(const char *text, size_t length)
{
    const size_t whole = strnlen(text, length);
    char *copy = malloc(whole + 1);
    if (!copy)
        return NULL;
    memcpy(copy, text, whole);
    copy[whole] = '\0';
    return copy;
}

const char *strsignal(int number)
{
    (void)number;
    return "a fault";
}

int setenv(const char *name, const char *value, int replaces)
{
    return !replaces && getenv(name) ? 0 : _putenv_s(name, value);
}

/* ---- Words ---- */

/* Copy the next word from `*at` to `*out`. False if its quotation is not closed. */
static bool take_word(const char **at, char **out)
{
    char quote = '\0';
    for (; **at && (quote || !isspace((unsigned char)**at)); (*at)++) {
        if (**at == quote)
            quote = '\0';
        else if (!quote && (**at == '"' || **at == '\''))
            quote = **at;
        else
            *(*out)++ = **at;
    }
    *(*out)++ = '\0';
    return quote == '\0';
}

int wordexp(const char *text, wordexp_t *words, int flags)
{
    const size_t length = strlen(text);
    (void)flags;
    if (strpbrk(text, "|&;<>\n"))
        return WRDE_BADCHAR;
    *words = (wordexp_t){.we_wordv = calloc(length / 2 + 3, sizeof *words->we_wordv)};
    char *room = malloc(length + 2), *out = room;
    if (!room || !words->we_wordv) {
        free(room);
        return WRDE_NOSPACE;
    }
    words->we_wordv[0] = room; /* the first word begins here; kept even without one */
    for (const char *at = text;;) {
        while (isspace((unsigned char)*at))
            at++;
        if (!*at)
            return 0;
        words->we_wordv[words->we_wordc++] = out;
        if (take_word(&at, &out))
            continue;
        wordfree(words);
        return WRDE_SYNTAX;
    }
}

void wordfree(wordexp_t *words)
{
    if (words->we_wordv)
        free(words->we_wordv[0]);
    free(words->we_wordv);
    *words = (wordexp_t){.we_wordc = 0};
}
