/* SPDX-License-Identifier: MIT
 *
 * Reviews in a store.
 */
#include "farm/farm_reviews.h"

#include "core/error.h"
#include "farm/farm_signature.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUESTION_SHOWN = 100 };

flank_status farm_reviews_open(farm_reviews *of, const farm_store_kind *kind, farm_store *store,
                               const flank_engine_options *options)
{
    uint64_t signature;
    const flank_status status = farm_bench_nodes(SIZE_MAX, &signature);
    if (status)
        return status;
    *of = (farm_reviews){.kind = options->evaluation ? NULL : kind, .store = store};
    const int length = snprintf(of->engine, sizeof of->engine, FARM_BUILD " signature %" PRIu64 " table %zu", signature,
                                options->hash_bytes);
    if (options->threads > 1)
        snprintf(of->engine + length, sizeof of->engine - (size_t)length, " threads %d", options->threads);
    of->open = pthread_mutex_init(&of->lock, NULL) == 0;
    return of->open ? FLANK_OK : FLANK_NO_MEMORY;
}

void farm_reviews_close(farm_reviews *of)
{
    if (of->open)
        pthread_mutex_destroy(&of->lock);
    of->open = false;
}

static flank_status look_up(const search_memory *memory, const char *question, text_buffer *answer, flank_error *error)
{
    farm_reviews *of = memory->user;
    char *kept = NULL;
    if (!of->kind || strlen(question) > FARM_REVIEW_MAX)
        return FLANK_NOT_FOUND;
    pthread_mutex_lock(&of->lock);
    const flank_status status = of->kind->get_review(of->store, question, &kept, error);
    pthread_mutex_unlock(&of->lock);
    if (kept)
        text_add(answer, kept);
    const bool found = kept != NULL;
    free(kept);
    return status || found ? status : FLANK_NOT_FOUND;
}

static flank_status remember(const search_memory *memory, const char *question, const char *answer, flank_error *error)
{
    farm_reviews *of = memory->user;
    if (!of->kind || strlen(question) > FARM_REVIEW_MAX || strlen(answer) > FARM_REVIEW_MAX)
        return FLANK_OK;
    pthread_mutex_lock(&of->lock);
    const flank_status status = of->kind->put_review(of->store, of->lease, question, answer, error);
    pthread_mutex_unlock(&of->lock);
    return status;
}

search_memory farm_reviews_memory(farm_reviews *of)
{
    return (search_memory){.engine = of->engine, .look_up = look_up, .remember = remember, .user = of};
}

/* A text of a row, to be freed; NULL without memory. */
static char *text_of(const farm_value *value)
{
    return strndup(value->missing || !value->bytes.size ? "" : value->bytes.bytes, value->bytes.size);
}

int farm_check_review(void *user, const farm_table *table, const farm_value *values)
{
    const farm_review_check *check = user;
    char *question = text_of(&values[0]), *answer = text_of(&values[1]);
    (void)table;
    if (question && answer && !search_memory_is_whole(question, answer)) {
        text_buffer fault = {NULL};
        text_addf(&fault, "review '%.*s…': its answer is not as flank writes it", QUESTION_SHOWN, question);
        check->call(check->user, fault.bytes ? fault.bytes : "a review that is damaged");
        text_free(&fault);
    }
    free(question);
    free(answer);
    return 0;
}

const farm_table *farm_reviews_table(void)
{
    const farm_table *table = farm_tables;
    while (table->name && strcmp(table->name, "review") != 0)
        table++;
    return table;
}
