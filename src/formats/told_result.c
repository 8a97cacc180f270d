/* SPDX-License-Identifier: MIT
 *
 * Words are a result if each of them is in the list below or a number, and if they tell who has won, or both scores.
 * The score of a named winner is the higher one, wherever it stands; else black's stands first, and a color named
 * beside the score must be that of the higher one. Who loses names the winner, too. A score of all 64 discs among other
 * words is a result that is not clear, and so is a score behind which they name a color or a winner.
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
    WORD_BEATS,
    WORD_LOSES,
    WORD_RESIGNS,
    WORD_OVERSTEPS, /* loses on time */
    WORD_FORFEITS,
    WORD_DRAW,
    WORD_RESIGNATION,
    WORD_TIME,
    WORD_TIMEOUT, /* as a verb or a noun */
    WORD_FORFEIT, /* the same */
    WORD_FOR,
    WORD_BY,
    WORD_FILLS,
    WORD_DASH,
    WORD_PLUS,
    WORD_COUNT,
    WORD_KINDS
} word_kind;

static const struct {
    const char *text;
    word_kind kind;
} known_words[] = {
    {"black", WORD_BLACK},
    {"b", WORD_BLACK},
    {"noir", WORD_BLACK},
    {"noirs", WORD_BLACK},
    {"schwarz", WORD_BLACK},
    {"siyah", WORD_BLACK},
    {"\u9ed2", WORD_BLACK},
    {"\u9ed1", WORD_BLACK},
    {"\u25cf", WORD_BLACK},
    {"white", WORD_WHITE},
    {"w", WORD_WHITE},
    {"blanc", WORD_WHITE},
    {"blancs", WORD_WHITE},
    {"wei\u00df", WORD_WHITE},
    {"beyaz", WORD_WHITE},
    {"\u767d", WORD_WHITE},
    {"\u25cb", WORD_WHITE},
    {"wins", WORD_WINS},
    {"won", WORD_WINS},
    {"win", WORD_WINS},
    {"winner", WORD_WINS},
    {"victory", WORD_WINS},
    {"gagne", WORD_WINS},
    {"gagnent", WORD_WINS},
    {"gewinnt", WORD_WINS},
    {"kazand\u0131", WORD_WINS},
    {"\u52dd\u3061", WORD_WINS},
    {"\u306e\u52dd\u3061", WORD_WINS},
    {"\u52dd", WORD_WINS},
    {"\u80dc", WORD_WINS},
    {"beats", WORD_BEATS},
    {"beat", WORD_BEATS},
    {"defeats", WORD_BEATS},
    {"defeated", WORD_BEATS},
    {"loses", WORD_LOSES},
    {"lost", WORD_LOSES},
    {"loser", WORD_LOSES},
    {"perd", WORD_LOSES},
    {"perdent", WORD_LOSES},
    {"verliert", WORD_LOSES},
    {"kaybetti", WORD_LOSES},
    {"\u8ca0\u3051", WORD_LOSES},
    {"\u306e\u8ca0\u3051", WORD_LOSES},
    {"\u8ca0", WORD_LOSES},
    {"\u8d1f", WORD_LOSES},
    {"resigns", WORD_RESIGNS},
    {"resigned", WORD_RESIGNS},
    {"flagged", WORD_OVERSTEPS},
    {"timed", WORD_OVERSTEPS},
    {"forfeits", WORD_FORFEITS},
    {"forfeited", WORD_FORFEITS},
    {"draw", WORD_DRAW},
    {"drawn", WORD_DRAW},
    {"tie", WORD_DRAW},
    {"\u5f15\u304d\u5206\u3051", WORD_DRAW},
    {"resignation", WORD_RESIGNATION},
    {"time", WORD_TIME},
    {"timeout", WORD_TIMEOUT},
    {"forfeit", WORD_FORFEIT},
    {"for", WORD_FOR},
    {"favour", WORD_FOR},
    {"favor", WORD_FOR},
    {"by", WORD_BY},
    {"score", WORD_FILLS},
    {"result", WORD_FILLS},
    {"final", WORD_FILLS},
    {"discs", WORD_FILLS},
    {"has", WORD_FILLS},
    {"in", WORD_FILLS},
    {"of", WORD_FILLS},
    {"on", WORD_FILLS},
    {"out", WORD_FILLS},
    {"les", WORD_FILLS},
    {"\u2013", WORD_DASH},
    {"\u2014", WORD_DASH},
    {"\u2212", WORD_DASH},
    {"-", WORD_DASH},
    {"+", WORD_PLUS},
};

/* What the words tell so far. */
typedef struct told_facts {
    bool seen[WORD_KINDS];
    bool dash;             /* between counts */
    bool begins;           /* with a count or its sign, perhaps behind the letter of a color */
    bool names_color;      /* by a word, or by a letter right behind a count */
    char sign;             /* right before a count, or NUL */
    word_kind first_color; /* that was named */
    int counts, count[COUNTS];
    word_kind owner[COUNTS]; /* the color named beside that count */
} told_facts;

static word_kind kind_of(const char *text, size_t length)
{
    for (size_t i = 0; i < sizeof known_words / sizeof *known_words; i++)
        if (strlen(known_words[i].text) == length && strncasecmp(text, known_words[i].text, length) == 0)
            return known_words[i].kind;
    return WORD_OTHER;
}

static bool is_color(word_kind kind) { return kind == WORD_BLACK || kind == WORD_WHITE; }
static word_kind other_color(word_kind color) { return color == WORD_BLACK ? WORD_WHITE : WORD_BLACK; }

/* The length of the word at `text`: letters, a color's character or a dash alone, digits, or a sign. */
static size_t word_length(const char *text, size_t left)
{
    size_t length = 0;
    const word_kind wide = (unsigned char)*text >= 0x80 && left >= 3 ? kind_of(text, 3) : WORD_OTHER;
    if (is_color(wide) || wide == WORD_DASH)
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
    if (length > 2 || facts->counts == COUNTS) {
        facts->seen[WORD_OTHER] = true;
        return;
    }
    facts->owner[facts->counts] = is_color(before) ? before : WORD_OTHER;
    facts->count[facts->counts++] = atoi(text);
}

static told_facts read_words(const char *words, size_t length)
{
    told_facts facts = {.first_color = WORD_OTHER};
    word_kind before = WORD_FILLS;
    bool begun = false, colon = false; /* behind a count */
    for (size_t at = 0, size; at < length; at += size) {
        size = word_length(words + at, length - at);
        colon = colon || (words[at] == ':' && before == WORD_COUNT);
        if (strchr(" \t\r:,.;!(){}\"/#=|", words[at]))
            continue;
        const bool is_count = isdigit((unsigned char)words[at]);
        const word_kind kind = is_count ? WORD_COUNT : kind_of(words + at, size);
        facts.begins = facts.begins || (!begun && (is_count || kind == WORD_DASH || kind == WORD_PLUS));
        facts.dash = facts.dash || (kind == WORD_DASH && before == WORD_COUNT) || (is_count && colon);
        if ((kind == WORD_DASH || kind == WORD_PLUS) && before != WORD_COUNT && at + 1 < length &&
            isdigit((unsigned char)words[at + 1]))
            facts.sign = words[at];
        facts.names_color = facts.names_color || (is_color(kind) && (size > 1 || before == WORD_COUNT));
        facts.first_color = facts.first_color == WORD_OTHER && is_color(kind) ? kind : facts.first_color;
        if (is_count)
            take_count(&facts, words + at, size, before);
        if (is_color(kind) && before == WORD_COUNT && facts.counts == COUNTS && facts.owner[0] == other_color(kind))
            facts.owner[1] = facts.owner[1] ? facts.owner[1] : kind; /* "Black 38-26 White" */
        facts.seen[kind] = true;
        before = kind == WORD_PLUS && is_color(before) ? before : kind;
        begun = begun || size > 1 || !is_color(kind);
        colon = false;
    }
    return facts;
}

/* ---- Who has won ---- */

/* The one color that is named, or WORD_OTHER. */
static word_kind only_color(const told_facts *facts)
{
    return facts->seen[WORD_BLACK] && facts->seen[WORD_WHITE] ? WORD_OTHER : facts->first_color;
}

/* True if a word says what became of a side. */
static bool has_verb(const told_facts *facts)
{
    bool found = false;
    for (word_kind kind = WORD_WINS; kind <= WORD_DRAW; kind++)
        found = found || facts->seen[kind];
    return found || facts->seen[WORD_TIMEOUT] || facts->seen[WORD_FORFEIT];
}

/* The way in which the game ended, 'R', 'T', 'F', NUL if it was played out; '?' if there are two. */
static char find_ending(const told_facts *facts)
{
    const bool *seen = facts->seen;
    const bool resigned = seen[WORD_RESIGNS] || seen[WORD_RESIGNATION];
    const bool on_time = seen[WORD_TIME] || seen[WORD_TIMEOUT] || seen[WORD_OVERSTEPS];
    const bool forfeited = seen[WORD_FORFEITS] || seen[WORD_FORFEIT];
    if (resigned + on_time + forfeited > 1)
        return '?';
    return (char)(resigned ? 'R' : on_time ? 'T' : forfeited ? 'F' : '\0');
}

/* Find the winner that the words name, WORD_OTHER if they name none; false if they contradict each other. */
static bool find_winner(const told_facts *facts, word_kind *winner)
{
    const bool *seen = facts->seen;
    const word_kind color = only_color(facts);
    int verbs = 0;
    for (word_kind kind = WORD_WINS; kind <= WORD_DRAW; kind++)
        verbs += seen[kind];
    const bool noun_loses = !verbs && (seen[WORD_TIMEOUT] || seen[WORD_FORFEIT]);
    const bool loses =
        noun_loses || seen[WORD_LOSES] || seen[WORD_RESIGNS] || seen[WORD_OVERSTEPS] || seen[WORD_FORFEITS];
    const bool wins = seen[WORD_WINS] || seen[WORD_BEATS] || (seen[WORD_FOR] && !verbs);
    *winner = WORD_OTHER;
    if (verbs > 1 || (seen[WORD_DRAW] && color))
        return false;
    if (seen[WORD_BEATS])
        *winner = facts->first_color;
    else if (color && (wins || loses))
        *winner = loses ? other_color(color) : color;
    return *winner || !(wins || loses);
}

/* ---- Results ---- */

static char letter_of(word_kind color) { return (char)(color == WORD_BLACK ? 'B' : 'W'); }

static bool is_points(const told_facts *facts)
{
    return facts->counts == COUNTS && !facts->count[0] != !facts->count[1] && facts->count[0] + facts->count[1] <= 2;
}

/* "B+", "B+R". */
static bool put_winner(word_kind winner, char ending, char result[TOLD_RESULT_SIZE])
{
    const char text[] = {letter_of(winner), '+', ending, '\0'};
    strcpy(result, text);
    return winner != WORD_OTHER;
}

/* Write a score whose counts have owners, or a winner. */
static bool put_owned(word_kind first, const told_facts *facts, char result[TOLD_RESULT_SIZE])
{
    const int black = facts->count[first == WORD_WHITE], white = facts->count[first != WORD_WHITE];
    if (black == white)
        strcpy(result, "1-1");
    else
        snprintf(result, TOLD_RESULT_SIZE, "B%d-%d", black % 100, white % 100);
    return true;
}

/* Write both counts; false if they are no score. */
static bool put_counts(const told_facts *facts, word_kind winner, char result[TOLD_RESULT_SIZE])
{
    const int first = facts->count[0], second = facts->count[1];
    const word_kind higher = first > second ? WORD_BLACK : WORD_WHITE, *owner = facts->owner; /* black's first */
    const bool is_owned = is_color(owner[0]) && is_color(owner[1]) && owner[0] != owner[1];
    const bool is_draw = first == second;
    if (first + second > SQUARES || facts->sign || (facts->seen[WORD_DRAW] && !is_draw))
        return false;
    if (is_owned)
        return (!winner || (!is_draw && (winner == owner[0]) == (first > second))) &&
               put_owned(owner[0], facts, result);
    if (!facts->dash || (winner && is_draw))
        return false;
    if (winner)
        return put_owned(winner == higher ? WORD_BLACK : WORD_WHITE, facts, result);
    if (!facts->first_color)
        return snprintf(result, TOLD_RESULT_SIZE, "%d-%d", first % 100, second % 100) > 0;
    return only_color(facts) == higher && owner[0] != WORD_WHITE && !is_draw && put_owned(WORD_BLACK, facts, result);
}

/* Write a difference: "+12", "W won by 12". */
static bool put_difference(const told_facts *facts, word_kind winner, char result[TOLD_RESULT_SIZE])
{
    const word_kind color = only_color(facts);
    const int count = facts->count[0];
    if (count > SQUARES || facts->seen[WORD_DRAW] || (facts->sign && facts->seen[WORD_BY]))
        return false;
    if (facts->sign && !facts->first_color && !has_verb(facts))
        return snprintf(result, TOLD_RESULT_SIZE, "%c%d", facts->sign, count % 100) > 0;
    if (facts->sign != '+' && !(facts->seen[WORD_BY] && !facts->sign))
        return false;
    if (!winner && (facts->owner[0] || facts->seen[WORD_BY] || color == WORD_BLACK))
        winner = color; /* "W+12", "white by 12"; black's difference is a plus anyway */
    if (!winner || (facts->owner[0] && facts->owner[0] != winner))
        return false;
    return snprintf(result, TOLD_RESULT_SIZE, "%c+%d", letter_of(winner), count % 100) > 0;
}

static bool put_result(const told_facts *facts, char result[TOLD_RESULT_SIZE])
{
    word_kind winner;
    const char ending = find_ending(facts);
    const bool is_clear = !facts->seen[WORD_OTHER] && ending != '?';
    if (is_clear && is_points(facts) && ending && !facts->first_color)
        return snprintf(result, TOLD_RESULT_SIZE, "%d-%d", facts->count[0] % 100, facts->count[1] % 100) > 0;
    if (!is_clear || !find_winner(facts, &winner))
        return false;
    if (is_points(facts) && winner)
        return put_winner(winner, ending, result);
    if (facts->counts)
        return !ending && !(is_points(facts) && facts->first_color) &&
               (facts->counts == COUNTS ? put_counts : put_difference)(facts, winner, result);
    if (!has_verb(facts) || (facts->seen[WORD_BY] && !ending))
        return false;
    if (facts->seen[WORD_DRAW])
        strcpy(result, "1-1");
    return facts->seen[WORD_DRAW] ? !ending : put_winner(winner, ending, result);
}

/* True if a score stands among the words. */
static bool has_score(const told_facts *facts)
{
    const bool is_owned = facts->owner[0] && facts->owner[1];
    return facts->counts == COUNTS ? facts->dash || is_owned : facts->counts && (facts->sign || facts->seen[WORD_BY]);
}

/* True if words of another kind stand around a result. */
static bool hides_result(const told_facts *facts)
{
    const word_kind higher = facts->count[0] > facts->count[1] ? WORD_BLACK : WORD_WHITE;
    if (!has_score(facts) || facts->counts < COUNTS)
        return false;
    if (facts->begins)
        return has_verb(facts) || facts->owner[0] == WORD_WHITE ||
               ((facts->names_color || facts->owner[0]) && only_color(facts) != higher);
    return facts->count[0] + facts->count[1] == SQUARES;
}

told_result told_result_read(const char *words, size_t length, char result[TOLD_RESULT_SIZE])
{
    const told_facts facts = read_words(words, length);
    if (put_result(&facts, result))
        return TOLD_CLEARLY;
    strcpy(result, "?");
    const bool is_told = facts.seen[WORD_OTHER] ? hides_result(&facts) : has_verb(&facts) || has_score(&facts);
    return is_told ? TOLD_UNCLEAR : TOLD_NOTHING;
}
