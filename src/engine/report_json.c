/* SPDX-License-Identifier: MIT
 *
 * Reports as JSON, in discs (in pieces, where a game has no disc score), as the specification of the command says.
 */
#include "engine/report_json.h"

#include "core/bits.h"
#include "core/proof.h"
#include "games/game_table.h"

/* Call `add` with the text of each move in turn. */
static void each_move(const flank_record *record, const flank_line *line, int most,
                      void (*add)(text_buffer *out, const char *move, int index), text_buffer *out)
{
    const flank_game *game = flank_record_game(record);
    const flank_rules *rules = flank_record_rules(record);
    flank_position position = *flank_record_position(record);
    for (int i = 0; i < line->length && (most == 0 || i < most); i++) {
        char move[FLANK_MOVE_TEXT_SIZE];
        flank_move_format(game, rules, &position, line->moves[i], NULL, move);
        add(out, move, i);
        position = flank_game_play(game, rules, &position, line->moves[i]);
    }
}

static void add_plain(text_buffer *out, const char *move, int index) { text_addf(out, "%s%s", index ? " " : "", move); }

static void add_json(text_buffer *out, const char *move, int index)
{
    (void)index;
    json_string(out, NULL, move);
}

void line_add_moves(text_buffer *out, const flank_record *record, const flank_line *line, int most)
{
    each_move(record, line, most, add_plain, out);
}

void line_add_json_moves(text_buffer *out, const char *key, const flank_record *record, const flank_line *line)
{
    json_open_array(out, key);
    each_move(record, line, 0, add_json, out);
    json_close_array(out);
}

void line_add_json_score(text_buffer *out, const flank_game *game, const flank_line *line)
{
    int plies = proof_plies(game, line->score);
    if (line->score % 100 == 0)
        json_integer(out, "score", line->score / 100);
    else
        json_real(out, "score", line->score / 100.0, 2);
    json_bool(out, "exact", line->exact && !line->bound);
    if (line->exact && line->bound)
        json_string(out, "bound", line->bound == FLANK_BOUND_LOWER ? "lower" : "upper");
    if (plies >= 0)
        json_integer(out, line->score > 0 ? "win_in" : "loss_in", plies);
}

void position_add_json(text_buffer *out, const flank_record *record)
{
    const flank_game *game = flank_record_game(record);
    const flank_position *position = flank_record_position(record);
    char rules[FLANK_RULES_TEXT_SIZE], board[FLANK_POSITION_TEXT_SIZE];
    flank_position_format(game, position, NULL, board);
    flank_rules_format(game, flank_record_rules(record), rules);
    json_string(out, "game", flank_game_name(game));
    if (flank_rules_stand_apart(game, flank_record_rules(record)))
        json_string(out, "rules", rules);
    json_string(out, "position", board);
    json_integer(out, "empties", game_empties(game, flank_record_rules(record), position));
}

/* The first move of a line, or null. */
static void add_json_move(text_buffer *out, const flank_record *record, const flank_line *line)
{
    text_buffer move = {NULL};
    line_add_moves(&move, record, line, 1);
    json_string(out, "move", move.length ? move.bytes : NULL);
    text_free(&move);
}

static void add_json_all_moves(text_buffer *out, const flank_record *record, const flank_report *report)
{
    json_open_array(out, "moves");
    for (int i = 0; i < report->line_count && report->lines[i].length; i++) { /* a finished game has no move */
        json_open_object(out, NULL);
        add_json_move(out, record, &report->lines[i]);
        line_add_json_score(out, flank_record_game(record), &report->lines[i]);
        json_integer(out, "depth", report->lines[i].depth_plies);
        json_integer(out, "selectivity", report->lines[i].selectivity);
        line_add_json_moves(out, "pv", record, &report->lines[i]);
        json_close_object(out);
    }
    json_close_array(out);
}

/* Is the value of the position proved? That of its best move alone is not enough where every move has a value of its
 * own, and another move's is not proved: it may yet be better, if anything is better than the best move's value. */
static bool is_exact(const flank_record *record, const flank_report *report)
{
    const flank_game *game = flank_record_game(record);
    const flank_line *best = &report->lines[0];
    flank_move moves[FLANK_MOVES_MAX];
    bool all = true;
    for (int i = 0; i < report->line_count; i++)
        all = all && report->lines[i].exact;
    if (all || !best->exact)
        return all;
    return best->score == 6400 || (best->score > 0 && proof_plies(game, best->score) >= 0) ||
           (size_t)report->line_count <
               flank_game_moves(game, flank_record_rules(record), flank_record_position(record), moves);
}

void report_add_json(text_buffer *out, const flank_record *record, const flank_report *report, bool all_moves)
{
    const flank_line *best = &report->lines[0];
    flank_line value = {.score = best->score, .exact = is_exact(record, report), .bound = best->bound};
    add_json_move(out, record, best);
    line_add_json_score(out, flank_record_game(record), &value);
    json_integer(out, "depth", best->depth_plies);
    json_integer(out, "selectivity", best->selectivity);
    line_add_json_moves(out, "pv", record, best);
    json_count(out, "nodes", report->nodes);
    json_real(out, "time_s", report->time_s, 3);
    if (all_moves)
        add_json_all_moves(out, record, report);
}

void report_take_signs(flank_report *report, flank_line *lines)
{
    for (int i = 0; i < report->line_count; i++) {
        lines[i] = report->lines[i];
        lines[i].score = 100 * ((lines[i].score > 0) - (lines[i].score < 0));
        lines[i].exact = lines[i].exact && lines[i].score == 0;
    }
    report->lines = lines;
}

const char *score_sign_word(int score) { return score > 0 ? "win" : score < 0 ? "loss" : "draw"; }
