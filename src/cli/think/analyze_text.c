/* SPDX-License-Identifier: MIT
 *
 * A reviewed game for people: 80 columns of plain text.
 */
#include "cli/think/analyze_text.h"

#include "analysis/analysis_text.h"
#include "analysis/judge.h"
#include "cli/command/screen_text.h"

#include <stdio.h>
#include <string.h>

enum { COLUMNS = 80, LINE_MOVES = 6, TURN_MOVES = 8, NAME_SIZE = 48, VERDICT_WIDTH = 11, VERDICT_SIZE = 32 };

/* The players' names, cut to fit, without control characters. */
typedef struct game_names {
    char side[2][NAME_SIZE];
} game_names;

static game_names names_of(const flank_analysis *analysis, const flank_sheet *sheet)
{
    game_names names;
    for (int color = 0; color < 2; color++) {
        snprintf(names.side[color], NAME_SIZE, "%s", analysis_player(analysis, sheet, (flank_color)color));
        screen_text_clean(names.side[color]);
    }
    return names;
}

static const char *color_name(const flank_analysis *analysis, int color)
{
    return flank_game_color_name(flank_record_game(analysis->record), (flank_color)color);
}

/* ---- Heading ---- */

static void add_result(text_buffer *out, const flank_analysis *analysis, const flank_sheet *sheet)
{
    const flank_sheet_result result = flank_sheet_result_of(sheet);
    if (!result.known)
        text_add(out, ", not finished");
    else if (result.sign == 0)
        text_add(out, ", a draw");
    else
        text_addf(out, ", %s wins", color_name(analysis, result.sign > 0 ? FLANK_BLACK : FLANK_WHITE));
    if (result.known && result.has_discs && result.sign != 0)
        text_addf(out, " by %d", result.discs > 0 ? result.discs : -result.discs);
}

static void add_heading(text_buffer *out, const char *where, const flank_analysis *analysis, const flank_sheet *sheet)
{
    const game_names names = names_of(analysis, sheet);
    const flank_game *game = flank_record_game(analysis->record);
    char rules[FLANK_RULES_TEXT_SIZE];
    flank_rules_format(game, flank_record_rules(analysis->record), rules);
    text_addf(out, "%s: %s%s%s, ", where, flank_game_title(game), *rules ? " " : "", rules);
    if (analysis->count > 1) {
        text_addf(out, "%zu %s", analysis->count - 1, analysis->count == 2 ? "move" : "moves");
        add_result(out, analysis, sheet);
        text_add(out, "\n");
    } else {
        text_add(out, "a position\n");
    }
    for (int color = 0; color < 2; color++)
        if (strcmp(names.side[color], color_name(analysis, color)) != 0)
            text_addf(out, "%s: %s\n", color_name(analysis, color), names.side[color]);
    if (analysis->opening)
        text_addf(out, "opening: %s\n", analysis->opening);
}

/* ---- Moves ---- */

static bool has_file_values(const flank_sheet *sheet)
{
    for (const flank_node *node = analysis_first_move(sheet); node; node = node->child)
        if (node->has_value)
            return true;
    return false;
}

/* "forced", "mistake", "good (book)"; the length. */
static int put_verdict(const flank_review *review, char out[VERDICT_SIZE])
{
    return snprintf(out, VERDICT_SIZE, "%s%s", review->forced ? "forced" : flank_verdict_name(review->verdict),
                    review->from_book && !review->forced ? " (book)" : "");
}

/* The width of the column of verdicts. */
static int verdict_width(const flank_analysis *analysis)
{
    int width = VERDICT_WIDTH;
    for (size_t i = 0; i + 1 < analysis->count; i++) {
        char word[VERDICT_SIZE];
        const int length = put_verdict(&analysis->reviews[i], word);
        width = length > width ? length : width;
    }
    return width;
}

/* The better line, as long as it fits into the line. */
static void add_better(text_buffer *out, const flank_analysis *analysis, size_t index, size_t line_start)
{
    for (int moves = LINE_MOVES; moves > 0; moves--) {
        text_buffer line = {NULL};
        analysis_add_moves(&line, analysis, index, &analysis->reviews[index].best, moves);
        const bool fits = moves == 1 || out->length - line_start + 2 + line.length <= COLUMNS;
        if (fits && line.length)
            text_addf(out, "  %s", line.bytes);
        text_free(&line);
        if (fits)
            return;
    }
}

static void add_file_value(text_buffer *out, const flank_node *node)
{
    if (node && node->has_value)
        text_addf(out, " %7.2f", node->value / 100.0);
    else
        text_addf(out, " %7s", "");
}

/* The columns beside the moves of a game. */
typedef struct move_columns {
    bool file_values;
    int verdict_width;
} move_columns;

static void add_move(text_buffer *out, const flank_analysis *analysis, size_t index, const flank_node *node,
                     const move_columns *columns)
{
    const flank_game *game = flank_record_game(analysis->record);
    const flank_review *review = &analysis->reviews[index];
    const flank_position *position = flank_record_position_at(analysis->record, index);
    const size_t start = out->length;
    char move[FLANK_MOVE_TEXT_SIZE], value[ANALYSIS_VALUE_SIZE] = "", loss[ANALYSIS_VALUE_SIZE] = "";
    char verdict[VERDICT_SIZE];
    flank_move_format(game, flank_record_rules(analysis->record), position,
                      flank_record_move_at(analysis->record, index), NULL, move);
    text_addf(out, "%4zu  %-5s  %-7s", index + 1, color_name(analysis, position->color), move);
    if (columns->file_values)
        add_file_value(out, node);
    if (!review->known) {
        text_add(out, "  not looked at\n");
        return;
    }
    analysis_value_text(game, &review->played, 1, value);
    if (review->loss)
        analysis_loss_text(game, review->loss, review->best.exact && review->played.exact, loss);
    put_verdict(review, verdict);
    text_addf(out, " %9s %7s  %-*s", value, loss, columns->verdict_width, verdict);
    if (review->verdict != FLANK_VERDICT_BEST)
        add_better(out, analysis, index, start);
    while (out->length && out->bytes[out->length - 1] == ' ')
        out->bytes[--out->length] = '\0';
    text_add(out, "\n");
}

/* The thing that a bad move lost, and the line that shows it, as long as it fits. */
static void add_refutation(text_buffer *out, const flank_analysis *analysis, size_t index, int most)
{
    enum { INDENT = 6 };
    const lost_things lost = lost_by_move(analysis, index);
    text_buffer text = {NULL};
    do {
        text_clear(&text);
        analysis_add_refutation(&text, analysis, index, &lost, most);
    } while (text.length + INDENT > COLUMNS && --most > 0);
    if (text.length)
        text_addf(out, "%*s%s\n", INDENT, "", text.bytes);
    text_free(&text);
}

/* The worth of the last position, if the game stops before its end. */
static void add_last_position(text_buffer *out, const flank_analysis *analysis)
{
    const size_t last = analysis->count - 1;
    const flank_review *review = &analysis->reviews[last];
    char value[ANALYSIS_VALUE_SIZE];
    if (!review->known || review->over)
        return;
    const flank_color color = flank_record_position_at(analysis->record, last)->color;
    const judge_value worth = judge_worth(analysis, last);
    analysis_value_text(flank_record_game(analysis->record), worth.line, worth.color == color ? 1 : -1, value);
    text_addf(out, "      %s to move: %s, ", color_name(analysis, color), value);
    analysis_add_moves(out, analysis, last, &review->best, LINE_MOVES);
    text_add(out, "\n");
}

static void add_moves(text_buffer *out, const flank_analysis *analysis, const flank_sheet *sheet)
{
    const move_columns columns = {has_file_values(sheet), verdict_width(analysis)};
    const flank_node *node = analysis_first_move(sheet);
    if (node)
        text_addf(out, "\n  no  side   move   %s     worth    loss  %-*s  better was\n",
                  columns.file_values ? "    file" : "", columns.verdict_width, "verdict");
    for (size_t i = 0; i + 1 < analysis->count; i++, node = node ? node->child : NULL) {
        add_move(out, analysis, i, node, &columns);
        add_refutation(out, analysis, i, LINE_MOVES);
    }
    add_last_position(out, analysis);
}

/* ---- Sums ---- */

static void add_sum(text_buffer *out, const char *name, const char *unit, const flank_review_sum *sum)
{
    if (sum->moves == 0)
        return;
    text_addf(out, "%-12s %5d", name, sum->moves);
    for (flank_verdict verdict = 0; verdict < FLANK_VERDICTS; verdict++)
        text_addf(out, " %6d", sum->verdicts[verdict]);
    text_addf(out, " %7.1f %7.2f%s %6.0f %%\n", (double)sum->loss / 100, (double)sum->loss / 100 / sum->moves, unit,
              100 * flank_review_accuracy(sum));
}

static void add_sums(text_buffer *out, const flank_analysis *analysis)
{
    const char *unit = flank_game_scores_discs(flank_record_game(analysis->record)) ? "" : " %";
    text_addf(out, "\n%-12s moves   best   good inacc. mistk. blund.    loss average%*s fine\n", "", *unit ? 5 : 3, "");
    for (int color = 0; color < 2; color++) {
        add_sum(out, color_name(analysis, color), unit, &analysis->totals[color]);
        for (flank_phase phase = 0; phase < FLANK_PHASES; phase++) {
            char name[NAME_SIZE];
            snprintf(name, sizeof name, "  %s", flank_phase_name(phase));
            add_sum(out, name, unit, &analysis->phases[color][phase]);
        }
    }
}

/* ---- Turning points ---- */

static void add_turns(text_buffer *out, const flank_analysis *analysis)
{
    bool any = false;
    for (size_t i = 0; i < analysis->count; i++) {
        const flank_position *position = flank_record_position_at(analysis->record, i);
        if (!analysis->reviews[i].turning)
            continue;
        char move[FLANK_MOVE_TEXT_SIZE];
        flank_move_format(flank_record_game(analysis->record), flank_record_rules(analysis->record), position,
                          flank_record_move_at(analysis->record, i), NULL, move);
        text_addf(out, "%s%4zu. %s %s: ", any ? "" : "\nturning points\n", i + 1, color_name(analysis, position->color),
                  move);
        analysis_add_turn(out, analysis, i);
        text_add(out, "\n      best was ");
        analysis_add_moves(out, analysis, i, &analysis->reviews[i].best, TURN_MOVES);
        text_add(out, "\n");
        add_refutation(out, analysis, i, TURN_MOVES);
        any = true;
    }
}

void analyze_text_add(text_buffer *out, const char *where, const flank_analysis *analysis, const flank_sheet *sheet)
{
    add_heading(out, where, analysis, sheet);
    add_moves(out, analysis, sheet);
    if (analysis->count > 1)
        add_sums(out, analysis);
    add_turns(out, analysis);
    if (!analysis->complete)
        text_add(out, "\ninterrupted: what stands above is not the whole game\n");
}
