/* SPDX-License-Identifier: MIT
 *
 * An analysis written into the game that it is about.
 */
#include "analysis/analysis_text.h"
#include "analysis/lost.h"

#include <stddef.h>

enum { VARIATION_MOVES = 8 };

/* The sign that books of games put behind a move. */
static const char *symbol_of(const flank_review *review)
{
    static const char *const symbols[FLANK_VERDICTS] = {
        [FLANK_VERDICT_INACCURACY] = "?!", [FLANK_VERDICT_MISTAKE] = "?", [FLANK_VERDICT_BLUNDER] = "\?\?"};
    return symbols[review->verdict];
}

/* A line as a variation behind a move. */
static flank_status add_variation(flank_sheet *sheet, const flank_node *before, const flank_line *line)
{
    const flank_node *at = before;
    flank_status status = FLANK_OK;
    for (int i = 0; i < line->length && i < VARIATION_MOVES && !status; i++)
        status = flank_sheet_add(sheet, at, line->moves[i], &at);
    return status == FLANK_NO_MEMORY ? status : FLANK_OK;
}

/* Behind the words on the better line. */
static void add_refutation(text_buffer *out, const flank_analysis *analysis, size_t index)
{
    text_buffer text = {NULL};
    const lost_things lost = lost_by_move(analysis, index);
    analysis_add_refutation(&text, analysis, index, &lost, VARIATION_MOVES);
    if (text.length)
        text_addf(out, "; %s", text.bytes);
    text_free(&text);
}

static flank_status add_comment(const flank_analysis *analysis, flank_sheet *sheet, size_t index,
                                const flank_node *node)
{
    const flank_game *game = flank_record_game(analysis->record);
    const flank_review *review = &analysis->reviews[index];
    const char *before = flank_node_tag(node, "Comment");
    text_buffer text = {NULL};
    char loss[ANALYSIS_VALUE_SIZE];
    analysis_loss_text(game, review->loss, review->best.exact && review->played.exact, loss);
    text_addf(&text, "%s%s%s, loses %s", before ? before : "", before ? "\n" : "", flank_verdict_name(review->verdict),
              loss);
    text_add(&text, "; best was ");
    analysis_add_moves(&text, analysis, index, &review->best, VARIATION_MOVES);
    add_refutation(&text, analysis, index);
    flank_status status = text.failed ? FLANK_NO_MEMORY : flank_sheet_set_tag(sheet, node, "Comment", text.bytes);
    text_free(&text);
    return status;
}

static flank_status annotate_move(const flank_analysis *analysis, flank_sheet *sheet, size_t index,
                                  const flank_node *node)
{
    const flank_review *review = &analysis->reviews[index];
    flank_status status = FLANK_OK;
    flank_sheet_set_value(sheet, node, review->played.score);
    if (review->verdict < FLANK_VERDICT_INACCURACY)
        return FLANK_OK;
    status = flank_sheet_set_tag(sheet, node, "Symbol", symbol_of(review));
    if (!status)
        status = add_comment(analysis, sheet, index, node);
    if (!status)
        status = add_variation(sheet, node->parent, &review->best);
    flank_line refutation;
    if (!status && node->child && lost_refutation(analysis, index, &refutation)) /* a game goes on with its own moves */
        status = add_variation(sheet, node, &refutation);
    return status;
}

flank_status flank_analysis_annotate(const flank_analysis *analysis, flank_sheet *sheet)
{
    const flank_node *node = analysis_first_move(sheet);
    flank_status status = FLANK_OK;
    for (size_t i = 0; i + 1 < analysis->count && node && !status; i++, node = node->child)
        if (analysis->reviews[i].known)
            status = annotate_move(analysis, sheet, i, node);
    return status;
}
