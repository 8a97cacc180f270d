/* SPDX-License-Identifier: MIT
 *
 * Adjudication: the end of a game before its last move, because what comes of it is clear.
 */
#ifndef FLANK_MATCH_ADJUDICATOR_H
#define FLANK_MATCH_ADJUDICATOR_H

#include <flank/flank.h>

enum { MATCH_SOLVE_EMPTIES_MAX = 24 }; /* two seconds for a position of an even game */

/* The grounds on which games are ended. All zero: none is. */
typedef struct match_adjudication {
    int resign_moves;    /* that many moves of each engine in a row on which both agree who wins; 0: off */
    double resign_score; /* by at least so many discs or pieces */
    int draw_moves;      /* that many moves of each engine in a row that both call even; 0: off */
    double draw_score;   /* by at most so many discs or pieces */
    int draw_from;       /* and not before so many moves of both sides were made, those of the opening counted */
    bool proved;         /* both engines have proved the same result */
    int solve_empties;   /* the referee solves a position with at most so many empty squares; 0: off */
} match_adjudication;

/* What an engine says of the position in which it has chosen its move. */
typedef struct match_opinion {
    bool has_score;
    double score; /* for the engine, in discs or pieces; infinite for a win or loss that is proved */
    bool proved;
    int sign; /* with `proved`: 1 it wins, -1 it loses, 0 a draw */
} match_opinion;

/* The end of a game. The word is that of the JSON; the text, the reason of the record, NULL where the game says it
 * itself. */
#define MATCH_ENDING_LIST(X)                                                                                           \
    X(RULES, "rules", NULL)                                                                                            \
    X(RESIGNED, "resigned", "resigned")                                                                                \
    X(FORFEIT, "forfeit", NULL)                                                                                        \
    X(TOO_LONG, "too_long", "too long")                                                                                \
    X(WON, "win", "adjudicated: both engines see it won")                                                              \
    X(DRAWN, "draw", "adjudicated: both engines see it even")                                                          \
    X(PROVED, "proved", "adjudicated: both engines have proved it")                                                    \
    X(SOLVED, "solved", "adjudicated: solved by the referee")

typedef enum match_ending {
#define X(name, word, text) MATCH_ENDED_##name,
    MATCH_ENDING_LIST(X)
#undef X
} match_ending;

enum { MATCH_ENDINGS = MATCH_ENDED_SOLVED + 1 };

const char *match_ending_name(match_ending ending); /* "too_long" */
const char *match_ending_text(match_ending ending); /* "too long", or NULL */

/* True for the endings from WON on, which are those of this file. */
bool match_ending_is_adjudicated(match_ending ending);

/* The answers of a game so far, by engine, 0 or 1; zero at its begin. */
typedef struct match_watch {
    int winning[2], losing[2], even[2]; /* moves in a row */
    match_opinion last[2];
} match_watch;

/* Engine 0 or 1 has made a move and says what it thinks. A move without a score ends its rows. */
void match_watch_take(match_watch *watch, const match_adjudication *rules, int engine, const match_opinion *opinion);

/* The ground on which the game, of `plies` plies so far, ends now; MATCH_ENDED_RULES if it goes on. `*winner` is engine
 * 0 or 1, or -1 for a draw. */
match_ending match_watch_judge(const match_watch *watch, const match_adjudication *rules, size_t plies, int *winner);

/* Solve the position at the record's cursor if it has few enough empty squares. FLANK_OK with `*solved`, and then
 * `*sign` for the side to move; FLANK_STOPPED, FLANK_NO_MEMORY. */
flank_status match_solve(flank_engine *solver, const flank_record *record, const match_adjudication *rules,
                         const flank_stop *stop, bool *solved, int *sign);

#endif
