/* SPDX-License-Identifier: MIT
 *
 * Game records: a text that is accepted is written in a form that reads back as the same game.
 */
#include "fuzz_target.h"
#include "core/error.h"

#include <flank/flank.h>

#include <stdlib.h>
#include <string.h>

/* The record in its text form; the caller frees it. */
static char *written(const flank_record *record)
{
    size_t length = flank_record_format(record, NULL, 0);
    char *text = malloc(length + 1);
    if (text)
        flank_record_format(record, text, length + 1);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    flank_status status = FLANK_OK;
    flank_error error = {0};
    flank_record *record = flank_record_parse(text, &status, &error);
    if (!record && (status == FLANK_OK || !error.code))
        abort();
    if (record) {
        char *once = written(record);
        flank_record *again = once ? flank_record_parse(once, NULL, NULL) : NULL;
        char *twice = again ? written(again) : NULL;
        if (!twice || strcmp(once, twice) != 0)
            abort();
        free(twice);
        flank_record_destroy(again);
        free(once);
        flank_record_destroy(record);
    }
    free(text);
    return 0;
}
