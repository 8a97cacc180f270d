/* SPDX-License-Identifier: MIT
 *
 * Egaroucid's opening book, .egbk3 (Egaroucid 6.5 to 7.8; src/engine/book.hpp of Nyanyan/Egaroucid was read for the
 * facts).
 *
 * A position has its value, level and lines, and a leaf with a level of its own; which moves lead on in the book is not
 * written. A position in which a side must pass never stands there: the one behind the pass does. Egaroucid counts
 * squares from h8 (bit 0) to a1; since a board turned by half a circle is the same to a book, its bits can be taken as
 * they are, and so can its moves.
 */
#include "formats/books/foreign_book.h"

#include "core/error.h"
#include "core/little_endian.h"

#include <string.h>

enum { VERSION = 3, AT_VERSION = 9, AT_COUNT = 10, HEADER_BYTES = 14 };
enum { AT_OWN = 0, AT_OTHER = 8, AT_VALUE = 16, AT_LEVEL, AT_LINES, AT_LEAF_VALUE = 22, AT_LEAF, AT_LEAF_LEVEL };
enum { ENTRY_BYTES = 25, NO_MOVE = 127, NO_SCORE = -127, NO_LEVEL = -1, LEVEL_MAX = 60 };
static const uint32_t lines_max = 4000000000; /* Egaroucid stops counting there */

static const char magic[] = "DICUORAGE";

static bool recognises(const uint8_t *bytes, size_t size)
{
    return size >= AT_VERSION && memcmp(bytes, magic, AT_VERSION) == 0;
}

static flank_status read_header(const uint8_t *bytes, uint32_t *count, flank_error *error)
{
    if (bytes[AT_VERSION] != VERSION)
        return error_say(error, FLANK_BAD_FILE, AT_VERSION, SAY(FOREIGN_VERSION), say_number(bytes[AT_VERSION]),
                         say_text("Egaroucid"), say_number(VERSION));
    *count = (uint32_t)little_get(bytes + AT_COUNT, 4);
    return FLANK_OK;
}

static void write_header(const foreign_summary *summary, uint8_t *bytes)
{
    memcpy(bytes, magic, AT_VERSION);
    bytes[AT_VERSION] = VERSION;
    little_put(bytes + AT_COUNT, 4, summary->count);
}

/* The level at which a value was found: that of the leaf's search if there is a leaf. 70 is a human's, -1 nobody's. */
static int level_of(const uint8_t *bytes, bool has_leaf)
{
    int leaf = (int8_t)bytes[AT_LEAF_LEVEL], own = (int8_t)bytes[AT_LEVEL];
    int level = has_leaf && leaf > 0 && leaf <= LEVEL_MAX ? leaf : own;
    return level > 0 && level <= LEVEL_MAX ? level : 0;
}

static size_t read(const uint8_t *bytes, size_t size, foreign_entry *entry, flank_error_code *fault)
{
    *fault = FLANK_ERROR_OK;
    if (size < ENTRY_BYTES)
        return 0;
    *entry =
        (foreign_entry){.position = {.own = little_get(bytes + AT_OWN, 8), .other = little_get(bytes + AT_OTHER, 8)},
                        .score_discs = (int8_t)bytes[AT_VALUE],
                        .lines = (uint32_t)little_get(bytes + AT_LINES, 4),
                        .leaf = {.move = bytes[AT_LEAF], .score_discs = (int8_t)bytes[AT_LEAF_VALUE]}};
    entry->has_leaf = entry->leaf.move < 64 && entry->leaf.score_discs != NO_SCORE;
    entry->level = level_of(bytes, entry->has_leaf);
    return ENTRY_BYTES;
}

static size_t write(const foreign_entry *entry, uint8_t *bytes)
{
    little_put(bytes + AT_OWN, 8, entry->position.own);
    little_put(bytes + AT_OTHER, 8, entry->position.other);
    bytes[AT_VALUE] = (uint8_t)entry->score_discs;
    bytes[AT_LEVEL] = (uint8_t)entry->level;
    little_put(bytes + AT_LINES, 4, entry->lines < lines_max ? entry->lines : lines_max);
    bytes[AT_LEAF_VALUE] = (uint8_t)(entry->has_leaf ? entry->leaf.score_discs : NO_SCORE);
    bytes[AT_LEAF] = entry->has_leaf ? entry->leaf.move : NO_MOVE;
    bytes[AT_LEAF_LEVEL] = (uint8_t)(entry->has_leaf ? entry->level : NO_LEVEL);
    return ENTRY_BYTES;
}

/* Egaroucid's levels mean about so many plies too; how sure it was, and where it began to solve, changed with its
 * versions, so that no more is taken for granted than its quickest search. */
static foreign_effort effort(int level, int empties)
{
    return (foreign_effort){level < empties ? level : empties, level ? 73 : 0};
}

const foreign_format foreign_egaroucid = {
    .name = "egaroucid",
    .ending = ".egbk3",
    .has_passes = false,
    .header_bytes = HEADER_BYTES,
    .entry_bytes_max = ENTRY_BYTES,
    .recognises = recognises,
    .read_header = read_header,
    .write_header = write_header,
    .read = read,
    .write = write,
    .effort = effort,
};
