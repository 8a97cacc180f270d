/* SPDX-License-Identifier: MIT
 *
 * JSON of what a library answers. Scores are black's discs minus white's, as everywhere in the library.
 */
#include "library/library_json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

uint64_t library_unknown_results(const library_tally *tally)
{
    return tally->games - tally->black - tally->drawn - tally->white;
}

double library_average(const library_tally *tally)
{
    return tally->counted ? (double)tally->discs / (double)tally->counted : NAN;
}

static void add_tally(text_buffer *out, const library_tally *tally)
{
    json_count(out, "games", tally->games);
    json_count(out, "black", tally->black);
    json_count(out, "drawn", tally->drawn);
    json_count(out, "white", tally->white);
    json_count(out, "unknown", library_unknown_results(tally));
    if (tally->counted)
        json_real(out, "average", library_average(tally), 2);
    if (tally->first_year) {
        json_integer(out, "first_year", tally->first_year);
        json_integer(out, "last_year", tally->last_year);
    }
}

void library_format_move(const flank_record *record, const library_move *move, char *out)
{
    strcpy(out, "(end)");
    if (!move->is_end)
        flank_move_format(flank_record_game(record), flank_record_rules(record), flank_record_position(record),
                          move->move, NULL, out);
}

/* The rules, if they make another game of it. */
static void add_apart_rules(text_buffer *out, const flank_game *game, const flank_rules *rules)
{
    char text[FLANK_RULES_TEXT_SIZE];
    flank_rules_format(game, rules, text);
    if (flank_rules_stand_apart(game, rules))
        json_string(out, "rules", text);
}

void library_add_json_place(text_buffer *out, const library_place *place, const flank_record *record)
{
    char text[FLANK_POSITION_TEXT_SIZE], move[FLANK_MOVE_TEXT_SIZE];
    flank_position_format(flank_record_game(record), flank_record_position(record), NULL, text);
    json_string(out, "game", flank_game_name(flank_record_game(record)));
    add_apart_rules(out, flank_record_game(record), flank_record_rules(record));
    json_string(out, "position", text);
    add_tally(out, &place->tally);
    json_open_array(out, "moves");
    for (size_t i = 0; i < place->count; i++) {
        json_open_object(out, NULL);
        library_format_move(record, &place->moves[i], move);
        json_string(out, "move", place->moves[i].is_end ? NULL : move);
        add_tally(out, &place->moves[i].tally);
        json_close_object(out);
    }
    json_close_array(out);
}

void library_add_json_game(text_buffer *out, const library_game *game)
{
    static const char *const endings[] = {
        [FLANK_ENDING_PLAYED] = "played",   [FLANK_ENDING_RESIGNED] = "resigned",
        [FLANK_ENDING_TIME] = "time",       [FLANK_ENDING_AGREED] = "agreed",
        [FLANK_ENDING_FORFEIT] = "forfeit", [FLANK_ENDING_ADJUDICATED] = "adjudicated"};
    const flank_sheet_result *result = &game->result;
    json_integer(out, "id", game->id);
    json_string(out, "game", flank_game_name(game->game));
    add_apart_rules(out, game->game, &game->rules);
    json_string(out, "date", game->date);
    json_string(out, "black", game->black);
    json_string(out, "white", game->white);
    json_string(out, "event", game->event);
    json_string(out, "opening", game->opening);
    json_string(out, "result",
                !result->known     ? NULL
                : result->sign > 0 ? "black"
                : result->sign < 0 ? "white"
                                   : "drawn");
    if (result->has_discs)
        json_integer(out, "score", result->discs);
    if (result->known)
        json_string(out, "ending", result->ending <= FLANK_ENDING_ADJUDICATED ? endings[result->ending] : NULL);
    json_integer(out, "plies", game->plies);
}

const char *library_group_name(library_group group)
{
    static const char *const names[LIBRARY_GROUPS] = {
        [LIBRARY_BY_GAME] = "games",       [LIBRARY_BY_PLAYER] = "players", [LIBRARY_BY_EVENT] = "events",
        [LIBRARY_BY_OPENING] = "openings", [LIBRARY_BY_YEAR] = "years",
    };
    return names[group];
}

size_t library_rows_shown(const library_summary *summary, library_group group, uint64_t limit)
{
    const size_t count = summary->count[group];
    return limit && limit < count && group != LIBRARY_BY_YEAR ? (size_t)limit : count;
}

void library_add_json_row(text_buffer *out, const library_row *row)
{
    json_open_object(out, NULL);
    json_string(out, "name", row->name);
    add_tally(out, &row->tally);
    json_close_object(out);
}

void library_add_json_summary(text_buffer *out, const library_summary *summary, uint64_t limit)
{
    add_tally(out, &summary->tally);
    if (summary->apart)
        json_count(out, "apart", summary->apart);
    for (library_group group = 0; group < LIBRARY_GROUPS; group++) {
        const char *name = library_group_name(group);
        char key[32];
        snprintf(key, sizeof key, "by_%.*s", (int)strlen(name) - 1, name);
        json_open_array(out, key);
        for (size_t i = 0; i < library_rows_shown(summary, group, limit); i++)
            library_add_json_row(out, &summary->rows[group][i]);
        json_close_array(out);
    }
}
