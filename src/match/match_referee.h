/* SPDX-License-Identifier: MIT
 *
 * One game between two players: whose turn it is, the clocks, what is legal, how it ended.
 */
#ifndef FLANK_MATCH_REFEREE_H
#define FLANK_MATCH_REFEREE_H

#include "match/match_player.h"

enum {
    MATCH_PLIES_MAX = 500,    /* a longer game is a draw */
    MATCH_TOLERANCE_MS = 100, /* an answer may come so much later than its clock allows: processes need time besides */
};

/* A finished game. */
typedef struct match_game {
    size_t number;   /* from 0; two games with the same number / 2 are a pair */
    int engines[2];  /* of the tournament; the game calls them 0 and 1 */
    int first;       /* the engine, 0 or 1, that had the colour that moves first in this game's start position */
    int points2;     /* of engine 0: 0, 1 or 2 half points */
    char reason[48]; /* for people: "no move left" */
    match_ending ending;
    int faulty; /* the engine that lost by a fault; -1: none */
    match_fault fault;
    flank_record *record; /* owned */
    size_t opening_plies; /* moves that nobody thought about */
    double used_s[2];     /* by engine */
    size_t thought[2];    /* moves that each was asked for */
    uint64_t nodes;       /* that engines of ours searched, also of a game that was stopped */
    float *times_s;       /* of every ply after the opening, 0 for a forced pass; owned */
} match_game;

void match_game_free(match_game *game);

/* Those that take part in a game. */
typedef struct match_table {
    match_player *players[2]; /* players[0] is engine 0; both run */
    flank_engine *solver;     /* the referee's own, where the setting lets him solve; else NULL */
} match_table;

/* Play `game`, whose number, engines, first, record (the opening) and opening_plies are set. False if the match was
 * stopped, or without memory: then there is no result. */
bool match_referee_play(match_game *game, const match_table *table, const match_setting *setting);

#endif
