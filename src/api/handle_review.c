/* SPDX-License-Identifier: MIT
 *
 * "review": what every move of a game loses; the members are those of flank analyze --json.
 */
#include "analysis/analysis_text.h"
#include "analysis/search_memory.h"
#include "api/request.h"

static flank_reply on_progress(void *user, size_t done, size_t total)
{
    const api_request *request = user;
    text_buffer event = request_event(request, "progress");
    json_count(&event, "done", done);
    json_count(&event, "total", total);
    request_send(request, &event);
    return FLANK_GO_ON;
}

static flank_reply on_known(void *user, const flank_analysis *so_far)
{
    const api_request *request = user;
    text_buffer event = request_event(request, "report");
    analysis_add_json(&event, so_far, NULL);
    request_send(request, &event);
    return FLANK_GO_ON;
}

flank_status handle_review(api_request *request, text_buffer *answer)
{
    int64_t level, time_ms;
    flank_record *record;
    flank_analysis *analysis;
    flank_status status = request_number(request, "level", FLANK_ANALYSIS_LEVEL_MIN, FLANK_LEVEL_MAX, 0, &level);
    if (!status)
        status = request_number(request, "time_ms", 0, 3600 * 1000, 0, &time_ms);
    if (!status)
        status = request_record(request, &record);
    if (status)
        return status;
    const int64_t limit = request->client->options.time_limit_ms;
    const flank_analysis_options options = {
        .level = (int)level,
        .time_ms = limit && time_ms > limit ? limit : time_ms,
        .book = request_flag(request, "book") ? request->client->options.book : NULL,
        .on_progress = on_progress,
        .on_known = request_flag(request, "reports") ? on_known : NULL,
        .user = request,
        .stop = request->stop,
    };
    const search_memory *kept = options.time_ms ? NULL : request->client->options.memory;
    search_memory memory = kept ? *kept : (search_memory){.nodes = 0};
    request_whole_engine(request);
    flank_engine_clear(request->client->engine);
    status = analysis_run(request->client->engine, record, &options, kept ? &memory : NULL, &analysis);
    flank_record_destroy(record);
    if (status && memory.error.code)
        request->error = memory.error;
    if (status)
        return status;
    analysis_add_json(answer, analysis, NULL);
    flank_analysis_destroy(analysis);
    return FLANK_OK;
}
