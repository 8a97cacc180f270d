/* SPDX-License-Identifier: MIT
 *
 * Files of games for a network, with and without their magic in front. Whatever the bytes, reading ends; a position
 * that is taken is one, with a value of the board.
 */
#include "fuzz_target.h"

#include "othello/evaluation.h"
#include "train/network/network_game_file.h"

#include <stdlib.h>
#include <string.h>

static bool check_game(void *user, const train_records *game)
{
    (void)user;
    for (size_t i = 0; i < game->count; i++) {
        const train_record *record = &game->records[i];
        if ((record->own & record->other) != 0 || abs(record->outcome) > 64 || abs(record->value) > 64 * EVAL_PER_DISC)
            abort();
    }
    return true;
}

static void check(const uint8_t *bytes, size_t size)
{
    const flank_status status = network_game_file_parse(bytes, size, check_game, NULL);
    if (status != FLANK_OK && status != FLANK_BAD_FILE)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    text_buffer file = {0};
    check(data, size);
    network_game_file_begin(&file);
    text_add_bytes(&file, (const char *)data, size);
    if (file.failed)
        abort();
    check((const uint8_t *)file.bytes, file.length);
    text_free(&file);
    return 0;
}
