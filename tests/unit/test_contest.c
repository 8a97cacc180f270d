/* SPDX-License-Identifier: MIT
 *
 * The founding systems as filters: the samples byte for byte, and the same through every border between blocks.
 */
#include "cmocka_all.h"

#include "contest_harness.h"

static const char *const names[] = {"uva220", "uva395", "tothello", "xtreme10"};
enum { NAMES = sizeof names / sizeof *names };

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

static void assert_output(const char *name, const char *in, size_t in_size, size_t chunk, const char *expected)
{
    harness_output output = harness_run(name, in, in_size, chunk);
    assert_string_equal(output.failure.result == CONTEST_OK ? "" : output.failure.text, "");
    assert_string_equal(output.text, expected);
    assert_int_equal(output.size, strlen(expected));
    free(output.text);
}

static void test_samples(void **state)
{
    (void)state;
    for (size_t i = 0; i < NAMES; i++) {
        size_t in_size, out_size;
        char *in = read_sample(names[i], "in", &in_size), *out = read_sample(names[i], "out", &out_size);
        for (size_t chunk = 0; chunk < 40; chunk++)
            assert_output(names[i], in, in_size, chunk, out);
        free(in);
        free(out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
