/* SPDX-License-Identifier: MIT
 *
 * True if a game is in the library already.
 *
 * Known facts of both games have to agree: game, start, rules, moves, year, date, and of each player the name, or,
 * where one of them has none, the number in WTHOR's list; and who won. The number of discs is not asked, for formats
 * count those of a resigned game differently; nor is the event, which collections name in many ways. If nothing is
 * known of one game that is not known of the other, that is enough. Else (a date that is only a year, a player without
 * a name or number) it is the same game if the year is known and the result is the same; the one that is there then
 * gets what it lacks, so that it can stand for one game only: of two games of unknown players that WTHOR numbers
 * differently the second is never taken for what the first was taken for.
 *
 * Numbers beside the names are not asked: a collection of one's own may have other lists.
 */
#ifndef FLANK_LIBRARY_LIBRARY_TWIN_H
#define FLANK_LIBRARY_LIBRARY_TWIN_H

#include "library/library_store.h"

/* A game as it goes into the tables. */
typedef struct fresh_game {
    const flank_sheet *sheet;
    int64_t id;                           /* once it has a row */
    int64_t game;                         /* its number */
    int64_t black, white, event, opening; /* numbers of names */
    const char *date;
    flank_sheet_result result;
    int year, plies;
    text_buffer moves, start, rules, tags, tree;
    uint64_t hash; /* of game, start, rules, moves and year: equal games have one */
} fresh_game;

/* The tags of the players' numbers. */
#define TWIN_BLACK_NUMBER "wthor.black"
#define TWIN_WHITE_NUMBER "wthor.white"

/* The game of the library that `fresh` is. */
typedef struct game_twin {
    int64_t id; /* 0: there is none */
    bool lacks; /* it may lack something that `fresh` has: a name, a number, a day */
} game_twin;

flank_status find_twin(game_library *library, const fresh_game *fresh, game_twin *twin, flank_error *error);

/* True if a date says no more than the year. */
bool is_only_year(const char *date);

#endif
