/* SPDX-License-Identifier: MIT
 *
 * flank as a player: engine, book and strength. It knows no clock and no file.
 */
#ifndef FLANK_CLI_PLAY_PLAYER_H
#define FLANK_CLI_PLAY_PLAYER_H

#include "cli/input/book_input.h"
#include "cli/command/interrupt.h"
#include "cli/command/progress.h"

typedef struct play_player {
    flank_engine *engine;
    book_input book;
    interrupt_watch *watch; /* Ctrl-C raises the stop */
    flank_stop stop;
    progress_line progress;
    int level;        /* 0: only the clock bounds flank's thinking */
    bool level_asked; /* the person asked for the level: it stays beside a clock */
    uint64_t seed;
    bool ponders;                /* flank thinks while a line is read */
    const flank_record *thought; /* the record under thought, for the progress line */
} play_player;

/* Think with the progress line shown, Ctrl-C ending the thinking. As flank_engine_search. */
flank_status play_think(play_player *player, const flank_record *record, const flank_limits *limits,
                        flank_report *report);

/* True once after one or more Ctrl-C. They are answered by that: the stop is lowered. */
bool play_take_interrupt(play_player *player);

#endif
