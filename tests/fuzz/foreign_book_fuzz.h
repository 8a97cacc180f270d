/* SPDX-License-Identifier: MIT
 *
 * Books of other programs: the scanner comes to the end of whatever it gets, with places of damage that lie in the file
 * and one behind the other, and every position that it hands out makes sense and is the same written and read again.
 */
#ifndef FLANK_TESTS_FOREIGN_BOOK_FUZZ_H
#define FLANK_TESTS_FOREIGN_BOOK_FUZZ_H

#include "fuzz_target.h"

#include "formats/books/foreign_book.h"
#include "core/error.h"

#include <stdlib.h>
#include <string.h>

typedef struct fuzz_bytes {
    const uint8_t *data;
    size_t size;
} fuzz_bytes;

/* In small portions, so that positions fall across them. */
static long fuzz_more(void *user, uint8_t *bytes, size_t room)
{
    fuzz_bytes *rest = user;
    size_t count = rest->size < 61 ? rest->size : 61;
    count = count < room ? count : room;
    if (count)
        memcpy(bytes, rest->data, count);
    rest->data += count;
    rest->size -= count;
    return (long)count;
}

static void fuzz_check_entry(const foreign_format *format, const foreign_entry *entry)
{
    uint8_t bytes[FOREIGN_BYTES_MAX];
    foreign_entry again;
    flank_error_code fault;
    size_t size = format->write(entry, bytes);
    if (foreign_fault(entry) || size > format->entry_bytes_max || format->read(bytes, size, &again, &fault) != size)
        abort();
    if (memcmp(&again.position, &entry->position, sizeof again.position) != 0 ||
        again.score_discs != entry->score_discs || again.level != entry->level || again.has_leaf != entry->has_leaf ||
        again.link_count != entry->link_count ||
        memcmp(again.links, entry->links, entry->link_count * sizeof *entry->links) != 0)
        abort();
    flank_book_entry ours = {.depth_plies = 14, .selectivity = 73, .level = entry->level};
    int level = foreign_level(format, &ours, 40);
    if (level < 0 || level > 60 || (level > 0 && format->effort(level, 40).depth_plies > 14))
        abort();
}

static void fuzz_scan(const foreign_format *format, const uint8_t *data, size_t size)
{
    fuzz_bytes rest = {data, size};
    foreign_entry entry;
    flank_error error = {0};
    size_t told = 0;
    foreign_scan *scan = malloc(sizeof *scan);
    foreign_result result = FOREIGN_END;
    if (!scan)
        return;
    if (foreign_scan_open(scan, format, fuzz_more, &rest, &error) != FLANK_OK) {
        if (!error.code)
            abort();
    } else {
        while ((result = foreign_scan_next(scan, &entry, &error)) != FOREIGN_END) {
            if (result == FOREIGN_ENTRY)
                fuzz_check_entry(format, &entry);
            else if (result == FOREIGN_FAILED || error.offset > size || error.offset < told)
                abort();
            told = result == FOREIGN_DAMAGE ? error.offset : told;
        }
    }
    free(scan);
}

/* The input as a file, and as what comes behind a header. */
static int fuzz_book(const foreign_format *format, const uint8_t *data, size_t size)
{
    uint8_t *file = malloc(format->header_bytes + size);
    fuzz_scan(format, data, size);
    if (!file)
        return 0;
    format->write_header(&(foreign_summary){.count = 3, .level = 10, .empties = 40, .time_s = 1}, file);
    if (size)
        memcpy(file + format->header_bytes, data, size);
    fuzz_scan(format, file, format->header_bytes + size);
    free(file);
    return 0;
}

#endif
