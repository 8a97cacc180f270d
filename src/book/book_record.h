/* SPDX-License-Identifier: MIT
 *
 * One position of a book: in memory, and as the 32 bytes of the file.
 *
 * The file is (all numbers little-endian, docs/users/book-files.md has the tables)
 *
 *   64 bytes of header    magic, version, size of a record, number of records, sum over them, its own check
 *   n × 32 bytes          records, sorted by own, then other
 *
 * Records have one size and are sorted, so a lookup is a binary search in the mapped file: 16 probes for 60 000
 * positions, of which the last ones fall on one page. A hash table would save probes that nobody waits for and cost a
 * third of the space; compression would make the mapping useless. Each record carries a check of its own, so that a
 * lookup can trust what it found without reading the rest; the header's sum over all checks finds records that were
 * lost or changed places.
 *
 * Moves into the book are not stored: they are the legal moves behind which another record is found. That keeps
 * transpositions and symmetries for free, and a record small. Only the best move that leaves the book, the leaf, has
 * to be written down, as in the books of Edax and Egaroucid, from which the idea comes.
 */
#ifndef FLANK_BOOK_RECORD_H
#define FLANK_BOOK_RECORD_H

#include <flank/book.h>

enum {
    BOOK_VERSION = 1,
    BOOK_HEADER_BYTES = 64,
    BOOK_RECORD_BYTES = 32,
    BOOK_SCORE_MAX = 6400,
};

/* Values of book_record.leaf that are no square. */
enum { BOOK_LEAF_PASS = FLANK_NO_SQUARE, BOOK_LEAF_UNKNOWN = 254, BOOK_LEAF_NONE = 255 };

typedef struct book_record {
    uint64_t own, other; /* canonical (core/symmetry.h) */
    int16_t score;       /* hundredths of a disc for the side to move */
    int16_t leaf_score;  /* 0 without a leaf */
    uint8_t leaf;        /* a square of the canonical position, or one of the above */
    uint8_t depth_plies;
    uint8_t level;
    uint8_t selectivity; /* 0..100 */
    bool root;
    uint32_t lines;
} book_record;

static inline bool book_has_leaf(const book_record *record) { return record->leaf <= BOOK_LEAF_PASS; }

/* -1, 0, 1: the order of the file. */
int book_key_compare(uint64_t own_a, uint64_t other_a, uint64_t own_b, uint64_t other_b);

/* FLANK_ERROR_OK, or what makes it no record of its position. */
flank_error_code book_record_fault(const book_record *record);

void book_record_write(const book_record *record, uint8_t *bytes);

/* The check that stands in the record's bytes, and the one that should. */
uint32_t book_record_check(const uint8_t *bytes);
uint32_t book_record_sum(const uint8_t *bytes);
void book_record_read(const uint8_t *bytes, book_record *record);

typedef struct book_header {
    uint64_t count;
    uint64_t content; /* sum over all records, see book_content_add */
} book_header;

#define BOOK_CONTENT_START UINT64_C(0x464c414e4b)
uint64_t book_content_add(uint64_t content, const uint8_t *record_bytes);

void book_header_write(const book_header *header, uint8_t *bytes);

/* Check the first `size` bytes of a file of `file_size` bytes. FLANK_BAD_FILE with `error` filled. */
flank_status book_header_read(const uint8_t *bytes, size_t file_size, book_header *header, flank_error *error);

/* Between records and the entries of the public interface; `symmetry` leads from the caller's position to the record's.
 */
void book_entry_from_record(const book_record *record, unsigned symmetry, flank_book_entry *entry);
void book_entry_to_record(const flank_book_entry *entry, unsigned symmetry, book_record *record);

/* The record of an entry of a position in any orientation. FLANK_GAME_OVER, FLANK_BAD_ARGUMENT for an entry that is
 * none of this position. */
flank_status book_record_make(const flank_position *position, const flank_book_entry *entry, book_record *record);

#endif
