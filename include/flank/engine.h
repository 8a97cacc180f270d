/* SPDX-License-Identifier: MIT
 *
 * The engine: one object that owns the memory of a search and thinks about positions of any game.
 *
 * Scores are hundredths: of a disc in the games that score discs (+200 = ahead by two discs at the end), of a piece in
 * Lines of Action and draughts. They are from the side to move's view. In games without a disc score a won game is
 * FLANK_SCORE_WIN minus the plies until the end, a lost one the negative of that.
 *
 * One engine is used by one thread at a time. Searching, solving and pondering exclude each other; a call ends the
 * pondering under way. A flank_stop (stop.h) in the limits ends a call from another thread. The library's own threads
 * block all signals but those of faults.
 */
#ifndef FLANK_ENGINE_H
#define FLANK_ENGINE_H

#include <flank/record.h>
#include <flank/stop.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FLANK_SCORE_WIN 30000    /* a win in 0 plies */
#define FLANK_SCORE_LIMIT 31000  /* no score is this large or larger in absolute value */
#define FLANK_SCORE_MATE 29000   /* from here on a score is a proved win in (FLANK_SCORE_WIN - score) plies */
#define FLANK_LINE_PLIES_MAX 128 /* longest line reported */
#define FLANK_LEVEL_MAX 60       /* levels are 1..FLANK_LEVEL_MAX */

/* Trained weights of Othello's evaluation, or the network of another game. Constant once read, so that any number of
 * engines and threads may share it. The library has its own ones built in; reading others is for those who train. */
typedef struct flank_evaluation flank_evaluation;

/* Read a file of weights, or of a network: one of Othello takes 21 or 42 MiB more. FLANK_CANNOT_READ, FLANK_BAD_FILE,
 * FLANK_NO_MEMORY; `error` (may be NULL) says what is wrong. */
flank_status flank_evaluation_read(const char *path, flank_evaluation **evaluation, flank_error *error);

/* The game that the evaluation is of; others are judged by what is built in. */
const flank_game *flank_evaluation_game(const flank_evaluation *evaluation);

/* A few rules of thumb that need no file: for whoever cannot use the one they wanted. Much weaker than trained weights,
 * and other than the set that is built in. NULL without memory. */
flank_evaluation *flank_evaluation_create_simple(void);

void flank_evaluation_destroy(flank_evaluation *evaluation); /* NULL is fine; after the engines that use it */

/* The memory that an evaluation takes: nearly 39 MiB. */
size_t flank_evaluation_bytes(void);

/* Endgame tables of Turkish draughts: positions of few pieces with who wins them, and in how many plies. Constant once
 * open, so that any number of engines and threads may share them. Those of 3 pieces are built in; `flank tablebase
 * build` makes files of more. */
typedef struct flank_tables flank_tables;

/* The tables of a file, which is mapped and wholly checked. NULL with `status` and `error` (both may be NULL):
 * FLANK_CANNOT_READ, FLANK_NO_MEMORY, FLANK_BAD_FILE if it is cut, damaged or something else. */
flank_tables *flank_tables_open(const char *path, flank_status *status, flank_error *error);

void flank_tables_close(flank_tables *tables); /* NULL is fine; after the engines that use them */

typedef struct flank_engine flank_engine;

typedef struct flank_engine_options {
    size_t hash_bytes;  /* the transposition table. 0: 128 MiB; at least 1 MiB is used, more than 256 GiB
                           refused. Beside it Othello takes flank_evaluation_bytes once for all engines of a program
                           (4 MiB more while that is unpacked, at first use), and half a MiB for each thread */
    bool shared_search; /* Othello is played and solved by the search of the other games: much weaker, and without the
                           memory of its evaluation */
    const flank_evaluation *evaluation; /* must outlive the engine; other games than the one that it is of are judged
                                           by what is built in, as all are with NULL */
    int threads;                        /* search with so many, 1..256; less counts as 1, more as 256. The shared
                                           search uses one where a level or a number of nodes bounds it, and takes
                                           0.7 MiB for each other one */
    flank_cpu cpu; /* Othello: use instructions up to this level at most. A test of the engine: answers and node counts
                      are the same at every level */
    const flank_tables *tables; /* of draughts, by the rules that they are of; must outlive the engine. NULL, and by
                                   other rules: those that are built in */
} flank_engine_options;

/* The clock of the side to move, before its move. All zero: there is none. */
typedef struct flank_clock {
    bool running;    /* false: no clock, and nothing else counts */
    int64_t left_ms; /* for the rest of the game; 0 or less with move_ms: only that counts; without: time is up, and
                        the engine answers at once */
    int64_t increment_ms; /* added after every move made */
    int64_t move_ms;      /* for this move alone; 0: no such limit */
} flank_clock;

/* The bounds of a search; a zero means "no such limit". With no limit at all it runs until it is stopped, until all its
 * lines are proved, or until FLANK_LINE_PLIES_MAX plies. The shared search makes no more nodes than it may; the Othello
 * engine looks at their number every few hundred nodes, makes a thousand or so in any case, and gives each thread an
 * equal part, which not every thread uses up. Time is looked at every few hundred nodes. */
typedef struct flank_limits {
    int depth_plies;
    uint64_t nodes;
    int64_t time_ms;   /* exactly so long, if nothing else ends it; longer while the system hands out memory that
                          flank_engine_prepare has not taken */
    flank_clock clock; /* the engine itself divides the time: more where the choice is hard, some kept back, so that it
                          never loses on time */
    int level;         /* 1..FLANK_LEVEL_MAX: bounds the search further and, at low levels, slips as people do; 0: none.
                          With one line that is the move that the level plays; after a slip there is only one */
    int selectivity; /* Othello by its usual rules: percent of confidence, at most 100, with which moves may be skipped;
                        73, 87, 95, 98, 99 and 100 are told apart. 0: the level's, or 73 before the end of the game and
                        100 up to it */
    int lines;       /* how many best moves to report; 0 counts as 1; larger than the number of moves means all */
    uint64_t seed;   /* for the slips of low levels */
    bool win_loss_draw; /* a solve only: scores are -100, 0 and +100 for a loss, a draw and a win */
    bool one_sided;     /* a solve only, of one line: is the score at least `at_least_discs`? The line's score is then
                           a bound, and the line ends with its first move. Not with win_loss_draw */
    int at_least_discs; /* -63..64 discs for the side to move; results are even, so an odd number counts as the next
                           even one. Without one_sided nothing looks at it */
    const flank_stop *stop; /* raised: end within some milliseconds, with the best so far; NULL: none */
} flank_limits;

/* The meaning of a line's score. */
typedef enum flank_bound {
    FLANK_BOUND_NONE = 0, /* the value itself */
    FLANK_BOUND_LOWER,    /* the value is at least the score */
    FLANK_BOUND_UPPER,    /* the value, and that of every other move, is at most the score */
} flank_bound;

/* One move and what follows it. */
typedef struct flank_line {
    flank_move moves[FLANK_LINE_PLIES_MAX]; /* moves[0] is the move of the root */
    int length;                             /* 0 only if there is no move at all */
    int score;                              /* see above */
    int depth_plies; /* depth of the search behind the score: that of the report, or one that was begun after it, in
                        which this move was the best so far when the search ended */
    int selectivity; /* percent of confidence in what that search skipped; 100: it skipped nothing on a guess */
    bool exact; /* the score is proved: what the move is worth with best play, and no move without a line is worth more.
                   In games without a disc score the length of a win or loss is an upper bound. With a bound: that is
                   proved */
    flank_bound
        bound; /* of a one-sided solve whose last depth reached the end of the game; otherwise FLANK_BOUND_NONE */
} flank_line;

/* The state of a search, handed to the callback and returned at the end. */
typedef struct flank_report {
    const flank_line *lines; /* best first; valid during the callback, or until the engine's next call */
    int line_count;
    int depth_plies; /* the last depth that was completed for all lines; 0: none */
    uint64_t nodes;  /* moves made on a board */
    double time_s;   /* since the search began */
    bool slipped;    /* a low level did not look for the best move this time: its one line is what it plays instead */
} flank_report;

typedef flank_reply flank_report_fn(void *user, const flank_report *report);

/* NULL without memory. `options` may be NULL. Free with flank_engine_destroy. */
flank_engine *flank_engine_create(const flank_engine_options *options);
void flank_engine_destroy(flank_engine *engine); /* NULL is fine */

/* See that there is memory for `game`, and unpack its evaluation: some tenths of a second, once. The first search does
 * that too, and its limits do not know of it, but its stop does. FLANK_OK, FLANK_NO_MEMORY; FLANK_STOPPED if `stop`
 * (may be NULL) was raised before all was there: the engine can be used, and what is missing is made up for later. */
flank_status flank_engine_reserve(flank_engine *engine, const flank_game *game, const flank_stop *stop);

/* The same, and take all of the memory from the system, which would otherwise give it piece by piece as it is first
 * used, mostly at the beginning of the first search: call this before a clock starts. Once it is taken, the engine
 * keeps it until it is destroyed or thinks about another game. A gigabyte takes some tenths of a second, on a busy
 * machine two seconds, less with several threads; after a stop the next call does it again. */
flank_status flank_engine_prepare(flank_engine *engine, const flank_game *game, const flank_stop *stop);

/* Both for a game by `rules` (NULL: the defaults): rules that stand apart have a search of their own, which without
 * this is made at the first search. */
flank_status flank_engine_reserve_rules(flank_engine *engine, const flank_game *game, const flank_rules *rules,
                                        const flank_stop *stop);
flank_status flank_engine_prepare_rules(flank_engine *engine, const flank_game *game, const flank_rules *rules,
                                        const flank_stop *stop);

/* Forget everything learned from earlier searches; afterwards the same calls give the same answers. */
void flank_engine_clear(flank_engine *engine);

/* Search with less than the engine was created with, from the next call on: `threads` of its threads, and a table of
 * `hash_bytes`. 0, and more than it has: all. The table of another size, or for other threads, is empty. */
void flank_engine_narrow(flank_engine *engine, int threads, size_t hash_bytes);

/* Think about the position at the record's cursor. `on_report` (may be NULL) is called with `user` on this thread after
 * each completed iteration. FLANK_OK with `report` filled; a search that was stopped or ran out of a limit returns
 * FLANK_OK with the best found so far (at least one move; several lines are those of the last completed iteration,
 * since values of different depths cannot be compared). FLANK_GAME_OVER if there is nothing to choose, which includes a
 * draw by repetition or want of progress; FLANK_BAD_ARGUMENT for a negative limit, an unknown level, win_loss_draw or
 * one_sided; FLANK_NO_MEMORY. */
flank_status flank_engine_search(flank_engine *engine, const flank_record *record, const flank_limits *limits,
                                 flank_report_fn *on_report, void *user, flank_report *report);

/* The exact result of a position with best play; in games without a disc score, who wins and in how many plies at
 * most. For one line of those proof-number search and alpha-beta take turns, with one thread and half of the table
 * each, and a proof may take some thousand nodes more than it should. Of the limits (may be NULL: none), nodes, time,
 * lines, win_loss_draw, one_sided and stop bound a solve; the others must be 0, and without a disc score win_loss_draw
 * and one_sided, too. With all lines each of them is exact. A one-sided question takes about half of what win_loss_draw
 * takes. `on_report` (may be NULL) is called whenever more is known. FLANK_STOPPED if a limit was reached or the stop
 * raised: then `report` holds what is known, and the score of a line that is not exact is a guess or a bound.
 * FLANK_GAME_OVER, FLANK_BAD_ARGUMENT, FLANK_NO_MEMORY. */
flank_status flank_engine_solve(flank_engine *engine, const flank_record *record, const flank_limits *limits,
                                flank_report_fn *on_report, void *user, flank_report *report);

/* Think on the opponent's time. The record stands where the opponent is to move: a thread of the engine guesses that
 * move, plays it on a copy of the record and thinks about the answer until something ends it: `stop` (may be NULL), or
 * any other call for this engine, which first waits for the thread, some milliseconds. A flank_engine_search of the
 * position that was guessed goes on from what has been found, and a clock then counts the time spent before as spent on
 * this move; of any other position it still profits where the two have something in common. With pondering, the answers
 * of later searches depend on how long it lasted.
 *
 * Returns at once: FLANK_OK, FLANK_GAME_OVER, or FLANK_NO_MEMORY, also if no thread can be started. */
flank_status flank_engine_ponder(flank_engine *engine, const flank_record *record, const flank_stop *stop);

#ifdef __cplusplus
}
#endif
#endif
