/* SPDX-License-Identifier: MIT
 *
 * Rules that must hold of the notations of every game, for the targets fuzz_GAME_position.c and fuzz_GAME_moves.c: what
 * is read comes back from every style it is written in; what is refused is refused with a message of one line and
 * changes nothing.
 */
#ifndef FLANK_TESTS_FUZZ_NOTATION_H
#define FLANK_TESTS_FUZZ_NOTATION_H

#include "fuzz_target.h"
#include "core/error.h"

#include <flank/flank.h>

#include <stdlib.h>
#include <string.h>

static inline void fuzz_require(bool holds)
{
    if (!holds)
        abort();
}

/* A copy of `data` with a NUL, in memory of exactly that size. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    fuzz_require(text != NULL);
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

static inline void fuzz_require_message(const flank_error *error, const char *text)
{
    char message[FLANK_ERROR_TEXT_SIZE];
    flank_error_text(error, message, sizeof message);
    fuzz_require(error->code != 0 && message[0] != '\0');
    fuzz_require(strpbrk(message, "\r\n") == NULL && error->offset <= strlen(text));
}

/* Read a position; if it is one, write and read it again in every style. */
static inline flank_status fuzz_one_position(const flank_game *game, const char *text, flank_position *position)
{
    flank_position before = *position, again;
    flank_error error = {0};
    flank_status status = flank_position_parse(game, text, position, &error);
    if (status) {
        fuzz_require_message(&error, text);
        fuzz_require(flank_position_equal(*position, before));
        return status;
    }
    for (const char *const *style = flank_game_position_styles(game); *style; style++) {
        char written[FLANK_POSITION_TEXT_SIZE];
        fuzz_require(flank_position_format(game, position, *style, written) == FLANK_OK);
        fuzz_require(strlen(written) < sizeof written && flank_position_parse(game, written, &again, NULL) == FLANK_OK);
        fuzz_require(flank_position_equal(again, *position));
    }
    return FLANK_OK;
}

/* Read a move; if it is one, it is in the list of legal moves and comes back from every style. Then play it. */
static inline void fuzz_one_move(const flank_game *game, const flank_rules *rules, const char *text,
                                 flank_position *position)
{
    flank_move move, again, legal[FLANK_MOVES_MAX];
    flank_error error = {0};
    if (flank_move_parse(game, rules, position, text, &move, &error)) {
        fuzz_require_message(&error, text);
        return;
    }
    size_t count = flank_game_moves(game, rules, position, legal), at = 0;
    while (at < count && !flank_move_equal(legal[at], move))
        at++;
    fuzz_require(at < count);
    for (const char *const *style = flank_game_move_styles(game); *style; style++) {
        char written[FLANK_MOVE_TEXT_SIZE];
        fuzz_require(flank_move_format(game, rules, position, move, *style, written) == FLANK_OK);
        fuzz_require(strlen(written) < sizeof written);
        fuzz_require(flank_move_parse(game, rules, position, written, &again, NULL) == FLANK_OK);
        fuzz_require(flank_move_equal(again, move));
    }
    *position = flank_game_play(game, rules, position, move);
}

/* The whole input is a position. */
static inline int fuzz_position(const char *name, const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    flank_position position = {.own = 1};
    fuzz_one_position(flank_game_find(name), text, &position);
    free(text);
    return 0;
}

/* The first line is a position (the initial one if it cannot be read), every other line a move. */
static inline int fuzz_moves(const char *name, const uint8_t *data, size_t size)
{
    const flank_game *game = flank_game_find(name);
    const flank_rules rules = {{0}};
    char *text = fuzz_text(data, size), *line = text;
    flank_position position = flank_game_start(game);
    for (bool first = true; line; first = false) {
        char *end = strchr(line, '\n');
        if (end)
            *end = '\0';
        if (!first)
            fuzz_one_move(game, &rules, line, &position);
        else if (fuzz_one_position(game, line, &position))
            position = flank_game_start(game);
        line = end ? end + 1 : NULL;
    }
    free(text);
    return 0;
}

#endif
