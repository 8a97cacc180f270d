/* SPDX-License-Identifier: MIT
 *
 * Games by tags and by the first move.
 */
#include "formats/tagged_game.h"

#include "formats/guessed_game.h"
#include "games/move_words.h"
#include "games/game_table.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { WORD_SIZE = 128 };

const flank_game *game_of_tag(const char *name, const char *value)
{
    if (strcmp(name, "Game") == 0 || strcmp(name, "Variant") == 0)
        return flank_game_find(value);
    const int number = strcmp(name, "GameType") == 0 ? atoi(value) : 0;
    for (size_t i = 0; i < flank_game_count(); i++)
        if (number && flank_game_at(i)->pdn_number == number)
            return flank_game_at(i);
    return NULL;
}

/* Cut a word, "board", off the end of a title in lower case. */
static void cut_word(char *title, const char *word)
{
    const size_t length = strlen(title), cut = strlen(word);
    if (length > cut && strcmp(title + length - cut, word) == 0)
        title[length - cut] = '\0';
}

static void cut_letters(char *title, const char *letters)
{
    size_t length = strlen(title);
    while (length && strchr(letters, title[length - 1]))
        title[--length] = '\0';
}

const flank_game *game_of_title(const char *line)
{
    char title[WORD_SIZE];
    line += strspn(line, " \t");
    const size_t length = strcspn(line, "\n");
    if (length >= sizeof title)
        return NULL;
    for (size_t i = 0; i < length; i++)
        title[i] = line[i] == '-' ? ' ' : (char)tolower((unsigned char)line[i]);
    title[length] = '\0';
    cut_letters(title, " \t\r:.#0123456789");
    cut_word(title, " board");
    cut_word(title, " game");
    const flank_game *game = *title ? flank_game_find(title) : NULL;
    for (size_t i = 0; !game && flank_game_at(i); i++)
        if (strcasecmp(flank_game_title(flank_game_at(i)), title) == 0)
            game = flank_game_at(i);
    return game;
}

/* True if the first move of a word can begin a game. */
static bool can_begin(const flank_game *game, const char *word)
{
    static const flank_rules rules;
    const flank_position start = flank_game_start(game);
    flank_move move;
    char text[WORD_SIZE];
    move_words words = {.text = word};
    if (!move_words_next(&words, game))
        return false;
    memcpy(text, word + words.at, words.length);
    text[words.length] = '\0';
    return flank_move_parse(game, &rules, &start, text, &move, NULL) == FLANK_OK;
}

static const flank_game *game_of_word(const char *word)
{
    const flank_game *game;
    for (size_t i = 0; (game = game_to_guess(i)); i++)
        if (!game_twin(game) && can_begin(game, word))
            return game;
    return NULL;
}

/* The length of what may stand before a move at `text`: a blank, a comment. */
static size_t gap_length(const char *text, size_t size)
{
    const char *end = *text == '{' ? memchr(text, '}', size) : NULL;
    if (*text == '{')
        return end ? (size_t)(end + 1 - text) : size;
    return isspace((unsigned char)*text) ? 1 : 0;
}

const flank_game *game_of_first_move(const char *bytes, size_t size)
{
    static const char ends[] = " \t\r\n\v\f{}()[]!?$\"";
    for (size_t at = 0; at < size;) {
        const size_t gap = gap_length(bytes + at, size - at);
        at += gap;
        if (gap)
            continue;
        char word[WORD_SIZE];
        size_t length = 0;
        while (at + length < size && length < sizeof word - 1 && bytes[at + length] &&
               !strchr(ends, bytes[at + length]))
            length++;
        memcpy(word, bytes + at, length);
        word[length] = '\0';
        const size_t number = word_number_length(word, length);
        const bool is_number = word[number + strspn(word + number, "0123456789.")] == '\0';
        if (length == 0 || !is_number)
            return length ? game_of_word(word + number) : NULL;
        at += length;
    }
    return NULL;
}
