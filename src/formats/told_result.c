/* SPDX-License-Identifier: MIT
 *
 * Words are a result if each of them is in the list below or a number, and if they tell who has won, or both scores.
 * The score of a named winner is the higher one; else black's stands first. Who loses names the winner, too.
 */
#include "formats/told_result.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { SQUARES = 64, COUNTS = 2 };

typedef enum word_kind {
    WORD_OTHER,
    WORD_BLACK,
    WORD_WHITE,
    WORD_WINS,
    WORD_LOSES,
    WORD_RESIGNS,
    WORD_DRAW,
    WORD_BY,
    WORD_FILLS,
    WORD_DASH,
    WORD_COUNT
} word_kind;

static const struct {
    const char *text;
    word_kind kind;
} known_words[] = {
    {"black", WORD_BLACK},
    {"b", WORD_BLACK},
    {"\u9ed2", WORD_BLACK},
    {"\u9ed1", WORD_BLACK},
    {"\u25cf", WORD_BLACK},
    {"white", WORD_WHITE},
    {"w", WORD_WHITE},
    {"\u767d", WORD_WHITE},
    {"\u25cb", WORD_WHITE},
    {"wins", WORD_WINS},
    {"won", WORD_WINS},
    {"win", WORD_WINS},
    {"\u52dd\u3061", WORD_WINS},
    {"\u306e\u52dd\u3061", WORD_WINS},
    {"\u52dd", WORD_WINS},
    {"\u80dc", WORD_WINS},
    {"loses", WORD_LOSES},
    {"lost", WORD_LOSES},
    {"resigns", WORD_RESIGNS},
    {"resigned", WORD_RESIGNS},
    {"draw", WORD_DRAW},
    {"drawn", WORD_DRAW},
    {"tie", WORD_DRAW},
    {"\u5f15\u304d\u5206\u3051", WORD_DRAW},
    {"by", WORD_BY},
    {"score", WORD_FILLS},
    {"result", WORD_FILLS},
    {"final", WORD_FILLS},
    {"discs", WORD_FILLS},
};

/* What the words tell so far. */
typedef struct told_facts {
    bool wins, loses, resigns, draw, by, dash, others;
    word_kind side; /* the last one that was named */
    bool black, white;
    int counts, count[COUNTS];
    word_kind owner[COUNTS]; /* the side named right before that count */
} told_facts;

static word_kind kind_of(const char *text, size_t length)
{
    for (size_t i = 0; i < sizeof known_words / sizeof *known_words; i++)
        if (strlen(known_words[i].text) == length && strncasecmp(text, known_words[i].text, length) == 0)
            return known_words[i].kind;
    return WORD_OTHER;
}

/* The length of the word at `text`: letters, one of the sides' characters alone, digits, or a sign. */
static size_t word_length(const char *text, size_t left)
{
    size_t length = 0;
    if ((unsigned char)*text >= 0x80 && left >= 3 && kind_of(text, 3) != WORD_OTHER && kind_of(text, 3) < WORD_WINS)
        return 3;
    if (isdigit((unsigned char)*text))
        while (length < left && isdigit((unsigned char)text[length]))
            length++;
    else
        while (length < left && (isalpha((unsigned char)text[length]) || (unsigned char)text[length] >= 0x80))
            length++;
    return length ? length : 1;
}

static void take_count(told_facts *facts, const char *text, size_t length, word_kind before)
{
    facts->others = facts->others || length > 2 || facts->counts == COUNTS;
    if (facts->others)
        return;
    facts->owner[facts->counts] = before == WORD_BLACK || before == WORD_WHITE ? before : WORD_OTHER;
    facts->count[facts->counts++] = atoi(text);
}

static told_facts read_words(const char *words, size_t length)
{
    told_facts facts = {.side = WORD_OTHER};
    word_kind before = WORD_OTHER;
    for (size_t at = 0, size; at < length; at += size) {
        size = word_length(words + at, length - at);
        if (strchr(" \t\r:,.;!()", words[at]))
            continue;
        const word_kind kind = isdigit((unsigned char)words[at]) ? WORD_COUNT
                               : words[at] == '-'                ? WORD_DASH
                                                                 : kind_of(words + at, size);
        facts.wins = facts.wins || kind == WORD_WINS;
        facts.loses = facts.loses || kind == WORD_LOSES;
        facts.resigns = facts.resigns || kind == WORD_RESIGNS;
        facts.draw = facts.draw || kind == WORD_DRAW;
        facts.by = facts.by || kind == WORD_BY;
        facts.dash = facts.dash || (kind == WORD_DASH && before == WORD_COUNT);
        facts.black = facts.black || kind == WORD_BLACK;
        facts.white = facts.white || kind == WORD_WHITE;
        facts.others = facts.others || kind == WORD_OTHER;
        if (kind == WORD_COUNT)
            take_count(&facts, words + at, size, before);
        before = kind;
    }
    return facts;
}

/* "Black loses" as "White wins". */
static told_facts with_winner(told_facts facts)
{
    if (facts.loses && !facts.wins && facts.black != facts.white) {
        const bool black = facts.black;
        facts.black = facts.white;
        facts.white = black;
        facts.wins = true;
        facts.loses = false;
    }
    return facts;
}

static bool has_owners(const told_facts *facts)
{
    return facts->owner[0] != WORD_OTHER && facts->owner[1] != WORD_OTHER;
}

/* Write both scores, black's first; false if they are none. */
static bool put_counts(const told_facts *facts, char result[TOLD_RESULT_SIZE])
{
    const int first = facts->count[0], second = facts->count[1];
    const bool owned = has_owners(facts);
    const bool has_winner = facts->wins && !owned && facts->black != facts->white && first != second;
    const bool white_first = owned ? facts->owner[0] == WORD_WHITE : has_winner && facts->black != (first > second);
    if (facts->by || facts->resigns || first + second > SQUARES || (facts->draw && first != second) ||
        facts->wins != has_winner)
        return false;
    if (owned ? facts->owner[0] == facts->owner[1] : !facts->dash || (facts->owner[0] == WORD_WHITE && !facts->wins))
        return false;
    const int black = white_first ? second : first, white = white_first ? first : second;
    if (!owned && !has_winner)
        return snprintf(result, TOLD_RESULT_SIZE, "%d-%d", black % 100, white % 100) > 0;
    const int difference = abs(black - white), empties = difference ? SQUARES - black - white : 0;
    if (!difference)
        strcpy(result, "1-1");
    else
        snprintf(result, TOLD_RESULT_SIZE, "%c+%d", black > white ? 'B' : 'W', (difference + empties) % 100);
    return true;
}

static bool put_result(const told_facts *facts, char result[TOLD_RESULT_SIZE])
{
    const bool one_side = facts->black != facts->white;
    if (facts->others || facts->loses || facts->wins + facts->resigns + facts->draw > 1)
        return false;
    if (facts->counts == COUNTS)
        return put_counts(facts, result);
    if (facts->counts == 1 && facts->wins && facts->by && one_side && facts->count[0] <= SQUARES)
        return snprintf(result, TOLD_RESULT_SIZE, "%c+%d", facts->black ? 'B' : 'W', facts->count[0] % 100) > 0;
    if (facts->counts || facts->by)
        return false;
    if (facts->draw)
        strcpy(result, "1-1");
    else if (facts->wins && one_side)
        strcpy(result, facts->black ? "B+" : "W+");
    else if (facts->resigns && one_side)
        strcpy(result, facts->black ? "W+R" : "B+R");
    else
        return false;
    return true;
}

told_result told_result_read(const char *words, size_t length, char result[TOLD_RESULT_SIZE])
{
    const told_facts facts = with_winner(read_words(words, length));
    if (put_result(&facts, result))
        return TOLD_CLEARLY;
    const bool of_result = facts.wins || facts.loses || facts.resigns || facts.draw ||
                           (facts.counts == COUNTS && (facts.dash || has_owners(&facts)));
    strcpy(result, "?");
    return of_result && !facts.others ? TOLD_UNCLEAR : TOLD_NOTHING;
}
