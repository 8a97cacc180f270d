/* SPDX-License-Identifier: MIT
 *
 * Endgame tables of Turkish draughts: every position of up to so many pieces with who wins it, and in how many plies.
 * This header is all that others need of the room: tables are built, opened (which checks them) and probed.
 *
 * A value is that of best play by both: the winner takes the shortest way, the loser the longest. It counts the plies
 * to the end of the game, in which a side has no piece or no move left. A position that nobody can force is a draw: the
 * third repetition is one.
 *
 * The rule parameters promotion and majority change the values. Tables are of one choice of them and answer for no
 * other; the parameter count changes nothing. no_progress is not theirs: see tablebase_idle_plies.
 */
#ifndef FLANK_TABLEBASE_H
#define FLANK_TABLEBASE_H

#include <flank/engine.h>

/* Tables have positions of 3 up to so many pieces. Those of 2 are over: one piece each is a draw. */
enum { TABLEBASE_PIECES_MIN = 3, TABLEBASE_PIECES_MAX = 4, TABLEBASE_NAME_SIZE = 2 * TABLEBASE_PIECES_MAX + 2 };

typedef flank_tables tablebase;

typedef struct tablebase_value {
    int sign;  /* +1 the side to move wins, -1 it loses, 0 a draw */
    int plies; /* to the end of the game; a draw: 0 */
} tablebase_value;

/* The positions of one class: what the side to move has against what the other side has. Mirror images count once. */
typedef struct tablebase_class {
    char name[TABLEBASE_NAME_SIZE]; /* "KM-K": the side to move has a king and a man, the other a king */
    unsigned pieces;
    uint64_t positions, won, drawn, lost;
    int longest_win_plies, longest_loss_plies; /* 0 where there is none */
} tablebase_class;

/* The game that the tables are of. */
const flank_game *tablebase_game(void);

/* ---- Opening and probing ---- */

/* flank_tables_open and flank_tables_close are public (flank/engine.h). */

/* flank_tables_open of bytes in memory, which must outlive the tables. */
tablebase *tablebase_open_bytes(const void *bytes, size_t size, flank_status *status, flank_error *error);

/* The tables that are part of the library: up to 3 pieces, with the usual rules. NULL without memory; in the browser
 * also until the page has given them. */
tablebase *tablebase_open_default(void);

/* The value of a position; false if the tables do not have it: other rules, too many pieces, one each, or a side has
 * none. Any number of threads may probe at once. */
bool tablebase_probe(const tablebase *tables, const flank_rules *rules, const flank_position *position,
                     tablebase_value *value);

/* The plies without progress behind `move`, with so many before it, as the rule no_progress counts them. The tables
 * know nothing of that rule: by it a win or loss of theirs stands if it comes before the draw, and a draw stands. */
int tablebase_idle_plies(const flank_rules *rules, const flank_position *position, flank_move move, int idle_plies);

/* True if the tables have values by these rules. */
bool tablebase_fits(const tablebase *tables, const flank_rules *rules);

/* ---- Describing ---- */

unsigned tablebase_pieces(const tablebase *tables); /* up to so many */
flank_rules tablebase_rules(const tablebase *tables);
size_t tablebase_size(const tablebase *tables); /* bytes of the file */
unsigned tablebase_class_count(const tablebase *tables);

/* Count through class `index`. */
tablebase_class tablebase_describe(const tablebase *tables, unsigned index);

/* ---- Building ---- */

typedef struct tablebase_plan {
    flank_rules rules;
    unsigned pieces;        /* TABLEBASE_PIECES_MIN..TABLEBASE_PIECES_MAX */
    const flank_stop *stop; /* raised: end within a second with FLANK_STOPPED; NULL: none */
} tablebase_plan;

typedef struct tablebase_progress {
    char name[TABLEBASE_NAME_SIZE]; /* the class at work */
    unsigned classes_found;         /* that an earlier run had done */
    unsigned classes, classes_done;
    uint64_t entries, entries_done;
} tablebase_progress;

typedef void tablebase_progress_fn(void *user, const tablebase_progress *progress);

/* Build tables in the file `path`; `progress` is called some times a second. Until it is whole it is called PATH.part:
 * a run that was stopped or killed is gone on with by the next one with the same plan. Nothing is to be done if the
 * file is there already. FLANK_BAD_FILE if a file of that name is something else, FLANK_CANNOT_WRITE, FLANK_NO_MEMORY,
 * FLANK_STOPPED; FLANK_TOO_LARGE if a win takes more plies than an entry can hold. */
flank_status tablebase_build(const char *path, const tablebase_plan *plan, tablebase_progress_fn *progress, void *user,
                             flank_error *error);

#endif
