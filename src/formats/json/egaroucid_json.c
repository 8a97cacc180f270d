/* SPDX-License-Identifier: MIT
 *
 * Games as Egaroucid saves them: an object with the names, and one member for each number of discs on the board, from
 * which the moves follow. Source: src/gui/ of github.com/Nyanyan/Egaroucid (save and load of games), looked at for
 * names and meanings.
 *
 *   {"date":"2024-05-01","black_player":"A","white_player":"B","memo":"","black_discs":-1,"white_discs":-1,
 *    "4":{"board_player":34628173824,"board_opponent":68853694464,"player":0,"value":0,"level":21,"policy":-1,
 *         "next_policy":37},
 *    "5":{...}}
 *
 * Boards are numbers whose highest bit is a1; board_player is of the side to move, player 0 is black. A value is in
 * discs for black, unless it is beyond 64: then there is none. The discs are -1 while the game is not over.
 */
#include "formats/json/json_game.h"

#include "formats/movetext.h"
#include "formats/other_rules.h"
#include "games/game_table.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { DISCS_MIN = 4, DISCS_MAX = 64 };

/* The member of a number of discs, or NULL. */
static const json_value *board_of(const json_tree *tree, const json_value *root, int discs)
{
    char name[12];
    snprintf(name, sizeof name, "%d", discs);
    return json_member(tree, root, name);
}

static const json_value *first_board(const json_tree *tree, const json_value *root, int *discs)
{
    const json_value *board = NULL;
    for (*discs = DISCS_MIN; *discs <= DISCS_MAX && !board; ++*discs)
        board = board_of(tree, root, *discs);
    --*discs;
    return board;
}

bool is_egaroucid_game(const json_tree *tree, const json_value *root)
{
    int discs;
    return json_member(tree, first_board(tree, root, &discs), "board_player") != NULL;
}

/* The squares of a number whose highest bit is a1. */
static flank_squares turn_bits(uint64_t bits)
{
    flank_squares squares = 0;
    for (int i = 0; i < 64; i++)
        squares |= (bits >> (63 - i) & 1) << i;
    return squares;
}

static flank_status take_board(const json_game *game, const json_value *board, flank_position *position,
                               flank_error *error)
{
    uint64_t own, other, side;
    const json_tree *tree = game->tree;
    if (!json_unsigned(tree, json_member(tree, board, "board_player"), &own) ||
        !json_unsigned(tree, json_member(tree, board, "board_opponent"), &other) || (own & other))
        return json_bad_member(error, board, "board_player");
    if (!json_unsigned(tree, json_member(tree, board, "player"), &side) || side > 1)
        return json_bad_member(error, board, "player");
    *position = (flank_position){
        .own = turn_bits(own), .other = turn_bits(other), .color = side == 0 ? FLANK_BLACK : FLANK_WHITE};
    return FLANK_OK;
}

static flank_squares squares_of(const flank_position *position, flank_color color)
{
    return position->color == color ? position->own : position->other;
}

/* True if both boards have the same discs, whoever is to move. */
static bool is_same_board(const flank_position *one, const flank_position *other)
{
    return squares_of(one, FLANK_BLACK) == squares_of(other, FLANK_BLACK) &&
           squares_of(one, FLANK_WHITE) == squares_of(other, FLANK_WHITE);
}

/* Put the value of a board on the move that made it. */
static void put_value(const json_game *game, const flank_node *node, const json_value *board)
{
    int64_t value;
    if (!json_decimal(game->tree, json_member(game->tree, board, "value"), 2, &value) || value > 6400 || value < -6400)
        return;
    const flank_color mover =
        node->parent ? (flank_color)node->parent->position.color : (flank_color)node->position.color;
    flank_sheet_set_value(game->sheet, node, mover == FLANK_BLACK ? (int)value : -(int)value);
}

/* Append the move that leads to the next board. */
static flank_status put_board(const json_game *game, const flank_node **node, const json_value *board, int discs,
                              flank_error *error)
{
    flank_position next;
    const flank_status status = take_board(game, board, &next, error);
    if (status)
        return status;
    const flank_squares fresh = (next.own | next.other) & ~((*node)->position.own | (*node)->position.other);
    const bool is_one = fresh && !(fresh & (fresh - 1));
    const char *square = is_one ? flank_square_name((unsigned)__builtin_ctzll(fresh)) : "";
    if (!is_one || flank_sheet_append_text(game->sheet, *node, square, node, NULL) ||
        !is_same_board(&(*node)->position, &next))
        return error_say(error, FLANK_BAD_RECORD, board->offset, SAY(JSON_BOARD), say_number(discs));
    put_value(game, *node, board);
    return FLANK_OK;
}

/* "2024_05_01_12_30_00" and "2024-05-01" as 2024.05.01, anything else as it is. */
static flank_status put_date(const json_game *game, flank_error *error)
{
    const char *text = json_string_of(game->tree, json_member(game->tree, game->root, "date"));
    char date[] = "0000.00.00";
    size_t i = 0;
    for (; text && i < sizeof date - 1; i++) {
        const bool fits = date[i] == '.' ? text[i] == '-' || text[i] == '_' : isdigit((unsigned char)text[i]);
        if (!fits)
            break;
        date[i] = date[i] == '.' ? '.' : text[i];
    }
    const char *shown = i == sizeof date - 1 ? date : text;
    if (flank_sheet_set_tag(game->sheet, flank_sheet_root(game->sheet), "Date", shown) && shown)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    return FLANK_OK;
}

static flank_status put_names(const json_game *game, flank_error *error)
{
    static const char *const names[][2] = {{"black_player", "Black"}, {"white_player", "White"}, {"memo", "Comment"}};
    flank_status status = put_date(game, error);
    for (size_t i = 0; i < sizeof names / sizeof *names && !status; i++)
        status = json_put_tag(game, flank_sheet_root(game->sheet), names[i][1],
                              json_member(game->tree, game->root, names[i][0]), error);
    return status;
}

static void put_result(const json_game *game)
{
    uint64_t black, white;
    const json_tree *tree = game->tree;
    if (!json_unsigned(tree, json_member(tree, game->root, "black_discs"), &black) ||
        !json_unsigned(tree, json_member(tree, game->root, "white_discs"), &white) || black + white > 64)
        return;
    const stated_result stated = stated_score((int)black, (int)white);
    movetext_state_result(game->sheet, &stated);
}

flank_status egaroucid_json_read(json_game *game, flank_error *error)
{
    int discs;
    flank_position start;
    const json_value *board = first_board(game->tree, game->root, &discs);
    flank_status status = take_board(game, board, &start, error);
    if (status)
        return status;
    told_rules told = {.note = {.code = FLANK_ERROR_OK}};
    status = json_take_facts(game, flank_game_at(0), game->root, &told, error);
    if (status)
        return status;
    game->sheet = flank_sheet_create(flank_game_at(0), NULL, &start, FLANK_SHEET_GAME); /* the only game of Egaroucid */
    if (!game->sheet)
        return error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    const flank_node *node = flank_sheet_root(game->sheet);
    put_value(game, node, board);
    const char *memo = json_string_of(game->tree, json_member(game->tree, game->root, "memo"));
    status = other_rules_put(game->sheet, &told, error);
    status = status ? status : put_names(game, error);
    if (!status && memo && other_rules_game(memo))
        status = other_rules_put_phrase(game->sheet, memo, error);
    for (int next = discs + 1; next <= DISCS_MAX && !status; next++)
        if ((board = board_of(game->tree, game->root, next)))
            status = put_board(game, &node, board, next, error);
    if (!status)
        put_result(game);
    return status;
}
