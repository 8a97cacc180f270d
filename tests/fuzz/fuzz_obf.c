/* SPDX-License-Identifier: MIT
 *
 * OBF lines: what is accepted is written in a form that reads back as the same line.
 */
#include "fuzz_target.h"

#include "formats/obf/obf.h"
#include "core/error.h"

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
    obf_line line, again;
    flank_error error = {0};
    if (obf_parse(text, &line, &error)) {
        if (!error.code || error.offset > strlen(text))
            abort();
    } else {
        char once[OBF_LINE_SIZE], twice[OBF_LINE_SIZE];
        obf_format(&line, once);
        if (obf_parse(once, &again, NULL))
            abort();
        obf_format(&again, twice);
        if (strcmp(once, twice) != 0 || again.has_position != line.has_position || again.has_score != line.has_score ||
            again.move_count != line.move_count || (line.has_score && again.score_discs != line.score_discs))
            abort();
    }
    free(text);
    return 0;
}
