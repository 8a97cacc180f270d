/* SPDX-License-Identifier: MIT
 *
 * The small parts of the command: suggestions, JSON, clocks, typed lines, numbers.
 */
#include "cmocka_all.h"

#include "cli/command/cmd.h"
#include "core/json_writer.h"
#include "cli/input/play_clock.h"
#include "cli/play/play_command.h"
#include "cli/command/suggest.h"

#include <string.h>

/* ---- Suggestions ---- */

static void test_distance(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        size_t distance;
    } cases[] = {
        {"", "", 0},           {"", "abc", 3},           {"abc", "abc", 0},        {"perft", "prft", 1},
        {"perft", "pefrt", 1}, {"solve", "sovle", 1},    {"kitten", "sitting", 3}, {"ca", "abc", 3},
        {"hint", "hits", 2},   {"threads", "thread", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(suggest_distance(cases[i].a, cases[i].b), cases[i].distance);
        assert_int_equal(suggest_distance(cases[i].b, cases[i].a), cases[i].distance);
    }
}

static void test_nearest(void **state)
{
    (void)state;
    static const char *const known[] = {"play", "solve", "hint", "perft", "position", NULL};
    static const struct {
        const char *word, *nearest;
    } cases[] = {
        {"slove", "solve"}, {"pos", "position"}, {"perf", "perft"}, {"plya", "play"},         {"x", NULL},
        {"chess", NULL},    {"", NULL},          {"hin", "hint"},   {"positoin", "position"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *nearest = suggest_nearest(cases[i].word, known);
        if (cases[i].nearest)
            assert_string_equal(nearest, cases[i].nearest);
        else
            assert_null(nearest);
    }
}

/* ---- JSON ---- */

static void test_json_strings(void **state)
{
    (void)state;
    static const struct {
        const char *value, *written;
    } cases[] = {
        {"plain", "\"plain\""},
        {"say \"no\" \\ yes", "\"say \\\"no\\\" \\\\ yes\""},
        {"a\nb\tc\001\177", "\"a\\nb\\tc\\u0001\\u007f\""},
        {"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", "\"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\""},
        {"\xff", "\"\xef\xbf\xbd\""},
        {"\xc3", "\"\xef\xbf\xbd\""},
        {"\xc0\xaf", "\"\xef\xbf\xbd\xef\xbf\xbd\""},                 /* overlong */
        {"\xed\xa0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""}, /* a surrogate */
        {"\xf4\x90\x80\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""},
        {NULL, "null"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        text_buffer out = {NULL};
        json_string(&out, NULL, cases[i].value);
        assert_string_equal(out.bytes, cases[i].written);
        text_free(&out);
    }
}

static void test_json_structure(void **state)
{
    (void)state;
    text_buffer out = {NULL};
    for (int i = 0; i < 2; i++) {
        json_open_object(&out, NULL);
        json_integer(&out, "a", -1);
        json_open_array(&out, "b");
        json_open_object(&out, NULL);
        json_close_object(&out);
        json_open_object(&out, NULL);
        json_bool(&out, "c", true);
        json_close_object(&out);
        json_close_array(&out);
        json_open_array(&out, "d");
        json_close_array(&out);
        json_real(&out, "e", 0.5, 3);
        json_count(&out, "f", UINT64_MAX);
        json_close_object(&out);
        text_add(&out, "\n");
    }
    const char *line = "{\"a\":-1,\"b\":[{},{\"c\":true}],\"d\":[],\"e\":0.500,\"f\":18446744073709551615}\n";
    assert_memory_equal(out.bytes, line, strlen(line));
    assert_string_equal(out.bytes + strlen(line), line);
    text_free(&out);
}

/* ---- Clocks ---- */

static void test_clocks(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool good, per_move;
        double time_s, increment_s;
    } cases[] = {
        {"300", true, false, 300, 0},
        {"5:00", true, false, 300, 0},
        {"5m", true, false, 300, 0},
        {"1:00:00", true, false, 3600, 0},
        {"1h", true, false, 3600, 0},
        {"3m+2", true, false, 180, 2},
        {"1:00+0:05", true, false, 60, 5},
        {"1+10", true, false, 1, 10},
        {"10s/move", true, true, 10, 0},
        {"10/move", true, true, 10, 0},
        {"24h", true, false, 86400, 0},
        {"0.5s/move", true, true, 0.5, 0},
        {"1.25m+0.5", true, false, 75, 0.5},
        {"0.0001", false},
        {"1.", false},
        {".5", false},
        {"1.5:00", false},
        {"25h", false},
        {"", false},
        {"0", false},
        {"5:0", false},
        {"5:60", false},
        {"5:000", false},
        {"1:2:03", false},
        {"1:00:00:00", false},
        {"5:00s", false},
        {"5x", false},
        {"5+", false},
        {"5+x", false},
        {"-5", false},
        {"5/moves", false},
        {"1:00+2/move", false},
        {"999999", false},
        {" 5", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        play_clock clock = {.running = false};
        if (play_clock_parse(cases[i].text, &clock) != cases[i].good)
            fail_msg("'%s'", cases[i].text);
        if (!cases[i].good)
            continue;
        assert_true(clock.running);
        assert_int_equal(clock.per_move, cases[i].per_move);
        assert_true(clock.time_s == cases[i].time_s && clock.increment_s == cases[i].increment_s);
        const flank_clock told = play_clock_for(&clock, FLANK_WHITE);
        assert_true(told.running);
        assert_int_equal(cases[i].per_move ? told.move_ms : told.left_ms, (int64_t)(1000 * cases[i].time_s));
        assert_int_equal(told.increment_ms, (int64_t)(1000 * cases[i].increment_s));
    }
}

static void test_clock_runs(void **state)
{
    (void)state;
    play_clock clock;
    assert_true(play_clock_parse("100+5", &clock));
    play_clock_use(&clock, FLANK_BLACK, 30);
    assert_true(clock.left_s[FLANK_BLACK] == 75 && clock.left_s[FLANK_WHITE] == 100);
    assert_false(play_clock_fallen(&clock, FLANK_BLACK));
    play_clock_use(&clock, FLANK_BLACK, 76); /* the increment comes too late */
    assert_true(play_clock_fallen(&clock, FLANK_BLACK));
    assert_false(play_clock_fallen(&clock, FLANK_WHITE));
    play_clock_reset(&clock);
    assert_true(clock.left_s[FLANK_BLACK] == 100);
    assert_true(play_clock_parse("1s/move", &clock));
    play_clock_use(&clock, FLANK_BLACK, 5);
    assert_false(play_clock_fallen(&clock, FLANK_BLACK));
}

static void test_clock_text(void **state)
{
    (void)state;
    static const struct {
        double left_s;
        const char *text;
    } cases[] = {
        {300, "5:00"},    {299.99, "4:59"}, {3600, "1:00:00"}, {86399, "23:59:59"}, {10, "0:10"},
        {9.99, "0:09.9"}, {0.05, "0:00.0"}, {0, "0:00.0"},     {-3, "0:00.0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[CLOCK_TEXT_SIZE];
        const play_clock clock = {.running = true, .left_s = {cases[i].left_s, 0}};
        play_clock_format(&clock, FLANK_BLACK, text);
        assert_string_equal(text, cases[i].text);
    }
}

/* ---- Typed lines ---- */

static void test_typed_lines(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        play_verb verb;
        const char *argument, *wrong;
    } cases[] = {
        {"", PLAY_NOTHING, "", NULL},
        {" \t ", PLAY_NOTHING, "", NULL},
        {"f5", PLAY_MOVE, "f5", NULL},
        {"  B1-B3 ", PLAY_MOVE, "B1-B3", NULL},
        {"hints", PLAY_MOVE, "hints", NULL},
        {"hint", PLAY_HINT, "", NULL},
        {"HINT  4", PLAY_HINT, "4", NULL},
        {"h", PLAY_HINT, "", NULL},
        {"?", PLAY_HELP, "", NULL},
        {"save  my game ", PLAY_SAVE, "my game", NULL},
        {"save! x", PLAY_SAVE_OVER, "x", NULL},
        {"save", PLAY_SAVE, "", "needs a word after it"},
        {"level", PLAY_LEVEL, "", "needs a word after it"},
        {"level 3 4", PLAY_LEVEL, "3 4", "takes only one word after it"},
        {"quit now", PLAY_QUIT, "now", "takes nothing after it"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[32];
        play_request request;
        strcpy(line, cases[i].line);
        const char *wrong = play_command_parse(line, &request);
        assert_int_equal(request.verb, cases[i].verb);
        assert_string_equal(request.argument, cases[i].argument);
        assert_string_equal(wrong ? wrong : "", cases[i].wrong ? cases[i].wrong : "");
    }
}

/* ---- Numbers ---- */

static void test_numbers(void **state)
{
    (void)state;
    static const char *const bad[] = {"", "-1", "+1", "1 ", " 1", "1x", "0x1", "11", "99999999999999999999"};
    static const char *const bad_seconds[] = {"", ".", "-1", "1e3", "1.2.3", "nan", "1s", "0000000000001"};
    int64_t number = 7;
    double seconds = 7;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(integer_parse(bad[i], 0, 10, &number));
    for (size_t i = 0; i < sizeof bad_seconds / sizeof *bad_seconds; i++)
        assert_false(decimal_parse(bad_seconds[i], &seconds));
    assert_true(number == 7 && seconds == 7);
    assert_true(integer_parse("10", 0, 10, &number) && number == 10);
    assert_true(integer_parse("-10", -10, 10, &number) && number == -10);
    assert_false(integer_parse("-11", -10, 10, &number) || integer_parse("--1", -10, 10, &number));
    assert_true(integer_parse("9223372036854775807", 0, INT64_MAX, &number) && number == INT64_MAX);
    assert_true(decimal_parse("0.25", &seconds) && seconds == 0.25);
    assert_true(decimal_parse(".5", &seconds) && seconds == 0.5);
}

/* ---- The table of commands ---- */

/* Basics of the other files: names unique, options within their range, every text there. */
static void test_table(void **state)
{
    (void)state;
    for (const cli_command *command = commands; command->name; command++) {
        assert_ptr_equal(command_find(command->name), command);
        assert_non_null(command_action(command));
        assert_true(*command->summary && *command->description);
        int repeats = 0;
        for (const cli_operand *row = command->operands; row->name; row++)
            repeats += row->repeats;
        assert_true(repeats <= 1); /* else it would not be clear which word is whose */
        for (const cli_option *row = command->options; row->name; row++) {
            assert_true(row->id > OPTION_HELP && row->id < OPTION_IDS && *row->help);
            assert_int_equal(row->value == NULL, row->kind == VALUE_NONE);
            assert_true(row->choices ? row->kind == VALUE_CHOICE || row->kind == VALUE_TEXT
                                     : row->kind != VALUE_CHOICE);
            for (const cli_option *other = command->options; other != row; other++)
                assert_true(other->id != row->id && strcmp(other->name, row->name) != 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distance),       cmocka_unit_test(test_nearest),     cmocka_unit_test(test_json_strings),
        cmocka_unit_test(test_json_structure), cmocka_unit_test(test_clocks),      cmocka_unit_test(test_clock_runs),
        cmocka_unit_test(test_clock_text),     cmocka_unit_test(test_typed_lines), cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
