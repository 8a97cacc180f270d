/* SPDX-License-Identifier: MIT
 *
 * The progress line: a bar, a rate, the time left by the rule of three.
 */
#include "cli/command/progress.h"

#include "core/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BAR_WIDTH = 24, LINE_WIDTH = 79 };

static const double redraw_s = 0.1;

/* The first bit of the work says little of the rest. So the time left is not told before so much is done. */
static const double sure_s = 2, sure_fraction = 0.03, sure_anyway_s = 60;

progress_line progress_start(void)
{
    const char *terminal = getenv("TERM");
    bool enabled = isatty(STDERR_FILENO) && terminal && *terminal && strcmp(terminal, "dumb") != 0;
    return (progress_line){.enabled = enabled, .start_s = clock_now_s()};
}

static void draw(progress_line *progress, const char *line)
{
    fprintf(stderr, "\r%.*s\033[K", LINE_WIDTH, line);
    fflush(stderr);
    progress->shown = true;
}

static bool is_due(progress_line *progress)
{
    double now = clock_now_s();
    if (!progress->enabled || (progress->shown && now - progress->last_s < redraw_s))
        return false;
    progress->last_s = now;
    return true;
}

static bool is_time_left_known(double elapsed_s, double fraction)
{
    return fraction > 0 && elapsed_s >= sure_s && (fraction >= sure_fraction || elapsed_s >= sure_anyway_s);
}

static size_t add_time_left(char *line, size_t size, double seconds)
{
    unsigned long left = (unsigned long)(seconds + 0.5);
    if (left >= 3600)
        return (size_t)snprintf(line, size, ", %lu:%02lu:%02lu left", left / 3600, left / 60 % 60, left % 60);
    return (size_t)snprintf(line, size, ", %lu:%02lu left", left / 60, left % 60);
}

void progress_show(progress_line *progress, size_t done, const char *what, double fraction)
{
    if (!is_due(progress))
        return;
    char line[256], bar[BAR_WIDTH + 1];
    size_t used = 0;
    double elapsed_s = progress->last_s - progress->start_s;
    fraction = fraction > 1 ? 1 : fraction;
    if (fraction > 0) {
        size_t full = (size_t)(fraction * BAR_WIDTH);
        memset(bar, '.', BAR_WIDTH);
        memset(bar, '#', full);
        bar[BAR_WIDTH] = '\0';
        used += (size_t)snprintf(line, sizeof line, "[%s] %3.0f %%  ", bar, fraction * 100);
    }
    used += (size_t)snprintf(line + used, sizeof line - used, "%zu %s", done, what);
    const double fresh = fraction - progress->fraction_before;
    if (elapsed_s > 0 && done > progress->done_before)
        used += (size_t)snprintf(line + used, sizeof line - used, ", %.1f/s",
                                 (double)(done - progress->done_before) / elapsed_s);
    if (is_time_left_known(elapsed_s, fresh))
        add_time_left(line + used, sizeof line - used, elapsed_s * (1 - fraction) / fresh);
    draw(progress, line);
}

void progress_text(progress_line *progress, const char *text)
{
    if (is_due(progress))
        draw(progress, text);
}

void progress_clear(progress_line *progress)
{
    if (progress->shown)
        fputs("\r\033[K", stderr);
    fflush(stderr);
    progress->shown = false;
}
