/* SPDX-License-Identifier: MIT
 *
 * The property that the fuzz targets of the contest problems check, one problem each.
 *
 * Whatever the input: nothing is read beyond its end, the filter comes to an end, and small blocks give the same output
 * and the same failure as one large one. A failure names a line that exists, or the one after the last. Accepted input
 * gives exactly the output of the plain solution, if one is handed in.
 */
#ifndef FLANK_TESTS_CONTEST_FUZZ_H
#define FLANK_TESTS_CONTEST_FUZZ_H

#include "contest_harness.h"
#include "contest_reference.h"
#include "fuzz_target.h"
#include "core/error.h"

static inline void fuzz_check(int holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "fuzz_contest: %s\n", what);
        abort();
    }
}

static inline void fuzz_compare_plain(const char *data, size_t size, const harness_output *output,
                                      void (*reference)(FILE *in, FILE *out))
{
    FILE *in = tmpfile(), *out = tmpfile();
    size_t plain_size;
    fuzz_check(in && out && fwrite(data, 1, size, in) == size, "cannot write a temporary file");
    rewind(in);
    reference(in, out);
    char *plain = harness_slurp(out, &plain_size);
    fuzz_check(plain_size == output->size && memcmp(plain, output->text, plain_size) == 0,
               "differs from the plain solution");
    free(plain);
    fclose(in);
    fclose(out);
}

static inline void fuzz_contest(const char *name, void (*reference)(FILE *in, FILE *out), const uint8_t *data,
                                size_t size)
{
    const char *text = (const char *)data;
    harness_output whole = harness_run(name, text, size, 0), parts = harness_run(name, text, size, 1 + size % 13);
    uint64_t lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += data[i] == '\n';
    fuzz_check(whole.failure.result == parts.failure.result, "blocks change the result");
    fuzz_check(whole.failure.line == parts.failure.line, "blocks change the line");
    fuzz_check(strcmp(error_english(&whole.failure.reason), error_english(&parts.failure.reason)) == 0,
               "blocks change the message");
    fuzz_check(whole.size == parts.size && memcmp(whole.text, parts.text, whole.size) == 0, "blocks change the output");
    if (whole.failure.result == CONTEST_OK) {
        if (reference)
            fuzz_compare_plain(text, size, &whole, reference);
    } else {
        fuzz_check(whole.failure.result == CONTEST_BAD_DATA, "fails otherwise than by bad data");
        fuzz_check(whole.failure.line >= 1 && whole.failure.line <= lines + 1, "names a line that is not there");
        fuzz_check(whole.failure.reason.code != 0, "has no message");
    }
    free(whole.text);
    free(parts.text);
}

#endif
