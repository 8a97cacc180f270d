/* SPDX-License-Identifier: MIT
 *
 * A game is ended early only on what both engines say, or on a proof of our own: an engine that is alone with its
 * opinion may be wrong, and games that it would lose must not be counted as won. An engine that says no score is never
 * adjudicated by score, since each of its moves ends its row.
 *
 * The terms are those of cutechess-cli and fastchess (-resign, -draw), except that the loser's word alone is never
 * enough (their twosided=true).
 */
#include "match/match_adjudicator.h"

#include "games/game_table.h"

#include <math.h>

static const char *const names[MATCH_ENDINGS] = {
#define X(name, word, text) word,
    MATCH_ENDING_LIST(X)
#undef X
};

static const char *const texts[MATCH_ENDINGS] = {
#define X(name, word, text) text,
    MATCH_ENDING_LIST(X)
#undef X
};

const char *match_ending_name(match_ending ending) { return names[ending]; }
const char *match_ending_text(match_ending ending) { return texts[ending]; }
bool match_ending_is_adjudicated(match_ending ending) { return ending >= MATCH_ENDED_WON; }

static void count(int *row, bool goes_on) { *row = goes_on ? *row + 1 : 0; }

void match_watch_take(match_watch *watch, const match_adjudication *rules, int engine, const match_opinion *opinion)
{
    const bool has = opinion->has_score;
    count(&watch->winning[engine], has && opinion->score >= rules->resign_score);
    count(&watch->losing[engine], has && opinion->score <= -rules->resign_score);
    count(&watch->even[engine], has && fabs(opinion->score) <= rules->draw_score);
    watch->last[engine] = *opinion;
}

match_ending match_watch_judge(const match_watch *watch, const match_adjudication *rules, size_t plies, int *winner)
{
    const match_opinion *last = watch->last;
    *winner = -1;
    if (rules->proved && last[0].proved && last[1].proved && last[0].sign == -last[1].sign) {
        *winner = last[0].sign > 0 ? 0 : last[0].sign < 0 ? 1 : -1;
        return MATCH_ENDED_PROVED;
    }
    for (int engine = 0; engine < 2 && rules->resign_moves; engine++)
        if (watch->winning[engine] >= rules->resign_moves && watch->losing[!engine] >= rules->resign_moves) {
            *winner = engine;
            return MATCH_ENDED_WON;
        }
    if (rules->draw_moves && plies >= 2 * (size_t)rules->draw_from && watch->even[0] >= rules->draw_moves &&
        watch->even[1] >= rules->draw_moves)
        return MATCH_ENDED_DRAWN;
    return MATCH_ENDED_RULES;
}

flank_status match_solve(flank_engine *solver, const flank_record *record, const match_adjudication *rules,
                         const flank_stop *stop, bool *solved, int *sign)
{
    const int empties =
        game_empties(flank_record_game(record), flank_record_rules(record), flank_record_position(record));
    const flank_limits limits = {.win_loss_draw = true, .stop = stop};
    flank_report report;
    *solved = false;
    if (empties > rules->solve_empties)
        return FLANK_OK;
    const flank_status status = flank_engine_solve(solver, record, &limits, NULL, NULL, &report);
    if (status)
        return status;
    *solved = true;
    *sign = (report.lines[0].score > 0) - (report.lines[0].score < 0);
    return FLANK_OK;
}
