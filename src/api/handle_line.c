/* SPDX-License-Identifier: MIT
 *
 * "line": a line of play and the position at its end: boards to draw, legal moves to offer, how the game stands.
 */
#include "core/bits.h"
#include "api/request.h"

#include <stdlib.h>
#include <string.h>

/* The 64 squares from a1, b1 … to h8, '-' for an empty one. */
static void add_board(text_buffer *out, const char *key, const flank_game *game, const flank_position *position)
{
    char board[65] = {0};
    const flank_color color = (flank_color)position->color;
    for (unsigned square = 0; square < 64; square++) {
        const flank_squares bit = (flank_squares)1 << square;
        const bool king = position->kings & bit;
        board[square] = position->own & bit     ? flank_game_glyph(game, color, king)
                        : position->other & bit ? flank_game_glyph(game, (flank_color)!color, king)
                                                : '-';
    }
    json_string(out, key, board);
}

static void add_side(text_buffer *out, const flank_game *game, const flank_position *position)
{
    json_string(out, "side", flank_game_color_name(game, (flank_color)position->color));
}

static void add_square(text_buffer *out, const char *key, unsigned square)
{
    if (square != FLANK_NO_SQUARE)
        json_string(out, key, flank_square_name(square));
}

/* The game and the rules by which a move is made. */
typedef struct rules_of {
    const flank_game *game;
    const flank_rules *rules;
} rules_of;

/* The squares that a move of several jumps goes through, its own two with them: what the game calls the style "path",
 * squares with one letter between them. */
static void add_path(text_buffer *out, const rules_of *of, const flank_position *position, flank_move move)
{
    char text[FLANK_MOVE_TEXT_SIZE];
    enum { STEP = 3 }; /* "a8x" */
    if (flank_move_format(of->game, of->rules, position, move, "path", text) || strlen(text) < 2 * STEP)
        return;
    json_open_array(out, "path");
    for (const char *at = text;; at += STEP) {
        const bool last = strlen(at) < STEP;
        json_string(out, NULL, (char[]){at[0], at[1], '\0'});
        if (last)
            break;
    }
    json_close_array(out);
}

/* The ways of all moves, as many as a hand on the board may want to tell apart. */
typedef struct way {
    flank_move move;
    uint8_t squares[65], count;
} way;

typedef struct way_list {
    way *ways;
    size_t count;
} way_list;

enum { WAYS_MAX = 512 };

static void keep_way(void *user, flank_move move, const uint8_t *squares, size_t count)
{
    way_list *list = user;
    if (!list->ways || list->count == WAYS_MAX || count > sizeof list->ways->squares)
        return;
    way *kept = &list->ways[list->count++];
    kept->move = move;
    kept->count = (uint8_t)count;
    memcpy(kept->squares, squares, count);
}

/* The ways of a move that can be made in several. */
static void add_ways(text_buffer *out, const way_list *list, flank_move move)
{
    size_t found = 0;
    for (size_t i = 0; i < list->count; i++)
        found += flank_move_equal(list->ways[i].move, move);
    if (found < 2)
        return;
    json_open_array(out, "ways");
    for (size_t i = 0; i < list->count; i++) {
        if (!flank_move_equal(list->ways[i].move, move))
            continue;
        json_open_array(out, NULL);
        for (size_t k = 0; k < list->ways[i].count; k++)
            json_string(out, NULL, flank_square_name(list->ways[i].squares[k]));
        json_close_array(out);
    }
    json_close_array(out);
}

/* The squares of a move, and the board behind it. */
static void add_squares(text_buffer *out, const rules_of *of, const flank_position *position, flank_move move)
{
    const flank_position after = flank_game_play(of->game, of->rules, position, move);
    add_square(out, "from", move.from);
    add_square(out, "to", move.to);
    add_path(out, of, position, move);
    json_open_array(out, "captured");
    for (flank_squares left = move.captured; left; left &= left - 1)
        json_string(out, NULL, flank_square_name((unsigned)bit_first(left)));
    json_close_array(out);
    add_board(out, "board", of->game, &after);
    add_side(out, of->game, &after);
}

void request_add_squares(text_buffer *out, const flank_sheet *sheet, const flank_position *before, flank_move move)
{
    add_squares(out, &(rules_of){flank_sheet_game(sheet), flank_sheet_rules(sheet)}, before, move);
}

/* A move of `position`: its name, its squares, and the board behind it. */
static void add_move(text_buffer *out, const flank_record *record, const flank_position *position, flank_move move)
{
    const rules_of of = {flank_record_game(record), flank_record_rules(record)};
    char text[FLANK_MOVE_TEXT_SIZE];
    flank_move_format(of.game, of.rules, position, move, NULL, text);
    json_string(out, "move", text);
    add_squares(out, &of, position, move);
}

static void add_plies(text_buffer *out, const flank_record *record)
{
    json_open_array(out, "plies");
    for (size_t i = 0; i < flank_record_ply(record); i++) {
        json_open_object(out, NULL);
        add_move(out, record, flank_record_position_at(record, i), flank_record_move_at(record, i));
        json_close_object(out);
    }
    json_close_array(out);
}

static void add_legal(text_buffer *out, const flank_record *record)
{
    flank_move moves[FLANK_MOVES_MAX];
    const flank_position *position = flank_record_position(record);
    const size_t count = flank_record_outcome(record).over
                             ? 0
                             : flank_game_moves(flank_record_game(record), flank_record_rules(record), position, moves);
    way_list list = {malloc(WAYS_MAX * sizeof *list.ways), 0};
    out->failed = out->failed || !list.ways;
    if (count)
        flank_game_each_way(flank_record_game(record), flank_record_rules(record), position, keep_way, &list);
    json_open_array(out, "legal");
    for (size_t i = 0; i < count; i++) {
        json_open_object(out, NULL);
        add_move(out, record, position, moves[i]);
        add_ways(out, &list, moves[i]);
        json_close_object(out);
    }
    json_close_array(out);
    free(list.ways);
}

/* The state of the game; "winner" is null for a draw. */
static void add_outcome(text_buffer *out, const flank_record *record)
{
    const flank_outcome outcome = flank_record_outcome(record);
    const flank_game *game = flank_record_game(record);
    const int color = flank_record_position(record)->color;
    json_bool(out, "over", outcome.over);
    if (!outcome.over)
        return;
    const char *winner =
        outcome.sign ? flank_game_color_name(game, (flank_color)(outcome.sign > 0 ? color : !color)) : NULL;
    json_string(out, "winner", winner);
    json_string(out, "reason_code", outcome.reason->code);
    json_string(out, "reason", outcome.reason->words);
    if (flank_game_scores_discs(game))
        json_integer(out, "discs", color == FLANK_BLACK ? outcome.discs : -outcome.discs);
}

/* The position in every style of its game. */
static void add_styles(text_buffer *out, const flank_game *game, const flank_position *position)
{
    json_open_object(out, "styles");
    for (const char *const *style = flank_game_position_styles(game); *style; style++) {
        char text[FLANK_POSITION_TEXT_SIZE];
        flank_position_format(game, position, *style, text);
        json_string(out, *style, text);
    }
    json_close_object(out);
}

flank_status handle_line(api_request *request, text_buffer *answer)
{
    flank_record *record;
    const flank_status status = request_record(request, &record);
    if (status)
        return status;
    const flank_game *game = flank_record_game(record);
    const flank_position *position = flank_record_position(record), *start = flank_record_position_at(record, 0);
    char rules[FLANK_RULES_TEXT_SIZE], start_text[FLANK_POSITION_TEXT_SIZE], text[FLANK_POSITION_TEXT_SIZE];
    flank_rules_format(game, flank_record_rules(record), rules);
    flank_position_format(game, start, NULL, start_text);
    flank_position_format(game, position, NULL, text);
    json_string(answer, "game", flank_game_name(game));
    json_string(answer, "rules", rules);
    json_string(answer, "start", start_text);
    add_board(answer, "start_board", game, start);
    json_string(answer, "start_side", flank_game_color_name(game, (flank_color)start->color));
    json_string(answer, "position", text);
    add_board(answer, "board", game, position);
    add_side(answer, game, position);
    if (flank_opening_name(record))
        json_string(answer, "opening", flank_opening_name(record));
    if (flank_game_repetition_limit(game, flank_record_rules(record)))
        json_integer(answer, "occurrences", flank_record_occurrences(record));
    add_outcome(answer, record);
    add_legal(answer, record);
    if (request_flag(request, "plies"))
        add_plies(answer, record);
    if (request_flag(request, "styles"))
        add_styles(answer, game, position);
    flank_record_destroy(record);
    return FLANK_OK;
}
