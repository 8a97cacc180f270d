/* SPDX-License-Identifier: MIT
 *
 * Kinds of Othello and of other games by the words of their names.
 */
#include "formats/other_rules.h"

#include "core/error.h"
#include "formats/format_table.h"
#include "formats/ggf/ggf_text.h"
#include "games/game_table.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_SIZE = 32, SHOWN = 40, OUR_SIZE = 8, LEAST_SIZE = 4, MOST_SIZE = 26 };

/* The meaning of a word, the stronger the later. */
typedef enum kind_word {
    UNKNOWN,
    NUMBER,   /* of a clock, if no other word or a harmless one stands beside it */
    HARMLESS, /* of clocks, random starts, tournaments and sites */
    PLAIN,    /* of the usual game, too */
    LOSING,   /* anti, where the text names the kind of a game; elsewhere it may be said of a usual one */
    ANTI,
    OTHER, /* of a kind that is not read */
} kind_word;

/* The meaning of all words of a text. */
typedef struct kind_text {
    kind_word kind; /* the strongest */
    size_t known, harmless, numbers, unknown;
    bool names_game;
} kind_text;

static const struct {
    kind_word kind;
    const char *words; /* each between blanks */
} known_words[] = {
    {HARMLESS,
     " blitz bullet lightning rapid fast quick slow classical correspondence live turn based time timed control clock "
     "fischer byoyomi increment delay min mins minute minutes sec secs second seconds hour hours day days per move "
     "xot random randomized opening openings start starting position synchro synchronized "
     "rated unrated casual friendly ranked league tournament championship match wof wthor ffo joa bof aga "
     "japanese chinese international official modern online "
     "from none unknown moves plies "
     "ggs vog playok kurnik eothello othelloquest quest bga boardgamearena lichess brainking itsyourturn littlegolem "
     "ludoteka ludii yahoo wars nboard zebra wzebra edax cassio com org net www "},
    {PLAIN, " standard normal regular usual traditional classic original default plain board game games rules rule "
            "variant kind "
            "the of with and for discs disc disks disk pieces wins win most "
            "\xE3\x82\xAA\xE3\x82\xBB\xE3\x83\xAD \xE3\x83\xAA\xE3\x83\x90\xE3\x83\xBC\xE3\x82\xB7 "
            "\xE9\xBB\x91\xE7\x99\xBD\xE6\xA3\x8B "},
    {LOSING, " losing loser loses lose least reversed reverse inverse inverted inverso give away "},
    {ANTI, " anti fewest misere suicide giveaway "},
    {OTHER, " grand mini komi octagon octagonal rolit hasami hex hexagonal ninuki gomoku shogi cylinder "
            "toroidal "
            "torus blackout 3d quadruple triple "},
};

/* "10x10", of another size than ours. */
static kind_word read_size(const char *word)
{
    int width, height, end = 0;
    if (sscanf(word, "%4dx%4d%n", &width, &height, &end) != 2 || word[end])
        return UNKNOWN;
    return width == OUR_SIZE && height == OUR_SIZE ? PLAIN : OTHER;
}

/* "5", "10m", "300s". */
static bool is_number(const char *word)
{
    const size_t digits = strspn(word, "0123456789");
    return digits && strlen(word + digits) <= 1;
}

/* A word that stands alone. */
static kind_word read_simple(const char *word)
{
    char quoted[WORD_SIZE + 2];
    snprintf(quoted, sizeof quoted, " %s ", word);
    for (size_t i = 0; i < sizeof known_words / sizeof *known_words; i++)
        if (strstr(known_words[i].words, quoted))
            return known_words[i].kind;
    return is_number(word) ? NUMBER : read_size(word);
}

/* The length of what stands before the name of a game at the end of a word, "anti" in "antiothello"; 0 if it is none.
 */
static size_t length_before_game(const char *word)
{
    enum { NAME_LEAST = 4 };
    const size_t length = strlen(word);
    for (size_t at = 1; at + NAME_LEAST <= length; at++)
        if (flank_game_find(word + at))
            return at;
    return 0;
}

static void read_word(kind_text *text, char *word)
{
    kind_word kind = read_simple(word);
    const size_t before = kind || flank_game_find(word) ? 0 : length_before_game(word);
    if (!kind && (before || flank_game_find(word))) {
        text->names_game = true;
        word[before] = '\0';
        kind = before ? read_simple(word) : PLAIN;
    }
    text->known += kind > NUMBER;
    text->harmless += kind == HARMLESS;
    text->numbers += kind == NUMBER;
    text->unknown += kind == UNKNOWN;
    text->kind = kind > text->kind ? kind : text->kind;
}

/* ---- Words ---- */

/* The letters of U+00C0 to U+00FF without accents, in lower case; U+00D7 stands between two sizes. */
static const char folded[] = "aaaaaaaceeeeiiiidnoooooxouuuuyts"
                             "aaaaaaaceeeeiiiidnooooo\0ouuuuyty";

typedef struct letters {
    char bytes[5]; /* of a letter in lower case, or none for what divides words */
    size_t length; /* that it has in the text */
    bool is_mark;  /* an accent by itself */
} letters;

/* The character at `text` of `length` bytes, in UTF-8 or in Latin-1. */
static letters read_letter(const char *text, size_t length)
{
    const unsigned char first = (unsigned char)*text, second = length > 1 ? (unsigned char)text[1] : 0;
    const bool goes_on = first >= 0xC0 && second >= 0x80 && second < 0xC0;
    letters letter = {.length = 1};
    if (first < 0x80) {
        *letter.bytes = isalnum(first) ? (char)tolower(first) : '\0';
        return letter;
    }
    if (!goes_on) {
        *letter.bytes = first >= 0xC0 ? folded[first - 0xC0] : '\0';
        return letter;
    }
    const size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    letter.length = bytes < length ? bytes : length;
    if (first == 0xC3)
        *letter.bytes = folded[second - 0x80];
    else if (first == 0xCC || (first == 0xCD && second < 0xB0))
        letter.is_mark = true;
    else if (first != 0xC2 && !(first == 0xE2 && second < 0x84) && !(first == 0xE3 && second == 0x80) && first != 0xEF)
        memcpy(letter.bytes, text, letter.length);
    return letter;
}

/* Pass over what stands between two numbers of a size, "10 x 10", if that is at `at`. */
static size_t skip_size_sign(const char *text, size_t length, size_t at)
{
    size_t sign = at;
    while (sign < length && text[sign] == ' ')
        sign++;
    size_t end = sign + 1;
    while (end < length && text[end] == ' ')
        end++;
    const bool is_sign = end < length && (text[sign] == 'x' || text[sign] == 'X') && isdigit((unsigned char)text[end]);
    return is_sign && sign > at ? end : 0;
}

/* Copy the next word of a text in lower case without accents and go behind it; false at the end. */
static bool next_word(const char *text, size_t length, size_t *at, char word[WORD_SIZE])
{
    size_t used = 0;
    while (*at < length) {
        const letters letter = read_letter(text + *at, length - *at);
        if (!*letter.bytes && !letter.is_mark && used) {
            const bool digits = strspn(word, "0123456789") == used && used < 3;
            const size_t end = digits ? skip_size_sign(text, length, *at) : 0;
            if (!end)
                break;
            word[used++] = 'x';
            word[used] = '\0';
            *at = end;
            continue;
        }
        const size_t size = strlen(letter.bytes);
        if (used + size < WORD_SIZE)
            memcpy(word + used, letter.bytes, size);
        used += used + size < WORD_SIZE ? size : 0;
        word[used] = '\0';
        *at += letter.length;
    }
    return used;
}

static kind_text read_words(const char *text, size_t length)
{
    kind_text read = {UNKNOWN};
    char word[WORD_SIZE];
    for (size_t at = 0; next_word(text, length, &at, word);)
        read_word(&read, word);
    if (read.known && !read.harmless) /* "Othello 10" */
        read.unknown += read.numbers;
    return read;
}

/* True if a word of a text is the name of a kind that the game is not. */
static bool names_other_kind(const flank_game *game, const char *text)
{
    char word[WORD_SIZE];
    for (size_t at = 0; game->other_kinds && next_word(text, strlen(text), &at, word);)
        for (size_t i = 0; game->other_kinds[i]; i++)
            if (strcmp(word, game->other_kinds[i]) == 0)
                return true;
    return false;
}

static const char anti_rules[] = "goal=fewest";

bool other_rules_has_kinds(const flank_game *game)
{
    flank_rules rules = {{0}};
    return flank_rules_parse(game, anti_rules, &rules, NULL) == FLANK_OK;
}

static flank_status refuse(const flank_game *game, const char *what, flank_error *error)
{
    if (!other_rules_has_kinds(game))
        return error_say(error, FLANK_NOT_SUPPORTED, 0, SAY(OTHER_KIND), say_cut(what, SHOWN),
                         say_name(flank_game_title(game)));
    return error_say(error, FLANK_NOT_SUPPORTED, 0, SAY(OTHER_OTHELLO), say_cut(what, SHOWN));
}

/* The kind that a type of GGS is, "8", "8a", "s8r20"; UNKNOWN: the text is none. */
static kind_word read_type(const char *text)
{
    const ggf_type type = ggf_read_type(text);
    const int size = atoi(type.size);
    if (type.unknown || text[strcspn(text, " \t")] ||
        !isdigit((unsigned char)text[isalpha((unsigned char)*text) != 0]) ||
        (*type.size && (size < LEAST_SIZE || size > MOST_SIZE || size % 2)))
        return UNKNOWN;
    return type.komi || (*type.size && size != OUR_SIZE) ? OTHER : type.anti ? ANTI : PLAIN;
}

static void add_unsure(told_rules *told, const char *text)
{
    flank_error note;
    error_say(&note, FLANK_OK, 0, SAY(OTHER_UNSURE), say_cut(text, SHOWN));
    notes_join(&told->note, &note);
}

flank_status other_rules_take(const flank_game *game, const char *text, told_rules *told, flank_error *error)
{
    if (!text)
        return FLANK_OK;
    if (names_other_kind(game, text))
        return refuse(game, text, error);
    const kind_word type = read_type(text);
    const kind_text words = type ? (kind_text){.kind = type} : read_words(text, strlen(text));
    const bool is_anti = words.kind == LOSING || words.kind == ANTI;
    if (words.kind == OTHER || (is_anti && (words.unknown || !other_rules_has_kinds(game))))
        return refuse(game, text, error);
    if (is_anti)
        return flank_rules_parse(game, anti_rules, &told->rules, error);
    if (words.unknown && other_rules_has_kinds(game) && !words.known)
        return refuse(game, text, error);
    if (words.unknown && other_rules_has_kinds(game))
        add_unsure(told, text);
    return FLANK_OK;
}

const flank_game *other_rules_game(const char *text)
{
    char word[WORD_SIZE];
    const flank_game *game = flank_game_find(text);
    for (size_t at = 0; !game && next_word(text, strlen(text), &at, word);)
        game = flank_game_find(word + length_before_game(word));
    return game;
}

flank_status other_rules_check_komi(const flank_game *game, const char *komi, flank_error *error)
{
    char text[WORD_SIZE];
    if (!komi || !strpbrk(komi, "123456789") || !other_rules_has_kinds(game))
        return FLANK_OK;
    snprintf(text, sizeof text, "komi %.*s", (int)strcspn(komi, " ]"), komi);
    return refuse(game, text, error);
}

flank_status other_rules_check_size(const flank_game *game, const char *size, flank_error *error)
{
    char text[WORD_SIZE];
    int columns, end = 0;
    if (!size || sscanf(size, "%4d %n", &columns, &end) != 1 || size[end] || !other_rules_has_kinds(game))
        return FLANK_OK;
    if (columns == OUR_SIZE || columns < LEAST_SIZE || columns > MOST_SIZE)
        return FLANK_OK;
    snprintf(text, sizeof text, "%dx%d", columns, columns);
    return refuse(game, text, error);
}

bool other_rules_is_title(const char *text, size_t length)
{
    const kind_text words = read_words(text, length);
    return !words.unknown && (words.kind >= ANTI || (words.kind == LOSING && words.names_game));
}

bool other_rules_is_type(const char *text) { return read_type(text) || other_rules_is_title(text, strlen(text)); }
