/* SPDX-License-Identifier: MIT
 *
 * Books as files: symmetries, records as bytes, lookups, and damage of every kind.
 */
#include "cmocka_all.h"

#include "book_fixture.h"
#include "book/book_json.h"
#include "core/json_writer.h"
#include "core/random.h"
#include "core/symmetry.h"
#include "core/error.h"

#include <stdio.h>
#include <unistd.h>

/* ---- Symmetries ---- */

/* The slow obvious turn of a set, square by square with columns and rows. */
static uint64_t slow_apply(uint64_t set, unsigned symmetry)
{
    uint64_t turned = 0;
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++) {
            int to_row = symmetry & SYMMETRY_TURN ? 7 - row : row;
            int to_column = symmetry & SYMMETRY_MIRROR ? 7 - column : column;
            int square = symmetry & SYMMETRY_SWAP ? 8 * to_column + to_row : 8 * to_row + to_column;
            if (set >> (8 * row + column) & 1)
                turned |= UINT64_C(1) << square;
        }
    return turned;
}

static void slow_canonical(uint64_t *own, uint64_t *other)
{
    uint64_t best_own = UINT64_MAX, best_other = UINT64_MAX;
    for (unsigned symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++) {
        uint64_t turned_own = slow_apply(*own, symmetry), turned_other = slow_apply(*other, symmetry);
        if (turned_own < best_own || (turned_own == best_own && turned_other < best_other)) {
            best_own = turned_own;
            best_other = turned_other;
        }
    }
    *own = best_own;
    *other = best_other;
}

static void test_symmetries_agree_with_slow_ones(void **state)
{
    (void)state;
    random_state random = {1};
    for (int i = 0; i < 20000; i++) {
        uint64_t a = random_next(&random), b = random_next(&random), own = a & b, other = a & ~b;
        for (unsigned symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++) {
            assert_int_equal(symmetry_apply(own, symmetry), slow_apply(own, symmetry));
            assert_int_equal(symmetry_apply(symmetry_apply(own, symmetry), symmetry_inverse(symmetry)), own);
        }
        uint64_t fast_own = own, fast_other = other, slow_own = own, slow_other = other;
        unsigned symmetry = symmetry_canonical(&fast_own, &fast_other);
        slow_canonical(&slow_own, &slow_other);
        assert_int_equal(fast_own, slow_own);
        assert_int_equal(fast_other, slow_other);
        assert_int_equal(symmetry_apply(own, symmetry), fast_own);
    }
    for (unsigned square = 0; square < 64; square++)
        for (unsigned symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++)
            assert_int_equal(bit(symmetry_square(square, symmetry)), symmetry_apply(bit(square), symmetry));
    assert_int_equal(symmetry_square(FLANK_NO_SQUARE, SYMMETRY_SWAP), FLANK_NO_SQUARE);
}

/* ---- Lookups ---- */

/* f5; then d6, f6 (both in the book) or f4 (the leaf). After f5 d6 only a leaf, after f5 f6 nothing but it. */
enum { SMALL_COUNT = 4 };
static void small_records(book_record *records)
{
    records[0] = fixture_record("", -25, NULL, 0);
    records[1] = fixture_record("f5", 25, "f4", -300);
    records[2] = fixture_record("f5d6", -25, "c3", -25);
    records[3] = fixture_record("f5f6", 10, "e6", 10);
    records[0].root = true;
    records[0].lines = 3;
}

static flank_book *open_small(uint8_t **bytes, size_t *size)
{
    book_record records[SMALL_COUNT];
    flank_error error = {0};
    small_records(records);
    *bytes = fixture_book(records, SMALL_COUNT, size);
    flank_book *book = flank_book_open_bytes(*bytes, *size, NULL, &error);
    if (!book)
        fail_msg("%s", error_english(&error));
    if (flank_book_verify(book, &error))
        fail_msg("%s", error_english(&error));
    assert_int_equal(flank_book_count(book), SMALL_COUNT);
    assert_int_equal(flank_book_size(book), *size);
    return book;
}

static flank_record *play(const char *moves)
{
    flank_record *record = flank_record_create(flank_game_find("othello"), NULL, NULL);
    assert_int_equal(flank_record_play_text(record, moves, NULL), FLANK_OK);
    return record;
}

static void test_positions_are_found_however_turned(void **state)
{
    (void)state;
    static const struct {
        const char *moves, *leaf;
        int score, leaf_score;
    } cases[] = {
        {"f5", "f4", 25, -300},   {"e6", "d6", 25, -300},   {"c4", "c5", 25, -300},
        {"d3", "e3", 25, -300},   {"f5d6", "c3", -25, -25}, {"e6f4", "c3", -25, -25},
        {"c4e3", "f6", -25, -25}, {"d3c5", "f6", -25, -25}, {"d3c3", "c4", 10, 10},
    };
    uint8_t *bytes;
    size_t size;
    flank_book *book = open_small(&bytes, &size);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        flank_record *record = play(cases[i].moves);
        flank_book_entry entry;
        assert_int_equal(flank_book_find(book, flank_record_position(record), &entry, NULL), FLANK_OK);
        assert_int_equal(entry.score, cases[i].score);
        assert_true(entry.has_leaf);
        assert_int_equal(entry.leaf_score, cases[i].leaf_score);
        assert_string_equal(flank_square_name(entry.leaf.to), cases[i].leaf);
        assert_int_equal(entry.depth_plies, 10);
        assert_int_equal(entry.selectivity, 95);
        flank_record_destroy(record);
    }
    flank_record *unknown = play("f5f4");
    flank_book_entry entry = {.score = 99};
    assert_int_equal(flank_book_find(book, flank_record_position(unknown), &entry, NULL), FLANK_NOT_FOUND);
    assert_int_equal(entry.score, 99);
    flank_record_destroy(unknown);
    flank_book_close(book);
    free(bytes);
}

static void check_moves(const flank_book *book, const char *line, const char *expected)
{
    flank_record *record = play(line);
    flank_book_move moves[FLANK_BOOK_MOVES_MAX];
    size_t count;
    char text[256] = "";
    assert_int_equal(flank_book_moves(book, flank_record_position(record), moves, &count, NULL), FLANK_OK);
    for (size_t i = 0; i < count; i++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s%+d%s", i ? " " : "", flank_square_name(moves[i].move.to),
                 moves[i].score, moves[i].in_book ? "" : "*");
    }
    assert_string_equal(text, expected);
    flank_record_destroy(record);
}

static void test_moves_are_those_into_the_book_and_the_leaf(void **state)
{
    (void)state;
    uint8_t *bytes;
    size_t size;
    flank_book *book = open_small(&bytes, &size);
    check_moves(book, "", "d3-25 c4-25 f5-25 e6-25");
    check_moves(book, "f5", "d6+25 f6-10 f4-300*");
    check_moves(book, "d3", "c5+25 c3-10 e3-300*");
    check_moves(book, "f5d6", "c3-25*");
    flank_book_close(book);
    free(bytes);
}

/* A leaf that is a position of the book by now is told as that, and once. */
static void test_a_leaf_in_the_book_is_no_leaf(void **state)
{
    (void)state;
    size_t size;
    book_record records[] = {fixture_record("", 30, "f5", 30), fixture_record("f5", 25, "f4", -300)};
    uint8_t *bytes = fixture_book(records, 2, &size);
    flank_book *book = flank_book_open_bytes(bytes, size, NULL, NULL);
    assert_non_null(book);
    check_moves(book, "", "d3-25 c4-25 f5-25 e6-25");
    check_moves(book, "f5", "f4-300*");
    flank_book_close(book);
    free(bytes);
}

static void test_the_choice_is_seeded_and_within_the_margin(void **state)
{
    (void)state;
    uint8_t *bytes;
    size_t size;
    flank_book *book = open_small(&bytes, &size);
    flank_record *record = play("f5");
    flank_book_move choice, again;
    int d6 = 0, f6 = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        assert_int_equal(flank_book_choose(book, record, 35, seed, &choice), FLANK_OK);
        assert_int_equal(flank_book_choose(book, record, 35, seed, &again), FLANK_OK);
        assert_int_equal(choice.move.to, again.move.to);
        d6 += strcmp(flank_square_name(choice.move.to), "d6") == 0;
        f6 += strcmp(flank_square_name(choice.move.to), "f6") == 0;
        assert_int_equal(flank_book_choose(book, record, 34, seed, &choice), FLANK_OK);
        assert_string_equal(flank_square_name(choice.move.to), "d6");
    }
    assert_int_equal(d6 + f6, 200);
    assert_true(d6 > 60 && f6 > 60);
    assert_int_equal(flank_book_choose(NULL, record, 35, 1, &choice), FLANK_NOT_FOUND);
    flank_record *loa = flank_record_create(flank_game_find("loa"), NULL, NULL);
    assert_int_equal(flank_book_choose(book, loa, 35, 1, &choice), FLANK_NOT_FOUND);
    flank_record_destroy(loa);
    flank_record_destroy(record);
    flank_book_close(book);
    free(bytes);
}

static void test_entries_by_number_cover_the_book(void **state)
{
    (void)state;
    uint8_t *bytes;
    size_t size, roots = 0;
    flank_book *book = open_small(&bytes, &size);
    flank_position position;
    flank_book_entry entry, found;
    for (size_t i = 0; i < SMALL_COUNT; i++) {
        assert_int_equal(flank_book_at(book, i, &position, &entry, NULL), FLANK_OK);
        assert_int_equal(flank_book_find(book, &position, &found, NULL), FLANK_OK);
        assert_int_equal(found.score, entry.score);
        assert_int_equal(found.leaf.to, entry.leaf.to);
        roots += entry.root;
    }
    assert_int_equal(roots, 1);
    assert_int_equal(flank_book_at(book, SMALL_COUNT, &position, &entry, NULL), FLANK_BAD_ARGUMENT);
    flank_book_close(book);
    free(bytes);
}

/* O X - .: whoever holds b1 must pass, and the book may say so. */
static void test_a_pass_is_a_move(void **state)
{
    (void)state;
    uint64_t own = bit(1), other = bit(0);
    size_t size, count;
    symmetry_canonical(&own, &other);
    book_record records[2] = {{.own = own, .other = other, .score = 50, .leaf = BOOK_LEAF_PASS, .leaf_score = 50}};
    uint8_t *bytes = fixture_book(records, 1, &size);
    flank_book *book = flank_book_open_bytes(bytes, size, NULL, NULL);
    flank_book_move moves[FLANK_BOOK_MOVES_MAX];
    flank_position position = {.own = bit(1), .other = bit(0), .color = FLANK_WHITE};
    assert_int_equal(flank_book_moves(book, &position, moves, &count, NULL), FLANK_OK);
    assert_int_equal(count, 1);
    assert_true(flank_move_is_pass(moves[0].move) && !moves[0].in_book && moves[0].score == 50);
    flank_book_close(book);
    free(bytes);

    /* The same with the position behind the pass in the book. */
    own = bit(0);
    other = bit(1);
    symmetry_canonical(&own, &other);
    records[1] = (book_record){.own = own, .other = other, .score = 70, .leaf = BOOK_LEAF_NONE};
    records[0].leaf = BOOK_LEAF_NONE;
    records[0].leaf_score = 0;
    bytes = fixture_book(records, 2, &size);
    book = flank_book_open_bytes(bytes, size, NULL, NULL);
    assert_int_equal(flank_book_moves(book, &position, moves, &count, NULL), FLANK_OK);
    assert_int_equal(count, 1);
    assert_true(flank_move_is_pass(moves[0].move) && moves[0].in_book && moves[0].score == -70);
    flank_book_close(book);
    free(bytes);
}

/* ---- Damage ---- */

static const char *open_fault(const uint8_t *bytes, size_t size, flank_error *error)
{
    flank_status status = FLANK_OK;
    flank_book *book = flank_book_open_bytes(bytes, size, &status, error);
    if (!book) {
        assert_int_equal(status, FLANK_BAD_FILE);
        return error_english(error);
    }
    status = flank_book_verify(book, error);
    flank_book_close(book);
    return status ? error_english(error) : NULL;
}

static void test_every_changed_bit_is_noticed(void **state)
{
    (void)state;
    uint8_t *bytes;
    size_t size;
    flank_error error = {0};
    flank_book_close(open_small(&bytes, &size));
    assert_null(open_fault(bytes, size, &error));
    for (size_t i = 0; i < 8 * size; i++) {
        bytes[i / 8] ^= (uint8_t)(1 << i % 8);
        if (!open_fault(bytes, size, &error))
            fail_msg("bit %zu may change", i);
        bytes[i / 8] ^= (uint8_t)(1 << i % 8);
    }
    for (size_t length = 0; length < size; length++)
        assert_non_null(open_fault(bytes, length, &error));
    free(bytes);
}

/* Write the header anew after its fields were changed. */
static void seal_header(uint8_t *bytes, size_t count, const uint8_t *content_of)
{
    book_header header = {.count = count, .content = BOOK_CONTENT_START};
    for (size_t i = 0; i < count; i++)
        header.content = book_content_add(header.content, content_of + BOOK_HEADER_BYTES + i * BOOK_RECORD_BYTES);
    book_header_write(&header, bytes);
}

static void swap_records(uint8_t *bytes, size_t a, size_t b)
{
    uint8_t kept[BOOK_RECORD_BYTES];
    uint8_t *first = bytes + BOOK_HEADER_BYTES + a * BOOK_RECORD_BYTES;
    uint8_t *second = bytes + BOOK_HEADER_BYTES + b * BOOK_RECORD_BYTES;
    memcpy(kept, first, sizeof kept);
    memcpy(first, second, sizeof kept);
    memcpy(second, kept, sizeof kept);
}

static void test_faults_are_named(void **state)
{
    (void)state;
    uint8_t *bytes;
    size_t size;
    flank_error error = {0};
    flank_book_close(open_small(&bytes, &size));
    uint8_t *longer = calloc(1, size + 1), *copy = malloc(size);
    memcpy(longer, bytes, size);
    memcpy(copy, bytes, size);

    assert_string_equal(open_fault((const uint8_t *)"PK\3\4 a book?", 12, &error),
                        "this is no opening book: it does not begin with 'FlankBk'");
    assert_string_equal(open_fault(bytes, 7, &error), "this is no opening book: it does not begin with 'FlankBk'");
    assert_string_equal(open_fault(bytes, 8, &error), "the book is cut off in its header, at byte 8");
    assert_string_equal(open_fault(bytes, 40, &error), "the book is cut off in its header, at byte 40");
    assert_string_equal(open_fault(bytes, size - 33, &error),
                        "the book is cut off at byte 159: 2 of 4 positions are there");
    assert_int_equal(error.offset, 159);
    assert_string_equal(open_fault(longer, size + 1, &error), "the book ends at byte 192, but the file goes on");
    copy[20] ^= 1;
    assert_string_equal(open_fault(copy, size, &error), "the header of the book is damaged (bytes 0 to 63)");
    memcpy(copy, bytes, size);
    copy[64 + 32 + 16] ^= 1;
    assert_string_equal(open_fault(copy, size, &error), "the book is damaged at byte 96 (position 2 of 4)");
    assert_int_equal(error.offset, 96);
    memcpy(copy, bytes, size);
    swap_records(copy, 1, 2);
    assert_string_equal(open_fault(copy, size, &error),
                        "the book is wrong at byte 128 (position 3 of 4): not in order");
    memcpy(copy, bytes, size);
    seal_header(copy, 4, copy);
    assert_null(open_fault(copy, size, &error));
    seal_header(copy, 3, copy);
    assert_null(open_fault(copy, size - 32, &error));
    memcpy(copy, bytes, size);
    memmove(copy + 64 + 64, copy + 64 + 96, 32);
    seal_header(copy, 3, bytes);
    assert_string_equal(open_fault(copy, size - 32, &error), "the sum over all positions is not the one in the header");
    free(copy);
    free(longer);
    free(bytes);
}

/* Positions behind `position` that the sound book does not know: the other one, with a damaged record, may take one of
 * them for that record only if it would stand just before or just after it. */
static void look_beside(const flank_book *sound, const flank_book *book, const flank_position *position, size_t damaged)
{
    static const flank_rules rules;
    const flank_game *game = flank_game_find("othello");
    flank_move moves[FLANK_MOVES_MAX];
    const size_t count = flank_game_moves(game, &rules, position, moves);
    for (size_t i = 0; i < count; i++) {
        flank_position child = flank_game_play(game, &rules, position, moves[i]), other;
        flank_book_entry entry;
        size_t place = 0;
        if (flank_book_find(sound, &child, &entry, NULL) == FLANK_OK)
            continue;
        symmetry_canonical(&child.own, &child.other);
        while (place < flank_book_count(sound) && flank_book_at(sound, place, &other, &entry, NULL) == FLANK_OK &&
               book_key_compare(other.own, other.other, child.own, child.other) < 0)
            place++;
        assert_int_equal(flank_book_find(book, &child, &entry, NULL),
                         place == damaged || place == damaged + 1 ? FLANK_BAD_FILE : FLANK_NOT_FOUND);
    }
}

/* Whichever word of a record is damaged, the others are found, and what may be that one is not called unknown. */
static void test_damage_misleads_no_lookup(void **state)
{
    (void)state;
    uint8_t *bytes;
    size_t size;
    flank_book_close(open_small(&bytes, &size));
    for (size_t byte = BOOK_HEADER_BYTES; byte < size; byte++) {
        uint8_t *copy = malloc(size);
        memcpy(copy, bytes, size);
        flank_book *sound = flank_book_open_bytes(bytes, size, NULL, NULL);
        flank_book *book = flank_book_open_bytes(copy, size, NULL, NULL);
        copy[byte] ^= 0xff;
        for (size_t i = 0; i < flank_book_count(sound); i++) {
            flank_position position;
            flank_book_entry entry;
            assert_int_equal(flank_book_at(sound, i, &position, &entry, NULL), FLANK_OK);
            const bool is_damaged = i == (byte - BOOK_HEADER_BYTES) / BOOK_RECORD_BYTES;
            assert_int_equal(flank_book_find(book, &position, &entry, NULL), is_damaged ? FLANK_BAD_FILE : FLANK_OK);
            look_beside(sound, book, &position, (byte - BOOK_HEADER_BYTES) / BOOK_RECORD_BYTES);
        }
        flank_book_close(book);
        flank_book_close(sound);
        free(copy);
    }
    free(bytes);
}

/* A record that a program wrote, with a right check, may still make no sense. */
static void test_records_without_sense_are_refused(void **state)
{
    (void)state;
    static const struct {
        size_t offset;
        uint8_t value;
        flank_error_code fault;
    } cases[] = {
        {20, 0, FLANK_ERROR_LEAF_NOT_LEGAL},     {20, 64, FLANK_ERROR_LEAF_NOT_LEGAL},
        {20, 200, FLANK_ERROR_LEAF_NOT_LEGAL},   {23, 101, FLANK_ERROR_CONFIDENCE_ABOVE_100},
        {17, 0x7f, FLANK_ERROR_SCORE_BEYOND_64}, {19, 0x80, FLANK_ERROR_SCORE_BEYOND_64},
    };
    book_record record = fixture_record("f5d6c3", 12, "d3", 12);
    uint8_t bytes[BOOK_RECORD_BYTES];
    book_record changed;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        book_record_write(&record, bytes);
        bytes[cases[i].offset] = cases[i].value;
        book_record_read(bytes, &changed);
        assert_int_equal(book_record_fault(&changed), cases[i].fault);
    }
    changed = record;
    changed.other |= bit(bit_first(changed.own));
    assert_int_equal(book_record_fault(&changed), FLANK_ERROR_SQUARE_TWO_DISCS);
    changed = record;
    changed.own = symmetry_mirror(record.own);
    changed.other = symmetry_mirror(record.other);
    assert_int_equal(book_record_fault(&changed), FLANK_ERROR_NOT_TURNED);
    changed = (book_record){.own = 1, .leaf = BOOK_LEAF_NONE};
    assert_int_equal(book_record_fault(&changed), FLANK_ERROR_GAME_OVER);
    changed = record;
    assert_int_equal(book_record_fault(&changed), FLANK_ERROR_OK);
}

/* ---- Files ---- */

/* Whole discs are whole numbers, others have two digits. */
static void test_moves_as_json(void **state)
{
    (void)state;
    const flank_book_move moves[] = {
        {.move = {.from = FLANK_NO_SQUARE, .to = 19},
         .score = 200,
         .in_book = true,
         .depth_plies = 4,
         .level = 21,
         .selectivity = 73,
         .lines = 3},
        {.move = {.from = FLANK_NO_SQUARE, .to = FLANK_NO_SQUARE},
         .score = -25,
         .depth_plies = 10,
         .selectivity = 100,
         .lines = 1},
    };
    text_buffer out = {NULL};
    flank_record *record = flank_record_create(flank_game_find("othello"), NULL, NULL);
    json_open_object(&out, NULL);
    book_add_json_list(&out, "book", record, moves, 2);
    json_close_object(&out);
    assert_string_equal(out.bytes,
                        "{\"book\":[{\"move\":\"d3\",\"score\":2,\"in_book\":true,\"depth\":4,\"level\":21,"
                        "\"selectivity\":73,\"lines\":3},{\"move\":\"pass\",\"score\":-0.25,\"in_book\":false,"
                        "\"depth\":10,\"selectivity\":100,\"lines\":1}]}");
    flank_record_destroy(record);
    text_free(&out);
}

static void test_files(void **state)
{
    (void)state;
    char path[] = "/tmp/flank_book_XXXXXX";
    uint8_t *bytes;
    size_t size;
    flank_status status = FLANK_OK;
    flank_error error = {0};
    flank_book_close(open_small(&bytes, &size));
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_null(flank_book_open(path, &status, &error));
    assert_int_equal(status, FLANK_BAD_FILE);
    assert_string_equal(error_english(&error), "this is no opening book: it is empty");
    assert_int_equal(write(descriptor, bytes, size), size);
    close(descriptor);
    flank_book *book = flank_book_open(path, &status, &error);
    assert_non_null(book);
    assert_int_equal(flank_book_verify(book, NULL), FLANK_OK);
    unlink(path);
    assert_int_equal(flank_book_verify(book, NULL), FLANK_OK); /* the mapping outlives the name */
    flank_book_close(book);
    assert_null(flank_book_open(path, &status, &error));
    assert_int_equal(status, FLANK_CANNOT_READ);
    assert_string_equal(error_english(&error), "cannot read: No such file or directory");
    assert_null(flank_book_open("/", &status, &error));
    assert_int_equal(status, FLANK_CANNOT_READ);
    assert_string_equal(error_english(&error), "is a folder");
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_symmetries_agree_with_slow_ones),
        cmocka_unit_test(test_positions_are_found_however_turned),
        cmocka_unit_test(test_moves_are_those_into_the_book_and_the_leaf),
        cmocka_unit_test(test_a_leaf_in_the_book_is_no_leaf),
        cmocka_unit_test(test_the_choice_is_seeded_and_within_the_margin),
        cmocka_unit_test(test_entries_by_number_cover_the_book),
        cmocka_unit_test(test_a_pass_is_a_move),
        cmocka_unit_test(test_every_changed_bit_is_noticed),
        cmocka_unit_test(test_faults_are_named),
        cmocka_unit_test(test_damage_misleads_no_lookup),
        cmocka_unit_test(test_records_without_sense_are_refused),
        cmocka_unit_test(test_moves_as_json),
        cmocka_unit_test(test_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
