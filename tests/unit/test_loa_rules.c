/* SPDX-License-Identifier: MIT
 *
 * Lines of Action: moves and outcomes against an obvious second implementation on random games, and every rule with a
 * position that can be checked by hand.
 */
#include "cmocka_all.h"

#include "core/bits.h"
#include "core/random.h"
#include "core/error.h"

#include <flank/flank.h>

#include <string.h>

static const flank_game *loa(void) { return flank_game_find("loa"); }

static flank_position read_position(const char *text)
{
    flank_position position;
    flank_error error = {0};
    if (flank_position_parse(loa(), text, &position, &error))
        fail_msg("%s: %s", text, error_english(&error));
    return position;
}

static flank_rules read_rules(const char *text)
{
    flank_rules rules = {{0}};
    assert_int_equal(flank_rules_parse(loa(), text, &rules, NULL), FLANK_OK);
    return rules;
}

/* ---- The oracle: a board of letters and loops over squares ---- */

typedef struct board {
    char square[8][8]; /* [rank][file]: 'm' of the mover, 'w' of the waiting side, 0 empty */
} board;

static board to_board(const flank_position *position)
{
    board result = {{{0}}};
    for (unsigned i = 0; i < 64; i++)
        result.square[i / 8][i % 8] = position->own >> i & 1 ? 'm' : position->other >> i & 1 ? 'w' : 0;
    return result;
}

static bool on_board(int rank, int file) { return rank >= 0 && rank < 8 && file >= 0 && file < 8; }

static int pieces_on_line(const board *b, int rank, int file, int up, int right)
{
    int count = b->square[rank][file] != 0;
    for (int sign = -1; sign <= 1; sign += 2)
        for (int r = rank + sign * up, f = file + sign * right; on_board(r, f); r += sign * up, f += sign * right)
            count += b->square[r][f] != 0;
    return count;
}

/* The target of a legal move of the mover's piece, or -1. */
static int oracle_target(const board *b, int rank, int file, int up, int right)
{
    int distance = pieces_on_line(b, rank, file, up, right);
    for (int i = 1; i <= distance; i++) {
        int r = rank + i * up, f = file + i * right;
        if (!on_board(r, f))
            return -1;
        if (i < distance && b->square[r][f] == 'w')
            return -1;
        if (i == distance && b->square[r][f] == 'm')
            return -1;
    }
    return (rank + distance * up) * 8 + file + distance * right;
}

/* Mark [from][to] of each legal move of a piece; returns how many. */
static size_t oracle_moves(const board *b, bool marks[64][64])
{
    size_t count = 0;
    memset(marks, 0, sizeof(bool[64][64]));
    for (int from = 0; from < 64; from++)
        for (int direction = 0; direction < 9; direction++) {
            int up = direction / 3 - 1, right = direction % 3 - 1;
            if (b->square[from / 8][from % 8] != 'm' || (!up && !right))
                continue;
            int to = oracle_target(b, from / 8, from % 8, up, right);
            if (to >= 0)
                count += !marks[from][to], marks[from][to] = true;
        }
    return count;
}

static void oracle_erase_group(board *b, int rank, int file, char side)
{
    if (!on_board(rank, file) || b->square[rank][file] != side)
        return;
    b->square[rank][file] = 0;
    for (int i = 0; i < 9; i++)
        oracle_erase_group(b, rank + i / 3 - 1, file + i % 3 - 1, side);
}

static int oracle_groups(board b, char side)
{
    int groups = 0;
    for (int i = 0; i < 64; i++)
        if (b.square[i / 8][i % 8] == side)
            groups++, oracle_erase_group(&b, i / 8, i % 8, side);
    return groups;
}

/* ---- Comparison ---- */

static void check_moves(const flank_rules *rules, const flank_position *position)
{
    static bool expected[64][64];
    board b = to_board(position);
    flank_move list[FLANK_MOVES_MAX];
    size_t count = flank_game_moves(loa(), rules, position, list);
    bool own = oracle_groups(b, 'm') <= 1, other = oracle_groups(b, 'w') <= 1;
    flank_outcome outcome = flank_game_outcome(loa(), rules, position);
    assert_int_equal(count == 0, outcome.over);
    if (own || other) {
        bool mover_wins = strcmp(flank_game_param(loa(), 0)->values[rules->value[0]], "mover") == 0;
        assert_true(outcome.over);
        assert_int_equal(outcome.sign, own && other ? (mover_wins ? -1 : 0) : own ? 1 : -1);
        return;
    }
    size_t wanted = oracle_moves(&b, expected);
    if (wanted == 0)
        return; /* the tests of rule 9 below */
    assert_int_equal(count, wanted);
    for (size_t i = 0; i < count; i++) {
        assert_true(expected[list[i].from][list[i].to]);
        expected[list[i].from][list[i].to] = false;
        assert_int_equal(list[i].captured, bit(list[i].to) & position->other);
    }
}

/* The position after a move, by the board of letters. */
static void check_play(const flank_rules *rules, const flank_position *position, flank_move move)
{
    flank_position next = flank_game_play(loa(), rules, position, move);
    board before = to_board(position), after = to_board(&next);
    if (!flank_move_is_pass(move)) {
        before.square[move.to / 8][move.to % 8] = 'm';
        before.square[move.from / 8][move.from % 8] = 0;
    }
    for (int i = 0; i < 64; i++) {
        char was = before.square[i / 8][i % 8];
        assert_int_equal(after.square[i / 8][i % 8], was == 'm' ? 'w' : was == 'w' ? 'm' : 0);
    }
    assert_int_equal(next.color, !position->color);
}

static void play_and_check(const flank_rules *rules, flank_position position, random_state *random)
{
    flank_move list[FLANK_MOVES_MAX];
    for (int ply = 0; ply < 200; ply++) {
        check_moves(rules, &position);
        size_t count = flank_game_moves(loa(), rules, &position, list);
        if (count == 0)
            return;
        flank_move move = list[random_below(random, (uint32_t)count)];
        check_play(rules, &position, move);
        position = flank_game_play(loa(), rules, &position, move);
    }
}

static void test_random_games_agree_with_the_oracle(void **state)
{
    (void)state;
    static const char *const settings[] = {"", "simultaneous=mover", "no_move=lose", "simultaneous=mover,no_move=lose"};
    random_state random = {1};
    for (int game = 0; game < 200; game++) {
        flank_rules rules = read_rules(settings[game % 4]);
        play_and_check(&rules, flank_game_start(loa()), &random);
    }
}

/* Boards of every density, from empty to full, far from any game. */
static void test_random_boards_agree_with_the_oracle(void **state)
{
    (void)state;
    random_state random = {2};
    for (int i = 0; i < 4000; i++) {
        flank_rules rules = read_rules(i % 2 ? "simultaneous=mover" : "no_move=lose");
        flank_position position = {0};
        uint32_t density = random_below(&random, 101);
        for (unsigned square = 0; square < 64; square++)
            if (random_below(&random, 100) < density)
                *(random_below(&random, 2) ? &position.own : &position.other) |= bit(square);
        check_moves(&rules, &position);
        if (i % 10 == 0)
            play_and_check(&rules, position, &random);
    }
}

/* ---- Rules one by one ---- */

static void test_outcomes(void **state)
{
    (void)state;
    static const struct {
        const char *position, *rules;
        int sign; /* 2: not over */
        const char *reason;
    } cases[] = {
        {"startpos", "", 2, NULL},
        /* rule 7: one piece is a group; so is none */
        {"8/8/3o4/8/8/5x2/x7/8 x", "", -1, "CONNECTED"},
        {"8/8/3o4/8/8/5x2/x7/8 o", "", 1, "CONNECTED"},
        {"8/8/8/8/8/5x2/x7/8 o", "", 1, "CONNECTED"},
        {"8/8/8/8/8/8/8/8 x", "", 0, "BOTH_CONNECTED"},
        /* corners join */
        {"x7/1x6/2x5/8/8/8/8/o6o x", "", 1, "CONNECTED"},
        /* rule 8, after 1 f3xh1 below */
        {"8/8/3oo3/8/8/8/7x/7x o", "", 0, "BOTH_CONNECTED"},
        {"8/8/3oo3/8/8/8/7x/7x o", "simultaneous=mover", -1, "BOTH_CONNECTED"},
        /* rule 9 */
        {"6ox/6oo/8/8/8/8/oo6/xo2o3 x", "", 2, NULL},
        {"6ox/6oo/8/8/8/8/oo6/xo2o3 x", "no_move=lose", -1, "NO_LEGAL_MOVE"},
        /* a full board: eight pieces on a row move eight squares, and so on for every line */
        {"xxxxxxxx/xxxxxxxx/oooooooo/oooooooo/xxxxxxxx/xxxxxxxx/oooooooo/oooooooo x", "", 0, "NO_MOVE_EVER"},
        {"xxxxxxxx/xxxxxxxx/oooooooo/oooooooo/xxxxxxxx/xxxxxxxx/oooooooo/oooooooo x", "repetition=none", 0,
         "NO_MOVE_EVER"},
        {"xxxxxxxx/xxxxxxxx/oooooooo/oooooooo/xxxxxxxx/xxxxxxxx/oooooooo/oooooooo o", "no_move=lose", -1,
         "NO_LEGAL_MOVE"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        flank_position position = read_position(cases[i].position);
        flank_rules rules = read_rules(cases[i].rules);
        flank_outcome outcome = flank_game_outcome(loa(), &rules, &position);
        flank_move list[FLANK_MOVES_MAX];
        assert_int_equal(outcome.over ? outcome.sign : 2, cases[i].sign);
        assert_int_equal(flank_game_moves(loa(), &rules, &position, list) == 0, outcome.over);
        if (outcome.over)
            assert_string_equal(outcome.reason->code, cases[i].reason);
        else
            assert_null(outcome.reason);
    }
}

/* One game of moves after a position, and how it ends for the side then to move. */
static void test_endings(void **state)
{
    (void)state;
    static const struct {
        const char *position, *rules, *moves;
        int sign;
    } cases[] = {
        /* the shortest known game, 9 plies: White has lost (Winands 2000) */
        {"startpos", "", "d1-b3 h5-g4 b1-b4 g4xg1 b4-e7 a3xc1 b3-e6 h3xf1 e1-e5", -1},
        /* a capture that connects both sides */
        {"8/8/3oo3/8/8/5x2/7x/7o x", "", "f3xh1", 0},
        {"8/8/3oo3/8/8/5x2/7x/7o x", "simultaneous=mover", "f3xh1", -1},
        /* a capture that connects the opponent only */
        {"8/8/3oo3/8/8/5x2/x7/7o x", "simultaneous=mover", "f3xh1", 1},
        /* a capture that leaves the opponent one piece */
        {"8/8/3o4/8/8/5x2/x7/7o x", "", "f3xh1", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        flank_position position = read_position(cases[i].position);
        flank_rules rules = read_rules(cases[i].rules);
        flank_record *record = flank_record_create(loa(), &rules, &position);
        assert_int_equal(flank_record_play_text(record, cases[i].moves, NULL), FLANK_OK);
        flank_outcome outcome = flank_record_outcome(record);
        assert_true(outcome.over);
        assert_int_equal(outcome.sign, cases[i].sign);
        flank_record_destroy(record);
    }
}

static void test_a_forced_pass_is_the_only_move(void **state)
{
    (void)state;
    flank_position position = read_position("6ox/6oo/8/8/8/8/oo6/xo2o3 x");
    flank_rules rules = read_rules("");
    flank_move list[FLANK_MOVES_MAX];
    assert_int_equal(flank_game_moves(loa(), &rules, &position, list), 1);
    assert_true(flank_move_is_pass(list[0]));
    check_play(&rules, &position, list[0]);
}

static void test_repetition_ends_a_game_at_its_limit(void **state)
{
    (void)state;
    static const struct {
        const char *rules;
        int limit;
        size_t plies; /* after which the shuffling below is over; 0: never */
    } cases[] = {{"", 3, 8}, {"repetition=2", 2, 4}, {"repetition=none", 0, 0}};
    static const char *const shuffle[] = {"b1-b3", "a2-c2", "b3-b1", "c2-a2"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        flank_rules rules = read_rules(cases[i].rules);
        assert_int_equal(flank_game_repetition_limit(loa(), &rules), cases[i].limit);
        flank_record *record = flank_record_create(loa(), &rules, NULL);
        size_t plies = 0;
        while (plies < 40 && !flank_record_outcome(record).over) {
            flank_error error = {0};
            if (flank_record_play_text(record, shuffle[plies % 4], &error))
                fail_msg("ply %zu: %s", plies, error_english(&error));
            plies++;
        }
        assert_int_equal(plies, cases[i].plies ? cases[i].plies : 40);
        if (cases[i].plies)
            assert_int_equal(flank_record_outcome(record).sign, 0);
        flank_record_destroy(record);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_games_agree_with_the_oracle),
        cmocka_unit_test(test_random_boards_agree_with_the_oracle),
        cmocka_unit_test(test_outcomes),
        cmocka_unit_test(test_endings),
        cmocka_unit_test(test_a_forced_pass_is_the_only_move),
        cmocka_unit_test(test_repetition_ends_a_game_at_its_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
