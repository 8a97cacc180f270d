/* SPDX-License-Identifier: MIT
 *
 * Answers of workers that contradict each other, with the names of both, and tasks that are parked, with the reason.
 */
#include "cli/farm/farm_command.h"

#include "core/json_writer.h"
#include "games/othello/othello.h"

#include <flank/flank.h>

#include <inttypes.h>
#include <stdio.h>

/* What it is about: a position or, if `unit` is not -1, the unit as "run:number". */
static void subject_of(flank_position position, const char *run, int64_t unit, char subject[FLANK_POSITION_TEXT_SIZE])
{
    if (unit < 0)
        flank_position_format(&othello_game, &position, NULL, subject);
    else
        snprintf(subject, FLANK_POSITION_TEXT_SIZE, "%s:%" PRId64, run, unit + 1);
}

static void subject_of_conflict(const farm_conflict *of, char subject[FLANK_POSITION_TEXT_SIZE])
{
    subject_of((flank_position){.own = of->own, .other = of->other}, of->run, of->unit, subject);
}

static void subject_of_parked(const farm_parked *of, char subject[FLANK_POSITION_TEXT_SIZE])
{
    subject_of((flank_position){.own = of->own, .other = of->other}, of->run, of->unit, subject);
}

static void side_json(text_buffer *out, const farm_side *side, bool is_unit)
{
    json_open_object(out, NULL);
    json_integer(out, "worker", side->worker);
    json_string(out, "host", side->host);
    if (!is_unit) {
        json_integer(out, "lo", side->lo);
        json_integer(out, "hi", side->hi);
        json_count(out, "nodes", side->nodes);
    }
    json_close_object(out);
}

static void contradictions_json(text_buffer *out, const farm_state *state)
{
    char subject[FLANK_POSITION_TEXT_SIZE];
    json_open_array(out, "contradictions");
    for (size_t i = 0; i < state->conflict_count; i++) {
        const farm_conflict *of = &state->conflicts[i];
        subject_of_conflict(of, subject);
        json_open_object(out, NULL);
        json_string(out, of->unit < 0 ? "position" : "unit", subject);
        json_open_array(out, "answers");
        for (int k = 0; k < 2; k++)
            side_json(out, &of->sides[k], of->unit >= 0);
        json_close_array(out);
        json_close_object(out);
    }
    json_close_array(out);
}

static void contradictions_text(text_buffer *out, const farm_state *state)
{
    char subject[FLANK_POSITION_TEXT_SIZE];
    for (size_t i = 0; i < state->conflict_count; i++) {
        const farm_conflict *of = &state->conflicts[i];
        const farm_side *sides = of->sides;
        subject_of_conflict(of, subject);
        if (of->unit >= 0) {
            text_addf(out, "unit %s: worker %" PRId64 " (%s) and worker %" PRId64 " (%s) answer by other bytes\n",
                      subject, sides[0].worker, sides[0].host, sides[1].worker, sides[1].host);
            continue;
        }
        text_addf(out, "%s:", subject);
        for (int k = 0; k < 2; k++)
            text_addf(out, "%s worker %" PRId64 " (%s) says %+d to %+d in %" PRIu64 " nodes", k ? "," : "",
                      sides[k].worker, sides[k].host, sides[k].lo, sides[k].hi, sides[k].nodes);
        text_add(out, "\n");
    }
}

void farm_trouble_json(text_buffer *out, const farm_state *state)
{
    char subject[FLANK_POSITION_TEXT_SIZE];
    contradictions_json(out, state);
    json_open_array(out, "parked_tasks");
    for (size_t i = 0; i < state->parked_count; i++) {
        const farm_parked *of = &state->parked[i];
        subject_of_parked(of, subject);
        json_open_object(out, NULL);
        json_string(out, "run", of->run);
        json_string(out, of->unit < 0 ? "position" : "unit", subject);
        json_string(out, "error", of->error);
        json_close_object(out);
    }
    json_close_array(out);
}

void farm_trouble_text(text_buffer *out, const farm_state *state)
{
    char subject[FLANK_POSITION_TEXT_SIZE];
    contradictions_text(out, state);
    for (size_t i = 0; i < state->parked_count; i++) {
        subject_of_parked(&state->parked[i], subject);
        text_addf(out, "parked in %s: %s: %s\n", state->parked[i].run, subject, state->parked[i].error);
    }
}
