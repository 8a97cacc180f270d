/* SPDX-License-Identifier: MIT
 *
 * The object of `flank match --json`: docs/users/match-reference.md says what each key means.
 */
#include "cli/games/match_standings.h"
#include "cli/games/match_view.h"

#include "core/json_writer.h"

#include <stdio.h>

/* What the games of two engines say, for the first of them. */
static void add_tally(text_buffer *out, const match_tally *tally)
{
    const match_verdict verdict = match_judge(tally);
    json_count(out, "wins", tally->wins);
    json_count(out, "draws", tally->draws);
    json_count(out, "losses", tally->losses);
    json_real(out, "score", verdict.score, 4);
    json_real_or_null(out, "elo", verdict.has_elo, verdict.elo, 2);
    json_real_or_null(out, "elo_error", verdict.has_error, verdict.elo_error, 2);
    json_real_or_null(out, "superiority", verdict.has_error, verdict.superiority, 4);
    json_open_array(out, "pairs");
    for (int i = 0; i < MATCH_PAIR_SCORES; i++)
        json_count(out, NULL, tally->pairs[i]);
    json_close_array(out);
}

static void add_sprt(text_buffer *out, const match_options *options, const match_state *state)
{
    json_open_object(out, "sprt");
    json_real(out, "elo0", options->elo0, 2);
    json_real(out, "elo1", options->elo1, 2);
    json_real(out, "llr", state->llr, 4);
    json_real(out, "bound", match_sprt_bound(), 4);
    json_string(out, "result",
                state->sprt == MATCH_SPRT_OPEN   ? NULL
                : state->sprt == MATCH_SPRT_ELO1 ? "elo1"
                                                 : "elo0");
    json_close_object(out);
}

static void add_pairings(text_buffer *out, const match_plan *plan, const match_state *state)
{
    json_open_array(out, "pairings");
    for (int p = 0; p < match_plan_pairings(plan); p++) {
        const match_pairing pairing = match_plan_pairing(plan, p);
        json_open_object(out, NULL);
        json_open_array(out, "engines");
        json_integer(out, NULL, pairing.engines[0] + 1);
        json_integer(out, NULL, pairing.engines[1] + 1);
        json_close_array(out);
        add_tally(out, &state->tallies[p]);
        json_close_object(out);
    }
    json_close_array(out);
}

/* The place of an engine in a tournament. */
static void add_place(text_buffer *out, const match_standings *standings, int engine)
{
    int rank = 0;
    while (standings->rows[rank].engine != engine)
        rank++;
    const match_standing *row = &standings->rows[rank];
    json_integer(out, "rank", rank + 1);
    json_count(out, "games", row->games);
    json_count(out, "wins", row->wins);
    json_count(out, "draws", row->draws);
    json_count(out, "losses", row->losses);
    json_real_or_null(out, "elo", row->rating.rated, row->rating.elo, 2);
    json_real_or_null(out, "elo_error", row->rating.has_error, row->rating.elo_error, 2);
    json_real_or_null(out, "superiority", row->has_superiority, row->superiority, 4);
}

static void add_engines(text_buffer *out, const match_options *options, const match_state *state)
{
    match_standings standings;
    match_standings_make(&options->terms.plan, state, &standings);
    json_open_array(out, "engines");
    for (int engine = 0; engine < options->terms.plan.engines; engine++) {
        json_open_object(out, NULL);
        json_string(out, "engine", options->terms.engines[engine]);
        json_string(out, "name", state->sides[engine].name);
        if (options->terms.plan.engines > 2)
            add_place(out, &standings, engine);
        json_real(out, "points", match_standing_of(&options->terms.plan, state, engine).points, 1);
        json_real(out, "s_per_move", match_seconds_a_move(state, engine), 4);
        json_open_object(out, "forfeits");
        for (int kind = 1; kind < MATCH_FAULT_KINDS; kind++)
            json_count(out, match_fault_name((match_fault_kind)kind), state->sides[engine].faults[kind]);
        json_close_object(out);
        json_close_object(out);
    }
    json_close_array(out);
}

static void add_endings(text_buffer *out, const match_state *state)
{
    json_open_object(out, "endings");
    for (int ending = 0; ending < MATCH_ENDED_WON; ending++)
        json_count(out, match_ending_name((match_ending)ending), state->endings[ending]);
    json_count(out, "adjudicated", match_count_adjudicated(state));
    json_close_object(out);
    json_open_object(out, "adjudicated");
    for (int ending = MATCH_ENDED_WON; ending < MATCH_ENDINGS; ending++)
        json_count(out, match_ending_name((match_ending)ending), state->endings[ending]);
    json_close_object(out);
}

void match_view_print_json(const match_view *view, const match_state *state, bool interrupted)
{
    const match_options *options = view->options;
    const bool is_tournament = options->terms.plan.engines > 2;
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    json_string(&out, "game", flank_game_name(options->setting.game));
    json_string(&out, "rules", options->terms.rules);
    json_string(&out, "limits", options->terms.limits);
    json_string(&out, "openings", options->terms.openings);
    json_string(&out, "adjudication", options->terms.adjudication);
    if (is_tournament)
        json_string(&out, "tournament", view->plan);
    json_count(&out, "games", state->games);
    json_bool(&out, "interrupted", interrupted);
    json_count(&out, "resumed", state->resumed);
    json_count(&out, "repeated", state->repeated);
    add_endings(&out, state);
    if (is_tournament)
        add_pairings(&out, &options->terms.plan, state);
    else
        add_tally(&out, &state->tallies[0]);
    if (options->sprt)
        add_sprt(&out, options, state);
    add_engines(&out, options, state);
    text_addf(&out, ",\"forfeits\":%s%s", view->forfeits_json.length ? view->forfeits_json.bytes : "[", "]");
    json_close_object(&out);
    puts(out.bytes ? out.bytes : "");
    text_free(&out);
}
