/* SPDX-License-Identifier: MIT
 *
 * Kinds of Othello and of other games by the words of their names.
 */
#include "formats/other_rules.h"

#include "core/error.h"
#include "games/game_table.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { WORD_SIZE = 24, SHOWN = 40, OUR_SIZE = 8, LEAST_SIZE = 4, MOST_SIZE = 26 };

typedef enum kind_word {
    UNKNOWN,
    PLAIN, /* is of the usual game, too */
    ANTI,
    OTHER, /* of a kind that is not read */
} kind_word;

/* "10x10", of another size than ours. */
static kind_word read_size(const char *word)
{
    int width, height, end = 0;
    if (sscanf(word, "%4dx%4d%n", &width, &height, &end) != 2 || word[end])
        return UNKNOWN;
    return width == OUR_SIZE && height == OUR_SIZE ? PLAIN : OTHER;
}

static kind_word read_word(const char *word)
{
    static const struct {
        const char *word;
        kind_word kind;
    } words[] = {{"standard", PLAIN}, {"normal", PLAIN}, {"board", PLAIN}, {"game", PLAIN}, {"rules", PLAIN},
                 {"fewest", ANTI},    {"misere", ANTI},  {"grand", OTHER}, {"mini", OTHER}, {"komi", OTHER}};
    if (flank_game_find(word))
        return PLAIN;
    if (strncmp(word, "anti", 4) == 0 && (!word[4] || flank_game_find(word + 4)))
        return ANTI;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].word, word) == 0)
            return words[i].kind;
    return read_size(word);
}

/* Copy the next word of a text in lower case and go behind it; false at the end. */
static bool next_word(const char *text, size_t length, size_t *at, char word[WORD_SIZE])
{
    size_t used = 0;
    while (*at < length && !isalnum((unsigned char)text[*at]))
        ++*at;
    for (; *at < length && isalnum((unsigned char)text[*at]); ++*at)
        if (used < WORD_SIZE - 1)
            word[used++] = (char)tolower((unsigned char)text[*at]);
    word[used] = '\0';
    return used;
}

/* The kind that the words of a text tell; `*all` is true if each of them is known. */
static kind_word read_words(const char *text, size_t length, bool *all)
{
    kind_word kind = UNKNOWN;
    char word[WORD_SIZE];
    *all = true;
    for (size_t at = 0; next_word(text, length, &at, word);) {
        const kind_word found = read_word(word);
        *all = *all && found != UNKNOWN;
        kind = found > kind ? found : kind;
    }
    return kind;
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

/* True for the game that these kinds are of. */
static bool has_kinds(const flank_game *game)
{
    flank_rules rules = {{0}};
    return flank_rules_parse(game, anti_rules, &rules, NULL) == FLANK_OK;
}

static flank_status refuse(const char *what, flank_error *error)
{
    return error_say(error, FLANK_NOT_SUPPORTED, 0, SAY(OTHER_OTHELLO), say_cut(what, SHOWN));
}

flank_status other_rules_take(const flank_game *game, const char *text, flank_rules *rules, flank_error *error)
{
    bool all;
    if (text && names_other_kind(game, text))
        return error_say(error, FLANK_NOT_SUPPORTED, 0, SAY(OTHER_KIND), say_cut(text, SHOWN),
                         say_name(flank_game_title(game)));
    const kind_word kind = has_kinds(game) && text ? read_words(text, strlen(text), &all) : UNKNOWN;
    if (kind == ANTI)
        return flank_rules_parse(game, anti_rules, rules, error);
    return kind == OTHER ? refuse(text, error) : FLANK_OK;
}

flank_status other_rules_check_komi(const flank_game *game, const char *komi, flank_error *error)
{
    char text[WORD_SIZE];
    if (!komi || !strpbrk(komi, "123456789") || !has_kinds(game))
        return FLANK_OK;
    snprintf(text, sizeof text, "komi %.*s", (int)strcspn(komi, " ]"), komi);
    return refuse(text, error);
}

flank_status other_rules_check_size(const flank_game *game, const char *size, flank_error *error)
{
    char text[WORD_SIZE];
    int columns, end = 0;
    if (!size || sscanf(size, "%4d %n", &columns, &end) != 1 || size[end] || !has_kinds(game))
        return FLANK_OK;
    if (columns == OUR_SIZE || columns < LEAST_SIZE || columns > MOST_SIZE)
        return FLANK_OK;
    snprintf(text, sizeof text, "%dx%d", columns, columns);
    return refuse(text, error);
}

bool other_rules_is_title(const char *text, size_t length)
{
    bool all;
    return read_words(text, length, &all) >= ANTI && all;
}
