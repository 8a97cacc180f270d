/* SPDX-License-Identifier: MIT
 *
 * The property that the fuzz targets of the contest problems check, one problem each.
 *
 * Whatever the input: nothing is read beyond its end, the filter comes to an end, and small blocks give the same output
 * and the same failure as one large one. A failure names a line that exists, or the one after the last. Accepted input
 * gives exactly the output of the plain solution, if one is handed in.
 *
 * The filters read and write file descriptors. Two of them, which the system never gives, are texts in memory here: the
 * linker puts __wrap_read and __wrap_write in the place of read and write (tests/fuzz/meson.build). Files, sockets and
 * threads took most of the time.
 */
#ifndef FLANK_TESTS_CONTEST_FUZZ_H
#define FLANK_TESTS_CONTEST_FUZZ_H

#include "contest/contest.h"
#include "contest_reference.h"
#include "core/error.h"
#include "core/text_buffer.h"
#include "fuzz_target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

enum { FUZZ_INPUT = 1 << 30, FUZZ_OUTPUT };

static struct {
    const uint8_t *input;
    size_t left, block; /* bytes, and how many at most are read at once */
    text_buffer output;
} fuzz_texts;

ssize_t __real_read(int file, void *bytes, size_t size);
ssize_t __real_write(int file, const void *bytes, size_t size);
ssize_t __wrap_read(int file, void *bytes, size_t size);
ssize_t __wrap_write(int file, const void *bytes, size_t size);

ssize_t __wrap_read(int file, void *bytes, size_t size)
{
    if (file != FUZZ_INPUT)
        return __real_read(file, bytes, size);
    size = size < fuzz_texts.block ? size : fuzz_texts.block;
    size = size < fuzz_texts.left ? size : fuzz_texts.left;
    if (size)
        memcpy(bytes, fuzz_texts.input, size);
    fuzz_texts.input += size;
    fuzz_texts.left -= size;
    return (ssize_t)size;
}

ssize_t __wrap_write(int file, const void *bytes, size_t size)
{
    if (file != FUZZ_OUTPUT)
        return __real_write(file, bytes, size);
    text_add_bytes(&fuzz_texts.output, bytes, size);
    return (ssize_t)size;
}

static inline void fuzz_check(int holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "fuzz_contest: %s\n", what);
        abort();
    }
}

/* The output of the filter, to be freed. */
static inline text_buffer fuzz_filter(const char *name, const uint8_t *data, size_t size, size_t block,
                                      contest_failure *failure)
{
    fuzz_texts.input = data;
    fuzz_texts.left = size;
    fuzz_texts.block = block;
    fuzz_texts.output = (text_buffer){NULL};
    contest_run(contest_problem_find(name), FUZZ_INPUT, FUZZ_OUTPUT, failure);
    fuzz_check(!fuzz_texts.output.failed, "no memory");
    return fuzz_texts.output;
}

static inline int fuzz_same(const char *bytes, size_t size, const text_buffer *output)
{
    return size == output->length && (size == 0 || memcmp(bytes, output->bytes, size) == 0);
}

static inline void fuzz_compare_plain(const uint8_t *data, size_t size, const text_buffer *output,
                                      void (*reference)(FILE *in, FILE *out))
{
    char *plain = NULL;
    size_t plain_size = 0;
    FILE *in = fmemopen((void *)(uintptr_t)data, size, "rb"), *out = open_memstream(&plain, &plain_size);
    fuzz_check(in && out, "cannot open memory as a file");
    reference(in, out);
    fclose(in);
    fclose(out);
    fuzz_check(fuzz_same(plain, plain_size, output), "differs from the plain solution");
    free(plain);
}

static inline void fuzz_contest(const char *name, void (*reference)(FILE *in, FILE *out), const uint8_t *data,
                                size_t size)
{
    contest_failure failure, again;
    text_buffer whole = fuzz_filter(name, data, size, SIZE_MAX, &failure);
    text_buffer parts = fuzz_filter(name, data, size, 1 + size % 13, &again);
    uint64_t lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += data[i] == '\n';
    fuzz_check(failure.result == again.result, "blocks change the result");
    fuzz_check(failure.line == again.line, "blocks change the line");
    fuzz_check(strcmp(error_english(&failure.reason), error_english(&again.reason)) == 0, "blocks change the message");
    fuzz_check(fuzz_same(parts.bytes, parts.length, &whole), "blocks change the output");
    if (failure.result == CONTEST_OK) {
        if (reference)
            fuzz_compare_plain(data, size, &whole, reference);
    } else {
        fuzz_check(failure.result == CONTEST_BAD_DATA, "fails otherwise than by bad data");
        fuzz_check(failure.line >= 1 && failure.line <= lines + 1, "names a line that is not there");
        fuzz_check(failure.reason.code != 0, "has no message");
    }
    text_free(&whole);
    text_free(&parts);
}

#endif
