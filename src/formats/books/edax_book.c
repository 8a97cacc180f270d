/* SPDX-License-Identifier: MIT
 *
 * Edax's opening book, book.dat (Edax 4.4 to 4.6; src/book.c, src/board.c and src/search.c of abulmo/edax-reversi were
 * read for the facts).
 *
 * The program writes its C structures as they are in memory, little-endian on every machine that it runs on. It trusts
 * what it reads: a link to a position that is not there is a null pointer, a level above 60 is past the end of a table.
 * That a value is not known is written as -127, that there is no leaf as move 65.
 */
#include "formats/books/foreign_book.h"

#include "core/error.h"
#include "core/little_endian.h"

#include <string.h>
#include <time.h>

enum { VERSION = 4, RELEASE = 4 };
enum { AT_VERSION = 8, AT_RELEASE, AT_YEAR, AT_MONTH = 12, AT_LEVEL = 18, AT_EMPTIES = 22, AT_COUNT = 38 };
enum { AT_MIDGAME_ERROR = 26, AT_ENDCUT_ERROR = 30, HEADER_BYTES = 42 };
enum { AT_OWN = 0, AT_OTHER = 8, AT_LINES = 28, AT_VALUE = 32, AT_LOWER = 34, AT_UPPER = 36 };
enum { AT_LINK_COUNT = 38, AT_ENTRY_LEVEL, AT_LINKS };
enum { PASS = 64, NO_MOVE = 65, NO_SCORE = -127 };
enum { MIDGAME_ERROR = 2, ENDCUT_ERROR = 1 }; /* discs; what Edax begins its own books with */

static const char magic[] = "XADEKOOB"; /* the words EDAX and BOOK, little-endian */

/* ---- The header ---- */

static bool recognises(const uint8_t *bytes, size_t size)
{
    return size >= AT_VERSION && memcmp(bytes, magic, AT_VERSION) == 0;
}

static flank_status read_header(const uint8_t *bytes, uint32_t *count, flank_error *error)
{
    if (bytes[AT_VERSION] != VERSION)
        return error_say(error, FLANK_BAD_FILE, AT_VERSION, SAY(FOREIGN_VERSION), say_number(bytes[AT_VERSION]),
                         say_text("Edax"), say_number(VERSION));
    *count = (uint32_t)little_get(bytes + AT_COUNT, 4);
    return FLANK_OK;
}

static void write_header(const foreign_summary *summary, uint8_t *bytes)
{
    time_t seconds = (time_t)summary->time_s;
    struct tm date = {0};
    gmtime_r(&seconds, &date);
    memset(bytes, 0, HEADER_BYTES);
    memcpy(bytes, magic, AT_VERSION);
    bytes[AT_VERSION] = VERSION;
    bytes[AT_RELEASE] = RELEASE;
    little_put(bytes + AT_YEAR, 2, (uint64_t)date.tm_year + 1900);
    const int parts[] = {date.tm_mon + 1, date.tm_mday, date.tm_hour, date.tm_min, date.tm_sec};
    for (int i = 0; i < 5; i++)
        bytes[AT_MONTH + i] = (uint8_t)parts[i];
    little_put(bytes + AT_LEVEL, 4, (uint64_t)summary->level);
    little_put(bytes + AT_EMPTIES, 4,
               (uint64_t)summary->empties + 1); /* the fewest at which Edax would follow a leaf */
    little_put(bytes + AT_MIDGAME_ERROR, 4, MIDGAME_ERROR);
    little_put(bytes + AT_ENDCUT_ERROR, 4, ENDCUT_ERROR);
    little_put(bytes + AT_COUNT, 4, summary->count);
}

/* ---- Positions ---- */

static foreign_link get_link(const uint8_t *bytes)
{
    return (foreign_link){.move = bytes[1], .score_discs = (int8_t)bytes[0]};
}

static uint8_t *put_link(uint8_t *bytes, uint8_t move, int score_discs)
{
    bytes[0] = (uint8_t)score_discs;
    bytes[1] = move;
    return bytes + 2;
}

/* A position whose value was not worked out has that of its best move. */
static int value_of(const foreign_entry *entry, int value)
{
    if (value != NO_SCORE)
        return value;
    for (size_t i = 0; i < entry->link_count; i++)
        value = entry->links[i].score_discs > value ? entry->links[i].score_discs : value;
    return entry->has_leaf && entry->leaf.score_discs > value ? entry->leaf.score_discs : value;
}

static size_t read(const uint8_t *bytes, size_t size, foreign_entry *entry, flank_error_code *fault)
{
    *fault = FLANK_ERROR_OK;
    if (size < AT_LINKS)
        return 0;
    *entry =
        (foreign_entry){.position = {.own = little_get(bytes + AT_OWN, 8), .other = little_get(bytes + AT_OTHER, 8)},
                        .level = bytes[AT_ENTRY_LEVEL],
                        .lines = (uint32_t)little_get(bytes + AT_LINES, 4),
                        .link_count = bytes[AT_LINK_COUNT]};
    if (entry->position.own & entry->position.other)
        *fault = FLANK_ERROR_SQUARE_TWO_DISCS; /* first, since it is the quickest way to see that this is no position */
    else if (entry->link_count > FOREIGN_LINKS_MAX)
        *fault = FLANK_ERROR_TOO_MANY_LINKS;
    else if (entry->level > 60)
        *fault = FLANK_ERROR_LEVEL_ABOVE_60;
    size_t bytes_here = AT_LINKS + 2 * (entry->link_count + 1);
    if (*fault || size < bytes_here)
        return 0;
    for (size_t i = 0; i < entry->link_count; i++)
        entry->links[i] = get_link(bytes + AT_LINKS + 2 * i);
    entry->leaf = get_link(bytes + bytes_here - 2);
    entry->has_leaf = entry->leaf.move != NO_MOVE && entry->leaf.score_discs != NO_SCORE;
    entry->score_discs = value_of(entry, (int16_t)little_get(bytes + AT_VALUE, 2));
    return bytes_here;
}

static int within_board(int score_discs) { return score_discs < -64 ? -64 : score_discs > 64 ? 64 : score_discs; }

/* The bounds are those that follow if the value of every leaf may be wrong by the error of the midgame. Games won,
 * drawn and lost are not counted; Edax itself makes no use of them. */
static size_t write(const foreign_entry *entry, uint8_t *bytes)
{
    memset(bytes, 0, AT_LINKS);
    little_put(bytes + AT_OWN, 8, entry->position.own);
    little_put(bytes + AT_OTHER, 8, entry->position.other);
    little_put(bytes + AT_LINES, 4, entry->lines);
    little_put(bytes + AT_VALUE, 2, (uint16_t)entry->score_discs);
    little_put(bytes + AT_LOWER, 2, (uint16_t)within_board(entry->score_discs - MIDGAME_ERROR));
    little_put(bytes + AT_UPPER, 2, (uint16_t)within_board(entry->score_discs + MIDGAME_ERROR));
    bytes[AT_LINK_COUNT] = (uint8_t)entry->link_count;
    bytes[AT_ENTRY_LEVEL] = (uint8_t)entry->level;
    uint8_t *at = bytes + AT_LINKS;
    for (size_t i = 0; i < entry->link_count; i++)
        at = put_link(at, entry->links[i].move, entry->links[i].score_discs);
    at = entry->has_leaf ? put_link(at, entry->leaf.move, entry->leaf.score_discs) : put_link(at, NO_MOVE, NO_SCORE);
    return (size_t)(at - bytes);
}

/* ---- Levels ---- */

/* Up to `level`, positions with up to `solved` empty squares are searched to the end without a risk, and by steps of
 * three more squares with these confidences; before that `level` plies at 73 %. */
static const struct level_row {
    int level, solved;
    int percents[6];
} rows[] = {
    {12, 21, {98}},         {18, 21, {98, 87}}, {21, 24, {98, 87}},     {24, 24, {99, 95, 73}}, {27, 27, {98, 87}},
    {29, 27, {99, 95, 73}}, {31, 30, {98, 87}}, {33, 30, {99, 95, 73}}, {35, 30, {99, 98, 87}},
};
static const struct level_row high_levels = {59, 0, {99, 98, 95, 87, 73}}; /* solved: six squares less than the level */

static foreign_effort effort(int level, int empties)
{
    enum { STEP = 3, QUICKEST = 73, LEVEL_OF_DEPTH = 10 };
    if (level <= LEVEL_OF_DEPTH)
        return (foreign_effort){empties <= 2 * level ? empties : level, 100};
    const struct level_row *row = rows;
    while (row < rows + sizeof rows / sizeof *rows && level > row->level)
        row++;
    if (row == rows + sizeof rows / sizeof *rows)
        row = &high_levels;
    const int solved = level >= 60 ? 60 : row->solved ? row->solved : level - 6;
    if (empties <= solved)
        return (foreign_effort){empties, 100};
    const int step = (empties - solved - 1) / STEP;
    const int percent = step < 6 ? row->percents[step] : 0;
    return percent ? (foreign_effort){empties, percent} : (foreign_effort){level < empties ? level : empties, QUICKEST};
}

const foreign_format foreign_edax = {
    .name = "edax",
    .ending = ".dat",
    .has_passes = true,
    .header_bytes = HEADER_BYTES,
    .entry_bytes_max = FOREIGN_BYTES_MAX,
    .recognises = recognises,
    .read_header = read_header,
    .write_header = write_header,
    .read = read,
    .write = write,
    .effort = effort,
};
