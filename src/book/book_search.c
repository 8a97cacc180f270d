/* SPDX-License-Identifier: MIT
 *
 * Asking an engine.
 */
#include "book/book_search.h"

#include "book/book_tree.h"
#include "core/bits.h"
#include "games/othello/othello.h"

/* A score that fits into a record; an evaluation may overshoot the board. */
static int16_t bounded(int score)
{
    return (int16_t)(score > BOOK_SCORE_MAX ? BOOK_SCORE_MAX : score < -BOOK_SCORE_MAX ? -BOOK_SCORE_MAX : score);
}

static bool leads_into_book(const book_question *question, unsigned move)
{
    return move < 64 ? (question->in_book & bit(move)) != 0 : question->count > 0;
}

void book_search_read(const book_question *question, int level, const flank_report *report, book_record *record)
{
    record->leaf = BOOK_LEAF_UNKNOWN;
    for (int i = 0; i < report->line_count && record->leaf == BOOK_LEAF_UNKNOWN; i++) {
        const flank_line *line = &report->lines[i];
        if (line->length == 0 || leads_into_book(question, line->moves[0].to))
            continue;
        record->leaf = line->moves[0].to;
        record->leaf_score = bounded(line->score);
        record->depth_plies = (uint8_t)line->depth_plies;
        record->selectivity = (uint8_t)line->selectivity;
        record->level = (uint8_t)level;
    }
    if (question->count == 0)
        record->score = record->leaf_score;
}

flank_status book_search(flank_engine *engine, const book_question *question, const flank_stop *stop,
                         flank_report_fn *on_report, void *user, book_record *record, uint64_t *nodes)
{
    *record = question->record;
    *nodes = 0;
    if (question->count == book_move_count(record)) {
        record->leaf = BOOK_LEAF_NONE;
        return FLANK_OK;
    }
    flank_position position = {.own = record->own, .other = record->other, .color = FLANK_BLACK};
    flank_record *game = flank_record_create(&othello_game, NULL, &position);
    if (!game)
        return FLANK_NO_MEMORY;
    flank_limits limits = {.depth_plies = question->effort.depth_plies,
                           .level = question->effort.level,
                           .lines = (int)question->count + 1,
                           .stop = stop};
    flank_report report;
    const flank_status status = flank_engine_search(engine, game, &limits, on_report, user, &report);
    if (status == FLANK_OK) {
        *nodes = report.nodes;
        book_search_read(question, question->effort.level, &report, record);
    }
    flank_record_destroy(game);
    return status;
}
