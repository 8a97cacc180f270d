/* SPDX-License-Identifier: MIT
 *
 * Clocks. The engine spends an even share: a game here has some thirty moves a side, so a twenty-fifth of what is left
 * keeps a reserve and needs no knowledge of the game.
 */
#include "cli/play_clock.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { SHARES = 25, DAY_S = 86400, DIGITS_MAX = 5 };

/* A whole number at **text, moving on behind it. */
static bool take_number(const char **text, double *out)
{
    size_t digits = strspn(*text, "0123456789");
    if (digits == 0 || digits > DIGITS_MAX)
        return false;
    *out = atoi(*text);
    *text += digits;
    return true;
}

/* A TIME at **text, moving on behind it. */
static bool take_time(const char **text, double *out)
{
    double number, sum;
    if (!take_number(text, &sum))
        return false;
    int colons = 0;
    while (**text == ':') {
        ++*text;
        if (strspn(*text, "0123456789") != 2 || !take_number(text, &number) || number >= 60 || ++colons > 2)
            return false;
        sum = 60 * sum + number;
    }
    if (colons == 0 && **text && strchr("smh", **text))
        sum *= **text == 'h' ? 3600 : **text == 'm' ? 60 : 1, ++*text;
    *out = sum;
    return sum <= DAY_S;
}

bool play_clock_parse(const char *text, play_clock *clock)
{
    play_clock read = {.running = true};
    if (!take_time(&text, &read.time_s) || read.time_s == 0)
        return false;
    if (*text == '+') {
        text++;
        if (!take_time(&text, &read.increment_s))
            return false;
    } else if (strcmp(text, "/move") == 0) {
        read.per_move = true;
        text += strlen(text);
    }
    if (*text)
        return false;
    play_clock_reset(&read);
    *clock = read;
    return true;
}

void play_clock_reset(play_clock *clock) { clock->left_s[0] = clock->left_s[1] = clock->time_s; }

void play_clock_use(play_clock *clock, flank_color color, double seconds)
{
    if (clock->running && !clock->per_move)
        clock->left_s[color] += clock->increment_s - seconds;
}

int64_t play_clock_budget_ms(const play_clock *clock, flank_color color)
{
    if (!clock->running)
        return 0;
    double left_s = clock->left_s[color] > 0 ? clock->left_s[color] : 0;
    double share_s = clock->per_move ? clock->time_s : left_s / SHARES + 0.8 * clock->increment_s;
    if (!clock->per_move && share_s > left_s / 3)
        share_s = left_s / 3;
    return share_s < 0.01 ? 10 : (int64_t)(share_s * 1000);
}
