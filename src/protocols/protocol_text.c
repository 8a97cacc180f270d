/* SPDX-License-Identifier: MIT
 *
 * Words and numbers of a line: protocol_text.h.
 */
#include "protocols/protocol_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

char *protocol_word(char **text)
{
    char *word = *text + strspn(*text, " ");
    char *end = word + strcspn(word, " ");
    *text = end;
    if (*end) {
        *end = '\0';
        *text = end + 1;
    }
    return word;
}

bool protocol_integer(const char *text, int64_t min, int64_t max, int64_t *out)
{
    const char *digits = text + (*text == '-' || *text == '+');
    if (!*digits || digits[strspn(digits, "0123456789")])
        return false;
    const long long number = strtoll(text, NULL, 10); /* of a number too large: the largest */
    if (number < min)
        return false;
    *out = number > max ? max : number;
    return true;
}

bool protocol_integer_within(const char *text, int64_t min, int64_t max, int64_t *out)
{
    int64_t number;
    if (!protocol_integer(text, min, INT64_MAX, &number) || number > max)
        return false;
    *out = number;
    return true;
}

bool protocol_decimal(const char *text, double min, double max, double *out)
{
    const char *at = text + (*text == '-' || *text == '+');
    const size_t whole = strspn(at, "0123456789");
    at += whole;
    const size_t part = *at == '.' ? strspn(at + 1, "0123456789") : 0;
    if (whole + part == 0 || at[*at == '.' ? part + 1 : 0])
        return false;
    const double number = strtod(text, NULL);
    if (number < min)
        return false;
    *out = fmin(number, max);
    return true;
}

size_t protocol_word_count(const char *text)
{
    size_t count = 0;
    for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
        count++;
        text += strcspn(text, " ");
    }
    return count;
}

bool protocol_same_word(const char *a, const char *b) { return strcasecmp(a, b) == 0; }
