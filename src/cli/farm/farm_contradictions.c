/* SPDX-License-Identifier: MIT
 *
 * Answers of workers that contradict each other, with the names of both.
 */
#include "cli/farm/farm_command.h"

#include "core/json_writer.h"
#include "games/othello/othello.h"

#include <flank/flank.h>

#include <inttypes.h>

static void board_text(const farm_conflict *conflict, char board[FLANK_POSITION_TEXT_SIZE])
{
    const flank_position position = {.own = conflict->own, .other = conflict->other};
    flank_position_format(&othello_game, &position, NULL, board);
}

void farm_contradictions_json(text_buffer *out, const farm_state *state)
{
    char board[FLANK_POSITION_TEXT_SIZE];
    json_open_array(out, "contradictions");
    for (size_t i = 0; i < state->conflict_count; i++) {
        board_text(&state->conflicts[i], board);
        json_open_object(out, NULL);
        json_string(out, "position", board);
        json_open_array(out, "answers");
        for (int k = 0; k < 2; k++) {
            const farm_side *side = &state->conflicts[i].sides[k];
            json_open_object(out, NULL);
            json_integer(out, "worker", side->worker);
            json_string(out, "host", side->host);
            json_integer(out, "lo", side->lo);
            json_integer(out, "hi", side->hi);
            json_count(out, "nodes", side->nodes);
            json_close_object(out);
        }
        json_close_array(out);
        json_close_object(out);
    }
    json_close_array(out);
}

void farm_contradictions_text(text_buffer *out, const farm_state *state)
{
    char board[FLANK_POSITION_TEXT_SIZE];
    for (size_t i = 0; i < state->conflict_count; i++) {
        board_text(&state->conflicts[i], board);
        text_addf(out, "%s:", board);
        for (int k = 0; k < 2; k++) {
            const farm_side *side = &state->conflicts[i].sides[k];
            text_addf(out, "%s worker %" PRId64 " (%s) says %+d to %+d in %" PRIu64 " nodes", k ? "," : "",
                      side->worker, side->host, side->lo, side->hi, side->nodes);
        }
        text_add(out, "\n");
    }
}
