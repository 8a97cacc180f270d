/* SPDX-License-Identifier: MIT
 *
 * Weights of runs, told apart by the size and the sum of their notes.
 */
#include "farm/farm_weights.h"

#include "core/error.h"
#include "othello/weights_file.h"

#include <pthread.h>
#include <stdlib.h>

#include <zlib.h>

typedef struct kept {
    size_t bytes;
    uint32_t crc;
    evaluation *eval;
    int users;
    struct kept *next;
} kept;

/* The lock guards the list, and whoever loads weights holds it: others are likely to want the same ones. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static kept *list;

static flank_status load(const farm_unit *unit, const farm_selfplay *run, evaluation **eval, flank_error *error)
{
    uint8_t *note;
    size_t size;
    if (!run->weights_bytes) {
        *eval = evaluation_create_simple();
        return *eval ? FLANK_OK : error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
    }
    flank_status status =
        unit->stores->get_note(unit->store, unit->lease->run, FARM_SELFPLAY_WEIGHTS, &note, &size, error);
    if (!status && (!note || size != run->weights_bytes || crc32_z(0, note, size) != run->weights_crc))
        status = error_say(error, FLANK_BAD_FILE, 0, SAY(TEXT), say_text("the weights of the run are not there"));
    if (!status)
        status = weights_parse(note, size, unit->stop, eval, error);
    free(note);
    return status;
}

static void drop_unused(void)
{
    for (kept **at = &list; *at;) {
        kept *one = *at;
        if (one->users) {
            at = &one->next;
            continue;
        }
        *at = one->next;
        evaluation_destroy(one->eval);
        free(one);
    }
}

static kept *find(const farm_selfplay *run)
{
    kept *one = list;
    while (one && (one->bytes != run->weights_bytes || one->crc != run->weights_crc))
        one = one->next;
    return one;
}

flank_status farm_weights_take(const farm_unit *unit, const farm_selfplay *run, const evaluation **eval,
                               flank_error *error)
{
    flank_status status = FLANK_OK;
    pthread_mutex_lock(&lock);
    kept *one = find(run);
    if (!one) {
        drop_unused();
        one = malloc(sizeof *one);
        if (one) {
            *one = (kept){.bytes = run->weights_bytes, .crc = run->weights_crc, .next = list};
            status = load(unit, run, &one->eval, error);
        } else {
            status = error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY));
        }
        if (status)
            free(one);
        else
            list = one;
    }
    if (!status) {
        one->users++;
        *eval = one->eval;
    }
    pthread_mutex_unlock(&lock);
    return status;
}

void farm_weights_give_back(const evaluation *eval)
{
    pthread_mutex_lock(&lock);
    for (kept *one = list; one && eval; one = one->next)
        one->users -= one->eval == eval;
    pthread_mutex_unlock(&lock);
}
