/* SPDX-License-Identifier: MIT
 *
 * Thinking time: `--time CLOCK` of the player.
 *
 *   CLOCK  = TIME | TIME "+" TIME | TIME "/move"      5:00    3m+2    10s/move
 *   TIME   = N | N "s" | N "m" | N "h" | M ":" SS | H ":" MM ":" SS
 *
 * TIME alone is for the whole game, each side; "+" adds an increment for every move made.
 */
#ifndef FLANK_CLI_PLAY_CLOCK_H
#define FLANK_CLI_PLAY_CLOCK_H

#include <flank/position.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct play_clock {
    bool running; /* false: no clock at all, the rest is zero */
    bool per_move;
    double time_s;      /* of a game or of a move */
    double increment_s; /* a game clock's */
    double left_s[2];   /* by flank_color; may become negative: play goes on without pressure */
} play_clock;

/* Read a CLOCK with full time for both; false, and `clock` untouched, if it is not one. Times go up to 24 hours. */
bool play_clock_parse(const char *text, play_clock *clock);

void play_clock_reset(play_clock *clock);

/* `color` has used `seconds` for a move. */
void play_clock_use(play_clock *clock, flank_color color, double seconds);

/* How long the engine may think about its next move, in ms; 0 without a clock. */
int64_t play_clock_budget_ms(const play_clock *clock, flank_color color);

#endif
