/* SPDX-License-Identifier: MIT
 *
 * WTHOR, the collection of tournament games of the French federation: the header and the records of a .wtb file
 * (wthor_header.c, wthor_record.c), shared by reader (wthor.c) and writer (wthor_write.c).
 *
 *   header   0 creation: century, year, month, day     4 games, 32 bits     8 names, 16 bits (.jou, .trn)
 *           10 year of the games, 16 bits   12 board: 0 or 8, or 10   13 1: solitaires   14 empties of the theoretical
 *           score, 0: 22
 *   game     0 tournament, black, white, 16 bits each   6 black's discs at the end, empty squares to the winner
 *            7 the same with best play from then on     8 60 moves: 10 row + column, 0 behind the last; no passes
 *
 * All little-endian. Source: S. Quin and S. Nicolet, "Format des fichiers de la base Wthor"; checked on the 39 files of
 * the years 1977 to 2015.
 *
 * Facts that only WTHOR knows stand in tags of the root: wthor.tournament, wthor.black, wthor.white (numbers),
 * wthor.theoretical (black's discs), wthor.depth (empties), wthor.created (the date of the file).
 */
#ifndef FLANK_FORMATS_WTHOR_H
#define FLANK_FORMATS_WTHOR_H

#include "formats/format_table.h"
#include "formats/wthor/wthor_names.h"

enum {
    WTHOR_RECORD_BYTES = 68,
    WTHOR_SCORE_AT = 6,
    WTHOR_THEORETICAL_AT = 7,
    WTHOR_MOVES_AT = 8,
    WTHOR_DEPTH_USUAL = 22, /* meant by a depth of 0 */
    WTHOR_GAMES_SURE = 2,   /* so many legal games in a row, or all up to the end, show that games begin there */
};

typedef struct wthor_header {
    size_t size;  /* offset of the first game: 16 */
    bool damaged; /* the games begin elsewhere, or the fields are nonsense; only the year is set then, 0 if unknown */
    char created[16]; /* "2015.09.30" */
    uint32_t games;
    unsigned names, year, board, solitaires, depth;
    size_t odd_at; /* 12 or 13: that byte is of another board, or of solitaires, though Othello games follow; else 0 */
    unsigned odd;  /* the byte at odd_at; `board` and `solitaires` have the values of Othello games then */
} wthor_header;

/* The header of a file of which `size` bytes are here, at least WTHOR_HEADER_BYTES: enough for the games that show
 * where they begin. */
wthor_header wthor_header_read(const unsigned char *bytes, size_t size);

/* True if boards of another size than 8x8 have such a side. */
bool wthor_is_other_board(unsigned side);

/* True if the first bytes can be a header of any of WTHOR's files. */
bool wthor_header_is_likely(const unsigned char *bytes);

unsigned wthor_get_16(const unsigned char *bytes);

/* True if bytes can be a record: scores in range, moves and then zeros. */
bool wthor_looks_like_record(const unsigned char *record);

/* True if records of legal games follow: WTHOR_GAMES_SURE, or all that there are. */
bool wthor_games_follow(const unsigned char *bytes, size_t size);

bool wthor_is_move(unsigned char byte);

/* Play a move of a record, after a pass if there must be one. */
flank_status wthor_add_move(flank_sheet *sheet, unsigned char byte, const flank_node **node);

/* Of the writer, whose header can only be written when all games are there. */
typedef struct wthor_writing {
    text_buffer records;
    wthor_names players, tournaments;
    bool started;
    unsigned char created[4];
    unsigned year, depth;
} wthor_writing;

flank_status wthor_write(flank_writer *writer, const flank_sheet *sheet, flank_error *error);
flank_status wthor_write_end(flank_writer *writer, bool keep, flank_error *error);

#endif
