/* SPDX-License-Identifier: MIT
 *
 * Opening books: look positions up, let the book choose a move, name openings. book_builder.h makes books.
 *
 * Books are of Othello, Lines of Action or Turkish draughts; what is said of entries and leaves is of Othello alone,
 * and flank_book_here and flank_book_choose answer for all. A book is one file that is mapped into memory and read
 * where a lookup needs it, so that opening a large one costs nothing; docs/users/book-files.md describes the format.
 * Positions that are mirrored or turned stand in it once. Scores are hundredths of a disc for the side to move, as in
 * engine.h.
 *
 * An open book may be read by several threads at once. Replace its file only by renaming a new one over it, as the
 * builder does: the open book then keeps showing the old one. A file that is written over in its place (cp does that)
 * changes under the open book, and where it has been cut off the system ends the process (SIGBUS).
 */
#ifndef FLANK_BOOK_H
#define FLANK_BOOK_H

#include <flank/record.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct flank_book flank_book;

/* All that the book knows of a position. The moves of a position are those that lead to another position of the book,
 * each worth the negative of that position's score, and the leaf: the best of all others when they were searched last.
 */
typedef struct flank_book_entry {
    int score;     /* of the position: of its best move */
    bool has_leaf; /* false: every move leads on in the book, or the others have not been searched (rest_unknown) */
    bool rest_unknown;
    flank_move leaf; /* a legal move, or a pass; unset without a leaf, as the next one */
    int leaf_score;  /* for the side to move here */
    int depth_plies; /* of the last search of this position, which found the leaf; 0 if there was none */
    int level;       /* of that search; 0 if it was asked for by depth */
    int selectivity; /* percent of confidence of that search: 100 if it cut nothing on a guess */
    bool root;       /* lines of the book begin here */
    uint32_t lines;  /* ways from here to the end of the book; UINT32_MAX stands for more */
} flank_book_entry;

/* A move of a position in the book. */
typedef struct flank_book_move {
    flank_move move;
    int score;       /* for the side that makes the move */
    bool in_book;    /* the book goes on behind it; false for the leaf */
    int depth_plies; /* of the search behind the score: of the position that follows, or of the leaf */
    int level, selectivity; /* of Othello alone: 0 and 100 in other games */
    uint32_t lines;         /* 1 for the leaf, and in other games than Othello */
} flank_book_move;

/* True if books are of the record's game by its rules: of Othello by rules that do not stand apart, of other games by
 * the usual ones alone. Names of openings are of Othello. */
bool flank_book_covers(const flank_record *record);

#define FLANK_BOOK_MOVES_MAX 64 /* no position has more moves */

/* Open the book at `path`. Only its first bytes are read: damage further on is found by flank_book_verify, or by a
 * lookup that meets it. NULL with `status` and `error` (both may be NULL) set on failure: FLANK_CANNOT_READ,
 * FLANK_BAD_FILE for a file that is no book, is cut off or of a later version, FLANK_NO_MEMORY. */
flank_book *flank_book_open(const char *path, flank_status *status, flank_error *error);

/* The same for a book in memory, which must stay as it is until the book is closed. */
flank_book *flank_book_open_bytes(const void *bytes, size_t size, flank_status *status, flank_error *error);

/* With all that was added to it; NULL is fine. */
void flank_book_close(flank_book *book);

/* The game that the book is of. */
const flank_game *flank_book_game(const flank_book *book);

/* Let `book` answer for the game of `more`, too, which belongs to it from now on; `book`, or `more` if that is NULL. */
flank_book *flank_book_add(flank_book *book, flank_book *more);

/* The number of positions that the book holds, and how many bytes it has. Without what was added to it, as the next
 * one. */
size_t flank_book_count(const flank_book *book);
size_t flank_book_size(const flank_book *book);

/* Read everything and check it, what was added included: each position, their order, the sum over all. FLANK_BAD_FILE
 * with `error` (may be NULL) saying at which byte what is wrong, always of the book of Othello: others are checked when
 * they are opened. */
flank_status flank_book_verify(const flank_book *book, flank_error *error);

/* Position number `index` (0..flank_book_count()-1) in the book's own order: black to move, turned as the book turns
 * it. FLANK_BAD_ARGUMENT past the end, FLANK_BAD_FILE. */
flank_status flank_book_at(const flank_book *book, size_t index, flank_position *position, flank_book_entry *entry,
                           flank_error *error);

/* Look up an Othello position; whose turn it is does not matter. FLANK_NOT_FOUND, FLANK_BAD_FILE. */
flank_status flank_book_find(const flank_book *book, const flank_position *position, flank_book_entry *entry,
                             flank_error *error);

/* The moves that the book knows in `position`, best first; `moves` has room for FLANK_BOOK_MOVES_MAX. FLANK_NOT_FOUND,
 * and `*count` untouched, if the position is not in the book; FLANK_BAD_FILE. */
flank_status flank_book_moves(const flank_book *book, const flank_position *position, flank_book_move *moves,
                              size_t *count, flank_error *error);

/* The moves that the book, or what was added to it, knows at the record's cursor, for any game, as flank_book_moves.
 * FLANK_NOT_FOUND also if flank_book_covers is false, if `book` is NULL, and where pieces could move back to a position
 * that the game has had. */
flank_status flank_book_here(const flank_book *book, const flank_record *record, flank_book_move *moves, size_t *count,
                             flank_error *error);

/* Of a book of another game than Othello: how many positions stand at each ply below `most`, and the number of plies.
 */
size_t flank_book_plies(const flank_book *book, size_t *positions, size_t most);

#define FLANK_BOOK_MARGIN 50 /* half a disc: how much worse than the best a chosen move of Othello may be in play */

/* The same for any game. */
int flank_book_margin(const flank_game *game);

/* Let the book move at the record's cursor: one of the moves whose score is at most `margin` below the best, each as
 * likely; the same `seed` and position choose the same. Fills in `*choice`. FLANK_NOT_FOUND if the book does not know
 * the position, if flank_book_covers is false, or if `book` is NULL; FLANK_BAD_FILE: then play without the book. */
flank_status flank_book_choose(const flank_book *book, const flank_record *record, int margin, uint64_t seed,
                               flank_book_move *choice);

/* The name of the opening that the game at the record's cursor has followed furthest ("Tiger", "Snake/Peasant"), in
 * whatever order and orientation the moves came; NULL if it has none (yet), and where flank_book_covers is false.
 * Static storage. */
const char *flank_opening_name(const flank_record *record);

#ifdef __cplusplus
}
#endif
#endif
