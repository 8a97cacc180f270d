/* SPDX-License-Identifier: MIT
 *
 * A match as a run of units: a pair of games each, one opening with the colours changed.
 *
 * Game N of it is game N of `flank match` with the same engines, seed and limits; no clock is offered, since what a
 * worker plays must not depend on its machine. A unit is the number of the pair as text, its answer both games as the
 * record of a match has them (match_log.h) without times, or nothing if the match was decided before.
 */
#ifndef FLANK_FARM_FARM_MATCH_H
#define FLANK_FARM_FARM_MATCH_H

#include "core/text_buffer.h"
#include "farm/farm_store.h"
#include "match/match.h"

/* A match as the parameters of its run tell it. */
typedef struct farm_match {
    match_setting setting;
    match_terms terms;
    match_entry entries[2];
    match_openings *openings;
    bool sprt;
    double elo0, elo1; /* of the test */
} farm_match;

/* A match as it is submitted. */
typedef struct farm_match_plan {
    const char *engines[2]; /* ENGINE of match_spec.h, only our own */
    const char *game, *rules;
    int level;      /* of engines that say no limit; 0: none */
    uint64_t nodes; /* likewise */
    uint64_t seed;
    bool sprt;
    double elo0, elo1;
} farm_match_plan;

/* The parameters of a run; at most FARM_PARAMS_MAX bytes. */
void farm_match_format(const farm_match_plan *plan, text_buffer *params);

/* Read them and open what they name. FLANK_BAD_ARGUMENT with `error`: an engine that cannot play there, FLANK_BAD_FILE:
 * parameters that are none; FLANK_NO_MEMORY. Free with farm_match_close in any case. */
flank_status farm_match_open(const char *params, farm_match *match, flank_error *error);
void farm_match_close(farm_match *match);

/* The verdict of the games, in the order of their numbers. */
typedef struct farm_match_result {
    match_tally tally; /* of the first engine */
    size_t pairs;
    double llr;
    match_sprt sprt;
    bool decided; /* by the test; games behind that do not count */
} farm_match_result;

/* Take the answer to the next pair. FLANK_BAD_FILE: it is no pair of this match. */
flank_status farm_match_take(const farm_match *match, farm_bytes answer, farm_match_result *result, flank_error *error);

#endif
