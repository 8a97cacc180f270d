/* SPDX-License-Identifier: MIT
 *
 * Reading books: the mapped file, lookups, and the choice of a move.
 */
#define _DEFAULT_SOURCE /* madvise */
#include <flank/book.h>

#include "book/book_record.h"
#include "book/piece_book.h"
#include "core/error.h"
#include "core/mapped_file.h"
#include "core/random.h"
#include "core/symmetry.h"
#include "games/game_table.h"
#include "games/othello/othello.h"
#include "games/othello/othello_board.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { FORGET_RECORDS = 1 << 18 }; /* 8 MiB, whole pages of any size */

struct flank_book {
    const flank_game *game;
    const uint8_t *bytes;
    size_t size;
    size_t count;
    uint64_t content;  /* the header's sum over all records */
    piece_book pieces; /* of another game than Othello */
    bool mapped;       /* by flank_book_open, to be unmapped */
    flank_book *more;  /* of other games (flank_book_add), or NULL */
};

/* ---- Opening ---- */

static flank_book *open_failed(flank_status answer, flank_status *status)
{
    if (status)
        *status = answer;
    return NULL;
}

static flank_status read_file(const void *bytes, size_t size, flank_book *book, flank_error *error)
{
    book_header header = {0};
    const bool pieces = piece_book_is_one(bytes, size);
    *book = (flank_book){.game = &othello_game, .bytes = bytes, .size = size};
    const flank_status read =
        pieces ? piece_book_read(bytes, size, &book->pieces, error) : book_header_read(bytes, size, &header, error);
    if (read)
        return read;
    if (pieces)
        book->game = book->pieces.game;
    book->count = pieces ? book->pieces.count : header.count;
    book->content = header.content;
    return FLANK_OK;
}

flank_book *flank_book_open_bytes(const void *bytes, size_t size, flank_status *status, flank_error *error)
{
    flank_book read;
    const flank_status answer = read_file(bytes, size, &read, error);
    if (answer)
        return open_failed(answer, status);
    flank_book *book = malloc(sizeof *book);
    if (!book)
        return open_failed(error_say(error, FLANK_NO_MEMORY, 0, SAY(NO_MEMORY)), status);
    *book = read;
    return book;
}

flank_book *flank_book_open(const char *path, flank_status *status, flank_error *error)
{
    size_t size = 0;
    flank_status answer = FLANK_OK;
    void *bytes = mapped_file_open(path, FLANK_ERROR_NO_BOOK_EMPTY, FLANK_ERROR_NO_BOOK_NO_FILE, &size, &answer, error);
    if (!bytes)
        return open_failed(answer, status);
    flank_book *book = flank_book_open_bytes(bytes, size, status, error);
    if (book)
        book->mapped = true;
    else
        munmap(bytes, size);
    return book;
}

void flank_book_close(flank_book *book)
{
    if (!book)
        return;
    flank_book_close(book->more);
    if (book->mapped)
        munmap((void *)book->bytes, book->size);
    free(book);
}

const flank_game *flank_book_game(const flank_book *book) { return book->game; }

flank_book *flank_book_add(flank_book *book, flank_book *more)
{
    if (!book)
        return more;
    flank_book *last = book;
    while (last->more)
        last = last->more;
    last->more = more;
    return book;
}

/* The one of `game` among a book and those that were added to it, or NULL. */
static const flank_book *book_of(const flank_book *book, const flank_game *game)
{
    while (book && book->game != game)
        book = book->more;
    return book;
}

size_t flank_book_count(const flank_book *book) { return book->count; }

size_t flank_book_size(const flank_book *book) { return book->size; }

/* ---- Records ---- */

static size_t record_offset(size_t index) { return BOOK_HEADER_BYTES + index * BOOK_RECORD_BYTES; }

/* Read record `index`, which is trusted only if its check is right and it makes sense. */
static flank_status read_record(const flank_book *book, size_t index, book_record *record, flank_error *error)
{
    size_t offset = record_offset(index);
    const uint8_t *bytes = book->bytes + offset;
    if (book_record_check(bytes) != book_record_sum(bytes))
        return error_say(error, FLANK_BAD_FILE, offset, SAY(BOOK_DAMAGED_AT), say_number(offset), say_number(index + 1),
                         say_number(book->count));
    book_record_read(bytes, record);
    const flank_error_code fault = book_record_fault(record);
    if (fault)
        return error_say(error, FLANK_BAD_FILE, offset, SAY(BOOK_WRONG_AT), say_number(offset), say_number(index + 1),
                         say_number(book->count), say_code(fault));
    return FLANK_OK;
}

/* Reading a mapped book from its beginning to its end needs no more of it in memory than the last part: give back the
 * one before record `index` where a new one begins. The system reads it again when it is asked for. */
static void forget_before(const flank_book *book, size_t index)
{
    const size_t part = (size_t)FORGET_RECORDS * BOOK_RECORD_BYTES;
    if (book->mapped && index && index % FORGET_RECORDS == 0)
        (void)madvise((void *)(book->bytes + (index / FORGET_RECORDS - 1) * part), part, MADV_DONTNEED);
}

flank_status flank_book_verify(const flank_book *book, flank_error *error)
{
    uint64_t content = BOOK_CONTENT_START;
    book_record before = {0}, record;
    book = book_of(book, &othello_game);
    if (!book)
        return FLANK_OK; /* all of it was checked when it was opened */
    for (size_t i = 0; i < book->count; i++) {
        forget_before(book, i);
        flank_status status = read_record(book, i, &record, error);
        if (status)
            return status;
        if (i > 0 && book_key_compare(before.own, before.other, record.own, record.other) >= 0)
            return error_say(error, FLANK_BAD_FILE, record_offset(i), SAY(BOOK_WRONG_AT), say_number(record_offset(i)),
                             say_number(i + 1), say_number(book->count), SAY(BOOK_NOT_IN_ORDER));
        content = book_content_add(content, book->bytes + record_offset(i));
        before = record;
    }
    if (content != book->content)
        return error_say(error, FLANK_BAD_FILE, 24, SAY(BOOK_SUM));
    return FLANK_OK;
}

/* Find a canonical position. A record whose words are damaged would lead past positions that are there, and what is
 * left of their moves would look like all of them; so only sound ones lead, and a position that may be one of the
 * damaged is not taken for unknown: FLANK_BAD_FILE. */
static flank_status find_record(const flank_book *book, uint64_t own, uint64_t other, book_record *record,
                                flank_error *error)
{
    size_t low = 0, high = book->count, damaged = book->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        size_t sound = middle;
        while (sound < high && read_record(book, sound, record, NULL) != FLANK_OK)
            sound++;
        const int order = sound < high ? book_key_compare(record->own, record->other, own, other) : 1;
        if (order == 0)
            return FLANK_OK;
        if (order < 0) {
            low = sound + 1;
            continue;
        }
        damaged = sound > middle ? middle : book->count; /* damage behind a sound one does not matter */
        high = middle;
    }
    return damaged < book->count ? read_record(book, damaged, record, error)
                                 : error_say(error, FLANK_NOT_FOUND, 0, SAY(BOOK_NO_POSITION));
}

/* Find any position of Othello; `*symmetry` leads from it to the record's. */
static flank_status find_position(const flank_book *book, uint64_t own, uint64_t other, book_record *record,
                                  unsigned *symmetry, flank_error *error)
{
    book = book_of(book, &othello_game);
    if (!book)
        return error_say(error, FLANK_NOT_FOUND, 0, SAY(BOOK_NO_POSITION));
    *symmetry = symmetry_canonical(&own, &other);
    return find_record(book, own, other, record, error);
}

flank_status flank_book_at(const flank_book *book, size_t index, flank_position *position, flank_book_entry *entry,
                           flank_error *error)
{
    if (book->game != &othello_game)
        return error_say(error, FLANK_BAD_FILE, 0, SAY(BOOK_OTHER_GAME), say_name(flank_game_title(book->game)),
                         say_name(flank_game_title(&othello_game)));
    if (index >= book->count)
        return error_say(error, FLANK_BAD_ARGUMENT, 0, SAY(BOOK_HAS_ONLY), say_number(book->count));
    book_record record;
    forget_before(book, index);
    flank_status status = read_record(book, index, &record, error);
    if (status)
        return status;
    *position = (flank_position){.own = record.own, .other = record.other, .color = FLANK_BLACK};
    book_entry_from_record(&record, 0, entry);
    return FLANK_OK;
}

flank_status flank_book_find(const flank_book *book, const flank_position *position, flank_book_entry *entry,
                             flank_error *error)
{
    unsigned symmetry;
    book_record record;
    flank_status status = find_position(book, position->own, position->other, &record, &symmetry, error);
    if (status == FLANK_OK)
        book_entry_from_record(&record, symmetry, entry);
    return status;
}

/* ---- Moves ---- */

static void add_leaf(const book_record *record, unsigned symmetry, flank_book_move *moves, size_t *count)
{
    flank_book_entry entry;
    book_entry_from_record(record, symmetry, &entry);
    if (entry.has_leaf)
        moves[(*count)++] = (flank_book_move){.move = entry.leaf,
                                              .score = entry.leaf_score,
                                              .depth_plies = entry.depth_plies,
                                              .level = entry.level,
                                              .selectivity = entry.selectivity,
                                              .lines = 1};
}

/* Add the move to `square` (or the pass) if the position behind it is in the book. */
static flank_status add_child(const flank_book *book, const flank_position *position, unsigned square,
                              flank_book_move *moves, size_t *count, flank_error *error)
{
    uint64_t flips = square < 64 ? othello_flips(square, position->own, position->other) : 0;
    uint64_t disc = square < 64 ? bit(square) : 0;
    book_record record;
    unsigned symmetry;
    flank_status status =
        find_position(book, position->other ^ flips, position->own | flips | disc, &record, &symmetry, error);
    if (status == FLANK_OK)
        moves[(*count)++] = (flank_book_move){.move = {.from = FLANK_NO_SQUARE, .to = (uint8_t)square},
                                              .score = -record.score,
                                              .in_book = true,
                                              .depth_plies = record.depth_plies,
                                              .level = record.level,
                                              .selectivity = record.selectivity,
                                              .lines = record.lines};
    return status == FLANK_NOT_FOUND ? FLANK_OK : status;
}

/* Best first; of equals the one with more lines behind it, then the lower square. */
static int compare_moves(const void *a, const void *b)
{
    const flank_book_move *first = a, *second = b;
    if (first->score != second->score)
        return first->score > second->score ? -1 : 1;
    if (first->lines != second->lines)
        return first->lines > second->lines ? -1 : 1;
    return (first->move.to > second->move.to) - (first->move.to < second->move.to);
}

/* The leaf is listed after the moves into the book were, so that one which leads into the book by now is left out. */
static bool is_listed(const flank_book_move *moves, size_t count, uint8_t square)
{
    for (size_t i = 0; i < count; i++)
        if (moves[i].move.to == square)
            return true;
    return false;
}

flank_status flank_book_moves(const flank_book *book, const flank_position *position, flank_book_move *moves,
                              size_t *count, flank_error *error)
{
    book_record record;
    unsigned symmetry;
    flank_status status = find_position(book, position->own, position->other, &record, &symmetry, error);
    if (status)
        return status;
    flank_book_move found[FLANK_BOOK_MOVES_MAX];
    size_t found_count = 0;
    uint64_t legal = othello_moves(position->own, position->other);
    for (BITS_EACH(square, legal)) {
        status = add_child(book, position, (unsigned)square, found, &found_count, error);
        if (status)
            return status;
    }
    if (legal == 0)
        status = add_child(book, position, FLANK_NO_SQUARE, found, &found_count, error);
    if (status)
        return status;
    unsigned leaf = book_has_leaf(&record) ? symmetry_square(record.leaf, symmetry_inverse(symmetry)) : 0;
    if (book_has_leaf(&record) && !is_listed(found, found_count, (uint8_t)leaf))
        add_leaf(&record, symmetry, found, &found_count);
    assert(found_count <= FLANK_BOOK_MOVES_MAX);
    qsort(found, found_count, sizeof *found, compare_moves);
    memcpy(moves, found, found_count * sizeof *found);
    *count = found_count;
    return FLANK_OK;
}

static bool are_usual(const flank_game *game, const flank_rules *rules)
{
    for (size_t i = 0; flank_game_param(game, i); i++)
        if (!flank_game_param(game, i)->counting && rules->value[i])
            return false;
    return true;
}

bool flank_book_covers(const flank_record *record)
{
    const flank_game *game = flank_record_game(record);
    const flank_rules *rules = flank_record_rules(record);
    return flank_game_has_book(game) && !flank_rules_stand_apart(game, rules) &&
           (game == &othello_game || are_usual(game, rules));
}

/* True if the game has been behind the move before. */
static bool leads_back(const flank_record *record, flank_move move)
{
    const flank_position next =
        flank_game_play(flank_record_game(record), flank_record_rules(record), flank_record_position(record), move);
    for (size_t ply = flank_record_ply(record); ply-- > 0;)
        if (flank_position_equal(*flank_record_position_at(record, ply), next))
            return true;
    return false;
}

flank_status flank_book_here(const flank_book *book, const flank_record *record, flank_book_move *moves, size_t *count,
                             flank_error *error)
{
    const flank_position *position = flank_record_position(record);
    const flank_book *own = flank_book_covers(record) ? book_of(book, flank_record_game(record)) : NULL;
    if (own && own->game == &othello_game)
        return flank_book_moves(own, position, moves, count, error);
    size_t found = own ? piece_book_moves(&own->pieces, position, moves) : 0;
    for (size_t i = 0; i < found; i++)
        if (leads_back(record, moves[i].move))
            found = 0; /* the value in the book knows nothing of the game's repetitions */
    if (!found)
        return error_say(error, FLANK_NOT_FOUND, 0, SAY(BOOK_NO_POSITION));
    *count = found;
    return FLANK_OK;
}

size_t flank_book_plies(const flank_book *book, size_t *positions, size_t most)
{
    size_t plies = 0;
    for (size_t i = 0; i < most; i++)
        positions[i] = 0;
    for (size_t i = 0; book->game != &othello_game && i < book->count; i++) {
        const size_t ply = piece_book_at(&book->pieces, i).ply;
        if (ply < most)
            positions[ply]++;
        plies = ply < most && ply >= plies ? ply + 1 : plies;
    }
    return plies;
}

int flank_book_margin(const flank_game *game)
{
    enum { PART = 32 }; /* of the scale of chances: less than a percent of a game at the start */
    return game->scores_discs ? FLANK_BOOK_MARGIN : piece_book_scale(game) / PART;
}

flank_status flank_book_choose(const flank_book *book, const flank_record *record, int margin, uint64_t seed,
                               flank_book_move *choice)
{
    flank_book_move moves[FLANK_BOOK_MOVES_MAX];
    size_t count, good = 0;
    const flank_status status = flank_book_here(book, record, moves, &count, NULL);
    if (status)
        return status;
    while (good < count && moves[0].score - moves[good].score <= margin)
        good++;
    if (good == 0)
        return FLANK_NOT_FOUND;
    random_state random = {random_mix(seed) ^ flank_position_hash(flank_record_position(record))};
    *choice = moves[random_below(&random, (uint32_t)good)];
    return FLANK_OK;
}
