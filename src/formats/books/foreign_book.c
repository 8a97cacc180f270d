/* SPDX-License-Identifier: MIT
 *
 * Functions that the formats of foreign books share: which is which, what makes sense, and the scanner.
 */
#include "formats/books/foreign_book.h"

#include "core/bits.h"
#include "core/error.h"
#include "core/symmetry.h"
#include "games/othello/othello.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

static const foreign_format *const formats[] = {&foreign_edax, &foreign_egaroucid};
/* Positions of a book are sorted, so that those behind one another are much alike: read a byte or two too early,
 * several in a row may make sense (seven do in a book of the tests). */
enum { FORMATS = sizeof formats / sizeof *formats, CONFIRMATIONS = 4, COMPARED = 32 };

/* ---- Kinds of books ---- */

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

/* ---- Sense ---- */

static bool is_legal(const flank_move *legal, size_t count, uint8_t move)
{
    for (size_t i = 0; i < count; i++)
        if (legal[i].to == move)
            return true;
    return false;
}

static bool is_score(int score_discs) { return score_discs >= -64 && score_discs <= 64; }

static flank_error_code move_fault(const foreign_entry *entry)
{
    static const flank_rules rules;
    flank_move legal[FLANK_MOVES_MAX];
    size_t count = flank_game_moves(&othello_game, &rules, &entry->position, legal);
    uint64_t seen[2] = {0};
    for (size_t i = 0; i < entry->link_count; i++) {
        uint8_t move = entry->links[i].move;
        if (!is_legal(legal, count, move))
            return FLANK_ERROR_LINK_NOT_LEGAL;
        if (seen[move / 64] >> move % 64 & 1)
            return FLANK_ERROR_LINK_TWICE;
        if (!is_score(entry->links[i].score_discs))
            return FLANK_ERROR_LINK_VALUE_BEYOND_64;
        seen[move / 64] |= bit(move % 64);
    }
    if (!entry->has_leaf)
        return FLANK_ERROR_OK;
    if (!is_legal(legal, count, entry->leaf.move))
        return FLANK_ERROR_LEAF_NOT_LEGAL;
    return is_score(entry->leaf.score_discs) ? FLANK_ERROR_OK : FLANK_ERROR_LEAF_VALUE_BEYOND_64;
}

flank_error_code foreign_fault(const foreign_entry *entry)
{
    const uint64_t centre = UINT64_C(0x0000001818000000);
    uint64_t own = entry->position.own, other = entry->position.other;
    if (own & other)
        return FLANK_ERROR_SQUARE_TWO_DISCS;
    if (((own | other) & centre) != centre)
        return FLANK_ERROR_CENTRE_NOT_FULL;
    symmetry_canonical(&own, &other);
    if (own != entry->position.own || other != entry->position.other)
        return FLANK_ERROR_NOT_TURNED;
    if (!is_score(entry->score_discs))
        return FLANK_ERROR_VALUE_BEYOND_64;
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
        return error_say(error, FLANK_CANNOT_READ, 0, SAY(FOREIGN_CANNOT_READ));
    if (!format->recognises(scan->bytes, scan->end))
        return error_say(error, FLANK_BAD_FILE, 0, SAY(FOREIGN_NO_BOOK),
                         say_text(format == &foreign_edax ? "Edax" : "Egaroucid"));
    if (scan->end < format->header_bytes)
        return error_say(error, FLANK_BAD_FILE, scan->end, SAY(BOOK_HEADER_CUT), say_number(scan->end));
    flank_status status = format->read_header(scan->bytes, &scan->count, error);
    advance(scan, format->header_bytes);
    return status;
}

/* The fault from scan->lost_offset up to here. */
static foreign_result report_lost(foreign_scan *scan, flank_error *error)
{
    scan->lost = false;
    scan->damaged = true;
    error_say(error, FLANK_BAD_FILE, (size_t)scan->lost_offset, SAY(FOREIGN_LEFT_OUT), say_number(scan->lost_offset),
              say_code(scan->lost_fault), say_number(scan->offset - scan->lost_offset), say_number(scan->found),
              say_number(scan->count));
    return FOREIGN_DAMAGE;
}

static foreign_result at_the_end(foreign_scan *scan, flank_error *error)
{
    if (scan->lost)
        return report_lost(scan, error);
    if (scan->damaged || scan->found == scan->count)
        return FOREIGN_END;
    scan->damaged = true;
    error_say(error, FLANK_BAD_FILE, (size_t)scan->offset, SAY(FOREIGN_ENDS), say_number(scan->offset),
              say_number(scan->found), say_number(scan->count));
    return FOREIGN_DAMAGE;
}

/* Read what stands at `at`: how many bytes a position has there; 0 with `*fault`, which is FLANK_ERROR_OK if the file
 * is cut off there. */
static size_t read_at(const foreign_scan *scan, size_t at, foreign_entry *entry, flank_error_code *fault)
{
    size_t used = scan->format->read(scan->bytes + at, scan->end - at, entry, fault);
    if (used)
        *fault = foreign_fault(entry);
    return *fault ? 0 : used;
}

/* How many positions follow one another from `at` on, COMPARED at most; so many too if the file ends with them. */
static int count_from(const foreign_scan *scan, size_t at)
{
    for (int count = 0; count < COMPARED; count++) {
        foreign_entry entry;
        flank_error_code fault;
        if (at == scan->end)
            return COMPARED;
        const size_t used = read_at(scan, at, &entry, &fault);
        if (!used)
            return count > 0 && !fault ? COMPARED : count;
        at += used;
    }
    return COMPARED;
}

/* True if a place behind damage is trusted: some positions follow one another there, and from no other byte of the
 * first one more of them. */
static bool is_confirmed(const foreign_scan *scan)
{
    const int count = count_from(scan, scan->start);
    size_t others = count < CONFIRMATIONS ? 0 : scan->format->entry_bytes_max;
    if (others > scan->end - scan->start)
        others = scan->end - scan->start;
    for (size_t i = 1; i < others && count < COMPARED; i++)
        if (count_from(scan, scan->start + i) > count)
            return false;
    return count >= CONFIRMATIONS;
}

foreign_result foreign_scan_next(foreign_scan *scan, foreign_entry *entry, flank_error *error)
{
    for (;;) {
        flank_error_code fault = FLANK_ERROR_OK;
        if (!fill(scan, (COMPARED + 1) * scan->format->entry_bytes_max))
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
            scan->lost_fault = fault ? fault : FLANK_ERROR_FOREIGN_CUT_OFF;
        }
        advance(scan, 1);
    }
}
