/* SPDX-License-Identifier: MIT
 *
 * Thinking time: `--time CLOCK` of the player.
 *
 *   CLOCK  = TIME | TIME "+" TIME | TIME "/move"      5:00    3m+2    10s/move
 *   TIME   = N | N "s" | N "m" | N "h" | M ":" SS | H ":" MM ":" SS, where N may have decimals
 *
 * TIME alone is for the whole game, each side; "+" adds an increment for every move made.
 */
#ifndef FLANK_CLI_PLAY_CLOCK_H
#define FLANK_CLI_PLAY_CLOCK_H

#include <flank/engine.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct play_clock {
    bool running; /* false: no clock at all, the rest is zero */
    bool per_move;
    double time_s;      /* of a game or of a move */
    double increment_s; /* a game clock's */
    double left_s[2];   /* by flank_color; negative once the flag has fallen */
} play_clock;

/* Read a CLOCK with full time for both; false, and `clock` untouched, if it is not one. Times go up to 24 hours. */
bool play_clock_parse(const char *text, play_clock *clock);

void play_clock_reset(play_clock *clock);

/* `color` has used `seconds` for a move. */
void play_clock_use(play_clock *clock, flank_color color, double seconds);

/* The clock that the engine gets before it moves. */
flank_clock play_clock_for(const play_clock *clock, flank_color color);

/* True if the game is lost on time for `color`: with a game clock, when no time is left. A clock by the move binds only
 * the engine. */
bool play_clock_fallen(const play_clock *clock, flank_color color);

#define CLOCK_TEXT_SIZE 32
/* The time left for `color`: "1:05:00", "4:59", below ten seconds "0:07.3". */
void play_clock_format(const play_clock *clock, flank_color color, char *out);

#endif
