/* SPDX-License-Identifier: MIT
 *
 * An analysis in words.
 */
#include "analysis/analysis_text.h"

#include "analysis/judge.h"
#include "analysis/lost.h"
#include "core/proof.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

void analysis_value_text(const flank_game *game, const flank_line *line, int sign, char *out)
{
    const int score = sign * line->score;
    const int plies = proof_plies(game, score);
    if (plies > 0)
        snprintf(out, ANALYSIS_VALUE_SIZE, "%s in %d", score > 0 ? "win" : "loss", plies);
    else if (plies == 0)
        snprintf(out, ANALYSIS_VALUE_SIZE, "%s", score > 0 ? "won" : "lost");
    else if (line->exact && flank_game_scores_discs(game))
        snprintf(out, ANALYSIS_VALUE_SIZE, "%+d", score / 100);
    else if (line->exact && score == 0)
        snprintf(out, ANALYSIS_VALUE_SIZE, "draw");
    else
        snprintf(out, ANALYSIS_VALUE_SIZE, "%+.1f", abs(score) < 5 ? 0 : score / 100.0); /* no -0.0 */
}

/* The words begin at whole numbers, so a loss that is just below one is not rounded up to it. */
void analysis_loss_text(const flank_game *game, int64_t loss, bool exact, char *out)
{
    const int digits = loss % 100 >= 95 ? 2 : 1;
    if (!flank_game_scores_discs(game))
        snprintf(out, ANALYSIS_VALUE_SIZE, "%.*f %%", digits, (double)loss / 100);
    else if (exact)
        snprintf(out, ANALYSIS_VALUE_SIZE, "%" PRId64, loss / 100);
    else
        snprintf(out, ANALYSIS_VALUE_SIZE, "%.*f", digits, (double)loss / 100);
}

void analysis_add_moves(text_buffer *out, const flank_analysis *analysis, size_t index, const flank_line *line,
                        int most)
{
    const flank_game *game = flank_record_game(analysis->record);
    const flank_rules *rules = flank_record_rules(analysis->record);
    flank_position position = *flank_record_position_at(analysis->record, index);
    for (int i = 0; i < line->length && i < most; i++) {
        char move[FLANK_MOVE_TEXT_SIZE];
        flank_move_format(game, rules, &position, line->moves[i], NULL, move);
        text_addf(out, "%s%s", i ? " " : "", move);
        position = flank_game_play(game, rules, &position, line->moves[i]);
    }
}

void analysis_add_turn(text_buffer *out, const flank_analysis *analysis, size_t index)
{
    static const char *const standings[] = {"a losing", "an even", "a winning"};
    const flank_game *game = flank_record_game(analysis->record);
    const flank_review *review = &analysis->reviews[index];
    const int before = judge_standing(review->chance), after = judge_standing(review->chance_after);
    char best[ANALYSIS_VALUE_SIZE], played[ANALYSIS_VALUE_SIZE];
    analysis_value_text(game, &review->best, 1, best);
    analysis_value_text(game, &review->played, 1, played);
    if (before != after)
        text_addf(out, "from %s position (%s) to %s one (%s)", standings[1 + before], best, standings[1 + after],
                  played);
    else
        text_addf(out, "from %s to %s", best, played);
}

/* "a man", "2 men". */
static void add_number(text_buffer *out, int count, const char *one, const char *more)
{
    if (count == 1)
        text_addf(out, "a %s", one);
    else
        text_addf(out, "%d %s", count, more);
}

static void add_win(text_buffer *out, const flank_game *game, int plies, const flank_line *played)
{
    text_addf(out, "a win in %d", plies);
    if (played->score <= -FLANK_SCORE_MATE)
        text_addf(out, ", now a loss in %d", proof_plies(game, played->score));
    else if (played->exact && played->score == 0)
        text_add(out, ", now a draw");
}

static void add_thing(text_buffer *out, const flank_analysis *analysis, size_t index, const lost_thing *thing)
{
    const flank_game *game = flank_record_game(analysis->record);
    const flank_color color = (flank_color)flank_record_position_at(analysis->record, index)->color;
    switch (thing->kind) {
    case LOST_WIN:
        add_win(out, game, thing->count, &analysis->reviews[index].played);
        break;
    case LOST_DRAW:
        text_addf(out, "a draw, now a loss in %d", thing->count);
        break;
    case LOST_GAME:
        text_addf(out, "the game in %d", thing->count);
        break;
    case LOST_KINGS:
        add_number(out, thing->count, "king", "kings");
        break;
    case LOST_MEN:
        add_number(out, thing->count, "man", "men");
        break;
    case LOST_CONNECTION:
        text_addf(out, "connection (%d groups, not %d)", thing->count, thing->instead);
        break;
    case LOST_CUT:
        text_addf(out, "the hold on %s (%d groups, not %d)", flank_game_color_name(game, (flank_color)!color),
                  thing->count, thing->instead);
        break;
    case LOST_INITIATIVE:
        text_add(out, "the initiative");
        break;
    }
}

void analysis_add_refutation(text_buffer *out, const flank_analysis *analysis, size_t index, const lost_things *lost,
                             int most)
{
    flank_line line;
    const bool follows = lost_refutation(analysis, index, &line);
    for (int i = 0; i < lost->count; i++) {
        text_add(out, i ? " and " : "loses ");
        add_thing(out, analysis, index, &lost->list[i]);
    }
    if (!follows)
        return;
    text_add(out, lost->count ? ": " : "refuted by ");
    analysis_add_moves(out, analysis, index + 1, &line, most);
}

const flank_node *analysis_first_move(const flank_sheet *sheet)
{
    return sheet && flank_sheet_kind_of(sheet) == FLANK_SHEET_GAME ? flank_sheet_root(sheet)->child : NULL;
}

const char *analysis_player(const flank_analysis *analysis, const flank_sheet *sheet, flank_color color)
{
    const char *name = sheet ? flank_node_tag(flank_sheet_root(sheet), color == FLANK_BLACK ? "Black" : "White") : NULL;
    return name ? name : flank_game_color_name(flank_record_game(analysis->record), color);
}
