/* SPDX-License-Identifier: MIT
 *
 * Nodes tell of any change of a search, but of none in what a review makes of its searches: two builds that differ
 * there would contradict each other, and one farm would have reviews of two kinds.
 */
#include "farm/farm_signature.h"

#include "analysis/analysis_text.h"
#include "core/error.h"
#include "games/othello/othello.h"

#include <flank/bench.h>

#include <assert.h>
#include <string.h>

#include <zlib.h>

enum { SEARCHES = 3 }; /* the first of flank bench, which are of Othello */

flank_status farm_bench_nodes(size_t searches, uint64_t *nodes)
{
    *nodes = 0;
    for (size_t i = 0; i < searches && i < flank_bench_count(); i++) {
        flank_bench_item item;
        const flank_status status = flank_bench_run(i, &item);
        if (status)
            return status;
        *nodes += item.nodes;
    }
    return FLANK_OK;
}

flank_status farm_review_mark(const flank_analysis *analysis, uint64_t *mark)
{
    flank_analysis timeless = *analysis;
    text_buffer text = {NULL};
    timeless.time_s = 0;
    json_open_object(&text, NULL);
    analysis_add_json(&text, &timeless, NULL);
    json_close_object(&text);
    const flank_status status = text.failed ? FLANK_NO_MEMORY : FLANK_OK;
    if (!status)
        *mark = crc32(0, (const unsigned char *)text.bytes, (unsigned)text.length);
    text_free(&text);
    return status;
}

/* The mark of a review of a game that has mistakes. */
static flank_status review_mark(const char *moves, uint64_t *mark)
{
    const flank_engine_options options = {.hash_bytes = (size_t)1 << 20};
    const flank_analysis_options review = {.level = FLANK_ANALYSIS_LEVEL_MIN};
    flank_engine *engine = flank_engine_create(&options);
    flank_record *record = flank_record_create(&othello_game, NULL, NULL);
    flank_analysis *analysis = NULL;
    flank_status status = engine && record ? flank_record_play_text(record, moves, NULL) : FLANK_NO_MEMORY;
    if (!status)
        status = flank_analysis_run(engine, record, &review, &analysis);
    if (!status)
        status = farm_review_mark(analysis, mark);
    flank_analysis_destroy(analysis);
    flank_record_destroy(record);
    flank_engine_destroy(engine);
    return status;
}

flank_status farm_signature(uint64_t *signature, flank_error *error)
{
    flank_bench_item last = {0};
    uint64_t mark = 0;
    flank_status status = farm_bench_nodes(SEARCHES - 1, signature);
    if (!status)
        status = flank_bench_run(SEARCHES - 1, &last);
    if (!status)
        status = review_mark(last.moves, &mark);
    assert(status || strcmp(last.game, flank_game_name(&othello_game)) == 0);
    *signature += last.nodes + mark;
    return status ? error_say(error, status, 0, say_status(status)) : FLANK_OK;
}
