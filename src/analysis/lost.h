/* SPDX-License-Identifier: MIT
 *
 * The thing that a bad move lost, named, and the line that refutes it: in games whose losses are chances, which say how
 * much and not what. In games of discs the number of discs says both.
 */
#ifndef FLANK_ANALYSIS_LOST_H
#define FLANK_ANALYSIS_LOST_H

#include <flank/analysis.h>

typedef enum lost_kind {
    LOST_WIN,  /* a proved win */
    LOST_DRAW, /* a proved draw: the move loses */
    LOST_GAME, /* no proof of anything better, but the move certainly loses */
    LOST_KINGS,
    LOST_MEN,
    LOST_CONNECTION, /* the side's pieces are further from one group */
    LOST_CUT,        /* the other side's are nearer to one */
    LOST_INITIATIVE, /* the better chance, and nothing of the above */
} lost_kind;

/* "win", "draw", "game", "kings", "men", "connection", "cut", "initiative"; static storage. */
const char *lost_kind_name(lost_kind kind);

typedef struct lost_thing {
    lost_kind kind;
    int count;   /* plies of the win, or to the loss; kings, men; groups after the move played. 0: initiative */
    int instead; /* LOST_CONNECTION, LOST_CUT: groups after the best move */
} lost_thing;

enum { LOST_THINGS_MAX = 2 };

typedef struct lost_things {
    lost_thing list[LOST_THINGS_MAX];
    int count;
} lost_things;

/* All that the move of position `index` lost and that has a name; nothing unless it is called an inaccuracy or worse.
 */
lost_things lost_by_move(const flank_analysis *analysis, size_t index);

/* The line from position `index` + 1 that shows why the move before it is an inaccuracy or worse. False if it is none,
 * or nothing follows. */
bool lost_refutation(const flank_analysis *analysis, size_t index, flank_line *line);

#endif
