/* SPDX-License-Identifier: MIT
 *
 * Lines of a book: what is accepted is written in a form that reads back as the same line.
 */
#include "fuzz_target.h"

#include "formats/books/book_text.h"
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
    book_text_line line, again;
    flank_error error = {0};
    if (book_text_parse(text, &line, &error)) {
        if (!error.code || error.offset > strlen(text))
            abort();
    } else if (line.has_position) {
        char once[BOOK_TEXT_SIZE], twice[BOOK_TEXT_SIZE];
        book_text_format(&line.position, &line.entry, once);
        if (book_text_parse(once, &again, NULL))
            abort();
        book_text_format(&again.position, &again.entry, twice);
        if (strcmp(once, twice) != 0 || !flank_position_equal(line.position, again.position))
            abort();
    }
    free(text);
    return 0;
}
