/* SPDX-License-Identifier: MIT
 *
 * Lines of moves made plain.
 */
#include "formats/plain_moves.h"

#include "formats/named_moves.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static bool is_square(const char *text)
{
    const int file = tolower((unsigned char)text[0]);
    return file >= 'a' && file <= 'h' && text[1] >= '1' && text[1] <= '8';
}

static bool is_gap(char letter) { return letter == '\0' || strchr(" \t\r", letter); }

/* The length of a sign in UTF-8 that stands beside moves, or 0: the characters for black and white, circled numbers. */
static size_t sign_length(const char *text)
{
    if ((unsigned char)*text < 0x80)
        return 0;
    const bool is_side = strncmp(text, "\xE9\xBB\x92", 3) == 0 || strncmp(text, "\xE7\x99\xBD", 3) == 0;
    const bool is_number = strncmp(text, "\xE2\x91", 2) == 0 && (unsigned char)text[2] >= 0xA0 &&
                           (unsigned char)text[2] <= 0xB3; /* U+2460 to U+2473 */
    return is_side || is_number ? 3 : 0;
}

/* Blank signs, and the words B, W and / by themselves. */
static void blank_signs(char *line)
{
    for (char *at = line; *at; at++) {
        const bool is_word = strchr("BW/", *at) && (at == line || is_gap(at[-1])) && is_gap(at[1]);
        const size_t length = is_word && at[1] ? 1 : sign_length(at);
        memset(at, ' ', length);
    }
}

/* Blank a comment behind moves. A move behind the sign makes it none. */
static void blank_comment(char *line)
{
    for (char *at = line; *at; at++) {
        const size_t sign = *at == ';' || *at == '#' ? 1 : *at == '/' && at[1] == '/' ? 2 : 0;
        const char *text = at + sign + strspn(at + sign, " \t");
        if (sign && at > line && is_gap(at[-1]) && !is_square(text)) {
            memset(at, ' ', strlen(at));
            return;
        }
    }
}

/* The length of digits, one or two, at `text`, else 0. */
static size_t count_length(const char *text)
{
    const size_t length = strspn(text, "0123456789");
    return length <= 2 ? length : 0;
}

/* Write the result at `word`, which ends the line, as 33-31 or +12. */
static void plain_result(char *word)
{
    char *text = word + (*word == '(');
    if ((*text == 'B' || *text == 'W') && text[1] == '+' && count_length(text + 2)) {
        text[1] = *text == 'B' ? '+' : '-';
        *text = *word == '(' ? '(' : ' ';
        *word = ' ';
        return;
    }
    const size_t first = count_length(text);
    char *sign = text + first + strspn(text + first, " ");
    char *second = sign + (*sign != '\0') + strspn(sign + (*sign != '\0'), " ");
    const size_t last = count_length(second);
    const bool is_sign = *sign == '-' || (*sign == ':' && *word == '('); /* "33:31" alone is a capture in draughts */
    if (!first || !last || !is_sign || (second[last] && !strchr(") \t\r", second[last])))
        return;
    char *out = text + first;
    *out++ = '-';
    const size_t tail = last + (second[last] == ')');
    memmove(out, second, tail);
    memset(out + tail, ' ', (size_t)(second + tail - (out + tail)));
}

/* Find the result at the end of a line behind moves. */
static void plain_end(char *line)
{
    char *end = line + strlen(line);
    while (end > line && is_gap(end[-1]))
        end--;
    for (char *at = line + 1; at < end; at++)
        if (is_gap(at[-1]) && !is_gap(*at) && strspn(at, "()BW+-: 0123456789") >= (size_t)(end - at)) {
            plain_result(at);
            return;
        }
}

void plain_moves(char *line)
{
    named_moves names;
    if (named_moves_find(line, &names))
        memset(line, ' ', names.moves);
    blank_comment(line);
    plain_end(line);
    blank_signs(line);
}
