/* SPDX-License-Identifier: MIT
 *
 * Reports as text. The engine counts in hundredths; people and the JSON of the specification count in discs (in pieces,
 * where a game has no disc score).
 */
#include "cli/command/report_text.h"

#include "core/proof.h"

#include <stdio.h>

void score_format(const flank_game *game, const flank_line *line, char *out)
{
    int plies = proof_plies(game, line->score);
    if (plies >= 0)
        snprintf(out, SCORE_TEXT_SIZE, "%s in %d", line->score > 0 ? "win" : "loss", plies);
    else if (line->exact && line->bound)
        snprintf(out, SCORE_TEXT_SIZE, "%s%+d", line->bound == FLANK_BOUND_LOWER ? ">=" : "<=", line->score / 100);
    else if (line->exact && flank_game_scores_discs(game))
        snprintf(out, SCORE_TEXT_SIZE, "%+d", line->score / 100);
    else if (line->exact && line->score == 0)
        snprintf(out, SCORE_TEXT_SIZE, "draw");
    else
        snprintf(out, SCORE_TEXT_SIZE, "%+.2f", line->score / 100.0);
}

void depth_format(int depth_plies, int selectivity, char *out)
{
    if (selectivity < 100 && depth_plies > 1) /* a depth of one looks at every move, and at nothing below */
        snprintf(out, DEPTH_TEXT_SIZE, "%d@%d%%", depth_plies, selectivity);
    else
        snprintf(out, DEPTH_TEXT_SIZE, "%d", depth_plies);
}

/* A count in four characters or so: 512, 48k, 1.2M, 3.4G. */
static void add_count(text_buffer *out, double count)
{
    static const char *const units[] = {"", "k", "M", "G", "T"};
    size_t unit = 0;
    for (; count >= 1000 && unit + 1 < sizeof units / sizeof *units; unit++)
        count /= 1000;
    text_addf(out, unit && count < 10 ? "%.1f%s" : "%.0f%s", count, units[unit]);
}

void thinking_add(text_buffer *out, const flank_record *record, const flank_report *report)
{
    const flank_line *best = &report->lines[0];
    char score[SCORE_TEXT_SIZE], depth[DEPTH_TEXT_SIZE];
    score_format(flank_record_game(record), best, score);
    depth_format(best->depth_plies, best->selectivity, depth);
    text_addf(out, "depth %s  %s  %.1f s  ", depth, score, report->time_s);
    add_count(out, (double)report->nodes);
    text_add(out, " nodes");
    if (report->time_s > 0) {
        text_add(out, ", ");
        add_count(out, (double)report->nodes / report->time_s);
        text_add(out, "/s");
    }
    text_add(out, "  ");
    line_add_moves(out, record, best, 8);
}
