/* SPDX-License-Identifier: MIT
 *
 * Lines of known perft counts: what was read, written plainly, reads the same. The first byte chooses the group.
 */
#include "fuzz_target.h"

#include "cli/think/perft_line.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_SIZE = 24 };

/* "POSITION ; COUNT COUNT …" */
static char *write_line(const char *position, const perft_counts *counts)
{
    size_t size = strlen(position) + 4 + PERFT_COUNTS_MAX * NUMBER_SIZE, used;
    char *line = malloc(size);
    if (!line)
        abort();
    used = (size_t)snprintf(line, size, "%s ;", position);
    for (size_t i = counts->count; i > 0; i--)
        used += (size_t)snprintf(line + used, size - used, " %" PRIu64, counts->leaves[i - 1]);
    return line;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *line = malloc(size + 1);
    if (!line || size == 0) {
        free(line);
        return 0;
    }
    memcpy(line, data + 1, size - 1);
    line[size - 1] = '\0';
    perft_counts counts, again;
    if (perft_line_split(line, 1 + data[0] % 3, &counts)) {
        if (counts.count == 0 || counts.count > PERFT_COUNTS_MAX || strlen(line) > size - 1)
            abort();
        char *written = write_line(line, &counts);
        if (!perft_line_split(written, 1, &again) || again.count != counts.count ||
            memcmp(again.leaves, counts.leaves, counts.count * sizeof *counts.leaves) != 0)
            abort();
        free(written);
    }
    free(line);
    return 0;
}
