/* SPDX-License-Identifier: MIT
 *
 * Tables of flank library, and its JSON as lines.
 *
 * Scores are black's discs minus white's, as everywhere in the library. Columns are as wide as the names of the WTHOR
 * collection; longer ones are cut, but not in JSON.
 */
#include "cli/games/library_show.h"

#include "cli/command/screen_text.h"
#include "library/library_json.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static double percent(uint64_t part, uint64_t all) { return all ? 100.0 * (double)part / (double)all : 0; }

static void put_cell(const char *text, int width)
{
    screen_text_put_cell(text, width);
    fputs("  ", stdout);
}

/* "1977-2015", "1977" or "". */
static void format_years(const library_tally *tally, char out[32])
{
    out[0] = '\0';
    if (tally->first_year && tally->first_year == tally->last_year)
        snprintf(out, 32, "%d", tally->first_year);
    else if (tally->first_year)
        snprintf(out, 32, "%d-%d", tally->first_year, tally->last_year);
}

/* "+2.31", or "" where nothing is counted. */
static void format_average(const library_tally *tally, char out[32])
{
    out[0] = '\0';
    if (tally->counted)
        snprintf(out, 32, "%+.2f", library_average(tally));
}

static void put_json(text_buffer *out)
{
    puts(out->bytes ? out->bytes : "");
    text_free(out);
}

/* ---- A position ---- */

static void place_json(const library_place *place, const flank_record *record)
{
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    library_add_json_place(&out, place, record);
    json_close_object(&out);
    put_json(&out);
}

static void put_place_row(const char *name, const library_tally *tally, uint64_t all)
{
    char years[32], mean[32];
    format_years(tally, years);
    format_average(tally, mean);
    printf("%-8s %9" PRIu64 "  %5.1f  %5.1f  %5.1f  %5.1f  %7s  %s\n", name, tally->games, percent(tally->games, all),
           percent(tally->black, tally->games), percent(tally->drawn, tally->games),
           percent(tally->white, tally->games), mean, years);
}

void library_show_place(const library_place *place, const flank_record *record, bool json)
{
    char move[FLANK_MOVE_TEXT_SIZE];
    if (json) {
        place_json(place, record);
        return;
    }
    printf("%-8s %9s  %5s  %5s  %5s  %5s  %7s  %s\n", "move", "games", "%", "black", "drawn", "white", "average",
           "years");
    for (size_t i = 0; i < place->count; i++) {
        library_format_move(record, &place->moves[i], move);
        put_place_row(move, &place->moves[i].tally, place->tally.games);
    }
    put_place_row("all", &place->tally, place->tally.games);
    putchar('\n');
}

/* ---- Games ---- */

/* "2001.??.??" is 2001, "2001.05.??" 2001.05; a time of the day is left out: "2001.05.06 20:15:00" and
 * "2001.05.06T20:15:00" are 2001.05.06. */
static void short_date(const char *date, char out[24])
{
    snprintf(out, 24, "%s", date);
    for (char *at = out; (at = strpbrk(at, " T")); at++)
        if (isdigit((unsigned char)at[1]) && isdigit((unsigned char)at[2]) && at[3] == ':') {
            *at = '\0';
            break;
        }
    char *unknown = strstr(out, ".?");
    if (unknown)
        *unknown = '\0';
    if (!out[0] || out[0] == '?')
        strcpy(out, "?");
}

static void format_result(const flank_sheet_result *result, char out[24])
{
    if (!result->known)
        strcpy(out, "");
    else if (result->has_discs && result->discs != 0)
        snprintf(out, 24, "%+d", result->discs);
    else
        strcpy(out, result->sign > 0 ? "1-0" : result->sign < 0 ? "0-1" : "draw");
}

void library_show_heading(void)
{
    put_cell("date", 10);
    put_cell("black", 19);
    put_cell("white", 19);
    put_cell("score", 5);
    put_cell("event", 25);
    puts("opening");
}

static void game_json(const library_game *game)
{
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    library_add_json_game(&out, game);
    json_close_object(&out);
    put_json(&out);
}

/* The rules, if they make another game of it. */
static void put_apart_rules(const library_game *game)
{
    char rules[FLANK_RULES_TEXT_SIZE];
    if (!flank_rules_stand_apart(game->game, &game->rules))
        return;
    flank_rules_format(game->game, &game->rules, rules);
    printf("%s(%s)", game->opening[0] ? " " : "", rules);
}

void library_show_game(const library_game *game, bool json)
{
    char date[24], result[24];
    if (json) {
        game_json(game);
        return;
    }
    short_date(game->date, date);
    format_result(&game->result, result);
    put_cell(date, 10);
    put_cell(game->black[0] ? game->black : "?", 19);
    put_cell(game->white[0] ? game->white : "?", 19);
    printf("%5s  ", result);
    put_cell(game->event, 25);
    screen_text_put(game->opening);
    put_apart_rules(game);
    putchar('\n');
}

void library_show_rest(uint64_t shown, uint64_t all)
{
    if (all == 0)
        puts("no game");
    else if (shown < all)
        printf("%" PRIu64 " of %" PRIu64 " games, the newest; --limit 0 shows all\n", shown, all);
    else
        printf("%" PRIu64 " %s\n", all, all == 1 ? "game" : "games");
}

/* ---- Sums ---- */

static void summary_json(const char *path, const library_summary *summary, uint64_t limit)
{
    text_buffer out = {NULL};
    json_open_object(&out, NULL);
    json_string(&out, "library", path);
    library_add_json_summary(&out, summary, limit);
    json_close_object(&out);
    put_json(&out);
}

static void put_group(const library_summary *summary, library_group which, uint64_t limit)
{
    const bool players = which == LIBRARY_BY_PLAYER;
    const size_t shown = library_rows_shown(summary, which, limit);
    put_cell(library_group_name(which), 25);
    printf("%9s  %5s  %5s  %5s  %7s\n", "games", players ? "won" : "black", "drawn", players ? "lost" : "white",
           "average");
    for (size_t i = 0; i < shown; i++) {
        const library_row *row = &summary->rows[which][i];
        char mean[32];
        format_average(&row->tally, mean);
        put_cell(row->name[0] ? row->name : "(unknown)", 25);
        printf("%9" PRIu64 "  %5.1f  %5.1f  %5.1f  %7s\n", row->tally.games,
               percent(row->tally.black, row->tally.games), percent(row->tally.drawn, row->tally.games),
               percent(row->tally.white, row->tally.games), mean);
    }
    if (shown < summary->count[which])
        printf("and %zu more\n", summary->count[which] - shown);
    putchar('\n');
}

void library_show_summary(const char *path, const library_summary *summary, uint64_t limit, bool json)
{
    if (json) {
        summary_json(path, summary, limit);
        return;
    }
    const library_tally *tally = &summary->tally;
    char years[32], mean[32];
    format_years(tally, years);
    format_average(tally, mean);
    printf("%s: %" PRIu64 " %s%s%s\n", path, tally->games, tally->games == 1 ? "game" : "games", years[0] ? ", " : "",
           years);
    if (summary->apart)
        printf("%" PRIu64 " %s by rules of another kind, and only in the first table; --game and --rules count them\n",
               summary->apart, summary->apart == 1 ? "game is" : "games are");
    if (!tally->games && !summary->apart)
        return;
    printf("black won %" PRIu64 " (%.1f %%), drawn %" PRIu64 ", white won %" PRIu64 " (%.1f %%)", tally->black,
           percent(tally->black, tally->games), tally->drawn, tally->white, percent(tally->white, tally->games));
    if (library_unknown_results(tally))
        printf(", unknown %" PRIu64, library_unknown_results(tally));
    printf("%s%s\n\n", mean[0] ? "; average score " : "", mean);
    for (library_group which = 0; which < LIBRARY_GROUPS; which++)
        put_group(summary, which, limit);
}
