/* SPDX-License-Identifier: MIT
 *
 * Reads --resign and --draw, whose values are settings with commas between them, by the names that cutechess-cli and
 * fastchess give these.
 */
#include "cli/games/adjudication_input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVES_MAX = 1000, SCORE_MAX = 1000, SETTINGS_MAX = 3 };

/* A setting and the place of its value: one of the two. */
typedef struct setting_place {
    const char *name;
    int *moves;
    double *score;
    bool needed;
} setting_place;

/* Read a value that ends at a comma. */
static bool read_number(const char *text, const setting_place *place)
{
    char value[16];
    const size_t length = strcspn(text, ",");
    int64_t moves;
    if (length >= sizeof value)
        return false;
    memcpy(value, text, length);
    value[length] = '\0';
    if (place->score)
        return decimal_parse(value, place->score) && *place->score <= SCORE_MAX;
    if (!integer_parse(value, place->needed, MOVES_MAX, &moves))
        return false;
    *place->moves = (int)moves;
    return true;
}

/* Read "name=value,name=value", each at most once and none missing that is needed. */
static bool read_settings(const char *text, const setting_place places[SETTINGS_MAX])
{
    bool given[SETTINGS_MAX] = {false};
    for (bool more = true; more;) {
        const size_t name = strcspn(text, "=,"), length = strcspn(text, ",");
        int at = 0;
        while (at < SETTINGS_MAX && places[at].name &&
               (strlen(places[at].name) != name || memcmp(places[at].name, text, name) != 0))
            at++;
        if (at == SETTINGS_MAX || !places[at].name || given[at] || text[name] != '=' ||
            !read_number(text + name + 1, &places[at]))
            return false;
        given[at] = true;
        more = text[length] == ',';
        text += length + more;
    }
    for (int i = 0; i < SETTINGS_MAX; i++)
        if (places[i].needed && !given[i])
            return false;
    return true;
}

int adjudication_read(const cli_arguments *arguments, const flank_game *game, match_adjudication *out)
{
    const option_value *option = arguments->option, *resign = &option[OPTION_RESIGN], *draw = &option[OPTION_DRAW];
    const setting_place of_resign[SETTINGS_MAX] = {{"movecount", &out->resign_moves, NULL, true},
                                                   {"score", NULL, &out->resign_score, true}};
    const setting_place of_draw[SETTINGS_MAX] = {{"movecount", &out->draw_moves, NULL, true},
                                                 {"score", NULL, &out->draw_score, true},
                                                 {"movenumber", &out->draw_from, NULL, false}};
    *out =
        (match_adjudication){.proved = option[OPTION_PROVED].given, .solve_empties = (int)option[OPTION_SOLVE].number};
    if (resign->given && !(read_settings(resign->text, of_resign) && out->resign_score > 0))
        return complain(CLI_USAGE,
                        "match: --resign takes movecount=N,score=S, N from 1 to %d and S above 0 up to %d, not '%s'",
                        MOVES_MAX, SCORE_MAX, resign->text);
    if (draw->given && !read_settings(draw->text, of_draw))
        return complain(CLI_USAGE,
                        "match: --draw takes movecount=N,score=S and, if wanted, movenumber=N, N from 1 to %d and S "
                        "from 0 to %d, not '%s'",
                        MOVES_MAX, SCORE_MAX, draw->text);
    if (out->solve_empties && !flank_game_scores_discs(game))
        return complain(CLI_USAGE, "match: --solve is for games that score discs, not for %s", flank_game_title(game));
    return CLI_DONE;
}

void adjudication_format(const match_adjudication *rules, char out[ADJUDICATION_TEXT_SIZE])
{
    size_t used = 0;
    *out = '\0';
    if (rules->resign_moves)
        used += (size_t)snprintf(out + used, ADJUDICATION_TEXT_SIZE - used, ", resign movecount=%d score=%.10g",
                                 rules->resign_moves, rules->resign_score);
    if (rules->draw_moves)
        used += (size_t)snprintf(out + used, ADJUDICATION_TEXT_SIZE - used, ", draw movecount=%d score=%.10g",
                                 rules->draw_moves, rules->draw_score);
    if (rules->draw_from)
        used += (size_t)snprintf(out + used, ADJUDICATION_TEXT_SIZE - used, " movenumber=%d", rules->draw_from);
    if (rules->proved)
        used += (size_t)snprintf(out + used, ADJUDICATION_TEXT_SIZE - used, ", proved");
    if (rules->solve_empties)
        used += (size_t)snprintf(out + used, ADJUDICATION_TEXT_SIZE - used, ", solve %d", rules->solve_empties);
    if (used)
        memmove(out, out + 2, used - 1); /* without the first comma */
}
