/* SPDX-License-Identifier: MIT
 *
 * Records and header as bytes.
 */
#include "book/book_record.h"

#include "core/error.h"
#include "core/little_endian.h"
#include "core/random.h"
#include "core/symmetry.h"
#include "games/othello/othello_board.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* Offsets in a record and in the header. */
enum { AT_OWN = 0, AT_OTHER = 8, AT_SCORE = 16, AT_LEAF_SCORE = 18, AT_LEAF = 20, AT_DEPTH, AT_LEVEL, AT_SELECTIVITY };
enum { AT_LINES = 24, AT_CHECK = 28 };
enum { AT_MAGIC = 0, AT_VERSION = 8, AT_RECORD_BYTES = 12, AT_COUNT = 16, AT_CONTENT = 24, AT_HEADER_CHECK = 56 };

enum { ROOT_BIT = 0x80 }; /* in the byte of selectivity, which needs seven bits */

/* A line of text, so that a book opened as text says what it is; the newline notices a transfer that changed it. */
static const char magic[8] = {'F', 'l', 'a', 'n', 'k', 'B', 'k', '\n'};

static uint64_t mix_bytes(const uint8_t *bytes, size_t size)
{
    uint64_t sum = size;
    for (size_t i = 0; i < size; i += 4)
        sum = random_mix(sum ^ little_get(bytes + i, 4)) + UINT64_C(0x9e3779b97f4a7c15);
    return sum;
}

/* ---- Records ---- */

int book_key_compare(uint64_t own_a, uint64_t other_a, uint64_t own_b, uint64_t other_b)
{
    if (own_a != own_b)
        return own_a < own_b ? -1 : 1;
    return (other_a > other_b) - (other_a < other_b);
}

static bool leaf_is_legal(const book_record *record)
{
    if (record->leaf == BOOK_LEAF_NONE || record->leaf == BOOK_LEAF_UNKNOWN)
        return true;
    uint64_t moves = othello_moves(record->own, record->other);
    if (record->leaf == BOOK_LEAF_PASS)
        return moves == 0;
    return record->leaf < 64 && (moves & bit(record->leaf)) != 0;
}

flank_error_code book_record_fault(const book_record *record)
{
    uint64_t own = record->own, other = record->other;
    if (own & other)
        return FLANK_ERROR_SQUARE_TWO_DISCS;
    symmetry_canonical(&own, &other);
    if (own != record->own || other != record->other)
        return FLANK_ERROR_NOT_TURNED;
    if (!othello_moves(own, other) && !othello_moves(other, own))
        return FLANK_ERROR_GAME_OVER;
    if (record->score < -BOOK_SCORE_MAX || record->score > BOOK_SCORE_MAX || record->leaf_score < -BOOK_SCORE_MAX ||
        record->leaf_score > BOOK_SCORE_MAX)
        return FLANK_ERROR_SCORE_BEYOND_64;
    if (!leaf_is_legal(record))
        return FLANK_ERROR_LEAF_NOT_LEGAL;
    if (record->selectivity > 100)
        return FLANK_ERROR_CONFIDENCE_ABOVE_100;
    return FLANK_ERROR_OK;
}

void book_record_write(const book_record *record, uint8_t *bytes)
{
    assert(!book_record_fault(record));
    little_put(bytes + AT_OWN, 8, record->own);
    little_put(bytes + AT_OTHER, 8, record->other);
    little_put(bytes + AT_SCORE, 2, (uint16_t)record->score);
    little_put(bytes + AT_LEAF_SCORE, 2, (uint16_t)record->leaf_score);
    bytes[AT_LEAF] = record->leaf;
    bytes[AT_DEPTH] = record->depth_plies;
    bytes[AT_LEVEL] = record->level;
    bytes[AT_SELECTIVITY] = record->selectivity | (record->root ? ROOT_BIT : 0);
    little_put(bytes + AT_LINES, 4, record->lines);
    little_put(bytes + AT_CHECK, 4, book_record_sum(bytes));
}

void book_record_read(const uint8_t *bytes, book_record *record)
{
    *record = (book_record){
        .own = little_get(bytes + AT_OWN, 8),
        .other = little_get(bytes + AT_OTHER, 8),
        .score = (int16_t)little_get(bytes + AT_SCORE, 2),
        .leaf_score = (int16_t)little_get(bytes + AT_LEAF_SCORE, 2),
        .leaf = bytes[AT_LEAF],
        .depth_plies = bytes[AT_DEPTH],
        .level = bytes[AT_LEVEL],
        .selectivity = bytes[AT_SELECTIVITY] & ~ROOT_BIT,
        .root = (bytes[AT_SELECTIVITY] & ROOT_BIT) != 0,
        .lines = (uint32_t)little_get(bytes + AT_LINES, 4),
    };
}

uint32_t book_record_check(const uint8_t *bytes) { return (uint32_t)little_get(bytes + AT_CHECK, 4); }

uint32_t book_record_sum(const uint8_t *bytes) { return (uint32_t)(mix_bytes(bytes, AT_CHECK) >> 32); }

/* ---- Header ---- */

uint64_t book_content_add(uint64_t content, const uint8_t *record_bytes)
{
    return random_mix(content ^ book_record_check(record_bytes)) + UINT64_C(0x9e3779b97f4a7c15);
}

void book_header_write(const book_header *header, uint8_t *bytes)
{
    memset(bytes, 0, BOOK_HEADER_BYTES);
    memcpy(bytes + AT_MAGIC, magic, sizeof magic);
    little_put(bytes + AT_VERSION, 4, BOOK_VERSION);
    little_put(bytes + AT_RECORD_BYTES, 4, BOOK_RECORD_BYTES);
    little_put(bytes + AT_COUNT, 8, header->count);
    little_put(bytes + AT_CONTENT, 8, header->content);
    little_put(bytes + AT_HEADER_CHECK, 8, mix_bytes(bytes, AT_HEADER_CHECK));
}

flank_status book_header_read(const uint8_t *bytes, size_t file_size, book_header *header, flank_error *error)
{
    if (file_size < sizeof magic || memcmp(bytes + AT_MAGIC, magic, sizeof magic) != 0)
        return error_say(error, FLANK_BAD_FILE, 0, SAY(NO_BOOK_NO_MARK));
    if (file_size < BOOK_HEADER_BYTES)
        return error_say(error, FLANK_BAD_FILE, file_size, SAY(BOOK_HEADER_CUT), say_number(file_size));
    uint64_t version = little_get(bytes + AT_VERSION, 4), record_bytes = little_get(bytes + AT_RECORD_BYTES, 4);
    if (little_get(bytes + AT_HEADER_CHECK, 8) != mix_bytes(bytes, AT_HEADER_CHECK))
        return error_say(error, FLANK_BAD_FILE, AT_HEADER_CHECK, SAY(BOOK_HEADER_DAMAGED));
    if (version != BOOK_VERSION)
        return error_say(error, FLANK_BAD_FILE, AT_VERSION, SAY(BOOK_VERSION), say_number(version),
                         say_number(BOOK_VERSION));
    if (record_bytes != BOOK_RECORD_BYTES)
        return error_say(error, FLANK_BAD_FILE, AT_RECORD_BYTES, SAY(BOOK_RECORD_SIZE), say_number(record_bytes),
                         say_number(BOOK_RECORD_BYTES));
    uint64_t count = little_get(bytes + AT_COUNT, 8), room = (file_size - BOOK_HEADER_BYTES) / BOOK_RECORD_BYTES;
    if (count > room)
        return error_say(error, FLANK_BAD_FILE, file_size, SAY(BOOK_CUT), say_number(file_size), say_number(room),
                         say_number(count));
    size_t end = BOOK_HEADER_BYTES + (size_t)count * BOOK_RECORD_BYTES;
    if (file_size > end)
        return error_say(error, FLANK_BAD_FILE, end, SAY(BOOK_GOES_ON), say_number(end));
    *header = (book_header){.count = count, .content = little_get(bytes + AT_CONTENT, 8)};
    return FLANK_OK;
}

/* ---- The public form ---- */

void book_entry_from_record(const book_record *record, unsigned symmetry, flank_book_entry *entry)
{
    *entry = (flank_book_entry){
        .score = record->score,
        .has_leaf = book_has_leaf(record),
        .rest_unknown = record->leaf == BOOK_LEAF_UNKNOWN,
        .depth_plies = record->depth_plies,
        .level = record->level,
        .selectivity = record->selectivity,
        .root = record->root,
        .lines = record->lines,
    };
    if (!entry->has_leaf)
        return;
    entry->leaf_score = record->leaf_score;
    entry->leaf =
        (flank_move){.from = FLANK_NO_SQUARE, .to = (uint8_t)symmetry_square(record->leaf, symmetry_inverse(symmetry))};
}

void book_entry_to_record(const flank_book_entry *entry, unsigned symmetry, book_record *record)
{
    *record = (book_record){
        .own = record->own,
        .other = record->other,
        .score = (int16_t)entry->score,
        .leaf = entry->rest_unknown ? BOOK_LEAF_UNKNOWN : BOOK_LEAF_NONE,
        .depth_plies = (uint8_t)entry->depth_plies,
        .level = (uint8_t)entry->level,
        .selectivity = (uint8_t)entry->selectivity,
        .root = entry->root,
        .lines = entry->lines,
    };
    if (!entry->has_leaf)
        return;
    record->leaf_score = (int16_t)entry->leaf_score;
    record->leaf = (uint8_t)symmetry_square(entry->leaf.to, symmetry);
}

/* True if the numbers fit into a record at all; book_record_fault has the rest. */
static bool score_fits(int score) { return score >= -BOOK_SCORE_MAX && score <= BOOK_SCORE_MAX; }

static bool entry_fits(const flank_book_entry *entry)
{
    return score_fits(entry->score) && entry->depth_plies >= 0 && entry->depth_plies <= UINT8_MAX &&
           entry->level >= 0 && entry->level <= UINT8_MAX && entry->selectivity >= 0 && entry->selectivity <= 100 &&
           (!entry->has_leaf || (score_fits(entry->leaf_score) && entry->leaf.to <= FLANK_NO_SQUARE));
}

flank_status book_record_make(const flank_position *position, const flank_book_entry *entry, book_record *record)
{
    *record = (book_record){.own = position->own, .other = position->other};
    const unsigned symmetry = symmetry_canonical(&record->own, &record->other);
    if (!othello_moves(record->own, record->other) && !othello_moves(record->other, record->own))
        return FLANK_GAME_OVER;
    if (!entry_fits(entry))
        return FLANK_BAD_ARGUMENT;
    book_entry_to_record(entry, symmetry, record);
    return book_record_fault(record) ? FLANK_BAD_ARGUMENT : FLANK_OK;
}
