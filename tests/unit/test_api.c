/* SPDX-License-Identifier: MIT
 *
 * The questions of the page: every one is answered or refused with a reason, and what they stop, stops.
 */
#include "cmocka_all.h"

#include "core/text_buffer.h"
#include "api/api.h"
#include "api/sheet_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FEW_EMPTIES "-OXXXXX-OOOOOXXOXXOXXXXXXOXXXXXXOXXXXXXXXOXXXOXXXXXOXX--OOOOXX-- O"

enum { FIELDS_MAX = 12 };

/* The events sent: the last event, and how many there were. */
typedef struct listener {
    text_buffer last;
    int count;
    const char *never; /* is in no event; or NULL */
    flank_stop *stop;  /* of the question: raised at the first event; or NULL */
} listener;

static void send_event(void *user, const char *json, size_t length)
{
    listener *to = user;
    assert_int_equal(strlen(json), length);
    assert_true(json[0] == '{' && json[length - 1] == '}');
    if (to->never && strstr(json, to->never))
        fail_msg("%s is in %s", to->never, json);
    text_clear(&to->last);
    text_add_bytes(&to->last, json, length);
    to->count++;
    if (to->stop)
        flank_stop_raise(to->stop);
}

/* Ask "NAME=VALUE", …, NULL. */
static void ask(api_client *client, listener *to, const char *const *words)
{
    char texts[FIELDS_MAX][2][400];
    api_field fields[FIELDS_MAX];
    api_question question = {.fields = fields};
    for (; *words; words++, question.count++) {
        const char *is = strchr(*words, '=');
        api_field *field = &fields[question.count];
        memcpy(texts[question.count][0], *words, (size_t)(is - *words));
        texts[question.count][0][is - *words] = '\0';
        strcpy(texts[question.count][1], is + 1);
        *field = (api_field){texts[question.count][0], texts[question.count][1], strlen(is + 1)};
    }
    to->count = 0;
    api_handle(client, &question, to->stop, send_event, to);
    assert_true(to->count >= 1);
}

#define ASK(VISITOR, TO, ...) ask(VISITOR, TO, (const char *const[]){__VA_ARGS__, NULL})

static void assert_has(const listener *to, const char *part)
{
    if (!strstr(to->last.bytes, part))
        fail_msg("%s is not in %s", part, to->last.bytes);
}

/* A page with an engine of its own. */
static api_client *make_page(size_t hash_bytes, int64_t time_limit_ms, flank_engine **engine)
{
    *engine = flank_engine_create(&(flank_engine_options){.hash_bytes = hash_bytes});
    api_client *client = api_client_create(&(api_options){.time_limit_ms = time_limit_ms});
    assert_true(*engine && client);
    api_client_lend(client, *engine);
    return client;
}

static flank_engine *its_engine;

static int set_up(void **state)
{
    *state = make_page(64 << 20, 0, &its_engine);
    return 0;
}

static int tear_down(void **state)
{
    api_client_destroy(*state);
    flank_engine_destroy(its_engine);
    return 0;
}

static void test_answers(void **state)
{
    static const struct {
        const char *words[FIELDS_MAX];
        const char *parts[4];
    } rows[] = {
        {{"ask=about", "id=1"}, {"\"id\":\"1\"", "\"event\":\"answer\"", "\"name\":\"draughts\"", "\"level_max\":60"}},
        {{"ask=about"}, {"\"review_levels\":[8,14,18,22]", "\"review_levels\":[7,8,10,12]"}},
        {{"ask=line", "game=othello", "moves=f5d6"}, {"\"side\":\"black\"", "\"over\":false", "\"to\":\"c3\""}},
        {{"ask=line", "game=othello", "moves=f5", "plies=1"}, {"\"plies\":[{\"move\":\"f5\""}},
        {{"ask=line", "game=draughts", "start=W:WKc3:Bc5,e7,g5,e3,h8"}, /* one capture, made in two ways */
         {"\"ways\":[[\"c3\",\"c7\",\"g7\",\"g3\",\"c3\"],[\"c3\",\"g3\",\"g7\",\"c7\",\"c3\"]]"}},
        {{"ask=line", "game=loa", "start=startpos"}, {"\"event\":\"answer\"", "\"game\":\"loa\""}},
        {{"ask=line", "moves=e6f4e3f6g5d6e7f5c5"}, {"\"over\":true", "\"winner\":\"black\"", "\"discs\":64"}},
        {{"ask=line", "rules=goal=fewest", "moves=e6f4e3f6g5d6e7f5c5"}, {"\"winner\":\"white\"", "\"discs\":-64"}},
        {{"ask=solve", "rules=goal=fewest", "start=" FEW_EMPTIES}, {"\"rules\":\"goal=fewest\"", "\"score\":4,"}},
        {{"ask=solve", "rules=goal=fewest", "start=" FEW_EMPTIES, "wld=1"}, {"\"wld\":\"win\""}},
        {{"ask=think", "rules=goal=fewest", "moves=f5d6c3d3c4", "level=6"}, {"\"rules\":\"goal=fewest\""}},
        {{"ask=book", "rules=goal=fewest", "moves=f5d6c3d3c4"}, {"\"empties\":55}"}},
        {{"ask=review", "rules=goal=fewest", "moves=f5d6", "level=6"},
         {"\"rules\":\"goal=fewest\"", "\"opening\":null"}},
        {{"ask=sheets", "text=(;GM[Othello]TY[8a]B[f5];)"}, {"\"rules\":\"goal=fewest\""}},
        {{"ask=think", "game=tothello", "depth=3", "lines=0"}, {"\"depth\":3", "\"moves\":[", "\"stopped\":false"}},
        {{"ask=think", "game=draughts", "level=1", "seed=5"}, {"\"event\":\"answer\""}},
        {{"ask=play", "moves=f5", "level=3", "book=1"}, {"\"move\":\"", "\"event\":\"answer\""}},
        {{"ask=think", "game=loa", "clock_ms=500", "increment_ms=10"}, {"\"event\":\"answer\""}},
        {{"ask=review", "moves=f5d6c3", "level=6"}, {"\"event\":\"answer\"", "\"ply\":"}},
        {{"ask=book", "moves=f5d6c3d3c4"}, {"\"opening\":\"Tiger\""}},
        {{"ask=sheets", "text=(;GM[2]SZ[8]PB[a]PW[b];B[f5];W[d6])"}, {"\"format\":\"sgf\"", "\"move\":\"d6\""}},
        {{"ask=sheets", "text=f5d6c3"}, {"\"kind\":\"game\"", "\"move\":\"c3\""}},
        {{"ask=write", "text=f5d6c3", "to=sgf"}, {"\"text\":\"(;", "\"losses\":["}},
    };
    listener to = {.count = 0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ask(*state, &to, rows[i].words);
        for (size_t k = 0; k < 4 && rows[i].parts[k]; k++)
            assert_has(&to, rows[i].parts[k]);
    }
    text_free(&to.last);
}

static void test_refused(void **state)
{
    static const struct {
        const char *words[FIELDS_MAX];
        const char *why;
    } rows[] = {
        {{"id=1"}, "\\\"ask\\\" is missing"},
        {{"ask=dance"}, "no such question: dance"},
        {{"ask=line", "game=chess"}, "no such game: chess"},
        {{"ask=line", "moves=f5f5"}, "\"offset\":2"},
        {{"ask=line", "game=loa", "rules=x=1"}, "\"event\":\"error\""},
        {{"ask=think", "depth=65"}, "\\\"depth\\\" is a whole number from 0 to 64"},
        {{"ask=think", "level=2.5"}, "\\\"level\\\" is a whole number"},
        {{"ask=think", "time_ms="}, "\\\"time_ms\\\" is a whole number"},
        {{"ask=think", "moves=e6f4e3f6g5d6e7f5c5", "depth=2"}, "the game is over"},
        {{"ask=solve", "game=loa", "wld=true"}, "has no disc score"},
        {{"ask=solve", "game=loa", "at_least=2"}, "\"arguments\":[{\"name\":\"Lines of Action\"}]"},
        {{"ask=review", "level=3"}, "\\\"level\\\" is a whole number"},
        {{"ask=sheets"}, "\\\"text\\\" is missing"},
        {{"ask=sheets", "text=f5", "from=none"}, "no such format"},
        {{"ask=sheets", "text=nothing of the kind"}, "\"event\":\"error\""},
        {{"ask=write", "text=f5"}, "names no format that is written"},
        {{"ask=write", "text=[Game \"othello\"]\n[Rules \"goal=fewest\"]\n\n1. f5 d6\n", "to=transcript"},
         "\"code\":\"GAME_NOT_OF\",\"arguments\":[{\"name\":\"Othello with goal=fewest\"},{\"name\":\"Othello\"}]"},
    };
    listener to = {.count = 0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ask(*state, &to, rows[i].words);
        assert_int_equal(to.count, 1);
        assert_has(&to, "\"event\":\"error\"");
        assert_has(&to, rows[i].why);
    }
    text_free(&to.last);
}

/* 8 empties, black to move. */
#define ENDGAME "start=--OOOOO-OOOOOOXXOOXXOXXXOOXOXXXXOOXXOXXXOOOXXXXX-OOXXX----XXXXX- X"

static void test_solve(void **state)
{
    listener to = {.count = 0};
    ASK(*state, &to, "ask=solve", ENDGAME);
    assert_has(&to, "\"exact\":true");
    assert_has(&to, "\"solved\":true");
    assert_has(&to, "\"stopped\":false");
    ASK(*state, &to, "ask=solve", ENDGAME, "all_moves=1");
    assert_has(&to, "\"moves\":[{");
    ASK(*state, &to, "ask=solve", ENDGAME, "wld=1");
    assert_has(&to, "\"solved\":true,\"wld\":\"win\"");
    to.never = "1,\"exact\":true"; /* a sign is no number of discs, on the way neither */
    ASK(*state, &to, "ask=solve", ENDGAME, "wld=1", "all_moves=1");
    assert_true(to.count > 1);
    assert_has(&to, "\"wld\":\"win\"");
    text_free(&to.last);
}

/* The answer's content, but for how long it took. */
static void add_without_time(text_buffer *out, const char *json)
{
    for (const char *at; (at = strstr(json, "\"time_s\":")); json = at + strcspn(at, ",}"))
        text_add_bytes(out, json, (size_t)(at - json));
    text_add_bytes(out, json, strlen(json) + 1);
}

/* A search without an end is stopped from its first report; the next question is not. */
static void test_stop(void **state)
{
    flank_stop stop = FLANK_STOP_INIT;
    listener to = {.stop = &stop};
    ASK(*state, &to, "ask=think", "game=othello", "lines=0");
    assert_has(&to, "\"stopped\":true");
    flank_stop_clear(&stop);
    to.stop = NULL;
    ASK(*state, &to, "ask=think", "game=othello", "depth=4");
    assert_has(&to, "\"depth\":4");
    assert_has(&to, "\"stopped\":false");
    text_free(&to.last);
}

static void test_time_limit(void **state)
{
    (void)state;
    flank_engine *engine;
    api_client *client = make_page(1 << 20, 20, &engine);
    listener to = {.count = 0};
    ASK(client, &to, "ask=think", "game=loa", "lines=0");
    assert_has(&to, "\"event\":\"answer\"");
    ASK(client, &to, "ask=think", "game=loa", "time_ms=100000");
    assert_has(&to, "\"event\":\"answer\"");
    ASK(client, &to, "ask=solve", "game=othello");
    text_free(&to.last);
    api_client_destroy(client);
    flank_engine_destroy(engine);
}

/* An earlier question is in no answer that a depth, a level or the end of the game bounds. */
static void test_forgets(void **state)
{
    static const struct {
        const char *words[FIELDS_MAX], *before[FIELDS_MAX];
    } rows[] = {
        {{"ask=think", "moves=f5d6c3", "depth=7", "lines=0"}, {"ask=think", "moves=f5d6c3", "depth=9", "lines=0"}},
        {{"ask=play", "moves=f5d6c3", "level=8"}, {"ask=think", "moves=f5d6", "depth=9"}},
        {{"ask=think", "game=loa", "depth=4", "lines=0"}, {"ask=think", "game=loa", "depth=6", "lines=0"}},
        {{"ask=think", "game=draughts", "depth=6", "lines=0"}, {"ask=think", "game=draughts", "depth=8"}},
        {{"ask=think", "game=tothello", "depth=6", "lines=0"}, {"ask=think", "game=tothello", "depth=8"}},
        {{"ask=review", "moves=f5d6c3d3c4f4", "level=6"}, {"ask=review", "moves=f5d6c3d3c4f4", "level=6"}},
        {{"ask=review", "game=loa", "moves=b8-h8 h5-f5", "level=6"}, {"ask=think", "game=loa", "depth=5"}},
        {{"ask=solve", ENDGAME}, {"ask=solve", ENDGAME, "all_moves=1"}},
    };
    listener to = {.count = 0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        flank_engine_clear(its_engine);
        ask(*state, &to, rows[i].words);
        text_buffer fresh = {NULL};
        add_without_time(&fresh, to.last.bytes);
        ask(*state, &to, rows[i].before);
        ask(*state, &to, rows[i].words);
        text_buffer again = {NULL};
        add_without_time(&again, to.last.bytes);
        assert_string_equal(again.bytes, fresh.bytes);
        text_free(&fresh);
        text_free(&again);
    }
    text_free(&to.last);
}

static void test_zeros(void **state)
{
    listener to = {.count = 0};
    const api_field fields[] = {{"ask", "line", 4}, {"moves", "f5\0d6", 5}};
    api_handle(*state, &(api_question){fields, 2}, NULL, send_event, &to);
    assert_has(&to, "\\\"moves\\\" has a zero character");
    assert_has(&to, "\"offset\":2");
    text_free(&to.last);
}

/* A line that is known is named, with what is new; the answer is that of the whole line. */
static void test_known_lines(void **state)
{
    static const struct {
        const char *words[6], *whole;
    } rows[] = {
        {{"moves=f5d6c3", "keep=3"}, "moves=f5d6c3"}, {{"line=3", "ply=3", "moves=d3c4", "keep=4"}, "moves=f5d6c3d3c4"},
        {{"line=4", "ply=5"}, "moves=f5d6c3d3c4"},    {{"line=4", "ply=2", "moves=c4", "keep=4"}, "moves=f5d6c4"},
        {{"line=4", "ply=3"}, "moves=f5d6c4"},        {{"line=3", "ply=0"}, "moves="},
    };
    listener to = {.count = 0}, whole = {.count = 0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *words[8] = {"ask=line", "plies=1"};
        memcpy(words + 2, rows[i].words, sizeof rows[i].words);
        ask(*state, &to, words);
        ASK(*state, &whole, "ask=line", "plies=1", rows[i].whole);
        assert_string_equal(to.last.bytes, whole.last.bytes);
        assert_has(&to, "\"event\":\"answer\"");
    }
    ASK(*state, &to, "ask=line", "moves=f5d6c3", "keep=6", "length=2"); /* not as the asker counts */
    static const char *const refused[][2] = {{"line=5", "ply=0"}, {"line=3", "ply=4"}, {"line=6", "ply=0"}};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        ASK(*state, &to, "ask=line", refused[i][0], refused[i][1]);
        assert_has(&to, "names no line of play that is known");
        assert_has(&to, "\"code\":\"NO_SUCH_LINE\"");
    }
    text_free(&to.last);
    text_free(&whole.last);
}

/* A text is brought once; the parts of it are those of the whole. */
static void test_kept_sheets(void **state)
{
    enum { GAMES = 5 };
    static const char text[] = "text=f5d6\nf5f6\nf5f4\nf5d6c3\nf5d6c4\n";
    listener to = {.count = 0}, whole = {.count = 0};
    char source[32], skip[32];
    ASK(*state, &to, "ask=sheets", text, "limit=1", "keep=1");
    assert_has(&to, "\"more\":true");
    const char *number = strstr(to.last.bytes, "\"source\":");
    assert_non_null(number);
    snprintf(source, sizeof source, "source=%ld", strtol(number + strlen("\"source\":"), NULL, 10));
    for (int i = 1; i <= GAMES + 1; i++) { /* forwards, and the last time back to the first */
        snprintf(skip, sizeof skip, "skip=%d", i % GAMES);
        ASK(*state, &to, "ask=sheets", source, skip, "limit=1", "plies=1");
        ASK(*state, &whole, "ask=sheets", text, skip, "limit=1", "plies=1");
        assert_string_equal(to.last.bytes, whole.last.bytes);
        assert_has(&to, "\"board\":\"");
    }
    ASK(*state, &to, "ask=sheets", source, "limit=9", "brief=1");
    assert_has(&to, "\"plies\":3");
    to.never = "\"moves\"";
    ASK(*state, &to, "ask=sheets", source, "limit=9", "brief=1");
    to.never = NULL;
    for (int i = 0; i < SHEET_SOURCES_MAX; i++)
        ASK(*state, &to, "ask=sheets", text, "limit=1", "keep=1");
    ASK(*state, &to, "ask=sheets", source);
    assert_has(&to, "names no text that is kept");
    text_free(&to.last);
    text_free(&whole.last);
}

/* However many parts there are, the bytes are read once. */
static void test_read_once(void **state)
{
    (void)state;
    enum { GAMES = 5000, PART = 10 };
    text_buffer text = {NULL};
    for (int i = 0; i < GAMES; i++)
        text_addf(
            &text,
            "(;GM[Othello]PB[%d]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)\n",
            i);
    sheet_sources all = {.last_number = 0};
    const flank_reader_options options = {.path = "games.ggf"};
    sheet_source *source = sheet_sources_add(&all, text.bytes, text.length, &options);
    uint64_t consumed = 0;
    for (size_t skip = 0; skip < GAMES; skip += PART) {
        flank_status status;
        flank_sheet *sheet;
        sheet_cursor *cursor = sheet_source_at(source, skip, &status, NULL);
        assert_ptr_equal(cursor, &source->cursors[0]);
        assert_true(flank_reader_consumed(cursor->reader) >= consumed);
        consumed = flank_reader_consumed(cursor->reader);
        for (int i = 0; i < PART; i++) {
            assert_int_equal(sheet_cursor_next(cursor, &sheet, NULL), FLANK_OK);
            flank_sheet_destroy(sheet);
        }
    }
    assert_false(sheet_cursor_has_more(&source->cursors[0], NULL));
    assert_int_equal(flank_reader_consumed(source->cursors[0].reader), text.length);
    assert_null(source->cursors[1].reader);
    sheet_sources_clear(&all);
    text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers),   cmocka_unit_test(test_refused),     cmocka_unit_test(test_solve),
        cmocka_unit_test(test_stop),      cmocka_unit_test(test_time_limit),  cmocka_unit_test(test_forgets),
        cmocka_unit_test(test_zeros),     cmocka_unit_test(test_known_lines), cmocka_unit_test(test_kept_sheets),
        cmocka_unit_test(test_read_once),
    };
    return cmocka_run_group_tests_name("page", tests, set_up, tear_down);
}
