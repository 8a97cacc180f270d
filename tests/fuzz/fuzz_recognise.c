/* SPDX-License-Identifier: MIT
 *
 * Text that people paste: whatever it is, it is a sheet or it is told what is wrong; a position that was recognised is
 * recognised again from its own notation.
 */
#include "fuzz_target.h"
#include "core/error.h"

#include <flank/flank.h>

#include <stdlib.h>
#include <string.h>

static void check_position(const flank_sheet *sheet)
{
    const flank_game *game = flank_sheet_game(sheet);
    const flank_position *position = &flank_sheet_root(sheet)->position;
    char text[FLANK_POSITION_TEXT_SIZE];
    flank_sheet *again = NULL;
    flank_position_format(game, position, NULL, text);
    if (flank_sheet_recognise(text, strlen(text), game, &again, NULL) ||
        flank_sheet_kind_of(again) != FLANK_SHEET_POSITION ||
        !flank_position_equal(flank_sheet_root(again)->position, *position))
        abort();
    flank_sheet_destroy(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i <= flank_game_count(); i++) {
        flank_sheet *sheet = NULL;
        flank_error error = {0};
        const flank_status status = flank_sheet_recognise((const char *)data, size, flank_game_at(i), &sheet, &error);
        if (status && (sheet || !error.code || error.offset > size))
            abort();
        if (status == FLANK_OK && flank_sheet_kind_of(sheet) == FLANK_SHEET_POSITION)
            check_position(sheet);
        flank_sheet_destroy(sheet);
    }
    return 0;
}
