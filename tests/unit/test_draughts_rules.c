/* SPDX-License-Identifier: MIT
 *
 * Turkish draughts: published counts, the examples of the rule book, the ends of a game, and seeded random positions
 * against a slow oracle.
 */
#include "cmocka_all.h"

#include "core/bits.h"
#include "core/cpu.h"
#include "core/random.h"
#include "unit/draughts_oracle.h"
#include "core/error.h"

#include <stdio.h>
#include <stdlib.h>

static const flank_game *game(void) { return flank_game_find("draughts"); }

static flank_rules rules_of(const char *text)
{
    flank_rules rules = {{0}};
    assert_int_equal(flank_rules_parse(game(), text, &rules, NULL), FLANK_OK);
    return rules;
}

static flank_position parse(const char *text)
{
    flank_position position = {0};
    flank_error error = {0};
    if (flank_position_parse(game(), text, &position, &error))
        fail_msg("%s: %s", text, error_english(&error));
    return position;
}

static uint64_t perft(const char *rules_text, const flank_position *position, int depth,
                      const flank_perft_options *options)
{
    flank_rules rules = rules_of(rules_text);
    uint64_t leaves = 0;
    assert_int_equal(flank_perft(game(), &rules, position, depth, options, &leaves), FLANK_OK);
    return leaves;
}

/* ---- Published counts ---- */

/* seq: kish 1.1.7. move and majority=no: an independent program. majority=no is given at depths 4 to 8
 * (127,323,986, which the plain counter also finds, but takes too long for here). */
static const struct {
    const char *rules;
    uint64_t leaves[10]; /* indexed by depth; 0: not known */
} start_counts[] = {
    {"count=seq", {1, 8, 64, 708, 7538, 85090, 931312, 10782382, 123290300, 1454144462}},
    {"count=move", {1, 8, 64, 708, 7538, 85090, 931312, 10782308, 123285642, 1454012156}},
    {"majority=no", {1, 8, 64, 708, 7550, 85496, 941846, 11007560, 0, 0}},
};

static void test_counts_from_the_start(void **state)
{
    (void)state;
    flank_position start = flank_game_start(game());
    for (size_t i = 0; i < sizeof start_counts / sizeof *start_counts; i++)
        for (int depth = 0; depth <= 9; depth++)
            if (start_counts[i].leaves[depth])
                assert_int_equal(perft(start_counts[i].rules, &start, depth, NULL), start_counts[i].leaves[depth]);
}

static void test_reference_counts_the_same(void **state)
{
    (void)state;
    flank_position start = flank_game_start(game());
    for (size_t i = 0; i < sizeof start_counts / sizeof *start_counts; i++)
        for (int depth = 1; depth <= 6; depth++)
            assert_int_equal(perft(start_counts[i].rules, &start, depth, &(flank_perft_options){.reference = true}),
                             start_counts[i].leaves[depth]);
}

static void test_every_cpu_level_counts_the_same(void **state)
{
    (void)state;
    flank_position start = flank_game_start(game());
    for (flank_cpu cpu = FLANK_CPU_PLAIN; cpu <= cpu_best(); cpu++)
        for (size_t i = 0; i < sizeof start_counts / sizeof *start_counts; i++)
            assert_int_equal(perft(start_counts[i].rules, &start, 7, &(flank_perft_options){.cpu = cpu}),
                             start_counts[i].leaves[7]);
}

/* The file of leaves below each first move. */
static void test_divide(void **state)
{
    (void)state;
    FILE *file = fopen(TEST_DATA "/perft/draughts_divide8.txt", "r");
    assert_non_null(file);
    flank_rules rules = rules_of("");
    flank_position start = flank_game_start(game());
    char line[200], text[40];
    unsigned long long expected;
    int count = 0;
    while (fgets(line, sizeof line, file))
        if (line[0] != '#' && sscanf(line, "%39s %llu", text, &expected) == 2 && text[1] == '3') {
            flank_move move;
            assert_int_equal(flank_move_parse(game(), &rules, &start, text, &move, NULL), FLANK_OK);
            flank_position next = flank_game_play(game(), &rules, &start, move);
            assert_int_equal(perft("", &next, 7, NULL), expected);
            count++;
        }
    fclose(file);
    assert_int_equal(count, 8);
}

/* 300 random positions, most of them full of kings: "FEN ; seq 1..4 ; move 1..4". */
static void test_random_positions(void **state)
{
    (void)state;
    FILE *file = fopen(TEST_DATA "/perft/draughts_random.txt", "r");
    assert_non_null(file);
    char line[400], fen[300];
    int count = 0;
    while (fgets(line, sizeof line, file)) {
        unsigned long long seq[4], move[4];
        if (line[0] == '#')
            continue;
        assert_int_equal(sscanf(line, "%299s ; %llu %llu %llu %llu ; %llu %llu %llu %llu", fen, &seq[0], &seq[1],
                                &seq[2], &seq[3], &move[0], &move[1], &move[2], &move[3]),
                         9);
        flank_position position = parse(fen);
        for (int depth = 1; depth <= 4; depth++) {
            assert_int_equal(perft("count=seq", &position, depth, NULL), seq[depth - 1]);
            assert_int_equal(perft("count=move", &position, depth, NULL), move[depth - 1]);
            if (depth <= 3)
                assert_int_equal(perft("count=seq", &position, depth, &(flank_perft_options){.reference = true}),
                                 seq[depth - 1]);
        }
        count++;
    }
    fclose(file);
    assert_int_equal(count, 300);
}

/* ---- The rule book ---- */

/* True if the capture paths of `position` are exactly the words of `expected`, as moves. */
static void check_captures(const char *name, const char *fen, char *expected, const char *rules_text)
{
    flank_rules rules = rules_of(rules_text);
    flank_position position = parse(fen);
    flank_move legal[FLANK_MOVES_MAX];
    size_t count = flank_game_moves(game(), &rules, &position, legal), words = 0;
    for (char *word = strtok(expected, " \n"); word; word = strtok(NULL, " \n"), words++) {
        flank_move move;
        flank_error error = {0};
        if (flank_move_parse(game(), &rules, &position, word, &move, &error))
            fail_msg("%s: %s: %s", name, word, error_english(&error));
    }
    if (words != count)
        fail_msg("%s: %zu legal moves, expected %zu", name, count, words);
}

static void test_rule_book_examples(void **state)
{
    (void)state;
    FILE *file = fopen(TEST_DATA "/perft/draughts_rule_examples.txt", "r");
    assert_non_null(file);
    char line[400];
    int count = 0;
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#')
            continue;
        char *name = line, *fen = strchr(line, '\t'), *paths = fen ? strchr(fen + 1, '\t') : NULL;
        assert_non_null(paths);
        *fen++ = *paths++ = '\0';
        check_captures(name, fen, paths, "");
        count++;
    }
    fclose(file);
    assert_int_equal(count, 13);
}

/* position | rules | all legal moves; each can be checked on a board in a minute. */
static void test_cases_by_hand(void **state)
{
    (void)state;
    static const struct {
        const char *name, *fen, *rules, *moves;
    } cases[] = {
        /* a6 takes a7 and lands on a8. A man sees only b8 beside it; a king sees c8 and five squares behind it. */
        {"man goes on as a man", "W:Wa6:Ba7,Kc8", "", "a6xa8"},
        {"man goes on as a king", "W:Wa6:Ba7,Kc8", "promotion=at_once", "a6xa8xd8 a6xa8xe8 a6xa8xf8 a6xa8xg8 a6xa8xh8"},
        /* As a man it takes b8 and stops on c8. As a king it may not turn back south, but after b8 it may go down
         * from c8 and take c5. */
        {"sideways as a man", "W:Wa6:Ba7,Kb8,c5", "", "a6xa8xc8"},
        {"sideways as a king", "W:Wa6:Ba7,Kb8,c5", "promotion=at_once",
         "a6xa8xc8xc4 a6xa8xc8xc3 a6xa8xc8xc2 a6xa8xc8xc1"},
        /* Two pieces must be taken rather than one; without the majority rule either will do, to its end. */
        {"most pieces", "W:Wa2,e4:Ba3,e5,e7", "", "e4xe6xe8"},
        {"any capture", "W:Wa2,e4:Ba3,e5,e7", "majority=no", "a2xa4 e4xe6xe8"},
        /* Men and kings count alike as victims: one king is not worth two men. */
        {"kings count one", "W:Wa2,e4:BKa3,e5,e7", "", "e4xe6xe8"},
        /* A king may not turn by 180 degrees: after taking d6 from d2 it cannot come back for d2. */
        {"no turn back", "W:WKd4,a1:Bd6,d2", "", "d4xd7 d4xd8 d4xd1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char moves[200];
        snprintf(moves, sizeof moves, "%s", cases[i].moves);
        check_captures(cases[i].name, cases[i].fen, moves, cases[i].rules);
    }
}

static void test_crowning(void **state)
{
    (void)state;
    static const struct {
        const char *before, *move, *after;
    } cases[] = {
        {"W:Wa7,c2:Bf6,h6", "a7-a8", "B:Wc2,Ka8:Bf6,h6"},
        {"B:Wc2,c3:Bh2,a6", "h2-h1", "W:Wc2,c3:BKh1,a6"},
        {"W:We6,c2:Be7,h5", "e6xe8", "B:Wc2,Ke8:Bh5"},
        {"W:WKa7,c2:Bf6,h6", "a7-a1", "B:WKa1,c2:Bf6,h6"},
        /* The king ends where it began. */
        {"W:WKb2,h1:Bb4,d6,f4,d2,a8", "b2xb6xf6xf2xb2", "B:WKb2,h1:Ba8"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        flank_rules rules = rules_of("");
        flank_position position = parse(cases[i].before);
        flank_move move;
        flank_error error = {0};
        if (flank_move_parse(game(), &rules, &position, cases[i].move, &move, &error))
            fail_msg("%s: %s", cases[i].move, error_english(&error));
        assert_true(flank_position_equal(flank_game_play(game(), &rules, &position, move), parse(cases[i].after)));
    }
}

static void test_ends_of_a_game(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        bool over;
        int sign;
        const char *reason;
    } cases[] = {
        {"W:W:Ba7,b7", true, -1, "NO_PIECE_LEFT"},
        {"W:Wa2:B", true, 1, "NO_PIECE_LEFT"},
        {"B:Wa2:B", true, -1, "NO_PIECE_LEFT"},
        {"W:Wa4:Bh6", true, 0, "ONE_PIECE_EACH"},
        {"W:WKa4:Bh6", true, 0, "ONE_PIECE_EACH"},
        {"W:Wd4:Bd5", true, 0, "ONE_PIECE_EACH"}, /* although White could capture */
        {"W:Wa4:Ba5,b4,a6,c4", true, -1, "NO_LEGAL_MOVE"},
        {"B:Wa4,b5,a3,c5:Ba5", true, -1, "NO_LEGAL_MOVE"},
        {"W:WKa1:BKb1,Kc1,Ka2,Ka3", true, -1, "NO_LEGAL_MOVE"},
        {"W:Wa4:Ba5,b4,a6", false, 0, NULL}, /* a4xc4 */
        {"startpos", false, 0, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        flank_rules rules = rules_of("");
        flank_position position = parse(cases[i].fen);
        flank_outcome outcome = flank_game_outcome(game(), &rules, &position);
        flank_move moves[FLANK_MOVES_MAX];
        size_t count = flank_game_moves(game(), &rules, &position, moves);
        if (outcome.over != cases[i].over || outcome.sign != cases[i].sign || outcome.over != (count == 0))
            fail_msg("%s: over %d sign %d, %zu moves", cases[i].fen, outcome.over, outcome.sign, count);
        if (cases[i].over)
            assert_string_equal(outcome.reason->code, cases[i].reason);
    }
}

static void test_threefold_repetition_is_a_draw(void **state)
{
    (void)state;
    flank_position start = parse("W:WKa1,a3:BKh8,h6");
    flank_record *record = flank_record_create(game(), NULL, &start);
    static const char *const there_and_back = "a1-b1 h8-g8 b1-a1 g8-h8";
    assert_int_equal(flank_record_play_text(record, there_and_back, NULL), FLANK_OK);
    assert_false(flank_record_outcome(record).over);
    assert_int_equal(flank_record_play_text(record, there_and_back, NULL), FLANK_OK);
    assert_true(flank_record_outcome(record).over);
    assert_int_equal(flank_record_outcome(record).sign, 0);
    flank_record_destroy(record);
}

/* ---- Against the oracle ---- */

static flank_position random_position(random_state *random, uint32_t pieces_max, uint32_t king_percent)
{
    flank_position position = {.color = (uint8_t)random_below(random, 2)};
    uint32_t sides[2] = {1 + random_below(random, pieces_max), 1 + random_below(random, pieces_max)};
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 0; i < sides[side]; i++) {
            uint64_t square = bit(random_below(random, 64));
            if ((position.own | position.other) & square)
                continue;
            bool white = (side == 0) == (position.color == FLANK_WHITE);
            if (random_below(random, 100) < king_percent || (square & (white ? BITS_RANK_8 : BITS_RANK_1)))
                position.kings |= square;
            *(side == 0 ? &position.own : &position.other) |= square;
        }
    return position;
}

static int compare_moves(const void *left, const void *right)
{
    const flank_move *a = left, *b = right;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    return (a->captured > b->captured) - (a->captured < b->captured);
}

static size_t without_repeats(flank_move *sorted, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || !flank_move_equal(sorted[kept - 1], sorted[i]))
            sorted[kept++] = sorted[i];
    return kept;
}

static void compare_with_oracle(draughts_oracle *oracle, const flank_position *position, const char *rules_text)
{
    flank_rules rules = rules_of(rules_text);
    oracle_paths(oracle, !strstr(rules_text, "majority=no"), strstr(rules_text, "at_once"), position);
    char fen[FLANK_POSITION_TEXT_SIZE];
    flank_position_format(game(), position, NULL, fen);
    uint64_t paths = 0;
    flank_rules seq = rules;
    flank_rules_parse(game(), "count=seq", &seq, NULL);
    flank_perft(game(), &seq, position, 1, NULL, &paths);
    if (paths != oracle->count)
        fail_msg("%s %s: %llu paths, expected %zu", rules_text, fen, (unsigned long long)paths, oracle->count);
    qsort(oracle->paths, oracle->count, sizeof *oracle->paths, compare_moves);
    size_t expected = without_repeats(oracle->paths, oracle->count);
    bool one_each = bit_count(position->own) == 1 && bit_count(position->other) == 1;
    if (expected > FLANK_MOVES_MAX || one_each)
        return;
    flank_move moves[FLANK_MOVES_MAX];
    size_t count = flank_game_moves(game(), &rules, position, moves);
    qsort(moves, count, sizeof *moves, compare_moves);
    if (count != expected)
        fail_msg("%s %s: %zu moves, expected %zu", rules_text, fen, count, expected);
    for (size_t i = 0; i < count; i++)
        assert_true(flank_move_equal(moves[i], oracle->paths[i]));
    assert_int_equal(flank_game_outcome(game(), &rules, position).over, count == 0);
}

static void test_random_positions_against_the_oracle(void **state)
{
    (void)state;
    static const char *const rules[] = {"", "promotion=at_once", "majority=no", "promotion=at_once,majority=no"};
    static const struct {
        uint32_t pieces_max, king_percent;
    } kinds[] = {{12, 20}, {16, 0}, {8, 100}, {14, 60}, {20, 30}};
    draughts_oracle *oracle = malloc(sizeof *oracle);
    random_state random = {20261121};
    for (int i = 0; i < 3000; i++) {
        size_t kind = (size_t)i % (sizeof kinds / sizeof *kinds);
        flank_position position = random_position(&random, kinds[kind].pieces_max, kinds[kind].king_percent);
        for (size_t r = 0; r < sizeof rules / sizeof *rules; r++)
            compare_with_oracle(oracle, &position, rules[r]);
    }
    free(oracle);
}

/* The fast counter at every level against the plain one, to depth 4 so that its last two plies and the tree above are
 * met; half of the positions are men only, as in the opening. */
static void test_fast_counters_against_the_plain_one(void **state)
{
    (void)state;
    static const char *const rules[] = {"count=move", "count=seq"};
    random_state random = {7};
    for (int i = 0; i < 600; i++) {
        flank_position position = random_position(&random, i % 2 ? 8 : 16, i % 2 ? 25 : 0);
        for (size_t r = 0; r < sizeof rules / sizeof *rules; r++)
            for (int depth = 1; depth <= (i % 50 ? 3 : 4); depth++) {
                uint64_t expected = perft(rules[r], &position, depth, &(flank_perft_options){.reference = true});
                for (flank_cpu cpu = FLANK_CPU_PLAIN; cpu <= cpu_best(); cpu++)
                    assert_int_equal(perft(rules[r], &position, depth, &(flank_perft_options){.cpu = cpu}), expected);
            }
    }
}

/* Positions made by hill climbing towards long lists and long searches: the lists are right, and nothing hangs. */
static void test_worst_positions(void **state)
{
    (void)state;
    static const struct {
        uint64_t own, other;
        size_t moves;
    } cases[] = {
        {UINT64_C(0xff00000000000000), UINT64_C(0x0044900a2449a442), 443}, /* 1.5 million steps, 16 captures */
        {UINT64_C(0x020100030100800b), UINT64_C(0x111210e412100b10), 864}, /* the longest list found, 8 captures */
        {UINT64_C(0x0100000000000001), UINT64_C(0x4822d52884083348), 63},  /* 10 million steps, 20 captures */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        flank_rules rules = rules_of("");
        flank_position position = {.own = cases[i].own, .other = cases[i].other, .color = FLANK_WHITE};
        position.kings = position.own | position.other;
        flank_move moves[FLANK_MOVES_MAX];
        assert_int_equal(flank_game_moves(game(), &rules, &position, moves), cases[i].moves);
        assert_int_equal(perft("", &position, 1, NULL), cases[i].moves);
    }
    /* Without the majority rule this one has 50,498 captures; the list holds what fits. */
    flank_rules rules = rules_of("majority=no");
    flank_position position = {.own = UINT64_C(0xff01010101410001), .other = UINT64_C(0x0044528824883244)};
    position.kings = position.own | position.other;
    flank_move moves[FLANK_MOVES_MAX];
    assert_int_equal(flank_game_moves(game(), &rules, &position, moves), FLANK_MOVES_MAX);
    /* Its captures, each path for itself, are counted all, but no list of them is made. */
    const char *each_path = "majority=no,count=seq";
    rules = rules_of(each_path);
    uint64_t leaves[FLANK_MOVES_MAX];
    size_t count = 7;
    assert_true(perft(each_path, &position, 1, NULL) > FLANK_MOVES_MAX);
    assert_int_equal(flank_perft_divide(game(), &rules, &position, 1, NULL, moves, leaves, &count),
                     FLANK_NOT_SUPPORTED);
    assert_int_equal(count, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reference_counts_the_same),
        cmocka_unit_test(test_counts_from_the_start),
        cmocka_unit_test(test_every_cpu_level_counts_the_same),
        cmocka_unit_test(test_divide),
        cmocka_unit_test(test_random_positions),
        cmocka_unit_test(test_rule_book_examples),
        cmocka_unit_test(test_cases_by_hand),
        cmocka_unit_test(test_crowning),
        cmocka_unit_test(test_ends_of_a_game),
        cmocka_unit_test(test_threefold_repetition_is_a_draw),
        cmocka_unit_test(test_random_positions_against_the_oracle),
        cmocka_unit_test(test_fast_counters_against_the_plain_one),
        cmocka_unit_test(test_worst_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
