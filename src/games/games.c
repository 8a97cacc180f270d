/* SPDX-License-Identifier: MIT
 *
 * The public face of the game tables that registry.h names.
 */
#include <flank/flank.h>

#include "core/bits.h"
#include "core/blanks.h"
#include "core/error.h"
#include "games/game_table.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define GAME(name) extern const flank_game name##_game;
#include "games/registry.h"
#undef GAME

static const flank_game *const games[] = {
#define GAME(name) &name##_game,
#include "games/registry.h"
#undef GAME
};

size_t flank_game_count(void) { return sizeof games / sizeof *games; }

const flank_game *flank_game_at(size_t index) { return index < flank_game_count() ? games[index] : NULL; }

static bool is_called(const flank_game *game, const char *name)
{
    if (strcasecmp(name, game->name) == 0 || strcasecmp(name, game->title) == 0)
        return true;
    for (size_t i = 0; game->aliases && game->aliases[i]; i++)
        if (strcasecmp(name, game->aliases[i]) == 0)
            return true;
    return false;
}

const flank_game *flank_game_find(const char *name)
{
    for (size_t i = 0; i < flank_game_count(); i++)
        if (is_called(games[i], name))
            return games[i];
    return NULL;
}

const char *flank_game_name(const flank_game *game) { return game->name; }
const char *flank_game_title(const flank_game *game) { return game->title; }
const char *flank_game_color_name(const flank_game *game, flank_color color) { return game->color_names[color & 1]; }
bool flank_game_row_1_on_top(const flank_game *game) { return game->row_1_on_top; }
bool flank_game_scores_discs(const flank_game *game) { return game->scores_discs; }
bool flank_game_has_book(const flank_game *game) { return game->has_book; }
char flank_game_glyph(const flank_game *game, flank_color color, bool king) { return game->glyphs[color & 1][king]; }
const char *const *flank_game_position_styles(const flank_game *game) { return game->position_styles; }
const char *const *flank_game_move_styles(const flank_game *game) { return game->move_styles; }

/* ---- Rule parameters ---- */

static size_t param_count(const flank_game *game)
{
    size_t count = 0;
    while (game->params[count].name)
        count++;
    return count;
}

const flank_param *flank_game_param(const flank_game *game, size_t index)
{
    return index < param_count(game) ? &game->params[index] : NULL;
}

static bool same_word(const char *word, const char *text, size_t length)
{
    return strlen(word) == length && memcmp(word, text, length) == 0;
}

/* Append the words of a NULL-terminated list to `out`, separated by ", ", cut to fit. */
static void join_words(char *out, size_t size, const char *const *words)
{
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0; words[i] && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%s%s", i ? ", " : "", words[i]);
}

/* Read one "name=value" at text[offset..offset+length); `given` are the parameters that were read. */
static flank_status parse_setting(const flank_game *game, const char *text, size_t offset, size_t length,
                                  flank_rules *rules, bool *given, flank_error *error)
{
    const char *setting = text + offset;
    const char *equals = memchr(setting, '=', length);
    size_t name_length = equals ? (size_t)(equals - setting) : length;
    for (size_t i = 0; i < param_count(game); i++) {
        const flank_param *param = &game->params[i];
        if (!same_word(param->name, setting, name_length))
            continue;
        if (given[i])
            return error_say(error, FLANK_BAD_RULES, offset, SAY(GIVEN_TWICE), say_text(param->name));
        given[i] = true;
        size_t value_length = equals ? length - name_length - 1 : 0;
        for (size_t v = 0; equals && param->values[v]; v++)
            if (same_word(param->values[v], equals + 1, value_length)) {
                rules->value[i] = (uint8_t)v;
                return FLANK_OK;
            }
        char known[100];
        join_words(known, sizeof known, param->values);
        return error_say(error, FLANK_BAD_RULES, offset, SAY(RULE_TAKES), say_text(param->name), say_text(known));
    }
    const char *names[FLANK_PARAMS_MAX + 1] = {NULL};
    for (size_t i = 0; i < param_count(game); i++)
        names[i] = game->params[i].name;
    char known[100];
    join_words(known, sizeof known, names);
    return error_say(error, FLANK_BAD_RULES, offset, SAY(NO_SUCH_RULE), say_text(game->name),
                     say_cut(setting, (size_t)(name_length < 32 ? name_length : 32)),
                     say_text(names[0] ? known : "none"));
}

flank_status flank_rules_parse(const flank_game *game, const char *text, flank_rules *rules, flank_error *error)
{
    flank_rules changed = *rules;
    bool given[FLANK_PARAMS_MAX] = {false};
    for (size_t at = 0; text[at];) {
        size_t length = strcspn(text + at, ",");
        flank_status status = parse_setting(game, text, at, length, &changed, given, error);
        if (status)
            return status;
        at += length;
        if (text[at] == ',' && text[++at] == '\0')
            return error_say(error, FLANK_BAD_RULES, at, SAY(EXPECTED_SETTING));
    }
    *rules = changed;
    return FLANK_OK;
}

bool flank_rules_stand_apart(const flank_game *game, const flank_rules *rules)
{
    for (size_t i = 0; i < param_count(game); i++)
        if (game->params[i].apart && rules->value[i])
            return true;
    return false;
}

void flank_rules_format(const flank_game *game, const flank_rules *rules, char *out)
{
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0; i < param_count(game); i++)
        if (rules->value[i]) {
            used += (size_t)snprintf(out + used, FLANK_RULES_TEXT_SIZE - used, "%s%s=%s", used ? "," : "",
                                     game->params[i].name, game->params[i].values[rules->value[i]]);
            assert(used < FLANK_RULES_TEXT_SIZE);
        }
}

/* ---- The board ---- */

uint64_t game_board(const flank_game *game, const flank_rules *rules)
{
    return game->board ? game->board(rules) : ~UINT64_C(0);
}

game_hot game_hot_best(const flank_game *game)
{
    const game_hot *best = game->levels ? game->levels[cpu_best()] : NULL;
    return best ? *best
                : (game_hot){.moves = game->moves,
                             .noisy_moves = game->noisy_moves,
                             .play = game->play,
                             .outcome = game->outcome,
                             .evaluate = game->evaluate,
                             .order = game->order};
}

int game_empties(const flank_game *game, const flank_rules *rules, const flank_position *position)
{
    return (int)bit_count(game_board(game, rules) & ~(position->own | position->other));
}

flank_status flank_position_check(const flank_game *game, const flank_rules *rules, const flank_position *position,
                                  flank_error *error)
{
    const uint64_t outside = (position->own | position->other) & ~game_board(game, rules);
    flank_error unused;
    return outside ? error_say(error ? error : &unused, FLANK_BAD_POSITION, 0, SAY(DISC_OUTSIDE),
                               say_text(flank_square_name(bit_first(outside))))
                   : FLANK_OK;
}

/* ---- Playing ---- */

flank_position flank_game_start(const flank_game *game) { return game->start(); }

size_t flank_game_moves(const flank_game *game, const flank_rules *rules, const flank_position *position,
                        flank_move *moves)
{
    assert((position->own & position->other) == 0);
    const size_t count = game->moves(rules, position, moves);
    assert(count <= FLANK_MOVES_MAX);
    return count;
}

void flank_game_each_way(const flank_game *game, const flank_rules *rules, const flank_position *position,
                         flank_way_fn *visit, void *user)
{
    if (game->each_way)
        game->each_way(rules, position, visit, user);
}

flank_position flank_game_play(const flank_game *game, const flank_rules *rules, const flank_position *position,
                               flank_move move)
{
    const flank_position next = game->play(rules, position, move);
    assert((next.own & next.other) == 0 && (next.kings & ~(next.own | next.other)) == 0);
    return next;
}

flank_outcome flank_game_outcome(const flank_game *game, const flank_rules *rules, const flank_position *position)
{
    return game->outcome(rules, position);
}

int flank_game_repetition_limit(const flank_game *game, const flank_rules *rules)
{
    return game->repetition_limit(rules);
}

/* ---- Notation ---- */

static bool knows_style(const char *const *styles, const char *style)
{
    for (size_t i = 0; styles[i]; i++)
        if (strcmp(styles[i], style) == 0)
            return true;
    return false;
}

flank_status flank_position_parse(const flank_game *game, const char *text, flank_position *position,
                                  flank_error *error)
{
    flank_error unused;
    error = error ? error : &unused;
    char trimmed[2 * FLANK_POSITION_TEXT_SIZE];
    size_t skipped;
    if (!blanks_copy_trimmed(text, strlen(text), trimmed, sizeof trimmed, &skipped))
        return error_say(error, FLANK_BAD_POSITION, 0, SAY(TOO_LONG_FOR_POSITION));
    if (strcmp(trimmed, "startpos") == 0) {
        *position = game->start();
        return FLANK_OK;
    }
    flank_status status = game->parse_position(trimmed, position, error);
    if (status)
        error->offset += skipped;
    return status;
}

flank_status flank_position_format(const flank_game *game, const flank_position *position, const char *style, char *out)
{
    style = style ? style : game->position_styles[0];
    if (!knows_style(game->position_styles, style))
        return FLANK_UNKNOWN_STYLE;
    game->format_position(position, style, out);
    return FLANK_OK;
}

flank_status flank_move_parse(const flank_game *game, const flank_rules *rules, const flank_position *position,
                              const char *text, flank_move *move, flank_error *error)
{
    flank_error unused;
    error = error ? error : &unused;
    char trimmed[FLANK_MOVE_TEXT_SIZE];
    size_t skipped;
    if (!blanks_copy_trimmed(text, strlen(text), trimmed, sizeof trimmed, &skipped))
        return error_say(error, FLANK_BAD_MOVE, 0, SAY(TOO_LONG_FOR_MOVE));
    flank_status status = game->parse_move(rules, position, trimmed, move, error);
    if (status)
        error->offset += skipped;
    return status;
}

flank_status flank_move_format(const flank_game *game, const flank_rules *rules, const flank_position *position,
                               flank_move move, const char *style, char *out)
{
    style = style ? style : game->move_styles[0];
    if (!knows_style(game->move_styles, style))
        return FLANK_UNKNOWN_STYLE;
    game->format_move(rules, position, move, style, out);
    return FLANK_OK;
}
