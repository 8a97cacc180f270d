/* SPDX-License-Identifier: MIT
 *
 * A run of training, kept whole. Both ways go through one list of what there is.
 */
#include "train/network/network_state.h"

#include "core/whole_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

typedef struct state_header {
    char magic[8];
    network_settings settings;
    uint64_t positions; /* that are trained with */
    uint32_t sum;       /* of them */
    uint32_t done;
    double running;
} state_header;

static const char state_magic[8] = "FLKTRN1";

/* A file on its way, and the sum of what has gone. */
typedef struct passage {
    FILE *file;
    bool reads, failed;
    uint32_t sum;
} passage;

static void pass(passage *through, void *bytes, size_t size)
{
    const size_t done = through->failed  ? 0
                        : through->reads ? fread(bytes, 1, size, through->file)
                                         : fwrite(bytes, 1, size, through->file);
    through->failed |= done != size;
    if (!through->failed)
        through->sum = (uint32_t)crc32_z(through->sum, bytes, size);
}

/* A row that a step has touched, or that training began with. */
static bool is_there(const network_model *model, size_t row)
{
    const float *numbers = model->rows + row * (size_t)model->width;
    bool any = model->steps[row] != 0;
    for (int i = 0; i < model->width; i++)
        any |= numbers[i] != 0;
    return any;
}

/* All of a model, read into one that is all zero. */
static void pass_model(passage *through, network_model *model)
{
    const size_t width = (size_t)model->width, bytes = width * sizeof(float);
    uint8_t *there = calloc(PATTERN_WEIGHTS, 1);
    if (!there) {
        through->failed = true;
        return;
    }
    for (size_t row = 0; row < PATTERN_WEIGHTS && !through->reads; row++)
        there[row] = is_there(model, row);
    pass(through, model->layers, 3 * (size_t)EVAL_PHASES * sizeof *model->layers);
    pass(through, model->steps, PATTERN_WEIGHTS * sizeof *model->steps);
    pass(through, there, PATTERN_WEIGHTS);
    for (size_t row = 0; row < PATTERN_WEIGHTS && !through->failed; row++)
        if (there[row]) {
            pass(through, model->rows + row * width, bytes);
            pass(through, model->means + row * width, bytes);
            pass(through, model->squares + row * width, bytes);
        }
    free(there);
}

static bool is_sane(const network_settings *settings)
{
    return (settings->width == 32 || settings->width == 64) && settings->steps >= 1 && settings->batch >= 1;
}

static flank_status read_header(FILE *file, state_header *header)
{
    if (fread(header, sizeof *header, 1, file) != 1)
        return ferror(file) ? FLANK_CANNOT_READ : FLANK_BAD_FILE;
    const bool right = memcmp(header->magic, state_magic, sizeof state_magic) == 0 && is_sane(&header->settings) &&
                       header->done <= header->settings.steps;
    return right ? FLANK_OK : FLANK_BAD_FILE;
}

flank_status network_state_settings(const char *path, network_settings *settings)
{
    state_header header;
    FILE *file = fopen(path, "rb");
    if (!file)
        return FLANK_CANNOT_READ;
    const flank_status status = read_header(file, &header);
    fclose(file);
    if (status == FLANK_OK)
        *settings = header.settings;
    return status;
}

/* The model and the sum behind the header, and no more. */
static flank_status read_rest(FILE *file, const state_header *header, network_trainer *trainer)
{
    passage through = {.file = file, .reads = true};
    uint32_t sum;
    through.sum = (uint32_t)crc32_z(0, (const Bytef *)header, sizeof *header);
    pass_model(&through, &trainer->model);
    if (through.failed || fread(&sum, sizeof sum, 1, file) != 1 || sum != through.sum || fgetc(file) != EOF)
        return ferror(file) ? FLANK_CANNOT_READ : FLANK_BAD_FILE;
    for (size_t row = 0; row < PATTERN_WEIGHTS; row++)
        if (trainer->model.steps[row] > header->done)
            return FLANK_BAD_FILE;
    trainer->done = header->done;
    trainer->running = header->running;
    return FLANK_OK;
}

flank_status network_state_read(const char *path, network_trainer *trainer)
{
    state_header header;
    FILE *file = fopen(path, "rb");
    if (!file)
        return FLANK_CANNOT_READ;
    flank_status status = read_header(file, &header);
    if (status == FLANK_OK && (header.positions != trainer->fit->count || header.sum != trainer->fit->sum))
        status = FLANK_BAD_ARGUMENT;
    if (status == FLANK_OK)
        status = read_rest(file, &header, trainer);
    fclose(file);
    return status;
}

int network_state_write(const char *path, const network_trainer *trainer)
{
    whole_file file;
    const int status = whole_file_open(&file, path);
    if (status)
        return status;
    state_header header;
    memset(&header, 0, sizeof header);
    memcpy(header.magic, state_magic, sizeof state_magic);
    header.settings = trainer->settings;
    header.positions = trainer->fit->count;
    header.sum = trainer->fit->sum;
    header.done = trainer->done;
    header.running = trainer->running;
    network_model model = trainer->model; /* its numbers are only read */
    passage through = {.file = file.stream};
    pass(&through, &header, sizeof header);
    pass_model(&through, &model);
    (void)fwrite(&through.sum, sizeof through.sum, 1, file.stream); /* whole_file_keep sees a failure */
    if (through.failed && !ferror(file.stream)) {
        whole_file_drop(&file);
        return ENOMEM;
    }
    return whole_file_keep(&file);
}
