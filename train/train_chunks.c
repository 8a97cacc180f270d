/* SPDX-License-Identifier: MIT
 *
 * Threads that take one chunk after the other.
 */
#include "train/train_chunks.h"

#include "core/error.h"

#include <errno.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct chunk_work {
    const train_host *host;
    const train_maker *maker;
    int round, chunks;
    int next_chunk, done_chunks, found_chunks;
    flank_status status;
    pthread_mutex_t lock; /* guards the lines above that change, the error and the listener */
} chunk_work;

bool train_exists(const char *path) { return access(path, F_OK) == 0; }

flank_status train_open_folder(const char *folder, flank_error *error)
{
    struct stat there;
    if (mkdir(folder, 0777) == 0)
        return FLANK_OK;
    const int reason = errno;
    if (stat(folder, &there))
        return error_say(error, FLANK_CANNOT_WRITE, 0, SAY(IN), say_text(folder), SAY(CANNOT_WRITE_BECAUSE),
                         say_system(reason));
    return S_ISDIR(there.st_mode) ? FLANK_OK
                                  : error_say(error, FLANK_CANNOT_WRITE, 0, SAY(TRAIN_NO_FOLDER), say_text(folder));
}

flank_status train_blame(const train_host *host, flank_status status, const char *path, int reason)
{
    if (status == FLANK_CANNOT_READ)
        return error_say(host->error, status, 0, SAY(IN), say_text(path), SAY(CANNOT_READ_BECAUSE), say_system(reason));
    if (status == FLANK_CANNOT_WRITE)
        return error_say(host->error, status, 0, SAY(IN), say_text(path), SAY(CANNOT_WRITE_BECAUSE),
                         say_system(reason));
    return error_say(host->error, status, 0, SAY(IN), say_text(path), say_status(status));
}

/* The next chunk to make, or -1. */
static int take_chunk(chunk_work *work)
{
    pthread_mutex_lock(&work->lock);
    const int chunk = work->status == FLANK_OK && work->next_chunk < work->chunks ? work->next_chunk++ : -1;
    pthread_mutex_unlock(&work->lock);
    return chunk;
}

/* An input is to blame for not being readable, what was written for everything else. */
static void finish_chunk(chunk_work *work, flank_status status, bool found, int chunk, const char *path)
{
    const int reason = errno;
    const bool is_input = status == FLANK_CANNOT_READ || status == FLANK_BAD_FILE;
    pthread_mutex_lock(&work->lock);
    work->done_chunks++;
    work->found_chunks += found;
    if (status != FLANK_OK && work->status == FLANK_OK)
        work->status = train_blame(work->host, status, is_input ? work->host->settings->wthor[chunk] : path, reason);
    const train_event event = {.round = work->round,
                               .kind = work->maker->kind,
                               .chunks_done = work->done_chunks,
                               .chunks = work->chunks,
                               .chunks_found = work->found_chunks};
    work->host->listener(work->host->user, &event);
    pthread_mutex_unlock(&work->lock);
}

static void *make_chunks(void *user)
{
    chunk_work *work = user;
    const train_maker *maker = work->maker;
    const char *prefix = maker->prefix ? maker->prefix : maker->kind;
    void *tool = maker->begin(maker->run);
    for (int chunk; (chunk = take_chunk(work)) >= 0;) {
        char path[TRAIN_PATH_SIZE];
        train_chunk_path(work->host->settings->folder, prefix, work->round, chunk, path);
        const bool found = train_exists(path);
        const flank_status status = found  ? FLANK_OK
                                    : tool ? maker->make(maker->run, tool, chunk, path)
                                           : FLANK_NO_MEMORY;
        finish_chunk(work, status, found, chunk, path);
    }
    maker->end(tool);
    return NULL;
}

flank_status train_chunks_make(const train_host *host, const train_maker *maker, int round, int chunks)
{
    pthread_t threads[TRAIN_THREADS_MAX];
    int started = 0;
    chunk_work work = {.host = host, .maker = maker, .round = round, .chunks = chunks};
    pthread_mutex_init(&work.lock, NULL);
    host->listener(host->user, &(train_event){.round = round, .kind = maker->kind, .chunks = chunks});
    while (started < host->settings->threads - 1 && pthread_create(&threads[started], NULL, make_chunks, &work) == 0)
        started++;
    make_chunks(&work);
    while (started > 0)
        pthread_join(threads[--started], NULL);
    pthread_mutex_destroy(&work.lock);
    return work.status;
}
