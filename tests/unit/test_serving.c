/* SPDX-License-Identifier: MIT
 *
 * The parts of the server that decide: what a question is, who is let in, which variant of a file goes out, who
 * searches next, and when a session takes no more.
 */
#include "cmocka_all.h"

#include "core/little_endian.h"
#include "server/question_text.h"
#include "server/fair_semaphore.h"
#include "server/server.h"
#include "server/session.h"
#include "server/web_guard.h"
#include "server/web_pack.h"
#include "server/web_preview.h"
#include "core/clock.h"
#include "core/error.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- Questions ---- */

static void test_question(void **state)
{
    (void)state;
    static const char json[] = "{\"ask\":\"line\",\"plies\":true,\"book\":false,\"depth\":-12,\"x\":1.5,\"none\":null,"
                               "\"text\":\"a\\u0000\\u00e9\"}";
    flank_error error = {0};
    question_text *question = question_parse(json, strlen(json), &error);
    assert_non_null(question);
    assert_int_equal(question->question.count, 6);
    assert_string_equal(question_field(question, "ask"), "line");
    assert_string_equal(question_field(question, "plies"), "1");
    assert_string_equal(question_field(question, "book"), "0");
    assert_string_equal(question_field(question, "depth"), "-12");
    assert_string_equal(question_field(question, "x"), "1.5");
    assert_null(question_field(question, "none"));
    assert_null(question_field(question, "other"));
    for (size_t i = 0; i < question->question.count; i++)
        if (strcmp(question->fields[i].name, "text") == 0) {
            assert_int_equal(question->fields[i].size, 4);
            assert_memory_equal(question->fields[i].value, "a\0\xc3\xa9", 5);
        }
    question_free(question);
    question_free(NULL);
}

static void test_no_question(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",
                                        "{",
                                        "[]",
                                        "1",
                                        "\"\"",
                                        "null",
                                        "{}{}",
                                        "{\"a\":[]}",
                                        "{\"a\":{}}",
                                        "{\"a\":1,\"a\":1}",
                                        "{\"a\":\"\xff\"}"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        flank_error error = {0};
        assert_null(question_parse(wrong[i], strlen(wrong[i]), &error));
        assert_true(error_english(&error)[0]);
    }
}

static void test_the_place_of_a_fault_in_json(void **state)
{
    (void)state;
    static const char json[] = "{\"a\":1, \"b\" 2}";
    flank_error error = {0};
    assert_null(question_parse(json, strlen(json), &error));
    assert_in_range(error.offset, 11, strlen(json));
}

static void test_ask_and_id_are_found_first(void **state)
{
    (void)state;
    static const struct {
        const char *json, *ask, *id;
    } cases[] = {
        {"{\"ask\":\"sheets\",\"text\":\"(;B[f5])\",\"id\":\"7\"}", "sheets", "7"},
        {" { \"text\" : \"a \\\" , \\\\\" , \"id\" : 12 , \"ask\" : \"write\" } ", "write", "12"},
        {"{\"text\":\"\\\\\\\\\",\"id\":\"\\u0142\\\"\"}", NULL, "ł\""},
        {"{\"text\":\",\\\"id\\\":\\\"1\\\"\",\"x\":true}", NULL, NULL},
        {"{\"x\":null,\"ask\":\"line\",\"text\":\"not ended", "line", NULL},
        {"{\"x\":{\"id\":\"1\"}}", NULL, NULL},
        {"{\"id\":\"1\",\"id\":\"2\"}", NULL, NULL},
        {"\"id\":\"1\"", NULL, NULL},
        {"{\"id", NULL, NULL},
        {"{\"id\"", NULL, NULL},
        {"{\"id\":", NULL, NULL},
        {"{", NULL, NULL},
        {"", NULL, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const size_t size = strlen(cases[i].json);
        flank_error error = {0};
        question_text *question = question_skim(cases[i].json, size, &error);
        assert_non_null(question);
        assert_int_equal(question->size, size);
        assert_memory_equal(question->json, cases[i].json, size);
        const char *const names[] = {"ask", "id"}, *const expected[] = {cases[i].ask, cases[i].id};
        for (int k = 0; k < 2; k++)
            if (expected[k])
                assert_string_equal(question_field(question, names[k]), expected[k]);
            else
                assert_null(question_field(question, names[k]));
        question_text *whole = question_parse(question->json, size, &error);
        if (whole) { /* what was found first is what is there */
            for (int k = 0; k < 2 && expected[k]; k++)
                assert_string_equal(question_field(whole, names[k]), expected[k]);
            question_complete(question, whole);
            assert_null(question->json);
            assert_int_equal(question->size, size);
            assert_null(question_field(question, "none"));
        }
        question_free(question);
    }
}

/* ---- Admission ---- */

static void test_hosts(void **state)
{
    (void)state;
    static const char *const own[] = {"box.local", "other"};
    const web_names names = {own, 2};
    static const char *const good[] = {"localhost",  "LocalHost:80", "localhost.", "127.0.0.1",   "192.168.1.5:8064",
                                       "[::1]:8064", "[fe80::1]",    "box.local",  "BOX.LOCAL:1", "other."};
    static const char *const bad[] = {"",
                                      "evil.example",
                                      "localhost.evil.example",
                                      "box.local.evil",
                                      "box",
                                      "127.1",
                                      "127.0.0.1.evil",
                                      "[localhost]",
                                      "[::1",
                                      "::1",
                                      "[::1]x",
                                      "localhost:80:80",
                                      "localhost:8a",
                                      "127.0.0.1@evil",
                                      " localhost",
                                      "0x7f.0.0.1",
                                      "localhost,evil"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!web_host_is_ours(good[i], &names))
            fail_msg("%s is refused", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (web_host_is_ours(bad[i], &names))
            fail_msg("%s is let in", bad[i]);
    assert_false(web_host_is_ours(NULL, &names));
}

static void test_origins(void **state)
{
    (void)state;
    assert_true(web_origin_is_ours(NULL, "localhost:1"));
    assert_true(web_origin_is_ours("http://localhost:1", "localhost:1"));
    assert_true(web_origin_is_ours("https://Box.Local", "box.local"));
    static const char *const bad[] = {"null",
                                      "",
                                      "http://localhost",
                                      "http://localhost:12",
                                      "http://localhost:1/",
                                      "http://evil@localhost:1",
                                      "ftp://localhost:1",
                                      "localhost:1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(web_origin_is_ours(bad[i], "localhost:1"));
    assert_false(web_origin_is_ours("http://localhost", NULL));
}

/* ---- Files ---- */

enum { PACK_SIZE = 16 + 2 * 48 + 128, TEXTS = 16 + 2 * 48 };

/* "a" and "b.js"; "b.js" (10 bytes) has a brotli variant of 3 and a gzip variant of 4 bytes. */
static void make_pack(uint8_t bytes[PACK_SIZE])
{
    static const uint32_t rows[2][12] = {
        {TEXTS, TEXTS + 10, TEXTS + 20, 0, TEXTS + 40, 0},
        {TEXTS + 2, TEXTS + 10, TEXTS + 20, 1, TEXTS + 40, 10, TEXTS + 56, 3, TEXTS + 64, 4},
    };
    memset(bytes, 0, PACK_SIZE);
    memcpy(bytes, "FLNKPAGE", 8);
    little_put(bytes + 8, 4, 2);
    for (int row = 0; row < 2; row++)
        for (int word = 0; word < 12; word++)
            little_put(bytes + 16 + 48 * row + 4 * word, 4, rows[row][word]);
    memcpy(bytes + TEXTS, "a\0b.js", 7);
    memcpy(bytes + TEXTS + 10, "text/x", 7);
    memcpy(bytes + TEXTS + 20, "W/\"tag\"", 8);
}

static void test_pack(void **state)
{
    (void)state;
    uint8_t bytes[PACK_SIZE];
    web_pack pack;
    web_file file;
    make_pack(bytes);
    assert_true(web_pack_open(bytes, sizeof bytes, &pack));
    assert_true(web_pack_find(&pack, "a", &file));
    assert_int_equal(file.plain.size, 0);
    assert_false(file.immutable);
    assert_true(web_pack_find(&pack, "b.js", &file));
    assert_true(file.immutable);
    assert_string_equal(file.type, "text/x");
    assert_false(web_pack_find(&pack, "", &file));
    assert_false(web_pack_find(&pack, "b", &file));
    assert_false(web_pack_find(&pack, "c", &file));
    for (size_t cut = 0; cut < TEXTS; cut++)
        assert_false(web_pack_open(bytes, cut, &pack));
    little_put(bytes + 16 + 48 + 20, 4, 5000); /* a size beyond the end */
    assert_false(web_pack_open(bytes, sizeof bytes, &pack));
}

static const char *chosen(const web_file *file, const char *accepted)
{
    const char *encoding = web_file_choose(file, accepted)->encoding;
    return encoding ? encoding : "";
}

static void test_variants(void **state)
{
    (void)state;
    uint8_t bytes[PACK_SIZE];
    web_pack pack;
    web_file file;
    make_pack(bytes);
    assert_true(web_pack_open(bytes, sizeof bytes, &pack) && web_pack_find(&pack, "b.js", &file));
    assert_string_equal(chosen(&file, NULL), "");
    assert_string_equal(chosen(&file, ""), "");
    assert_string_equal(chosen(&file, "gzip, deflate, br, zstd"), "br");
    assert_string_equal(chosen(&file, "gzip, deflate"), "gzip");
    assert_string_equal(chosen(&file, "br;q=0, GZIP;q=0.5"), "gzip");
    assert_string_equal(chosen(&file, "brotli,gzipped"), "");
    assert_true(web_file_is_known(&file, "\"x\", W/\"tag\""));
    assert_true(web_file_is_known(&file, "\"tag\""));
    assert_true(web_file_is_known(&file, "*"));
    assert_false(web_file_is_known(&file, "\"tags\""));
    assert_false(web_file_is_known(&file, NULL));
}

/* The page with its address, as it goes out; "" if it stays as it is. */
static const char *filled(const char *page, bool encrypted, const char *host)
{
    static char out[2000];
    web_preview preview;
    const web_content content = {.bytes = (const uint8_t *)page, .size = strlen(page)};
    if (!web_preview_fill(&content, encrypted, host, &preview))
        return "";
    snprintf(out, sizeof out, "%.*s%s%s", (int)preview.at, page, preview.lines, page + preview.behind);
    return out;
}

static void test_preview(void **state)
{
    (void)state;
    static const char page[] = "<i><meta property=\"og:image\" content=\"./a.png\"></i>";
    static const char expected[] = "<i><meta property=\"og:url\" content=\"https://a-b.example:80/\">\n"
                                   "    <meta property=\"og:image\" content=\"https://a-b.example:80/a.png\"></i>";
    assert_string_equal(filled(page, true, "a-b.example:80"), expected);
    assert_non_null(strstr(filled(page, false, "[::1]:8064"), "content=\"http://[::1]:8064/a.png\""));
    /* Built with an address, without a picture, cut off: nothing to fill. */
    assert_string_equal(filled("<meta property=\"og:image\" content=\"https://x/a.png\">", false, "x"), "");
    assert_string_equal(filled("", false, "x"), "");
    assert_string_equal(filled("<meta property=\"og:image\" content=\".", false, "x"), "");
    /* Characters of no host. */
    static const char *const wrong[] = {"", "a\"b", "a>b", "a&b", "a b", "a\r\nb", "a/b", "a\x80", "a'b", "a,b"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_string_equal(filled(page, false, wrong[i]), "");
    char name[2 * WEB_ADDRESS_SIZE];
    for (int length = 1; length < (int)sizeof name; length++) {
        memset(name, 'x', (size_t)length);
        name[length] = '\0';
        assert_int_equal(filled(page, true, name)[0] != '\0', length + (int)strlen("https:///") < WEB_ADDRESS_SIZE);
    }
}

/* ---- Turns ---- */

typedef struct comer {
    fair_semaphore *at;
    flank_stop stop;
    turn taken;
    pthread_t thread;
} comer;

static void *come(void *argument)
{
    comer *one = argument;
    one->taken = fair_semaphore_enter(one->at, one, &one->stop);
    return NULL;
}

static void start(comer *one, fair_semaphore *at)
{
    one->at = at;
    assert_int_equal(pthread_create(&one->thread, NULL, come, one), 0);
}

static uint64_t count_waits(fair_semaphore *at)
{
    pthread_mutex_lock(&at->lock);
    const uint64_t waits = at->waits;
    pthread_mutex_unlock(&at->lock);
    return waits;
}

static void test_turns(void **state)
{
    (void)state;
    fair_semaphore at;
    comer first = {.at = NULL}, second = {.at = NULL};
    assert_true(fair_semaphore_open(&at, 1));
    assert_int_equal(fair_semaphore_try(&at, "here").place, 0);
    assert_int_equal(fair_semaphore_try(&at, "there").place, FAIR_SEMAPHORE_NONE);
    assert_false(fair_semaphore_is_wanted(&at, 0, 0));
    start(&first, &at);
    start(&second, &at);
    while (!fair_semaphore_is_wanted(&at, 0, 0)) /* until one of them waits */
        ;
    assert_false(fair_semaphore_is_wanted(&at, 0, 3600));
    flank_stop_raise(&second.stop);
    fair_semaphore_wake(&at, &second);
    pthread_join(second.thread, NULL);
    assert_int_equal(second.taken.place, FAIR_SEMAPHORE_NONE);
    fair_semaphore_leave(&at, 0);
    pthread_join(first.thread, NULL);
    assert_int_equal(first.taken.place, 0);
    assert_int_equal(fair_semaphore_try(&at, "there").place, FAIR_SEMAPHORE_NONE);
    fair_semaphore_leave(&at, 0);
    assert_int_equal(fair_semaphore_try(&at, "there").place, 0);
    fair_semaphore_leave(&at, 0);
    fair_semaphore_close(&at);
}

/* A visitor who comes again has its own place, as long as another one was there for those who came meanwhile. */
static void test_places(void **state)
{
    (void)state;
    fair_semaphore at;
    const char *const who[] = {"a", "b", "c"};
    assert_true(fair_semaphore_open(&at, 2));
    const turn a = fair_semaphore_try(&at, who[0]), b = fair_semaphore_try(&at, who[1]);
    assert_true(a.place != b.place && !a.again && !b.again);
    fair_semaphore_leave(&at, a.place);
    fair_semaphore_leave(&at, b.place);
    const turn again = fair_semaphore_try(&at, who[1]);
    assert_true(again.place == b.place && again.again);
    fair_semaphore_leave(&at, again.place);
    const turn c = fair_semaphore_try(&at, who[2]); /* a left before b */
    assert_true(c.place == a.place && !c.again);
    fair_semaphore_leave(&at, c.place);
    fair_semaphore_forget(&at, who[1]);
    assert_false(fair_semaphore_try(&at, who[1]).again);
    fair_semaphore_close(&at);
}

/* However many wait, a place that is left wakes one of them. */
static void test_one_is_woken(void **state)
{
    (void)state;
    enum { CROWD = 50 };
    fair_semaphore at;
    comer crowd[CROWD] = {{.at = NULL}};
    assert_true(fair_semaphore_open(&at, 1));
    assert_int_equal(fair_semaphore_try(&at, "here").place, 0);
    for (int i = 0; i < CROWD; i++) {
        start(&crowd[i], &at);
        while (count_waits(&at) <= (uint64_t)i)
            sched_yield();
    }
    for (int i = 0; i < CROWD; i++) {
        fair_semaphore_leave(&at, 0);
        pthread_join(crowd[i].thread, NULL); /* they come in their order */
        assert_int_equal(crowd[i].taken.place, 0);
    }
    assert_true(at.waits < 2 * CROWD); /* 50 + 49 + … if all were woken; some systems wake a thread without a reason */
    fair_semaphore_leave(&at, 0);
    fair_semaphore_close(&at);
}

/* With two places and one who waits, the one that came first gives way, the other does not. */
static void test_the_first_gives_way(void **state)
{
    (void)state;
    fair_semaphore at;
    comer third = {.at = NULL};
    assert_true(fair_semaphore_open(&at, 2));
    const int first = fair_semaphore_try(&at, "first").place;
    for (const double now_s = clock_now_s(); clock_now_s() <= now_s;)
        ;
    const int second = fair_semaphore_try(&at, "second").place;
    start(&third, &at);
    while (!fair_semaphore_is_wanted(&at, first, 0) && !fair_semaphore_is_wanted(&at, second, 0))
        ;
    assert_true(fair_semaphore_is_wanted(&at, first, 0));
    assert_false(fair_semaphore_is_wanted(&at, second, 0));
    fair_semaphore_leave(&at, first);
    pthread_join(third.thread, NULL);
    assert_int_equal(third.taken.place, first);
    fair_semaphore_close(&at);
}

/* ---- Sessions ---- */

/* A session without a library, and the number of times that it has woken the network. */
typedef struct visit {
    pool all;
    memory_budget memory;
    session_settings settings;
    session *session;
    atomic_int woken;
} visit;

static void count_wake(void *user) { atomic_fetch_add(&((visit *)user)->woken, 1); }

static void begin(visit *one)
{
    *one = (visit){
        .settings = {.shared = &one->all, .memory = &one->memory, .turn_s = 3600, .wake = count_wake, .user = one}};
    memory_budget_open(&one->memory, 1 << 30, 1);
    assert_true(pool_open(&one->all, &(flank_engine_options){.hash_bytes = 1 << 20, .threads = 1}, 1, NULL));
    one->session = session_create(&one->settings);
    assert_non_null(one->session);
}

static void finish(visit *one)
{
    session_end(one->session);
    while (!session_is_over(one->session))
        session_tick(one->session);
    session_destroy(one->session);
    pool_close(&one->all);
    memory_budget_close(&one->memory);
}

/* Ask the question `ask` with an identity of so many letters, which each answer repeats. */
static void ask_at_length(visit *one, const char *ask, size_t letters)
{
    text_buffer json = {NULL};
    text_addf(&json, "{\"ask\":\"%s\",\"id\":\"%0*d\"}", ask, (int)letters, 0);
    assert_false(json.failed);
    session_receive(one->session, json.bytes, json.length);
    text_free(&json);
}

static void await_wakes(visit *one, int count)
{
    while (atomic_load(&one->woken) < count)
        ;
}

/* Take so many events at most; the number of those that have `text`. */
static size_t take_events(visit *one, int most, const char *text)
{
    text_buffer event = {NULL};
    size_t count = 0;
    for (int i = 0; i < most && session_take_event(one->session, &event); i++)
        count += strstr(event.bytes, text) != NULL;
    text_free(&event);
    return count;
}

static const char endless[] = "{\"ask\":\"think\",\"id\":\"e\",\"game\":\"loa\",\"time_ms\":500000}";

/* 4 MiB of questions wait, no more. */
static void test_waiting_bytes_are_limited(void **state)
{
    (void)state;
    visit one;
    begin(&one);
    session_receive(one.session, endless, strlen(endless));
    await_wakes(&one, 1);
    for (int i = 0; i < 4; i++)
        ask_at_length(&one, "about", 1 << 20);
    assert_int_equal(take_events(&one, 100, "too many questions"), 0);
    ask_at_length(&one, "about", 1);
    assert_int_equal(take_events(&one, 100, "too many questions"), 1);
    finish(&one);
}

/* With 64 events unfetched a session answers no more, until one is fetched. */
static void test_unfetched_events_are_limited(void **state)
{
    (void)state;
    visit one;
    begin(&one);
    for (int i = 0; i < 63; i++)
        session_receive(one.session, "?", 1);
    assert_false(session_is_choked(one.session));
    session_receive(one.session, "?", 1);
    assert_true(session_is_choked(one.session));
    ask_at_length(&one, "about", 1);
    for (const double from_s = clock_now_s(); clock_now_s() < from_s + 0.02;)
        ; /* a session that does not wait answers meanwhile */
    assert_int_equal(atomic_load(&one.woken), 0);
    assert_int_equal(take_events(&one, 64, "\"error\""), 64);
    await_wakes(&one, 1);
    assert_int_equal(take_events(&one, 1, "\"answer\""), 1);
    finish(&one);
}

/* So it is with 4 MiB of them. */
static void test_unfetched_bytes_are_limited(void **state)
{
    (void)state;
    visit one;
    begin(&one);
    for (int i = 1; i <= 4; i++) {
        assert_false(session_is_choked(one.session));
        ask_at_length(&one, "about", 1 << 20);
        await_wakes(&one, i);
    }
    assert_true(session_is_choked(one.session));
    assert_int_equal(take_events(&one, 4, "\"answer\""), 4);
    assert_false(session_is_choked(one.session));
    finish(&one);
}

static void receive(visit *one, const char *json) { session_receive(one->session, json, strlen(json)); }

/* Until an event with `text` comes; the number of events before it. */
static size_t await_event(visit *one, const char *text)
{
    text_buffer event = {NULL};
    size_t before = 0;
    for (bool found = false; !found;) {
        const bool is_there = session_take_event(one->session, &event);
        found = is_there && strstr(event.bytes, text);
        before += is_there && !found;
    }
    text_free(&event);
    return before;
}

/* 32 questions wait, no more. */
static void test_waiting_questions_are_limited(void **state)
{
    (void)state;
    visit one;
    begin(&one);
    receive(&one, endless);
    await_wakes(&one, 1);
    for (int i = 0; i < 32; i++)
        ask_at_length(&one, "about", 1);
    assert_int_equal(take_events(&one, 100, "too many questions"), 0);
    ask_at_length(&one, "about", 1);
    assert_int_equal(take_events(&one, 100, "too many questions"), 1);
    finish(&one);
}

/* A question that waits is taken out, the others keep their order; without a name all are stopped. */
static void test_stop(void **state)
{
    (void)state;
    visit one;
    begin(&one);
    receive(&one, endless);
    await_wakes(&one, 1);
    for (size_t letters = 1; letters <= 3; letters++)
        ask_at_length(&one, "about", letters);
    receive(&one, "{\"ask\":\"stop\",\"id\":\"000\"}");
    await_event(&one, "\"id\":\"000\",\"event\":\"error\"");
    ask_at_length(&one, "about", 4);
    receive(&one, "{\"ask\":\"stop\",\"id\":\"e\"}");
    await_event(&one, "\"id\":\"e\",\"event\":\"answer\"");
    assert_int_equal(await_event(&one, "\"id\":\"0\""), 0);
    assert_int_equal(await_event(&one, "\"id\":\"00\""), 0);
    assert_int_equal(await_event(&one, "\"id\":\"0000\""), 0);

    receive(&one, endless);
    ask_at_length(&one, "about", 1);
    ask_at_length(&one, "about", 2);
    receive(&one, "{\"ask\":\"stop\"}");
    await_event(&one, "\"id\":\"00\",\"event\":\"error\"");
    ask_at_length(&one, "about", 5);
    await_event(&one, "\"id\":\"00000\",\"event\":\"answer\"");
    finish(&one);
}

static size_t used_by(visit *one)
{
    pthread_mutex_lock(&one->memory.lock);
    const size_t used = session_account(one->session)->used;
    pthread_mutex_unlock(&one->memory.lock);
    return used;
}

/* What a connection has sent and not fetched counts as its memory, and is given back. */
static void test_memory_is_given_back(void **state)
{
    (void)state;
    visit one;
    begin(&one);
    receive(&one, endless);
    await_event(&one, "\"id\":\"e\"");
    ask_at_length(&one, "about", 1 << 20);
    ask_at_length(&one, "about", 1 << 21);
    assert_in_range(used_by(&one), 3 << 20, 5 << 20);
    receive(&one, "{\"ask\":\"stop\",\"id\":\"e\"}");
    await_event(&one, "\"id\":\"e\",\"event\":\"answer\"");
    for (int i = 0; i < 2; i++) {
        await_event(&one, "\"answer\"");
        assert_true(used_by(&one) >= 1 << 20); /* that which is being sent */
    }
    while (session_idle_since_s(one.session) < 0) /* its thread may still be busy with the end of a question */
        ;
    assert_int_equal(take_events(&one, 1, ""), 0);
    assert_int_equal(used_by(&one), 0);
    finish(&one);
}

/* A question beyond the memory for all is refused, and the next one is answered. */
static void test_memory_is_limited(void **state)
{
    (void)state;
    visit one;
    begin(&one);
    receive(&one, "{\"ask\":\"about\",\"id\":\"0\"}");
    await_event(&one, "\"answer\"");
    one.memory.share = one.memory.common = 1 << 19;
    ask_at_length(&one, "about", 1 << 21);
    await_event(&one, "not enough memory");
    session_refuse(one.session);
    assert_int_equal(take_events(&one, 100, "not enough memory"), 1);
    assert_true(used_by(&one) < 1 << 19);
    finish(&one);
}

/* Idle is who asks nothing, is answered nothing and has fetched all. */
static void test_idle(void **state)
{
    (void)state;
    visit one;
    const double from_s = clock_now_s();
    begin(&one);
    assert_true(session_idle_since_s(one.session) >= from_s);
    receive(&one, endless);
    assert_true(session_idle_since_s(one.session) < 0);
    await_event(&one, "\"id\":\"e\"");
    session_tick(one.session); /* nobody waits, and there is no limit */
    take_events(&one, 1000, "");
    assert_true(session_idle_since_s(one.session) < 0);
    const double stopped_s = clock_now_s();
    receive(&one, "{\"ask\":\"stop\"}");
    await_event(&one, "\"answer\"");
    while (session_idle_since_s(one.session) < 0)
        ;
    assert_true(session_idle_since_s(one.session) >= stopped_s);
    assert_false(session_has_event(one.session));
    receive(&one, "?");
    assert_true(session_has_event(one.session));
    assert_true(session_idle_since_s(one.session) < 0);
    finish(&one);
}

/* With the turn over, a search gives its place to the one that waits, of another session. */
static void test_the_turn_of_another(void **state)
{
    (void)state;
    visit one;
    begin(&one);
    visit two = {.settings = one.settings};
    two.settings.user = &two;
    two.session = session_create(&two.settings);
    receive(&one, endless);
    await_event(&one, "\"id\":\"e\"");
    receive(&two, endless);
    await_event(&two, "\"waiting\"");
    session_tick(one.session);
    for (const double now_s = clock_now_s(); clock_now_s() < now_s + 0.01;)
        ;
    assert_int_equal(take_events(&two, 1, ""), 0);
    session_end(one.session);
    session_destroy(one.session);

    one.settings.turn_s = 0;
    one.session = session_create(&one.settings);
    await_event(&two, "\"id\":\"e\"");
    receive(&one, endless);
    await_event(&one, "\"waiting\"");
    receive(&one, "{\"ask\":\"stop\",\"id\":\"e\"}"); /* and who does not wait any more is told so */
    await_event(&one, "\"id\":\"e\",\"event\":\"error\"");
    session_end(two.session);
    session_destroy(two.session);

    receive(&one, endless);
    await_event(&one, "\"id\":\"e\"");
    two.session = session_create(&two.settings);
    receive(&two, endless);
    await_event(&two, "\"waiting\"");
    while (!session_has_event(two.session))
        session_tick(one.session);
    await_event(&one, "\"answer\"");
    session_end(two.session);
    session_destroy(two.session);
    finish(&one);
}

/* Of a search whose reports are not fetched the first ones are there and the answer, which no later one replaces. That
 * it is over another session tells, which gets the one place behind it. */
static void test_older_reports_are_left_out(void **state)
{
    (void)state;
    static const char question[] = "{\"ask\":\"think\",\"id\":\"a\",\"game\":\"othello\",\"depth\":12}";
    visit one;
    begin(&one);
    visit two = {.settings = one.settings};
    two.settings.user = &two;
    two.session = session_create(&two.settings);
    for (int i = 0; i < 2; i++) {
        const int woken = atomic_load(&one.woken);
        receive(&one, question);
        await_wakes(&one, woken + 1);
        receive(&two, question);
        await_event(&two, "\"answer\"");
        while (session_idle_since_s(two.session) < 0) /* else the next question would wait for its place, and tell so */
            take_events(&two, 1, "");
    }
    assert_int_equal(await_event(&one, "\"answer\""), 8);
    assert_int_equal(await_event(&one, "\"answer\""), 0);
    session_end(two.session);
    session_destroy(two.session);
    finish(&one);
}

/* Every reader knows the library, and none of them keeps it open behind the pool. */
static void test_readers_of_the_library(void **state)
{
    (void)state;
    char path[] = "/tmp/flank_serving_XXXXXX";
    const int number = mkstemp(path);
    assert_true(number >= 0);
    close(number);
    game_library *made = library_open(path, LIBRARY_WRITE, NULL, NULL);
    assert_non_null(made);
    library_close(made);
    pool all;
    assert_true(pool_open(&all, &(flank_engine_options){.hash_bytes = 1 << 20, .threads = 1}, 1, path));
    for (int i = 0; i < POOL_READERS; i++) {
        assert_ptr_equal(all.readers[i].path, path);
        all.readers[i].library = library_open(path, LIBRARY_READ, NULL, NULL);
        assert_non_null(all.readers[i].library);
    }
    pool_close(&all);
    for (int i = 0; i < POOL_READERS; i++)
        assert_null(all.readers[i].library);
    assert_int_equal(remove(path), 0);
}

/* ---- Servers ---- */

static server *begin_server(void)
{
    const server_options options = {.listen = "127.0.0.1",
                                    .engine = {.hash_bytes = 1 << 20, .threads = 1},
                                    .connections_max = 8,
                                    .searches_max = 1,
                                    .turn_s = 3600,
                                    .patience_s = 3600};
    flank_status status;
    flank_error error = {0};
    server *begun = server_create(&options, &status, &error);
    assert_non_null(begun);
    return begun;
}

/* A server without a session has nothing to wait for. */
static void test_an_idle_server_is_over_at_once(void **state)
{
    (void)state;
    server *idle = begin_server();
    assert_true(server_end(idle, 0));
    server_destroy(idle);
}

static void *run_server(void *user)
{
    server_run(user);
    return NULL;
}

/* A WebSocket whose first question has been answered. */
static int open_session(const server *to)
{
    static const char handshake[] =
        "GET /engine HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n";
    static const char frame[] = "\x81\x9b\0\0\0\0{\"ask\":\"line\",\"game\":\"loa\"}"; /* 27 bytes, masked by zeros */
    const struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)server_port(to)), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    char reply[8192] = "";
    size_t size = 0;
    const int link = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(link >= 0 && connect(link, (const struct sockaddr *)&address, sizeof address) == 0);
    assert_int_equal(send(link, handshake, sizeof handshake - 1, 0), sizeof handshake - 1);
    while (!strstr(reply, "\r\n\r\n")) {
        const ssize_t got = recv(link, reply + size, 1, 0);
        assert_true(got == 1 && size + 2 < sizeof reply);
        reply[++size] = '\0';
    }
    assert_non_null(strstr(reply, " 101 "));
    assert_int_equal(send(link, frame, sizeof frame - 1, 0), sizeof frame - 1);
    assert_int_equal(recv(link, reply, 1, 0), 1);
    assert_int_equal((unsigned char)reply[0], 0x81);
    return link;
}

/* The end of a server is told to its sessions: they do not wait for another question. */
static void test_sessions_end_with_their_server(void **state)
{
    (void)state;
    server *busy = begin_server();
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, run_server, busy), 0);
    const int link = open_session(busy);
    server_stop(busy);
    pthread_join(thread, NULL);
    assert_true(server_end(busy, 100));
    server_destroy(busy);
    close(link);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_question),
        cmocka_unit_test(test_no_question),
        cmocka_unit_test(test_the_place_of_a_fault_in_json),
        cmocka_unit_test(test_hosts),
        cmocka_unit_test(test_origins),
        cmocka_unit_test(test_pack),
        cmocka_unit_test(test_preview),
        cmocka_unit_test(test_variants),
        cmocka_unit_test(test_ask_and_id_are_found_first),
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_one_is_woken),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_the_first_gives_way),
        cmocka_unit_test(test_waiting_bytes_are_limited),
        cmocka_unit_test(test_unfetched_events_are_limited),
        cmocka_unit_test(test_unfetched_bytes_are_limited),
        cmocka_unit_test(test_waiting_questions_are_limited),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_memory_is_given_back),
        cmocka_unit_test(test_memory_is_limited),
        cmocka_unit_test(test_idle),
        cmocka_unit_test(test_the_turn_of_another),
        cmocka_unit_test(test_older_reports_are_left_out),
        cmocka_unit_test(test_readers_of_the_library),
        cmocka_unit_test(test_an_idle_server_is_over_at_once),
        cmocka_unit_test(test_sessions_end_with_their_server),
    };
    return cmocka_run_group_tests_name("serving", tests, NULL, NULL);
}
