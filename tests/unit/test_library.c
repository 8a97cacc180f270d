/* SPDX-License-Identifier: MIT
 *
 * The library of games: what goes in comes out; positions are found by the table as by looking through the games, and
 * as by a slow, obvious count; symmetries of each game; folding; strange files.
 */
#include "cmocka_all.h"

#include "games/game_table.h"
#include "core/random.h"
#include "core/symmetry.h"
#include "core/text_buffer.h"
#include "library/library.h"
#include "library/library_fold.h"
#include "library/library_store.h"
#include "core/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <inttypes.h>
#include <unistd.h>

/* A library in a file of its own. */
typedef struct fixture {
    char path[64];
    game_library *library;
} fixture;

static int set_up(void **state)
{
    fixture *made = calloc(1, sizeof *made);
    assert_non_null(made);
    strcpy(made->path, "/tmp/flank-library-XXXXXX");
    const int file = mkstemp(made->path);
    assert_true(file >= 0);
    close(file);
    made->library = library_open(made->path, LIBRARY_WRITE, NULL, NULL);
    assert_non_null(made->library);
    *state = made;
    return 0;
}

static int tear_down(void **state)
{
    fixture *made = *state;
    library_close(made->library);
    unlink(made->path);
    free(made);
    return 0;
}

static const flank_game *game_of(const char *name) { return flank_game_find(name); }

/* A game of these moves; NULL, "" for no tag. */
static flank_sheet *sheet_of(const char *game, const char *moves, const char *black, const char *white,
                             const char *date)
{
    flank_record *record = flank_record_create(game_of(game), NULL, NULL);
    assert_int_equal(flank_record_play_text(record, moves, NULL), FLANK_OK);
    flank_sheet *sheet = flank_sheet_of_record(record);
    flank_record_destroy(record);
    const flank_node *root = flank_sheet_root(sheet);
    flank_sheet_set_tag(sheet, root, "Date", date);
    flank_sheet_set_tag(sheet, root, "Black", black);
    flank_sheet_set_tag(sheet, root, "White", white);
    return sheet;
}

/* Add a sheet, destroy it, and tell what became of it. */
static library_added put(game_library *library, flank_sheet *sheet)
{
    library_added added = LIBRARY_KNOWN;
    assert_int_equal(library_begin(library, NULL), FLANK_OK);
    assert_int_equal(library_add(library, sheet, &added, NULL), FLANK_OK);
    assert_int_equal(library_commit(library, NULL), FLANK_OK);
    flank_sheet_destroy(sheet);
    return added;
}

static bool add(game_library *library, flank_sheet *sheet) { return put(library, sheet) == LIBRARY_NEW; }

static uint64_t count(game_library *library, library_filter filter)
{
    library_place place;
    assert_int_equal(library_explore(library, &filter, &place, NULL), FLANK_OK);
    const uint64_t games = place.tally.games;
    library_place_free(&place);
    return games;
}

/* ---- Sameness ---- */

static void test_games_are_added_once(void **state)
{
    game_library *library = ((fixture *)*state)->library;
    assert_true(add(library, sheet_of("othello", "f5d6c3", "Anna", "Bob", "2001.??.??")));
    assert_false(add(library, sheet_of("othello", "f5d6c3", "Anna", "Bob", "2001.??.??")));
    assert_true(add(library, sheet_of("othello", "f5d6c3d3", "Anna", "Bob", "2001.??.??")));
    assert_true(add(library, sheet_of("othello", "f5d6c3", "Bob", "Anna", "2001.??.??")));
    assert_true(add(library, sheet_of("othello", "f5d6c3", "Anna", "Bob", "2002.??.??")));
    assert_true(add(library, sheet_of("othello", "f5d6c3", NULL, NULL, NULL)));
    assert_true(add(library, sheet_of("tothello", "f5d6c3", NULL, NULL, NULL)));
    assert_false(add(library, sheet_of("tothello", "f5d6c3", NULL, NULL, NULL)));
    assert_int_equal(count(library, (library_filter){0}), 6);
    assert_int_equal(count(library, (library_filter){.player = "anna"}), 4);
    assert_int_equal(count(library, (library_filter){.black = "anna", .white = "bob", .first_year = 2002}), 1);
    assert_int_equal(count(library, (library_filter){.game = game_of("tothello")}), 1);
}

/* The same games with and without names are there once, if year and result are the same. */
static void test_unknown_players_make_no_new_game(void **state)
{
    game_library *library = ((fixture *)*state)->library;
    assert_true(add(library, sheet_of("othello", "f5d6c3", "Anna", "Bob", "2001.05.03")));
    assert_false(add(library, sheet_of("othello", "f5d6c3", NULL, NULL, "2001.\?\?.\?\?")));
    assert_false(add(library, sheet_of("othello", "f5d6c3", "Anna", NULL, "2001")));
    assert_true(add(library, sheet_of("othello", "f5d6c3", "Carl", NULL, "2001")));
    assert_true(add(library, sheet_of("othello", "f5d6c3d3", NULL, NULL, "2001")));
    assert_false(add(library, sheet_of("othello", "f5d6c3d3", "Anna", "Bob", "2001")));
    assert_true(add(library, sheet_of("othello", "f5f6", "Anna", "Bob", NULL)));
    assert_true(add(library, sheet_of("othello", "f5f6", NULL, NULL, NULL)));
}

/* A game of 2001 with the players' numbers in WTHOR. */
static flank_sheet *numbered(const char *black, const char *black_number, const char *white, const char *white_number)
{
    flank_sheet *sheet = sheet_of("othello", "f5d6c3", black, white, "2001.\?\?.\?\?");
    flank_sheet_set_tag(sheet, flank_sheet_root(sheet), "wthor.black", black_number);
    flank_sheet_set_tag(sheet, flank_sheet_root(sheet), "wthor.white", white_number);
    return sheet;
}

/* Two games of WTHOR with the same moves, year and result are two by the players' numbers, and get their names when
 * the lists are there. */
static void test_numbers_tell_unknown_players_apart(void **state)
{
    game_library *library = ((fixture *)*state)->library;
    assert_int_equal(put(library, numbered(NULL, "12", NULL, "15")), LIBRARY_NEW);
    assert_int_equal(put(library, numbered(NULL, "33", NULL, "41")), LIBRARY_NEW);
    assert_int_equal(put(library, numbered(NULL, "12", NULL, "41")), LIBRARY_NEW);
    assert_int_equal(put(library, numbered(NULL, "12", NULL, "15")), LIBRARY_KNOWN);
    assert_int_equal(put(library, numbered("Anna", "12", "Bob", "15")), LIBRARY_COMPLETED);
    assert_int_equal(put(library, numbered("Carl", "33", "Dora", "41")), LIBRARY_COMPLETED);
    assert_int_equal(put(library, numbered("Anna", "12", "Dora", "41")), LIBRARY_COMPLETED);
    assert_int_equal(put(library, numbered("Carl", "33", "Dora", "41")), LIBRARY_KNOWN);
    assert_int_equal(put(library, numbered(NULL, "33", NULL, "41")), LIBRARY_KNOWN);
    assert_int_equal(put(library, sheet_of("othello", "f5d6c3", "Anna", "Bob", "2001.\?\?.\?\?")), LIBRARY_KNOWN);
    assert_int_equal(count(library, (library_filter){.player = "anna"}), 2);
    assert_int_equal(count(library, (library_filter){.black = "carl", .white = "dora"}), 1);
    assert_int_equal(count(library, (library_filter){0}), 3);
}

/* The same players may have played the same moves twice in a year, with another end. */
static void test_results_tell_games_apart(void **state)
{
    game_library *library = ((fixture *)*state)->library;
    for (int sign = -1; sign <= 1; sign++) {
        flank_sheet *sheet = sheet_of("othello", "f5d6c3", "Anna", "Bob", "2001");
        const flank_sheet_result result = {.known = true, .sign = sign, .ending = FLANK_ENDING_RESIGNED};
        flank_sheet_set_result(sheet, &result);
        assert_int_equal(put(library, sheet), LIBRARY_NEW);
    }
    assert_int_equal(put(library, sheet_of("othello", "f5d6c3", "Anna", "Bob", "2001")), LIBRARY_KNOWN);
    flank_sheet *counted = sheet_of("othello", "f5d6c3", "Anna", "Bob", "2001");
    const flank_sheet_result result = {.known = true, .sign = 1, .has_discs = true, .discs = 64};
    flank_sheet_set_result(counted, &result);
    assert_int_equal(put(library, counted), LIBRARY_KNOWN);
}

/* A game with names stands for one of those without, not for all. */
static void test_a_game_stands_for_one_other(void **state)
{
    game_library *library = ((fixture *)*state)->library;
    assert_int_equal(put(library, sheet_of("othello", "f5d6c3", "Anna", "Bob", "2001.05.03")), LIBRARY_NEW);
    assert_int_equal(put(library, numbered(NULL, "12", NULL, "15")), LIBRARY_COMPLETED);
    assert_int_equal(put(library, numbered(NULL, "33", NULL, "41")), LIBRARY_NEW);
    assert_int_equal(put(library, numbered(NULL, "12", NULL, "15")), LIBRARY_KNOWN);
    assert_int_equal(put(library, numbered("Anna", "12", "Bob", "15")), LIBRARY_KNOWN);
    assert_int_equal(put(library, numbered("Carl", "33", "Dora", "41")), LIBRARY_COMPLETED);
    assert_int_equal(count(library, (library_filter){0}), 2);
}

/* A date that is only a year fits any day of it, once. */
static void test_days_tell_games_apart(void **state)
{
    game_library *library = ((fixture *)*state)->library;
    assert_int_equal(put(library, sheet_of("othello", "f5d6c3", "Anna", "Bob", "2001.\?\?.\?\?")), LIBRARY_NEW);
    assert_int_equal(put(library, sheet_of("othello", "f5d6c3", "Anna", "Bob", "2001.05.03")), LIBRARY_COMPLETED);
    assert_int_equal(put(library, sheet_of("othello", "f5d6c3", "Anna", "Bob", "2001.05.04")), LIBRARY_NEW);
    assert_int_equal(put(library, sheet_of("othello", "f5d6c3", "Anna", "Bob", "2001")), LIBRARY_KNOWN);
    assert_int_equal(put(library, sheet_of("othello", "f5d6c3", NULL, NULL, "2001.05.06")), LIBRARY_NEW);
    assert_int_equal(put(library, sheet_of("othello", "f5d6c3", NULL, NULL, "2001.05.07")), LIBRARY_NEW);
    assert_int_equal(put(library, sheet_of("othello", "f5d6c3", NULL, NULL, "2001.05.07")), LIBRARY_KNOWN);
    flank_sheet *lost = sheet_of("othello", "f5d6c3", NULL, NULL, "2001");
    const flank_sheet_result result = {.known = true, .sign = -1, .ending = FLANK_ENDING_RESIGNED};
    flank_sheet_set_result(lost, &result);
    assert_int_equal(put(library, lost), LIBRARY_NEW);
    assert_int_equal(count(library, (library_filter){.first_year = 2001}), 5);
}

/* Completing a record keeps everything else: moves beside the main line, values, other tags. */
static void test_a_completed_game_keeps_the_rest(void **state)
{
    game_library *library = ((fixture *)*state)->library;
    flank_sheet *first = numbered(NULL, "12", NULL, "15"), *both = NULL;
    const flank_node *root = flank_sheet_root(first);
    flank_sheet_set_tag(first, root, "Site", "here");
    flank_sheet_set_value(first, root->child, 150);
    assert_int_equal(flank_sheet_add_text(first, root, "d3", NULL, NULL), FLANK_OK);
    assert_int_equal(put(library, first), LIBRARY_NEW);
    flank_sheet *second = numbered("Anna", "12", "Bob", "15");
    flank_sheet_set_tag(second, flank_sheet_root(second), "Event", "Cup");
    assert_int_equal(put(library, second), LIBRARY_COMPLETED);
    assert_int_equal(library_load(library, 1, &both, NULL), FLANK_OK);
    root = flank_sheet_root(both);
    assert_string_equal(flank_node_tag(root, "Black"), "Anna");
    assert_string_equal(flank_node_tag(root, "Event"), "Cup");
    assert_string_equal(flank_node_tag(root, "Site"), "here");
    assert_string_equal(flank_node_tag(root, "wthor.white"), "15");
    assert_int_equal(root->child->value, 150);
    assert_non_null(root->child->sibling);
    flank_sheet_destroy(both);
}

/* A game is one of all openings that it went through, in whatever orientation, not only of the last that has a name. */
static void test_openings_are_those_of_positions(void **state)
{
    game_library *library = ((fixture *)*state)->library;
    add(library, sheet_of("othello", "f5d6c3d3c4", NULL, NULL, NULL));
    add(library, sheet_of("othello", "f5d6c3d3c4f4f6g5", NULL, NULL, NULL));
    add(library, sheet_of("othello", "d3c5f6f5e6", NULL, NULL, NULL)); /* the first one mirrored */
    add(library, sheet_of("othello", "f5f6e6f4", NULL, NULL, NULL));
    add(library, sheet_of("tothello", "f5d6c3d3c4", NULL, NULL, NULL));
    assert_int_equal(count(library, (library_filter){.opening = "no-kung"}), 1);
    assert_int_equal(count(library, (library_filter){.opening = "tiger"}), 3);
    assert_int_equal(count(library, (library_filter){.opening = "TIGER", .game = game_of("tothello")}), 0);
    assert_int_equal(count(library, (library_filter){.opening = "no such opening"}), 0);
}

/* ---- Choice ---- */

static void test_a_name_in_quotes_is_the_whole(void **state)
{
    game_library *library = ((fixture *)*state)->library;
    add(library, sheet_of("othello", "f5d6c3d3c4", "Li", "Oliver", NULL));
    add(library, sheet_of("othello", "f5d6c3d3c4f4f6g5", "Oliver", "LI", NULL));
    add(library, sheet_of("othello", "f5f6", "Julia", "\"Ace\" Li", NULL));
    assert_int_equal(count(library, (library_filter){.player = "li"}), 3);
    assert_int_equal(count(library, (library_filter){.player = "\"Li\""}), 2);
    assert_int_equal(count(library, (library_filter){.black = "\"li\""}), 1);
    assert_int_equal(count(library, (library_filter){.player = "\"\""}), 0); /* two such marks in a row */
    assert_int_equal(count(library, (library_filter){.player = "\"Ace\" Li"}), 1);
    assert_int_equal(count(library, (library_filter){.opening = "tiger"}), 2);
    assert_int_equal(count(library, (library_filter){.opening = "\"Tiger\""}), 1); /* the other went on to no-kung */
}

static void test_two_players_met(void **state)
{
    game_library *library = ((fixture *)*state)->library;
    add(library, sheet_of("othello", "f5d6", "Anna", "Bob", NULL));
    add(library, sheet_of("othello", "f5f6", "Bob", "Anna", NULL));
    add(library, sheet_of("othello", "f5f4", "Anna", "Carl", NULL));
    add(library, sheet_of("othello", "f5d6c3", "Anna", "Anna", NULL));
    assert_int_equal(count(library, (library_filter){.player = "anna", .opponent = "bob"}), 2);
    assert_int_equal(count(library, (library_filter){.player = "bob", .opponent = "anna"}), 2);
    assert_int_equal(count(library, (library_filter){.player = "anna", .opponent = "anna"}), 1);
    assert_int_equal(count(library, (library_filter){.player = "bob", .opponent = "carl"}), 0);
    assert_int_equal(count(library, (library_filter){.opponent = "carl"}), 1);
    assert_int_equal(count(library, (library_filter){.player = "anna", .opponent = "bob", .white = "bob"}), 1);
    const flank_position start = flank_game_start(game_of("othello"));
    const library_filter place = {.game = game_of("othello"), .position = &start, .opponent = "bob"};
    assert_int_equal(count(library, place), 2); /* the table of positions does not answer */
}

/* "Bob 2 1, Carl 1 0": the players of the sums, with their games and those that they won. */
static void assert_players(game_library *library, library_filter filter, const char *expected)
{
    library_summary summary;
    char told[256] = "";
    assert_int_equal(library_summarise(library, &filter, &summary, NULL), FLANK_OK);
    for (size_t i = 0; i < summary.count[LIBRARY_BY_PLAYER]; i++) {
        const library_row *row = &summary.rows[LIBRARY_BY_PLAYER][i];
        const size_t length = strlen(told);
        snprintf(told + length, sizeof told - length, "%s%s %" PRIu64 " %" PRIu64, i ? ", " : "", row->name,
                 row->tally.games, row->tally.black);
    }
    library_summary_free(&summary);
    assert_string_equal(told, expected);
}

static void test_nobody_is_an_opponent_of_his_own(void **state)
{
    game_library *library = ((fixture *)*state)->library;
    add(library, sheet_of("othello", "e6f4e3f6g5d6e7f5c5", "Anna Lee", "Bob", NULL)); /* white is wiped out */
    add(library, sheet_of("othello", "f5f6", "Bob", "Anna Lee", NULL));
    add(library, sheet_of("othello", "f5f4", "Anna Lee", "Carl Lee", NULL));
    add(library, sheet_of("othello", "f5d6", "Dora", "Carl Lee", NULL));
    assert_players(library, (library_filter){.player = "anna"}, "Anna Lee 3 1, Bob 2 0, Carl Lee 1 0");
    assert_players(library, (library_filter){.player = "anna", .opponents = true}, "Bob 2 0, Carl Lee 1 0");
    assert_players(library, (library_filter){.player = "bob", .opponents = true}, "Anna Lee 2 1");
    assert_players(library, (library_filter){.black = "anna", .opponents = true}, "Bob 1 0, Carl Lee 1 0");
    assert_players(library, (library_filter){.white = "anna", .opponents = true}, "Bob 1 0");
    /* Of two whom the text names each met the other. */
    assert_players(library, (library_filter){.player = "lee", .opponents = true},
                   "Bob 2 0, Anna Lee 1 0, Carl Lee 1 0, Dora 1 0");
}

typedef struct page {
    int64_t ids[8];
    int count;
} page;

static bool keep_on_page(void *user, const library_game *game)
{
    page *kept = user;
    kept->ids[kept->count++] = game->id;
    return true;
}

static void test_pages_follow_one_another(void **state)
{
    game_library *library = ((fixture *)*state)->library;
    static const char *const dates[] = {"2001", "1999", "2005", "2003", "2003"};
    static const char *const names[] = {"a", "b", "c", "d", "e"};
    for (int i = 0; i < 5; i++)
        add(library, sheet_of("othello", "f5d6", names[i], NULL, dates[i]));
    page whole = {.count = 0}, pages = {.count = 0};
    assert_int_equal(library_search(library, &(library_filter){.limit = 0}, keep_on_page, &whole, NULL), FLANK_OK);
    assert_int_equal(whole.count, 5);
    for (uint64_t skip = 0; skip < 8; skip += 2) {
        const library_filter filter = {.limit = 2, .skip = skip};
        assert_int_equal(library_search(library, &filter, keep_on_page, &pages, NULL), FLANK_OK);
    }
    assert_int_equal(pages.count, 5);
    assert_memory_equal(pages.ids, whole.ids, sizeof whole.ids);
}

static void test_a_rollback_leaves_nothing(void **state)
{
    game_library *library = ((fixture *)*state)->library;
    flank_sheet *sheet = sheet_of("othello", "f5d6c3", "Anna", "Bob", NULL);
    library_added added;
    assert_int_equal(library_begin(library, NULL), FLANK_OK);
    assert_int_equal(library_add(library, sheet, &added, NULL), FLANK_OK);
    library_rollback(library);
    const flank_position start = flank_game_start(game_of("othello"));
    assert_int_equal(count(library, (library_filter){0}), 0);
    assert_int_equal(count(library, (library_filter){.game = game_of("othello"), .position = &start}), 0);
    assert_true(add(library, sheet));
    assert_int_equal(count(library, (library_filter){.game = game_of("othello"), .position = &start}), 1);
}

/* ---- Output ---- */

static bool sink(void *user, const void *bytes, size_t size)
{
    text_add_bytes(user, bytes, size);
    return true;
}

/* Everything that a sheet holds, as text. */
static text_buffer whole(const flank_sheet *sheet)
{
    text_buffer out = {NULL};
    flank_writer *writer = flank_writer_open_sink(sink, &out, flank_format_find("flank"), NULL, NULL);
    assert_non_null(writer);
    assert_int_equal(flank_writer_write(writer, sheet, NULL), FLANK_OK);
    for (flank_loss loss = 0; loss < FLANK_LOSS_COUNT; loss++)
        assert_int_equal(flank_writer_lost(writer, loss), 0);
    assert_int_equal(flank_writer_close(writer, true, NULL), FLANK_OK);
    return out;
}

/* A sheet with all that there is: variations in variations, values, times, comments, tags, another start, a result. */
static flank_sheet *rich_sheet(void)
{
    flank_position start;
    assert_int_equal(flank_position_parse(game_of("othello"),
                                          "---------------------------OX------XOX-------O------------------ X", &start,
                                          NULL),
                     FLANK_OK);
    flank_sheet *sheet = flank_sheet_create(game_of("othello"), NULL, &start, FLANK_SHEET_GAME);
    const flank_node *root = flank_sheet_root(sheet), *node = root, *first, *beside;
    flank_sheet_set_tag(sheet, root, "Event", "Café");
    flank_sheet_set_tag(sheet, root, "Date", "2001.05.06");
    flank_sheet_set_tag(sheet, root, "Black", "Anna");
    flank_sheet_set_tag(sheet, root, "White", "Bob");
    flank_sheet_set_tag(sheet, root, "Comment", "two\nlines");
    flank_sheet_set_value(sheet, root, -123);
    assert_int_equal(flank_sheet_add_text(sheet, node, "e6", &first, NULL), FLANK_OK);
    flank_sheet_set_time(sheet, first, 123456789);
    assert_int_equal(flank_sheet_add_text(sheet, first, "f4", &node, NULL), FLANK_OK);
    flank_sheet_set_tag(sheet, node, "Symbol", "!?");
    assert_int_equal(flank_sheet_add_text(sheet, first, "d6", &beside, NULL), FLANK_OK);
    flank_sheet_set_value(sheet, beside, 6400);
    assert_int_equal(flank_sheet_add_text(sheet, beside, "c6", NULL, NULL), FLANK_OK);
    assert_int_equal(flank_sheet_add_text(sheet, beside, "c4", NULL, NULL), FLANK_OK);
    assert_int_equal(flank_sheet_add_text(sheet, root, "d3", NULL, NULL), FLANK_OK);
    assert_int_equal(flank_sheet_append_text(sheet, first, "f4", &beside, NULL), FLANK_OK); /* as played, and on */
    assert_int_equal(flank_sheet_append_text(sheet, beside, "c3", NULL, NULL), FLANK_OK);
    const flank_sheet_result result = {.known = true, .sign = -1, .ending = FLANK_ENDING_RESIGNED};
    flank_sheet_set_result(sheet, &result);
    return sheet;
}

static bool keep_id(void *user, const library_game *game)
{
    *(int64_t *)user = game->id;
    return true;
}

static void test_a_game_comes_out_as_it_went_in(void **state)
{
    game_library *library = ((fixture *)*state)->library;
    flank_sheet *rich = rich_sheet(), *draughts = sheet_of("draughts", "a3-a4 a6-a5", NULL, "Can", "1999.01.02");
    flank_rules rules = {{0}};
    assert_int_equal(flank_rules_parse(game_of("loa"), "simultaneous=mover", &rules, NULL), FLANK_OK);
    flank_sheet *loa = flank_sheet_create(game_of("loa"), &rules, NULL, FLANK_SHEET_GAME);
    assert_int_equal(flank_sheet_add_text(loa, flank_sheet_root(loa), "b8-d6", NULL, NULL), FLANK_OK);
    flank_sheet *sheets[] = {rich, draughts, loa};
    for (int i = 0; i < 3; i++) {
        text_buffer before = whole(sheets[i]);
        int64_t id = 0;
        flank_sheet *twin = NULL;
        const library_filter filter = {.game = flank_sheet_game(sheets[i]), .limit = 1};
        assert_true(add(library, sheets[i]));
        assert_int_equal(library_search(library, &filter, keep_id, &id, NULL), FLANK_OK);
        assert_int_equal(library_load(library, id, &twin, NULL), FLANK_OK);
        text_buffer after = whole(twin);
        assert_string_equal(after.bytes, before.bytes);
        flank_sheet_destroy(twin);
        text_free(&before);
        text_free(&after);
    }
    flank_sheet *none = NULL;
    assert_int_equal(library_load(library, 99, &none, NULL), FLANK_NOT_FOUND);
}

/* ---- Positions ---- */

enum { RANDOM_GAMES = 120, RANDOM_PLIES = 40, ASKED = 60 };

/* Random games of few moves at each turn, so that they meet. */
static flank_sheet *random_sheet(const flank_game *game, random_state *random, int number)
{
    flank_sheet *sheet = flank_sheet_create(game, NULL, NULL, FLANK_SHEET_GAME);
    const flank_node *node = flank_sheet_root(sheet);
    flank_move moves[FLANK_MOVES_MAX];
    char name[16];
    for (int ply = 0; ply < RANDOM_PLIES; ply++) {
        const size_t legal = flank_game_moves(game, flank_sheet_rules(sheet), &node->position, moves);
        if (legal == 0)
            break;
        const size_t wide = ply < 3 ? legal : ply < 12 ? 2 : 3;
        const size_t choice = random_below(random, (uint32_t)(wide < legal ? wide : legal));
        assert_int_equal(flank_sheet_add(sheet, node, moves[choice], &node), FLANK_OK);
    }
    snprintf(name, sizeof name, "P%d", number);
    flank_sheet_set_tag(sheet, flank_sheet_root(sheet), "Black", name);
    const int discs = (int)random_below(random, 65) - 32;
    const flank_sheet_result result = {
        .known = true, .sign = (discs > 0) - (discs < 0), .has_discs = true, .discs = 2 * discs};
    flank_sheet_set_result(sheet, &result);
    return sheet;
}

static bool is_image(const flank_position *a, const flank_position *b, unsigned symmetry)
{
    return a->color == b->color && symmetry_apply(a->own, symmetry) == b->own &&
           symmetry_apply(a->other, symmetry) == b->other && symmetry_apply(a->kings, symmetry) == b->kings;
}

/* True if a game went through the position, by comparing everything with everything. */
static bool went_through(const flank_sheet *sheet, const flank_position *position)
{
    for (const flank_node *node = flank_sheet_root(sheet); node; node = node->child)
        for (unsigned symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++)
            if (flank_sheet_game(sheet)->symmetries >> symmetry & 1 && is_image(position, &node->position, symmetry))
                return true;
    return false;
}

static bool same_tally(const library_tally *a, const library_tally *b)
{
    return a->games == b->games && a->black == b->black && a->white == b->white && a->drawn == b->drawn &&
           a->discs == b->discs && a->counted == b->counted;
}

/* The table, the scan and the oracle agree on a position; its moves are legal and sum up. */
static void check_place(game_library *library, flank_sheet *const *sheets, const flank_game *game,
                        const flank_position *position)
{
    library_filter filter = {.game = game, .position = position};
    library_place place, scanned;
    uint64_t expected = 0, sum = 0;
    for (int i = 0; i < RANDOM_GAMES; i++)
        expected += went_through(sheets[i], position);
    assert_int_equal(library_explore(library, &filter, &place, NULL), FLANK_OK);
    filter.black = "p"; /* everybody: the table cannot answer that */
    assert_int_equal(library_explore(library, &filter, &scanned, NULL), FLANK_OK);
    assert_false(scanned.from_index);
    assert_int_equal(place.tally.games, expected);
    assert_true(same_tally(&place.tally, &scanned.tally));
    assert_int_equal(place.count, scanned.count);
    for (size_t i = 0; i < place.count; i++) {
        sum += place.moves[i].tally.games;
        assert_int_equal(place.moves[i].is_end, scanned.moves[i].is_end);
        assert_true(flank_move_equal(place.moves[i].move, scanned.moves[i].move));
        assert_true(same_tally(&place.moves[i].tally, &scanned.moves[i].tally));
        char text[FLANK_MOVE_TEXT_SIZE];
        if (!place.moves[i].is_end)
            assert_int_equal(flank_move_format(game, &(flank_rules){{0}}, position, place.moves[i].move, NULL, text),
                             FLANK_OK);
    }
    assert_int_equal(sum, expected);
    library_place_free(&place);
    library_place_free(&scanned);
}

/* A position of a random game, turned in some way that the game allows. */
static flank_position choose_position(flank_sheet *const *sheets, random_state *random)
{
    const flank_sheet *sheet = sheets[random_below(random, RANDOM_GAMES)];
    const flank_node *node = flank_sheet_root(sheet);
    for (uint32_t ply = random_below(random, RANDOM_PLIES); ply > 0 && node->child; ply--)
        node = node->child;
    unsigned symmetry = random_below(random, SYMMETRY_COUNT);
    if (!(flank_sheet_game(sheet)->symmetries >> symmetry & 1))
        symmetry = 0;
    flank_position position = node->position;
    position.own = symmetry_apply(position.own, symmetry);
    position.other = symmetry_apply(position.other, symmetry);
    position.kings = symmetry_apply(position.kings, symmetry);
    return position;
}

static void test_positions_are_found_by_all_ways(void **state)
{
    game_library *library = ((fixture *)*state)->library;
    for (size_t which = 0; which < flank_game_count(); which++) {
        const flank_game *game = flank_game_at(which);
        random_state random = {which + 1};
        flank_sheet *sheets[RANDOM_GAMES];
        assert_int_equal(library_begin(library, NULL), FLANK_OK);
        for (int i = 0; i < RANDOM_GAMES; i++) {
            library_added added;
            sheets[i] = random_sheet(game, &random, i);
            assert_int_equal(library_add(library, sheets[i], &added, NULL), FLANK_OK);
            assert_int_equal(added, LIBRARY_NEW);
        }
        assert_int_equal(library_commit(library, NULL), FLANK_OK);
        for (int i = 0; i < ASKED; i++) {
            const flank_position position = choose_position(sheets, &random);
            check_place(library, sheets, game, &position);
        }
        for (int i = 0; i < RANDOM_GAMES; i++)
            flank_sheet_destroy(sheets[i]);
    }
}

/* Symmetries that a game declares leave its moves what they are: the claim that positions turned are the same. */
static void test_declared_symmetries_hold(void **state)
{
    (void)state;
    for (size_t which = 0; which < flank_game_count(); which++) {
        const flank_game *game = flank_game_at(which);
        random_state random = {which + 77};
        flank_sheet *sheet = random_sheet(game, &random, 0);
        flank_move moves[FLANK_MOVES_MAX], turned[FLANK_MOVES_MAX];
        for (const flank_node *node = flank_sheet_root(sheet); node; node = node->child)
            for (unsigned symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++) {
                flank_position position = node->position;
                position.own = symmetry_apply(position.own, symmetry);
                position.other = symmetry_apply(position.other, symmetry);
                position.kings = symmetry_apply(position.kings, symmetry);
                if (game->symmetries >> symmetry & 1)
                    assert_int_equal(flank_game_moves(game, flank_sheet_rules(sheet), &node->position, moves),
                                     flank_game_moves(game, flank_sheet_rules(sheet), &position, turned));
            }
        flank_sheet_destroy(sheet);
    }
}

/* ---- Names and files ---- */

static void test_folding(void **state)
{
    (void)state;
    static const char *const names[][2] = {
        {"Müller ŁUKASZ", "muller lukasz"},   {"Straße Æsir Œuvre", "strasse aesir oeuvre"},
        {"İbrahim Şık", "ibrahim sik"},       {"e\xCC\x81", "e"},
        {"ΣΟΦΟΣ Жуков Ёж", "σοφοσ жуков ёж"}, {"為則 英司", "為則 英司"},
        {"\xE9\xFF x", "\xE9\xFF x"},         {"", ""},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        text_buffer out = {NULL};
        fold_name(names[i][0], &out);
        assert_string_equal(out.bytes, names[i][1]);
        text_free(&out);
    }
}

static void test_strange_files_are_refused(void **state)
{
    fixture *made = *state;
    flank_status status;
    flank_error error = {0};
    assert_null(library_open("/nowhere/x", LIBRARY_READ, &status, &error));
    assert_int_equal(status, FLANK_CANNOT_READ);
    assert_null(library_open(TEST_DATA "/formats/wthor/WTHOR.JOU", LIBRARY_READ, &status, &error));
    assert_int_equal(status, FLANK_BAD_FILE);
    assert_string_equal(error_english(&error), "is not a library of games");
    library_close(made->library); /* puts the log into the file */
    made->library = NULL;
    static const struct {
        const char *bytes, *text;
    } versions[] = {
        {"\0\0\0\1", "is a library of version 1, of an older flank, and this one reads version 2; move it away and "
                     "import its games again"},
        {"\0\0\0\3", "is a library of version 3, of a newer flank, and this one reads version 2"},
    };
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        FILE *file = fopen(made->path, "r+b");
        fseek(file, 60, SEEK_SET); /* SQLite's user version, the highest byte first */
        fwrite(versions[i].bytes, 1, 4, file);
        fclose(file);
        assert_null(library_open(made->path, LIBRARY_WRITE, &status, &error));
        assert_int_equal(status, FLANK_BAD_FILE);
        assert_string_equal(error_english(&error), versions[i].text);
    }
}

/* Change the file behind the library's back, as any program could. */
static void change_file(fixture *made, const char *sql)
{
    sqlite3 *db;
    library_close(made->library); /* puts the log into the file */
    made->library = NULL;
    assert_int_equal(sqlite3_open(made->path, &db), SQLITE_OK);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 0, (int *)NULL);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void start_again(fixture *made)
{
    library_close(made->library);
    unlink(made->path);
    made->library = library_open(made->path, LIBRARY_WRITE, NULL, NULL);
    assert_non_null(made->library);
}

/* A file has our tables and indexes and nothing else: all else would be code of a stranger. */
static void test_a_strange_schema_is_refused(void **state)
{
    fixture *made = *state;
    static const struct {
        const char *sql, *text;
    } files[] = {
        {"CREATE VIEW v AS SELECT 1", "'v' in it is not as flank makes it"},
        {"DROP TABLE games; CREATE VIEW games AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)"
         " SELECT id, 0 AS twin, 1 AS game, 0 AS black, 0 AS white, 0 AS event, 0 AS opening, 0 AS year, 0 AS sign,"
         " 0 AS discs, 0 AS ending, 0 AS plies, x'' AS moves, '' AS date, NULL AS start, NULL AS rules FROM n",
         "'games' in it is not as flank makes it"},
        {"CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END", "'t' in it is not as flank makes it"},
        {"PRAGMA writable_schema = 1; INSERT INTO sqlite_master VALUES('table', 'w', 'w', 0, 'CREATE VIRTUAL TABLE w"
         " USING json_each()')",
         "'w' in it is not as flank makes it"},
        {"ALTER TABLE names ADD COLUMN more AS (length(name))", "'names' in it is not as flank makes it"},
        {"ALTER TABLE games ADD COLUMN more", "'games' in it is not as flank makes it"},
        {"CREATE TABLE more(id)", "'more' in it is not as flank makes it"},
        {"CREATE INDEX by_name ON names(folded)", "'by_name' in it is not as flank makes it"},
        {"DROP INDEX games_by_twin; CREATE INDEX games_by_twin ON games(twin) WHERE twin > 0",
         "'games_by_twin' in it is not as flank makes it"},
        {"DROP INDEX games_by_date", "'games_by_date' is missing"},
        {"DROP TABLE places", "'places' is missing"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        for (library_access access = LIBRARY_READ; access <= LIBRARY_WRITE; access++) {
            flank_status status;
            flank_error error = {0};
            start_again(made);
            change_file(made, files[i].sql);
            assert_null(library_open(made->path, access, &status, &error));
            assert_int_equal(status, FLANK_BAD_FILE);
            assert_string_equal(error_english(&error) + strlen("is not a library that flank made: "), files[i].text);
        }
}

/* What comes into the file while it is open does not run either. */
static void test_a_library_runs_no_code(void **state)
{
    const fixture *made = *state;
    sqlite3 *db = made->library->db;
    static const struct {
        int setting, value;
    } settings[] = {{SQLITE_DBCONFIG_DEFENSIVE, 1},
                    {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                    {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
                    {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
                    {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0}};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        int value = -1;
        sqlite3_db_config(db, settings[i].setting, -1, &value);
        assert_int_equal(value, settings[i].value);
    }
    assert_int_not_equal(sqlite3_exec(db, "ATTACH ':memory:' AS other", NULL, NULL, NULL), SQLITE_OK);
    assert_int_not_equal(sqlite3_exec(db, "SELECT zeroblob(9000000)", NULL, NULL, NULL), SQLITE_OK);
    assert_int_not_equal(sqlite3_exec(db, "SELECT load_extension('x')", NULL, NULL, NULL), SQLITE_OK);
}

static bool ignore_game(void *user, const library_game *game)
{
    (void)user;
    (void)game;
    return true;
}

static bool ignore_sheet(void *user, const flank_sheet *sheet)
{
    (void)user;
    (void)sheet;
    return true;
}

/* True if a question found damage; then it says nothing but `text`. */
static bool tells(flank_status status, const flank_error *error, const char *text)
{
    if (status == FLANK_OK)
        return false;
    assert_int_equal(status, FLANK_BAD_FILE);
    assert_string_equal(error_english(error), text);
    return true;
}

/* Ask everything that there is to ask; how many of the questions met damage. */
static int ask_everything(game_library *library, const char *text)
{
    const flank_game *othello = game_of("othello");
    flank_sheet *rich = rich_sheet();
    const flank_position start = flank_sheet_root(rich)->position;
    const library_filter all = {.limit = 0}, opening = {.opening = "tiger"},
                         place = {.game = othello, .position = &start},
                         scanned = {.game = othello, .position = &start, .result = LIBRARY_BLACK_WON};
    const library_filter *filters[] = {&all, &opening, &place, &scanned};
    flank_error error = {0};
    flank_sheet *sheet = NULL;
    int told = 0;
    for (size_t i = 0; i < sizeof filters / sizeof *filters; i++) {
        library_place found;
        library_summary summary;
        told += tells(library_explore(library, filters[i], &found, &error), &error, text);
        library_place_free(&found);
        told += tells(library_search(library, filters[i], ignore_game, NULL, &error), &error, text);
        told += tells(library_summarise(library, filters[i], &summary, &error), &error, text);
        library_summary_free(&summary);
        told += tells(library_each(library, filters[i], ignore_sheet, NULL, &error), &error, text);
    }
    const flank_status loaded = library_load(library, 1, &sheet, &error);
    told += loaded != FLANK_NOT_FOUND && tells(loaded, &error, text);
    flank_sheet_destroy(sheet);
    flank_sheet_destroy(rich);
    return told;
}

/* A library of one game that uses every column. */
static void add_full_game(game_library *library)
{
    flank_sheet *sheet = rich_sheet();
    const flank_sheet_result result = {.known = true, .sign = 1, .has_discs = true, .discs = 10};
    flank_sheet_set_result(sheet, &result);
    assert_true(add(library, sheet));
}

/* Every column is checked when it is read, and damage is named. */
static void test_damage_is_named(void **state)
{
    fixture *made = *state;
    static const struct {
        const char *sql, *text;
    } changes[] = {
        {"UPDATE kinds SET name = x'00'", "kinds, row 1, column name"},
        {"UPDATE kinds SET id = 300; DELETE FROM games", "kinds, row 300, column id"},
        {"DELETE FROM kinds", "kinds, row 1, column id"},
        {"UPDATE kinds SET name = NULL", "kinds, row 1, column name"},
        {"UPDATE names SET name = NULL WHERE name = 'Anna'", "names, row 1, column name"},
        {"UPDATE names SET name = x'41' WHERE name = 'Anna'", "names, row 1, column name"},
        {"UPDATE names SET name = CAST(x'41ff' AS TEXT) WHERE name = 'Anna'", "names, row 1, column name"},
        {"UPDATE names SET name = CAST(x'410042' AS TEXT) WHERE name = 'Anna'", "names, row 1, column name"},
        {"UPDATE names SET folded = 'tom' WHERE name = 'Anna'", "names, row 1, column folded"},
        {"UPDATE names SET folded = NULL WHERE name = 'Anna'", "names, row 1, column folded"},
        {"UPDATE names SET folded = x'616e6e61' WHERE name = 'Anna'", "names, row 1, column folded"},
        {"DELETE FROM names WHERE name = 'Anna'", "names, row 1, column id"},
        {"DELETE FROM names WHERE name = 'Comment'", "names, row 5, column id"},
        {"UPDATE games SET game = 0", "games, row 1, column game"},
        {"UPDATE games SET game = 'x'", "games, row 1, column game"},
        {"UPDATE games SET game = NULL", "games, row 1, column game"},
        {"UPDATE games SET black = NULL", "games, row 1, column black"},
        {"UPDATE games SET black = -1", "games, row 1, column black"},
        {"UPDATE games SET white = 1.5", "games, row 1, column white"},
        {"UPDATE games SET event = x''", "games, row 1, column event"},
        {"UPDATE games SET opening = 'x'", "games, row 1, column opening"},
        {"UPDATE games SET year = 10000", "games, row 1, column year"},
        {"UPDATE games SET year = -1", "games, row 1, column year"},
        {"UPDATE games SET sign = 2", "games, row 1, column sign"},
        {"UPDATE games SET discs = -9223372036854775808", "games, row 1, column discs"},
        {"UPDATE games SET ending = -5", "games, row 1, column ending"},
        {"UPDATE games SET ending = 6", "games, row 1, column ending"},
        {"UPDATE games SET plies = -1", "games, row 1, column plies"},
        {"UPDATE games SET plies = 'many'", "games, row 1, column plies"},
        {"UPDATE games SET moves = NULL", "games, row 1, column moves"},
        {"UPDATE games SET date = NULL", "games, row 1, column date"},
        {"UPDATE games SET moves = 'f5'", "games, row 1, column moves"},
        {"UPDATE games SET date = x'32'", "games, row 1, column date"},
        {"UPDATE games SET start = 'x'", "games, row 1, column start"},
        {"UPDATE games SET start = zeroblob(26)", "games, row 1, column start"},
        {"UPDATE games SET rules = 'x'", "games, row 1, column rules"},
        {"UPDATE games SET rules = x'00'", "games, row 1, column rules"},
        {"UPDATE games SET plies = 100000", "games, row 1, column plies"},
        {"UPDATE games SET plies = plies + 1", "games, row 1, column plies"},
        {"UPDATE games SET twin = 'x'", "games, row 1, column twin"},
        {"UPDATE games SET twin = twin + 1", "games, row 1, column twin"},
        {"UPDATE games SET moves = zeroblob(100)", "games, row 1, column moves: the game cannot be replayed"},
        {"UPDATE notes SET tags = NULL", "notes, row 1, column tags"},
        {"UPDATE notes SET tags = 'x'", "notes, row 1, column tags"},
        {"UPDATE notes SET tags = x'0000'", "notes, row 1, column tags"},
        {"UPDATE notes SET tree = 7", "notes, row 1, column tree"},
        {"UPDATE places SET place = CAST(place || x'00' AS BLOB)", "places, row 26, column place"},
        {"UPDATE places SET place = CAST(place AS TEXT)", "places, row 26, column place"},
        {"UPDATE places SET place = x'00'", "places, row 26, column place"},
        {"UPDATE places SET move = 66", "places, row 66, column move"},
        {"UPDATE places SET move = x'00'", "places, row 0, column move"},
        {"UPDATE places SET games = NULL", "places, row 26, column games"},
        {"UPDATE places SET games = 0", "places, row 26, column games"},
        {"UPDATE places SET games = 9223372036854775807", "places, row 26, column games"},
        {"UPDATE places SET black = 2", "places, row 26, column black"},
        {"UPDATE places SET drawn = -1", "places, row 26, column drawn"},
        {"UPDATE places SET white = 1", "places, row 26, column white"},
        {"UPDATE places SET counted = 2", "places, row 26, column counted"},
        {"UPDATE places SET discs = -9223372036854775808", "places, row 26, column discs"},
        {"UPDATE places SET first_year = -1", "places, row 26, column first_year"},
        {"UPDATE places SET last_year = 0", "places, row 26, column last_year"},
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        char text[128];
        flank_error error = {0};
        start_again(made);
        add_full_game(made->library);
        change_file(made,
                    "PRAGMA writable_schema = 1; UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '/**/')");
        change_file(made, changes[i].sql);
        change_file(made,
                    "PRAGMA writable_schema = 1; UPDATE sqlite_master SET sql = replace(sql, '/**/', ' NOT NULL')");
        snprintf(text, sizeof text, "is damaged: table %s", changes[i].text);
        made->library = library_open(made->path, LIBRARY_READ, NULL, &error);
        assert_non_null(made->library);
        if (ask_everything(made->library, text) == 0)
            fail_msg("%s: nobody has told", changes[i].sql);
    }
}

/* A game whose moves cannot be played is told by every search that looks at them: it is not one that does not fit. */
static void test_unplayable_games_are_not_passed_over(void **state)
{
    fixture *made = *state;
    static const char *const moves[] = {"x'ff'", "x'00'", "x'41'", "x'80ff'"};
    const flank_position start = flank_game_start(game_of("othello"));
    const library_filter filters[] = {{.game = game_of("othello"), .position = &start},
                                      {.game = game_of("othello"), .opening = "tiger"}};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        for (size_t k = 0; k < sizeof filters / sizeof *filters; k++) {
            char sql[64];
            library_summary summary;
            flank_error error = {0};
            start_again(made);
            add_full_game(made->library);
            snprintf(sql, sizeof sql, "UPDATE games SET moves = %s", moves[i]);
            change_file(made, sql);
            made->library = library_open(made->path, LIBRARY_READ, NULL, &error);
            assert_int_equal(library_summarise(made->library, &filters[k], &summary, &error), FLANK_BAD_FILE);
            assert_string_equal(error_english(&error),
                                "is damaged: table games, row 1, column moves: the game cannot be replayed");
        }
}

/* A game of an unknown name is told although nobody asks for it, and a hash that is no number before games are added.
 */
static void test_strange_kinds_and_hashes_are_named(void **state)
{
    fixture *made = *state;
    library_place place;
    flank_error error = {0};
    const flank_position start = flank_game_start(game_of("othello"));
    const library_filter filter = {.game = game_of("othello"), .position = &start};
    add_full_game(made->library);
    change_file(made, "UPDATE kinds SET name = 'chess'");
    made->library = library_open(made->path, LIBRARY_READ, NULL, &error);
    assert_int_equal(library_explore(made->library, &filter, &place, &error), FLANK_BAD_FILE);
    assert_string_equal(error_english(&error), "has a game that this flank does not know: table kinds, row 1");
    change_file(made, "UPDATE kinds SET name = 'othello'; UPDATE games SET twin = 'x'");
    made->library = library_open(made->path, LIBRARY_WRITE, NULL, &error);
    assert_int_equal(library_begin(made->library, &error), FLANK_BAD_FILE);
    assert_string_equal(error_english(&error), "is damaged: table games, row 1, column twin");
}

static void test_a_second_writer_is_told(void **state)
{
    const fixture *made = *state;
    flank_error error = {0};
    game_library *other = library_open(made->path, LIBRARY_WRITE, NULL, NULL);
    assert_non_null(other);
    assert_int_equal(library_begin(made->library, NULL), FLANK_OK);
    assert_int_equal(library_begin(other, &error), FLANK_CANNOT_WRITE);
    assert_string_equal(error_english(&error), "another process is writing the library; try again later");
    library_rollback(made->library);
    assert_int_equal(library_begin(other, &error), FLANK_OK);
    library_rollback(other);
    library_close(other);
}

/* ---- Stopping ---- */

static bool stop_at_once(void *user, const library_game *game)
{
    (void)game;
    flank_stop_raise(user);
    return true;
}

static void test_a_stop_ends_every_question(void **state)
{
    game_library *library = ((fixture *)*state)->library;
    flank_stop stop = FLANK_STOP_INIT;
    flank_record *start = flank_record_create(game_of("othello"), NULL, NULL);
    const library_filter all = {NULL}, named = {.player = "nobody"},
                         place = {.game = game_of("othello"), .position = flank_record_position(start)};
    const library_filter *filters[] = {&all, &named, &place};
    library_place found;
    library_summary summary;
    flank_sheet *sheet;
    flank_error error = {0};
    assert_true(add(library, sheet_of("othello", "f5d6", "A", "B", "2001")));
    assert_true(add(library, sheet_of("othello", "f5f6", "A", "B", "2002")));
    library_heed(library, &stop);
    assert_int_equal(library_search(library, &all, stop_at_once, &stop, &error), FLANK_STOPPED);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(library_explore(library, filters[i], &found, &error), FLANK_STOPPED);
        assert_int_equal(library_summarise(library, filters[i], &summary, &error), FLANK_STOPPED);
    }
    flank_stop_clear(&stop);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(library_explore(library, filters[i], &found, &error), FLANK_OK);
        assert_int_equal(found.tally.games, i == 1 ? 0 : 2);
        library_place_free(&found);
    }
    library_heed(library, NULL);
    flank_stop_raise(&stop);
    assert_int_equal(library_load(library, 1, &sheet, &error), FLANK_OK);
    flank_sheet_destroy(sheet);
    flank_record_destroy(start);
}

/* Inside a statement, too: this one alone goes on for ever. */
static void test_a_stop_ends_a_statement(void **state)
{
    game_library *library = ((fixture *)*state)->library;
    static const char endless[] =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
    flank_stop stop = FLANK_STOP_INIT;
    flank_error error = {0};
    flank_stop_raise(&stop);
    library_heed(library, &stop);
    assert_int_equal(store_execute(library, endless, &error), FLANK_STOPPED);
    library_heed(library, NULL);
    assert_int_equal(count(library, (library_filter){NULL}), 0);
}

/* A game whose rows would take much memory is neither read nor added, and what is too large is named. */
/* Close a library whose log cannot be written into it, as on a full disk; how many of its files are left? */
static int files_left_by(game_library *library, const char *path)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    assert_int_equal(sqlite3_db_config(library->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL), SQLITE_OK);
    library_close(library);
    int left = 0;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        left += access(name, F_OK) == 0;
    }
    return left;
}

static void test_a_full_disk_leaves_no_new_library_without_games(void **state)
{
    fixture *made = *state;
    library_close(made->library);
    unlink(made->path);
    assert_int_equal(files_left_by(library_open(made->path, LIBRARY_WRITE, NULL, NULL), made->path), 0);
    made->library = library_open(made->path, LIBRARY_WRITE, NULL, NULL);
    assert_true(add(made->library, sheet_of("othello", "f5d6", "A", "B", "2001")));
    assert_true(files_left_by(made->library, made->path) >= 2);
    made->library = library_open(made->path, LIBRARY_WRITE, NULL, NULL);
    assert_false(add(made->library, sheet_of("othello", "f5d6", "A", "B", "2001")));
}

static void test_sizes_are_bounded(void **state)
{
    fixture *made = *state;
    static const struct {
        const char *sql, *text;
    } changes[] = {
        {"UPDATE games SET moves = zeroblob(9000000)", "table games, row 1, column moves: more than 8388608 bytes"},
        {"UPDATE notes SET tags = zeroblob(9000000)", "table notes, row 1, column tags: more than 8388608 bytes"},
        {"UPDATE notes SET tree = zeroblob(9000000)", "table notes, row 1, column tree: more than 8388608 bytes"},
        {"UPDATE games SET date = hex(zeroblob(5000000))", "table games, row 1, column date: more than 8388608 bytes"},
        {"UPDATE games SET rules = hex(zeroblob(5000000))",
         "table games, row 1, column rules: more than 8388608 bytes"},
        {"UPDATE names SET name = hex(zeroblob(5000000)) WHERE id = 1",
         "table names, row 1, column name: more than 8388608 bytes"},
        {"UPDATE games SET moves = (WITH RECURSIVE n(i, m) AS (SELECT 0, CAST(moves AS TEXT) FROM games UNION ALL"
         " SELECT i + 1, m || m FROM n WHERE i < 16) SELECT CAST(m AS BLOB) FROM n WHERE i = 16)",
         "table games, row 1, column moves: more than 131072 moves"},
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        flank_error error = {0};
        flank_sheet *sheet = sheet_of("loa", "b1-b3 a2-c2 b3-b1 c2-a2", "Anna", NULL, NULL);
        flank_sheet_set_tag(sheet, flank_sheet_root(sheet), "Comment", "x");
        start_again(made);
        add(made->library, sheet);
        change_file(made, changes[i].sql);
        made->library = library_open(made->path, LIBRARY_WRITE, NULL, NULL);
        assert_int_equal(library_load(made->library, 1, &sheet, &error), FLANK_BAD_FILE);
        assert_string_equal(error_english(&error), changes[i].text);
    }
}

static void test_large_games_are_not_added(void **state)
{
    game_library *library = ((fixture *)*state)->library;
    for (int large = 0; large < 3; large++) {
        flank_sheet *sheet = sheet_of("othello", "f5", "Anna", NULL, NULL);
        const flank_node *root = flank_sheet_root(sheet), *unused;
        flank_error error = {0};
        library_added added;
        char *text = calloc(1, (4 << 20) + 2);
        memset(text, 'x', (4 << 20) + 1);
        if (large == 1)
            flank_sheet_set_tag(sheet, root->child, "Comment", text);
        flank_move move = root->child->move;
        for (int i = 0; large == 2 && i < 1 << 17; i++)
            assert_int_equal(flank_sheet_append(sheet, root, move, &unused), FLANK_OK);
        free(text);
        assert_int_equal(library_begin(library, NULL), FLANK_OK);
        assert_int_equal(library_add(library, sheet, &added, &error), large ? FLANK_NOT_SUPPORTED : FLANK_OK);
        if (large)
            assert_int_equal(error.code, FLANK_ERROR_LIBRARY_GAME_TOO_LARGE);
        assert_int_equal(library_commit(library, NULL), FLANK_OK);
        flank_sheet_destroy(sheet);
    }
    assert_int_equal(count(library, (library_filter){NULL}), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_games_are_added_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_unknown_players_make_no_new_game, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_numbers_tell_unknown_players_apart, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_results_tell_games_apart, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_game_stands_for_one_other, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_days_tell_games_apart, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_completed_game_keeps_the_rest, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_openings_are_those_of_positions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_rollback_leaves_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_game_comes_out_as_it_went_in, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_positions_are_found_by_all_ways, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_name_in_quotes_is_the_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_two_players_met, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_nobody_is_an_opponent_of_his_own, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_pages_follow_one_another, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_strange_files_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_strange_schema_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_library_runs_no_code, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_damage_is_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_unplayable_games_are_not_passed_over, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_strange_kinds_and_hashes_are_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_full_disk_leaves_no_new_library_without_games, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_sizes_are_bounded, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_large_games_are_not_added, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_second_writer_is_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_stop_ends_every_question, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_stop_ends_a_statement, set_up, tear_down),
        cmocka_unit_test(test_declared_symmetries_hold),
        cmocka_unit_test(test_folding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
