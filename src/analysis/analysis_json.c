/* SPDX-License-Identifier: MIT
 *
 * An analysis as JSON.
 */
#include "analysis/analysis_text.h"
#include "analysis/judge.h"
#include "analysis/lost.h"
#include "core/proof.h"

#include <stdio.h>

static void add_value(text_buffer *out, const char *key, int hundredths)
{
    if (hundredths % 100 == 0)
        json_integer(out, key, hundredths / 100);
    else
        json_real(out, key, hundredths / 100.0, 2);
}

/* The score of "PREFIXscore", and PREFIXwin_in or PREFIXloss_in where it is a proof. */
static void add_score(text_buffer *out, const char *prefix, const flank_analysis *analysis, int hundredths)
{
    char key[32];
    const int plies = proof_plies(flank_record_game(analysis->record), hundredths);
    snprintf(key, sizeof key, "%sscore", prefix);
    add_value(out, key, hundredths);
    snprintf(key, sizeof key, "%s%s", prefix, hundredths > 0 ? "win_in" : "loss_in");
    if (plies >= 0)
        json_integer(out, key, plies);
}

static void add_line(text_buffer *out, const char *key, const flank_analysis *analysis, size_t index,
                     const flank_line *line)
{
    const flank_game *game = flank_record_game(analysis->record);
    const flank_rules *rules = flank_record_rules(analysis->record);
    flank_position position = *flank_record_position_at(analysis->record, index);
    json_open_array(out, key);
    for (int i = 0; i < line->length; i++) {
        char move[FLANK_MOVE_TEXT_SIZE];
        flank_move_format(game, rules, &position, line->moves[i], NULL, move);
        json_string(out, NULL, move);
        position = flank_game_play(game, rules, &position, line->moves[i]);
    }
    json_close_array(out);
}

static void add_move(text_buffer *out, const char *key, const flank_analysis *analysis, size_t index, flank_move move)
{
    char text[FLANK_MOVE_TEXT_SIZE];
    flank_move_format(flank_record_game(analysis->record), flank_record_rules(analysis->record),
                      flank_record_position_at(analysis->record, index), move, NULL, text);
    json_string(out, key, text);
}

static void add_judgement(text_buffer *out, const flank_analysis *analysis, size_t index)
{
    const flank_review *review = &analysis->reviews[index];
    add_score(out, "", analysis, review->best.score);
    json_bool(out, "exact", review->best.exact);
    json_integer(out, "depth", review->best.depth_plies);
    json_integer(out, "selectivity", review->best.selectivity);
    json_bool(out, "book", review->from_book);
    json_real(out, "chance", review->chance, 3);
    if (!review->over)
        add_move(out, "best", analysis, index, review->best.moves[0]);
    add_line(out, "pv", analysis, index, &review->best);
    if (!review->has_move)
        return;
    add_score(out, "played_", analysis, review->played.score);
    json_bool(out, "played_exact", review->played.exact);
    json_real(out, "played_chance", review->chance_after, 3);
    add_value(out, "loss", review->loss);
    json_string(out, "verdict", flank_verdict_name(review->verdict));
    json_bool(out, "forced", review->forced);
    json_bool(out, "turning", review->turning);
}

static void add_lost(text_buffer *out, const flank_analysis *analysis, size_t index)
{
    const lost_things things = lost_by_move(analysis, index);
    flank_line line;
    if (things.count) {
        json_open_array(out, "lost");
        for (int i = 0; i < things.count; i++) {
            const lost_thing *thing = &things.list[i];
            json_open_object(out, NULL);
            json_string(out, "what", lost_kind_name(thing->kind));
            if (thing->count)
                json_integer(out, thing->kind <= LOST_GAME ? "in" : "count", thing->count);
            if (thing->instead)
                json_integer(out, "instead", thing->instead);
            json_close_object(out);
        }
        json_close_array(out);
    }
    if (lost_refutation(analysis, index, &line))
        add_line(out, "refutation", analysis, index + 1, &line);
}

static void add_review(text_buffer *out, const flank_analysis *analysis, size_t index, const flank_node *node)
{
    const flank_review *review = &analysis->reviews[index];
    const flank_position *position = flank_record_position_at(analysis->record, index);
    json_open_object(out, NULL);
    json_integer(out, "ply", (int64_t)index);
    json_string(out, "color", flank_game_color_name(flank_record_game(analysis->record), position->color));
    json_integer(out, "empties", judge_empties(analysis->record, position));
    json_string(out, "phase", flank_phase_name(review->phase));
    if (review->has_move)
        add_move(out, "move", analysis, index, flank_record_move_at(analysis->record, index));
    if (review->over)
        json_bool(out, "over", true);
    if (review->known) {
        add_judgement(out, analysis, index);
        add_lost(out, analysis, index);
    }
    if (node && node->has_value)
        add_score(out, "file_", analysis, node->value);
    if (node && node->has_time)
        json_real(out, "file_time_s", (double)node->time_ms / 1000, 3);
    json_close_object(out);
}

static void add_sum(text_buffer *out, const char *key, const flank_review_sum *sum)
{
    json_open_object(out, key);
    json_integer(out, "moves", sum->moves);
    json_integer(out, "forced", sum->forced);
    for (flank_verdict verdict = 0; verdict < FLANK_VERDICTS; verdict++)
        json_integer(out, flank_verdict_name(verdict), sum->verdicts[verdict]);
    json_real(out, "loss", (double)sum->loss / 100, 2);
    json_real(out, "average_loss", sum->moves ? (double)sum->loss / 100 / sum->moves : 0, 2);
    json_real(out, "accuracy", flank_review_accuracy(sum), 3);
}

static void add_side(text_buffer *out, const flank_analysis *analysis, flank_color color)
{
    add_sum(out, flank_game_color_name(flank_record_game(analysis->record), color), &analysis->totals[color]);
    for (flank_phase phase = 0; phase < FLANK_PHASES; phase++) {
        add_sum(out, flank_phase_name(phase), &analysis->phases[color][phase]);
        json_close_object(out);
    }
    json_close_object(out);
}

static void add_tags(text_buffer *out, const flank_sheet *sheet)
{
    static const char *const names[][2] = {
        {"Black", "black_player"}, {"White", "white_player"}, {"Event", "event"}, {"Date", "date"}};
    for (size_t i = 0; sheet && i < sizeof names / sizeof *names; i++) {
        const char *value = flank_node_tag(flank_sheet_root(sheet), names[i][0]);
        if (value)
            json_string(out, names[i][1], value);
    }
}

void analysis_add_json(text_buffer *out, const flank_analysis *analysis, const flank_sheet *sheet)
{
    const flank_game *game = flank_record_game(analysis->record);
    const flank_rules *rules = flank_record_rules(analysis->record);
    char board[FLANK_POSITION_TEXT_SIZE], rules_text[FLANK_RULES_TEXT_SIZE];
    flank_position_format(game, flank_record_position_at(analysis->record, 0), NULL, board);
    flank_rules_format(game, rules, rules_text);
    json_string(out, "game", flank_game_name(game));
    if (flank_rules_stand_apart(game, rules))
        json_string(out, "rules", rules_text);
    add_tags(out, sheet);
    json_string(out, "opening", analysis->opening);
    json_string(out, "position", board);
    json_string(out, "loss_unit", flank_game_scores_discs(game) ? "discs" : "percent");
    json_bool(out, "complete", analysis->complete);
    json_open_array(out, "moves");
    const flank_node *node = analysis_first_move(sheet);
    for (size_t i = 0; i < analysis->count; i++, node = node ? node->child : NULL)
        add_review(out, analysis, i, node);
    json_close_array(out);
    json_open_object(out, "sides");
    add_side(out, analysis, FLANK_BLACK);
    add_side(out, analysis, FLANK_WHITE);
    json_close_object(out);
    json_count(out, "nodes", analysis->nodes);
    json_real(out, "time_s", analysis->time_s, 3);
}
