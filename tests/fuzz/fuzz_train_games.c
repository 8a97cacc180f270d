/* SPDX-License-Identifier: MIT
 *
 * What `flank train` reads: tournament games (WTHOR), chunks of positions that it wrote itself, and their parts.
 * Whatever the bytes, reading ends; a position that is taken is one, with a value of the board.
 */
#include "fuzz_target.h"

#include "train/train_wthor.h"

#include <stdlib.h>
#include <string.h>

static void check_games(const train_records *records)
{
    for (size_t i = 0; i < records->count; i++) {
        const train_record *record = &records->records[i];
        if ((record->own & record->other) != 0 || abs(record->outcome) > 64 ||
            record->value != record->outcome * EVAL_PER_DISC)
            abort();
    }
}

static void read_games(const uint8_t *data, size_t size)
{
    static othello_search *search;
    const othello_search_options options = {.table_bytes = 1 << 20};
    train_records records = {NULL};
    FILE *file = fmemopen((void *)(uintptr_t)data, size, "rb");
    if (!file || (!search && !(search = othello_search_create(&options))))
        abort();
    train_wthor_take(file, search, &records);
    check_games(&records);
    train_records_free(&records);
    fclose(file);
}

static void read_chunk(const uint8_t *data, size_t size)
{
    train_records records = {NULL};
    FILE *file = fmemopen((void *)(uintptr_t)data, size, "rb");
    if (!file)
        abort();
    const bool read = train_chunk_take(file, &records);
    if (read && records.count * sizeof *records.records > size)
        abort();
    if (read)
        train_records_look_ahead(&records, 0.5);
    train_records_free(&records);
    fclose(file);
}

static void read_part(const uint8_t *data, size_t size)
{
    enum { MOST = 1000 };
    train_records records = {NULL};
    if (train_records_unpack(data, size, MOST, &records) && records.count > MOST)
        abort();
    train_records_free(&records);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_games(data, size);
    read_chunk(data, size);
    read_part(data, size);
    return 0;
}
