/* SPDX-License-Identifier: MIT
 *
 * Opening books of the games that move pieces: Lines of Action and Turkish draughts.
 *
 * The file is (all numbers little-endian, docs/users/book-files.md has the table)
 *
 *   32 bytes of header    magic, version, size of an entry, number of entries, the game, a sum over all else
 *   n * 14 bytes          entries, sorted by key
 *
 * An entry is a position: the hash of its canonical form, its value, the ply at which the book meets it, and how deep
 * it was searched. Moves are not stored: they are the legal moves behind which another entry is found at a later ply.
 * So transpositions and symmetries come for free, as in Othello's book, and no way through the book goes in a circle,
 * which pieces that move back and forth would make otherwise.
 *
 * A book is small (some 200 KB), so that all of it is checked when it is opened, and a lookup trusts what it finds.
 * docs/decisions/0038-books-of-pieces.md says why these books have a format of their own.
 */
#ifndef FLANK_BOOK_PIECE_BOOK_H
#define FLANK_BOOK_PIECE_BOOK_H

#include <flank/book.h>

enum {
    PIECE_BOOK_HEADER = 32,
    PIECE_ENTRY_BYTES = 14,
    PIECE_PLY_MAX = 60,
    PIECE_REST_NONE = INT16_MIN + 1, /* every legal move leads on in the book, or back to an earlier ply */
    PIECE_NOT_GROWN = INT16_MIN      /* the book ends here: only the value is known */
};

typedef struct piece_entry {
    uint64_t key;
    int16_t score; /* hundredths for the side to move */
    int16_t
        rest; /* the best of the moves that do not lead on in the book is worth at most so much, or one of the above */
    uint8_t ply;
    uint8_t depth_plies; /* of the search behind the score */
} piece_entry;

typedef struct piece_book {
    const flank_game *game;
    const uint8_t *entries;
    size_t count;
} piece_book;

/* True if the bytes begin as such a book does. */
bool piece_book_is_one(const uint8_t *bytes, size_t size);

/* Check all of a file; `book` then points into it. FLANK_BAD_FILE with `error` (may be NULL) saying what is wrong. */
flank_status piece_book_read(const uint8_t *bytes, size_t size, piece_book *book, flank_error *error);

/* Entry number `index`. */
piece_entry piece_book_at(const piece_book *book, size_t index);

/* False if the book does not have the key. */
bool piece_book_find(const piece_book *book, uint64_t key, piece_entry *entry);

/* The moves that the book knows, best first; `moves` has room for FLANK_BOOK_MOVES_MAX. 0 where it does not know the
 * position, or holds a move that it does not have for better. */
size_t piece_book_moves(const piece_book *book, const flank_position *position, flank_book_move *moves);

/* Replace a position by the one that stands for all that are it mirrored or turned; its key. */
uint64_t piece_book_key(const flank_game *game, flank_position *position);

/* The header and the entries, sorted by key, as bytes; free them. NULL without memory. */
uint8_t *piece_book_write(const flank_game *game, const piece_entry *entries, size_t count, size_t *size);

/* Hundredths of the game's scale of chances at the start (games/game_table.h): errors are parts of it. */
int piece_book_scale(const flank_game *game);

#endif
