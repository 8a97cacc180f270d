/* SPDX-License-Identifier: MIT
 *
 * Flank's own JSON, read: the games that json_sheet.c writes, and reviews of `flank analyze --json`, whose moves have
 * played_score and file_time_s for value and time. Members that are not known are passed over.
 */
#include "formats/json/json_game.h"

#include "formats/movetext.h"
#include "formats/other_rules.h"
#include "formats/told_start.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_LENGTH_MAX = 63, TAGS_MAX = 1000 };

/* The moves of all lines, one line behind the other: a variation names its place by a line and a move of that. */
typedef struct json_lines {
    const flank_node **nodes;
    size_t *starts; /* of each line in `nodes` */
    size_t node_count, line_count;
} json_lines;

flank_status json_bad_member(flank_error *error, const json_value *place, const char *name)
{
    return error_say(error, FLANK_BAD_RECORD, place ? place->offset : 0, SAY(JSON_MEMBER), say_cut(name, 40));
}

static flank_status no_memory(flank_error *error) { return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY)); }

/* Tell a fault within a member at its place. */
static flank_status fault_of(flank_error *error, const json_value *member, flank_status status,
                             const flank_error *fault)
{
    return error_say(error, status, member->offset, say_error(fault));
}

flank_status json_put_tag(const json_game *game, const flank_node *node, const char *name, const json_value *value,
                          flank_error *error)
{
    const char *text = json_string_of(game->tree, value);
    return flank_sheet_set_tag(game->sheet, node, name, text) && text ? no_memory(error) : FLANK_OK;
}

static const json_value *member(const json_game *game, const char *name)
{
    return json_member(game->tree, game->root, name);
}

/* A member that is a string if it is there; FLANK_BAD_RECORD if it is something else. */
static flank_status take_string(const json_game *game, const char *name, const char **text, flank_error *error)
{
    const json_value *value = member(game, name);
    *text = json_string_of(game->tree, value);
    return value && !*text ? json_bad_member(error, value, name) : FLANK_OK;
}

/* ---- The game and its start ---- */

static flank_status find_game(const json_game *game, const flank_game **found, flank_error *error)
{
    const char *name;
    const flank_status status = take_string(game, "game", &name, error);
    *found = name ? other_rules_game(name) : game->asked;
    if (status || *found)
        return status;
    return name ? error_say(error, FLANK_BAD_RECORD, member(game, "game")->offset, SAY(UNKNOWN_GAME), say_cut(name, 40))
                : json_bad_member(error, game->root, "game");
}

/* Members of other programs about the rules. */
static flank_status take_other_rules(const json_game *game, const flank_game *found, told_rules *told,
                                     flank_error *error)
{
    const json_value *name = member(game, "game");
    flank_error fault = {0};
    const flank_status status = other_rules_take(found, json_string_of(game->tree, name), told, &fault);
    return status ? fault_of(error, name, status, &fault) : json_take_facts(game, found, game->root, told, error);
}

/* The rules: ours in the member "rules", or what other programs say there, in words or in the members of an object. */
static flank_status take_rules(const json_game *game, const flank_game *found, told_rules *told, flank_error *error)
{
    const json_value *value = member(game, "rules");
    const char *text = json_string_of(game->tree, value);
    flank_error fault = {0};
    if (!text)
        return json_take_facts(game, found, value, told, error);
    flank_status status = flank_rules_parse(found, text, &told->rules, &fault);
    told->ours = !status;
    if (status && !strchr(text, '=') && other_rules_has_kinds(found))
        status = other_rules_take(found, text, told, &fault);
    return status ? fault_of(error, value, status, &fault) : FLANK_OK;
}

/* The start in members of other programs. */
static flank_status take_other_start(const json_game *game, const flank_game *found, const flank_rules *rules,
                                     flank_position *position, flank_error *error)
{
    static const char *const names[] = {"start", "fen", "FEN"};
    flank_error fault = {0};
    flank_status status = FLANK_OK;
    for (size_t i = 0; i < sizeof names / sizeof *names && !status; i++) {
        const json_value *value = member(game, names[i]);
        status = value ? told_start_take(found, rules, names[i], json_string_of(game->tree, value), position, &fault)
                       : FLANK_OK;
        if (status)
            fault_of(error, value, status, &fault);
    }
    return status;
}

static flank_status start_sheet(json_game *game, flank_error *error)
{
    const flank_game *found = NULL;
    const char *position_text = NULL, *kind = NULL;
    told_rules told = {.note = {.code = FLANK_ERROR_OK}};
    flank_error fault = {0};
    flank_status status = find_game(game, &found, error);
    status = status ? status : take_string(game, "position", &position_text, error);
    status = status ? status : take_string(game, "kind", &kind, error);
    status = status ? status : take_rules(game, found, &told, error);
    status = status ? status : take_other_rules(game, found, &told, error);
    if (status)
        return status;
    flank_position position = flank_game_start(found);
    status = position_text ? flank_position_parse(found, position_text, &position, &fault) : FLANK_OK;
    status = status ? status : flank_position_check(found, &told.rules, &position, &fault);
    if (status)
        return fault_of(error, member(game, "position"), status, &fault);
    status = position_text ? FLANK_OK : take_other_start(game, found, &told.rules, &position, error);
    if (status)
        return status;
    const bool asks = kind && strcmp(kind, "position") == 0;
    if (kind && !asks && strcmp(kind, "game") != 0)
        return json_bad_member(error, member(game, "kind"), "kind");
    game->sheet = flank_sheet_create(found, &told.rules, &position, asks ? FLANK_SHEET_POSITION : FLANK_SHEET_GAME);
    return game->sheet && !sheet_add_note(game->sheet, SHEET_NOTE, &told.note) ? FLANK_OK : no_memory(error);
}

/* ---- Notes ---- */

static bool is_tag_name(const char *name)
{
    const size_t length = strlen(name);
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)name[i]) && !strchr("._-", name[i]))
            return false;
    return length > 0 && length <= NAME_LENGTH_MAX && isalpha((unsigned char)*name);
}

/* Put the tags of an object on a node. */
static flank_status put_tags(const json_game *game, const flank_node *node, const json_value *tags, flank_error *error)
{
    flank_status status = FLANK_OK;
    size_t count = 0;
    if (tags && tags->kind != JSON_OBJECT)
        return json_bad_member(error, tags, "tags");
    for (const json_value *tag = json_child(game->tree, tags); tag && !status; tag = json_next(game->tree, tag)) {
        const char *name = json_name(game->tree, tag);
        if (count++ == TAGS_MAX)
            return error_say(error, FLANK_BAD_RECORD, tag->offset, SAY(TOO_MANY_TAGS));
        if (!is_tag_name(name) || tag->kind != JSON_STRING)
            status = json_bad_member(error, tag, name);
        else if (!is_reading_note(name))
            status = json_put_tag(game, node, name, tag, error);
    }
    return status;
}

/* A number in hundredths or thousandths, as `decimals` says, if one of two members is there. */
static flank_status take_number(const json_game *game, const json_value *object, const char *const names[2],
                                int decimals, int64_t *number, bool *has, flank_error *error)
{
    const json_value *value = json_member(game->tree, object, names[0]);
    if (!value && names[1])
        value = json_member(game->tree, object, names[1]);
    *has = value && value->kind != JSON_NULL;
    if (*has && (!json_decimal(game->tree, value, decimals, number) || llabs(*number) > INT_MAX))
        return json_bad_member(error, value, json_name(game->tree, value));
    return FLANK_OK;
}

/* Put value, time, symbol, comment and tags on a node. */
static flank_status put_notes(const json_game *game, const flank_node *node, const json_value *object,
                              flank_error *error)
{
    static const char *const values[] = {"value", "played_score"}, *const times[] = {"time", "file_time_s"};
    const char *const root_values[] = {"value", NULL};
    int64_t number = 0;
    bool has = false;
    flank_status status = take_number(game, object, node->parent ? values : root_values, 2, &number, &has, error);
    if (!status && has)
        flank_sheet_set_value(game->sheet, node, (int)number);
    status = status ? status : take_number(game, object, times, 3, &number, &has, error);
    if (!status && has && number < 0)
        return json_bad_member(error, object, "time");
    if (!status && has)
        flank_sheet_set_time(game->sheet, node, number);
    status = status ? status : put_tags(game, node, json_member(game->tree, object, "tags"), error);
    if (!status && node->parent)
        status = json_put_tag(game, node, "Symbol", json_member(game->tree, object, "symbol"), error);
    return status ? status : json_put_tag(game, node, "Comment", json_member(game->tree, object, "comment"), error);
}

/* Names that a review has beside the game. */
static flank_status put_review_names(const json_game *game, flank_error *error)
{
    static const char *const names[][2] = {
        {"black_player", "Black"}, {"white_player", "White"}, {"event", "Event"}, {"date", "Date"}};
    flank_status status = FLANK_OK;
    for (size_t i = 0; i < sizeof names / sizeof *names && !status; i++)
        if (member(game, names[i][0]))
            status = json_put_tag(game, flank_sheet_root(game->sheet), names[i][1], member(game, names[i][0]), error);
    return status;
}

static flank_status put_result(const json_game *game, flank_error *error)
{
    const json_value *object = member(game, "result");
    const json_tree *tree = game->tree;
    flank_sheet_result result = {.known = true};
    int64_t sign = 0, discs = 0;
    if (!object)
        return FLANK_OK;
    if (!json_decimal(tree, json_member(tree, object, "sign"), 0, &sign) || llabs(sign) > 1)
        return json_bad_member(error, object, "result");
    const json_value *count = json_member(tree, object, "discs");
    if (count && (!json_decimal(tree, count, 0, &discs) || llabs(discs) > 64))
        return json_bad_member(error, count, "discs");
    const char *ending = json_string_of(tree, json_member(tree, object, "ending"));
    if (ending && !movetext_read_termination(ending, &result.ending))
        return json_bad_member(error, object, "ending");
    result.sign = (int)sign;
    movetext_state_result(game->sheet, &(stated_result){.result = result});
    const char *text = json_string_of(tree, json_member(tree, object, "text"));
    if (text && movetext_read_result(text, &result.sign)) {
        result.sign = movetext_black_sign(flank_sheet_game(game->sheet), result.sign);
        movetext_state_result(game->sheet, &(stated_result){.result = result});
    }
    if (count) {
        result.sign = (discs > 0) - (discs < 0);
        result.has_discs = true;
        result.discs = (int)discs;
        movetext_state_result(game->sheet, &(stated_result){.result = result});
    }
    return FLANK_OK;
}

/* ---- Moves ---- */

/* The side that a move is said to be of must be the one whose turn it is. */
static flank_status check_color(const json_game *game, const flank_node *at, const json_value *move, const char *text,
                                flank_error *error)
{
    const flank_game *of = flank_sheet_game(game->sheet);
    const json_value *color = json_member(game->tree, move, "color");
    const char *said = json_string_of(game->tree, color);
    const char *turn = flank_game_color_name(of, at->position.color);
    const char *other = flank_game_color_name(of, at->position.color == FLANK_BLACK ? FLANK_WHITE : FLANK_BLACK);
    if (!color || (said && strcmp(said, turn) == 0))
        return FLANK_OK;
    if (!said || strcmp(said, other) != 0)
        return json_bad_member(error, color, "color");
    return error_say(error, FLANK_BAD_RECORD, move->offset, SAY(GGF_WRONG_TURN), say_cut(text, 20), say_name(other),
                     say_name(turn));
}

/* Append a move with its notes, an object or its text alone. */
static flank_status put_move(const json_game *game, const flank_node **node, const json_value *move, flank_error *error)
{
    const json_value *text_value = move->kind == JSON_OBJECT ? json_member(game->tree, move, "move") : move;
    const char *text = json_string_of(game->tree, text_value);
    flank_error fault = {0};
    if (!text)
        return json_bad_member(error, move, "move");
    flank_status status = check_color(game, *node, move, text, error);
    if (status)
        return status;
    status = flank_sheet_append_text(game->sheet, *node, text, node, &fault);
    return status ? fault_of(error, text_value, status, &fault) : put_notes(game, *node, move, error);
}

/* The last entry of a review is the final position: it has no move, and nothing behind it. */
static bool is_final(const json_game *game, const json_value *move)
{
    return move->kind == JSON_OBJECT && !json_member(game->tree, move, "move") && !json_next(game->tree, move) &&
           json_member(game->tree, move, "ply");
}

/* Append a line of moves after `node`. */
static flank_status put_line(const json_game *game, json_lines *lines, const flank_node *node, const json_value *moves,
                             flank_error *error)
{
    flank_status status = FLANK_OK;
    if (!moves || moves->kind != JSON_ARRAY)
        return json_bad_member(error, moves ? moves : game->root, "moves");
    lines->starts[lines->line_count++] = lines->node_count;
    for (const json_value *move = json_child(game->tree, moves); move && !status; move = json_next(game->tree, move)) {
        if (is_final(game, move))
            break;
        status = reader_heed(game->reader, error);
        status = status ? status : put_move(game, &node, move, error);
        if (!status)
            lines->nodes[lines->node_count++] = node;
    }
    return status;
}

/* Append a variation in the place of the move that it names. */
static flank_status put_variation(const json_game *game, json_lines *lines, const json_value *variation,
                                  flank_error *error)
{
    uint64_t line, ply;
    const json_tree *tree = game->tree;
    if (!json_unsigned(tree, json_member(tree, variation, "line"), &line) || line >= lines->line_count ||
        !json_unsigned(tree, json_member(tree, variation, "ply"), &ply))
        return json_bad_member(error, variation, "line");
    const size_t start = lines->starts[line];
    const size_t end = line + 1 < lines->line_count ? lines->starts[line + 1] : lines->node_count;
    const uint64_t first = start < end ? (uint64_t)lines->nodes[start]->ply : 0;
    if (start == end || ply < first || ply - first >= end - start)
        return json_bad_member(error, variation, "ply");
    return put_line(game, lines, lines->nodes[start + (ply - first)]->parent, json_member(tree, variation, "moves"),
                    error);
}

static flank_status put_lines(const json_game *game, json_lines *lines, flank_error *error)
{
    flank_status status = put_line(game, lines, flank_sheet_root(game->sheet), member(game, "moves"), error);
    const json_value *list = member(game, "variations");
    for (const json_value *at = json_child(game->tree, list); at && !status; at = json_next(game->tree, at))
        status = put_variation(game, lines, at, error);
    return status;
}

flank_status flank_json_read(json_game *game, flank_error *error)
{
    if (!member(game, "moves"))
        return error_say(error, FLANK_BAD_RECORD, 0, SAY(JSON_NO_MOVES));
    if (member(game, "pv") || member(game, "empties")) /* the answer of a search */
        return error_say(error, FLANK_BAD_RECORD, 0, SAY(JSON_CANDIDATES));
    flank_status status = start_sheet(game, error);
    status = status ? status : put_notes(game, flank_sheet_root(game->sheet), game->root, error);
    status = status ? status : put_review_names(game, error);
    if (status)
        return status;
    json_lines lines = {.nodes = calloc(game->tree->count, sizeof *lines.nodes),
                        .starts = calloc(game->tree->count, sizeof *lines.starts)};
    status = lines.nodes && lines.starts ? put_lines(game, &lines, error) : no_memory(error);
    free(lines.nodes);
    free(lines.starts);
    return status ? status : put_result(game, error);
}
