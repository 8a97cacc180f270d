/* SPDX-License-Identifier: MIT
 *
 * What the formats of foreign books share: which is which, what makes sense, and the scanner.
 */
#include "formats/books/foreign_book.h"

#include "core/bits.h"
#include "core/error.h"
#include "core/symmetry.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

static const foreign_format *const formats[] = {&foreign_edax, &foreign_egaroucid};
enum { FORMATS = sizeof formats / sizeof *formats, CONFIRMATIONS = 4 };

/* ---- Which ---- */

const foreign_format *foreign_format_of_bytes(const uint8_t *bytes, size_t size)
{
    for (int i = 0; i < FORMATS; i++)
        if (formats[i]->recognises(bytes, size))
            return formats[i];
    return NULL;
}

const foreign_format *foreign_format_of_name(const char *path)
{
    size_t length = strlen(path);
    for (int i = 0; i < FORMATS; i++) {
        size_t ending = strlen(formats[i]->ending);
        if (length > ending && strcasecmp(path + length - ending, formats[i]->ending) == 0)
            return formats[i];
    }
    return NULL;
}

const foreign_format *foreign_format_named(const char *name)
{
    for (int i = 0; i < FORMATS; i++)
        if (strcmp(formats[i]->name, name) == 0)
            return formats[i];
    return NULL;
}

/* ---- What makes sense ---- */

static bool is_legal(const flank_move *legal, size_t count, uint8_t move)
{
    for (size_t i = 0; i < count; i++)
        if (legal[i].to == move)
            return true;
    return false;
}

static bool is_score(int score_discs) { return score_discs >= -64 && score_discs <= 64; }

static const char *move_fault(const foreign_entry *entry)
{
    static const flank_rules rules;
    flank_move legal[FLANK_MOVES_MAX];
    size_t count = flank_game_moves(flank_game_find("othello"), &rules, &entry->position, legal);
    uint64_t seen[2] = {0};
    for (size_t i = 0; i < entry->link_count; i++) {
        uint8_t move = entry->links[i].move;
        if (!is_legal(legal, count, move))
            return "a link is no legal move";
        if (seen[move / 64] >> move % 64 & 1)
            return "a link stands there twice";
        if (!is_score(entry->links[i].score_discs))
            return "the value of a link is beyond 64 discs";
        seen[move / 64] |= bit(move % 64);
    }
    if (!entry->has_leaf)
        return NULL;
    if (!is_legal(legal, count, entry->leaf.move))
        return "the leaf is no legal move";
    return is_score(entry->leaf.score_discs) ? NULL : "the value of the leaf is beyond 64 discs";
}

const char *foreign_fault(const foreign_entry *entry)
{
    const uint64_t centre = UINT64_C(0x0000001818000000);
    uint64_t own = entry->position.own, other = entry->position.other;
    if (own & other)
        return "a square holds two discs";
    if (((own | other) & centre) != centre)
        return "the centre is not full";
    symmetry_canonical(&own, &other);
    if (own != entry->position.own || other != entry->position.other)
        return "the position is not turned as books turn it";
    if (!is_score(entry->score_discs))
        return "the value is beyond 64 discs";
    return move_fault(entry);
}

/* ---- Levels ---- */

int foreign_level(const foreign_format *format, const flank_book_entry *entry, int empties)
{
    int level = entry->level ? entry->level : entry->depth_plies;
    for (level = level > 60 ? 60 : level; level > 0; level--) {
        foreign_effort promised = format->effort(level, empties);
        if (promised.depth_plies < entry->depth_plies ||
            (promised.depth_plies == entry->depth_plies && promised.percent <= entry->selectivity))
            break;
    }
    return level;
}

/* ---- Scanning ---- */

/* Have at least `wanted` bytes to look at, if there are so many; false if the source fails. */
static bool fill(foreign_scan *scan, size_t wanted)
{
    if (scan->end - scan->start >= wanted || scan->ended)
        return true;
    memmove(scan->bytes, scan->bytes + scan->start, scan->end - scan->start);
    scan->end -= scan->start;
    scan->start = 0;
    while (!scan->ended && scan->end < wanted) {
        long count = scan->source(scan->user, scan->bytes + scan->end, sizeof scan->bytes - scan->end);
        scan->failed = count < 0;
        if (scan->failed)
            return false;
        scan->ended = count == 0;
        scan->end += (size_t)count;
    }
    return true;
}

static void advance(foreign_scan *scan, size_t count)
{
    scan->start += count;
    scan->offset += count;
}

flank_status foreign_scan_open(foreign_scan *scan, const foreign_format *format, foreign_source_fn *source, void *user,
                               flank_error *error)
{
    *scan = (foreign_scan){.format = format, .source = source, .user = user};
    if (!fill(scan, format->header_bytes))
        return error_set(error, FLANK_CANNOT_READ, 0, "cannot read");
    if (!format->recognises(scan->bytes, scan->end))
        return error_set(error, FLANK_BAD_FILE, 0, "this is no book of %s",
                         format == &foreign_edax ? "Edax" : "Egaroucid");
    if (scan->end < format->header_bytes)
        return error_set(error, FLANK_BAD_FILE, scan->end, "the book is cut off in its header, at byte %zu", scan->end);
    flank_status status = format->read_header(scan->bytes, &scan->count, error);
    advance(scan, format->header_bytes);
    return status;
}

/* What is wrong from scan->lost_offset up to here. */
static foreign_result report_lost(foreign_scan *scan, flank_error *error)
{
    scan->lost = false;
    scan->damaged = true;
    error_set(error, FLANK_BAD_FILE, (size_t)scan->lost_offset,
              "byte %" PRIu64 ": %s; %" PRIu64 " bytes are left out, behind position %" PRIu64 " of %" PRIu32,
              scan->lost_offset, scan->lost_fault, scan->offset - scan->lost_offset, scan->found, scan->count);
    return FOREIGN_DAMAGE;
}

static foreign_result at_the_end(foreign_scan *scan, flank_error *error)
{
    if (scan->lost)
        return report_lost(scan, error);
    if (scan->damaged || scan->found == scan->count)
        return FOREIGN_END;
    scan->damaged = true;
    error_set(error, FLANK_BAD_FILE, (size_t)scan->offset,
              "the book ends at byte %" PRIu64 " with %" PRIu64 " positions, its header tells of %" PRIu32,
              scan->offset, scan->found, scan->count);
    return FOREIGN_DAMAGE;
}

/* Read what stands at `at`: how many bytes a position has there; 0 with `*fault`, which is NULL if the file is cut off
 * there. */
static size_t read_at(const foreign_scan *scan, size_t at, foreign_entry *entry, const char **fault)
{
    size_t used = scan->format->read(scan->bytes + at, scan->end - at, entry, fault);
    if (used)
        *fault = foreign_fault(entry);
    return *fault ? 0 : used;
}

/* Whether a place behind damage is trusted: some positions follow one another there, or the file ends. */
static bool is_confirmed(const foreign_scan *scan)
{
    foreign_entry entry;
    const char *fault;
    size_t at = scan->start;
    for (int i = 0; i < CONFIRMATIONS && at < scan->end; i++) {
        size_t used = read_at(scan, at, &entry, &fault);
        if (!used)
            return i > 0 && !fault;
        at += used;
    }
    return true;
}

foreign_result foreign_scan_next(foreign_scan *scan, foreign_entry *entry, flank_error *error)
{
    for (;;) {
        const char *fault = NULL;
        if (!fill(scan, CONFIRMATIONS * scan->format->entry_bytes_max))
            return FOREIGN_FAILED;
        if (scan->start == scan->end)
            return at_the_end(scan, error);
        size_t used = read_at(scan, scan->start, entry, &fault);
        if (used && !scan->lost) {
            advance(scan, used);
            scan->found++;
            return FOREIGN_ENTRY;
        }
        if (used && is_confirmed(scan))
            return report_lost(scan, error); /* and this position next time */
        if (!scan->lost) {
            scan->lost = true;
            scan->lost_offset = scan->offset;
            scan->lost_fault = fault ? fault : "the book is cut off";
        }
        advance(scan, 1);
    }
}
