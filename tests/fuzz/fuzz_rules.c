/* SPDX-License-Identifier: MIT
 *
 * Rule parameters of every game: whatever is accepted comes back the same through its own text.
 */
#include "fuzz_target.h"
#include "core/error.h"

#include <flank/flank.h>

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    for (size_t i = 0; i < flank_game_count(); i++) {
        const flank_game *game = flank_game_at(i);
        flank_rules rules = {{0}}, again = {{0}};
        flank_error error = {0};
        flank_status status = flank_rules_parse(game, text, &rules, &error);
        if (status && (!error.code || error.offset > strlen(text)))
            abort();
        char written[FLANK_RULES_TEXT_SIZE];
        flank_rules_format(game, &rules, written);
        if (flank_rules_parse(game, written, &again, NULL) || memcmp(&rules, &again, sizeof rules) != 0)
            abort();
    }
    free(text);
    return 0;
}
