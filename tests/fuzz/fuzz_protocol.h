/* SPDX-License-Identifier: MIT
 *
 * A conversation, line by line, for the targets fuzz_ugi.c and its like: nothing that is said may stop the loop, a
 * command that ends the conversation is the only thing that does, and what is answered is whole lines of text.
 */
#ifndef FLANK_TESTS_FUZZ_PROTOCOL_H
#define FLANK_TESTS_FUZZ_PROTOCOL_H

#include "fuzz_target.h"

#include "protocols/protocol.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* The address sanitizer asks for this. A line may set a table of up to 64 GiB, which the sanitizer would end the
 * program for; refused as on a machine without it, the protocol must say so and go on. Targets that read files keep the
 * default: a small file that wants much memory is a fault. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "allocator_may_return_null=1:max_allocation_size_mb=1024"; }

#ifdef __has_feature
#define FLANK_CLANG_SANITIZES (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define FLANK_CLANG_SANITIZES 0
#endif

/* The same for a build without the address sanitizer, which would not bear the limit. */
static inline void fuzz_limit_memory(void)
{
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !FLANK_CLANG_SANITIZES
    const struct rlimit limit = {.rlim_cur = (rlim_t)3 << 29, .rlim_max = (rlim_t)3 << 29};
    setrlimit(RLIMIT_AS, &limit);
#endif
}

/* One engine for all inputs, without what it has learned: to make its tables takes longer than a conversation. */
static inline flank_engine *fuzz_engine(const flank_engine_options *options)
{
    static flank_engine *engine;
    if (!engine)
        fuzz_limit_memory();
    if (!engine && !(engine = flank_engine_create(options)))
        abort();
    flank_engine_clear(engine);
    return engine;
}

/* The bytes that the listening thread lets through. */
static inline size_t fuzz_clean(const uint8_t *data, size_t size, char *out)
{
    size_t length = 0;
    for (size_t i = 0; i < size; i++)
        if ((data[i] >= ' ' && data[i] != 0x7f) || data[i] == '\t')
            out[length++] = data[i] == '\t' ? ' ' : (char)data[i];
    out[length] = '\0';
    return length;
}

static inline void fuzz_say_lines(protocol_session *session, const uint8_t *data, size_t size)
{
    char *line = malloc(size + 1);
    for (size_t at = 0; line && at < size;) {
        const uint8_t *newline = memchr(data + at, '\n', size - at);
        const size_t length = newline ? (size_t)(newline - data) - at : size - at;
        fuzz_clean(data + at, length, line);
        if (!protocol_session_line(session, line))
            break;
        at += length + 1;
    }
    free(line);
}

static inline int fuzz_protocol(const protocol *spoken, const uint8_t *data, size_t size)
{
    char *answers = NULL;
    size_t length = 0;
    FILE *output = open_memstream(&answers, &length);
    protocol_options options = {.engine = {.hash_bytes = 1 << 20}};
    options.lent = fuzz_engine(&options.engine);
    protocol_session *session = output ? protocol_session_open(spoken, &options, output) : NULL;
    if (!session)
        abort();
    fuzz_say_lines(session, data, size);
    protocol_session_close(session);
    fclose(output);
    if (strlen(answers) != length || (length && answers[length - 1] != '\n'))
        abort();
    free(answers);
    return 0;
}

#endif
