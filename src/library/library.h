/* SPDX-License-Identifier: MIT
 *
 * The library of games: a collection in one SQLite file that is searched by players, events, years, results, openings
 * and positions.
 *
 * A game is kept whole, so that what was read can be written again in any format. Positions are looked up in two ways:
 * those of the opening (library_index.h) in a table that holds for each of them, turned to its canonical form, how
 * often each move was played and with what results; all others by going through the games, which costs a fraction of a
 * microsecond each, since a game whose squares are not occupied by then need not be replayed (library_match.h). A table
 * of every position of every game was rejected: seven million rows for the hundred thousand games of WTHOR, most of
 * them for positions that occurred once, ten times the size of all the rest.
 *
 * Other processes may read while one writes (SQLite's write-ahead log); a second writer waits for some seconds.
 *
 * Nothing here prints. Failures fill in `error` (may be NULL) with one line: FLANK_CANNOT_READ, FLANK_BAD_FILE
 * (damaged, foreign, made by a later version), FLANK_CANNOT_WRITE (also: another process is writing), FLANK_NO_MEMORY.
 * An open library is used by one thread at a time.
 */
#ifndef FLANK_LIBRARY_LIBRARY_H
#define FLANK_LIBRARY_LIBRARY_H

#include <flank/flank.h>

typedef struct game_library game_library;

typedef enum library_access {
    LIBRARY_READ,   /* the file must be there */
    LIBRARY_CHANGE, /* likewise, and it is written to */
    LIBRARY_WRITE,  /* it is made if it is not there */
} library_access;

/* `path` NULL: a library in memory. NULL with `status` (may be NULL) and `error` set on failure. */
game_library *library_open(const char *path, library_access access, flank_status *status, flank_error *error);
void library_close(game_library *library); /* rolls back what is not committed; NULL is fine */

/* From here on every question of this library ends soon after `stop` is raised, with FLANK_STOPPED; NULL: none does. It
 * must outlive that, and be replaced before it goes. */
void library_heed(game_library *library, const flank_stop *stop);

/* ---- Adding games ---- */

/* Everything added between begin and commit is there afterwards as a whole or not at all. After a failure of begin, add
 * or commit nothing of it is there. */
flank_status library_begin(game_library *library, flank_error *error);
flank_status library_commit(game_library *library, flank_error *error);
void library_rollback(game_library *library);

/* The fate of a game. */
typedef enum library_added {
    LIBRARY_NEW,
    LIBRARY_KNOWN,     /* it is there already, */
    LIBRARY_COMPLETED, /* and has got a name, a number of WTHOR's, an event or a day that it lacked */
} library_added;

/* Add a game that is not there yet: docs/users/library.md says when two are the same. FLANK_NOT_SUPPORTED for a sheet
 * that is a position, or has more than 131072 moves or 4 MiB of text; then, and only then, others can still be added.
 */
flank_status library_add(game_library *library, const flank_sheet *sheet, library_added *added, flank_error *error);

/* ---- Choice of games ---- */

typedef enum library_result {
    LIBRARY_ANY_RESULT,
    LIBRARY_BLACK_WON,
    LIBRARY_WHITE_WON,
    LIBRARY_DRAWN,
    LIBRARY_UNKNOWN_RESULT,
} library_result;

/* All zero: every game. Texts are looked for anywhere in the name, in any case and with or without accents; NULL: any.
 * An opening lets pass the games that went through any position of such a name. A text between quotation marks, "Li",
 * is the whole name, as library_summarise has it; of an opening, the last name that the game had. */
typedef struct library_filter {
    const char *player;   /* of either side */
    const char *opponent; /* the other side's, of games with `player`; without that as `player` */
    const char *black, *white, *event, *opening;
    bool opponents; /* library_summarise: of the players those who met `player`, or else `black` or `white` */
    int first_year, last_year; /* 0: any */
    library_result result;
    const flank_game *game;   /* NULL: any */
    const flank_rules *rules; /* with `game`: if they stand apart, games by them, else (NULL, too) the usual one's */
    const flank_position *position; /* games through it, mirrored or turned too; NULL: any. Needs `game` */
    uint64_t limit;                 /* library_search, library_each, library_delete: at most so many; 0: all */
    uint64_t skip;                  /* library_search: the first so many are left out */
} library_filter;

/* The results of games. */
typedef struct library_tally {
    uint64_t games, black, drawn, white; /* games: all, also those without a known result */
    uint64_t counted;                    /* those that ended with a number of discs, */
    int64_t discs;                       /* and the sum of it: black's minus white's */
    int first_year, last_year;           /* 0: of no game known */
} library_tally;

/* Between begin and commit: take out the games that a filter lets pass, with its limit the newest of them, and say how
 * many. After a failure nothing of what was done since begin is there. */
flank_status library_delete(game_library *library, const library_filter *filter, uint64_t *deleted, flank_error *error);

/* ---- Answers ---- */

typedef struct library_game {
    int64_t id;
    const flank_game *game;
    flank_rules rules;                                  /* those that stand apart; the others are left out here */
    const char *black, *white, *event, *date, *opening; /* "" if unknown; valid during the call */
    flank_sheet_result result;
    int plies;
} library_game;

typedef bool library_game_fn(void *user, const library_game *game); /* false: no more */

/* The games, the newest first by their dates. */
flank_status library_search(game_library *library, const library_filter *filter, library_game_fn *found, void *user,
                            flank_error *error);

typedef struct library_move {
    flank_move move; /* as played in the filter's position; of moves that are each other's mirror image one is named */
    bool is_end;     /* no move: games ended here */
    library_tally tally;
} library_move;

typedef struct library_place {
    library_tally tally; /* of all the games */
    library_move *moves; /* the most played first; only with a position */
    size_t count;
    bool from_index;
} library_place;

/* Results of the games and, if the filter has a position, how they went on from it. Free with library_place_free. */
flank_status library_explore(game_library *library, const library_filter *filter, library_place *place,
                             flank_error *error);
void library_place_free(library_place *place);

/* Sums over the games, by one of their properties. */
typedef enum library_group {
    LIBRARY_BY_GAME,
    LIBRARY_BY_PLAYER, /* black and white: won and lost from the player's view, discs too */
    LIBRARY_BY_EVENT,
    LIBRARY_BY_OPENING,
    LIBRARY_BY_YEAR,
    LIBRARY_GROUPS
} library_group;

typedef struct library_row {
    char *name;          /* "" if unknown; of a year its digits */
    library_tally tally; /* by player: black means won, white lost */
} library_row;

/* Games by rules that stand apart are only in LIBRARY_BY_GAME, unless the filter names a game. */
typedef struct library_summary {
    library_tally tally;
    uint64_t apart;                    /* games that the other sums leave out for that */
    library_row *rows[LIBRARY_GROUPS]; /* the most frequent first; years in their order */
    size_t count[LIBRARY_GROUPS];
} library_summary;

/* Free with library_summary_free. */
flank_status library_summarise(game_library *library, const library_filter *filter, library_summary *summary,
                               flank_error *error);
void library_summary_free(library_summary *summary);

typedef bool library_sheet_fn(void *user, const flank_sheet *sheet); /* false: no more */

/* The games themselves, in the order in which they were added; with a limit those of library_search, the newest first.
 */
flank_status library_each(game_library *library, const library_filter *filter, library_sheet_fn *found, void *user,
                          flank_error *error);

/* One game by its number; the caller destroys `*sheet`. FLANK_NOT_FOUND. */
flank_status library_load(game_library *library, int64_t id, flank_sheet **sheet, flank_error *error);

#endif
