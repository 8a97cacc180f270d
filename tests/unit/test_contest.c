/* SPDX-License-Identifier: MIT
 *
 * The contest problems as filters: the samples byte for byte, random input against the plain solutions of
 * bench/contest_reference.c, input cut off and cut into blocks at every place, and what happens to the streams.
 * test_contest_errors.c has the messages for broken input.
 */
#include "cmocka_all.h"

#include "contest_generate.h"
#include "contest_harness.h"
#include "contest_reference.h"
#include "core/error.h"
#include "sanitized.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/resource.h>

typedef struct test_problem {
    const char *name;
    void (*reference)(FILE *in, FILE *out);
} test_problem;

static const test_problem problems[] = {
    {"uva220", reference_uva220},
    {"uva395", reference_uva395},
    {"tothello", reference_tothello},
    {"xtreme10", reference_xtreme10},
};
enum { PROBLEMS = sizeof problems / sizeof *problems };

static char *read_sample(const char *name, const char *suffix, size_t *size)
{
    char path[1024];
    snprintf(path, sizeof path, TEST_DATA "/contest/%s.%s", name, suffix);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = harness_slurp(file, size);
    fclose(file);
    return text;
}

/* The filter accepts `in`, and its output is `expected`. */
static void assert_output(const char *name, const char *in, size_t in_size, size_t chunk, const char *expected)
{
    harness_output output = harness_run(name, in, in_size, chunk);
    assert_int_equal(output.failure.reason.code, 0);
    assert_int_equal(output.failure.result, CONTEST_OK);
    assert_string_equal(output.text, expected);
    assert_int_equal(output.size, strlen(expected));
    free(output.text);
}

static void test_list_of_systems(void **state)
{
    (void)state;
    for (size_t i = 0; i < PROBLEMS; i++) {
        const contest_problem *problem = contest_problem_at(i);
        assert_string_equal(contest_problem_name(problem), problems[i].name);
        assert_ptr_equal(contest_problem_find(problems[i].name), problem);
        assert_true(strlen(contest_problem_summary(problem)) > 0);
    }
    assert_null(contest_problem_at(PROBLEMS));
    assert_null(contest_problem_find("uva221"));
}

static void test_samples_in_blocks_of_every_size(void **state)
{
    (void)state;
    for (size_t i = 0; i < PROBLEMS; i++) {
        size_t in_size, out_size;
        char *in = read_sample(problems[i].name, "in", &in_size),
             *out = read_sample(problems[i].name, "out", &out_size);
        for (size_t chunk = 0; chunk < 40; chunk++)
            assert_output(problems[i].name, in, in_size, chunk, out);
        free(in);
        free(out);
    }
}

/* ---- Random input against the plain solutions -------------------------------------------------------------------- */

/* Random input for `problem` and the plain solution's output for it. */
static char *make_case(const test_problem *problem, uint64_t seed, uint64_t cases, size_t *size, char **expected)
{
    FILE *in = tmpfile(), *out = tmpfile();
    size_t out_size;
    assert_non_null(in);
    assert_non_null(out);
    contest_generate(in, problem->name, seed, cases);
    rewind(in);
    problem->reference(in, out);
    char *text = harness_slurp(in, size);
    *expected = harness_slurp(out, &out_size);
    fclose(in);
    fclose(out);
    return text;
}

/* A copy of `text` in which each newline is replaced by `end`, the last one by nothing if `cut`. */
static char *with_line_ends(const char *text, const char *end, bool cut, size_t *size)
{
    char *copy = malloc(strlen(text) * (strlen(end) + 1) + 1), *to = copy;
    assert_non_null(copy);
    for (const char *from = text; *from; from++) {
        if (*from != '\n')
            *to++ = *from;
        else if (from[1] || !cut)
            to = stpcpy(to, end);
    }
    *to = '\0';
    *size = (size_t)(to - copy);
    return copy;
}

static void test_random_input_gives_what_the_plain_solutions_give(void **state)
{
    (void)state;
    static const size_t chunks[] = {0, 1, 2, 3, 7, 9, 64, 1000};
    for (size_t i = 0; i < PROBLEMS; i++) {
        for (uint64_t seed = 0; seed < 24; seed++) {
            char *expected;
            size_t size;
            char *in = make_case(&problems[i], seed, seed < 4 ? seed : 40, &size, &expected);
            assert_output(problems[i].name, in, size, chunks[seed % 8], expected);
            free(in);
            free(expected);
        }
        char *expected;
        size_t size;
        char *in = make_case(&problems[i], 99, 3000, &size, &expected);
        assert_output(problems[i].name, in, size, 0, expected);
        free(in);
        free(expected);
    }
}

static void test_line_ends_do_not_matter(void **state)
{
    (void)state;
    static const char *const ends[] = {"\n", "\r\n", " \n", "\t \r\n", "                          \n"};
    for (size_t i = 0; i < PROBLEMS; i++) {
        char *expected;
        size_t size;
        char *in = make_case(&problems[i], 7, 12, &size, &expected);
        for (size_t end = 0; end < sizeof ends / sizeof *ends; end++) {
            for (int cut = 0; cut < 2; cut++) {
                char *copy = with_line_ends(in, ends[end], cut, &size);
                for (size_t chunk = 0; chunk < 12; chunk++)
                    assert_output(problems[i].name, copy, size, chunk, expected);
                free(copy);
            }
        }
        free(in);
        free(expected);
    }
}

/* ---- Input cut short ---- */

static uint64_t count_lines(const char *text, size_t size)
{
    uint64_t lines = 0;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    return lines;
}

/* Whatever place the input stops at: the output is a beginning of the whole output, what is wrong is reported at the
 * place where the input stops, and the same through small blocks. */
static void test_input_that_ends_too_early(void **state)
{
    (void)state;
    for (size_t i = 0; i < PROBLEMS; i++) {
        size_t in_size, out_size;
        char *in = read_sample(problems[i].name, "in", &in_size),
             *out = read_sample(problems[i].name, "out", &out_size);
        for (size_t size = 0; size < in_size; size++) {
            harness_output whole = harness_run(problems[i].name, in, size, 0);
            harness_output parts = harness_run(problems[i].name, in, size, 1 + size % 5);
            assert_memory_equal(whole.text, out, whole.size);
            assert_string_equal(whole.text, parts.text);
            assert_string_equal(error_english(&whole.failure.reason), error_english(&parts.failure.reason));
            assert_int_equal(whole.failure.line, parts.failure.line);
            if (whole.failure.result == CONTEST_OK) {
                assert_int_equal(whole.failure.line, 0);
            } else {
                uint64_t lines = count_lines(in, size);
                assert_int_equal(whole.failure.result, CONTEST_BAD_DATA);
                assert_in_range(whole.failure.line, lines + 1, lines + 2);
            }
            free(whole.text);
            free(parts.text);
        }
        free(in);
        free(out);
    }
}

/* ---- Streams ---- */

typedef struct endless_feed {
    int fd;
    const char *head, *text; /* `head` once, then `text` again and again */
    size_t size;             /* this many bytes of `text` at least */
} endless_feed;

static void write_all(int fd, const char *text, size_t size)
{
    while (size > 0) {
        ssize_t written = write(fd, text, size);
        if (written <= 0)
            return; /* the filter has closed its end */
        text += written;
        size -= (size_t)written;
    }
}

static void *send_endless(void *argument)
{
    const endless_feed *feed = argument;
    enum { BLOCK = 1 << 16 };
    char *block = malloc(BLOCK);
    size_t length = strlen(feed->text), filled = 0;
    while (filled + length <= BLOCK) {
        memcpy(block + filled, feed->text, length);
        filled += length;
    }
    write_all(feed->fd, feed->head, strlen(feed->head));
    for (size_t sent = 0; sent < feed->size; sent += filled)
        write_all(feed->fd, block, filled);
    close(feed->fd);
    free(block);
    return NULL;
}

enum { ENDLESS_SIZE = (SANITIZED ? 8 : 110) << 20 };

/* Run a filter over 110 MB and return by how many bytes the most memory of this process has grown. */
static long memory_for(const char *name, const char *head, const char *text, contest_failure *failure)
{
    int ends[2], null = open("/dev/null", O_WRONLY);
    struct rusage before, after;
    pthread_t sender;
    assert_int_equal(pipe(ends), 0);
    endless_feed feed = {ends[1], head, text, ENDLESS_SIZE};
    getrusage(RUSAGE_SELF, &before);
    assert_int_equal(pthread_create(&sender, NULL, send_endless, &feed), 0);
    contest_run(contest_problem_find(name), ends[0], null, failure);
    close(ends[0]);
    pthread_join(sender, NULL);
    getrusage(RUSAGE_SELF, &after);
    close(null);
    return 1024 * (after.ru_maxrss - before.ru_maxrss);
}

#define EMPTY_BOARD "........\n........\n........\n........\n........\n........\n........\n........\n"
#define BLANKS "                                                                "

static void test_memory_does_not_grow_with_the_input(void **state)
{
    (void)state;
    static const struct {
        const char *name, *head, *text, *message;
    } cases[] = {
        {"uva220", "1\n--------\n--------\n--------\n---BW---\n---WB---\n--------\n--------\n--------\nB\n", "L\n",
         "expected a command of game 1, L, Mrc or Q, found the end of the input"},
        {"uva395", "", EMPTY_BOARD "X\n", ""},
        {"tothello", "", "redPieces=[A1,B2,C3]\nwhoseTurn=Red\nblackPieces=[]\n", ""},
        {"xtreme10", "1000000000\n",
         "o.......\n........\n........\n.x......\n........\n....x...\n........\n..x.....\n\n", NULL},
        {"uva220", "1\n--------", BLANKS, "the input ends, expected row 2 of game 1"},
        {"uva395", "........", BLANKS, "the input ends, expected row 2 of case 1"},
        {"tothello", "redPieces = [A1", BLANKS,
         "expected ',' or ']' after a square in case 1, found the end of the input"},
        {"xtreme10", "1", BLANKS, "the input ends, expected row 1 of board 1"},
        {"uva395", "", "\n\n\n\n", ""},
        {"uva220", "1\n--------", "-",
         "row 1 of game 1 is longer than 8 squares: expected the end of the line, found '-'"},
        {"xtreme10", "", "0", ""},
    };
    signal(SIGPIPE, SIG_IGN);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        contest_failure failure;
        long growth = memory_for(cases[i].name, cases[i].head, cases[i].text, &failure);
        if (cases[i].message)
            assert_string_equal(error_english(&failure.reason), cases[i].message);
        assert_in_range(growth, 0, 4 << 20);
    }
}

static void test_failures_of_the_streams_are_told(void **state)
{
    (void)state;
    contest_failure failure;
    size_t size;
    char *sample = read_sample("uva220", "in", &size);
    free(sample);
    int folder = open("/", O_RDONLY), full = open("/dev/full", O_WRONLY), null = open("/dev/null", O_RDWR);
    int in = open(TEST_DATA "/contest/uva220.in", O_RDONLY), ends[2];
    const contest_problem *problem = contest_problem_find("uva220");
    assert_true(folder >= 0 && full >= 0 && null >= 0 && in >= 0);

    assert_int_equal(contest_run(problem, folder, null, &failure), CONTEST_CANNOT_READ);
    assert_string_equal(error_english(&failure.reason), "is a folder");
    assert_int_equal(failure.line, 0);

    assert_int_equal(contest_run(problem, in, full, &failure), CONTEST_CANNOT_WRITE);
    assert_string_equal(error_english(&failure.reason), "No space left on device");
    assert_int_equal(failure.line, 0);

    signal(SIGPIPE, SIG_IGN);
    assert_int_equal(pipe(ends), 0);
    close(ends[0]);
    assert_int_equal(lseek(in, 0, SEEK_SET), 0);
    assert_int_equal(contest_run(problem, in, ends[1], &failure), CONTEST_CANNOT_WRITE);
    assert_string_equal(error_english(&failure.reason), "Broken pipe");
    assert_int_equal(failure.error, EPIPE);
    close(ends[1]);
    close(in);
    close(null);
    close(full);
    close(folder);
}

/* Output that cannot be written weighs more than a fault in the input: what the user was to get is gone. */
static void test_a_lost_output_outweighs_bad_data(void **state)
{
    (void)state;
    static const char text[] = EMPTY_BOARD "X\nwrong\n";
    contest_failure failure;
    int full = open("/dev/full", O_WRONLY), ends[2];
    assert_int_equal(pipe(ends), 0);
    write_all(ends[1], text, sizeof text - 1);
    close(ends[1]);
    assert_int_equal(contest_run(contest_problem_find("uva395"), ends[0], full, &failure), CONTEST_CANNOT_WRITE);
    close(ends[0]);
    close(full);
}

typedef struct dialogue {
    int in, out;
    contest_failure failure;
} dialogue;

static void *run_dialogue(void *argument)
{
    dialogue *d = argument;
    contest_run(contest_problem_find("uva220"), d->in, d->out, &d->failure);
    close(d->out);
    return NULL;
}

static void read_exactly(int fd, const char *expected)
{
    char text[512] = "";
    size_t length = 0;
    while (length < strlen(expected)) {
        ssize_t got = read(fd, text + length, strlen(expected) - length);
        assert_true(got > 0);
        length += (size_t)got;
    }
    assert_string_equal(text, expected);
}

/* Each answer comes before the next question, also over descriptors that do not block. */
static void test_answers_do_not_wait_for_more_input(void **state)
{
    (void)state;
    for (int nonblocking = 0; nonblocking < 2; nonblocking++) {
        static const char start[] =
            "1\n--------\n--------\n--------\n---WB---\n---BW---\n--------\n--------\n--------\nW\nL\n";
        int to_filter[2], from_filter[2];
        pthread_t thread;
        assert_int_equal(pipe(to_filter), 0);
        assert_int_equal(pipe(from_filter), 0);
        if (nonblocking)
            assert_int_equal(fcntl(to_filter[0], F_SETFL, O_NONBLOCK), 0);
        dialogue d = {to_filter[0], from_filter[1], {.result = CONTEST_NO_MEMORY}};
        assert_int_equal(pthread_create(&thread, NULL, run_dialogue, &d), 0);
        write_all(to_filter[1], start, sizeof start - 1);
        read_exactly(from_filter[0], "(3,5) (4,6) (5,3) (6,4)\n");
        write_all(to_filter[1], "M3", 2);
        write_all(to_filter[1], "5\n", 2);
        read_exactly(from_filter[0], "Black -  1 White -  4\n");
        write_all(to_filter[1], "Q\n", 2);
        close(to_filter[1]);
        read_exactly(from_filter[0], "--------\n--------\n----W---\n---WW---\n---BW---\n");
        pthread_join(thread, NULL);
        assert_int_equal(d.failure.result, CONTEST_OK);
        close(to_filter[0]);
        close(from_filter[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_list_of_systems),
        cmocka_unit_test(test_samples_in_blocks_of_every_size),
        cmocka_unit_test(test_random_input_gives_what_the_plain_solutions_give),
        cmocka_unit_test(test_line_ends_do_not_matter),
        cmocka_unit_test(test_input_that_ends_too_early),
        cmocka_unit_test(test_memory_does_not_grow_with_the_input),
        cmocka_unit_test(test_failures_of_the_streams_are_told),
        cmocka_unit_test(test_a_lost_output_outweighs_bad_data),
        cmocka_unit_test(test_answers_do_not_wait_for_more_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
