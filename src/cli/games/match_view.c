/* SPDX-License-Identifier: MIT
 *
 * The tables of a match. The live one is drawn over itself: as many lines up as were drawn before, each line erased to
 * its end, so that nothing flickers and a finished match leaves no trace of it.
 */
#include "cli/games/match_view.h"

#include "core/clock.h"
#include "core/json_writer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LIVE_NAME = 34 };

static const double redraw_s = 0.25;

/* "1 gtp-rhino": how an engine is called everywhere here. `most`: characters of its name, so that a live line is not
 * broken by the terminal. */
static void add_name(text_buffer *out, const match_state *state, int engine, int most)
{
    text_addf(out, "%d %.*s", engine + 1, most, state->names[engine]);
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
        count += state->faults[engine][kind];
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
        if (state->faults[engine][kind]) {
            text_addf(out, "%s%s %zu", separator, match_fault_name((match_fault_kind)kind),
                      state->faults[engine][kind]);
            separator = ", ";
        }
    text_add(out, "\n");
}

static double points_of(const match_state *state, int engine)
{
    const match_tally *tally = &state->tally;
    return (double)(engine ? tally->losses : tally->wins) + 0.5 * (double)tally->draws;
}

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

static void add_live(text_buffer *out, const match_view *view, const match_state *state)
{
    const match_verdict verdict = match_judge(&state->tally);
    const match_tally *tally = &state->tally;
    add_name(out, state, 0, LIVE_NAME);
    text_add(out, "  –  ");
    add_name(out, state, 1, LIVE_NAME);
    text_addf(out, "\ngame %zu of %zu", state->games, view->options->games);
    add_time_left(out, view, state);
    text_addf(out, "\n%g : %g (won %zu, drawn %zu, lost %zu)  ", points_of(state, 0), points_of(state, 1), tally->wins,
              tally->draws, tally->losses);
    add_elo(out, &verdict);
    text_add(out, "\n");
    if (view->options->sprt) {
        add_sprt(out, view, state);
        text_add(out, "\n");
    }
    for (int engine = 0; engine < 2; engine++)
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
    if (view->forfeit_count++ < MATCH_VIEW_FORFEITS) {
        text_addf(&view->forfeits, "  game %zu: ", game->number + 1);
        add_name(&view->forfeits, state, game->faulty, MATCH_NAME_SIZE);
        text_addf(&view->forfeits, ": %s%s%s\n", what, *game->fault.text ? ": " : "", game->fault.text);
    }
    if (!view->forfeits_json.length)
        json_open_array(&view->forfeits_json, NULL);
    text_buffer *json = &view->forfeits_json;
    json_open_object(json, NULL);
    json_count(json, "game", game->number + 1);
    json_integer(json, "engine", game->faulty + 1);
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

static double seconds_a_move(const match_state *state, int engine)
{
    return state->thought[engine] ? state->used_s[engine] / (double)state->thought[engine] : 0;
}

static void add_table(text_buffer *out, const match_state *state)
{
    size_t width = 6;
    for (int engine = 0; engine < 2; engine++)
        width = strlen(state->names[engine]) > width ? strlen(state->names[engine]) : width;
    text_addf(out, "  %-*s %8s %8s %6s %6s %6s %8s\n", (int)width + 2, "engine", "points", "", "won", "drawn", "lost",
              "s/move");
    for (int engine = 0; engine < 2; engine++) {
        const match_tally *tally = &state->tally;
        const double points = points_of(state, engine);
        text_addf(out, "%d %-*s %8g %6.1f %% %6zu %6zu %6zu %8.3f\n", engine + 1, (int)width + 4, state->names[engine],
                  points, state->games ? 100 * points / (double)state->games : 50.0,
                  engine ? tally->losses : tally->wins, tally->draws, engine ? tally->wins : tally->losses,
                  seconds_a_move(state, engine));
    }
}

/* No probability is 0 or 1. */
static void add_superiority(text_buffer *out, double superiority)
{
    const double percent = 100 * superiority, least = 0.1;
    text_add(out, "; the probability that 1 is the stronger: ");
    if (percent < least)
        text_addf(out, "< %.1f %%", least);
    else if (percent > 100 - least)
        text_addf(out, "> %.1f %%", 100 - least);
    else
        text_addf(out, "%.1f %%", percent);
}

static void add_statistics(text_buffer *out, const match_view *view, const match_state *state)
{
    const match_verdict verdict = match_judge(&state->tally);
    const size_t *pairs = state->tally.pairs;
    if (verdict.has_elo) {
        text_add(out, "1 against 2: ");
        add_elo(out, &verdict);
        if (verdict.has_error) {
            text_add(out, " (95 %)");
            add_superiority(out, verdict.superiority);
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
    if (state->repeated)
        text_addf(out, "%zu of the games repeat an earlier one move for move: they prove nothing more\n",
                  state->repeated);
}

void match_view_print(const match_view *view, const match_state *state, bool interrupted)
{
    const match_options *options = view->options;
    text_buffer out = {NULL};
    text_addf(&out, "%s, %zu%s games, %s, openings: %s", flank_game_title(options->setting.game), state->games,
              interrupted ? " finished" : "", options->terms.limits, options->terms.openings);
    text_addf(&out, "%s\n", interrupted ? "; interrupted" : "");
    if (state->resumed)
        text_addf(&out, "%zu of the games are from the record\n", state->resumed);
    add_table(&out, state);
    add_statistics(&out, view, state);
    for (int engine = 0; engine < 2; engine++)
        add_faults(&out, state, engine, MATCH_NAME_SIZE);
    if (view->forfeits.length)
        text_add(&out, view->forfeits.bytes);
    if (view->forfeit_count > MATCH_VIEW_FORFEITS)
        text_addf(&out, "  and %zu more\n", view->forfeit_count - MATCH_VIEW_FORFEITS);
    fputs(out.bytes ? out.bytes : "", stdout);
    text_free(&out);
}

/* ---- For programs ---- */

static void add_json_engines(text_buffer *out, const match_view *view, const match_state *state)
{
    json_open_array(out, "engines");
    for (int engine = 0; engine < 2; engine++) {
        json_open_object(out, NULL);
        json_string(out, "engine", view->options->terms.engines[engine]);
        json_string(out, "name", state->names[engine]);
        json_real(out, "points", points_of(state, engine), 1);
        json_real(out, "s_per_move", seconds_a_move(state, engine), 4);
        json_open_object(out, "forfeits");
        for (int kind = 1; kind < MATCH_FAULT_KINDS; kind++)
            json_count(out, match_fault_name((match_fault_kind)kind), state->faults[engine][kind]);
        json_close_object(out);
        json_close_object(out);
    }
    json_close_array(out);
}

static void real_or_null(text_buffer *out, const char *key, bool known, double value, int decimals)
{
    if (known)
        json_real(out, key, value, decimals);
    else
        json_string(out, key, NULL);
}

static void add_json_statistics(text_buffer *out, const match_view *view, const match_state *state)
{
    const match_verdict verdict = match_judge(&state->tally);
    json_count(out, "wins", state->tally.wins);
    json_count(out, "draws", state->tally.draws);
    json_count(out, "losses", state->tally.losses);
    json_real(out, "score", verdict.score, 4);
    real_or_null(out, "elo", verdict.has_elo, verdict.elo, 2);
    real_or_null(out, "elo_error", verdict.has_error, verdict.elo_error, 2);
    real_or_null(out, "superiority", verdict.has_error, verdict.superiority, 4);
    json_open_array(out, "pairs");
    for (int i = 0; i < MATCH_PAIR_SCORES; i++)
        json_count(out, NULL, state->tally.pairs[i]);
    json_close_array(out);
    if (!view->options->sprt)
        return;
    json_open_object(out, "sprt");
    json_real(out, "elo0", view->options->elo0, 2);
    json_real(out, "elo1", view->options->elo1, 2);
    json_real(out, "llr", state->llr, 4);
    json_real(out, "bound", match_sprt_bound(), 4);
    json_string(out, "result",
                state->sprt == MATCH_SPRT_OPEN   ? NULL
                : state->sprt == MATCH_SPRT_ELO1 ? "elo1"
                                                 : "elo0");
    json_close_object(out);
}

void match_view_print_json(const match_view *view, const match_state *state, bool interrupted)
{
    const match_options *options = view->options;
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    json_string(&out, "game", flank_game_name(options->setting.game));
    json_string(&out, "rules", options->terms.rules);
    json_string(&out, "limits", options->terms.limits);
    json_string(&out, "openings", options->terms.openings);
    json_count(&out, "games", state->games);
    json_bool(&out, "interrupted", interrupted);
    json_count(&out, "resumed", state->resumed);
    json_count(&out, "repeated", state->repeated);
    add_json_statistics(&out, view, state);
    add_json_engines(&out, view, state);
    text_addf(&out, ",\"forfeits\":%s%s", view->forfeits_json.length ? view->forfeits_json.bytes : "[", "]");
    json_close_object(&out);
    puts(out.bytes ? out.bytes : "");
    text_free(&out);
}
