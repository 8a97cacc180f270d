/* SPDX-License-Identifier: MIT
 *
 * Members of JSON that say something of the rules of a game, by their names: in the object of the game, and in objects
 * within it that are about the game, {"info": {"komi": 3}}.
 */
#include "formats/json/json_game.h"

#include "core/error.h"
#include "formats/movetext.h"
#include "formats/other_rules.h"

#include <stdio.h>
#include <string.h>

enum { FACT_DEPTH = 4 };

/* A member as text, a number too, and "true" where that is a fact; NULL: it is neither, or not there. */
static const char *text_of(const json_game *game, const json_value *value, other_fact fact, char number[32])
{
    int64_t tenths;
    const bool is_bool = value && (fact == FACT_FLAG || fact == FACT_LIKELY_FLAG) && value->kind == JSON_BOOL;
    const char *text = is_bool ? game->tree->letters + value->text : value ? json_string_of(game->tree, value) : NULL;
    if (text || !value || value->kind != JSON_NUMBER)
        return text;
    if (!json_decimal(game->tree, value, 1, &tenths)) /* 1e3 */
        return game->tree->letters + value->text;
    snprintf(number, 32, "%g", (double)tenths / 10);
    return number;
}

static bool is_length(other_fact fact) { return fact == FACT_LENGTH || fact == FACT_WIDTH || fact == FACT_HEIGHT; }

/* True for a fact of a drawing in settings, "settings": {"size": 12}. */
static bool is_of_drawing(other_fact around, other_fact fact)
{
    return around == FACT_MODE && (is_length(fact) || fact == FACT_LIKELY_FLAG);
}

/* The meaning of a member at `depth` for the rules, by its name, or by that of the object around it, "komi":
 * {"value": 3}, "board": {"size": 10}. */
static other_fact fact_of(const json_game *game, const char *outer, const json_value *value, int depth)
{
    static const char *const plain[] = {"", "name", "value", "id", "key", "text", NULL};
    static const char *const sides[] = {"white", "black", "points", "amount", "score", NULL};
    static const char *const columns[] = {"x", "w", NULL}, *const rows[] = {"y", "h", NULL};
    const char *own = json_name(game->tree, value);
    const other_fact fact = other_rules_fact(own), around = other_rules_fact(outer);
    const bool is_plain = movetext_is_listed(plain, own), is_side = movetext_is_listed(sides, own);
    const bool is_of_board = around == FACT_SIZE || around == FACT_BOARD || around == FACT_LENGTH;
    if (depth && (is_plain || (is_side && around == FACT_KOMI)))
        return around;
    if (is_of_board && (movetext_is_listed(columns, own) || movetext_is_listed(rows, own)))
        return movetext_is_listed(columns, own) ? FACT_WIDTH : FACT_HEIGHT;
    if (is_of_drawing(around, fact))
        return NO_FACT;
    if (around == FACT_KIND && fact == NO_FACT) /* "variant": {"short": "anti"} */
        return FACT_MODE;
    return is_length(fact) && is_of_board && around != FACT_LENGTH ? FACT_SIZE : fact;
}

/* True for the list of a name and a value, ["komi", 3], in a member called `outer`. The name of a flag may be that of a
 * kind in a list of kinds; a number beside a name in a match is the score of a player. */
static bool is_pair(const json_game *game, const char *outer, const json_value *value)
{
    static const char *const matches[] = {"match", "matchinfo", NULL};
    const json_value *first = value->kind == JSON_ARRAY ? json_child(game->tree, value) : NULL;
    const json_value *second = first ? json_next(game->tree, first) : NULL;
    const char *name = first ? json_string_of(game->tree, first) : NULL;
    const other_fact fact = name ? other_rules_fact(name) : NO_FACT;
    if (!fact || !second || json_next(game->tree, second))
        return false;
    const bool is_flag = fact == FACT_FLAG || fact == FACT_LIKELY_FLAG;
    return second->kind == JSON_STRING ? !is_flag : !movetext_is_listed(matches, outer);
}

/* True for a list of more than one name, such as the kinds that a site has, or of lists of them; lengths of a board and
 * pairs are none. */
static bool is_choice(const json_game *game, const json_value *value)
{
    const char *name = json_name(game->tree, value);
    const other_fact fact = other_rules_fact(name);
    const json_value *first = value->kind == JSON_ARRAY ? json_child(game->tree, value) : NULL;
    if (!first || fact == FACT_SIZE || fact == FACT_LENGTH || fact == FACT_KOMI)
        return false;
    for (const json_value *at = first; at; at = json_next(game->tree, at))
        if (is_pair(game, name, at))
            return false;
    const json_value *inner = first->kind == JSON_ARRAY ? json_child(game->tree, first) : first;
    return inner && json_next(game->tree, first) && inner->kind == JSON_STRING;
}

/* Take what a member says of the rules; an object or a list says it in its members, "options":
 * {"komi": 3}, "variant": {"name": "anti"}. */
static flank_status take_fact(const json_game *game, const flank_game *found, other_fact fact, const json_value *value,
                              told_rules *told, flank_error *error)
{
    char number[32];
    flank_error fault = {0};
    const char *text = text_of(game, value, fact, number);
    const flank_status status = other_rules_take_fact(found, fact, text, told, &fault);
    return status ? error_say(error, status, value->offset, say_error(&fault)) : FLANK_OK;
}

/* Take what a pair of a list says, {"name": "Variant", "value": "anti"} or ["Variant", "anti"]; false if it is none. */
static bool take_pair(const json_game *game, const flank_game *found, const json_value *object, const char *outer,
                      told_rules *told, flank_status *status, flank_error *error)
{
    const json_value *first = is_pair(game, outer, object) ? json_child(game->tree, object) : NULL;
    const char *name = json_string_of(game->tree, first ? first : json_member(game->tree, object, "name"));
    const json_value *value = first ? json_next(game->tree, first) : json_member(game->tree, object, "value");
    const other_fact fact = name ? other_rules_fact(name) : NO_FACT;
    if (!fact || !value)
        return false;
    if (is_of_drawing(other_rules_fact(outer), fact))
        return true;
    told->flag = other_rules_flag_word(name);
    *status = take_fact(game, found, fact, value, told, error);
    return true;
}

/* True if the members of an object or a list so called are about the game, and not about a player or a program; those
 * of a list have no names. */
static bool is_of_game(const char *name, int depth) { return other_rules_fact(name) || (depth && !*name); }

/* The same of all members of an object called `outer`; `depth` is that of the objects around it. Of lists in lists only
 * words count: numbers there are a drawing of the board. */
static flank_status take_facts(const json_game *game, const flank_game *found, const json_value *object,
                               const char *outer, int depth, told_rules *told, flank_error *error)
{
    static const char *const others[] = {"game", "rules", "moves", "variations", "result", NULL};
    const bool is_egaroucid = !json_member(game->tree, object, "moves"); /* whose reader takes the memo */
    const bool is_listed = depth && !*json_name(game->tree, object) && object->kind == JSON_ARRAY;
    flank_status status = FLANK_OK;
    if (depth && take_pair(game, found, object, outer, told, &status, error))
        return status;
    for (const json_value *at = json_child(game->tree, object); at && !status; at = json_next(game->tree, at)) {
        const char *own = json_name(game->tree, at);
        const bool is_inner = at->kind == JSON_OBJECT || at->kind == JSON_ARRAY;
        const bool is_sole = at == json_child(game->tree, object) && !json_next(game->tree, at);
        const char *inner = *own ? own : at->kind == JSON_ARRAY || is_sole ? outer : "";
        told->flag = other_rules_flag_word(other_rules_fact(own) ? own : outer);
        if (!depth && (movetext_is_listed(others, own) || (is_egaroucid && strcmp(own, "memo") == 0)))
            continue;
        if (is_inner && is_of_drawing(other_rules_fact(outer), other_rules_fact(own)))
            continue;
        if (!is_inner && (!is_listed || at->kind == JSON_STRING))
            status = take_fact(game, found, fact_of(game, outer, at, depth), at, told, error);
        else if (is_inner && depth < FACT_DEPTH && is_of_game(own, depth) &&
                 (is_pair(game, inner, at) || !is_choice(game, at)))
            status = take_facts(game, found, at, inner, depth + 1, told, error);
    }
    return status;
}

flank_status json_take_facts(const json_game *game, const flank_game *found, const json_value *object, told_rules *told,
                             flank_error *error)
{
    const bool is_inner = object != game->root;
    const char *outer = is_inner && object ? json_name(game->tree, object) : "";
    return object ? take_facts(game, found, object, outer, is_inner, told, error) : FLANK_OK;
}
