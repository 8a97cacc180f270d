/* SPDX-License-Identifier: MIT
 *
 * Books of other programs: what their levels promise, which file is which, and bytes made by hand.
 * tests/book/check_formats.py has whole books.
 */
#include "cmocka_all.h"

#include "formats/books/foreign_book.h"

#include <string.h>

/* The table of docs/users/book-files.md, at the edges of its rows. */
static void test_levels_of_edax(void **state)
{
    (void)state;
    static const struct {
        int level, empties, depth, percent;
    } cases[] = {
        {0, 30, 0, 100},  {5, 10, 10, 100}, {5, 11, 5, 100},   {10, 20, 20, 100}, {10, 21, 10, 100}, {11, 21, 21, 100},
        {12, 24, 24, 98}, {12, 25, 12, 73}, {18, 27, 27, 87},  {18, 28, 18, 73},  {21, 24, 24, 100}, {21, 27, 27, 98},
        {21, 30, 30, 87}, {21, 31, 21, 73}, {24, 25, 25, 99},  {24, 33, 33, 73},  {24, 34, 24, 73},  {29, 36, 36, 73},
        {35, 33, 33, 99}, {35, 39, 39, 87}, {36, 30, 30, 100}, {36, 33, 33, 99},  {36, 36, 36, 98},  {36, 39, 39, 95},
        {36, 42, 42, 87}, {36, 45, 45, 73}, {36, 46, 36, 73},  {59, 53, 53, 100}, {59, 60, 60, 95},  {60, 60, 60, 100},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        foreign_effort effort = foreign_edax.effort(cases[i].level, cases[i].empties);
        if (effort.depth_plies != cases[i].depth || effort.percent != cases[i].percent)
            fail_msg("level %d with %d empties: %d plies, %d %%", cases[i].level, cases[i].empties, effort.depth_plies,
                     effort.percent);
    }
}

static void test_levels_for_our_searches(void **state)
{
    (void)state;
    static const struct {
        int depth, percent, level, empties, edax, egaroucid;
    } cases[] = {
        {14, 73, 14, 50, 14, 14}, {14, 73, 0, 50, 14, 14},   {13, 73, 13, 50, 13, 13}, {4, 100, 0, 60, 4, 4},
        {4, 73, 21, 60, 3, 4},    {20, 100, 25, 20, 25, 25}, {20, 99, 14, 20, 9, 14},  {0, 0, 0, 40, 0, 0},
        {21, 73, 21, 31, 21, 21}, {21, 73, 30, 31, 21, 21},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        flank_book_entry entry = {
            .depth_plies = cases[i].depth, .selectivity = cases[i].percent, .level = cases[i].level};
        int edax = foreign_level(&foreign_edax, &entry, cases[i].empties);
        int egaroucid = foreign_level(&foreign_egaroucid, &entry, cases[i].empties);
        if (edax != cases[i].edax || egaroucid != cases[i].egaroucid)
            fail_msg("%d plies, %d %%, level %d, %d empties: %d, %d", cases[i].depth, cases[i].percent, cases[i].level,
                     cases[i].empties, edax, egaroucid);
    }
}

static void test_files_are_told_apart(void **state)
{
    (void)state;
    assert_ptr_equal(foreign_format_of_bytes((const uint8_t *)"XADEKOOB\4\4", 10), &foreign_edax);
    assert_ptr_equal(foreign_format_of_bytes((const uint8_t *)"DICUORAGE\3", 10), &foreign_egaroucid);
    assert_null(foreign_format_of_bytes((const uint8_t *)"XADEKOO", 7));
    assert_null(foreign_format_of_bytes((const uint8_t *)"FlankBk\n", 8));
    assert_ptr_equal(foreign_format_of_name("a/book.dat"), &foreign_edax);
    assert_ptr_equal(foreign_format_of_name("x.egbk3"), &foreign_egaroucid);
    assert_ptr_equal(foreign_format_of_name("O.DAT"), &foreign_edax);
    assert_null(foreign_format_of_name(".dat"));
    assert_null(foreign_format_of_name("-"));
    assert_ptr_equal(foreign_format_named("edax"), &foreign_edax);
    assert_null(foreign_format_named("text"));
}

/* The start as Edax writes it, by hand from its layout: all four moves linked, no leaf. */
static void test_a_position_byte_by_byte(void **state)
{
    (void)state;
    static const uint8_t edax[] = {
        0,    0,    0,    0x10, 8, 0, 0, 0,  0,    0,  0,    8,  0x10, 0,  0,    0,  /* own, other */
        0,    0,    0,    0,    0, 0, 0, 0,  0,    0,  0,    0,  7,    0,  0,    0,  /* lines 7 */
        0xff, 0xff, 0xfd, 0xff, 1, 0, 4, 21, 0xff, 19, 0xff, 26, 0xff, 37, 0xff, 44, /* -1, bounds, 4 links */
        0x81, 65,
    };
    static const uint8_t egaroucid[] = {
        0, 0, 0, 0x10, 8, 0, 0, 0, 0, 0, 0, 8, 0x10, 0, 0, 0, 0xff, 21, 7, 0, 0, 0, 0x81, 127, 0xff,
    };
    uint8_t bytes[FOREIGN_BYTES_MAX];
    foreign_entry entry;
    flank_error_code fault;
    assert_int_equal(foreign_edax.read(edax, sizeof edax, &entry, &fault), sizeof edax);
    assert_int_equal(foreign_fault(&entry), FLANK_ERROR_OK);
    assert_int_equal(entry.score_discs, -1);
    assert_int_equal(entry.level, 21);
    assert_int_equal(entry.lines, 7);
    assert_int_equal(entry.link_count, 4);
    assert_int_equal(entry.links[3].move, 44);
    assert_false(entry.has_leaf);
    assert_int_equal(foreign_edax.write(&entry, bytes), sizeof edax);
    assert_memory_equal(bytes, edax, sizeof edax);
    entry.link_count = 0;
    assert_int_equal(foreign_egaroucid.write(&entry, bytes), sizeof egaroucid);
    assert_memory_equal(bytes, egaroucid, sizeof egaroucid);
    assert_int_equal(foreign_egaroucid.read(bytes, sizeof egaroucid - 1, &entry, &fault), 0);
    static const struct {
        uint8_t written;
        int level;
    } levels[] = {{0, 0}, {1, 1}, {60, 60}, {70, 0}, {0xff, 0}}; /* 70: a human's, -1: nobody's */
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        bytes[17] = levels[i].written;
        assert_int_equal(foreign_egaroucid.read(bytes, sizeof egaroucid, &entry, &fault), sizeof egaroucid);
        assert_int_equal(entry.level, levels[i].level);
    }
    assert_int_equal(fault, FLANK_ERROR_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels_of_edax),
        cmocka_unit_test(test_levels_for_our_searches),
        cmocka_unit_test(test_files_are_told_apart),
        cmocka_unit_test(test_a_position_byte_by_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
