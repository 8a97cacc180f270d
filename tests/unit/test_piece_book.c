/* SPDX-License-Identifier: MIT
 *
 * Books of Lines of Action and draughts: grown, written, read, damaged, mirrored, and not used where they do not
 * belong.
 */
#include "cmocka_all.h"

#include "book/piece_book.h"
#include "core/error.h"
#include "core/random.h"
#include "core/symmetry.h"
#include "games/game_table.h"

#include <flank/flank.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const games[] = {"loa", "draughts"};
enum { GAMES = 2, POSITIONS = 120, DEPTH = 2 };

typedef struct grown {
    char path[64];
    uint8_t *bytes;
    size_t size;
} grown;

static flank_status grow(const char *path, const char *game, flank_book_mode mode, size_t positions)
{
    const flank_book_plan plan = {.depth_plies = DEPTH, .positions = positions, .hash_bytes = 1 << 20};
    return flank_book_grow(path, flank_game_find(game), mode, &plan, NULL, NULL, NULL);
}

static void read_file(grown *book)
{
    FILE *file = fopen(book->path, "rb");
    assert_non_null(file);
    book->bytes = malloc(1 << 20);
    book->size = fread(book->bytes, 1, 1 << 20, file);
    fclose(file);
}

static grown grow_new(const char *game, size_t positions)
{
    grown book = {.size = 0};
    snprintf(book.path, sizeof book.path, "/tmp/flank-%s-%ld.book", game, (long)getpid());
    remove(book.path);
    assert_int_equal(grow(book.path, game, FLANK_BOOK_NEW, positions), FLANK_OK);
    read_file(&book);
    return book;
}

static void drop(grown *book)
{
    remove(book->path);
    free(book->bytes);
}

static void test_file_is_written_as_it_was_read(void **state)
{
    (void)state;
    for (int i = 0; i < GAMES; i++) {
        grown book = grow_new(games[i], POSITIONS);
        piece_book read;
        assert_int_equal(piece_book_read(book.bytes, book.size, &read, NULL), FLANK_OK);
        assert_ptr_equal(read.game, flank_game_find(games[i]));
        assert_true(read.count >= POSITIONS);
        piece_entry *entries = malloc(read.count * sizeof *entries);
        for (size_t at = 0; at < read.count; at++)
            entries[at] = piece_book_at(&read, at);
        size_t size;
        uint8_t *bytes = piece_book_write(read.game, entries, read.count, &size);
        assert_int_equal(size, book.size);
        assert_memory_equal(bytes, book.bytes, size);
        free(bytes);
        free(entries);
        drop(&book);
    }
}

/* Every byte changed, every length too short, one byte too many. */
static void test_damage_is_refused(void **state)
{
    (void)state;
    grown book = grow_new("loa", 10);
    flank_error error;
    for (size_t at = 0; at < book.size; at++) {
        flank_status status = FLANK_OK;
        book.bytes[at] ^= 0x10;
        assert_null(flank_book_open_bytes(book.bytes, book.size, &status, &error));
        assert_int_equal(status, FLANK_BAD_FILE);
        book.bytes[at] ^= 0x10;
        assert_null(flank_book_open_bytes(book.bytes, at, &status, &error));
        assert_int_equal(status, FLANK_BAD_FILE);
    }
    assert_null(flank_book_open_bytes(book.bytes, book.size + 1, NULL, &error));
    assert_int_equal(error.code, FLANK_ERROR_BOOK_GOES_ON);
    flank_book *whole = flank_book_open_bytes(book.bytes, book.size, NULL, NULL);
    assert_non_null(whole);
    flank_book_close(whole);
    drop(&book);
}

/* Entries with a right sum that no builder makes. */
static void test_nonsense_is_refused(void **state)
{
    (void)state;
    const struct {
        piece_entry entries[2];
        flank_error_code code;
    } rows[] = {
        {{{.key = 2}, {.key = 1}}, FLANK_ERROR_BOOK_NOT_IN_ORDER},
        {{{.key = 1}, {.key = 1}}, FLANK_ERROR_BOOK_NOT_IN_ORDER},
        {{{.key = 1, .ply = PIECE_PLY_MAX + 1}, {.key = 2}}, FLANK_ERROR_BOOK_ENTRY_RANGE},
        {{{.key = 1}, {.key = 2, .score = FLANK_SCORE_LIMIT}}, FLANK_ERROR_BOOK_ENTRY_RANGE},
        {{{.key = 1, .rest = FLANK_SCORE_LIMIT}, {.key = 2}}, FLANK_ERROR_BOOK_ENTRY_RANGE},
        {{{.key = 1, .rest = 32000}, {.key = 2}}, FLANK_ERROR_BOOK_ENTRY_RANGE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t size;
        piece_book book;
        flank_error error;
        uint8_t *bytes = piece_book_write(flank_game_find("loa"), rows[i].entries, 2, &size);
        assert_int_equal(piece_book_read(bytes, size, &book, &error), FLANK_BAD_FILE);
        assert_int_equal(error.code, FLANK_ERROR_BOOK_WRONG_AT);
        assert_int_equal(error.arguments[3].number, rows[i].code);
        free(bytes);
    }
}

static void test_unknown_game_is_named(void **state)
{
    (void)state;
    flank_game other = *flank_game_find("loa");
    other.name = "chess";
    size_t size;
    piece_book book;
    flank_error error;
    uint8_t *bytes = piece_book_write(&other, NULL, 0, &size);
    assert_int_equal(piece_book_read(bytes, size, &book, &error), FLANK_BAD_FILE);
    assert_int_equal(error.code, FLANK_ERROR_UNKNOWN_GAME);
    free(bytes);
}

static int compare_keys(const void *a, const void *b)
{
    const uint64_t *first = a, *second = b;
    return (*first > *second) - (*first < *second);
}

/* The sorted keys behind all moves, or 0 for a game that is over. */
static size_t keys_behind(const flank_game *game, const flank_position *position, uint64_t *keys)
{
    static const flank_rules rules;
    flank_move moves[FLANK_MOVES_MAX];
    const size_t count = flank_game_moves(game, &rules, position, moves);
    for (size_t i = 0; i < count; i++) {
        flank_position next = flank_game_play(game, &rules, position, moves[i]);
        keys[i] = piece_book_key(game, &next);
    }
    qsort(keys, count, sizeof *keys, compare_keys);
    return count;
}

/* By the rules: a turned position has the turned moves, and so the same keys behind them. A turn that is none of the
 * game's leads to another key. */
static void test_turned_positions_are_one(void **state)
{
    (void)state;
    static const flank_rules rules;
    random_state random = {7};
    for (int i = 0; i < 2 * 400; i++) {
        const flank_game *game = flank_game_find(games[i % GAMES]);
        flank_position position = flank_game_start(game);
        flank_move moves[FLANK_MOVES_MAX];
        uint64_t keys[FLANK_MOVES_MAX], again[FLANK_MOVES_MAX];
        size_t count = flank_game_moves(game, &rules, &position, moves);
        for (unsigned plies = 1 + random_below(&random, 60); plies > 0 && count > 0; plies--) {
            position = flank_game_play(game, &rules, &position, moves[random_below(&random, (uint32_t)count)]);
            count = flank_game_moves(game, &rules, &position, moves);
        }
        flank_position canonical = position;
        const uint64_t key = piece_book_key(game, &canonical);
        const size_t behind = keys_behind(game, &position, keys);
        for (unsigned symmetry = 1; symmetry < SYMMETRY_COUNT; symmetry++) {
            flank_position turn = symmetry_position(&position, symmetry);
            if (game->symmetries >> symmetry & 1) {
                assert_int_equal(keys_behind(game, &turn, again), behind);
                assert_memory_equal(again, keys, behind * sizeof *keys);
                assert_int_equal(piece_book_key(game, &turn), key);
            } else if (flank_position_hash(&turn) != flank_position_hash(&position)) {
                const flank_position mirror = symmetry_position(&position, SYMMETRY_MIRROR);
                if (flank_position_hash(&turn) != flank_position_hash(&mirror))
                    assert_int_not_equal(piece_book_key(game, &turn), key);
            }
        }
    }
}

static flank_book *open_all(grown *books)
{
    flank_book *all = NULL;
    for (int i = 0; i < GAMES; i++) {
        books[i] = grow_new(games[i], POSITIONS);
        all = flank_book_add(all, flank_book_open(books[i].path, NULL, NULL));
    }
    return all;
}

/* Each book answers for its game, by the usual rules alone. */
static void test_books_answer_for_their_game(void **state)
{
    (void)state;
    grown books[GAMES];
    flank_book *all = open_all(books);
    flank_book_move moves[FLANK_BOOK_MOVES_MAX], choice;
    size_t count;
    for (int i = 0; i < GAMES; i++) {
        const flank_game *game = flank_game_find(games[i]);
        flank_rules rules = {{0}};
        flank_record *record = flank_record_create(game, NULL, NULL);
        assert_int_equal(flank_book_here(all, record, moves, &count, NULL), FLANK_OK);
        assert_int_equal(flank_book_choose(all, record, 0, 1, &choice), FLANK_OK);
        assert_int_equal(choice.score, moves[0].score);
        for (size_t at = 1; at < count; at++)
            assert_true(moves[at - 1].score >= moves[at].score);
        flank_record_destroy(record);
        flank_error error = {0};
        const flank_param *param = flank_game_param(game, 0);
        char text[FLANK_RULES_TEXT_SIZE];
        snprintf(text, sizeof text, "%s=%s", param->name, param->values[1]);
        assert_int_equal(flank_rules_parse(game, text, &rules, &error), FLANK_OK);
        assert_false(param->counting);
        record = flank_record_create(game, &rules, NULL);
        assert_int_equal(flank_book_here(all, record, moves, &count, NULL), FLANK_NOT_FOUND);
        assert_int_equal(flank_book_choose(all, record, 100, 1, &choice), FLANK_NOT_FOUND);
        flank_record_destroy(record);
    }
    flank_record *record = flank_record_create(flank_game_find("othello"), NULL, NULL);
    assert_int_equal(flank_book_here(all, record, moves, &count, NULL), FLANK_NOT_FOUND);
    flank_record_destroy(record);
    flank_book_close(all);
    for (int i = 0; i < GAMES; i++)
        drop(&books[i]);
}

/* However the choices fall, a line of the book ends: it never comes back to a position. */
static void test_lines_go_on_and_end(void **state)
{
    (void)state;
    grown books[GAMES];
    flank_book *all = open_all(books);
    for (uint64_t seed = 0; seed < 200; seed++) {
        flank_record *record = flank_record_create(flank_game_find(games[seed % GAMES]), NULL, NULL);
        flank_book_move choice;
        size_t plies = 0;
        while (flank_book_choose(all, record, 1000, seed, &choice) == FLANK_OK) {
            assert_int_equal(flank_record_play(record, choice.move), FLANK_OK);
            plies++;
        }
        assert_true(plies >= 1 && plies <= PIECE_PLY_MAX);
        flank_record_destroy(record);
    }
    flank_book_close(all);
    for (int i = 0; i < GAMES; i++)
        drop(&books[i]);
}

/* A value is the best of the moves in the book, or of the rest: worked out in the other direction. */
static void test_values_are_passed_up(void **state)
{
    (void)state;
    static const flank_rules rules;
    for (int i = 0; i < GAMES; i++) {
        grown book = grow_new(games[i], POSITIONS);
        piece_book read;
        assert_int_equal(piece_book_read(book.bytes, book.size, &read, NULL), FLANK_OK);
        flank_position positions[2 * POSITIONS];
        size_t known = 1, checked = 0;
        positions[0] = flank_game_start(read.game);
        for (size_t at = 0; at < known; at++) {
            piece_entry here, behind;
            flank_position canonical = positions[at];
            assert_true(piece_book_find(&read, piece_book_key(read.game, &canonical), &here));
            if (here.rest == PIECE_NOT_GROWN)
                continue;
            int best = here.rest;
            flank_move moves[FLANK_MOVES_MAX];
            const size_t count = flank_game_moves(read.game, &rules, &positions[at], moves);
            for (size_t move = 0; move < count; move++) {
                flank_position next = flank_game_play(read.game, &rules, &positions[at], moves[move]);
                if (!piece_book_find(&read, piece_book_key(read.game, &next), &behind) || behind.ply <= here.ply)
                    continue;
                best = -behind.score > best ? -behind.score : best;
                bool is_new = true;
                for (size_t seen = 0; seen < known; seen++)
                    is_new = is_new && flank_position_hash(&positions[seen]) != flank_position_hash(&next);
                if (is_new && known < 2 * POSITIONS)
                    positions[known++] = next;
            }
            assert_int_equal(here.score, best);
            checked++;
        }
        assert_true(checked >= 5);
        drop(&book);
    }
}

/* A position without a rest has no move that the book could hold and does not. */
static void test_no_rest_means_no_other_move(void **state)
{
    (void)state;
    static const flank_rules rules;
    for (int i = 0; i < GAMES; i++) {
        grown book = grow_new(games[i], 5 * POSITIONS);
        piece_book read;
        assert_int_equal(piece_book_read(book.bytes, book.size, &read, NULL), FLANK_OK);
        flank_position *positions = malloc(read.count * sizeof *positions);
        size_t known = 1;
        positions[0] = flank_game_start(read.game);
        for (size_t at = 0; at < known; at++) {
            piece_entry here, behind;
            flank_position canonical = positions[at];
            assert_true(piece_book_find(&read, piece_book_key(read.game, &canonical), &here));
            flank_move moves[FLANK_MOVES_MAX];
            const size_t count = flank_game_moves(read.game, &rules, &positions[at], moves);
            for (size_t move = 0; move < count && here.rest != PIECE_NOT_GROWN; move++) {
                flank_position next = flank_game_play(read.game, &rules, &positions[at], moves[move]);
                const bool is_there = piece_book_find(&read, piece_book_key(read.game, &next), &behind);
                assert_true(is_there || here.rest != PIECE_REST_NONE);
                bool is_new = is_there && behind.ply > here.ply;
                for (size_t seen = 0; is_new && seen < known; seen++)
                    is_new = flank_position_hash(&positions[seen]) != flank_position_hash(&next);
                if (is_new)
                    positions[known++] = next;
            }
        }
        assert_int_equal(known, read.count);
        free(positions);
        drop(&book);
    }
}

/* Grown in one go or in many, the bytes are the same; another game's book is refused and left alone. */
static void test_growing_goes_on(void **state)
{
    (void)state;
    for (int i = 0; i < GAMES; i++) {
        grown whole = grow_new(games[i], POSITIONS), parts = {.size = 0};
        snprintf(parts.path, sizeof parts.path, "/tmp/flank-parts-%ld.book", (long)getpid());
        remove(parts.path);
        assert_int_equal(grow(parts.path, games[i], FLANK_BOOK_EXISTING, 1), FLANK_CANNOT_READ);
        for (size_t positions = 1; positions < POSITIONS; positions += 17)
            assert_int_equal(grow(parts.path, games[i], FLANK_BOOK_EITHER, positions), FLANK_OK);
        assert_int_equal(grow(parts.path, games[i], FLANK_BOOK_EXISTING, POSITIONS), FLANK_OK);
        assert_int_equal(grow(parts.path, games[i], FLANK_BOOK_NEW, POSITIONS), FLANK_CANNOT_WRITE);
        assert_int_equal(grow(parts.path, games[!i], FLANK_BOOK_EXISTING, POSITIONS), FLANK_BAD_FILE);
        assert_int_equal(grow(parts.path, "othello", FLANK_BOOK_EXISTING, POSITIONS), FLANK_BAD_ARGUMENT);
        read_file(&parts);
        assert_int_equal(parts.size, whole.size);
        assert_memory_equal(parts.bytes, whole.bytes, whole.size);
        drop(&parts);
        drop(&whole);
    }
}

/* Functions of Othello's books alone say so of another book. */
static void test_entries_are_of_othello(void **state)
{
    (void)state;
    grown grown_book = grow_new("draughts", 10);
    flank_book *book = flank_book_open(grown_book.path, NULL, NULL);
    flank_position position;
    flank_book_entry entry;
    flank_error error = {0};
    assert_ptr_equal(flank_book_game(book), flank_game_find("draughts"));
    assert_int_equal(flank_book_at(book, 0, &position, &entry, &error), FLANK_BAD_FILE);
    assert_int_equal(error.code, FLANK_ERROR_BOOK_OTHER_GAME);
    position = flank_game_start(flank_game_find("othello"));
    assert_int_equal(flank_book_find(book, &position, &entry, NULL), FLANK_NOT_FOUND);
    assert_int_equal(flank_book_verify(book, NULL), FLANK_OK);
    flank_book_close(book);
    drop(&grown_book);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_file_is_written_as_it_was_read),
        cmocka_unit_test(test_damage_is_refused),
        cmocka_unit_test(test_nonsense_is_refused),
        cmocka_unit_test(test_unknown_game_is_named),
        cmocka_unit_test(test_turned_positions_are_one),
        cmocka_unit_test(test_books_answer_for_their_game),
        cmocka_unit_test(test_lines_go_on_and_end),
        cmocka_unit_test(test_values_are_passed_up),
        cmocka_unit_test(test_no_rest_means_no_other_move),
        cmocka_unit_test(test_growing_goes_on),
        cmocka_unit_test(test_entries_are_of_othello),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
