/* SPDX-License-Identifier: MIT
 *
 * A step is put into words once, by the worker, and copied under a lock when the progress line is drawn, at most ten
 * times a second. The seconds in front of it are those of the drawing, so that a step of minutes is seen to be alive.
 */
#include "cli/think/solve_thinking.h"

#include "cli/command/report_text.h"
#include "cli/command/screen_text.h"
#include "core/clock.h"

#include <stdio.h>

void solve_thinking_open(solve_thinking *thinking, bool aloud)
{
    *thinking = (solve_thinking){.aloud = aloud};
    pthread_mutex_init(&thinking->lock, NULL);
}

void solve_thinking_close(solve_thinking *thinking)
{
    text_free(&thinking->step);
    pthread_mutex_destroy(&thinking->lock);
}

void solve_thinking_begin(solve_thinking *thinking, const solve_job *job, const flank_record *record)
{
    thinking->record = record;
    pthread_mutex_lock(&thinking->lock);
    thinking->job = job;
    thinking->start_s = clock_now_s();
    text_clear(&thinking->step);
    pthread_mutex_unlock(&thinking->lock);
}

void solve_thinking_end(solve_thinking *thinking)
{
    pthread_mutex_lock(&thinking->lock);
    thinking->job = NULL;
    pthread_mutex_unlock(&thinking->lock);
}

flank_reply solve_thinking_note(void *user, const flank_report *report)
{
    solve_thinking *thinking = user;
    pthread_mutex_lock(&thinking->lock);
    text_clear(&thinking->step);
    thinking_add(&thinking->step, thinking->record, report);
    if (thinking->aloud && !thinking->step.failed) {
        screen_text_escape(stderr, thinking->job->file);
        fprintf(stderr, ":%zu: %s\n", thinking->job->line_number, thinking->step.bytes);
    }
    pthread_mutex_unlock(&thinking->lock);
    return FLANK_GO_ON;
}

double solve_thinking_age(solve_thinking *thinking)
{
    pthread_mutex_lock(&thinking->lock);
    const double age_s = thinking->job && thinking->step.length ? clock_now_s() - thinking->start_s : -1;
    pthread_mutex_unlock(&thinking->lock);
    return age_s;
}

void solve_thinking_add(solve_thinking *thinking, text_buffer *out)
{
    pthread_mutex_lock(&thinking->lock);
    if (thinking->job && thinking->step.length)
        text_addf(out, "line %zu, %.1f s: %s", thinking->job->line_number, clock_now_s() - thinking->start_s,
                  thinking->step.bytes);
    pthread_mutex_unlock(&thinking->lock);
}
