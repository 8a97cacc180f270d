/* SPDX-License-Identifier: MIT
 *
 * Reviews of games whose truth is known, and the judging by itself.
 */
#include "analysis/judge.h"
#include "core/random.h"
#include "core/text_buffer.h"
#include "formats/obf/obf.h"
#include "sanitized.h"
#include "unit/engine_fixture.h"

#include <stdlib.h>
#include <string.h>

/* The optimal game of Takizawa (arXiv:2310.19387): no move of it loses anything. */
#define TAKIZAWA                                                                                                       \
    "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1F7E2G3H4F1E1F2"                                       \
    "G1B1F8G8B3H3B2H5B7A3A4A1A2C1H2H1G2B8A8G7H8H7H6"

/* The first three positions of tests/solve/fforum-1-19.obf, every move with its score. */
static const char *const ffo[] = {
    "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; H7:+6; A2:+6"
    "; A3:+4; B1:-4; A4:-22; G2:-24",
    "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X; A4:+10; B2:+0; A3:-6; G7:-8;"
    " A7:-12; H7:-14; B7:-14; H2:-24",
    "----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X; D1:+2; G3:+0; B8:-2; B1:-4; "
    "C1:-4; A2:-4; A3:-6; B2:-12",
};

static flank_analysis *run(flank_engine *engine, const flank_record *record, int level)
{
    flank_analysis *analysis = NULL;
    const flank_analysis_options options = {.level = level};
    assert_int_equal(flank_analysis_run(engine, record, &options, &analysis), FLANK_OK);
    assert_non_null(analysis);
    assert_int_equal(analysis->count, flank_record_ply(record) + 1);
    return analysis;
}

/* Rules that hold for every complete analysis. */
static void check_sound(const flank_analysis *analysis)
{
    int64_t loss[2] = {0}, sums[2] = {0};
    int moves = 0;
    for (size_t i = 0; i < analysis->count; i++) {
        const flank_review *review = &analysis->reviews[i];
        assert_true(review->known);
        assert_true(review->loss >= 0);
        assert_int_equal(review->has_move, i + 1 < analysis->count);
        assert_true(review->best.length > 0 || review->over);
        assert_true(review->chance >= 0 && review->chance <= 1 && review->chance_after <= review->chance + 1e-9);
        assert_true((review->verdict == FLANK_VERDICT_BEST) <= (review->loss == 0));
        if (!review->has_move)
            continue;
        assert_true(flank_move_equal(review->played.moves[0], flank_record_move_at(analysis->record, i)));
        assert_true(review->played.score <= review->best.score);
        if (flank_game_scores_discs(flank_record_game(analysis->record))) {
            assert_int_equal(review->loss, review->best.score - review->played.score);
            assert_in_range(review->best.score + 6400, 0, 12800);
            assert_in_range(review->played.score + 6400, 0, 12800);
        }
        loss[flank_record_position_at(analysis->record, i)->color] += review->loss;
    }
    for (int color = 0; color < 2; color++) {
        const flank_review_sum *total = &analysis->totals[color];
        int verdicts = 0;
        for (int verdict = 0; verdict < FLANK_VERDICTS; verdict++)
            verdicts += total->verdicts[verdict];
        assert_int_equal(verdicts, total->moves);
        for (int phase = 0; phase < FLANK_PHASES; phase++)
            sums[color] += analysis->phases[color][phase].loss;
        assert_int_equal(sums[color], total->loss);
        assert_int_equal(loss[color], total->loss);
        moves += total->moves + total->forced;
    }
    assert_int_equal(moves, analysis->count - 1);
    assert_true(analysis->complete);
}

static void test_perfect_game(void **state)
{
    flank_record *record = new_record("othello", TAKIZAWA);
    flank_analysis *analysis = run(*state, record, 14);
    int exact = 0;
    check_sound(analysis);
    for (size_t i = 0; i < analysis->count; i++) {
        const flank_review *review = &analysis->reviews[i];
        if (!review->best.exact)
            continue;
        exact++;
        assert_int_equal(review->loss, 0);
        assert_int_equal(review->best.score, 0);
        assert_int_equal(review->verdict, FLANK_VERDICT_BEST);
        assert_true(review->chance == 0.5);
    }
    assert_true(exact >= 18);
    assert_true(analysis->reviews[60].over);
    assert_string_equal(analysis->opening, "New Scorpion");
    flank_analysis_destroy(analysis);
    flank_record_destroy(record);
}

/* No move that is named was looked at by the usual depth alone, and both sides of a comparison equally far. */
static void test_named_by_a_deeper_search(void **state)
{
    enum { LEVEL = 14, DEEPER = LEVEL + 4 };
    static const size_t doubtful =
        8; /* 5. c3: level 14 by itself takes 3 discs for lost, level 18 one, level 26 four */
    flank_record *record = new_record("othello", "f5d6c4d3e6f4e3f3c3c5d2b4b3c2e2c6a5a3d7d1f1c1b6e1b5a6a4d8e7c7");
    flank_analysis *analysis = run(*state, record, LEVEL);
    int named = 0, whole = 0;
    check_sound(analysis);
    for (size_t i = 0; i + 1 < analysis->count; i++) {
        const flank_review *review = &analysis->reviews[i];
        if (review->verdict < FLANK_VERDICT_INACCURACY || review->best.exact)
            continue;
        named++;
        assert_true(review->best.depth_plies >= DEEPER);
        assert_int_equal(review->best.depth_plies, review->played.depth_plies);
        assert_int_equal(review->best.selectivity, review->played.selectivity);
        /* the move that led there has the deeper value; the best move has less where the lesser loss counts */
        assert_true(review->best.score <= -review[-1].played.score);
        whole += review->best.score == -review[-1].played.score;
    }
    assert_true(whole > 0 && whole < named);
    assert_true(analysis->reviews[doubtful].best.depth_plies >= DEEPER);
    flank_analysis_destroy(analysis);
    flank_record_destroy(record);
}

/* The last move loses two discs, played perfectly from there on. The second search of level 8 alone makes six of it. */
static void test_lesser_of_two_losses(void **state)
{
    flank_record *record =
        new_record("othello", "f5d6c3d3c4f4f6f3e6e7d7b5c5c6d2b3b4d8e3a4c7g4g5d1c2e2f8e8c8g3f7b6a6h6h4");
    flank_engine_clear(*state);
    flank_analysis *analysis = run(*state, record, 8);
    const flank_review *review = &analysis->reviews[analysis->count - 2];
    check_sound(analysis);
    assert_int_equal(review->verdict, FLANK_VERDICT_INACCURACY);
    assert_in_range(review->loss, 200, 499);
    assert_int_equal(review->loss, review->best.score - review->played.score);
    flank_analysis_destroy(analysis);
    flank_record_destroy(record);
}

/* White is far ahead for long: what a second search adds to the value of the best move makes no more than 64 discs. */
static void test_far_ahead(void **state)
{
    flank_record *record =
        new_record("othello", "c4c3e6c5b2e3d3b3f2b1a1f7b5c6c2a4b4g1a6a5d6f4e2d7b6e1d8e8c1d2e7a3f8b7a2");
    flank_engine_clear(*state);
    flank_analysis *analysis = run(*state, record, 8);
    check_sound(analysis);
    flank_analysis_destroy(analysis);
    flank_record_destroy(record);
}

/* A run of named moves, in a game of the Virginia Open 2003: whoever leads by a disc leads by a deeper search of the
 * position, too. */
static void test_leader_of_a_run(void **state)
{
    enum { FROM = 22, LEVEL = 14, DEEPER = LEVEL + 4, DISC = 100 };
    flank_record *record = new_record(
        "othello",
        "f5d6c3d3c4f4f6f3e6e7d7g6d8c5c6c7c8b6b5e3b4a5a4a3d2f7f2e2f1d1a6a7g5b3e1g1g4c1b2a2c2h4h3e8h5h6b7a1h7");
    flank_engine_clear(*state);
    flank_analysis *analysis = run(*state, record, LEVEL);
    int told = 0;
    check_sound(analysis);
    for (size_t i = analysis->count - 1; i > FROM; i--) {
        const flank_limits limits = {.level = DEEPER};
        flank_report report;
        flank_record_undo(record);
        if (analysis->reviews[i - 1].best.exact)
            continue;
        assert_int_equal(flank_engine_search(*state, record, &limits, NULL, NULL, &report), FLANK_OK);
        const int value = report.lines[0].score, reviewed = -analysis->reviews[i - 2].played.score;
        if (abs(value) < DISC || abs(reviewed) < DISC)
            continue;
        assert_true((value > 0) == (reviewed > 0));
        told++;
    }
    assert_true(told >= 10);
    flank_analysis_destroy(analysis);
    flank_record_destroy(record);
}

/* The position that f4 leads to is searched a second time for f3, and the deeper value is that of f4, too; level
 * 8 by itself takes the position for almost a disc better. The position behind the last move has the move's value. */
static void test_one_value_of_a_move(void **state)
{
    enum { BEFORE = 3, NAMED = 4 };
    flank_record *record = new_record("othello", "f5f6e6f4f3d6");
    flank_engine_clear(*state);
    flank_analysis *analysis = run(*state, record, 8);
    const flank_review *before = &analysis->reviews[BEFORE], *named = &analysis->reviews[NAMED];
    check_sound(analysis);
    assert_int_equal(named->verdict, FLANK_VERDICT_INACCURACY);
    assert_int_equal(before->verdict, FLANK_VERDICT_BEST);
    assert_int_equal(before->played.score, -named->best.score);
    assert_true(before->best.depth_plies < named->best.depth_plies);
    for (size_t i = 1; i < analysis->count; i++)
        assert_ptr_equal(judge_worth(analysis, i).line, &analysis->reviews[i - 1].played);
    assert_ptr_equal(judge_worth(analysis, 0).line, &analysis->reviews[0].best);
    flank_analysis_destroy(analysis);
    flank_record_destroy(record);
}

/* A level of 18 by itself takes 2.7 discs for lost in the perfect game, at move 12. */
static void test_perfect_game_has_no_mistake(void **state)
{
    flank_record *record = new_record("othello", TAKIZAWA);
    flank_engine_clear(*state);
    flank_analysis *analysis = run(*state, record, FLANK_ANALYSIS_LEVEL);
    check_sound(analysis);
    for (int color = 0; color < 2; color++)
        for (int verdict = FLANK_VERDICT_INACCURACY; verdict < FLANK_VERDICTS; verdict++)
            assert_int_equal(analysis->totals[color].verdicts[verdict], 0);
    flank_analysis_destroy(analysis);
    flank_record_destroy(record);
}

/* Each move of a position with known values, as a game of one move. */
static void test_known_losses(void **state)
{
    for (size_t p = 0; p < sizeof ffo / sizeof *ffo; p++) {
        obf_line line;
        assert_int_equal(obf_parse(ffo[p], &line, NULL), FLANK_OK);
        for (size_t i = 0; i < line.move_count; i++) {
            flank_record *record = flank_record_create(flank_game_find("othello"), NULL, &line.position);
            assert_int_equal(flank_record_play(record, line.moves[i].move), FLANK_OK);
            flank_analysis *analysis = run(*state, record, 20);
            const flank_review *review = &analysis->reviews[0];
            check_sound(analysis);
            assert_true(review->best.exact && review->played.exact);
            assert_int_equal(review->best.score, 100 * line.score_discs);
            assert_int_equal(review->played.score, 100 * line.moves[i].score_discs);
            assert_int_equal(review->loss, 100 * (line.score_discs - line.moves[i].score_discs));
            assert_false(analysis->reviews[1].has_move);
            flank_analysis_destroy(analysis);
            flank_record_destroy(record);
        }
    }
}

/* White must pass after the first move. */
static void test_pass(void **state)
{
    static const char board[] = "OOOOOOOO OXXXXXXX OXXXXXXX OXXXXXXX OXXXXXXX OXXXXXXX OXXXXXXO -XXXXX-X O";
    flank_position position;
    assert_int_equal(flank_position_parse(flank_game_find("othello"), board, &position, NULL), FLANK_OK);
    flank_record *record = flank_record_create(flank_game_find("othello"), NULL, &position);
    assert_int_equal(flank_record_play_text(record, "a8 g8", NULL), FLANK_OK);
    flank_analysis *analysis = run(*state, record, 6);
    check_sound(analysis);
    assert_int_equal(analysis->count, 4);
    assert_true(analysis->reviews[1].forced);
    assert_true(flank_move_is_pass(analysis->reviews[1].best.moves[0]));
    assert_int_equal(analysis->reviews[1].best.score, -analysis->reviews[2].best.score);
    assert_true(analysis->reviews[3].over);
    assert_int_equal(analysis->totals[FLANK_BLACK].forced, 1);
    flank_analysis_destroy(analysis);
    flank_record_destroy(record);
}

static void test_short_games(void **state)
{
    static const char *const games[] = {"", "f5", "f5d6c3d3c4"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        flank_record *record = new_record("othello", games[i]);
        flank_analysis *analysis = run(*state, record, 8);
        const flank_review *last = &analysis->reviews[analysis->count - 1];
        check_sound(analysis);
        assert_false(last->over);
        assert_true(last->best.length > 0);
        flank_analysis_destroy(analysis);
        flank_record_destroy(record);
    }
}

static void play_randomly(flank_record *record, random_state *random, int plies)
{
    flank_move moves[FLANK_MOVES_MAX];
    for (int i = 0; i < plies && !flank_record_outcome(record).over; i++) {
        const size_t count = flank_game_moves(flank_record_game(record), flank_record_rules(record),
                                              flank_record_position(record), moves);
        assert_int_equal(flank_record_play(record, moves[random_below(random, (uint32_t)count)]), FLANK_OK);
    }
}

enum game_length { SHORT_GAMES, LONG_GAMES };

/* Random games, a short and a long one of each kind, of which those of one length are reviewed. */
static void review_random_games(flank_engine *engine, enum game_length wanted)
{
    random_state random = {20261121};
    for (size_t i = 0; i < 2 * flank_game_count(); i++) {
        flank_record *record = flank_record_create(flank_game_at(i / 2), NULL, NULL);
        const enum game_length length = i % 2 ? LONG_GAMES : SHORT_GAMES;
        play_randomly(record, &random, length == LONG_GAMES ? 130 : 30);
        if (length == wanted) {
            flank_analysis *analysis = run(engine, record, 6);
            check_sound(analysis);
            flank_analysis_destroy(analysis);
        }
        flank_record_destroy(record);
    }
}

static void test_random_games(void **state) { review_random_games(*state, SHORT_GAMES); }

static void test_long_random_games(void **state) { review_random_games(*state, LONG_GAMES); }

/* The same engine, cleared, says the same. */
static void test_repeatable(void **state)
{
    flank_record *record = new_record("othello", "f5f6e6f4e3c5c4e7b5d3");
    flank_analysis *first, *second;
    flank_engine_clear(*state);
    first = run(*state, record, 10);
    flank_engine_clear(*state);
    second = run(*state, record, 10);
    assert_int_equal(first->nodes, second->nodes);
    for (size_t i = 0; i < first->count; i++)
        assert_int_equal(first->reviews[i].loss, second->reviews[i].loss);
    flank_analysis_destroy(first);
    flank_analysis_destroy(second);
    flank_record_destroy(record);
}

static void test_time(void **state)
{
    flank_record *record = new_record("othello", "f5f4e3");
    const flank_analysis_options options = {.time_ms = 20};
    flank_analysis *analysis;
    assert_int_equal(flank_analysis_run(*state, record, &options, &analysis), FLANK_OK);
    check_sound(analysis);
    flank_analysis_destroy(analysis);
    flank_record_destroy(record);
}

static uint64_t nodes_of_the_start(flank_engine *engine, const char *game, const flank_analysis_options *options)
{
    flank_record *record = new_record(game, "");
    flank_analysis *analysis;
    flank_engine_clear(engine);
    assert_int_equal(flank_analysis_run(engine, record, options, &analysis), FLANK_OK);
    const uint64_t nodes = analysis->nodes;
    flank_analysis_destroy(analysis);
    flank_record_destroy(record);
    return nodes;
}

/* Without a level each game is searched as one that makes a review of a whole game take seconds. */
static void test_usual_levels(void **state)
{
    const flank_analysis_options othello = {.level = FLANK_ANALYSIS_LEVEL};
    const flank_analysis_options others = {.level = FLANK_ANALYSIS_LEVEL_OTHERS};
    assert_int_equal(nodes_of_the_start(*state, "othello", NULL), nodes_of_the_start(*state, "othello", &othello));
    assert_int_equal(nodes_of_the_start(*state, "loa", NULL), nodes_of_the_start(*state, "loa", &others));
    assert_in_range(nodes_of_the_start(*state, "draughts", NULL), 1, 500000);
}

static flank_reply stop_after_five(void *user, size_t done, size_t total)
{
    *(size_t *)user = total;
    return done < 5 ? FLANK_GO_ON : FLANK_ENOUGH;
}

static void test_ended_early(void **state)
{
    size_t total = 0;
    flank_record *record = new_record("othello", TAKIZAWA);
    const flank_analysis_options options = {.level = 6, .on_progress = stop_after_five, .user = &total};
    flank_analysis *analysis;
    assert_int_equal(flank_analysis_run(*state, record, &options, &analysis), FLANK_OK);
    assert_false(analysis->complete);
    assert_int_equal(total, 61);
    for (size_t i = 0; i < analysis->count; i++)
        assert_int_equal(analysis->reviews[i].known, i >= 56);
    flank_analysis_destroy(analysis);
    flank_record_destroy(record);
}

static flank_reply note_known(void *user, const flank_analysis *so_far)
{
    size_t *calls = user, known = 0;
    int moves = 0;
    for (size_t i = so_far->count; i-- > 0 && so_far->reviews[i].known;)
        known++;
    for (int color = 0; color < 2; color++)
        moves += so_far->totals[color].moves + so_far->totals[color].forced;
    assert_int_equal(known, ++*calls);
    assert_int_equal(moves, known - 1); /* the last position has no move; nothing is counted twice */
    assert_int_equal(so_far->complete, known == so_far->count);
    return known == 8 ? FLANK_ENOUGH : FLANK_GO_ON;
}

static void test_told_on_the_way(void **state)
{
    size_t calls = 0;
    flank_record *record = new_record("othello", "f5f4e3f6d3");
    const flank_analysis_options options = {.level = 6, .on_known = note_known, .user = &calls};
    flank_analysis *analysis;
    assert_int_equal(flank_analysis_run(*state, record, &options, &analysis), FLANK_OK);
    assert_int_equal(calls, 6);
    check_sound(analysis);
    flank_analysis_destroy(analysis);
    flank_record_destroy(record);
}

static void test_enough_is_known(void **state)
{
    size_t calls = 0;
    flank_record *record = new_record("othello", TAKIZAWA);
    const flank_analysis_options options = {.level = 6, .on_known = note_known, .user = &calls};
    flank_analysis *analysis;
    assert_int_equal(flank_analysis_run(*state, record, &options, &analysis), FLANK_OK);
    assert_int_equal(calls, 8);
    assert_false(analysis->complete);
    flank_analysis_destroy(analysis);
    flank_record_destroy(record);
}

static void test_bad_options(void **state)
{
    flank_record *record = new_record("othello", "f5");
    static const flank_analysis_options wrong[] = {{.level = 5}, {.level = 61}, {.time_ms = -1}};
    flank_analysis *analysis = NULL;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(flank_analysis_run(*state, record, &wrong[i], &analysis), FLANK_BAD_ARGUMENT);
    assert_null(analysis);
    flank_record_destroy(record);
}

/* ---- Judging ---- */

/* Words at their borders: game, empties, value of the best move and of the one played, whether both are proved. */
static void test_verdicts(void **state)
{
    static const struct {
        const char *game;
        int empties, best, played;
        bool exact;
        flank_verdict verdict;
    } cases[] = {
        {"othello", 40, 100, 100, false, FLANK_VERDICT_BEST},
        {"othello", 40, 100, 50, false, FLANK_VERDICT_GOOD},
        {"othello", 40, 100, -99, false, FLANK_VERDICT_GOOD},
        {"othello", 40, 100, -100, false, FLANK_VERDICT_INACCURACY},
        {"othello", 40, 100, -399, false, FLANK_VERDICT_INACCURACY},
        {"othello", 40, 100, -400, false, FLANK_VERDICT_MISTAKE},
        {"othello", 40, 100, -899, false, FLANK_VERDICT_MISTAKE},
        {"othello", 40, 100, -900, false, FLANK_VERDICT_BLUNDER},
        /* decided: half as heavy */
        {"othello", 20, 4000, 3700, false, FLANK_VERDICT_GOOD},
        {"othello", 20, 4000, 3600, false, FLANK_VERDICT_INACCURACY},
        {"othello", 20, -3000, -3900, false, FLANK_VERDICT_INACCURACY},
        {"othello", 20, -3000, -4000, false, FLANK_VERDICT_MISTAKE},
        {"othello", 20, -3000, -5000, false, FLANK_VERDICT_BLUNDER},
        {"othello", 10, 3000, 2800, true, FLANK_VERDICT_GOOD},
        /* a proved result given away */
        {"othello", 10, 200, 0, true, FLANK_VERDICT_MISTAKE},
        {"othello", 10, 0, -200, true, FLANK_VERDICT_MISTAKE},
        {"othello", 10, 200, -800, true, FLANK_VERDICT_BLUNDER},
        {"othello", 10, 400, 200, true, FLANK_VERDICT_GOOD},
        /* only the result counts */
        {"loa", 44, 20, 0, false, FLANK_VERDICT_GOOD},
        {"loa", 44, 100, 0, false, FLANK_VERDICT_INACCURACY},
        {"loa", 44, 100, -100, false, FLANK_VERDICT_MISTAKE},
        {"loa", 44, 300, -300, false, FLANK_VERDICT_BLUNDER},
        {"loa", 44, 3000, 2000, false, FLANK_VERDICT_GOOD},
        {"loa", 44, FLANK_SCORE_WIN - 3, FLANK_SCORE_WIN - 9, true, FLANK_VERDICT_BEST},
        {"loa", 44, FLANK_SCORE_WIN - 3, 2000, false, FLANK_VERDICT_GOOD},
        {"loa", 44, 0, 9 - FLANK_SCORE_WIN, false, FLANK_VERDICT_BLUNDER},
        {"draughts", 40, 0, -200, false, FLANK_VERDICT_BLUNDER},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        flank_review review = {.has_move = true,
                               .best = {.score = cases[i].best, .exact = cases[i].exact},
                               .played = {.score = cases[i].played, .exact = cases[i].exact}};
        judge_move(flank_game_find(cases[i].game), cases[i].empties, &review);
        if (review.verdict != cases[i].verdict)
            fail_msg("case %zu: %s", i, flank_verdict_name(review.verdict));
    }
}

static void test_chances(void **state)
{
    (void)state;
    for (size_t i = 0; i < flank_game_count(); i++) {
        const flank_game *game = flank_game_at(i);
        double before = 0;
        for (int score = -6000; score <= 6000; score += 50) {
            const flank_line line = {.score = score};
            const double chance = flank_win_chance(game, &line, 30);
            const flank_line mirrored = {.score = -score};
            assert_true(chance >= before && chance <= 1);
            assert_true(chance + flank_win_chance(game, &mirrored, 30) - 1 < 1e-9);
            before = chance;
        }
        const flank_line even = {.score = 0}, win = {.score = 200, .exact = true};
        assert_true(flank_win_chance(game, &even, 30) == 0.5);
        assert_true(flank_win_chance(game, &win, 30) == 1);
    }
    /* Scores that win with the chance 1 / (1 + 1/e): the figures of tools/fit_chances.py. */
    static const struct {
        const char *game;
        int empties, score;
    } scales[] = {{"othello", 0, 320}, {"othello", 30, 680}, {"tothello", 0, 320}, {"tothello", 30, 680},
                  {"loa", 0, 770},     {"loa", 40, 370},     {"draughts", 40, 95}};
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        const flank_line line = {.score = scales[i].score};
        const double chance = flank_win_chance(flank_game_find(scales[i].game), &line, scales[i].empties);
        assert_true(chance > 0.73105 && chance < 0.73107);
    }
    /* A position is worth the chance of each of its moves: a proved win of fewer discs than an unproved value. */
    flank_review proved = {.has_move = true, .best = {.score = 300}, .played = {.score = 200, .exact = true}};
    judge_move(flank_game_find("tothello"), 30, &proved);
    assert_true(proved.chance == 1 && proved.chance_after == 1);
    assert_int_equal(proved.loss, 100);
    const flank_line soon = {.score = FLANK_SCORE_WIN - 4};
    assert_true(flank_win_chance(flank_game_find("loa"), &soon, 40) == 1);
}

static void test_phases(void **state)
{
    (void)state;
    const flank_game *othello = flank_game_find("othello"), *loa = flank_game_find("loa");
    assert_int_equal(judge_phase(othello, 60), FLANK_PHASE_OPENING);
    assert_int_equal(judge_phase(othello, 41), FLANK_PHASE_OPENING);
    assert_int_equal(judge_phase(othello, 40), FLANK_PHASE_MIDGAME);
    assert_int_equal(judge_phase(othello, 21), FLANK_PHASE_MIDGAME);
    assert_int_equal(judge_phase(othello, 20), FLANK_PHASE_ENDGAME);
    assert_int_equal(judge_phase(loa, 40), FLANK_PHASE_OPENING);
    assert_int_equal(judge_phase(loa, 45), FLANK_PHASE_MIDGAME);
    assert_int_equal(judge_phase(loa, 50), FLANK_PHASE_ENDGAME);
    assert_int_equal(judge_phase(flank_game_find("draughts"), 32), FLANK_PHASE_OPENING);
    assert_int_equal(judge_phase(flank_game_find("draughts"), 60), FLANK_PHASE_ENDGAME);
}

/* Six moves: the values of the best move and of the one played; which of them decided the game. */
static void test_turning_points(void **state)
{
    static const struct {
        int best, played;
        bool turning;
    } moves[] = {
        {100, 100, false},   /* best */
        {-100, -900, true},  /* even to lost: white */
        {900, 150, true},    /* won to even: black */
        {-150, -300, false}, /* a small loss */
        {4000, 2800, true},  /* among the largest, though still won */
        {-2800, -2800, false},
    };
    enum { MOVES = sizeof moves / sizeof *moves };
    (void)state;
    flank_review reviews[MOVES + 1] = {{0}};
    flank_analysis analysis = {.record = new_record("othello", "f5d6c3d3c4f4"), .reviews = reviews, .count = MOVES + 1};
    for (size_t i = 0; i < MOVES; i++) {
        reviews[i] = (flank_review){
            .known = true, .has_move = true, .best = {.score = moves[i].best}, .played = {.score = moves[i].played}};
        judge_move(flank_game_find("othello"), 40, &reviews[i]);
    }
    judge_game(&analysis);
    for (size_t i = 0; i < MOVES; i++)
        if (reviews[i].turning != moves[i].turning)
            fail_msg("move %zu", i);
    const flank_review_sum *black = &analysis.totals[FLANK_BLACK];
    assert_int_equal(black->moves, 3);
    assert_int_equal(black->loss, 750 + 1200);
    assert_int_equal(black->verdicts[FLANK_VERDICT_BEST], 1);
    assert_true(flank_review_accuracy(black) > 0.33 && flank_review_accuracy(black) < 0.34);
    flank_record_destroy(analysis.record);
}

/* ---- Uses of an analysis ---- */

static void test_annotate(void **state)
{
    obf_line line;
    assert_int_equal(obf_parse(ffo[0], &line, NULL), FLANK_OK);
    flank_sheet *sheet = flank_sheet_create(flank_game_find("othello"), NULL, &line.position, FLANK_SHEET_GAME);
    assert_int_equal(flank_sheet_add_text(sheet, flank_sheet_root(sheet), "g2", NULL, NULL), FLANK_OK);
    flank_record *record = flank_sheet_record(sheet, NULL);
    flank_analysis *analysis = run(*state, record, 20);
    assert_int_equal(flank_analysis_annotate(analysis, sheet), FLANK_OK);
    const flank_node *g2 = flank_sheet_root(sheet)->child;
    assert_true(g2->has_value);
    assert_int_equal(g2->value, -2400);
    assert_string_equal(flank_node_tag(g2, "Symbol"), "\?\?");
    assert_non_null(strstr(flank_node_tag(g2, "Comment"), "blunder, loses 42; best was g8 "));
    assert_non_null(g2->sibling);
    assert_int_equal(g2->sibling->move.to, 62); /* g8 */
    assert_non_null(g2->sibling->child);
    flank_analysis_destroy(analysis);
    flank_record_destroy(record);
    flank_sheet_destroy(sheet);
}

static bool collect(void *user, const void *bytes, size_t size)
{
    text_add_bytes(user, bytes, size);
    return true;
}

static bool refuse(void *user, const void *bytes, size_t size)
{
    (void)user;
    (void)bytes;
    (void)size;
    return false;
}

/* Names are escaped. That the whole is XML is tested with the command. */
static void test_graph(void **state)
{
    flank_record *record = new_record("othello", "f5d6c3d3c4");
    flank_sheet *sheet = flank_sheet_of_record(record);
    assert_int_equal(flank_sheet_set_tag(sheet, flank_sheet_root(sheet), "Black", "A & <b>\xe9"), FLANK_OK);
    flank_analysis *analysis = run(*state, record, 6);
    text_buffer out = {NULL};
    assert_int_equal(flank_analysis_write_svg(analysis, sheet, collect, &out), FLANK_OK);
    assert_non_null(strstr(out.bytes, "A &amp; &lt;b&gt;\xc3\xa9 (black) – white</title>"));
    assert_non_null(strstr(out.bytes, "Tiger"));
    assert_non_null(strstr(out.bytes, "prefers-color-scheme: dark"));
    assert_int_equal(flank_analysis_write_svg(analysis, NULL, refuse, NULL), FLANK_CANNOT_WRITE);
    text_free(&out);
    flank_analysis_destroy(analysis);
    flank_sheet_destroy(sheet);
    flank_record_destroy(record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_EACH_ENGINE(test_pass),
        WITH_EACH_ENGINE(test_short_games),
        WITH_EACH_ENGINE(test_random_games),
        cmocka_unit_test_setup_teardown(test_long_random_games, create_threaded, destroy),
        cmocka_unit_test_setup_teardown(test_perfect_game, create_large, destroy),
        cmocka_unit_test_setup_teardown(test_perfect_game_has_no_mistake, create_large, destroy),
        cmocka_unit_test_setup_teardown(test_named_by_a_deeper_search, create_large, destroy),
        cmocka_unit_test_setup_teardown(test_lesser_of_two_losses, create_large, destroy),
        cmocka_unit_test_setup_teardown(test_far_ahead, create_large, destroy),
        cmocka_unit_test_setup_teardown(test_leader_of_a_run, create_large, destroy),
        cmocka_unit_test_setup_teardown(test_one_value_of_a_move, create_large, destroy),
        cmocka_unit_test_setup_teardown(test_known_losses, create_large, destroy),
        cmocka_unit_test_setup_teardown(test_repeatable, create_large, destroy),
        cmocka_unit_test_setup_teardown(test_time, create_large, destroy),
        cmocka_unit_test_setup_teardown(test_usual_levels, create_large, destroy),
        cmocka_unit_test_setup_teardown(test_ended_early, create_large, destroy),
        cmocka_unit_test_setup_teardown(test_told_on_the_way, create_shared, destroy),
        cmocka_unit_test_setup_teardown(test_enough_is_known, create_shared, destroy),
        cmocka_unit_test_setup_teardown(test_bad_options, create_shared, destroy),
        cmocka_unit_test(test_verdicts),
        cmocka_unit_test(test_chances),
        cmocka_unit_test(test_phases),
        cmocka_unit_test(test_turning_points),
        cmocka_unit_test_setup_teardown(test_annotate, create_large, destroy),
        cmocka_unit_test_setup_teardown(test_graph, create_large, destroy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
