/* SPDX-License-Identifier: MIT
 *
 * "review": what every move of a game loses; the members are those of flank analyze --json.
 */
#include "analysis/analysis_text.h"
#include "page/ask.h"

static bool on_progress(void *user, size_t done, size_t total)
{
    const asking *asked = user;
    text_buffer event = ask_event(asked, "progress");
    json_count(&event, "done", done);
    json_count(&event, "total", total);
    ask_send(asked, &event);
    return !atomic_load(&asked->visitor->stopped);
}

static void on_known(void *user, const flank_analysis *so_far)
{
    const asking *asked = user;
    text_buffer event = ask_event(asked, "report");
    analysis_add_json(&event, so_far, NULL);
    ask_send(asked, &event);
}

flank_status ask_review(asking *asked, text_buffer *answer)
{
    int64_t level, time_ms;
    flank_record *record;
    flank_analysis *analysis;
    flank_status status = ask_number(asked, "level", FLANK_ANALYSIS_LEVEL_MIN, FLANK_LEVEL_MAX, 0, &level);
    if (!status)
        status = ask_number(asked, "time_ms", 0, 3600 * 1000, 0, &time_ms);
    if (!status)
        status = ask_record(asked, &record);
    if (status)
        return status;
    const int64_t limit = asked->visitor->options.time_limit_ms;
    const flank_analysis_options options = {
        .level = (int)level,
        .time_ms = limit && time_ms > limit ? limit : time_ms,
        .book = ask_flag(asked, "book") ? asked->visitor->options.book : NULL,
        .on_progress = on_progress,
        .on_known = ask_flag(asked, "reports") ? on_known : NULL,
        .user = asked,
    };
    flank_engine_clear(asked->visitor->engine);
    status = flank_analysis_run(asked->visitor->engine, record, &options, &analysis);
    flank_record_destroy(record);
    if (status)
        return status;
    analysis_add_json(answer, analysis, NULL);
    flank_analysis_destroy(analysis);
    return FLANK_OK;
}
