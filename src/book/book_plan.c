/* SPDX-License-Identifier: MIT
 *
 * Plans of builders: their ranges and defaults.
 */
#include "book/book_agenda.h"

enum {
    DEFAULT_LEVEL = 16,
    DEFAULT_PLIES = 12,
    DEFAULT_ERROR = 200,
    DEFAULT_SAVE_MS = 20000,
    ERROR_MAX = 60 * 2 * BOOK_SCORE_MAX, /* no line gives away more */
};
enum { DEFAULT_HASH_MIB = 64 };

bool book_plan_is_valid(const flank_book_plan *plan)
{
    return plan->depth_plies >= 0 && plan->depth_plies <= 60 && plan->plies >= 0 && plan->plies <= 60 &&
           plan->error >= 0 && plan->error <= ERROR_MAX && plan->line_error >= 0 && plan->line_error <= ERROR_MAX &&
           plan->threads >= 0 && plan->threads <= BOOK_THREADS_MAX && plan->time_ms >= 0 && plan->save_ms >= 0 &&
           (plan->level == 0 ||
            (plan->level >= BOOK_LEVEL_MIN && plan->level <= FLANK_LEVEL_MAX && !plan->depth_plies));
}

flank_book_plan book_plan_full(const flank_book_plan *plan)
{
    flank_book_plan full = *plan;
    if (!full.depth_plies && !full.level)
        full.level = DEFAULT_LEVEL;
    full.plies = full.plies ? full.plies : DEFAULT_PLIES;
    full.error = full.error ? full.error : DEFAULT_ERROR;
    full.line_error = full.line_error ? full.line_error : 2 * full.error;
    full.threads = full.threads ? full.threads : 1;
    if (full.hash_bytes == 0)
        full.hash_bytes = ((size_t)DEFAULT_HASH_MIB << 20) * (size_t)full.threads;
    full.save_ms = full.save_ms ? full.save_ms : DEFAULT_SAVE_MS;
    return full;
}
