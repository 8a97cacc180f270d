/* SPDX-License-Identifier: MIT
 *
 * Lines of moves made plain.
 */
#include "formats/plain_moves.h"

#include "formats/named_moves.h"
#include "formats/other_rules.h"
#include "formats/told_result.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- Signs of the sides, and numbers ---- */

static bool is_square(const char *text)
{
    const int file = tolower((unsigned char)text[0]);
    return file >= 'a' && file <= 'h' && text[1] >= '1' && text[1] <= '8';
}

static bool is_gap(char letter) { return letter == '\0' || strchr(" \t\r\v\f", letter); }

static bool begins_with(const char *text, const char *sign) { return strncmp(text, sign, strlen(sign)) == 0; }

/* Write a sign of `length` bytes as `text`, filled up with blanks. */
static void replace_sign(char *sign, size_t length, const char *text)
{
    memset(sign, ' ', length);
    memcpy(sign, text, strlen(text));
}

/* The sign of a colour at `text` in UTF-8, a character or a disc, with the colon behind it: 0 if there is none. */
static size_t color_sign_length(const char *text, bool *is_black)
{
    static const char *const signs[] = {"\xE9\xBB\x92", "\xE9\xBB\x91", "\xE2\x97\x8F", "\xE7\x99\xBD", "\xE2\x97\x8B"};
    enum { BLACK_SIGNS = 3, LENGTH = 3 };
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (begins_with(text, signs[i])) {
            *is_black = i < BLACK_SIGNS;
            return LENGTH + (text[LENGTH] == ':');
        }
    return 0;
}

/* The number of the circled one in UTF-8 at `text`, 1 to 50, or 0: U+2460 to U+2473, U+3251 to U+325F, U+32B1 to
 * U+32BF. */
static int circled_number(const char *text)
{
    static const struct {
        const char *bytes; /* before the last */
        unsigned char first, last;
        int number;
    } rows[] = {{"\xE2\x91", 0xA0, 0xB3, 1}, {"\xE3\x89", 0x91, 0x9F, 21}, {"\xE3\x8A", 0xB1, 0xBF, 36}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const unsigned char last = begins_with(text, rows[i].bytes) ? (unsigned char)text[2] : 0;
        if (last >= rows[i].first && last <= rows[i].last)
            return last - rows[i].first + rows[i].number;
    }
    return 0;
}

/* Replace the sign in UTF-8 at `text`, that of a colour or a circled number. A number of two digits
 * between moves without blanks, `is_squeezed`, has no room, and is not looked at. */
static void replace_wide_sign(char *text, bool is_squeezed)
{
    static const char black[] = {PLAIN_BLACK, '\0'}, white[] = {PLAIN_WHITE, '\0'};
    const int number = circled_number(text);
    char digits[16];
    bool is_black = false;
    const size_t color = color_sign_length(text, &is_black);
    if (color) {
        replace_sign(text, color, is_black ? black : white);
    } else if (number) {
        snprintf(digits, sizeof digits, "%2d.", number);
        replace_sign(text, 3, number > 9 && is_squeezed ? "" : digits);
    }
}

/* Blank the words B, W, B:, W: and / by themselves, and signs. */
static void blank_signs(char *line)
{
    for (char *at = line; *at; at++) {
        const bool has_colon = *at != '/' && at[1] == ':';
        const char behind = at[1 + has_colon];
        const bool is_word = strchr("BW/", *at) && (at == line || is_gap(at[-1])) && is_gap(behind) && behind;
        if (is_word && has_colon)
            at[1] = ' ';
        if (is_word)
            *at = *at == 'B' ? PLAIN_BLACK : *at == 'W' ? PLAIN_WHITE : ' ';
        else
            replace_wide_sign(at, at > line && !is_gap(at[-1]));
    }
}

/* ---- Comments with signs ---- */

/* The length of digits, one or two, at `text`, else 0. */
static size_t count_length(const char *text)
{
    const size_t length = strspn(text, "0123456789");
    return length <= 2 ? length : 0;
}

/* The length of a score at `text`, "38-26", "(38 : 26)", "+12", "B+12", "B+R", or 0. */
static size_t score_length(const char *text)
{
    const bool is_named = strchr("BW", *text) && *text && text[1] == '+';
    if (is_named || *text == '+' || *text == '-') {
        const char *margin = text + 1 + is_named;
        const size_t letter = is_named && *margin && strchr("RTF", *margin);
        return is_named || count_length(margin) ? (size_t)(margin - text) + letter + count_length(margin) : 0;
    }
    const char *first = text + (*text == '('), *sign = first + count_length(first);
    sign += strspn(sign, " ");
    const char *second = sign + (*sign != '\0') + strspn(sign + (*sign != '\0'), " ");
    const char *end = second + count_length(second);
    if (!count_length(first) || !*sign || !strchr("-:", *sign) || end == second || (*text == '(' && *end != ')'))
        return 0;
    return (size_t)(end - text) + (*text == '(');
}

/* The start of the score that stands before `end`, perhaps with a comma, and behind something else, or of the letter of
 * a side before it; `end` if there is none. */
static char *score_before(char *line, char *end)
{
    enum { SCORE_WORDS = 3 }; /* "38 - 26" */
    char *found = end, *last = end;
    while (last > line && (is_gap(last[-1]) || strchr(",;", last[-1])))
        last--;
    char *at = last;
    for (size_t words = 0; words < SCORE_WORDS; words++) {
        while (at > line && is_gap(at[-1]))
            at--;
        while (at > line && !is_gap(at[-1]))
            at--;
        if (at > line && at < last && at + score_length(at) == last)
            found = at;
    }
    for (at = found; at > line && is_gap(at[-1]);)
        at--;
    return found < end && at - line > 1 && strchr("BWbw", at[-1]) && is_gap(at[-2]) ? at - 1 : found;
}

/* Blank `length` bytes of a comment, its sign among them. If it ends the line, but for a score, a result that its words
 * tell, with a score beside it, is kept. A score beside words of another kind stays. */
static void blank_words(char *line, char *comment, size_t length, size_t sign)
{
    char result[TOLD_RESULT_SIZE];
    char *behind = comment + length;
    behind += strspn(behind, " \t\r");
    behind += score_length(behind);
    if (behind[strspn(behind, " \t\r")]) {
        memset(comment, ' ', length);
        return;
    }
    char *score = score_before(line, comment), *start = score < comment ? score : comment;
    const char *words = score < comment ? score : comment + sign;
    const told_result told = told_result_read(words, (size_t)(behind - words), result);
    memset(comment, ' ', length);
    if (told == TOLD_NOTHING || strlen(result) + 1 > (size_t)(behind - start))
        return;
    memset(start, ' ', (size_t)(behind - start));
    *start = PLAIN_RESULT;
    memcpy(start + 1, result, strlen(result));
}

/* True if words begin behind the two dashes at `text`, which are a pass otherwise. */
static bool is_dashed_comment(const char *text)
{
    if (!begins_with(text, "--"))
        return false;
    const char *word = text + 2 + strspn(text + 2, " \t");
    const bool is_pass = strncasecmp(word, "pa", 2) == 0 && (is_gap(word[2]) || strncasecmp(word, "pass", 4) == 0);
    return word > text + 2 && (isalpha((unsigned char)*word) || (unsigned char)*word >= 0x80) && !is_pass;
}

/* Blank a comment behind moves. A move behind the sign makes it none. */
static void blank_comment(char *line)
{
    for (char *at = line; *at; at++) {
        const bool is_double = begins_with(at, "//") || is_dashed_comment(at);
        const size_t sign = *at == ';' || *at == '#' ? 1 : is_double ? 2 : 0;
        const char *text = at + sign + strspn(at + sign, " \t");
        if (sign && at > line && is_gap(at[-1]) && !is_square(text)) {
            blank_words(line, at, strlen(at), sign);
            return;
        }
    }
}

static const char openings[] = "({\"", closings[] = ")}\"";

enum { SIGNS = sizeof openings - 1, ENCLOSED_MAX = 64 };

/* Places in a line that are kept so that each is looked for once; NULL: none was. The end of the line if there is none.
 */
typedef struct next_signs {
    const char *at[SIGNS]; /* the next closing sign of each kind */
    const char *other;     /* the next sign that no result has */
} next_signs;

/* The closing sign of the opening one at `text`; NULL: it is none, or is not closed. */
static const char *find_close(next_signs *next, const char *text)
{
    const char *opening = *text ? strchr(openings, *text) : NULL;
    if (!opening)
        return NULL;
    const char **at = &next->at[opening - openings], closing = closings[opening - openings];
    if (!*at || (*at <= text && **at)) {
        *at = strchr(text + 1, closing);
        *at = *at ? *at : text + strlen(text);
    }
    return **at ? *at : NULL;
}

/* The length of a comment between signs at `text`, which stands behind a gap; 0: there is none, or moves or a result
 * are between them. */
static size_t enclosed_length(next_signs *next, const char *text)
{
    const char *close = find_close(next, text);
    if (!close)
        return 0;
    const char *first = text + 1 + strspn(text + 1, " \t");
    if (!next->other || next->other < text)
        next->other = text + strspn(text, "()BW+-: 0123456789/.*");
    const bool is_result = *text == '(' && next->other > close;
    return is_square(first) || is_result || first == close ? 0 : (size_t)(close + 1 - text);
}

/* The length of the name of a kind between signs at `text`, "f5d6c3(anti)", or 0. */
static size_t enclosed_kind_length(const char *text)
{
    const char *opening = *text ? strchr(openings, *text) : NULL;
    const size_t length = opening ? strcspn(text + 1, "(){}\"") : 0;
    const bool is_enclosed = length && length < ENCLOSED_MAX && text[1 + length] == closings[opening - openings];
    return is_enclosed && other_rules_is_title(text + 1, length) ? length + 2 : 0;
}

static void blank_enclosed(char *line)
{
    next_signs next = {.at = {NULL}};
    bool behind = false;
    for (char *at = line; *at; at++) {
        const size_t length = !behind ? 0 : is_gap(at[-1]) ? enclosed_length(&next, at) : enclosed_kind_length(at);
        behind = behind || !is_gap(*at);
        if (!length)
            continue;
        at[length - 1] = ' ';
        blank_words(line, at, length, 1);
    }
}

/* ---- A comment without a sign ---- */

enum { SQUARES_LEAST = 2, WORD_LETTERS_LEAST = 3, COMMENT_LETTERS_LEAST = 4 };

/* The kinds of letters in a word. */
typedef struct plain_word {
    size_t length, letters; /* a letter beyond ASCII, such as a character of Chinese, counts twice */
    size_t squares;         /* and all else that has a digit behind a letter */
    bool has_digit, is_pass;
} plain_word;

static plain_word look_at_word(const char *text)
{
    plain_word word = {.is_pass = strncasecmp(text, "pa", 2) == 0 || strncasecmp(text, "ps", 2) == 0};
    for (const char *at = text; !is_gap(*at); at++) {
        const unsigned char byte = (unsigned char)*at;
        word.length++;
        word.letters += isalpha(byte) ? 1 : byte >= 0xC0 ? 2 : 0;
        word.squares += isalpha(byte) && isdigit((unsigned char)at[1]);
        word.has_digit = word.has_digit || isdigit(byte);
    }
    return word;
}

static const char *next_word(const char *text) { return text + strspn(text, " \t\r\v\f"); }

/* True if `text` is words to its end, none of which can be a move, not even a mistyped one. `*end`: as far as nothing
 * can be that. */
static bool is_prose(const char *text, const char **end)
{
    size_t letters = 0, longest = 0;
    for (plain_word word; *(text = next_word(text)); text += word.length) {
        word = look_at_word(text);
        *end = text;
        if (word.squares || word.is_pass)
            return false;
        letters += word.letters;
        longest = word.letters > longest ? word.letters : longest;
    }
    *end = text;
    return longest >= WORD_LETTERS_LEAST && letters >= COMMENT_LETTERS_LEAST;
}

/* True if `at` is the letter of a side with nothing but a score beside it to the end of the line, "38-26 W", "(b)
 * 38-26": it tells a result. */
static bool is_letter_of_score(char *line, char *at)
{
    const bool in_brackets = *at == '(';
    const char *behind = at + 2 * in_brackets + 1;
    if (!at[in_brackets] || !strchr("BWbw", at[in_brackets]) || (in_brackets && at[2] != ')') || !is_gap(*behind))
        return false;
    behind = next_word(behind);
    const size_t score = score_length(behind);
    return (score || score_before(line, at) < at) && !*next_word(behind + score);
}

/* Blank the words behind the moves of a line, with a dash or another sign by itself before them. A line with less than
 * a move of two squares, or two of one, is a sentence. */
static void blank_prose(char *line)
{
    size_t squares = 0;
    char *begin = NULL;     /* of the sign, or of a side's letter */
    const char *end = line; /* no words to the end of the line begin before it */
    plain_word word;
    for (char *at = line + strspn(line, " \t\r\v\f"); *at; at += strspn(at, " \t\r\v\f")) {
        word = look_at_word(at);
        if (squares >= SQUARES_LEAST && is_letter_of_score(line, at)) {
            blank_words(line, at, strlen(at), 0);
            return;
        }
        const bool is_word = word.letters > 1 || (word.letters == 1 && !strchr("BW", *at));
        if (squares >= SQUARES_LEAST && is_word && !word.has_digit && at >= end && is_prose(at, &end)) {
            begin = begin ? begin : at;
            const bool names_side = *begin == 'B' || *begin == 'W';
            blank_words(line, begin, strlen(begin), names_side ? 0 : (size_t)(at - begin));
            return;
        }
        begin = word.length == 1 && strchr("-=|BW", *at) ? at : NULL;
        squares += word.squares;
        at += word.length;
    }
}

/* ---- Results ---- */

/* Write the score at `word`, which ends the line, as 33-31. */
static void plain_result(char *word)
{
    char *text = word + (*word == '(');
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
    const char kept[] = {PLAIN_RESULT, '\0'};
    char *end = line + strcspn(line, kept);
    while (end > line && is_gap(end[-1]))
        end--;
    char *first = end;
    while (first > line + 1 && strchr("()BW+-: 0123456789", first[-1]))
        first--;
    for (char *at = first > line ? first : line + 1; at < end; at++)
        if (is_gap(at[-1]) && !is_gap(*at)) {
            plain_result(at);
            return;
        }
}

/* Write dashes of print between counts, "33\u201331", as hyphens. */
static void plain_dashes(char *line)
{
    for (char *at = line + (*line != '\0'); *at; at++) {
        if (!begins_with(at, "\u2013") && !begins_with(at, "\u2014") && !begins_with(at, "\u2212"))
            continue;
        const char *before = at - 1, *behind = at + 3 + strspn(at + 3, " ");
        while (before > line && *before == ' ')
            before--;
        if (isdigit((unsigned char)*before) && isdigit((unsigned char)*behind))
            replace_sign(at, 3, "-");
    }
}

/* ---- Rows of tables ---- */

enum { FIELDS = 3 };

/* A field of a row, without blanks and quotes around. */
typedef struct row_field {
    char *text;
    size_t length;
} row_field;

/* Cut a line into fields; how many there are, FIELDS + 1 for more. */
static size_t cut_row(char *line, char divider, row_field fields[FIELDS])
{
    const char ends[] = {divider, '\0'};
    size_t count = 0;
    for (char *at = line; count < FIELDS; at++) {
        char *end = at + strcspn(at, ends), *last = end;
        at += strspn(at, " \"");
        while (last > at && strchr(" \"\r\n", last[-1]))
            last--;
        fields[count++] = (row_field){at, last > at ? (size_t)(last - at) : 0};
        at = end;
        if (!*end)
            return count;
    }
    return FIELDS + 1;
}

/* The sign of the side that a field names, or NUL. */
static char side_of(row_field field)
{
    static const char *const words[] = {"black", "b", "white", "w"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == field.length && strncasecmp(field.text, words[i], field.length) == 0)
            return i < 2 ? PLAIN_BLACK : PLAIN_WHITE;
    return '\0';
}

/* A field that may be a move: one word, longer than a side's letter. */
static bool may_be_move(row_field field)
{
    return field.length > 1 && strcspn(field.text, " \"") >= field.length && !side_of(field);
}

/* Blank all of a row but its number and its move, and put the sign of the side before that. False if the line is none.
 */
static bool plain_row(char *line, char divider)
{
    row_field fields[FIELDS];
    const size_t count = cut_row(line, divider, fields);
    const size_t number = count == FIELDS ? strspn(fields[0].text, "0123456789") : 0;
    if (count < FIELDS - 1 || count > FIELDS || (count == FIELDS && (!number || number != fields[0].length)))
        return false;
    const bool is_move_last = side_of(fields[count - 2]);
    const row_field move = fields[count - (is_move_last ? 1 : 2)], side = fields[count - (is_move_last ? 2 : 1)];
    const char sign = side_of(side);
    if (!sign || !may_be_move(move) || move.text == line)
        return false;
    for (char *at = line; *at; at++)
        if (!(at >= move.text && at < move.text + move.length) && !(number && at < fields[0].text + number))
            *at = ' ';
    move.text[-1] = sign;
    return true;
}

void plain_moves(char *line)
{
    named_moves names;
    for (char *at = line; (at = strpbrk(at, "\v\f\x01")); at++)
        *at = *at == PLAIN_RESULT ? '?' : ' ';
    if (plain_row(line, ',') || plain_row(line, ';') || plain_row(line, '\t'))
        return;
    if (named_moves_find(line, &names))
        memset(line, ' ', names.moves);
    else
        memset(line, ' ', moves_title_length(line));
    plain_dashes(line);
    blank_comment(line);
    blank_enclosed(line);
    blank_prose(line);
    plain_end(line);
    blank_signs(line);
}
