/* SPDX-License-Identifier: MIT
 *
 * Clocks as GTP tells them: gtp_time.h.
 */
#include "protocols/gtp_time.h"

#include "protocols/protocol_text.h"

enum { STONES_MAX = 1000, MAIN_SHARES = 25 };

static const double day_s = 86400;

static bool read_ms(const char *text, int64_t *out)
{
    double seconds;
    if (!protocol_decimal(text, 0, day_s, &seconds))
        return false;
    *out = (int64_t)(1000 * seconds);
    return true;
}

bool gtp_time_set(gtp_time *time, const char *main_s, const char *period_s, const char *stones)
{
    int64_t main_ms, period_ms, count;
    if (!read_ms(main_s, &main_ms) || !read_ms(period_s, &period_ms) ||
        !protocol_integer(stones, 0, STONES_MAX, &count))
        return false;
    *time = (gtp_time){.running = main_ms > 0 || period_ms == 0 || count > 0, .left_ms = {main_ms, main_ms}};
    if (count > 0) {
        time->period_ms = period_ms;
        time->stones = (int)count;
    } else if (main_ms > 0) {
        time->increment_ms = period_ms;
    }
    return true;
}

bool gtp_time_set_left(gtp_time *time, flank_color color, const char *left_s, const char *stones)
{
    int64_t left_ms, count;
    if (!read_ms(left_s, &left_ms) || !protocol_integer(stones, 0, STONES_MAX, &count))
        return false;
    time->running = true;
    time->left_ms[color] = left_ms;
    time->stones_left[color] = (int)count;
    return true;
}

flank_clock gtp_time_clock(const gtp_time *time, flank_color color)
{
    const int64_t left_ms = time->left_ms[color], share_ms = time->stones ? time->period_ms / time->stones : 0;
    const int stones_left = time->stones_left[color];
    flank_clock clock = {.running = time->running};
    if (stones_left > 0)
        clock.move_ms = left_ms / stones_left;
    else if (left_ms < 2 * MAIN_SHARES * share_ms) /* a period's share would be lost if it were not used: a bit more */
        clock.move_ms = share_ms + (left_ms > 0 ? left_ms / MAIN_SHARES : 0);
    else
        clock.left_ms = left_ms;
    clock.increment_ms = time->increment_ms;
    if (clock.running && clock.move_ms <= 0 && clock.left_ms <= 0)
        clock.left_ms = 1;
    return clock;
}

void gtp_time_use(gtp_time *time, flank_color color, int64_t used_ms)
{
    int64_t *left_ms = &time->left_ms[color];
    int *stones_left = &time->stones_left[color];
    *left_ms -= used_ms;
    if (*stones_left > 0) {
        if (--*stones_left > 0)
            return;
    } else if (*left_ms > 0 || time->stones == 0) {
        *left_ms += time->increment_ms;
        return;
    }
    if (time->stones > 0) { /* a new period */
        *left_ms = time->period_ms;
        *stones_left = time->stones;
    }
}
