/* SPDX-License-Identifier: MIT
 *
 * Matches between two engines, and tournaments of more, which are lists of such matches: many games at once, paired
 * openings, statistics, a record to go on from.
 *
 *   match.c           the threads, the games' order, when it ends     match_stats.c     what the games prove
 *   match_plan.c      the pairings of a tournament                    match_ratings.c   ratings of more than two
 * engines match_referee.c   one game                                        match_openings.c  where games begin
 *   match_adjudicator.c   games that end early
 *   match_player.c    an engine, ours or a program                    match_log.c       the record
 *   match_child.c     a child process                                 match_spec.c      reading ENGINE
 *   match_talk.c      what the protocols share                        match_gtp.c match_nboard.c match_ugi.c
 * match_hub.c
 */
#ifndef FLANK_MATCH_MATCH_H
#define FLANK_MATCH_MATCH_H

#include "match/match_log.h"
#include "match/match_openings.h"
#include "match/match_plan.h"
#include "match/match_stats.h"

enum { MATCH_GAMES_MAX = 1000000, MATCH_CONCURRENCY_MAX = 256 };

typedef struct match_options {
    match_setting setting; /* its `stop` is set by match_run */
    match_entry entries[MATCH_ENGINES_MAX];
    match_openings *openings;
    match_terms terms;       /* for the record */
    size_t games;            /* of all pairings, 1..MATCH_GAMES_MAX */
    bool sprt;               /* of two engines only */
    double elo0, elo1;       /* with sprt; elo0 < elo1 */
    int concurrency;         /* 1..MATCH_CONCURRENCY_MAX */
    const char *record_path; /* NULL: no record */
    const flank_stop *stop;  /* raised: end the match; NULL: none */
} match_options;

/* All that is known of an engine in a match. */
typedef struct match_side {
    char name[MATCH_NAME_SIZE];
    size_t faults[MATCH_FAULT_KINDS];
    double used_s;
    size_t thought; /* moves */
} match_side;

/* All that is known of a match. Engine 0 is the one named first. */
typedef struct match_state {
    match_tally tallies[MATCH_PAIRINGS_MAX]; /* by pairing, counted for its first engine */
    match_side sides[MATCH_ENGINES_MAX];     /* by engine */
    size_t games, resumed;                   /* finished; of these, read from the record */
    size_t repeated; /* games that are move for move an earlier one of the pairing with the same engine moving first */
    size_t endings[MATCH_ENDINGS];
    double llr; /* with sprt */
    match_sprt sprt;
} match_state;

/* Called on the thread of match_run. */
typedef struct match_listener {
    void (*on_game)(void *user, const match_state *state, const match_game *game); /* also for games of the record */
    void (*on_tick)(void *user, const match_state *state);                         /* some times a second */
    void *user;
} match_listener;

/* Play. FLANK_OK when the match is over; FLANK_STOPPED if it was ended from outside; with `error` set FLANK_NOT_FOUND
 * if an engine cannot be started, FLANK_NO_MEMORY, and for the record what match_log_open and match_log_append say,
 * with `line` (0: none). `state` is what was reached in any case. */
flank_status match_run(const match_options *options, const match_listener *listener, match_state *state, size_t *line,
                       flank_error *error);

#endif
