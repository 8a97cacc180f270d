/* SPDX-License-Identifier: MIT
 *
 * Cutting lists of moves.
 */
#include "games/move_words.h"

#include "games/game_table.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { NUMBER_DIGITS_MAX = 3 };

size_t word_separator_length(const char *text)
{
    if (!*text)
        return 0;
    if (isspace((unsigned char)*text) || strchr(",\"'`", *text))
        return 1;
    /* U+2018 to U+201F: the quotes of printed text */
    const bool is_quote =
        strncmp(text, "\xE2\x80", 2) == 0 && (unsigned char)text[2] >= 0x98 && (unsigned char)text[2] <= 0x9F;
    return is_quote ? 3 : 0;
}

static size_t count_digits(const char *word, size_t length)
{
    size_t digits = 0;
    while (digits < length && isdigit((unsigned char)word[digits]))
        digits++;
    return digits;
}

static int read_number(const char *word, size_t digits)
{
    int number = 0;
    for (size_t i = 0; i < digits && i < NUMBER_DIGITS_MAX; i++)
        number = 10 * number + (word[i] - '0');
    return number;
}

size_t word_number_length(const char *word, size_t length)
{
    const size_t digits = count_digits(word, length);
    size_t end = digits;
    const bool is_capture = end + 1 < length && isdigit((unsigned char)word[end + 1]); /* "33:1" in draughts */
    if (digits && end < length && (word[end] == ')' || (word[end] == ':' && !is_capture)))
        return end + 1;
    while (end < length && word[end] == '.')
        end++;
    return digits && end > digits ? end : 0;
}

/* ---- Runs ---- */

static bool is_square(const char *text)
{
    const char file = (char)tolower((unsigned char)text[0]);
    return file >= 'a' && file <= 'h' && text[1] >= '1' && text[1] <= '8';
}

/* The length of the square or pass at the start of `text`, which has `length` characters; 0 if there is none. */
static size_t element_length(const char *text, size_t length)
{
    if (length >= 4 && strncasecmp(text, "pass", 4) == 0)
        return 4;
    if (length < 2)
        return 0;
    const bool is_pass =
        memcmp(text, "--", 2) == 0 || strncasecmp(text, "pa", 2) == 0 || strncasecmp(text, "ps", 2) == 0;
    return is_pass || is_square(text) ? 2 : 0;
}

/* The length of what joins the moves of a run at `text`, a dash or an arrow, or 0. */
static size_t joint_length(const char *text, size_t length)
{
    static const char *const signs[] = {"\u2192", "\u2013", "\u2014"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (length >= strlen(signs[i]) && memcmp(text, signs[i], strlen(signs[i])) == 0)
            return strlen(signs[i]);
    return length > 0 && *text == '-';
}

/* Find out whether the word in hand is a run of moves. One letter too many does not make a run of a move. */
static void look_at_word(move_words *words, const flank_game *game)
{
    const char *word = words->text + words->at;
    const size_t length = words->end - words->at, first = element_length(word, length);
    words->in_run = words->dashed = false;
    if (!game->moves_run_together || first == 0 || length < first + 2)
        return;
    const bool is_pass = length > first + 1 && memcmp(word + first, "--", 2) == 0;
    const size_t joint = is_pass ? 0 : joint_length(word + first, length - first);
    words->dashed = joint && element_length(word + first + joint, length - first - joint) > 0;
    words->in_run = words->dashed || isalnum((unsigned char)word[first]) || is_pass;
}

/* The length of the move at the cursor, which stands in a run. */
static size_t run_move_length(const move_words *words)
{
    const char *move = words->text + words->at;
    const size_t left = words->end - words->at, element = element_length(move, left);
    if (words->dashed) {
        size_t end = left > 0;
        while (end < left && !joint_length(move + end, left - end))
            end++;
        return end;
    }
    const size_t length = element ? element : 2;
    return left < length + 2 && left != length ? left : length;
}

/* ---- Words ---- */

/* True if the word in hand is a number by itself that counts on, and a word follows it. */
static bool is_lone_number(const move_words *words)
{
    const char *word = words->text + words->at;
    const size_t length = words->end - words->at;
    const int number = read_number(word, length);
    const bool counts_on = !words->started || (words->number && number > words->number && number <= words->number + 2);
    return length <= NUMBER_DIGITS_MAX && count_digits(word, length) == length && counts_on &&
           !move_words_at_end(words);
}

/* True if a semicolon at `at` divides words: right behind one. With a blank beside it, it begins a comment. */
static bool divides(const char *text, size_t at)
{
    return text[at] == ';' && at > 0 && !word_separator_length(text + at - 1) && text[at + 1] != ' ' &&
           text[at + 1] != '\t';
}

/* Go to the next word behind `at`; false if there is none. */
static bool find_word(move_words *words, size_t at)
{
    const char *text = words->text;
    for (size_t step; (step = divides(text, at) ? 1 : word_separator_length(text + at)) > 0;)
        at += step;
    words->at = words->end = at;
    while (text[words->end] && !divides(text, words->end) && !word_separator_length(text + words->end))
        words->end++;
    return words->end > at;
}

bool move_words_at_end(const move_words *words)
{
    move_words rest = *words;
    return words->at + words->length >= words->end && !find_word(&rest, words->end);
}

/* Pass over the number that the word in hand begins with, or is. */
static void skip_number(move_words *words)
{
    const char *word = words->text + words->at;
    const size_t length = words->end - words->at;
    size_t number = word_number_length(word, length);
    words->length = length;
    if (number == 0 && is_lone_number(words))
        number = length;
    if (number)
        words->number = words->own_number = read_number(word, count_digits(word, length));
    words->at += number;
    words->started = true;
}

bool move_words_next(move_words *words, const flank_game *game)
{
    words->own_number = 0;
    if (words->in_run && words->at + words->length < words->end) {
        words->at += words->length;
        words->at += words->dashed ? joint_length(words->text + words->at, words->end - words->at) : 0;
        words->length = run_move_length(words);
        return true;
    }
    do {
        if (!find_word(words, words->end))
            return false;
        skip_number(words);
    } while (words->at == words->end);
    look_at_word(words, game);
    words->length = words->in_run ? run_move_length(words) : words->end - words->at;
    return true;
}
