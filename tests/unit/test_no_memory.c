/* SPDX-License-Identifier: MIT
 *
 * What needs memory says so when there is none, and gives back what it has: each allocation of an operation fails once,
 * one run after the other. The linker sends malloc and its like of the code under test here (--wrap, see meson.build).
 */
#include "cmocka_all.h"

#include "core/error.h"
#include "core/text_buffer.h"
#include "server/fair_semaphore.h"
#include "server/live_rooms.h"
#include "server/pool.h"
#include "server/question_text.h"

#include <flank/flank.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
int __real_posix_memalign(void **memory, size_t alignment, size_t size);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
int __wrap_posix_memalign(void **memory, size_t alignment, size_t size);
char *__wrap_strdup(const char *text);
void __wrap_free(void *memory);

static size_t left; /* allocations until one fails; 0: none does */
static bool has_failed;
static long living; /* blocks that are not free again */

static bool fails_now(void)
{
    has_failed |= left == 1;
    return left > 0 && --left == 0;
}

static void *counted(void *memory)
{
    living += memory != NULL;
    return memory;
}

void *__wrap_malloc(size_t size) { return fails_now() ? NULL : counted(__real_malloc(size)); }
void *__wrap_calloc(size_t count, size_t size) { return fails_now() ? NULL : counted(__real_calloc(count, size)); }

void *__wrap_realloc(void *memory, size_t size)
{
    if (fails_now())
        return NULL;
    void *moved = __real_realloc(memory, size);
    return memory ? moved : counted(moved);
}

int __wrap_posix_memalign(void **memory, size_t alignment, size_t size)
{
    if (fails_now())
        return ENOMEM;
    const int answer = __real_posix_memalign(memory, alignment, size);
    living += answer == 0;
    return answer;
}

char *__wrap_strdup(const char *text)
{
    char *copy = __wrap_malloc(strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}

void __wrap_free(void *memory)
{
    living -= memory != NULL;
    __real_free(memory);
}

/* The status that goes with an error. */
static flank_status status_of(const flank_error *error)
{
    return error->code == FLANK_ERROR_NO_MEMORY ? FLANK_NO_MEMORY : FLANK_BAD_ARGUMENT;
}

/* One operation; what it makes goes to `out`. */
typedef flank_status operation(const char *const *arguments, text_buffer *out);

/* Without one of its allocations the operation either says that memory is missing, or makes what it makes with it.
 * No memory stays behind, in any case. */
static void assert_says_so(operation *run, const char *const *arguments)
{
    text_buffer whole = {NULL};
    assert_int_equal(run(arguments, &whole), FLANK_OK);
    size_t at = 1, told = 0;
    for (bool more = true; more; at++) {
        text_buffer out = {NULL};
        has_failed = false;
        const long before = living;
        left = at;
        const flank_status status = run(arguments, &out);
        left = 0;
        more = has_failed;
        if (status == FLANK_OK &&
            (out.length != whole.length || (out.length && memcmp(out.bytes, whole.bytes, out.length) != 0)))
            fail_msg("%s: without allocation %zu: %s", arguments[0], at, out.length ? out.bytes : "nothing");
        if (status != FLANK_OK && (status != FLANK_NO_MEMORY || !more))
            fail_msg("%s: without allocation %zu: status %d", arguments[0], at, status);
        told += status == FLANK_NO_MEMORY;
        text_free(&out);
        if (living != before)
            fail_msg("%s: without allocation %zu: %ld blocks are left", arguments[0], at, living - before);
    }
    text_free(&whole);
    assert_in_range(told, 1, at);
}

/* ---- Formats ---- */

/* All of it outside of what fails: the text that a test looks at must be there. */
static bool keep(void *user, const void *bytes, size_t size)
{
    const size_t paused = left;
    left = 0;
    text_add_bytes(user, bytes, size);
    left = paused;
    return true;
}

typedef struct feed {
    const char *text;
} feed;

static int64_t read_feed(void *user, void *buffer, size_t size)
{
    feed *from = user;
    const size_t length = strlen(from->text), count = length < size ? length : size;
    memcpy(buffer, from->text, count);
    from->text += count;
    return (int64_t)count;
}

/* From format 0 to format 1, text 2. */
static flank_status convert(const char *const *arguments, text_buffer *out)
{
    const flank_reader_options options = {.format = flank_format_find(arguments[0])};
    flank_error error = {0};
    flank_writer *writer = NULL;
    flank_sheet *sheet;
    flank_status status;
    flank_reader *reader = flank_reader_open_bytes(arguments[2], strlen(arguments[2]), &options, &status, &error);
    if (reader)
        writer = flank_writer_open_sink(keep, out, flank_format_find(arguments[1]), &status, &error);
    while (writer && (status = flank_reader_next(reader, &sheet, &error)) == FLANK_OK) {
        status = flank_writer_write(writer, sheet, &error);
        flank_sheet_destroy(sheet);
        if (status)
            break;
    }
    const flank_status end = writer ? flank_writer_close(writer, true, NULL) : FLANK_OK;
    flank_reader_close(reader);
    return status == FLANK_NOT_FOUND ? end : status;
}

/* What is pasted, text 1, to format 2. */
static flank_status paste(const char *const *arguments, text_buffer *out)
{
    flank_error error = {0};
    flank_status status;
    flank_sheet *sheet;
    feed left_to_read = {arguments[1]};
    flank_reader *reader = flank_reader_open_source(read_feed, &left_to_read, NULL, &status, &error);
    flank_writer *writer = NULL;
    if (reader)
        writer = flank_writer_open_sink(keep, out, flank_format_find(arguments[2]), &status, &error);
    if (writer && (status = flank_reader_next(reader, &sheet, &error)) == FLANK_OK) {
        status = flank_writer_write(writer, sheet, &error);
        flank_sheet_destroy(sheet);
    }
    const flank_status end = writer ? flank_writer_close(writer, true, NULL) : FLANK_OK;
    flank_reader_close(reader);
    return status ? status : end;
}

#define DRAUGHTS "1. a3-a4! {first\n[second} (1. b3-b4 {x} b6-b5) 1... a6-a5 2. a4xa8 *"

#define BOARD "--------\n--------\n--------\n---OX---\n---XO---\n--------\n--------\n--------\n"

static void test_formats(void **state)
{
    (void)state;
    static const char *const rows[][3] = {
        {"pdn", "pdn", "[White \"A\"]\n[GameType \"30\"]\n\n" DRAUGHTS},
        {"pdn", "json", "[GameType \"30\"]\n\n" DRAUGHTS},
        {"pdn", "flank", "[GameType \"30\"]\n\n" DRAUGHTS},
        {"flank", "pdn", "[Game \"draughts\"]\n[Kind \"position\"]\n[Note \"b\"]\n\n" DRAUGHTS},
        {"sgf", "sgf", "(;GM[2]PB[A]C[note];B[f5];W[d6](;B[c3])(;B[c5]C[other]))"},
        {"sgf", "ggf", "(;GM[2]PB[A]C[note];B[f5];W[d6](;B[c3])(;B[c5]C[other]))"},
        {"transcript", "sgf", "f5d6c3d3c4"},
        {"transcript", "ggf", "f5d6c3d3c4"},
        {"transcript", "obf", "f5d6c3d3c4"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_says_so(convert, rows[i]);
}

/* What finds out that bytes are a pasted board leaves nothing behind. */
static void test_pasted_text(void **state)
{
    (void)state;
    text_buffer out = {NULL};
    const long before = living;
    assert_int_equal(paste((const char *[]){"a board", BOARD, "obf"}, &out), FLANK_OK);
    assert_true(out.length > 64);
    text_free(&out);
    assert_int_equal(living, before);
}

/* ---- The server ---- */

static flank_status ask(const char *const *arguments, text_buffer *out)
{
    flank_error error = {0};
    question_text *question = question_parse(arguments[1], strlen(arguments[1]), &error);
    if (!question)
        return status_of(&error);
    for (size_t i = 0; i < question->question.count; i++) {
        keep(out, question->fields[i].name, strlen(question->fields[i].name));
        keep(out, question->fields[i].value, question->fields[i].size);
    }
    question_free(question);
    return FLANK_OK;
}

static flank_status open_semaphore(const char *const *arguments, text_buffer *out)
{
    (void)arguments;
    (void)out;
    fair_semaphore at;
    if (!fair_semaphore_open(&at, 2)) {
        fair_semaphore_close(&at); /* nothing is there to close, which is fine */
        return FLANK_NO_MEMORY;
    }
    const bool is_open = fair_semaphore_try(&at, "a").place != FAIR_SEMAPHORE_NONE;
    fair_semaphore_close(&at);
    return is_open ? FLANK_OK : FLANK_BAD_ARGUMENT;
}

static flank_status open_pool(const char *const *arguments, text_buffer *out)
{
    (void)arguments;
    (void)out;
    pool all;
    const bool is_open = pool_open(&all, &(flank_engine_options){.hash_bytes = 1 << 20, .threads = 1}, 3, NULL);
    bool is_whole = true;
    for (int i = 0; is_open && i < 3; i++)
        is_whole = is_whole && fair_semaphore_try(&all.searches, &all).place == i && all.engines[i];
    is_whole = is_whole && (!is_open || fair_semaphore_try(&all.readings, &all).place == 0);
    pool_close(&all);
    return !is_whole ? FLANK_BAD_ARGUMENT : is_open ? FLANK_OK : FLANK_NO_MEMORY;
}

static void hear_nothing(void *user, const void *about, const char *json, size_t size)
{
    (void)user;
    (void)about;
    (void)json;
    (void)size;
}

/* A room that is made, joined and followed. A report for which there is no memory is left out: the next says it all. */
static flank_status open_room(const char *const *arguments, text_buffer *out)
{
    (void)arguments;
    (void)out;
    memory_budget memory;
    memory_budget_open(&memory, 1 << 20, 1);
    const live_terms terms = {.game = flank_game_at(0)};
    live_visitor who = {.tell = hear_nothing};
    live_rooms *all = live_rooms_create(&(live_options){1, 10, &memory});
    live_room *room = all ? live_room_create(all, &terms, FLANK_BLACK, 1, NULL) : NULL;
    const bool is_open = room && !live_room_join(room, NULL) && live_room_follow(room, 1, &who, "id", 1);
    live_visitor_gone(&who, 2);
    const bool is_whole = live_rooms_any(all) == (room != NULL); /* one that was not made is not there */
    live_rooms_destroy(all);
    const bool is_given_back = memory.common_used == 0;
    memory_budget_close(&memory);
    return !is_whole || !is_given_back ? FLANK_BAD_ARGUMENT : is_open ? FLANK_OK : FLANK_NO_MEMORY;
}

static void test_server(void **state)
{
    (void)state;
    assert_says_so(ask, (const char *[]){"question", "{\"ask\":\"line\",\"depth\":-12,\"text\":\"a\"}"});
    assert_says_so(open_pool, (const char *[]){"pool"});
    assert_says_so(open_semaphore, (const char *[]){"semaphore"});
    assert_says_so(open_room, (const char *[]){"room"});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_pasted_text),
        cmocka_unit_test(test_server),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
