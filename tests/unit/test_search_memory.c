/* SPDX-License-Identifier: MIT
 *
 * Reviews with a memory of searches: what is found gives the same review as what is searched, whichever part of it is
 * there, and nothing is searched twice. The memory here is a list.
 */
#include "analysis/analysis_text.h"
#include "analysis/search_memory.h"
#include "core/symmetry.h"
#include "unit/engine_fixture.h"

#include <stdlib.h>
#include <string.h>

#define GAME "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4"

enum { LIST_MAX = 400, LEVEL = 8 };

typedef struct list {
    char *question[LIST_MAX], *answer[LIST_MAX];
    int count;
    int asked, found;
} list;

static int place_of(const list *of, const char *question)
{
    int at = 0;
    while (at < of->count && strcmp(of->question[at], question) != 0)
        at++;
    return at;
}

static flank_status look_up(const search_memory *memory, const char *question, text_buffer *answer, flank_error *error)
{
    list *of = memory->user;
    const int at = place_of(of, question);
    (void)error;
    of->asked++;
    if (at == of->count)
        return FLANK_NOT_FOUND;
    of->found++;
    text_add(answer, of->answer[at]);
    return FLANK_OK;
}

static flank_status remember(const search_memory *memory, const char *question, const char *answer, flank_error *error)
{
    list *of = memory->user;
    (void)error;
    assert_in_range(of->count, 0, LIST_MAX - 1);
    assert_int_equal(place_of(of, question), of->count);
    of->question[of->count] = strdup(question);
    of->answer[of->count++] = strdup(answer);
    return FLANK_OK;
}

static void forget(list *of, int at)
{
    free(of->question[at]);
    free(of->answer[at]);
    of->count--;
    of->question[at] = of->question[of->count];
    of->answer[at] = of->answer[of->count];
}

static void forget_all(list *of)
{
    while (of->count)
        forget(of, of->count - 1);
}

static search_memory memory_of(list *of)
{
    return (search_memory){.engine = "test", .look_up = look_up, .remember = remember, .user = of};
}

/* The review as JSON without its nodes and time; `nodes` were searched for it, `behind` are those of its answers. */
static char *review(flank_engine *engine, const flank_record *record, list *of, uint64_t *nodes, uint64_t *behind)
{
    search_memory memory = memory_of(of);
    flank_analysis *analysis = NULL;
    const flank_analysis_options options = {.level = LEVEL};
    text_buffer out = {NULL};
    of->asked = of->found = 0;
    assert_int_equal(analysis_run(engine, record, &options, &memory, &analysis), FLANK_OK);
    assert_true(analysis->complete);
    *nodes = analysis->nodes;
    *behind = memory.nodes;
    analysis->nodes = 0;
    analysis->time_s = 0;
    json_open_object(&out, NULL);
    analysis_add_json(&out, analysis, NULL);
    json_close_object(&out);
    assert_false(out.failed);
    flank_analysis_destroy(analysis);
    return out.bytes;
}

static void check_game(flank_engine *engine, const char *game, const char *moves)
{
    list of = {.count = 0};
    flank_record *record = new_record(game, moves);
    uint64_t first, second, behind, behind_second;
    char *searched = review(engine, record, &of, &first, &behind);
    const int answers = of.count;
    assert_true(answers > 0 && first > 0 && behind == first && of.found == 0);
    char *found = review(engine, record, &of, &second, &behind_second);
    assert_string_equal(found, searched);
    assert_int_equal(second, 0);
    assert_int_equal(behind_second, behind);
    assert_int_equal(of.found, of.asked);
    free(found);
    for (int part = 2; part < 4; part++) { /* as after a kill, and worse */
        for (int at = of.count - 1; at >= 0; at -= part)
            forget(&of, at);
        found = review(engine, record, &of, &second, &behind_second);
        assert_string_equal(found, searched);
        assert_true(second > 0 && second <= first);
        assert_int_equal(behind_second, behind);
        assert_int_equal(of.count, answers);
        free(found);
    }
    free(searched);
    forget_all(&of);
    flank_record_destroy(record);
}

static void test_found_is_as_searched(void **state)
{
    check_game(*state, "othello", GAME);
    check_game(*state, "tothello", "c3c4");
    check_game(*state, "loa", "d1-b3 h4-f4");
    check_game(*state, "draughts", "b3-b4 d6-d5");
}

/* The same game, mirrored, and one that comes to the same position by other moves, ask nothing new from there on. */
static void test_positions_not_games(void **state)
{
    list of = {.count = 0};
    uint64_t nodes, behind;
    flank_record *record = new_record("othello", GAME), *mirrored = new_record("othello", "");
    for (size_t i = 0; i < flank_record_length(record); i++) {
        flank_move move = flank_record_move_at(record, i);
        move.to = (uint8_t)symmetry_square(move.to, SYMMETRY_SWAP);
        assert_int_equal(flank_record_play(mirrored, move), FLANK_OK);
    }
    free(review(*state, record, &of, &nodes, &behind));
    const uint64_t all = behind;
    free(review(*state, mirrored, &of, &nodes, &behind));
    assert_int_equal(nodes, 0);
    assert_int_equal(behind, all);
    flank_record_destroy(record);
    flank_record_destroy(mirrored);
    record = new_record("othello", "f5d6c3d3c4f4f6f3"); /* c4f4 and d3 in the other order are another game */
    mirrored = new_record("othello", "f5d6c4d3c3f4f6f3");
    free(review(*state, record, &of, &nodes, &behind));
    free(review(*state, mirrored, &of, &nodes, &behind));
    assert_true(nodes > 0 && nodes < behind && of.found > 0);
    flank_record_destroy(record);
    flank_record_destroy(mirrored);
    forget_all(&of);
}

/* What another build, level or set of rules has found is another answer. */
static void test_questions_differ(void **state)
{
    static const char *const rules[] = {"", "goal=fewest", "board=6"};
    const flank_limits limits[] = {
        {.level = 8}, {.level = 9}, {.depth_plies = 8, .selectivity = 73}, {.depth_plies = 8}};
    text_buffer questions[3 * 4 * 2] = {{NULL}};
    size_t count = 0;
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        flank_rules of = {{0}};
        assert_int_equal(flank_rules_parse(flank_game_find("othello"), rules[i], &of, &(flank_error){0}), FLANK_OK);
        flank_record *record = flank_record_create(flank_game_find("othello"), &of, NULL);
        for (size_t limit = 0; limit < 4; limit++)
            for (int build = 0; build < 2; build++)
                search_memory_add_question(&questions[count++], build ? "a" : "b", record, &limits[limit]);
        flank_record_destroy(record);
    }
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(questions[i].bytes, questions[k].bytes);
    for (size_t i = 0; i < count; i++)
        text_free(&questions[i]);
}

/* The game before a position that may repeat is part of the question. */
static void test_history_is_asked(void **state)
{
    flank_record *shuffled = new_record("loa", "b1-b3 a2-c2 b3-b1 c2-a2"), *fresh = new_record("loa", "");
    text_buffer first = {NULL}, second = {NULL};
    (void)state;
    assert_true(flank_position_equal(*flank_record_position(shuffled), *flank_record_position(fresh)));
    search_memory_add_question(&first, "", shuffled, &(flank_limits){.level = 8});
    search_memory_add_question(&second, "", fresh, &(flank_limits){.level = 8});
    assert_string_not_equal(first.bytes, second.bytes);
    text_free(&first);
    text_free(&second);
    flank_record_destroy(shuffled);
    flank_record_destroy(fresh);
}

/* Each byte of an answer that is another, each that is missing, and the question beside it. */
static void test_damage_is_seen(void **state)
{
    list of = {.count = 0};
    uint64_t nodes, behind;
    flank_record *record = new_record("othello", "f5");
    remembered_search found;
    unsigned symmetry;
    free(review(*state, record, &of, &nodes, &behind));
    flank_record *asked = search_memory_record(record, &symmetry);
    char *question = of.question[0], *answer = of.answer[0];
    assert_true(search_memory_read_answer(question, answer, asked, &found));
    assert_false(search_memory_read_answer("another", answer, asked, &found));
    for (size_t i = 0; answer[i]; i++) {
        const char right = answer[i];
        for (int wrong = 0; wrong < 256; wrong++) {
            answer[i] = (char)wrong;
            assert_true(search_memory_read_answer(question, answer, asked, &found) == (answer[i] == right));
        }
        answer[i] = right;
    }
    answer[2]++;
    search_memory memory = memory_of(&of);
    flank_analysis *analysis = NULL;
    assert_int_equal(analysis_run(*state, record, &(flank_analysis_options){.level = LEVEL}, &memory, &analysis),
                     FLANK_BAD_FILE);
    assert_non_null(strstr(flank_error_text(&memory.error, (char[FLANK_ERROR_TEXT_SIZE]){0}, FLANK_ERROR_TEXT_SIZE),
                           "the store is damaged: what it remembers of "));
    flank_record_destroy(asked);
    flank_record_destroy(record);
    forget_all(&of);
}

static flank_reply end_at_ten(void *user, const flank_analysis *so_far)
{
    (void)so_far;
    return ++*(int *)user == 10 ? FLANK_ENOUGH : FLANK_GO_ON;
}

static flank_reply end_within(void *user, size_t done, size_t total)
{
    (void)total;
    return done >= 10 && ++*(int *)user > 1 ? FLANK_ENOUGH : FLANK_GO_ON;
}

/* A review that is ended has kept what it knew, and nothing of a search that was cut short. */
static void test_ended_early(void **state)
{
    flank_record *record = new_record("othello", GAME);
    list whole = {.count = 0};
    uint64_t nodes, behind;
    char *searched = review(*state, record, &whole, &nodes, &behind);
    for (int within = 0; within < 2; within++) {
        list of = {.count = 0};
        search_memory memory = memory_of(&of);
        flank_analysis *analysis = NULL;
        int count = 0;
        const flank_analysis_options options = {.level = LEVEL,
                                                .on_known = within ? NULL : end_at_ten,
                                                .on_progress = within ? end_within : NULL,
                                                .user = &count};
        assert_int_equal(analysis_run(*state, record, &options, &memory, &analysis), FLANK_OK);
        assert_false(analysis->complete);
        assert_true(of.count >= 5 && of.count < whole.count);
        for (int i = 0; i < of.count; i++)
            assert_string_equal(of.answer[i], whole.answer[place_of(&whole, of.question[i])]);
        char *later = review(*state, record, &of, &nodes, &behind);
        assert_string_equal(later, searched);
        free(later);
        flank_analysis_destroy(analysis);
        forget_all(&of);
    }
    free(searched);
    forget_all(&whole);
    flank_record_destroy(record);
}

static flank_status look_in_vain(const search_memory *memory, const char *question, text_buffer *answer,
                                 flank_error *error)
{
    (void)memory;
    (void)question;
    (void)answer;
    (void)error;
    return FLANK_CANNOT_READ;
}

static void test_failures(void **state)
{
    list of = {.count = 0};
    flank_record *record = new_record("othello", "f5");
    search_memory memory = memory_of(&of);
    flank_analysis *analysis = NULL;
    assert_int_equal(analysis_run(*state, record, &(flank_analysis_options){.time_ms = 5}, &memory, &analysis),
                     FLANK_BAD_ARGUMENT);
    memory.look_up = look_in_vain;
    assert_int_equal(analysis_run(*state, record, NULL, &memory, &analysis), FLANK_CANNOT_READ);
    flank_record_destroy(record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_found_is_as_searched, create_large, destroy),
        cmocka_unit_test_setup_teardown(test_found_is_as_searched, create_shared, destroy),
        cmocka_unit_test_setup_teardown(test_positions_not_games, create_large, destroy),
        cmocka_unit_test(test_questions_differ),
        cmocka_unit_test(test_history_is_asked),
        cmocka_unit_test_setup_teardown(test_damage_is_seen, create_large, destroy),
        cmocka_unit_test_setup_teardown(test_ended_early, create_large, destroy),
        cmocka_unit_test_setup_teardown(test_failures, create_large, destroy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
