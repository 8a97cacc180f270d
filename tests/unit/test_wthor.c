/* SPDX-License-Identifier: MIT
 *
 * WTHOR: fifty real games replay, their scores are those of the boards and, with best play, those of our solver;
 * damage is found where it is; numbers of names last.
 *
 * With FLANK_WTHOR=FOLDER the tests read that folder's .wtb files instead.
 */
#include "cmocka_all.h"

#include "core/text_buffer.h"
#include "formats/wthor/wthor_names.h"
#include "core/error.h"

#include <flank/flank.h>

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HEADER = 16, RECORD = 68, SOLVED_MAX = 30 };

static const char *folder(void)
{
    const char *given = getenv("FLANK_WTHOR");
    return given ? given : TEST_DATA "/formats/wthor";
}

/* The .wtb files of the folder; globfree afterwards. */
static glob_t list_files(void)
{
    char pattern[1024];
    glob_t files;
    snprintf(pattern, sizeof pattern, "%s/*.wtb", folder());
    assert_int_equal(glob(pattern, 0, NULL, &files), 0);
    return files;
}

static size_t read_file(const char *path, char **bytes)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    const size_t size = (size_t)ftell(file);
    rewind(file);
    *bytes = malloc(size + 1);
    assert_non_null(*bytes);
    assert_int_equal(fread(*bytes, 1, size, file), size);
    fclose(file);
    return size;
}

static const char *tag(const flank_sheet *sheet, const char *name)
{
    return flank_node_tag(flank_sheet_root(sheet), name);
}

static void check_game(const flank_sheet *sheet)
{
    const flank_node *end = flank_sheet_end(sheet);
    const flank_outcome outcome = flank_game_outcome(flank_sheet_game(sheet), flank_sheet_rules(sheet), &end->position);
    const flank_sheet_result result = flank_sheet_result_of(sheet);
    assert_true(result.known && result.has_discs);
    if (outcome.over)
        assert_int_equal(result.discs, end->position.color == FLANK_BLACK ? outcome.discs : -outcome.discs);
    assert_true(tag(sheet, "Black") || atoi(tag(sheet, "wthor.black")) == 0); /* 0 is "???" */
    assert_true(tag(sheet, "White") || atoi(tag(sheet, "wthor.white")) == 0);
    assert_non_null(tag(sheet, "Event"));
}

static void test_games_replay(void **state)
{
    (void)state;
    glob_t files = list_files();
    for (size_t i = 0; i < files.gl_pathc; i++) {
        flank_reader *reader = flank_reader_open(files.gl_pathv[i], NULL, NULL, NULL);
        assert_non_null(reader);
        assert_string_equal(flank_format_name(flank_reader_format(reader)), "wthor");
        flank_sheet *sheet;
        flank_status status;
        while ((status = flank_reader_next(reader, &sheet, NULL)) == FLANK_OK) {
            assert_int_equal(flank_reader_line(reader), 0); /* bytes have no lines */
            check_game(sheet);
            flank_sheet_destroy(sheet);
        }
        assert_int_equal(status, FLANK_NOT_FOUND);
        flank_reader_close(reader);
    }
    globfree(&files);
}

static bool collect(void *user, const void *bytes, size_t size)
{
    text_add_bytes(user, bytes, size);
    return true;
}

/* The kind of a file when its games are written again. */
static text_buffer copy_file(const char *path)
{
    text_buffer out = {NULL};
    flank_reader *reader = flank_reader_open(path, NULL, NULL, NULL);
    flank_writer *writer = flank_writer_open_sink(collect, &out, flank_format_find("wthor"), NULL, NULL);
    flank_sheet *sheet;
    while (flank_reader_next(reader, &sheet, NULL) == FLANK_OK) {
        flank_sheet_set_tag(sheet, flank_sheet_root(sheet), "Event", NULL); /* the numbers are enough */
        flank_sheet_set_tag(sheet, flank_sheet_root(sheet), "Black", NULL);
        flank_sheet_set_tag(sheet, flank_sheet_root(sheet), "White", NULL);
        assert_int_equal(flank_writer_write(writer, sheet, NULL), FLANK_OK);
        flank_sheet_destroy(sheet);
    }
    for (flank_loss loss = 0; loss < FLANK_LOSS_COUNT; loss++)
        assert_int_equal(flank_writer_lost(writer, loss), 0);
    assert_int_equal(flank_writer_close(writer, true, NULL), FLANK_OK);
    flank_reader_close(reader);
    return out;
}

static void test_files_come_back_to_the_byte(void **state)
{
    (void)state;
    glob_t files = list_files();
    for (size_t i = 0; i < files.gl_pathc; i++) {
        char *bytes;
        const size_t size = read_file(files.gl_pathv[i], &bytes);
        text_buffer twin = copy_file(files.gl_pathv[i]);
        assert_int_equal(twin.length, size);
        assert_memory_equal(twin.bytes, bytes, size);
        text_free(&twin);
        free(bytes);
    }
    globfree(&files);
}

/* ---- The theoretical score ---- */

/* Black's discs at the end with best play from `empties` empty squares on; -1 if the game does not get there. */
static int solve(flank_engine *engine, const flank_sheet *sheet, int empties)
{
    const flank_node *node = flank_sheet_root(sheet);
    while (node && 64 - __builtin_popcountll(node->position.own | node->position.other) > empties)
        node = node->child;
    if (!node || !node->child)
        return -1;
    flank_record *record = flank_record_create(flank_sheet_game(sheet), NULL, &node->position);
    const flank_limits solving = {.time_ms = 0};
    flank_report report;
    assert_int_equal(flank_engine_solve(engine, record, &solving, NULL, NULL, &report), FLANK_OK);
    const int score = report.lines[0].score / 100;
    flank_record_destroy(record);
    return 32 + (node->position.color == FLANK_BLACK ? score : -score) / 2;
}

/* Games evenly spread: some of the cut, seconds each; thirty of a whole collection. */
static void test_theoretical_score_is_the_solvers(void **state)
{
    (void)state;
    glob_t files = list_files();
    flank_engine *engine = flank_engine_create(NULL);
    int solved = 0, seen = 0;
    for (size_t i = 0; i < files.gl_pathc && solved < SOLVED_MAX; i++) {
        flank_reader *reader = flank_reader_open(files.gl_pathv[i], NULL, NULL, NULL);
        flank_sheet *sheet;
        while (flank_reader_next(reader, &sheet, NULL) == FLANK_OK) {
            const int score = seen++ % (files.gl_pathc > 1 ? 3901 : 13) == 0 && solved < SOLVED_MAX
                                  ? solve(engine, sheet, atoi(tag(sheet, "wthor.depth")))
                                  : -1;
            if (score >= 0) {
                assert_int_equal(score, atoi(tag(sheet, "wthor.theoretical")));
                solved++;
            }
            flank_sheet_destroy(sheet);
        }
        flank_reader_close(reader);
    }
    assert_in_range(solved, 4, SOLVED_MAX);
    flank_engine_destroy(engine);
    globfree(&files);
}

/* ---- Damage ---- */

typedef struct reading {
    int games;
    flank_status failure; /* the first */
    flank_error error;
} reading;

static reading read_bytes(const void *bytes, size_t size)
{
    reading result = {0};
    const flank_reader_options options = {.format = flank_format_find("wthor")};
    flank_reader *reader = flank_reader_open_bytes(bytes, size, &options, NULL, NULL);
    flank_status status;
    flank_error error = {0};
    flank_sheet *sheet;
    while ((status = flank_reader_next(reader, &sheet, &error)) != FLANK_NOT_FOUND) {
        if (status == FLANK_OK) {
            flank_sheet_destroy(sheet);
            result.games++;
        } else if (!result.failure) {
            result.failure = status;
            result.error = error;
        }
    }
    flank_reader_close(reader);
    return result;
}

static void expect(const void *bytes, size_t size, int games, size_t offset, const char *text)
{
    const reading result = read_bytes(bytes, size);
    assert_int_equal(result.games, games);
    assert_int_not_equal(result.failure, FLANK_OK);
    assert_int_equal(result.error.offset, offset);
    assert_string_equal(error_english(&result.error), text);
}

static void test_damage_is_found_where_it_is(void **state)
{
    (void)state;
    char *bytes;
    const size_t size = read_file(TEST_DATA "/formats/wthor/WTH_2001.wtb", &bytes);
    const size_t second = HEADER + RECORD, score = second + 6, move = second + 8 + 2;
    const char good_score = bytes[score], good_move = bytes[move];
    bytes[score] = 65;
    expect(bytes, size, 49, score, "a score of 65 discs");
    bytes[score] = good_score;
    bytes[move] = 11;
    expect(bytes, size, 49, move, "move 3, a1, is not legal");
    bytes[move] = 99;
    expect(bytes, size, 49, move, "move 3: 99 is no square");
    bytes[move] = 0;
    expect(bytes, size, 49, move + 1, "move 4: 46 is behind the end of the moves");
    bytes[move] = good_move;
    expect(bytes, size - 1, 49, size - RECORD, "the file ends inside a game, after 67 of its 68 bytes");
    expect(bytes, size - RECORD, 49, 4, "the header counts 50 games, the file has 49");
    expect(bytes, 15, 0, 15, "the file ends inside the header");
    free(bytes);
}

/* A file with a byte too few or too many costs one game, the one with the hole; the last needs its end. */
static void test_games_go_on_behind_a_hole(void **state)
{
    (void)state;
    char *bytes;
    const size_t size = read_file(TEST_DATA "/formats/wthor/WTH_2001.wtb", &bytes);
    char *other = malloc(size + 100);
    assert_non_null(other);
    for (size_t at = HEADER; at < size - RECORD; at += 11) {
        memcpy(other, bytes, at);
        memcpy(other + at, bytes + at + 1, size - at - 1);
        assert_in_range(read_bytes(other, size - 1).games, 48, 50);
        other[at] = 33;
        memcpy(other + at + 1, bytes + at, size - at);
        assert_in_range(read_bytes(other, size + 1).games, 48, 50);
    }
    const size_t hole = HEADER + 5 * RECORD + 20; /* in the sixth game */
    memcpy(other, bytes, hole);
    memcpy(other + hole, bytes + hole + 1, size - hole - 1);
    expect(other, size - 1, 49, hole + 2, "move 15, e7, is not legal; the games go on at byte 423");
    memcpy(other + hole, bytes + hole + 100, size - hole - 100);
    expect(other, size - 100, 48, hole, "move 13, b8, is not legal; the games go on at byte 392");
    memset(other + hole, 'x', 100);
    memcpy(other + hole + 100, bytes + hole, size - hole);
    expect(other, size + 100, 49, hole, "move 13: 120 is no square");
    free(other);
    free(bytes);
}

/* The year of the first game of a file whose header is damaged, "" if it has none; all its games are read. */
static void check_header(const char *bytes, size_t size, size_t begin, const char *year)
{
    flank_error error = {0};
    flank_sheet *sheet;
    assert_ptr_equal(flank_format_detect(bytes, size, true), flank_format_find("wthor"));
    flank_reader *reader = flank_reader_open_bytes(bytes, size, NULL, NULL, NULL);
    assert_int_equal(flank_reader_next(reader, &sheet, &error), FLANK_BAD_FILE);
    assert_int_equal(error.offset, begin);
    assert_non_null(strstr(error_english(&error), year[0] ? year : "their year is not known"));
    for (int i = 0; i < 50; i++) {
        assert_int_equal(flank_reader_next(reader, &sheet, NULL), FLANK_OK);
        const char *date = tag(sheet, "Date");
        assert_string_equal(date ? date : "", year[0] ? "2001.\?\?.\?\?" : "");
        assert_null(tag(sheet, "wthor.depth"));
        flank_sheet_destroy(sheet);
    }
    assert_int_equal(flank_reader_next(reader, &sheet, NULL), FLANK_NOT_FOUND);
    flank_reader_close(reader);
}

/* A header with a byte too few or too many costs no game, and the year only where that itself is gone. */
static void test_games_are_found_behind_a_damaged_header(void **state)
{
    (void)state;
    char *bytes;
    const size_t size = read_file(TEST_DATA "/formats/wthor/WTH_2001.wtb", &bytes);
    char *other = malloc(size + 1);
    assert_non_null(other);
    for (size_t at = 0; at < HEADER; at++) {
        memcpy(other, bytes, at);
        memcpy(other + at, bytes + at + 1, size - at - 1);
        check_header(other, size - 1, HEADER - 1, at == 10 || at == 11 ? "" : "2001");
        other[at] = 'x';
        memcpy(other + at + 1, bytes + at, size - at);
        check_header(other, size + 1, HEADER + 1, "");
    }
    check_header(bytes + HEADER, size - HEADER, 0, "");
    check_header(bytes + 5, size - 5, HEADER - 5, "2001");
    free(other);
    free(bytes);
}

static void test_other_files_are_refused_by_name(void **state)
{
    (void)state;
    unsigned char bytes[HEADER + 20] = {20, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0xD1, 7, 10, 0, 24, 0};
    assert_ptr_equal(flank_format_detect(bytes, sizeof bytes, true), flank_format_find("wthor"));
    expect(bytes, sizeof bytes, 0, 12, "games on 10x10 squares; flank knows 8x8");
    bytes[12] = 8;
    bytes[13] = 1;
    expect(bytes, sizeof bytes, 0, 13, "a file of solitaires, not of games");
    bytes[4] = bytes[13] = bytes[12] = 0;
    bytes[8] = 1;
    assert_ptr_equal(flank_format_detect(bytes, sizeof bytes, true), flank_format_find("wthor"));
    expect(bytes, sizeof bytes, 0, 8, "a list of 1 names of players or tournaments; the games are in the .wtb files");
}

/* ---- Losses ---- */

static uint64_t tags_lost(const char *first_date, const char *date)
{
    text_buffer out = {NULL};
    flank_writer *writer = flank_writer_open_sink(collect, &out, flank_format_find("wthor"), NULL, NULL);
    const char *dates[] = {first_date, date};
    for (int i = 0; i < 2; i++) {
        flank_sheet *sheet = flank_sheet_create(flank_game_find("othello"), NULL, NULL, FLANK_SHEET_GAME);
        flank_sheet_set_tag(sheet, flank_sheet_root(sheet), "Date", dates[i]);
        assert_int_equal(flank_writer_write(writer, sheet, NULL), FLANK_NOT_SUPPORTED); /* a game has moves */
        assert_int_equal(flank_sheet_add_text(sheet, flank_sheet_root(sheet), "f5", NULL, NULL), FLANK_OK);
        assert_int_equal(flank_writer_write(writer, sheet, NULL), FLANK_OK);
        flank_sheet_destroy(sheet);
    }
    const uint64_t lost = flank_writer_lost(writer, FLANK_LOSS_TAGS);
    assert_int_equal(flank_writer_close(writer, true, NULL), FLANK_OK);
    text_free(&out);
    return lost;
}

/* A file has one year, that of its first game, and nothing else of a date. */
static void test_dates_that_are_lost(void **state)
{
    (void)state;
    assert_int_equal(tags_lost("2001.??.??", "2001.??.??"), 0);
    assert_int_equal(tags_lost("2001", NULL), 0);
    assert_int_equal(tags_lost(NULL, "2001.??.??"), 0);
    assert_int_equal(tags_lost("????.??.??", "2001"), 0);
    assert_int_equal(tags_lost("2001.??.??", "2002.??.??"), 1);
    assert_int_equal(tags_lost("2001.05.03", "2001.05.??"), 2);
    assert_int_equal(tags_lost("99", "x"), 2);
}

/* ---- Names ---- */

static void test_names_keep_their_numbers(void **state)
{
    (void)state;
    char place[] = "/tmp/flank-wthor-XXXXXX", games[64], file[64], name[WTHOR_NAME_UTF8_ROOM];
    assert_non_null(mkdtemp(place));
    snprintf(games, sizeof games, "%s/games.wtb", place);
    snprintf(file, sizeof file, "%s/WTHOR.JOU", place);
    static const unsigned char created[4] = {20, 26, 1, 1};
    wthor_names names;
    unsigned number;
    bool whole = true;
    assert_int_equal(wthor_names_read(&names, games, WTHOR_PLAYERS, NULL), FLANK_OK);
    assert_int_equal(wthor_names_number(&names, "Müller Eva", -1, &number, &whole), FLANK_OK);
    assert_int_equal(number, 1); /* 0 is for nobody */
    assert_int_equal(wthor_names_number(&names, "Tastet Marc", 7, &number, &whole), FLANK_OK);
    assert_int_equal(number, 7);
    assert_int_equal(wthor_names_number(&names, "Müller Eva", 7, &number, &whole), FLANK_OK);
    assert_int_equal(number, 1);
    assert_true(whole);
    assert_int_equal(wthor_names_number(&names, "為則 英司, a name too long", -1, &number, &whole), FLANK_OK);
    assert_int_equal(number, 8);
    assert_false(whole);
    whole_file written;
    assert_int_equal(wthor_names_write(&names, created, &written, NULL), FLANK_OK);
    assert_int_equal(whole_file_keep(&written), 0);
    wthor_names_free(&names);
    assert_int_equal(wthor_names_read(&names, games, WTHOR_PLAYERS, NULL), FLANK_OK);
    assert_int_equal(names.count, 9);
    assert_true(wthor_names_get(&names, 1, name));
    assert_string_equal(name, "Müller Eva");
    assert_true(wthor_names_get(&names, 8, name));
    assert_string_equal(name, "?? ??, a name too l");
    assert_false(wthor_names_get(&names, 2, name));
    assert_false(wthor_names_get(&names, 9, name));
    wthor_names_free(&names);
    unlink(file);
    rmdir(place);
}

/* The number of names in so many bytes of a list. */
static uint32_t count_names(const void *bytes, size_t size)
{
    wthor_names names = {.kind = WTHOR_PLAYERS, .path = strdup("WTHOR.JOU")};
    FILE *file = fmemopen((void *)bytes, size, "rb");
    assert_non_null(file);
    const flank_status status = wthor_names_take(&names, file, NULL);
    const uint32_t count = names.count;
    assert_true(status == FLANK_OK || count == 0);
    fclose(file);
    wthor_names_free(&names);
    return count;
}

/* Wherever a byte is missing from a list or too many, it gives nobody another's name. */
static void test_a_damaged_list_has_no_names(void **state)
{
    (void)state;
    char *bytes;
    const size_t size = read_file(TEST_DATA "/formats/wthor/WTHOR.JOU", &bytes);
    char *other = malloc(size + 1);
    assert_non_null(other);
    assert_int_equal(count_names(bytes, size), 400);
    for (size_t at = 0; at < size; at += at < 200 ? 1 : 17) {
        memcpy(other, bytes, at);
        memcpy(other + at, bytes + at + 1, size - at - 1);
        assert_int_equal(count_names(other, size - 1), 0);
        other[at] = 'x';
        memcpy(other + at + 1, bytes + at, size - at);
        assert_int_equal(count_names(other, size + 1), 0);
    }
    assert_int_equal(count_names(bytes, size - 20), 0);
    bytes[HEADER + 20 * 7 + 2] = '\0';
    assert_int_equal(count_names(bytes, size), 0);
    free(other);
    free(bytes);
}

/* Bytes bring a name with them, which may be anybody's: nothing is looked for beside it. */
static void test_bytes_name_no_folder(void **state)
{
    (void)state;
    char *bytes;
    const char *path = TEST_DATA "/formats/wthor/WTH_2001.wtb";
    const size_t size = read_file(path, &bytes);
    const flank_reader_options options = {.path = path};
    flank_reader *reader = flank_reader_open_bytes(bytes, size, &options, NULL, NULL);
    flank_sheet *sheet;
    assert_int_equal(flank_reader_next(reader, &sheet, NULL), FLANK_OK);
    assert_null(tag(sheet, "Event"));
    assert_non_null(tag(sheet, "wthor.black"));
    flank_sheet_destroy(sheet);
    flank_reader_close(reader);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_replay),
        cmocka_unit_test(test_files_come_back_to_the_byte),
        cmocka_unit_test(test_theoretical_score_is_the_solvers),
        cmocka_unit_test(test_damage_is_found_where_it_is),
        cmocka_unit_test(test_games_go_on_behind_a_hole),
        cmocka_unit_test(test_games_are_found_behind_a_damaged_header),
        cmocka_unit_test(test_other_files_are_refused_by_name),
        cmocka_unit_test(test_dates_that_are_lost),
        cmocka_unit_test(test_names_keep_their_numbers),
        cmocka_unit_test(test_a_damaged_list_has_no_names),
        cmocka_unit_test(test_bytes_name_no_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
