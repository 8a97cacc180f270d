/* SPDX-License-Identifier: MIT
 *
 * "about": what there is: games with their rules, formats, levels.
 */
#include "api/request.h"

#include "engine/levels.h"

static void add_list(text_buffer *out, const char *key, const char *const *texts)
{
    json_open_array(out, key);
    for (; *texts; texts++)
        json_string(out, NULL, *texts);
    json_close_array(out);
}

static void add_params(text_buffer *out, const flank_game *game)
{
    const flank_param *param;
    json_open_array(out, "params");
    for (size_t i = 0; (param = flank_game_param(game, i)); i++) {
        if (param->counting)
            continue;
        json_open_object(out, NULL);
        json_string(out, "name", param->name);
        json_string(out, "help", param->help);
        add_list(out, "values", param->values);
        json_close_object(out);
    }
    json_close_array(out);
}

/* The letters of pieces on a board: both colours' men, and their kings where they have any. */
static void add_glyphs(text_buffer *out, const flank_game *game)
{
    json_open_array(out, "glyphs");
    for (int king = 0; king < 2; king++) {
        for (flank_color color = FLANK_BLACK; color <= FLANK_WHITE; color++) {
            const char glyph = flank_game_glyph(game, color, king);
            if (!king || glyph != flank_game_glyph(game, color, false))
                json_string(out, NULL, (char[]){glyph, '\0'});
        }
    }
    json_close_array(out);
}

static void add_game(text_buffer *out, const flank_game *game)
{
    const flank_position start = flank_game_start(game);
    char text[FLANK_POSITION_TEXT_SIZE];
    flank_position_format(game, &start, NULL, text);
    json_open_object(out, NULL);
    json_string(out, "name", flank_game_name(game));
    json_string(out, "title", flank_game_title(game));
    json_open_array(out, "colors");
    json_string(out, NULL, flank_game_color_name(game, FLANK_BLACK));
    json_string(out, NULL, flank_game_color_name(game, FLANK_WHITE));
    json_close_array(out);
    add_glyphs(out, game);
    json_bool(out, "row_1_on_top", flank_game_row_1_on_top(game));
    json_bool(out, "has_book", flank_game_has_book(game));
    json_bool(out, "scores_discs", flank_game_scores_discs(game));
    json_string(out, "start", text);
    json_open_array(out, "review_levels");
    for (int i = 0; i < LEVEL_REVIEWS; i++)
        json_integer(out, NULL, level_for_reviews(game)[i]);
    json_close_array(out);
    add_list(out, "position_styles", flank_game_position_styles(game));
    add_params(out, game);
    json_close_object(out);
}

static void add_format(text_buffer *out, const flank_format *format)
{
    json_open_object(out, NULL);
    json_string(out, "name", flank_format_name(format));
    json_string(out, "title", flank_format_title(format));
    json_string(out, "extensions", flank_format_extensions(format));
    json_bool(out, "reads", flank_format_reads(format));
    json_bool(out, "writes", flank_format_writes(format));
    json_open_array(out, "games");
    for (size_t i = 0; i < flank_game_count(); i++)
        if (flank_format_holds(format, flank_game_at(i)))
            json_string(out, NULL, flank_game_name(flank_game_at(i)));
    json_close_array(out);
    json_close_object(out);
}

flank_status handle_about(api_request *request, text_buffer *answer)
{
    (void)request;
    json_string(answer, "version", flank_version());
    json_integer(answer, "level_max", FLANK_LEVEL_MAX);
    json_open_array(answer, "games");
    for (size_t i = 0; i < flank_game_count(); i++)
        add_game(answer, flank_game_at(i));
    json_close_array(answer);
    json_open_array(answer, "formats");
    for (size_t i = 0; i < flank_format_count(); i++)
        add_format(answer, flank_format_at(i));
    json_close_array(answer);
    return FLANK_OK;
}
