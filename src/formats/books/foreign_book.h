/* SPDX-License-Identifier: MIT
 *
 * Opening books of other programs, read and written position by position.
 *
 * Edax and Egaroucid keep their books as one long row of binary positions without any checksum. Each format is a table
 * of functions between bytes and a foreign_entry; the scanner below finds the positions in a stream of any length,
 * holding 64 KiB of it. docs/users/book-files.md describes both formats.
 *
 * If bytes make no sense, the scanner looks for the next place where they do, byte by byte: disjoint own and
 * opposing discs in the standard orientation, a full centre, legal moves. A board shifted by a row may still look like
 * one, so four such positions must follow one another. Whatever was changed, lost or put in between, what comes behind
 * is found again.
 */
#ifndef FLANK_FORMATS_FOREIGN_BOOK_H
#define FLANK_FORMATS_FOREIGN_BOOK_H

#include <flank/book.h>

enum { FOREIGN_LINKS_MAX = 64, FOREIGN_HEADER_MAX = 64, FOREIGN_BYTES_MAX = 42 + 2 * FOREIGN_LINKS_MAX };

/* A move of a position, and what it is worth for the side that makes it. */
typedef struct foreign_link {
    uint8_t move;       /* a square, or FLANK_NO_SQUARE for a pass */
    int8_t score_discs; /* -64..64 */
} foreign_link;

/* A position as another program knows it. */
typedef struct foreign_entry {
    flank_position position; /* black to move; Edax has finished games too */
    int score_discs;         /* -64..64 */
    int level;               /* 0..60 of that program; 0: not searched, or by a human */
    uint32_t lines;
    bool has_leaf;
    foreign_link leaf;
    size_t link_count; /* moves to other positions of the book; Egaroucid does not write them */
    foreign_link links[FOREIGN_LINKS_MAX];
} foreign_entry;

/* The promise of a level of another program: so many plies, so sure. */
typedef struct foreign_effort {
    int depth_plies;
    int percent;
} foreign_effort;

/* The facts that the header of a new file needs. */
typedef struct foreign_summary {
    uint32_t count; /* of positions; 2^31 - 1 at most */
    int level;      /* the highest */
    int empties;    /* the fewest of any position */
    int64_t time_s; /* since 1970 */
} foreign_summary;

typedef struct foreign_format {
    const char *name, *ending; /* "edax", ".dat" */
    bool has_passes;           /* positions in which a pass is forced stand in such books */
    size_t header_bytes;
    size_t entry_bytes_max;

    /* True if a file that begins with these bytes is meant to be such a book. */
    bool (*recognises)(const uint8_t *bytes, size_t size);

    /* Read header_bytes. FLANK_BAD_FILE with `error` filled. */
    flank_status (*read_header)(const uint8_t *bytes, uint32_t *count, flank_error *error);
    void (*write_header)(const foreign_summary *summary, uint8_t *bytes);

    /* Read a position of at most `size` bytes. The number of them; 0 if these are no position, `*fault` saying why, or,
     * if that is FLANK_ERROR_OK, if there are too few bytes. */
    size_t (*read)(const uint8_t *bytes, size_t size, foreign_entry *entry, flank_error_code *fault);

    /* Write a position, entry_bytes_max bytes at most; returns how many. Its links and leaf are legal and different. */
    size_t (*write)(const foreign_entry *entry, uint8_t *bytes);

    /* The meaning of `level` with so many empty squares. */
    foreign_effort (*effort)(int level, int empties);
} foreign_format;

extern const foreign_format foreign_edax, foreign_egaroucid;

/* The format that the first bytes of a file (16 are enough) or the ending of its name tell; NULL for neither. */
const foreign_format *foreign_format_of_bytes(const uint8_t *bytes, size_t size);
const foreign_format *foreign_format_of_name(const char *path);
const foreign_format *foreign_format_named(const char *name); /* "edax", "egaroucid" */

/* The level of the other program that stands for a search of ours: the highest up to `level` (up to the depth, if that
 * is 0) that does not promise more than was searched. */
int foreign_level(const foreign_format *format, const flank_book_entry *entry, int empties);

/* FLANK_ERROR_OK, or what is wrong: a position that is impossible, not in the standard orientation or without a full
 * centre, a move that is not legal, a value beyond the board. */
flank_error_code foreign_fault(const foreign_entry *entry);

/* ---- Scanning ---- */

/* Fill `bytes` with at most `room` more: how many, 0 at the end, -1 if that fails. */
typedef long foreign_source_fn(void *user, uint8_t *bytes, size_t room);

typedef enum foreign_result {
    FOREIGN_ENTRY,
    FOREIGN_DAMAGE, /* error says where and what; the next call goes on behind it */
    FOREIGN_END,
    FOREIGN_FAILED, /* the source said -1 */
} foreign_result;

typedef struct foreign_scan {
    const foreign_format *format;
    foreign_source_fn *source;
    void *user;
    uint32_t count;       /* of positions, as the header tells */
    uint64_t found;       /* positions so far */
    uint64_t offset;      /* in the file, of bytes[start] */
    uint64_t lost_offset; /* the place from which it makes no sense */
    flank_error_code lost_fault;
    bool lost, damaged, ended, failed;
    size_t start, end; /* bytes[start..end) is still to be looked at */
    uint8_t bytes[1 << 16];
} foreign_scan;

/* Begin with the header. FLANK_BAD_FILE with `error` filled, FLANK_CANNOT_READ if the source failed. */
flank_status foreign_scan_open(foreign_scan *scan, const foreign_format *format, foreign_source_fn *source, void *user,
                               flank_error *error);

foreign_result foreign_scan_next(foreign_scan *scan, foreign_entry *entry, flank_error *error);

#endif
