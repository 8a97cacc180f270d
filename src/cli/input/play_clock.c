/* SPDX-License-Identifier: MIT
 *
 * Clocks: reading them, running them, showing them. The share of it that the engine spends on a move is its own affair
 * (engine/clock_plan.h).
 */
#include "cli/input/play_clock.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DAY_S = 86400, DIGITS_MAX = 5, TENTHS_BELOW_S = 10 };

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

/* The decimals of a number at **text, if there are any. */
static bool take_decimals(const char **text, double *out)
{
    double digits;
    const char *start = *text + 1;
    if (**text != '.')
        return true;
    *text = start;
    if (!take_number(text, &digits))
        return false;
    for (; start < *text; start++)
        digits /= 10;
    *out += digits;
    return true;
}

/* A TIME at **text, moving on behind it. */
static bool take_time(const char **text, double *out)
{
    double number, sum;
    if (!take_number(text, &sum) || !take_decimals(text, &sum))
        return false;
    int colons = 0;
    while (**text == ':' && sum == floor(sum)) {
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
    if (!take_time(&text, &read.time_s) || read.time_s < 0.001)
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
    if (!clock->running || clock->per_move)
        return;
    clock->left_s[color] -= seconds;
    if (clock->left_s[color] >= 0) /* no increment saves a fallen flag */
        clock->left_s[color] += clock->increment_s;
}

flank_clock play_clock_for(const play_clock *clock, flank_color color)
{
    if (!clock->running)
        return (flank_clock){.running = false};
    if (clock->per_move)
        return (flank_clock){.running = true, .move_ms = (int64_t)(1000 * clock->time_s)};
    return (flank_clock){.running = true,
                         .left_ms = (int64_t)(1000 * clock->left_s[color]),
                         .increment_ms = (int64_t)(1000 * clock->increment_s)};
}

bool play_clock_fallen(const play_clock *clock, flank_color color)
{
    return clock->running && !clock->per_move && clock->left_s[color] < 0;
}

void play_clock_format(const play_clock *clock, flank_color color, char *out)
{
    const double left_s = clock->left_s[color] > 0 ? clock->left_s[color] : 0;
    const int seconds = (int)left_s;
    if (left_s < TENTHS_BELOW_S)
        snprintf(out, CLOCK_TEXT_SIZE, "0:%04.1f", (int)(10 * left_s) / 10.0);
    else if (seconds >= 3600)
        snprintf(out, CLOCK_TEXT_SIZE, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
    else
        snprintf(out, CLOCK_TEXT_SIZE, "%d:%02d", seconds / 60, seconds % 60);
}
