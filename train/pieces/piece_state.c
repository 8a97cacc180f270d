/* SPDX-License-Identifier: MIT
 *
 * A run of training, kept whole.
 */
#include "train/pieces/piece_state.h"

#include "core/whole_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

typedef struct state_header {
    char magic[8];
    piece_settings settings;
    uint64_t rows; /* that are trained with */
    uint32_t sum;  /* of them */
    uint32_t done;
} state_header;

typedef struct state {
    state_header header;
    piece_model models[3]; /* the model, means and squares */
} state;

static const char state_magic[8] = "FLKPTR1";

static uint32_t sum_of(const state *all) { return (uint32_t)crc32_z(0, (const Bytef *)all, sizeof *all); }

static bool is_right(const state_header *header)
{
    return memcmp(header->magic, state_magic, sizeof state_magic) == 0 && header->done <= header->settings.epochs;
}

/* All of a file, to be freed by the caller; or NULL and what is wrong. */
static state *read_state(const char *path, flank_status *status)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        *status = FLANK_CANNOT_READ;
        return NULL;
    }
    state *all = malloc(sizeof *all);
    uint32_t sum = 0;
    if (!all)
        *status = FLANK_NO_MEMORY;
    else if (fread(all, sizeof *all, 1, file) != 1 || fread(&sum, sizeof sum, 1, file) != 1 || fgetc(file) != EOF)
        *status = ferror(file) ? FLANK_CANNOT_READ : FLANK_BAD_FILE;
    else
        *status = sum == sum_of(all) && is_right(&all->header) ? FLANK_OK : FLANK_BAD_FILE;
    const int why = errno;
    fclose(file);
    errno = why;
    if (*status == FLANK_OK)
        return all;
    free(all);
    return NULL;
}

flank_status piece_state_read(const char *path, piece_trainer *trainer)
{
    flank_status status;
    state *all = read_state(path, &status);
    if (all && (memcmp(&all->header.settings, &trainer->settings, sizeof trainer->settings) != 0 ||
                all->header.rows != trainer->fit->count || all->header.sum != trainer->fit->sum))
        status = FLANK_BAD_ARGUMENT;
    if (all && status == FLANK_OK) {
        memcpy(trainer->model, all->models, sizeof all->models);
        trainer->done = all->header.done;
    }
    free(all);
    return status;
}

int piece_state_write(const char *path, const piece_trainer *trainer)
{
    state *all = calloc(1, sizeof *all);
    whole_file file;
    if (!all)
        return ENOMEM;
    memcpy(all->header.magic, state_magic, sizeof state_magic);
    all->header.settings = trainer->settings;
    all->header.rows = trainer->fit->count;
    all->header.sum = trainer->fit->sum;
    all->header.done = trainer->done;
    memcpy(all->models, trainer->model, sizeof all->models);
    const uint32_t sum = sum_of(all);
    int why = whole_file_open(&file, path);
    if (why == 0) {
        (void)fwrite(all, sizeof *all, 1, file.stream); /* whole_file_keep sees a failure */
        (void)fwrite(&sum, sizeof sum, 1, file.stream);
        why = whole_file_keep(&file);
    }
    free(all);
    return why;
}
