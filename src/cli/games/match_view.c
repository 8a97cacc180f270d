/* SPDX-License-Identifier: MIT
 *
 * The tables of a match. The live one is drawn over itself: as many lines up as were drawn before, each line erased to
 * its end, so that nothing flickers and a finished match leaves no trace of it.
 */
#include "cli/games/match_view.h"
#include "cli/games/match_standings.h"

#include "core/clock.h"
#include "core/json_writer.h"

#include <stdio.h>
#include <string.h>

enum { LIVE_NAME = 34, LIVE_LINES = 8 };

static const double redraw_s = 0.25;

/* "1 gtp-rhino": how an engine is called everywhere here. `most`: characters of its name, so that a live line is not
 * broken by the terminal. */
static void add_name(text_buffer *out, const match_state *state, int engine, int most)
{
    text_addf(out, "%d %.*s", engine + 1, most, state->sides[engine].name);
}

static void add_elo(text_buffer *out, const match_verdict *verdict)
{
    if (verdict->has_elo)
        text_addf(out, "Elo %+.1f", verdict->elo);
    if (verdict->has_error)
        text_addf(out, " ± %.1f", verdict->elo_error);
}

static const char *sprt_text(match_sprt sprt)
{
    return sprt == MATCH_SPRT_ELO1 ? "accepted" : sprt == MATCH_SPRT_ELO0 ? "rejected" : "not decided";
}

static void add_sprt(text_buffer *out, const match_view *view, const match_state *state)
{
    const match_options *options = view->options;
    text_addf(out, "SPRT Elo %g against %g: LLR %+.2f in (-%.2f, +%.2f)", options->elo1, options->elo0, state->llr,
              match_sprt_bound(), match_sprt_bound());
    if (state->sprt != MATCH_SPRT_OPEN)
        text_addf(out, ", Elo %g %s", options->elo1, sprt_text(state->sprt));
}

static size_t count_faults(const match_state *state, int engine)
{
    size_t count = 0;
    for (int kind = 1; kind < MATCH_FAULT_KINDS; kind++)
        count += state->sides[engine].faults[kind];
    return count;
}

/* "forfeits of 2 gtp-rhino: time 1, crash 2" and a newline; nothing if there are none. */
static void add_faults(text_buffer *out, const match_state *state, int engine, int most)
{
    const char *separator = ": ";
    if (!count_faults(state, engine))
        return;
    text_add(out, "forfeits of ");
    add_name(out, state, engine, most);
    for (int kind = 1; kind < MATCH_FAULT_KINDS; kind++)
        if (state->sides[engine].faults[kind]) {
            text_addf(out, "%s%s %zu", separator, match_fault_name((match_fault_kind)kind),
                      state->sides[engine].faults[kind]);
            separator = ", ";
        }
    text_add(out, "\n");
}

static bool is_tournament(const match_view *view) { return view->options->terms.plan.engines > 2; }

/* ---- Live ---- */

static void add_time_left(text_buffer *out, const match_view *view, const match_state *state)
{
    const size_t played = state->games - view->before;
    const double elapsed_s = clock_now_s() - view->progress.start_s;
    if (!played)
        return;
    const double left_s = elapsed_s / (double)played * (double)(view->options->games - state->games);
    const unsigned long left = (unsigned long)(left_s + 0.5);
    text_addf(out, ", %s%lu:%02lu:%02lu left", view->options->sprt ? "at most " : "", left / 3600, left / 60 % 60,
              left % 60);
}

static void add_live_pair(text_buffer *out, const match_view *view, const match_state *state)
{
    const match_tally *tally = &state->tallies[0];
    const match_verdict verdict = match_judge(tally);
    const double draws = 0.5 * (double)tally->draws;
    add_name(out, state, 0, LIVE_NAME);
    text_add(out, "  –  ");
    add_name(out, state, 1, LIVE_NAME);
    text_addf(out, "\ngame %zu of %zu", state->games, view->options->games);
    add_time_left(out, view, state);
    text_addf(out, "\n%g : %g (won %zu, drawn %zu, lost %zu)  ", (double)tally->wins + draws,
              (double)tally->losses + draws, tally->wins, tally->draws, tally->losses);
    add_elo(out, &verdict);
    text_add(out, "\n");
    if (view->options->sprt) {
        add_sprt(out, view, state);
        text_add(out, "\n");
    }
}

/* The leaders of a tournament, as many as leave room on a small terminal. */
static void add_live_tournament(text_buffer *out, const match_view *view, const match_state *state)
{
    match_standings standings;
    match_standings_make(&view->options->terms.plan, state, &standings);
    text_addf(out, "%s, game %zu of %zu", view->plan, state->games, view->options->games);
    add_time_left(out, view, state);
    text_add(out, "\n");
    for (int rank = 0; rank < view->options->terms.plan.engines && rank < LIVE_LINES; rank++) {
        const match_standing *row = &standings.rows[rank];
        add_name(out, state, row->engine, LIVE_NAME);
        text_addf(out, ": %g of %zu\n", row->points, row->games);
    }
}

static void add_live(text_buffer *out, const match_view *view, const match_state *state)
{
    if (is_tournament(view))
        add_live_tournament(out, view, state);
    else
        add_live_pair(out, view, state);
    for (int engine = 0; engine < view->options->terms.plan.engines; engine++)
        add_faults(out, state, engine, LIVE_NAME / 2);
}

void match_view_draw(match_view *view, const match_state *state)
{
    const double now_s = clock_now_s();
    if (!view->progress.enabled || now_s - view->progress.last_s < redraw_s)
        return;
    view->progress.last_s = now_s;
    text_buffer text = {NULL};
    add_live(&text, view, state);
    match_view_clear(view);
    for (const char *at = text.bytes; at && *at;) {
        const size_t length = strcspn(at, "\n");
        fprintf(stderr, "%.*s\033[K\n", (int)length, at);
        at += length + (at[length] == '\n');
        view->lines++;
    }
    fflush(stderr);
    text_free(&text);
}

void match_view_clear(match_view *view)
{
    if (view->lines)
        fprintf(stderr, "\r\033[%dA\033[J", view->lines);
    fflush(stderr);
    view->lines = 0;
}

/* ---- Games ---- */

void match_view_add_game(match_view *view, const match_state *state, const match_game *game)
{
    view->before = state->resumed;
    if (game->faulty < 0)
        return;
    const char *what = match_fault_text(game->fault.kind);
    const int engine = game->engines[game->faulty];
    if (view->forfeit_count++ < MATCH_VIEW_FORFEITS) {
        text_addf(&view->forfeits, "  game %zu: ", game->number + 1);
        add_name(&view->forfeits, state, engine, MATCH_NAME_SIZE);
        text_addf(&view->forfeits, ": %s%s%s\n", what, *game->fault.text ? ": " : "", game->fault.text);
    }
    if (!view->forfeits_json.length)
        json_open_array(&view->forfeits_json, NULL);
    text_buffer *json = &view->forfeits_json;
    json_open_object(json, NULL);
    json_count(json, "game", game->number + 1);
    json_integer(json, "engine", engine + 1);
    json_string(json, "kind", match_fault_name(game->fault.kind));
    json_string(json, "text", game->fault.text);
    json_close_object(json);
}

void match_view_free(match_view *view)
{
    text_free(&view->forfeits);
    text_free(&view->forfeits_json);
}

/* ---- For people ---- */

static int name_width(const match_view *view, const match_state *state)
{
    size_t width = 6;
    for (int engine = 0; engine < view->options->terms.plan.engines; engine++)
        width = strlen(state->sides[engine].name) > width ? strlen(state->sides[engine].name) : width;
    return (int)width;
}

static void add_table(text_buffer *out, const match_view *view, const match_state *state)
{
    const int width = name_width(view, state);
    text_addf(out, "  %-*s %8s %8s %6s %6s %6s %8s\n", width + 2, "engine", "points", "", "won", "drawn", "lost",
              "s/move");
    for (int engine = 0; engine < 2; engine++) {
        const match_standing row = match_standing_of(&view->options->terms.plan, state, engine);
        text_addf(out, "%d %-*s %8g %6.1f %% %6zu %6zu %6zu %8.3f\n", engine + 1, width + 4, state->sides[engine].name,
                  row.points, 100 * row.score, row.wins, row.draws, row.losses, match_seconds_a_move(state, engine));
    }
}

/* No probability is 0 or 1. */
static void add_percent(text_buffer *out, double probability)
{
    const double percent = 100 * probability, least = 0.1;
    if (percent < least)
        text_addf(out, "< %.1f %%", least);
    else if (percent > 100 - least)
        text_addf(out, "> %.1f %%", 100 - least);
    else
        text_addf(out, "%.1f %%", percent);
}

static void add_statistics(text_buffer *out, const match_view *view, const match_state *state)
{
    const match_verdict verdict = match_judge(&state->tallies[0]);
    const size_t *pairs = state->tallies[0].pairs;
    if (verdict.has_elo) {
        text_add(out, "1 against 2: ");
        add_elo(out, &verdict);
        if (verdict.has_error) {
            text_add(out, " (95 %); the probability that 1 is the stronger: ");
            add_percent(out, verdict.superiority);
        }
        text_add(out, "\n");
    } else {
        text_add(out, "Elo: these games do not bound it\n");
    }
    text_addf(out, "pairs with 0, 1/2, 1, 1 1/2, 2 points for 1: %zu, %zu, %zu, %zu, %zu\n", pairs[0], pairs[1],
              pairs[2], pairs[3], pairs[4]);
    if (view->options->sprt) {
        add_sprt(out, view, state);
        text_addf(out, "%s\n", state->sprt == MATCH_SPRT_OPEN ? ", not decided" : "");
    }
}

/* ---- Tournaments ---- */

static void add_rating(text_buffer *out, const match_rating *rating)
{
    if (rating->rated)
        text_addf(out, " %+8.1f", rating->elo);
    else
        text_addf(out, " %8s", "-");
    if (rating->has_error)
        text_addf(out, " %7.1f", rating->elo_error);
    else
        text_addf(out, " %7s", "-");
}

static void add_standings(text_buffer *out, const match_view *view, const match_state *state,
                          const match_standings *standings)
{
    const int width = name_width(view, state);
    bool unrated = false;
    text_addf(out, "     %-*s %8s %7s %8s %6s %6s %6s %8s %7s %9s %8s\n", width + 3, "engine", "points", "games", "",
              "won", "drawn", "lost", "Elo", "±", "LOS", "s/move");
    for (int rank = 0; rank < view->options->terms.plan.engines; rank++) {
        const match_standing *row = &standings->rows[rank];
        text_buffer percent = {NULL};
        if (row->has_superiority)
            add_percent(&percent, row->superiority);
        text_addf(out, "%2d. %2d %-*s %8g %7zu %6.1f %% %6zu %6zu %6zu", rank + 1, row->engine + 1, width + 1,
                  state->sides[row->engine].name, row->points, row->games, 100 * row->score, row->wins, row->draws,
                  row->losses);
        add_rating(out, &row->rating);
        text_addf(out, " %9s %8.3f\n", percent.bytes ? percent.bytes : "-", match_seconds_a_move(state, row->engine));
        text_free(&percent);
        unrated = unrated || !row->rating.rated;
    }
    text_add(out, "Elo: against the mean of those that have one, ± for 95 %; LOS: the probability that it is stronger "
                  "than the next\n");
    if (unrated)
        text_add(out, "Elo -: these games do not bound it\n");
}

/* The points of each engine against each other one, both in the order of the standings. */
static void add_crosstable(text_buffer *out, const match_view *view, const match_state *state,
                           const match_standings *standings)
{
    const match_plan *plan = &view->options->terms.plan;
    const int width = name_width(view, state);
    text_addf(out, "     %-*s", width + 3, "points against");
    for (int column = 0; column < plan->engines; column++)
        text_addf(out, " %6d", standings->rows[column].engine + 1);
    text_add(out, "\n");
    for (int rank = 0; rank < plan->engines; rank++) {
        const int engine = standings->rows[rank].engine;
        text_addf(out, "%2d. %2d %-*s", rank + 1, engine + 1, width + 1, state->sides[engine].name);
        for (int column = 0; column < plan->engines; column++) {
            const match_standing met = match_standing_against(plan, state, engine, standings->rows[column].engine);
            if (met.games)
                text_addf(out, " %6g", met.points);
            else
                text_addf(out, " %6s", "-");
        }
        text_add(out, "\n");
    }
}

static void add_tournament(text_buffer *out, const match_view *view, const match_state *state)
{
    match_standings standings;
    match_standings_make(&view->options->terms.plan, state, &standings);
    add_standings(out, view, state, &standings);
    add_crosstable(out, view, state, &standings);
}

/* ---- All of it ---- */

/* Games that were not played to their end are told as such. */
static void add_adjudicated(text_buffer *out, const match_state *state)
{
    const size_t count = match_count_adjudicated(state);
    const char *separator = ": ";
    if (!count)
        return;
    text_addf(out, "%zu of the games were adjudicated", count);
    for (int ending = MATCH_ENDED_WON; ending < MATCH_ENDINGS; ending++)
        if (state->endings[ending]) {
            text_addf(out, "%s%s %zu", separator, match_ending_name((match_ending)ending), state->endings[ending]);
            separator = ", ";
        }
    text_add(out, "\n");
}

void match_view_print(const match_view *view, const match_state *state, bool interrupted)
{
    const match_options *options = view->options;
    text_buffer out = {NULL};
    text_addf(&out, "%s%s%s, %zu%s games, %s, openings: %s", flank_game_title(options->setting.game),
              *view->plan ? ", " : "", view->plan, state->games, interrupted ? " finished" : "", options->terms.limits,
              options->terms.openings);
    if (*options->terms.adjudication)
        text_addf(&out, ", adjudication: %s", options->terms.adjudication);
    text_addf(&out, "%s\n", interrupted ? "; interrupted" : "");
    if (state->resumed)
        text_addf(&out, "%zu of the games are from the record\n", state->resumed);
    if (is_tournament(view)) {
        add_tournament(&out, view, state);
    } else {
        add_table(&out, view, state);
        add_statistics(&out, view, state);
    }
    if (state->repeated)
        text_addf(&out, "%zu of the games repeat an earlier one move for move: they prove nothing more\n",
                  state->repeated);
    add_adjudicated(&out, state);
    for (int engine = 0; engine < options->terms.plan.engines; engine++)
        add_faults(&out, state, engine, MATCH_NAME_SIZE);
    if (view->forfeits.length)
        text_add(&out, view->forfeits.bytes);
    if (view->forfeit_count > MATCH_VIEW_FORFEITS)
        text_addf(&out, "  and %zu more\n", view->forfeit_count - MATCH_VIEW_FORFEITS);
    fputs(out.bytes ? out.bytes : "", stdout);
    text_free(&out);
}
