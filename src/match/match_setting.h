/* SPDX-License-Identifier: MIT
 *
 * The settings that are the same for every game of a match.
 */
#ifndef FLANK_MATCH_SETTING_H
#define FLANK_MATCH_SETTING_H

#include "match/match_adjudicator.h"

enum { MATCH_DEFAULT_LEVEL = 10 }; /* if nothing at all is said */

/* Thinking time; all zero: no clock. */
typedef struct match_clock {
    double game_s;      /* for the whole game, each side; 0: a clock by the move, or none */
    double increment_s; /* after every move, with game_s */
    double move_s;      /* for every move */
} match_clock;

typedef struct match_setting {
    const flank_game *game;
    flank_rules rules;
    match_clock clock;
    int level;      /* for engines that have no limit of their own; 0: none */
    uint64_t nodes; /* likewise */
    match_adjudication adjudication;
    double patience_s;      /* the time that a child may take to answer where no clock binds it */
    bool show_errors;       /* of children */
    uint64_t seed;          /* of slips and of choices from the book */
    size_t hash_bytes;      /* of each of our engines that says nothing else */
    const flank_stop *stop; /* the match is to end */
} match_setting;

static inline bool match_has_clock(const match_clock *clock) { return clock->game_s > 0 || clock->move_s > 0; }

/* The faults of an engine. Each costs the game. */
#define MATCH_FAULT_LIST(X)                                                                                            \
    X(TIME, "time", "lost on time")                                                                                    \
    X(ILLEGAL, "illegal", "illegal move")                                                                              \
    X(NONSENSE, "nonsense", "no move in its answer")                                                                   \
    X(CRASH, "crash", "left the game")                                                                                 \
    X(HANG, "hang", "did not answer")

typedef enum match_fault_kind {
    MATCH_FAULT_NONE,
#define X(name, word, text) MATCH_FAULT_##name,
    MATCH_FAULT_LIST(X)
#undef X
        MATCH_FAULT_STOPPED, /* no fault of its own: the match is being stopped */
} match_fault_kind;

enum { MATCH_FAULT_KINDS = MATCH_FAULT_STOPPED }; /* NONE and those that cost a game */

typedef struct match_fault {
    match_fault_kind kind;
    char text[128]; /* more about it, or "" */
} match_fault;

/* "time", and "lost on time". */
const char *match_fault_name(match_fault_kind kind);
const char *match_fault_text(match_fault_kind kind);

#endif
