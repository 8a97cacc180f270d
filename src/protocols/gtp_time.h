/* SPDX-License-Identifier: MIT
 *
 * Clocks as GTP tells them.
 *
 * `time_settings MAIN PERIOD STONES`, in seconds, is read in all the ways in which Othello programs mean it:
 *
 * - `M P S`: Canadian byo-yomi, as the protocol has it. M for the game, then P for every S moves.
 * - `0 T 1`: of these, T for each move; Japanese byo-yomi is `M T 1`.
 * - `M 0 0`: no byo-yomi, M for the game.
 * - `M T 0`: T more after every move. The protocol gives this no meaning unless M is 0.
 * - `0 T 0`: no limits, as the protocol says.
 *
 * flank counts the time itself; `time_left` corrects it.
 */
#ifndef FLANK_PROTOCOLS_GTP_TIME_H
#define FLANK_PROTOCOLS_GTP_TIME_H

#include <flank/engine.h>

/* All zero: no limits. */
typedef struct gtp_time {
    bool running;
    int64_t period_ms, increment_ms;
    int stones;         /* of a period; 0: there is no byo-yomi */
    int64_t left_ms[2]; /* by flank_color: of the main time, or of the period */
    int stones_left[2]; /* to be played in this period; 0: in the main time */
} gtp_time;

/* Read the arguments of time_settings; false, and nothing changed, if they are not three numbers
 * from 0 on. */
bool gtp_time_set(gtp_time *time, const char *main_s, const char *period_s, const char *stones);

/* And of time_left, the colour aside; likewise. */
bool gtp_time_set_left(gtp_time *time, flank_color color, const char *left_s, const char *stones);

/* The clock of the engine before a move of `color`. */
flank_clock gtp_time_clock(const gtp_time *time, flank_color color);

/* `color` has thought so long about a move. */
void gtp_time_use(gtp_time *time, flank_color color, int64_t used_ms);

#endif
